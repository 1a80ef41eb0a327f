//! The joysticks in both control ports.
//!
//! Registers of CIA 1: Commodore 64 Programmer's Reference Guide, appendix M ("6526 Complex Interface Adapter (CIA) Chip
//! Specifications"); their lines: Sheldon Leemon, "Mapping the Commodore 64", $DC00 and $DC01.

use crate::hardware::{peek, poke, without_interrupts};

/// Port A of CIA 1: the columns of the keyboard, and the joystick in control port 2.
const PORT_A: u16 = 0xdc00;
/// Port B of CIA 1: the rows of the keyboard, and the joystick in control port 1.
const PORT_B: u16 = 0xdc01;
/// No column of the keyboard: no key pulls a line of port B down.
const NO_COLUMN: u8 = 0xff;

/// A control port, by the number at the computer's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// Port 1. Keys that are held in rows of the keyboard do not show here, but the joystick shows as keys.
    One,
    /// Port 2, which most games use.
    Two,
}

/// What is pressed of a joystick: any of four directions, and the button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joystick(u8);

impl Joystick {
    /// The joystick of the lower five bits of a port's register, in which a pressed switch is 0.
    #[must_use]
    pub const fn of(register: u8) -> Joystick {
        Joystick(!register & 0x1f)
    }

    /// Whether the stick is pushed up.
    #[must_use]
    pub const fn up(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether the stick is pulled down.
    #[must_use]
    pub const fn down(self) -> bool {
        self.0 & 2 != 0
    }

    /// Whether the stick is pushed to the left.
    #[must_use]
    pub const fn left(self) -> bool {
        self.0 & 4 != 0
    }

    /// Whether the stick is pushed to the right.
    #[must_use]
    pub const fn right(self) -> bool {
        self.0 & 8 != 0
    }

    /// Whether the button is pressed.
    #[must_use]
    pub const fn fire(self) -> bool {
        self.0 & 16 != 0
    }

    /// Whether anything is pressed.
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }
}

/// Reads a joystick.
///
/// Interrupts wait for a few cycles, since the KERNAL's reads the keyboard through the same lines.
#[must_use]
pub fn read(port: Port) -> Joystick {
    Joystick::of(without_interrupts(|| {
        let columns = peek(PORT_A);
        poke(PORT_A, NO_COLUMN);
        let register = match port {
            Port::One => peek(PORT_B),
            Port::Two => peek(PORT_A),
        };
        poke(PORT_A, columns);
        register
    }))
}

/// A joystick with its changes: what has just been pressed, and what has just been released.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    port: Port,
    before: Joystick,
}

/// What a [`Watch`] has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// What is pressed.
    pub held: Joystick,
    /// What is pressed and was not at the last look.
    pub pressed: Joystick,
    /// What was pressed at the last look and is not any more.
    pub released: Joystick,
}

impl Watch {
    /// A joystick of which nothing was pressed so far.
    #[must_use]
    pub const fn new(port: Port) -> Watch {
        Watch { port, before: Joystick(0) }
    }

    /// Reads the joystick and compares it with the last look.
    pub fn look(&mut self) -> Seen {
        let held = read(self.port);
        self.compare(held)
    }

    fn compare(&mut self, held: Joystick) -> Seen {
        let before = core::mem::replace(&mut self.before, held);
        Seen { held, pressed: Joystick(held.0 & !before.0), released: Joystick(before.0 & !held.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pressed_switch_is_zero() {
        let stick = Joystick::of(0b1110_1110);
        assert!(stick.up() && stick.fire() && stick.any());
        assert!(!stick.down() && !stick.left() && !stick.right());
        assert!(Joystick::of(0b1111_1101).down() && Joystick::of(0b1111_1011).left());
        assert!(Joystick::of(0b1111_0111).right());
        assert!(!Joystick::of(0xff).any());
    }

    #[test]
    fn changes_are_told_once() {
        let mut watch = Watch::new(Port::Two);
        let fire = Joystick::of(0b1110_1111);
        let none = Joystick::default();
        assert_eq!(watch.compare(fire), Seen { held: fire, pressed: fire, released: none });
        assert_eq!(watch.compare(fire), Seen { held: fire, pressed: none, released: none });
        assert_eq!(watch.compare(none), Seen { held: none, pressed: none, released: fire });
    }
}

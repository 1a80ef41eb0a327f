//! The joysticks in both control ports.
//!
//! CIA 1 registers: Commodore 64 Programmer's Reference Guide, appendix M ("6526 Complex Interface Adapter (CIA) Chip
//! Specifications"); the lines: Sheldon Leemon, "Mapping the Commodore 64", $DC00 and $DC01.

use core::ops::BitOr;

use crate::hardware::{self, peek, poke, without_interrupts};

/// Port A of CIA 1: the columns of the keyboard, and the joystick in control port 2.
const PORT_A: u16 = 0xdc00;
/// Port B of CIA 1: the rows of the keyboard, and the joystick in control port 1.
const PORT_B: u16 = 0xdc01;
/// Selects no keyboard column: no key pulls a line of port B low.
const NO_COLUMN: u8 = 0xff;

/// A control port, numbered as on the computer's case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// Port 1. Keys held on the keyboard do not interfere with it, but the joystick shows up as key presses.
    One,
    /// Port 2, which most games use.
    Two,
}

/// The pressed switches of a joystick: any of four directions, and the button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joystick(u8);

impl Joystick {
    /// The bit of [`Joystick::bits`] for up.
    pub const UP: u8 = 1;
    /// The bit for down.
    pub const DOWN: u8 = 2;
    /// The bit for left.
    pub const LEFT: u8 = 4;
    /// The bit for right.
    pub const RIGHT: u8 = 8;
    /// The bit for the button.
    pub const FIRE: u8 = 16;

    /// Decodes the lower five bits of a port's register, in which a pressed switch is 0.
    #[must_use]
    pub const fn of(register: u8) -> Joystick {
        Joystick(!register & 0x1f)
    }

    /// Whether the stick is pushed up.
    #[must_use]
    pub const fn up(self) -> bool {
        self.0 & Joystick::UP != 0
    }

    /// Whether the stick is pulled down.
    #[must_use]
    pub const fn down(self) -> bool {
        self.0 & Joystick::DOWN != 0
    }

    /// Whether the stick is pushed to the left.
    #[must_use]
    pub const fn left(self) -> bool {
        self.0 & Joystick::LEFT != 0
    }

    /// Whether the stick is pushed to the right.
    #[must_use]
    pub const fn right(self) -> bool {
        self.0 & Joystick::RIGHT != 0
    }

    /// Whether the button is pressed.
    #[must_use]
    pub const fn fire(self) -> bool {
        self.0 & Joystick::FIRE != 0
    }

    /// Returns one bit per switch, 1 while it is pressed: see [`Joystick::UP`] and the following constants.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether any switch is pressed.
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }
}

/// Reads a joystick.
///
/// Interrupts are disabled for a few cycles, since the KERNAL's handler scans the keyboard through the same lines.
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

/// Makes the KERNAL's interrupt sample the joystick in port 2 from now on, 60 times a second, for [`latched`]: no push is lost then,
/// however short it is and whatever the program does. It takes 33 cycles each time.
///
/// [`irq::start`](crate::irq::start) and [`irq::start_timer`](crate::irq::start_timer) replace it, so call them first.
pub fn latch() {
    hardware::latch_joystick();
}

/// Returns the switches of the joystick in port 2 that are pressed or were pressed at any time since the last call, after [`latch`].
///
/// ```
/// use sys2080::joystick;
///
/// joystick::latch();
/// assert!(!joystick::latched().fire());
/// ```
#[must_use]
pub fn latched() -> Joystick {
    Joystick(hardware::latched_joystick())
}

/// A key's position in the keyboard matrix: the column, a bit of port A, and the row, a bit of port B.
type Key = (u8, u8);

/// The keys for each joystick switch, up first. Source: Sheldon Leemon, "Mapping the Commodore 64", $DC00.
const KEYS: [&[Key]; 5] = [
    &[(1, 1)],         // W
    &[(1, 5), (0, 7)], // S, CRSR down
    &[(1, 2)],         // A
    &[(2, 2), (0, 2)], // D, CRSR right
    &[(7, 4), (0, 1)], // SPACE, RETURN
];
/// With either SHIFT key, cursor down becomes up, and cursor right becomes left.
const SHIFTS: [Key; 2] = [(1, 7), (6, 4)];
const CURSOR: [(Key, u8, u8); 2] = [((0, 7), 1, 0), ((0, 2), 3, 2)];

/// Reads the keys W, A, S, D or the cursor keys (with SHIFT for up and left), with SPACE or RETURN for the button, as a joystick, for
/// players without one. A joystick in port 1
/// pulls the same lines.
///
/// ```
/// use sys2080::joystick::{self, Port};
///
/// let stick = joystick::read(Port::Two) | joystick::keys();
/// assert!(!stick.any());
/// ```
#[must_use]
pub fn keys() -> Joystick {
    let mut rows = [NO_COLUMN; 8];
    without_interrupts(|| {
        let columns = peek(PORT_A);
        for (column, rows) in rows.iter_mut().enumerate() {
            poke(PORT_A, !(1 << column));
            *rows = peek(PORT_B);
        }
        poke(PORT_A, columns);
    });
    of_rows(&rows)
}

/// Decodes the pressed keys: one byte per column, in which the rows of pressed keys are 0.
fn of_rows(rows: &[u8; 8]) -> Joystick {
    let is_down = |(column, row): Key| rows[usize::from(column & 7)] >> row & 1 == 0;
    let shifted = SHIFTS.into_iter().any(is_down);
    let mut switches = 0;
    for (switch, keys) in KEYS.iter().enumerate() {
        if keys.iter().any(|key| is_down(*key)) {
            switches |= 1 << switch;
        }
    }
    for (key, plain, with_shift) in CURSOR {
        if shifted && is_down(key) {
            switches = switches & !(1 << plain) | 1 << with_shift;
        }
    }
    Joystick(switches)
}

impl BitOr for Joystick {
    type Output = Joystick;

    /// Returns the switches pressed on either.
    fn bitor(self, other: Joystick) -> Joystick {
        Joystick(self.0 | other.0)
    }
}

/// A joystick with change detection: which switches have just been pressed, and which have just been released.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    port: Port,
    before: Joystick,
}

/// The state and the changes reported by a [`Watch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The pressed switches.
    pub held: Joystick,
    /// Switches that are pressed and were not at the last look.
    pub pressed: Joystick,
    /// Switches that were pressed at the last look and no longer are.
    pub released: Joystick,
}

impl Watch {
    /// Creates a watch in which nothing was pressed so far.
    #[must_use]
    pub const fn new(port: Port) -> Watch {
        Watch { port, before: Joystick(0) }
    }

    /// Reads the joystick and compares it with the last look.
    pub fn look(&mut self) -> Seen {
        let held = read(self.port);
        self.compare(held)
    }

    /// Does the same for the joystick and [`keys`] together.
    pub fn look_with_keys(&mut self) -> Seen {
        let held = read(self.port) | keys();
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
        assert_eq!(Joystick::of(!(Joystick::RIGHT | Joystick::FIRE)).bits(), 0x18);
    }

    #[test]
    fn keys_are_a_joystick() {
        let of = |keys: &[Key]| {
            let mut rows = [0xff; 8];
            keys.iter().for_each(|(column, row)| rows[usize::from(*column)] &= !(1 << row));
            of_rows(&rows)
        };
        let (down, right, shift, space) = ((0, 7), (0, 2), (6, 4), (7, 4));
        assert_eq!(of(&[]), Joystick::default());
        assert!(of(&[down]).down() && !of(&[down]).up());
        assert!(of(&[down, shift]).up() && !of(&[down, shift]).down());
        assert!(of(&[right, (1, 7)]).left() && of(&[right]).right());
        assert!(
            [of(&[(1, 1)]).up(), of(&[(1, 5)]).down(), of(&[(1, 2)]).left(), of(&[(2, 2)]).right()]
                == [true; 4]
        );
        let both = of(&[space]) | of(&[(1, 1)]);
        assert!(both.fire() && both.up() && !both.left());
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

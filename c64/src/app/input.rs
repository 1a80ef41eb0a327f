//! The person's input from joystick and keyboard, as one stream of events.
//!
//! An event is the PETSCII code of the equivalent key, so keys need no table.

use crate::device::{Device, Joystick};

/// Up: the cursor key.
pub const UP: u8 = 0x91;
/// Down.
pub const DOWN: u8 = 0x11;
/// To the left.
pub const LEFT: u8 = 0x9d;
/// To the right.
pub const RIGHT: u8 = 0x1d;
/// The fire button, RETURN or the space bar.
pub const FIRE: u8 = 0x0d;
/// RUN/STOP: back.
pub const BACK: u8 = 0x03;
/// Changes the language: the key of its row in the menu, and at the title and the board.
pub const LANGUAGE: u8 = b'I';

/// Jiffies in which the contacts of a joystick settle.
const SETTLE: u8 = 2;
/// Jiffies before a held direction repeats.
const FIRST: u8 = 18;
/// Jiffies between repeats.
const NEXT: u8 = 5;

/// The events of the joystick's bits, from the lowest.
static MEANING: [u8; 8] = [UP, DOWN, LEFT, RIGHT, FIRE, 0, 0, 0];

/// The capacity of the event queue, larger than the KERNAL's keyboard buffer: a power of two.
const KEPT: usize = 16;

/// The last state of the joystick, and the events still to be reported from it.
#[derive(Default)]
pub struct Input {
    stick: u8,
    pending: u8,
    /// The time, in jiffies (low byte), of the last change or repeat.
    at: u8,
    wait: u8,
    /// The bits that repeat while they are held: none of those held when all input was forgotten, until the joystick moves.
    repeats: u8,
    /// The queued events, and the indices, modulo the capacity, of the oldest and behind the newest.
    kept: [u8; KEPT],
    oldest: u8,
    end: u8,
}

impl Input {
    /// Creates the state of a joystick at rest.
    pub const fn new() -> Self {
        Input { stick: 0, pending: 0, at: 0, wait: 0, repeats: 0, kept: [0; KEPT], oldest: 0, end: 0 }
    }

    /// Queues an event for later; does nothing if it is 0 or the queue is full.
    #[inline(never)]
    pub fn keep(&mut self, event: u8) {
        if event != 0 && self.end.wrapping_sub(self.oldest) < KEPT as u8 {
            self.kept[self.end as usize % KEPT] = event;
            self.end = self.end.wrapping_add(1);
        }
    }

    /// Removes and returns the oldest queued event, or 0 if there is none.
    pub fn kept(&mut self) -> u8 {
        if self.is_empty() {
            return 0;
        }
        let event = self.kept[self.oldest as usize % KEPT];
        self.oldest = self.oldest.wrapping_add(1);
        event
    }

    /// Returns the newest queued event, or 0 if there is none.
    pub fn newest(&self) -> u8 {
        if self.is_empty() { 0 } else { self.kept[self.end.wrapping_sub(1) as usize % KEPT] }
    }

    /// Whether the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.oldest == self.end
    }

    /// Empties the queue.
    pub fn forget(&mut self) {
        self.oldest = self.end;
    }

    /// Returns the next input event, or 0 if there is none.
    #[inline(never)]
    pub fn event<D: Device>(&mut self, device: &mut D) -> u8 {
        let key = device.key();
        if key != 0 {
            return meaning(key);
        }
        let stick = device.joystick().bits();
        let now = device.jiffies() as u8;
        let age = now.wrapping_sub(self.at);
        if stick != self.stick {
            if age >= SETTLE {
                self.pending |= stick & !self.stick;
                self.stick = stick;
                self.repeats = Joystick::FIRE - 1;
                self.at = now;
                self.wait = FIRST;
            }
        } else if age >= self.wait {
            self.pending |= stick & self.repeats;
            self.at = now;
            self.wait = NEXT;
        }
        let mut bits = self.pending;
        if bits == 0 {
            return 0;
        }
        // The lowest bit first; a diagonal is two events.
        self.pending &= bits - 1;
        let mut which = 0;
        while bits & 1 == 0 {
            bits >>= 1;
            which += 1;
        }
        MEANING[which & 7]
    }

    /// Forgets everything pressed so far, except letters if it `keeps` them; a button still held produces no event.
    #[inline(never)]
    pub fn flush<D: Device>(&mut self, device: &mut D, keeps: bool) {
        loop {
            match meaning(device.key()) {
                0 => break,
                key @ b'A'..=b'Z' if keeps => self.keep(key),
                _ => {}
            }
        }
        self.stick = device.joystick().bits();
        self.pending = 0;
        self.repeats = 0;
        self.at = device.jiffies() as u8;
        self.wait = FIRST;
    }
}

/// Returns the event of a key: shifted letters count as letters.
#[inline(never)]
const fn meaning(key: u8) -> u8 {
    match key {
        b' ' | 0x8d | 0xa0 => FIRE,
        0xc1..=0xda => key - 0x80,
        _ => key,
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::testing::Mock;

    /// The events of this many polls.
    fn events(mock: &mut Mock, looks: u16) -> Vec<u8> {
        let mut input = Input::default();
        (0..looks).map(|_| input.event(mock)).filter(|&event| event != 0).collect()
    }

    #[test]
    fn a_push_is_one_event_however_the_contacts_bounce() {
        let mut mock = Mock::new();
        mock.time = 100;
        mock.stick.extend([(0, 5), (16, 1), (0, 1), (16, 8), (0, 1), (16, 1), (0, 40)]);
        assert_eq!(events(&mut mock, 60), [FIRE]);
        for (bit, event) in [(1, UP), (2, DOWN), (4, LEFT), (8, RIGHT), (16, FIRE)] {
            mock.push(bit);
            assert_eq!(events(&mut mock, 60), [event]);
        }
    }

    #[test]
    fn directions_that_are_held_repeat_and_fire_does_not() {
        let mut mock = Mock::new();
        mock.stick.extend([(2, 60)]);
        let held = events(&mut mock, 60).len() as u8;
        assert!((8..=10).contains(&held), "{held}");
        mock.stick.extend([(16, 200)]);
        assert_eq!(events(&mut mock, 200), [FIRE]);
        // Nor does it stop the direction.
        mock.stick.extend([(1, 10), (17, 60)]);
        assert!(events(&mut mock, 70).iter().filter(|&&event| event == UP).count() > 7);
    }

    #[test]
    fn a_diagonal_is_two_events() {
        let mut mock = Mock::new();
        mock.push(Joystick::DOWN | Joystick::LEFT);
        assert_eq!(events(&mut mock, 30), [DOWN, LEFT]);
    }

    #[test]
    fn keys_come_before_the_stick_and_mean_what_they_say() {
        let mut mock = Mock::new();
        mock.push(Joystick::FIRE);
        mock.type_keys(&[b' ', 0x8d, b'T', 0xd4, 0x91, 3]);
        assert_eq!(events(&mut mock, 30), [FIRE, FIRE, b'T', b'T', UP, BACK, FIRE]);
    }

    #[test]
    fn what_is_kept_comes_in_order_and_what_does_not_fit_is_lost() {
        let mut input = Input::new();
        assert_eq!((input.kept(), input.newest()), (0, 0));
        // Wraps around the end of the queue and of its counters.
        for _ in 0..40 {
            for event in b'A'..=b'T' {
                input.keep(event);
            }
            input.keep(0);
            assert_eq!(input.newest(), b'P');
            for event in b'A'..=b'P' {
                assert_eq!(input.kept(), event);
            }
            assert!(input.is_empty() && input.newest() == 0);
        }
        input.keep(UP);
        input.forget();
        assert_eq!(input.kept(), 0);
    }

    #[test]
    fn what_is_held_when_flushed_is_no_event() {
        let mut mock = Mock::new();
        mock.time = 100;
        for held in [Joystick::FIRE, Joystick::DOWN] {
            mock.type_keys(b"A\xc2\r");
            mock.stick.push_back((held, 5));
            let mut input = Input::default();
            input.flush(&mut mock, held == Joystick::FIRE);
            let kept: Vec<u8> =
                core::iter::from_fn(|| Some(input.kept()).filter(|&event| event != 0)).collect();
            assert_eq!(kept, if held == Joystick::FIRE { &b"AB"[..] } else { b"" });
            assert!((0..30).all(|_| input.event(&mut mock) == 0), "{held}");
            mock.push(16);
            assert_eq!((0..30).filter(|_| input.event(&mut mock) == FIRE).count(), 1);
        }
    }
}

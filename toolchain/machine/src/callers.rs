//! Tracks calls that have not returned, for error reports.
//!
//! Every JSR and every interrupt is recorded at the stack position where its return address begins. Nothing is done when a routine returns:
//! a record is valid as long as the stack still holds the address that was pushed with it. A call thus costs one store, and bytes that were
//! pushed in other ways are never mistaken for a return address.

/// A record of where the program was when a return address was pushed.
#[derive(Clone, Copy, Debug, Default)]
struct Note {
    /// The address of the JSR, or of the interrupted instruction.
    from: u16,
    /// The address that was pushed.
    pushed: u16,
}

/// The records, indexed by the stack pointer before the push.
#[derive(Clone, Debug)]
pub(crate) struct Callers {
    notes: [Option<Note>; 0x100],
}

impl Callers {
    pub(crate) fn new() -> Callers {
        Callers { notes: [None; 0x100] }
    }

    /// Records the JSR at `pc`, with the stack pointer before it.
    #[inline]
    pub(crate) fn call(&mut self, pc: u16, pointer: u8) {
        // JSR pushes the address of its own last byte.
        self.notes[usize::from(pointer)] = Some(Note { from: pc, pushed: pc.wrapping_add(2) });
    }

    /// Records an interrupt before the instruction at `pc`, with the stack pointer before it.
    pub(crate) fn interrupt(&mut self, pc: u16, pointer: u8) {
        self.notes[usize::from(pointer)] = Some(Note { from: pc, pushed: pc });
    }

    /// Returns the places of calls that have not returned, the last one first. `stack` is page one.
    pub(crate) fn stack(&self, pointer: u8, stack: &[u8]) -> Vec<u16> {
        let mut places = Vec::new();
        // The position of the low byte, which is below the high byte.
        let mut low = usize::from(pointer) + 1;
        while low < 0xff {
            let word = u16::from_le_bytes([stack[low], stack[low + 1]]);
            match self.notes[low + 1] {
                Some(note) if note.pushed == word => {
                    places.push(note.from);
                    low += 2;
                }
                _ => low += 1,
            }
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stack with these return addresses, the first one highest, each above this many other bytes.
    fn stack(words: &[(u16, usize)]) -> (u8, [u8; 0x100]) {
        let (mut bytes, mut pointer) = ([0xee; 0x100], 0xff);
        for (word, others) in words {
            bytes[pointer] = (word >> 8) as u8;
            bytes[pointer - 1] = *word as u8;
            pointer -= 2 + others;
        }
        (pointer as u8, bytes)
    }

    #[test]
    fn calls_and_interrupts_are_told_from_other_bytes() {
        let mut callers = Callers::new();
        callers.call(0x0820, 0xff);
        callers.call(0x0900, 0xfb);
        callers.interrupt(0x0a00, 0xf9);
        let (pointer, bytes) = stack(&[(0x0822, 2), (0x0902, 0), (0x0a00, 4)]);
        assert_eq!(callers.stack(pointer, &bytes), [0x0a00, 0x0900, 0x0820]);
        assert_eq!(callers.stack(0xfd, &bytes), [0x0820]);
        assert_eq!(callers.stack(0xff, &bytes), []);
    }

    #[test]
    fn a_note_is_void_when_something_else_lies_there() {
        let mut callers = Callers::new();
        callers.call(0x0820, 0xff);
        callers.call(0x0900, 0xfd);
        let (pointer, bytes) = stack(&[(0x0822, 0), (0x1234, 0)]);
        assert_eq!(callers.stack(pointer, &bytes), [0x0820]);
    }
}

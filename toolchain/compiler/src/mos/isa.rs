//! The instruction set of the NMOS 6502: what each instruction reads and writes. Only assembly uses the undocumented opcodes.

use std::fmt;

use chips::opcodes;
pub use chips::opcodes::Mode;

pub use super::effects::{Access, Set};

macro_rules! mnemonics {
    ($($name:ident $text:literal $access:ident [$($read:ident)*] [$($write:ident)*] $doc:literal;)*) => {
        /// The operation of an instruction.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        pub enum Mnemonic { $(#[doc = $doc] $name),* }

        impl Mnemonic {
            /// All mnemonics, by name.
            pub const ALL: [Mnemonic; 77] = [$(Mnemonic::$name),*];

            /// Returns its letters, in lower case.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Mnemonic::$name => $text),* }
            }

            /// Returns what it does with its operand.
            #[inline]
            #[must_use]
            pub fn access(self) -> Access {
                match self { $(Mnemonic::$name => Access::$access),* }
            }

            /// Returns the registers and flags read and written in any addressing mode.
            #[inline]
            fn effects(self) -> (Set, Set) {
                match self {
                    $(Mnemonic::$name => (Set::NONE $(| Set::$read)*, Set::NONE $(| Set::$write)*)),*
                }
            }
        }
    };
}

mnemonics! {
    Adc "adc" Read [A C D] [A N Z C V] "Adds the operand and the carry to A.";
    Alr "alr" Read [A] [A N Z C] "A and the operand, shifted right. Undocumented.";
    Anc "anc" Read [A] [A N Z C] "A and the operand, with N in the carry. Undocumented.";
    And "and" Read [A] [A N Z] "A and the operand, bit by bit.";
    Ane "ane" Read [A X] [A N Z] "X and the operand and some bits of A, which differ between chips. Undocumented.";
    Arr "arr" Read [A C D] [A N Z C V] "A and the operand, rotated right. Undocumented.";
    Asl "asl" Modify [] [N Z C] "Shifts left, bit 7 into the carry.";
    Bcc "bcc" Target [C] [] "Branches if the carry is clear.";
    Bcs "bcs" Target [C] [] "Branches if the carry is set.";
    Beq "beq" Target [Z] [] "Branches if the last result was zero.";
    Bit "bit" Read [A] [N Z V] "Tests A against the operand; N and V are its bits 7 and 6.";
    Bmi "bmi" Target [N] [] "Branches if the last result was negative.";
    Bne "bne" Target [Z] [] "Branches if the last result was not zero.";
    Bpl "bpl" Target [N] [] "Branches if the last result was not negative.";
    Brk "brk" Leave [] [] "Calls the interrupt handler.";
    Bvc "bvc" Target [V] [] "Branches if the overflow flag is clear.";
    Bvs "bvs" Target [V] [] "Branches if the overflow flag is set.";
    Clc "clc" Nothing [] [C] "Clears the carry.";
    Cld "cld" Nothing [] [D] "Ends decimal mode.";
    Cli "cli" Nothing [] [I] "Allows interrupts.";
    Clv "clv" Nothing [] [V] "Clears the overflow flag.";
    Cmp "cmp" Read [A] [N Z C] "Compares A with the operand.";
    Cpx "cpx" Read [X] [N Z C] "Compares X with the operand.";
    Cpy "cpy" Read [Y] [N Z C] "Compares Y with the operand.";
    Dcp "dcp" Modify [A] [N Z C] "Subtracts one from memory and compares A with the result. Undocumented.";
    Dec "dec" Modify [] [N Z] "Subtracts one from memory.";
    Dex "dex" Nothing [X] [X N Z] "Subtracts one from X.";
    Dey "dey" Nothing [Y] [Y N Z] "Subtracts one from Y.";
    Eor "eor" Read [A] [A N Z] "A exclusive or the operand.";
    Inc "inc" Modify [] [N Z] "Adds one to memory.";
    Inx "inx" Nothing [X] [X N Z] "Adds one to X.";
    Iny "iny" Nothing [Y] [Y N Z] "Adds one to Y.";
    Isc "isc" Modify [A C D] [A N Z C V] "Adds one to memory and subtracts the result from A. Undocumented.";
    Jam "jam" Leave [] [] "Stops the processor until a reset. Undocumented.";
    Jmp "jmp" Target [] [] "Jumps.";
    Jsr "jsr" Leave [] [] "Calls a subroutine.";
    Las "las" Read [S] [A X S N Z] "Loads A, X and the stack pointer with the operand and the stack pointer. Undocumented.";
    Lax "lax" Read [] [A X N Z] "Loads A and X. Undocumented.";
    Lda "lda" Read [] [A N Z] "Loads A.";
    Ldx "ldx" Read [] [X N Z] "Loads X.";
    Ldy "ldy" Read [] [Y N Z] "Loads Y.";
    Lsr "lsr" Modify [] [N Z C] "Shifts right, bit 0 into the carry.";
    Lxa "lxa" Read [A] [A X N Z] "Loads A and X with the operand and some bits of A, which differ between chips. Undocumented.";
    Nop "nop" Nothing [] [] "Does nothing.";
    Ora "ora" Read [A] [A N Z] "A or the operand, bit by bit.";
    Pha "pha" Nothing [A S] [S M] "Pushes A.";
    Php "php" Nothing [N Z C V D I S] [S M] "Pushes the flags.";
    Pla "pla" Nothing [S M] [A N Z S] "Pulls A.";
    Plp "plp" Nothing [S M] [N Z C V D I S] "Pulls the flags.";
    Rla "rla" Modify [A C] [A N Z C] "Rotates memory left; A and the result. Undocumented.";
    Rol "rol" Modify [C] [N Z C] "Rotates left through the carry.";
    Ror "ror" Modify [C] [N Z C] "Rotates right through the carry.";
    Rra "rra" Modify [A C D] [A N Z C V] "Rotates memory right and adds the result to A. Undocumented.";
    Rti "rti" Leave [] [] "Returns from an interrupt.";
    Rts "rts" Leave [] [] "Returns from a subroutine.";
    Sax "sax" Write [A X] [] "Stores A and X, bit by bit. Undocumented.";
    Sbc "sbc" Read [A C D] [A N Z C V] "Subtracts the operand and the borrow (carry clear) from A.";
    Sbx "sbx" Read [A X] [X N Z C] "Subtracts the operand from A and X, into X. Undocumented.";
    Sec "sec" Nothing [] [C] "Sets the carry.";
    Sed "sed" Nothing [] [D] "Begins decimal mode.";
    Sei "sei" Nothing [] [I] "Holds interrupts off.";
    Sha "sha" Write [A X] [] "Stores A and X and the high byte of the address plus one. Undocumented.";
    Shx "shx" Write [X] [] "Stores X and the high byte of the address plus one. Undocumented.";
    Shy "shy" Write [Y] [] "Stores Y and the high byte of the address plus one. Undocumented.";
    Slo "slo" Modify [A] [A N Z C] "Shifts memory left; A or the result. Undocumented.";
    Sre "sre" Modify [A] [A N Z C] "Shifts memory right; A exclusive or the result. Undocumented.";
    Sta "sta" Write [A] [] "Stores A.";
    Stx "stx" Write [X] [] "Stores X.";
    Sty "sty" Write [Y] [] "Stores Y.";
    Tas "tas" Write [A X] [S] "Copies A and X to the stack pointer, and stores that and the high byte of the address plus one. Undocumented.";
    Tax "tax" Nothing [A] [X N Z] "Copies A to X.";
    Tay "tay" Nothing [A] [Y N Z] "Copies A to Y.";
    Tsx "tsx" Nothing [S] [X N Z] "Copies the stack pointer to X.";
    Txa "txa" Nothing [X] [A N Z] "Copies X to A.";
    Txs "txs" Nothing [X] [S] "Copies X to the stack pointer.";
    Tya "tya" Nothing [Y] [A N Z] "Copies Y to A.";
    Usbc "usbc" Read [A C D] [A N Z C V] "SBC at another opcode. Undocumented.";
}

impl Mnemonic {
    /// Returns the mnemonic of that name, in upper or lower case.
    #[must_use]
    pub fn parse(name: &str) -> Option<Mnemonic> {
        Mnemonic::ALL.into_iter().find(|m| m.name().eq_ignore_ascii_case(name))
    }

    /// Returns the mnemonic of a name in the table of opcodes.
    const fn of(name: &str) -> Mnemonic {
        let mut at = 0;
        while at < Mnemonic::ALL.len() {
            if Mnemonic::ALL[at].name().eq_ignore_ascii_case(name) {
                return Mnemonic::ALL[at];
            }
            at += 1;
        }
        panic!("the table has another mnemonic")
    }

    /// Returns what it reads in that mode: registers, flags, memory. `adc` and `sbc` also read decimal mode. Calls, returns and
    /// `brk` read everything: only their caller knows better.
    #[inline]
    #[must_use]
    pub fn reads(self, mode: Mode) -> Set {
        let index = match mode {
            Mode::ZeroPageX | Mode::AbsoluteX => Set::X,
            Mode::ZeroPageY | Mode::AbsoluteY => Set::Y,
            Mode::IndirectX => Set::X | Set::M,
            Mode::IndirectY => Set::Y | Set::M,
            Mode::Indirect => Set::M,
            _ => Set::NONE,
        };
        let operand = match (self.access(), mode) {
            (Access::Leave, _) => Set::ALL,
            (Access::Modify, Mode::Accumulator) => Set::A,
            (_, Mode::Immediate) => Set::NONE,
            (Access::Read | Access::Modify, _) => Set::M,
            _ => Set::NONE,
        };
        self.effects().0 | index | operand
    }

    /// Returns what it certainly overwrites in that mode; nothing for calls, returns and `brk`.
    #[inline]
    #[must_use]
    pub fn writes(self, mode: Mode) -> Set {
        let operand = match (self.access(), mode) {
            (Access::Modify, Mode::Accumulator) => Set::A,
            (Access::Write | Access::Modify, _) => Set::M,
            _ => Set::NONE,
        };
        self.effects().1 | operand
    }

    /// Returns whether it is a conditional branch.
    #[must_use]
    pub fn is_branch(self) -> bool {
        self.inverted().is_some()
    }

    /// Returns the branch on the opposite condition.
    #[must_use]
    pub fn inverted(self) -> Option<Mnemonic> {
        Some(match self {
            Mnemonic::Bcc => Mnemonic::Bcs,
            Mnemonic::Bcs => Mnemonic::Bcc,
            Mnemonic::Beq => Mnemonic::Bne,
            Mnemonic::Bne => Mnemonic::Beq,
            Mnemonic::Bmi => Mnemonic::Bpl,
            Mnemonic::Bpl => Mnemonic::Bmi,
            Mnemonic::Bvc => Mnemonic::Bvs,
            Mnemonic::Bvs => Mnemonic::Bvc,
            _ => return None,
        })
    }
}

impl fmt::Display for Mnemonic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opcode {
    /// Its encoding.
    pub byte: u8,
    /// What it does.
    pub op: Mnemonic,
    /// Its addressing mode.
    pub mode: Mode,
    /// Cycles without penalties.
    pub cycles: u8,
    /// Whether it may take longer: one more cycle when an index or a branch crosses a page, and one more for a branch that is taken.
    pub penalty: bool,
}

/// The undocumented opcode of SBC, which has a separate name.
const USBC: u8 = 0xeb;

/// All opcodes, ordered by their bytes.
pub const OPCODES: [Opcode; 256] = {
    let none = Opcode { byte: 0, op: Mnemonic::Nop, mode: Mode::Implied, cycles: 0, penalty: false };
    let mut all = [none; 256];
    let mut code = 0;
    while code < 256 {
        let known = match (opcodes::OPCODES[code], opcodes::UNDOCUMENTED[code]) {
            (Some(known), _) | (None, Some(known)) => known,
            (None, None) => panic!("every byte is an opcode"),
        };
        let byte = known.code;
        let op = if byte == USBC { Mnemonic::Usbc } else { Mnemonic::of(known.mnemonic) };
        let penalty = known.page_penalty || known.branch();
        all[code] = Opcode { byte, op, mode: known.mode, cycles: known.cycles, penalty };
        code += 1;
    }
    all
};

/// No opcode.
const NONE: u16 = 256;

/// For each mnemonic and mode the opcode, or [`NONE`]. If there are several, the documented one is used, or else the first.
const INDEX: [[u16; 13]; 77] = {
    let mut index = [[NONE; 13]; 77];
    let mut i = 0;
    while i < OPCODES.len() {
        let place = &mut index[OPCODES[i].op as usize][OPCODES[i].mode as usize];
        if *place == NONE || opcodes::OPCODES[i].is_some() {
            *place = i as u16;
        }
        i += 1;
    }
    index
};

/// Returns the opcode table entry of a mnemonic in a mode, or `None` if the 6502 has no such instruction.
#[must_use]
pub fn lookup(op: Mnemonic, mode: Mode) -> Option<&'static Opcode> {
    OPCODES.get(usize::from(INDEX[op as usize][mode as usize]))
}

/// Returns the opcode byte of a mnemonic in a mode, or `None` if the 6502 has no such instruction.
#[must_use]
pub fn opcode(op: Mnemonic, mode: Mode) -> Option<u8> {
    lookup(op, mode).map(|o| o.byte)
}

/// Returns the cycles of a mnemonic in a mode, without penalties, or `None` if the 6502 has no such instruction.
#[must_use]
pub fn cycles(op: Mnemonic, mode: Mode) -> Option<u8> {
    lookup(op, mode).map(|o| o.cycles)
}

#[cfg(test)]
mod tests;

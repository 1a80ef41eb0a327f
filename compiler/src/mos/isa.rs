//! The 6502 instruction set: its 151 documented opcodes, their cycles, and what each reads and writes.
//!
//! Opcodes and cycles: MCS6500 Microcomputer Family Programming Manual, appendix B.

use std::fmt;

/// A set of the things an instruction reads or writes: registers, flags, memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Set(u16);

impl Set {
    /// Nothing.
    pub const NONE: Set = Set(0);
    /// The accumulator.
    pub const A: Set = Set(1 << 0);
    /// Index register X.
    pub const X: Set = Set(1 << 1);
    /// Index register Y.
    pub const Y: Set = Set(1 << 2);
    /// The stack pointer.
    pub const S: Set = Set(1 << 3);
    /// The negative flag.
    pub const N: Set = Set(1 << 4);
    /// The zero flag.
    pub const Z: Set = Set(1 << 5);
    /// The carry.
    pub const C: Set = Set(1 << 6);
    /// The overflow flag.
    pub const V: Set = Set(1 << 7);
    /// Decimal mode.
    pub const D: Set = Set(1 << 8);
    /// The interrupt flag.
    pub const I: Set = Set(1 << 9);
    /// Memory.
    pub const M: Set = Set(1 << 10);
    /// Negative, zero, carry and overflow.
    pub const FLAGS: Set = Set(Set::N.0 | Set::Z.0 | Set::C.0 | Set::V.0);
    /// Everything.
    pub const ALL: Set = Set((1 << 11) - 1);

    /// What is in either.
    #[must_use]
    pub const fn union(self, other: Set) -> Set {
        Set(self.0 | other.0)
    }

    /// What is in this one and not in the other.
    #[must_use]
    pub const fn minus(self, other: Set) -> Set {
        Set(self.0 & !other.0)
    }

    /// Whether the two have something in common.
    #[must_use]
    pub const fn meets(self, other: Set) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all of the other is in this one.
    #[must_use]
    pub const fn contains(self, other: Set) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether it is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl std::ops::BitOr for Set {
    type Output = Set;
    fn bitor(self, other: Set) -> Set {
        self.union(other)
    }
}

/// What an instruction does with its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It has none.
    Nothing,
    /// Reads it.
    Read,
    /// Overwrites it.
    Write,
    /// Reads it, then writes it.
    Modify,
    /// Goes on there: a branch or jump.
    Target,
    /// Leaves the routine, for code that may read and change anything.
    Leave,
}

macro_rules! mnemonics {
    ($($name:ident $text:literal $access:ident [$($read:ident)*] [$($write:ident)*] $doc:literal;)*) => {
        /// What an instruction does.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        pub enum Mnemonic { $(#[doc = $doc] $name),* }

        impl Mnemonic {
            /// All of them, by name.
            pub const ALL: [Mnemonic; 56] = [$(Mnemonic::$name),*];

            /// Its three letters, in lower case.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Mnemonic::$name => $text),* }
            }

            /// What it does with its operand.
            #[inline]
            #[must_use]
            pub fn access(self) -> Access {
                match self { $(Mnemonic::$name => Access::$access),* }
            }

            /// Registers and flags read and written, whatever the addressing mode.
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
    And "and" Read [A] [A N Z] "A and the operand, bit by bit.";
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
    Dec "dec" Modify [] [N Z] "Subtracts one from memory.";
    Dex "dex" Nothing [X] [X N Z] "Subtracts one from X.";
    Dey "dey" Nothing [Y] [Y N Z] "Subtracts one from Y.";
    Eor "eor" Read [A] [A N Z] "A exclusive or the operand.";
    Inc "inc" Modify [] [N Z] "Adds one to memory.";
    Inx "inx" Nothing [X] [X N Z] "Adds one to X.";
    Iny "iny" Nothing [Y] [Y N Z] "Adds one to Y.";
    Jmp "jmp" Target [] [] "Jumps.";
    Jsr "jsr" Leave [] [] "Calls a subroutine.";
    Lda "lda" Read [] [A N Z] "Loads A.";
    Ldx "ldx" Read [] [X N Z] "Loads X.";
    Ldy "ldy" Read [] [Y N Z] "Loads Y.";
    Lsr "lsr" Modify [] [N Z C] "Shifts right, bit 0 into the carry.";
    Nop "nop" Nothing [] [] "Does nothing.";
    Ora "ora" Read [A] [A N Z] "A or the operand, bit by bit.";
    Pha "pha" Nothing [A S] [S M] "Pushes A.";
    Php "php" Nothing [N Z C V D I S] [S M] "Pushes the flags.";
    Pla "pla" Nothing [S M] [A N Z S] "Pulls A.";
    Plp "plp" Nothing [S M] [N Z C V D I S] "Pulls the flags.";
    Rol "rol" Modify [C] [N Z C] "Rotates left through the carry.";
    Ror "ror" Modify [C] [N Z C] "Rotates right through the carry.";
    Rti "rti" Leave [] [] "Returns from an interrupt.";
    Rts "rts" Leave [] [] "Returns from a subroutine.";
    Sbc "sbc" Read [A C D] [A N Z C V] "Subtracts the operand and the borrow (carry clear) from A.";
    Sec "sec" Nothing [] [C] "Sets the carry.";
    Sed "sed" Nothing [] [D] "Begins decimal mode.";
    Sei "sei" Nothing [] [I] "Holds interrupts off.";
    Sta "sta" Write [A] [] "Stores A.";
    Stx "stx" Write [X] [] "Stores X.";
    Sty "sty" Write [Y] [] "Stores Y.";
    Tax "tax" Nothing [A] [X N Z] "Copies A to X.";
    Tay "tay" Nothing [A] [Y N Z] "Copies A to Y.";
    Tsx "tsx" Nothing [S] [X N Z] "Copies the stack pointer to X.";
    Txa "txa" Nothing [X] [A N Z] "Copies X to A.";
    Txs "txs" Nothing [X] [S] "Copies X to the stack pointer.";
    Tya "tya" Nothing [Y] [A N Z] "Copies Y to A.";
}

impl Mnemonic {
    /// The mnemonic of that name, in upper or lower case.
    #[must_use]
    pub fn parse(name: &str) -> Option<Mnemonic> {
        Mnemonic::ALL.into_iter().find(|m| m.name().eq_ignore_ascii_case(name))
    }

    /// What it reads in that mode: registers, flags, memory. Decimal mode is part of what `adc` and `sbc` read.
    /// Calls, returns and `brk` read everything: only their caller knows better.
    #[inline]
    #[must_use]
    pub fn reads(self, mode: Mode) -> Set {
        let index = match mode {
            Mode::ZpX | Mode::AbsX => Set::X,
            Mode::ZpY | Mode::AbsY => Set::Y,
            Mode::IndX => Set::X | Set::M,
            Mode::IndY => Set::Y | Set::M,
            Mode::Ind => Set::M,
            _ => Set::NONE,
        };
        let operand = match (self.access(), mode) {
            (Access::Leave, _) => Set::ALL,
            (Access::Modify, Mode::Acc) => Set::A,
            (_, Mode::Imm) => Set::NONE,
            (Access::Read | Access::Modify, _) => Set::M,
            _ => Set::NONE,
        };
        self.effects().0 | index | operand
    }

    /// What it certainly overwrites in that mode. Nothing for calls, returns and `brk`.
    #[inline]
    #[must_use]
    pub fn writes(self, mode: Mode) -> Set {
        let operand = match (self.access(), mode) {
            (Access::Modify, Mode::Acc) => Set::A,
            (Access::Write | Access::Modify, _) => Set::M,
            _ => Set::NONE,
        };
        self.effects().1 | operand
    }

    /// Whether it is a conditional branch.
    #[must_use]
    pub fn is_branch(self) -> bool {
        self.inverted().is_some()
    }

    /// The branch on the opposite condition.
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

/// How an instruction reaches its operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Mode {
    /// No operand.
    Imp,
    /// The accumulator.
    Acc,
    /// `#byte`.
    Imm,
    /// Zero-page address.
    Zp,
    /// Zero-page address plus X, wrapping within the page.
    ZpX,
    /// Zero-page address plus Y, wrapping within the page.
    ZpY,
    /// Address.
    Abs,
    /// Address plus X.
    AbsX,
    /// Address plus Y.
    AbsY,
    /// Through the vector at the address; `jmp` only.
    Ind,
    /// Through the zero-page pointer at the address plus X.
    IndX,
    /// Through the zero-page pointer, plus Y.
    IndY,
    /// Branch distance.
    Rel,
}

impl Mode {
    /// Bytes of an instruction in this mode, opcode included.
    #[must_use]
    pub fn size(self) -> u16 {
        match self {
            Mode::Imp | Mode::Acc => 1,
            Mode::Imm | Mode::Zp | Mode::ZpX | Mode::ZpY | Mode::IndX | Mode::IndY | Mode::Rel => 2,
            Mode::Abs | Mode::AbsX | Mode::AbsY | Mode::Ind => 3,
        }
    }
}

/// One documented opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opcode {
    /// The byte in memory.
    pub byte: u8,
    /// What it does.
    pub op: Mnemonic,
    /// How it reaches its operand.
    pub mode: Mode,
    /// Cycles without penalties.
    pub cycles: u8,
    /// Whether it may take longer: one more when an index or a branch crosses a page, and one more for a
    /// branch that is taken.
    pub penalty: bool,
}

const fn row(byte: u8, op: Mnemonic, mode: Mode, cycles: u8, penalty: bool) -> Opcode {
    Opcode { byte, op, mode, cycles, penalty }
}

/// The documented opcodes in the order of their bytes.
pub const OPCODES: [Opcode; 151] = {
    use Mnemonic::*;
    use Mode::*;
    [
        row(0x00, Brk, Imp, 7, false),
        row(0x01, Ora, IndX, 6, false),
        row(0x05, Ora, Zp, 3, false),
        row(0x06, Asl, Zp, 5, false),
        row(0x08, Php, Imp, 3, false),
        row(0x09, Ora, Imm, 2, false),
        row(0x0a, Asl, Acc, 2, false),
        row(0x0d, Ora, Abs, 4, false),
        row(0x0e, Asl, Abs, 6, false),
        row(0x10, Bpl, Rel, 2, true),
        row(0x11, Ora, IndY, 5, true),
        row(0x15, Ora, ZpX, 4, false),
        row(0x16, Asl, ZpX, 6, false),
        row(0x18, Clc, Imp, 2, false),
        row(0x19, Ora, AbsY, 4, true),
        row(0x1d, Ora, AbsX, 4, true),
        row(0x1e, Asl, AbsX, 7, false),
        row(0x20, Jsr, Abs, 6, false),
        row(0x21, And, IndX, 6, false),
        row(0x24, Bit, Zp, 3, false),
        row(0x25, And, Zp, 3, false),
        row(0x26, Rol, Zp, 5, false),
        row(0x28, Plp, Imp, 4, false),
        row(0x29, And, Imm, 2, false),
        row(0x2a, Rol, Acc, 2, false),
        row(0x2c, Bit, Abs, 4, false),
        row(0x2d, And, Abs, 4, false),
        row(0x2e, Rol, Abs, 6, false),
        row(0x30, Bmi, Rel, 2, true),
        row(0x31, And, IndY, 5, true),
        row(0x35, And, ZpX, 4, false),
        row(0x36, Rol, ZpX, 6, false),
        row(0x38, Sec, Imp, 2, false),
        row(0x39, And, AbsY, 4, true),
        row(0x3d, And, AbsX, 4, true),
        row(0x3e, Rol, AbsX, 7, false),
        row(0x40, Rti, Imp, 6, false),
        row(0x41, Eor, IndX, 6, false),
        row(0x45, Eor, Zp, 3, false),
        row(0x46, Lsr, Zp, 5, false),
        row(0x48, Pha, Imp, 3, false),
        row(0x49, Eor, Imm, 2, false),
        row(0x4a, Lsr, Acc, 2, false),
        row(0x4c, Jmp, Abs, 3, false),
        row(0x4d, Eor, Abs, 4, false),
        row(0x4e, Lsr, Abs, 6, false),
        row(0x50, Bvc, Rel, 2, true),
        row(0x51, Eor, IndY, 5, true),
        row(0x55, Eor, ZpX, 4, false),
        row(0x56, Lsr, ZpX, 6, false),
        row(0x58, Cli, Imp, 2, false),
        row(0x59, Eor, AbsY, 4, true),
        row(0x5d, Eor, AbsX, 4, true),
        row(0x5e, Lsr, AbsX, 7, false),
        row(0x60, Rts, Imp, 6, false),
        row(0x61, Adc, IndX, 6, false),
        row(0x65, Adc, Zp, 3, false),
        row(0x66, Ror, Zp, 5, false),
        row(0x68, Pla, Imp, 4, false),
        row(0x69, Adc, Imm, 2, false),
        row(0x6a, Ror, Acc, 2, false),
        row(0x6c, Jmp, Ind, 5, false),
        row(0x6d, Adc, Abs, 4, false),
        row(0x6e, Ror, Abs, 6, false),
        row(0x70, Bvs, Rel, 2, true),
        row(0x71, Adc, IndY, 5, true),
        row(0x75, Adc, ZpX, 4, false),
        row(0x76, Ror, ZpX, 6, false),
        row(0x78, Sei, Imp, 2, false),
        row(0x79, Adc, AbsY, 4, true),
        row(0x7d, Adc, AbsX, 4, true),
        row(0x7e, Ror, AbsX, 7, false),
        row(0x81, Sta, IndX, 6, false),
        row(0x84, Sty, Zp, 3, false),
        row(0x85, Sta, Zp, 3, false),
        row(0x86, Stx, Zp, 3, false),
        row(0x88, Dey, Imp, 2, false),
        row(0x8a, Txa, Imp, 2, false),
        row(0x8c, Sty, Abs, 4, false),
        row(0x8d, Sta, Abs, 4, false),
        row(0x8e, Stx, Abs, 4, false),
        row(0x90, Bcc, Rel, 2, true),
        row(0x91, Sta, IndY, 6, false),
        row(0x94, Sty, ZpX, 4, false),
        row(0x95, Sta, ZpX, 4, false),
        row(0x96, Stx, ZpY, 4, false),
        row(0x98, Tya, Imp, 2, false),
        row(0x99, Sta, AbsY, 5, false),
        row(0x9a, Txs, Imp, 2, false),
        row(0x9d, Sta, AbsX, 5, false),
        row(0xa0, Ldy, Imm, 2, false),
        row(0xa1, Lda, IndX, 6, false),
        row(0xa2, Ldx, Imm, 2, false),
        row(0xa4, Ldy, Zp, 3, false),
        row(0xa5, Lda, Zp, 3, false),
        row(0xa6, Ldx, Zp, 3, false),
        row(0xa8, Tay, Imp, 2, false),
        row(0xa9, Lda, Imm, 2, false),
        row(0xaa, Tax, Imp, 2, false),
        row(0xac, Ldy, Abs, 4, false),
        row(0xad, Lda, Abs, 4, false),
        row(0xae, Ldx, Abs, 4, false),
        row(0xb0, Bcs, Rel, 2, true),
        row(0xb1, Lda, IndY, 5, true),
        row(0xb4, Ldy, ZpX, 4, false),
        row(0xb5, Lda, ZpX, 4, false),
        row(0xb6, Ldx, ZpY, 4, false),
        row(0xb8, Clv, Imp, 2, false),
        row(0xb9, Lda, AbsY, 4, true),
        row(0xba, Tsx, Imp, 2, false),
        row(0xbc, Ldy, AbsX, 4, true),
        row(0xbd, Lda, AbsX, 4, true),
        row(0xbe, Ldx, AbsY, 4, true),
        row(0xc0, Cpy, Imm, 2, false),
        row(0xc1, Cmp, IndX, 6, false),
        row(0xc4, Cpy, Zp, 3, false),
        row(0xc5, Cmp, Zp, 3, false),
        row(0xc6, Dec, Zp, 5, false),
        row(0xc8, Iny, Imp, 2, false),
        row(0xc9, Cmp, Imm, 2, false),
        row(0xca, Dex, Imp, 2, false),
        row(0xcc, Cpy, Abs, 4, false),
        row(0xcd, Cmp, Abs, 4, false),
        row(0xce, Dec, Abs, 6, false),
        row(0xd0, Bne, Rel, 2, true),
        row(0xd1, Cmp, IndY, 5, true),
        row(0xd5, Cmp, ZpX, 4, false),
        row(0xd6, Dec, ZpX, 6, false),
        row(0xd8, Cld, Imp, 2, false),
        row(0xd9, Cmp, AbsY, 4, true),
        row(0xdd, Cmp, AbsX, 4, true),
        row(0xde, Dec, AbsX, 7, false),
        row(0xe0, Cpx, Imm, 2, false),
        row(0xe1, Sbc, IndX, 6, false),
        row(0xe4, Cpx, Zp, 3, false),
        row(0xe5, Sbc, Zp, 3, false),
        row(0xe6, Inc, Zp, 5, false),
        row(0xe8, Inx, Imp, 2, false),
        row(0xe9, Sbc, Imm, 2, false),
        row(0xea, Nop, Imp, 2, false),
        row(0xec, Cpx, Abs, 4, false),
        row(0xed, Sbc, Abs, 4, false),
        row(0xee, Inc, Abs, 6, false),
        row(0xf0, Beq, Rel, 2, true),
        row(0xf1, Sbc, IndY, 5, true),
        row(0xf5, Sbc, ZpX, 4, false),
        row(0xf6, Inc, ZpX, 6, false),
        row(0xf8, Sed, Imp, 2, false),
        row(0xf9, Sbc, AbsY, 4, true),
        row(0xfd, Sbc, AbsX, 4, true),
        row(0xfe, Inc, AbsX, 7, false),
    ]
};

/// For each mnemonic and mode the row of [`OPCODES`], 255 for none.
const INDEX: [[u8; 13]; 56] = {
    let mut index = [[255; 13]; 56];
    let mut i = 0;
    while i < OPCODES.len() {
        index[OPCODES[i].op as usize][OPCODES[i].mode as usize] = i as u8;
        i += 1;
    }
    index
};

/// The table row of a mnemonic in a mode; nothing if the 6502 has no such instruction.
#[must_use]
pub fn lookup(op: Mnemonic, mode: Mode) -> Option<&'static Opcode> {
    OPCODES.get(usize::from(INDEX[op as usize][mode as usize]))
}

/// The opcode byte of a mnemonic in a mode; nothing if the 6502 has no such instruction.
#[must_use]
pub fn opcode(op: Mnemonic, mode: Mode) -> Option<u8> {
    lookup(op, mode).map(|o| o.byte)
}

/// Cycles of a mnemonic in a mode, without penalties; nothing if the 6502 has no such instruction.
#[must_use]
pub fn cycles(op: Mnemonic, mode: Mode) -> Option<u8> {
    lookup(op, mode).map(|o| o.cycles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_ordered_and_unambiguous() {
        assert!(OPCODES.windows(2).all(|w| w[0].byte < w[1].byte));
        for o in &OPCODES {
            assert_eq!(lookup(o.op, o.mode), Some(o));
        }
        assert_eq!(opcode(Mnemonic::Stx, Mode::AbsY), None);
        assert_eq!(opcode(Mnemonic::Sta, Mode::Imm), None);
    }

    #[test]
    fn names_round_trip() {
        for m in Mnemonic::ALL {
            assert_eq!(Mnemonic::parse(m.name()), Some(m));
            assert_eq!(Mnemonic::parse(&format!("{m:?}")), Some(m));
            assert_eq!(m.inverted().and_then(Mnemonic::inverted), m.inverted().map(|_| m));
        }
        assert_eq!(Mnemonic::parse("lax"), None);
    }

    #[test]
    fn effects_follow_the_mode() {
        assert_eq!(Mnemonic::Lda.reads(Mode::IndY), Set::Y | Set::M);
        assert_eq!(Mnemonic::Lda.reads(Mode::Imm), Set::NONE);
        assert_eq!(Mnemonic::Rol.reads(Mode::Acc), Set::A | Set::C);
        assert_eq!(Mnemonic::Rol.writes(Mode::Acc), Set::A | Set::N | Set::Z | Set::C);
        assert_eq!(Mnemonic::Sta.reads(Mode::ZpX), Set::A | Set::X);
        assert_eq!(Mnemonic::Sta.writes(Mode::ZpX), Set::M);
        assert_eq!(Mnemonic::Inc.writes(Mode::Abs), Set::M | Set::N | Set::Z);
        assert_eq!(Mnemonic::Jsr.reads(Mode::Abs), Set::ALL);
        assert!(Mnemonic::Jmp.reads(Mode::Abs).is_empty());
    }
}

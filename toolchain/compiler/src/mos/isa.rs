//! The instruction set of the NMOS 6502: its documented opcodes, the undocumented ones, which only assembly uses, their cycles, and what each
//! reads and writes.
//!
//! Opcodes and cycles: MCS6500 Microcomputer Family Programming Manual, appendix B; "NMOS 6510 Unintended Opcodes – No More Secrets" (0.99) for
//! the undocumented ones and their names.

use std::fmt;

pub use super::effects::{Access, Set};

macro_rules! mnemonics {
    ($($name:ident $text:literal $access:ident [$($read:ident)*] [$($write:ident)*] $doc:literal;)*) => {
        /// What an instruction does.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        pub enum Mnemonic { $(#[doc = $doc] $name),* }

        impl Mnemonic {
            /// All of them, by name.
            pub const ALL: [Mnemonic; 77] = [$(Mnemonic::$name),*];

            /// Its letters, in lower case.
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

/// One opcode.
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

/// The opcodes in the order of their bytes: of undocumented ones that do the same, the first.
pub const OPCODES: [Opcode; 222] = {
    use Mnemonic::*;
    use Mode::*;
    [
        row(0x00, Brk, Imp, 7, false),
        row(0x01, Ora, IndX, 6, false),
        row(0x02, Jam, Imp, 1, false),
        row(0x03, Slo, IndX, 8, false),
        row(0x04, Nop, Zp, 3, false),
        row(0x05, Ora, Zp, 3, false),
        row(0x06, Asl, Zp, 5, false),
        row(0x07, Slo, Zp, 5, false),
        row(0x08, Php, Imp, 3, false),
        row(0x09, Ora, Imm, 2, false),
        row(0x0a, Asl, Acc, 2, false),
        row(0x0b, Anc, Imm, 2, false),
        row(0x0c, Nop, Abs, 4, false),
        row(0x0d, Ora, Abs, 4, false),
        row(0x0e, Asl, Abs, 6, false),
        row(0x0f, Slo, Abs, 6, false),
        row(0x10, Bpl, Rel, 2, true),
        row(0x11, Ora, IndY, 5, true),
        row(0x13, Slo, IndY, 8, false),
        row(0x14, Nop, ZpX, 4, false),
        row(0x15, Ora, ZpX, 4, false),
        row(0x16, Asl, ZpX, 6, false),
        row(0x17, Slo, ZpX, 6, false),
        row(0x18, Clc, Imp, 2, false),
        row(0x19, Ora, AbsY, 4, true),
        row(0x1b, Slo, AbsY, 7, false),
        row(0x1c, Nop, AbsX, 4, true),
        row(0x1d, Ora, AbsX, 4, true),
        row(0x1e, Asl, AbsX, 7, false),
        row(0x1f, Slo, AbsX, 7, false),
        row(0x20, Jsr, Abs, 6, false),
        row(0x21, And, IndX, 6, false),
        row(0x23, Rla, IndX, 8, false),
        row(0x24, Bit, Zp, 3, false),
        row(0x25, And, Zp, 3, false),
        row(0x26, Rol, Zp, 5, false),
        row(0x27, Rla, Zp, 5, false),
        row(0x28, Plp, Imp, 4, false),
        row(0x29, And, Imm, 2, false),
        row(0x2a, Rol, Acc, 2, false),
        row(0x2c, Bit, Abs, 4, false),
        row(0x2d, And, Abs, 4, false),
        row(0x2e, Rol, Abs, 6, false),
        row(0x2f, Rla, Abs, 6, false),
        row(0x30, Bmi, Rel, 2, true),
        row(0x31, And, IndY, 5, true),
        row(0x33, Rla, IndY, 8, false),
        row(0x35, And, ZpX, 4, false),
        row(0x36, Rol, ZpX, 6, false),
        row(0x37, Rla, ZpX, 6, false),
        row(0x38, Sec, Imp, 2, false),
        row(0x39, And, AbsY, 4, true),
        row(0x3b, Rla, AbsY, 7, false),
        row(0x3d, And, AbsX, 4, true),
        row(0x3e, Rol, AbsX, 7, false),
        row(0x3f, Rla, AbsX, 7, false),
        row(0x40, Rti, Imp, 6, false),
        row(0x41, Eor, IndX, 6, false),
        row(0x43, Sre, IndX, 8, false),
        row(0x45, Eor, Zp, 3, false),
        row(0x46, Lsr, Zp, 5, false),
        row(0x47, Sre, Zp, 5, false),
        row(0x48, Pha, Imp, 3, false),
        row(0x49, Eor, Imm, 2, false),
        row(0x4a, Lsr, Acc, 2, false),
        row(0x4b, Alr, Imm, 2, false),
        row(0x4c, Jmp, Abs, 3, false),
        row(0x4d, Eor, Abs, 4, false),
        row(0x4e, Lsr, Abs, 6, false),
        row(0x4f, Sre, Abs, 6, false),
        row(0x50, Bvc, Rel, 2, true),
        row(0x51, Eor, IndY, 5, true),
        row(0x53, Sre, IndY, 8, false),
        row(0x55, Eor, ZpX, 4, false),
        row(0x56, Lsr, ZpX, 6, false),
        row(0x57, Sre, ZpX, 6, false),
        row(0x58, Cli, Imp, 2, false),
        row(0x59, Eor, AbsY, 4, true),
        row(0x5b, Sre, AbsY, 7, false),
        row(0x5d, Eor, AbsX, 4, true),
        row(0x5e, Lsr, AbsX, 7, false),
        row(0x5f, Sre, AbsX, 7, false),
        row(0x60, Rts, Imp, 6, false),
        row(0x61, Adc, IndX, 6, false),
        row(0x63, Rra, IndX, 8, false),
        row(0x65, Adc, Zp, 3, false),
        row(0x66, Ror, Zp, 5, false),
        row(0x67, Rra, Zp, 5, false),
        row(0x68, Pla, Imp, 4, false),
        row(0x69, Adc, Imm, 2, false),
        row(0x6a, Ror, Acc, 2, false),
        row(0x6b, Arr, Imm, 2, false),
        row(0x6c, Jmp, Ind, 5, false),
        row(0x6d, Adc, Abs, 4, false),
        row(0x6e, Ror, Abs, 6, false),
        row(0x6f, Rra, Abs, 6, false),
        row(0x70, Bvs, Rel, 2, true),
        row(0x71, Adc, IndY, 5, true),
        row(0x73, Rra, IndY, 8, false),
        row(0x75, Adc, ZpX, 4, false),
        row(0x76, Ror, ZpX, 6, false),
        row(0x77, Rra, ZpX, 6, false),
        row(0x78, Sei, Imp, 2, false),
        row(0x79, Adc, AbsY, 4, true),
        row(0x7b, Rra, AbsY, 7, false),
        row(0x7d, Adc, AbsX, 4, true),
        row(0x7e, Ror, AbsX, 7, false),
        row(0x7f, Rra, AbsX, 7, false),
        row(0x80, Nop, Imm, 2, false),
        row(0x81, Sta, IndX, 6, false),
        row(0x83, Sax, IndX, 6, false),
        row(0x84, Sty, Zp, 3, false),
        row(0x85, Sta, Zp, 3, false),
        row(0x86, Stx, Zp, 3, false),
        row(0x87, Sax, Zp, 3, false),
        row(0x88, Dey, Imp, 2, false),
        row(0x8a, Txa, Imp, 2, false),
        row(0x8b, Ane, Imm, 2, false),
        row(0x8c, Sty, Abs, 4, false),
        row(0x8d, Sta, Abs, 4, false),
        row(0x8e, Stx, Abs, 4, false),
        row(0x8f, Sax, Abs, 4, false),
        row(0x90, Bcc, Rel, 2, true),
        row(0x91, Sta, IndY, 6, false),
        row(0x93, Sha, IndY, 6, false),
        row(0x94, Sty, ZpX, 4, false),
        row(0x95, Sta, ZpX, 4, false),
        row(0x96, Stx, ZpY, 4, false),
        row(0x97, Sax, ZpY, 4, false),
        row(0x98, Tya, Imp, 2, false),
        row(0x99, Sta, AbsY, 5, false),
        row(0x9a, Txs, Imp, 2, false),
        row(0x9b, Tas, AbsY, 5, false),
        row(0x9c, Shy, AbsX, 5, false),
        row(0x9d, Sta, AbsX, 5, false),
        row(0x9e, Shx, AbsY, 5, false),
        row(0x9f, Sha, AbsY, 5, false),
        row(0xa0, Ldy, Imm, 2, false),
        row(0xa1, Lda, IndX, 6, false),
        row(0xa2, Ldx, Imm, 2, false),
        row(0xa3, Lax, IndX, 6, false),
        row(0xa4, Ldy, Zp, 3, false),
        row(0xa5, Lda, Zp, 3, false),
        row(0xa6, Ldx, Zp, 3, false),
        row(0xa7, Lax, Zp, 3, false),
        row(0xa8, Tay, Imp, 2, false),
        row(0xa9, Lda, Imm, 2, false),
        row(0xaa, Tax, Imp, 2, false),
        row(0xab, Lxa, Imm, 2, false),
        row(0xac, Ldy, Abs, 4, false),
        row(0xad, Lda, Abs, 4, false),
        row(0xae, Ldx, Abs, 4, false),
        row(0xaf, Lax, Abs, 4, false),
        row(0xb0, Bcs, Rel, 2, true),
        row(0xb1, Lda, IndY, 5, true),
        row(0xb3, Lax, IndY, 5, true),
        row(0xb4, Ldy, ZpX, 4, false),
        row(0xb5, Lda, ZpX, 4, false),
        row(0xb6, Ldx, ZpY, 4, false),
        row(0xb7, Lax, ZpY, 4, false),
        row(0xb8, Clv, Imp, 2, false),
        row(0xb9, Lda, AbsY, 4, true),
        row(0xba, Tsx, Imp, 2, false),
        row(0xbb, Las, AbsY, 4, true),
        row(0xbc, Ldy, AbsX, 4, true),
        row(0xbd, Lda, AbsX, 4, true),
        row(0xbe, Ldx, AbsY, 4, true),
        row(0xbf, Lax, AbsY, 4, true),
        row(0xc0, Cpy, Imm, 2, false),
        row(0xc1, Cmp, IndX, 6, false),
        row(0xc3, Dcp, IndX, 8, false),
        row(0xc4, Cpy, Zp, 3, false),
        row(0xc5, Cmp, Zp, 3, false),
        row(0xc6, Dec, Zp, 5, false),
        row(0xc7, Dcp, Zp, 5, false),
        row(0xc8, Iny, Imp, 2, false),
        row(0xc9, Cmp, Imm, 2, false),
        row(0xca, Dex, Imp, 2, false),
        row(0xcb, Sbx, Imm, 2, false),
        row(0xcc, Cpy, Abs, 4, false),
        row(0xcd, Cmp, Abs, 4, false),
        row(0xce, Dec, Abs, 6, false),
        row(0xcf, Dcp, Abs, 6, false),
        row(0xd0, Bne, Rel, 2, true),
        row(0xd1, Cmp, IndY, 5, true),
        row(0xd3, Dcp, IndY, 8, false),
        row(0xd5, Cmp, ZpX, 4, false),
        row(0xd6, Dec, ZpX, 6, false),
        row(0xd7, Dcp, ZpX, 6, false),
        row(0xd8, Cld, Imp, 2, false),
        row(0xd9, Cmp, AbsY, 4, true),
        row(0xdb, Dcp, AbsY, 7, false),
        row(0xdd, Cmp, AbsX, 4, true),
        row(0xde, Dec, AbsX, 7, false),
        row(0xdf, Dcp, AbsX, 7, false),
        row(0xe0, Cpx, Imm, 2, false),
        row(0xe1, Sbc, IndX, 6, false),
        row(0xe3, Isc, IndX, 8, false),
        row(0xe4, Cpx, Zp, 3, false),
        row(0xe5, Sbc, Zp, 3, false),
        row(0xe6, Inc, Zp, 5, false),
        row(0xe7, Isc, Zp, 5, false),
        row(0xe8, Inx, Imp, 2, false),
        row(0xe9, Sbc, Imm, 2, false),
        row(0xea, Nop, Imp, 2, false),
        row(0xeb, Usbc, Imm, 2, false),
        row(0xec, Cpx, Abs, 4, false),
        row(0xed, Sbc, Abs, 4, false),
        row(0xee, Inc, Abs, 6, false),
        row(0xef, Isc, Abs, 6, false),
        row(0xf0, Beq, Rel, 2, true),
        row(0xf1, Sbc, IndY, 5, true),
        row(0xf3, Isc, IndY, 8, false),
        row(0xf5, Sbc, ZpX, 4, false),
        row(0xf6, Inc, ZpX, 6, false),
        row(0xf7, Isc, ZpX, 6, false),
        row(0xf8, Sed, Imp, 2, false),
        row(0xf9, Sbc, AbsY, 4, true),
        row(0xfb, Isc, AbsY, 7, false),
        row(0xfd, Sbc, AbsX, 4, true),
        row(0xfe, Inc, AbsX, 7, false),
        row(0xff, Isc, AbsX, 7, false),
    ]
};

/// For each mnemonic and mode the row of [`OPCODES`], 255 for none.
const INDEX: [[u8; 13]; 77] = {
    let mut index = [[255; 13]; 77];
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
mod tests;

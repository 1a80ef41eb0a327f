//! Tests of the instruction table.

use super::*;

#[test]
fn table_is_ordered_and_unambiguous() {
    for (code, o) in OPCODES.iter().enumerate() {
        let found = lookup(o.op, o.mode).unwrap();
        assert_eq!((usize::from(o.byte), found.op, found.mode), (code, o.op, o.mode));
        assert!(found == o || opcodes::OPCODES[code].is_none(), "{o:?}");
    }
    // Of several undocumented opcodes, the first.
    assert_eq!(opcode(Mnemonic::Nop, Mode::Implied), Some(0xea));
    assert_eq!(opcode(Mnemonic::Nop, Mode::Immediate), Some(0x80));
    assert_eq!(opcode(Mnemonic::Sbc, Mode::Immediate), Some(0xe9));
    assert_eq!(opcode(Mnemonic::Usbc, Mode::Immediate), Some(0xeb));
    assert_eq!(opcode(Mnemonic::Stx, Mode::AbsoluteY), None);
    assert_eq!(opcode(Mnemonic::Sta, Mode::Immediate), None);
}

#[test]
fn names_round_trip() {
    for m in Mnemonic::ALL {
        assert_eq!(Mnemonic::parse(m.name()), Some(m));
        assert_eq!(Mnemonic::parse(&format!("{m:?}")), Some(m));
        assert_eq!(m.inverted().and_then(Mnemonic::inverted), m.inverted().map(|_| m));
    }
    assert_eq!(Mnemonic::parse("mov"), None);
}

#[test]
fn effects_follow_the_mode() {
    assert_eq!(Mnemonic::Lda.reads(Mode::IndirectY), Set::Y | Set::M);
    assert_eq!(Mnemonic::Lda.reads(Mode::Immediate), Set::NONE);
    assert_eq!(Mnemonic::Rol.reads(Mode::Accumulator), Set::A | Set::C);
    assert_eq!(Mnemonic::Rol.writes(Mode::Accumulator), Set::A | Set::N | Set::Z | Set::C);
    assert_eq!(Mnemonic::Sta.reads(Mode::ZeroPageX), Set::A | Set::X);
    assert_eq!(Mnemonic::Sta.writes(Mode::ZeroPageX), Set::M);
    assert_eq!(Mnemonic::Inc.writes(Mode::Absolute), Set::M | Set::N | Set::Z);
    assert_eq!(Mnemonic::Jsr.reads(Mode::Absolute), Set::ALL);
    assert!(Mnemonic::Jmp.reads(Mode::Absolute).is_empty());
}

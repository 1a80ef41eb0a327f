//! Tests of the table of instructions.

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
    assert_eq!(Mnemonic::parse("mov"), None);
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

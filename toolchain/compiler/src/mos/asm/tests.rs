//! Tests of the assembler.

use super::*;
use crate::mos::isa::Mnemonic::*;

fn items(text: &str) -> Result<Vec<Item>, Error> {
    let mut program = Program::default();
    let mut known = BTreeMap::new();
    known.insert("ptr".to_string(), program.fixed("ptr", 0xfb));
    known.insert("chrout".to_string(), program.fixed("chrout", 0xffd2));
    known.insert("outside".to_string(), program.label("outside"));
    assemble(text, "test", &mut program, &known).map(|a| a.items)
}

fn one(text: &str) -> (Mnemonic, Mode, Arg) {
    match items(text).as_deref() {
        Ok([Item::Ins(i)]) => (i.op, i.mode, i.arg),
        other => panic!("{text}: {other:?}"),
    }
}

const PTR: Label = Label(0);
const CHROUT: Label = Label(1);
const OUTSIDE: Label = Label(2);

#[test]
fn all_modes() {
    assert_eq!(one("\tcld ; decimal"), (Cld, Mode::Implied, Arg::None));
    assert_eq!(one("asl"), (Asl, Mode::Accumulator, Arg::None));
    assert_eq!(one("LSR A"), (Lsr, Mode::Accumulator, Arg::None));
    assert_eq!(one("lda #'a'+1"), (Lda, Mode::Immediate, Arg::Imm(b'b')));
    assert_eq!(one("lda #-1"), (Lda, Mode::Immediate, Arg::Imm(255)));
    assert_eq!(one("lda #<$1234"), (Lda, Mode::Immediate, Arg::Imm(0x34)));
    assert_eq!(one("lda #>$1234 + %1"), (Lda, Mode::Immediate, Arg::Imm(0x12)));
    assert_eq!(one("lda #<outside+1"), (Lda, Mode::Immediate, Arg::Lo(OUTSIDE, 1)));
    assert_eq!(one("lda #> outside"), (Lda, Mode::Immediate, Arg::Hi(OUTSIDE, 0)));
    assert_eq!(one("lda #ptr+1"), (Lda, Mode::Immediate, Arg::Imm(0xfc)));
    assert_eq!(one("lda ptr"), (Lda, Mode::Absolute, Arg::Mem(PTR, 0)));
    assert_eq!(one("inc $d020"), (Inc, Mode::Absolute, Arg::Abs(0xd020)));
    assert_eq!(one("sta ptr+1,x"), (Sta, Mode::ZeroPageX, Arg::Mem(PTR, 1)));
    assert_eq!(one("sta ptr+5,x"), (Sta, Mode::AbsoluteX, Arg::Mem(PTR, 5)));
    assert_eq!(one("sta 2,Y"), (Sta, Mode::AbsoluteY, Arg::Abs(2)));
    assert_eq!(one("stx 2 , y"), (Stx, Mode::ZeroPageY, Arg::Abs(2)));
    assert_eq!(one("lda outside-1,x"), (Lda, Mode::AbsoluteX, Arg::Mem(OUTSIDE, -1)));
    assert_eq!(one("lda (ptr),y"), (Lda, Mode::IndirectY, Arg::Mem(PTR, 0)));
    assert_eq!(one("lda ( $10 , x )"), (Lda, Mode::IndirectX, Arg::Abs(0x10)));
    assert_eq!(one("jmp (outside)"), (Jmp, Mode::Indirect, Arg::Mem(OUTSIDE, 0)));
    assert_eq!(one("jsr chrout"), (Jsr, Mode::Absolute, Arg::Mem(CHROUT, 0)));
    assert_eq!(one("bne outside"), (Bne, Mode::Relative, Arg::Mem(OUTSIDE, 0)));
    assert_eq!(one("lda #';' ; comment"), (Lda, Mode::Immediate, Arg::Imm(b';')));
}

#[test]
fn labels_have_scopes() {
    let bne = |label| Item::Ins(Ins { op: Bne, mode: Mode::Relative, arg: Arg::Mem(Label(label), 0) });
    assert_eq!(
        items("one: @l: bne @l\nbne .l\ntwo:\n@l: bne @l\nbne one"),
        Ok(vec![
            Item::Label(Label(3)),
            Item::Label(Label(4)),
            bne(4),
            bne(4),
            Item::Label(Label(5)),
            Item::Label(Label(6)),
            bne(6),
            bne(3)
        ])
    );
    assert_eq!(
        items("2: bne 2b\nbne 2f\n2: bne 2b"),
        Ok(vec![Item::Label(Label(3)), bne(3), bne(4), Item::Label(Label(4)), bne(4)])
    );
    assert_eq!(items("outside: rts").map(|i| i[0].clone()), Ok(Item::Label(OUTSIDE)));
}

#[test]
fn data_and_constants() {
    assert_eq!(
        items("n = 3\nm = outside + n\n.byte 1, n, <m, >m, 'x'\n.word $1234, m-1\n.res n, $ff"),
        Ok(vec![
            Item::Bytes(vec![1, 3]),
            Item::LoByte(OUTSIDE, 3),
            Item::HiByte(OUTSIDE, 3),
            Item::Bytes(vec![b'x']),
            Item::Bytes(vec![0x34, 0x12]),
            Item::Word(OUTSIDE, 2),
            Item::Bytes(vec![255; 3]),
        ])
    );
}

#[test]
fn errors_name_line_and_cause() {
    for (text, line, cause) in [
        ("nop\n\nmov 1", 3, "`mov` is not a 6502 instruction"),
        ("lda", 1, "no such addressing mode"),
        ("inx\nsta #1", 2, "no such addressing mode"),
        ("stx $1234,y", 1, "no such addressing mode"),
        ("lda (ptr)", 1, "no such addressing mode"),
        ("lda nowhere", 1, "`nowhere` is not defined"),
        ("bne @x\nf: @x: rts", 1, "no local label `@x`"),
        ("bne 2f", 1, "no label `2f`"),
        ("f: rts\nf: rts", 2, "defined twice"),
        ("f: @a: rts\n@a: rts", 2, "defined twice"),
        ("n = 1\nn = 2", 2, "defined twice"),
        ("lda n\nn = 1", 1, "`n` is not defined"),
        ("chrout: rts", 1, "fixed address"),
        ("x: rts", 1, "register"),
        ("lda #256", 1, "does not fit into a byte"),
        ("lda #outside", 1, "does not fit into a byte"),
        ("lda $12345", 1, "not a number"),
        ("lda 12g", 1, "not a number"),
        ("lda $ffff+1", 1, "out of range"),
        ("lda 1-2", 1, "not a number of 16 bits"),
        ("lda outside+outside", 1, "two labels"),
        ("lda 1-outside", 1, "cannot be subtracted"),
        ("lda (outside),y", 1, "zero page"),
        ("lda (ptr),x", 1, "expected `y`"),
        ("lda (ptr,y)", 1, "expected `x)`"),
        ("lda (ptr", 1, "expected `)`"),
        ("lda ptr,z", 1, "expected `x` or `y`"),
        ("lda #'", 1, "expected a character"),
        ("lda #'ab'", 1, "expected `'`"),
        ("lda #\u{e9}", 1, "expected a value"),
        ("asl a a", 1, "unexpected `a`"),
        (".org 5", 1, "no directive `.org`"),
        (".res outside", 1, "must be a number"),
        (".byte", 1, "expected a value"),
        ("+", 1, "not a statement"),
    ] {
        match items(text) {
            Err(Error::Assembly { line: l, what, place }) => {
                assert_eq!((l, place.as_str()), (line, "test"), "{text}");
                assert!(what.contains(cause), "{text}: {what}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

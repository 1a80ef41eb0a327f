//! Undocumented opcodes in inline assembly, between compiled code that may know only their true effects.

use compiler::{Options, Source, compile};
use machine::{Config, Machine, Stop};

const HEADER: &str = "target datalayout = \"e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8\"\n";

/// The machine's mark register, $D7FE, as an operand in LLVM text.
const MARK: &str = "inttoptr (i16 -10242 to ptr)";

/// The marks of a program on a machine that executes undocumented opcodes.
fn marks(text: &str) -> Vec<u8> {
    let source = Source { name: "test.ll", text };
    let image = compile(&source, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    let config = Config { interrupts: false, undocumented: true, ..Config::default() };
    let mut machine = Machine::new(config);
    machine.load_prg(&image.prg).unwrap();
    assert_eq!(machine.call(image.entry).unwrap(), Stop::Returned);
    machine.marks().iter().map(|mark| mark.value).collect()
}

/// Instructions that change both A and a byte in memory, with both afterwards for A = $35, the byte $C3 and a clear carry.
const BOTH: [(&str, u8, u8); 6] = [
    ("slo", 0x35 | 0x86, 0x86),
    ("rla", 0x35 & 0x86, 0x86),
    ("sre", 0x35 ^ 0x61, 0x61),
    ("rra", 0x35 + 0x61 + 1, 0x61),
    ("dcp", 0x35, 0xc2),
    ("isc", 0x35_u8.wrapping_sub(0xc4).wrapping_sub(1), 0xc4),
];

/// A, the byte, and whether they are the same, are what the instruction has made of them.
#[test]
fn what_is_changed_together_is_not_taken_for_the_same() {
    for (name, a, byte) in BOTH {
        let text = format!(
            "{HEADER}@a = internal global i8 53, align 1\n@b = internal global i8 -61, align 1\n\
             define void @main() unnamed_addr addrspace(1) {{\n\
             \x20 %a = load volatile i8, ptr @a, align 1\n\
             \x20 %b = load volatile i8, ptr @b, align 1\n\
             \x20 %r = call {{ i8, i8 }} asm sideeffect \"clc\\0A{name} $1\", \"={{r24}},=r,{{r24}},1\"(i8 %a, i8 %b)\n\
             \x20 %x = extractvalue {{ i8, i8 }} %r, 0\n\
             \x20 %y = extractvalue {{ i8, i8 }} %r, 1\n\
             \x20 %same = icmp eq i8 %x, %y\n\
             \x20 %z = zext i1 %same to i8\n\
             \x20 store volatile i8 %x, ptr {MARK}, align 1\n\
             \x20 store volatile i8 %y, ptr {MARK}, align 1\n\
             \x20 store volatile i8 %z, ptr {MARK}, align 1\n\
             \x20 ret void\n}}\n"
        );
        assert_eq!(marks(&text), [a, byte, u8::from(a == byte)], "{name}");
    }
}

/// LAX and SAX reach memory, and LAX changes X, in which a value lies that is wanted afterwards.
#[test]
fn loads_and_stores_of_two_registers_are_known() {
    let text = format!(
        "{HEADER}@a = internal global i8 -100, align 1\n\
         define void @main() unnamed_addr addrspace(1) {{\n\
         \x20 %a = load volatile i8, ptr @a, align 1\n\
         \x20 %b = load volatile i8, ptr @a, align 1\n\
         \x20 %r = call {{ i8, i8 }} asm sideeffect \"lax $2\\0Asbx #4\", \
         \"={{r24}},={{r22}},r\"(i8 %a)\n\
         \x20 %x = extractvalue {{ i8, i8 }} %r, 0\n\
         \x20 %y = extractvalue {{ i8, i8 }} %r, 1\n\
         \x20 %s = call i8 asm sideeffect \"sax $0\", \"=r,{{r24}},{{r22}}\"(i8 %x, i8 %y)\n\
         \x20 store volatile i8 %x, ptr {MARK}, align 1\n\
         \x20 store volatile i8 %y, ptr {MARK}, align 1\n\
         \x20 store volatile i8 %s, ptr {MARK}, align 1\n\
         \x20 store volatile i8 %b, ptr {MARK}, align 1\n\
         \x20 ret void\n}}\n"
    );
    assert_eq!(marks(&text), [0x9c, 0x98, 0x98, 0x9c]);
}

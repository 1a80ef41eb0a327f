//! Improves the code of a whole function: removes unnecessary loads and stores left by selection, which sees one block at a time.
//! The file `pipeline.rs` has the order of the parts.
//!
//! Requires: addresses for homes.  Keeps: the behaviour of the function; code of inline assembly word for word.
//!
//! Files: `flow` (the function as a graph of blocks), `facts` (registers, flags and homes by number), and one file for each part.

pub mod accumulate;
pub mod bounds;
pub mod bypass;
pub mod dead;
pub mod decided;
pub mod early;
pub mod exchange;
mod facts;
mod flow;
pub mod joins;
pub mod neighbours;
pub mod order;
mod refine;
pub mod retarget;
pub mod spare;
pub mod steps;
pub mod values;
mod ways;
mod webs;

use super::code::Program;
use super::print;
pub use facts::{Facts, Own, Recursion};
pub use flow::{Code, Flow};

/// Redirects jumps to empty blocks to where these continue. Later parts see what that exposes.
pub fn thread(flow: &mut Flow, _: &Facts<'_>) -> bool {
    flow.thread();
    false
}

/// Replaces jumps to short blocks by copies of these.
pub fn copy_ends(flow: &mut Flow, _: &Facts<'_>) -> bool {
    flow.copy_ends();
    false
}

/// Returns the graph as code, under a name.
pub fn text(name: &str, flow: &Flow, program: &Program) -> String {
    let mut program = program.clone();
    let lines = order::emit(flow.clone(), &flow.order(), &mut program);
    print::lines(name, &program, &lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Passes;
    use crate::mos::asm::assemble;
    use crate::mos::code::{Arg, Ins, Item, Line};
    use crate::mos::isa::{Mnemonic, Set};
    use crate::pipeline::improve;
    use crate::trace::Trace;
    use std::collections::{BTreeMap, BTreeSet};

    /// Code without weights or other information.
    fn unweighted(items: Vec<Item>) -> Code {
        let (weights, fixed, stops) = (Vec::new(), Vec::new(), BTreeSet::new());
        Code { items, weights, fixed, stops, seldom: 1, rare: 1, idle: false, counted: false }
    }

    /// The improved code of a function with homes at $26 to $29 that returns a byte, one instruction per word.
    fn improved(text: &str) -> Vec<String> {
        changed(text, |_| {})
    }

    /// The same with more information about the code.
    fn changed(text: &str, tell: impl Fn(&mut Code)) -> Vec<String> {
        let mut program = Program::default();
        let known = BTreeMap::from([("main".to_string(), program.label("main"))]);
        let items = assemble(text, "test", &mut program, &known).expect("it assembles").items;
        let passed = BTreeMap::new();
        let fixed: Vec<_> = program.labels.iter().map(|label| label.fixed).collect();
        let facts = Facts::new((0x26..0x2a).map(Own::Zp), [0x12, 0x14], &fixed, &passed, Set::A, None);
        let mut code = unweighted(items);
        tell(&mut code);
        let (lines, _) = improve("f", code, &facts, Passes::ALL, &mut program, &mut Trace::off());
        let word = |item: &Item| match item {
            Item::Ins(Ins { op, arg, .. }) => match arg {
                Arg::None => Some(op.name().to_string()),
                Arg::Imm(n) => Some(format!("{op}#{n}")),
                Arg::Lo(_, offset) => Some(format!("{op}#<+{offset}")),
                Arg::Hi(_, offset) => Some(format!("{op}#>+{offset}")),
                Arg::Abs(at) => Some(format!("{op}${at:02x}")),
                Arg::Mem(label, _) => Some(format!("{op} {}", program.labels[label.0 as usize].name)),
                arg => panic!("{arg:?}"),
            },
            Item::Label(label) => Some(format!("{}:", program.labels[label.0 as usize].name)),
            _ => None,
        };
        lines.iter().filter_map(|line| word(&line.item)).collect()
    }

    #[test]
    fn what_a_register_holds_is_not_loaded_again() {
        let code = "lda $c000\nsta $26\nsta $c001\nlda $26\nsta $c002\nldx $26\nstx $c003\nlda $26\nrts";
        assert_eq!(improved(code), ["lda$c000", "sta$c001", "sta$c002", "tax", "stx$c003", "rts"]);
    }

    #[test]
    fn a_byte_of_an_address_that_a_register_holds_is_not_loaded_again() {
        let code = "lda #<main\nsta $c000\nlda #<main\nsta $c001\nrts";
        assert_eq!(improved(code), ["lda#<+0", "sta$c000", "sta$c001", "rts"]);
        // The other half or another address may be a different number, and whether one is zero is unknown.
        let code = "lda #<main\nsta $c000\nlda #>main\nsta $c001\nlda #>main+1\nsta $c002\nlda #>main\nrts";
        let kept = ["lda#<+0", "sta$c000", "lda#>+0", "sta$c001", "lda#>+1", "sta$c002", "lda#>+0", "rts"];
        assert_eq!(improved(code), kept);
        let code = improved("f: lda #<main\nbeq @a\nsta $c000\n@a: sta $c001\nrts");
        assert!(code.contains(&"sta$c000".to_string()), "{code:?}");
        assert!(code.iter().any(|word| word.starts_with('b')), "{code:?}");
    }

    #[test]
    fn a_carry_known_is_not_set() {
        let code = "cmp #5\nbcs @a\nclc\nadc #3\nrts\n@a: sec\nsbc #3\nrts";
        let code = improved(&format!("f: {code}"));
        assert!(!code.contains(&"clc".to_string()) && !code.contains(&"sec".to_string()), "{code:?}");
        assert!(code.contains(&"adc#3".to_string()) && code.contains(&"sbc#3".to_string()), "{code:?}");
    }

    #[test]
    fn memory_is_compared_with_a_instead_of_being_loaded() {
        let code = |load: &str, branch: &str, below: &str, rest: &str| {
            let sum = "clc\nadc $c000\nsta $26";
            improved(&format!("f: {sum}\n{load}\ncmp $26\n{branch} @a\n{rest}\nrts\n@a: {below}\nrts"))
        };
        let (below, rest) = ("lda #1", "lda $26\neor #$55");
        let behind_sum = |load: &str, branch: &str| code(load, branch, below, rest)[3..].to_vec();
        assert_eq!(behind_sum("lda $c001", "bcc")[..3], ["cmp$c001", "beq .on", "bcc .on"]);
        assert_eq!(behind_sum("lda $c001", "bcs")[..3], ["cmp$c001", "beq .a", "bcc .a"]);
        assert_eq!(behind_sum("lda #5", "bcc")[..2], ["cmp#6", "bcc .on"]);
        assert_eq!(behind_sum("lda #255", "bcc"), ["eor#85", "rts"]);
        // The sum is half of the pointer to the other side.
        assert_eq!(behind_sum("lda ($26),y", "bcc")[..2], ["sta$26", "cmp$26"]);
        // A, the flags or the carry are needed afterwards as they were.
        let kept = |branch: &str, below: &str, rest: &str| {
            assert!(
                code("lda $c001", branch, below, rest).contains(&"lda$c001".to_string()),
                "{below}; {rest}"
            );
        };
        kept("bcc", "nop", rest);
        kept("bcc", "lda #1", "eor $26");
        kept("bcc", "rol $c002\nlda #1", rest);
        kept("bcc", "bmi @b\nlda #2\nrts\n@b: lda #1", rest);
        kept("beq", below, rest);
    }

    #[test]
    fn a_carry_that_sizes_keep_clear_is_not_cleared() {
        let cleared = |code: &str| improved(&format!("f: {code}")).contains(&"clc".to_string());
        let behind = "clc\nadc $c002\nrts";
        // Shifted and added: below 128, and below 256 in total.
        assert!(!cleared(&format!("lda $c000\nand #$7f\nasl a\n{behind}")));
        assert!(!cleared(&format!("lda $c000\nlsr a\nasl a\nsta $c001\n{behind}")));
        assert!(!cleared(&format!("lda $c000\nand #$07\nasl a\nadc #$f1\nsta $c001\n{behind}")));
        assert!(cleared(&format!("lda $c000\nand #$07\nasl a\nadc #$f2\nsta $c001\n{behind}")));
        assert!(cleared(&format!("lda $c000\nasl a\n{behind}")));
        assert!(cleared(&format!("lda $c000\nand #$7f\nora #$80\nasl a\n{behind}")));
        // The compared value and its copies; not on the other edge, and not a value that was loaded again.
        let compared = |limit: &str, branch: &str, load: &str| {
            cleared(&format!(
                "lda $c000\nsta $26\ncmp #{limit}\n{branch} @a\nlda #1\nrts\n@a: ldx $c003\nstx $c004\n{load}\nrol a\nsta $c001\n{behind}"
            ))
        };
        assert!(!compared("$80", "bcc", "lda $26"));
        assert!(compared("$81", "bcc", "lda $26"));
        assert!(compared("$80", "bcs", "lda $26"));
        assert!(compared("$80", "bcc", "lda $c000"));
        // A call may change the carry, and a loop its counter.
        assert!(cleared(&format!("lda $c000\nand #$7f\nasl a\njsr $ffd2\n{behind}")));
        assert!(cleared(
            "ldx #0\n@a: stx $c000\nlda $c001\nbeq @b\ntxa\nasl a\nclc\nadc $c002\nsta $c003\ninx\njmp @a\n@b: lda #1\nrts"
        ));
        // The carry arrives on two edges.
        assert!(cleared(&format!(
            "lda $c000\nbeq @b\nand #$7f\nasl a\njmp @a\n@b: lda $c001\nasl a\n@a: sta $c004\n{behind}"
        )));
    }

    #[test]
    fn a_sum_of_assembly_may_be_decimal_and_bounds_nothing() {
        // $50 and $60 carry in decimal mode, but not as bytes.
        let code =
            "f: lda $c000\nand #$50\nclc\nsed\nadc #$60\ncld\nsta $c001\nlda $c002\nclc\nadc $c003\nrts";
        let cleared = |assembly: std::ops::Range<usize>| {
            let words = changed(code, |code| code.fixed.push(assembly.clone()));
            words.iter().filter(|word| *word == "clc").count()
        };
        // The label and two instructions come before the assembly.
        assert_eq!(cleared(3..7), 2);
    }

    #[test]
    fn the_page_of_a_variable_is_bounded_by_the_memory_behind_it() {
        let cleared = |mask: &str, by: &str, highest: u16| {
            let mut program = Program::default();
            let names = BTreeMap::from([("t".to_string(), program.label("t"))]);
            let code = format!(
                "f: lda $c000\nand #{mask}\nasl a\nadc #>t{by}\nsta $c001\nlda $c002\nclc\nadc $c003\nrts"
            );
            let items = assemble(&code, "test", &mut program, &names).expect("it assembles").items;
            let (passed, highest) = (BTreeMap::new(), BTreeMap::from([(names["t"], highest)]));
            let fixed: Vec<_> = program.labels.iter().map(|label| label.fixed).collect();
            let facts = Facts::new(std::iter::empty(), [0x12, 0x14], &fixed, &passed, Set::A, None);
            let facts = facts.with_highest(&highest);
            let (code, trace) = (unweighted(items), &mut Trace::off());
            let (lines, _) = improve("f", code, &facts, Passes::ALL, &mut program, trace);
            lines.iter().any(|line| matches!(line.item, Item::Ins(Ins { op: Mnemonic::Clc, .. })))
        };
        assert!(!cleared("$0f", "", 0xcfff));
        assert!(cleared("$1f", "", 0xcfff));
        assert!(!cleared("$0f", "+4096", 0xcfff));
        assert!(cleared("$0f", "+8192", 0xcfff));
        assert!(cleared("$0f", "-1", 0xcfff));
    }

    #[test]
    fn the_number_next_to_the_one_held_is_counted() {
        let store = "sta ($12),y\n";
        let code = format!("lda $c000\nldy #2\n{store}ldy #3\n{store}ldy #5\n{store}ldy #4\n{store}rts");
        let words = improved(&code);
        let counts = words.iter().filter(|word| !word.starts_with("sta")).map(String::as_str);
        assert_eq!(counts.collect::<Vec<_>>(), ["lda$c000", "ldy#2", "iny", "ldy#5", "dey", "rts"]);
        // Not across a call, nor at a second predecessor, nor from A.
        let counted = |code: &str| improved(code).iter().any(|word| word == "inx" || word == "iny");
        assert!(counted("ldx #255\nstx $c000\nldx #0\nstx $c001\nlda #9\nrts"));
        assert!(!counted("ldx #1\nstx $c000\njsr $ffd2\nldx #2\nstx $c001\nlda #9\nrts"));
        assert!(!counted("lda #1\nsta $c000\nldx #2\nstx $c001\nrts"));
        assert!(!counted(
            "f: ldx #1\nlda $c002\nbeq @a\nldx $c003\n@a: stx $c000\nldx #2\nstx $c001\nlda #9\nrts"
        ));
    }

    #[test]
    fn a_value_is_taken_from_a_before_a_gets_another() {
        let taken = |between: &str, behind: &str| {
            let code = format!(
                "f: lda $c000\nclc\nadc $c001\nsta $26\n{between}\nldy $26\n{behind}\nlda $c100,y\nsta $c004\nlda $26\nrts"
            );
            !improved(&code).contains(&"ldy$26".to_string())
        };
        assert!(taken("lda $c002\nsta $c003", "lda #1"));
        // Something reads and writes Y in between while X is in use, or there is a call.
        assert!(!taken("ldx $c001\nldy $c002\nlda $c200,y\nsta $c300,x\nlda $c400,x\nsta $c005", "lda #1"));
        assert!(!taken("lda $c002\njsr $ffd2\nlda $c003", "sta $c004"));
    }

    #[test]
    fn a_test_of_what_the_flags_tell_goes() {
        let code = improved("f: ldx #9\n@a: stx $c000\ndex\ncpx #0\nbne @a\nlda #1\nrts");
        assert!(!code.iter().any(|w| w.starts_with("cpx")), "{code:?}");
    }

    #[test]
    fn a_test_whose_carry_is_read_stays() {
        let code = improved("f: tax\ncpx #0\nbeq @a\nlda #7\n@a: rol a\nrts");
        assert!(code.contains(&"rol".to_string()), "{code:?}");
        assert!(code.contains(&"cpx#0".to_string()), "{code:?}");
    }

    #[test]
    fn a_free_index_register_serves_as_home() {
        let code = "lda $c000\nsta $26\nlda $c001\nldy $26\nsta $c100,y\nlda #0\nrts";
        assert_eq!(improved(code), ["ldx$c000", "lda$c001", "sta$c100", "lda#0", "rts"]);
    }

    #[test]
    fn a_free_index_register_counts_over_a_loop() {
        let code = "f: lda $c000\nsta $26\n@a: lda $c001\nsta $c002\ninc $26\nlda $26\ncmp #9\nbne @a\nrts";
        let code = improved(code);
        assert!(!code.iter().any(|w| w.contains("$26")), "{code:?}");
        assert!(code.contains(&"inx".to_string()), "{code:?}");
    }

    #[test]
    fn an_index_in_the_other_register_is_as_good() {
        let code = "f: ldx $c000\nlda $c100,x\nsta $26\nlda $c200,x\nstx $c001\nldx $26\neor $c300,x\n\
                    ldx $c001\nsta $c400,x\nrts";
        let code = improved(code);
        assert!(!code.iter().any(|w| w.contains("$26")), "{code:?}");
    }

    #[test]
    fn an_index_register_in_use_stays_out_of_it() {
        let code = "f: ldx $c000\nldy $c001\nlda $c003\nsta $26\n@a: lda $c100,x\nsta $c200,y\ninx\niny\n\
                    inc $26\nlda $26\ncmp #9\nbne @a\nrts";
        let code = improved(code);
        assert!(code.contains(&"inc$26".to_string()), "{code:?}");
    }

    #[test]
    fn what_a_only_holds_on_its_way_is_counted_in_the_register() {
        let code = "f: ldy #0\n@a: lda $c000,y\nbne @c\n@b: tya\nclc\nadc #1\ncmp #9\nbcs @d\ntay\nbcc @a\n\
                    @c: sta $c100\nlda $c001\nbne @b\n@d: lda #1\nrts";
        let code = improved(code);
        assert!(code.contains(&"iny".to_string()) && code.contains(&"cpy#9".to_string()), "{code:?}");
        assert!(!code.iter().any(|w| ["tya", "tay", "clc", "adc#1"].contains(&w.as_str())), "{code:?}");
    }

    #[test]
    fn a_count_whose_carry_is_read_stays_in_a() {
        let code = "f: ldy $c000\nclc\ntya\nadc #1\ntay\nlda #0\nrol a\nsta $c001\nlda $c100,y\nrts";
        assert!(improved(code).contains(&"adc#1".to_string()));
    }

    #[test]
    fn a_transfer_that_a_branch_asks_for_stays_in_a() {
        let code =
            "f: ldy $c000\nldx $c001\ninx\nstx $c002\ntya\nbeq @a\nclc\nadc #1\ntay\nlda $c100,y\n@a: rts";
        let code = improved(code);
        let branch = code.iter().position(|w| w.starts_with('b')).expect("it is needed");
        assert!(["tya", "cpy#0"].contains(&code[branch - 1].as_str()), "{code:?}");
    }

    #[test]
    fn two_transfers_of_which_one_tells_what_the_other_does_do_not_both_go() {
        let code = "f: ldy $c000\nlda $c001\nbeq @c\ntya\n@b: tay\nbeq @d\nsty $c002\n@d: lda #1\nrts\n@c: lda #4\n\
                    sta $c003\njmp @b";
        let code = improved(code);
        assert!(code.contains(&"tya".to_string()), "{code:?}");
        let code = "f: lda $c000\nsta $26\nlda $c001\nbeq @c\nldx $26\n@b: ldx $26\nbeq @d\nstx $c002\n@d: lda #1\nrts\n\
                    @c: lda #4\nsta $26\nsta $c003\njmp @b";
        let code = improved(code);
        assert!(code.iter().any(|w| ["ldx$26", "txa", "cpx#0"].contains(&w.as_str())), "{code:?}");
    }

    #[test]
    fn what_a_register_holds_is_compared_and_stored_there() {
        let code = "f: ldx $c000\n@a: sta $c003\nldx $c001\ninx\ntxa\ncmp #9\nbne @b\nlda #1\nrts\n@b: stx $c002\nlda #1\njmp @a";
        let code = improved(code);
        assert!(code.contains(&"cpx#9".to_string()) && !code.contains(&"txa".to_string()), "{code:?}");
        let code = improved("f: lda $c000\nsta $c001\ntax\nlda $c100,x\nrts");
        assert_eq!(code[1..], ["ldx$c000", "stx$c001", "lda$c100", "rts"]);
    }

    #[test]
    fn a_transfer_whose_flags_are_asked_for_stays() {
        let code = improved(
            "f: ldx $c000\nlda $c001\nsta $c002\ntxa\nsta $c003\nbeq @a\nlda #5\nrts\n@a: lda #7\nrts",
        );
        assert!(code.contains(&"txa".to_string()), "{code:?}");
    }

    #[test]
    fn what_is_loaded_for_its_flags_alone_goes_if_they_tell_of_it() {
        let code = improved("f: ldx $c000\n@a: lda #5\nsta $c001\ndex\ntxa\nbne @a\nlda #1\nrts");
        assert!(!code.contains(&"txa".to_string()), "{code:?}");
        let code = improved("f: ldx $c000\n@a: lda #5\nsta $c001\ndex\ntxa\nsta $c002\nbne @a\nrts");
        assert!(code.contains(&"txa".to_string()), "{code:?}");
    }

    #[test]
    fn a_branch_known_on_one_way_is_not_taken_there() {
        let code = "f: lda $c000\nbeq @a\nlda #0\nsta $c001\njmp @b\n@a: lda $c002\n@b: cmp #0\nbne @c\nlda #3\n\
                    rts\n@c: lda #4\nrts";
        let code = improved(code);
        let known = code.iter().position(|w| w == "sta$c001").expect("it is needed");
        assert_eq!(code[known + 1..known + 3], ["lda#3", "rts"], "{code:?}");
    }

    #[test]
    fn a_comparison_of_numbers_takes_no_branch() {
        let code = improved("f: lda #11\ncmp #11\nbne @a\nsta $c000\nrts\n@a: lda #1\nrts");
        assert_eq!(code, ["f:", "lda#11", "sta$c000", "rts"]);
        let code = improved("f: ldx #3\ncpx #4\nbcc @a\nlda #2\nrts\n@a: stx $c000\nlda #1\nrts");
        assert!(code.iter().all(|w| !w.starts_with("cpx") && !w.starts_with("b")), "{code:?}");
    }

    #[test]
    fn a_value_that_comes_with_the_function_stays_in_memory() {
        let code = improved("f: lda $c000\nbeq @a\nsta $26\n@a: lda $26\nrts");
        assert!(code.contains(&"lda$26".to_string()), "{code:?}");
    }

    #[test]
    fn what_a_loop_shifts_is_in_a_throughout_and_in_memory_behind() {
        let enter = "f: lda $c000\nsta $26\nldx $c001\n";
        let code = "@a: asl $26\nbcc @b\nlda $26\neor #7\nsta $26\n@b: dex\nbne @a\nlda $26\nrts";
        let code = improved(&format!("{enter}{code}"));
        assert!(code.contains(&"asl".to_string()) && !code.iter().any(|w| w.contains("$26")), "{code:?}");
        let code = "@a: asl $26\nasl $26\nasl $26\nbcs @c\ndex\nbne @a\nlda #1\njsr $ffd2\nlda $26\nrts\n@c: lda #1\njsr $ffe1\nlda $26\nrts";
        let code = improved(&format!("{enter}{code}"));
        assert!(!code.contains(&"asl$26".to_string()), "{code:?}");
        assert_eq!(code.iter().filter(|w| *w == "sta$26").count(), 2, "a store on each way out: {code:?}");
    }

    #[test]
    fn flags_that_a_loop_asks_for_are_set_without_a_load() {
        let code = "f: lda $c000\nsta $26\nldx $c001\n@a: lsr $26\nbcc @b\nstx $c002\ninx\n@b: lda $26\nbeq @d\ndex\nbne @a\n\
                    @d: lda $26\nrts";
        let code = improved(code);
        assert!(code.contains(&"lsr".to_string()) && code.contains(&"ora#0".to_string()), "{code:?}");
    }

    #[test]
    fn what_a_loop_shifts_stays_in_memory_if_a_is_not_free() {
        let enter = "f: lda $c000\nsta $26\nlda #1\nsta $c004\nldx $c001\n";
        let bodies = [
            // A holds something else.
            "@a: asl $26\nlda $c001\nsta $c002\ndex\nbne @a\nlda $26\nrts",
            "@a: asl $26\nadc #0\ndex\nbne @a\nsta $c002\nlda $26\nrts",
            // A keeps the original value.
            "@a: lda $26\nasl $26\nsta $c002\ndex\nbne @a\nlda $26\nrts",
            "@a: lda $26\nasl $26\nbcs @b\nlda $c002\n@b: sta $26\ndex\nbne @a\nlda $26\nrts",
            // A call changes A.
            "stx $27\n@a: asl $26\njsr $ffd2\ndec $27\nbne @a\nlda $26\nrts",
            // The loop begins with a test that a load before it would change.
            "@a: bmi @b\nasl $26\ndex\njmp @a\n@b: lda $26\nrts",
            // The loop has a second entry in its middle.
            "beq @b\n@a: asl $26\nlsr $26\n@b: asl $26\ndex\nbne @a\nlda $26\nrts",
            // Operations other than shifts read it.
            "@a: asl $26\nbit $26\nbvs @b\ndex\nbne @a\n@b: lda $26\nrts",
        ];
        for body in bodies {
            // Often enough that it would pay.
            let body = body.replace("asl $26", &["asl $26"; 4].join("\n"));
            let code = improved(&format!("{enter}{body}"));
            assert!(code.contains(&"asl$26".to_string()), "{body}: {code:?}");
        }
    }

    #[test]
    fn a_call_takes_every_register_but_no_home() {
        let code = improved("f: sta $26\nlda #1\njsr $ffd2\nlda #1\nsta $c000\nlda $26\nrts");
        assert_eq!(code[1..], ["sta$26", "lda#1", "jsr$ffd2", "lda#1", "sta$c000", "lda$26", "rts"]);
    }

    #[test]
    fn a_call_back_reads_arguments_and_what_it_saves_and_nothing_else() {
        let stored = |text: &str, params: &[u16], known: &[&str]| {
            let mut program = Program::default();
            let names = ["g", "saves"].map(|name| (name.to_string(), program.label(name)));
            let names = BTreeMap::from(names);
            let items = assemble(text, "test", &mut program, &names).expect("it assembles").items;
            let passed = known.iter().map(|name| (names[*name], Set::NONE)).collect();
            let fixed: Vec<_> = program.labels.iter().map(|label| label.fixed).collect();
            let params = params.iter().copied().map(Own::Zp).collect();
            let recursion = Some(Recursion { params, saves: names["saves"] });
            let facts =
                Facts::new((0x26..0x2a).map(Own::Zp), [0x12, 0x14], &fixed, &passed, Set::A, recursion);
            let (code, trace) = (unweighted(items), &mut Trace::off());
            let (lines, _) = improve("f", code, &facts, Passes::ALL, &mut program, trace);
            let store = |line: &Line| matches!(line.item, Item::Ins(Ins { op: Mnemonic::Sta, .. }));
            lines.iter().filter(|line| store(line)).count()
        };
        let code = "f: lda $c000\nsta $26\njsr g\nlda #1\nrts";
        assert_eq!(stored(code, &[], &["g"]), 0);
        // At the place of an argument.
        assert_eq!(stored(code, &[0x26], &["g"]), 1);
        assert_eq!(stored(code, &[0x27], &["g"]), 0);
        // By an unknown routine.
        assert_eq!(stored(code, &[], &[]), 1);
        // Before the routine that saves it, and where it is read after the call or on one path there.
        assert_eq!(stored(&code.replace('g', "saves"), &[], &["saves"]), 1);
        assert_eq!(stored(&code.replace("lda #1", "lda $26"), &[], &["g"]), 1);
        let ways = "f: lda $c000\nsta $26\nbeq @a\njsr g\nlda #1\nrts\n@a: jsr g\nlda $26\nrts";
        assert_eq!(stored(ways, &[], &["g"]), 1);
    }

    #[test]
    fn a_block_of_a_detour_becomes_empty() {
        let mut program = Program::default();
        let code = "f: ldx $c000\nbeq @a\ntxa\ntax\n@a: stx $c001\nlda #1\nrts";
        let items = assemble(code, "test", &mut program, &BTreeMap::new()).expect("it assembles").items;
        let passed = BTreeMap::new();
        let fixed: Vec<_> = program.labels.iter().map(|label| label.fixed).collect();
        let facts = Facts::new(std::iter::empty(), [0x12, 0x14], &fixed, &passed, Set::A, None);
        let mut flow = Flow::new(&unweighted(items)).expect("it is understood");
        assert!(super::bypass::run(&mut flow, &facts));
        assert!(flow.blocks.iter().any(|block| block.ops.is_empty()));
    }

    #[test]
    fn what_a_register_only_holds_until_it_is_stored_is_stored_at_once() {
        let stored = |between: &str, behind: &str| {
            let begin = "f: ldx $c000\nlda $c001\nclc\nadc #3\ntay\n";
            let code =
                format!("{begin}{between}txa\nsbc $c003\nsty $27\n{behind}ldy #0\njsr $ffd2\nlda $27\nrts");
            let code = improved(&code);
            (code.contains(&"sta$27".to_string()), code)
        };
        let (at_once, code) = stored("", "");
        assert!(at_once, "{code:?}");
        let not = [
            // The register is read in between or afterwards.
            ("sta $c100,y\n", ""),
            ("", "sty $c005\n"),
            // The home holds something else in between.
            ("lda $27\nsta $c004\n", ""),
            // The flags of the transfer are needed.
            ("beq @a\nstx $c006\n@a: ", ""),
        ];
        for (between, behind) in not {
            let (at_once, code) = stored(between, behind);
            assert!(!at_once, "{between} {behind}: {code:?}");
        }
    }

    #[test]
    fn a_store_that_one_way_has_made_already_moves_to_the_other() {
        let code = "f: ldx $c000\nbeq @a\nsta $26\njsr $ffd2\nlda $26\njmp @b\n@a: lda #5\n@b: sta $26\n\
                    ldx $c002\nldy $c003\nstx $c003\nsty $c002\ninc $26\nlda $26\nrts";
        let code = improved(code);
        let number = code.iter().position(|w| w == "lda#5").expect("it is needed");
        assert_eq!(code[number + 1], "sta$26");
        let call = code.iter().position(|w| w == "jsr$ffd2").expect("it is needed");
        assert_eq!(code[call - 1], "sta$26");
        assert_eq!(code.iter().filter(|w| *w == "sta$26").count(), 2, "{code:?}");
    }

    #[test]
    fn where_only_bytes_count_ends_are_not_copied() {
        let code =
            "f: lda $c000\nbeq @a\nlda $c001\nldx #1\n@b: stx $c002\nrts\n@a: lda $c003\nldx #2\njmp @b";
        let stores = |idle| {
            let code = changed(code, |code| code.idle = idle);
            code.iter().filter(|w| *w == "stx$c002").count()
        };
        assert_eq!([false, true].map(stores), [2, 1]);
    }

    #[test]
    fn a_branch_is_copied_only_where_it_is_not_rare() {
        let code = "f: ldx #9\n@a: lda $c000\nbne @b\nlda $c001\nsta $c002\njmp @c\n@b: sta $c003\nsta $c004\n\
                    @c: dex\nbne @a\nlda #1\nrts";
        let branches = |rare| {
            let often = |code: &mut Code| (code.weights, code.rare) = (vec![(0, 1), (1, 8)], rare);
            changed(code, often).iter().filter(|w| *w == "dex").count()
        };
        assert_eq!([1, 7, 8].map(branches), [2, 2, 1]);
    }

    #[test]
    fn where_only_bytes_count_weights_do_not_order_blocks() {
        let code = "f: lda $c000\nbeq @a\ninc $c001\nrts\n@a: inc $c002\nrts";
        let first = |idle| {
            let tell = |code: &mut Code| (code.weights, code.idle) = (vec![(0, 100), (5, 1)], idle);
            changed(code, tell).into_iter().find(|w| w.starts_with("inc")).expect("either increment")
        };
        assert_eq!([false, true].map(first), ["inc$c001", "inc$c002"]);
    }

    #[test]
    fn code_whose_address_is_taken_stays_as_it_is() {
        let code = "f: lda #<@a\nsta $c000\nlda $26\nlda $26\n@a: rts";
        let mut program = Program::default();
        let items = assemble(code, "test", &mut program, &BTreeMap::new()).expect("it assembles").items;
        let passed = BTreeMap::new();
        let fixed: Vec<_> = program.labels.iter().map(|label| label.fixed).collect();
        let facts = Facts::new(std::iter::empty(), [0x12, 0x14], &fixed, &passed, Set::A, None);
        let code = unweighted(items.clone());
        let (lines, _) = improve("f", code, &facts, Passes::ALL, &mut program, &mut Trace::off());
        assert_eq!(lines.into_iter().map(|line| line.item).collect::<Vec<_>>(), items);
    }
}

//! Cycles per function.

use machine::{Labels, profile_table};

use crate::{EXIT, ORG, machine_with};

#[test]
fn cycles_are_counted_where_they_are_spent() {
    // main: LDX #3; loop: JSR $0840, DEX, BNE loop, JSR CHROUT, exit. work at $0840: NOP, NOP, RTS.
    let main = [0xa2, 0x03, 0x20, 0x40, 0x08, 0xca, 0xd0, 0xfa, 0x20, 0xd2, 0xff];
    let mut machine = machine_with(&[main.as_slice(), &EXIT].concat());
    machine.load_bytes(0x0840, &[0xea, 0xea, 0x60]).expect("the routine fits");
    machine
        .profile(Labels::parse("al C:0820 .main\nal C:0840 .work\nal C:0900 .never\n").expect("good labels"));
    machine.run_from(ORG).expect("the program ends");
    let functions = machine.profiled_functions();
    let expected = [
        // 2 + 3 * (6 + 2) + 2 taken branches of 3, one of 2, + JSR 6 + LDA 2 + STA 4
        ("main", 2 + 24 + 8 + 12, 1),
        ("work", 3 * 10, 3),
        ("(KERNAL)", 6, 1),
    ];
    let found: Vec<(&str, u64, u64)> = functions
        .iter()
        .map(|function| (function.name.as_str(), function.cycles, function.entries))
        .collect();
    assert_eq!(found, expected);
    assert_eq!(functions.iter().map(|function| function.cycles).sum::<u64>(), machine.cycles());
    let totals: Vec<u64> = functions.iter().map(|function| function.total).collect();
    assert_eq!(totals, [82, 30, 6]);
    let chains = machine.profiled_chains();
    let chains: Vec<_> =
        chains.iter().map(|chain| (chain.functions.join(";"), chain.cycles, chain.calls)).collect();
    let expected =
        [("main".to_string(), 46, 1), ("main;work".to_string(), 30, 3), ("main;(KERNAL)".to_string(), 6, 1)];
    assert_eq!(chains, expected);
    assert_eq!(machine.profiled_addresses()[0], (0x0820, 2));
    let table = profile_table(&functions);
    assert_eq!(table.lines().nth(1), Some("            46   56.1          1  main"));
    assert_eq!(table.lines().last(), Some("            82  100.0             all"));
}

#[test]
fn code_before_all_labels_is_told_apart() {
    let mut machine = machine_with(&EXIT);
    machine.profile(Labels::parse("al C:0900 .late\n").expect("good labels"));
    machine.run_from(ORG).expect("the program ends");
    let functions = machine.profiled_functions();
    assert_eq!(functions.len(), 1, "no row for calls of the KERNAL without one: {functions:?}");
    assert_eq!((functions[0].name.as_str(), functions[0].entries), ("(before the first label)", 0));
}

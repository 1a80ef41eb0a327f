//! Counts the blocks of programs on the machine, and compiles programs by such counts.

mod common;

use std::sync::Arc;

use common::{HEADER, MARK, compile, compile_with, interpret};
use compiler::{Image, Options, Outlining, Profile, Share};
use machine::{Config, Machine, Stop};

/// Marks 0 to 99 and how many of those below 30 are odd. It has a loop that never runs.
fn program() -> String {
    format!(
        "{HEADER}@seed = internal global i8 30, align 1\n\
         define internal i8 @_ZN4snek4rare17h0123456789abcdefE(i8 %n) unnamed_addr noinline addrspace(1) {{\n\
         start:\n\
         \x20 %odd = trunc i8 %n to i1\n\
         \x20 br i1 %odd, label %one, label %none\n\
         one:\n\
         \x20 ret i8 1\n\
         none:\n\
         \x20 ret i8 0\n}}\n\
         define void @main() unnamed_addr addrspace(1) {{\n\
         start:\n\
         \x20 %limit = load volatile i8, ptr @seed, align 1\n\
         \x20 br label %head\n\
         head:\n\
         \x20 %i = phi i8 [ 0, %start ], [ %next, %latch ]\n\
         \x20 %sum = phi i8 [ 0, %start ], [ %more, %latch ]\n\
         \x20 %low = icmp ult i8 %i, %limit\n\
         \x20 br i1 %low, label %small, label %large\n\
         small:\n\
         \x20 %r = call addrspace(1) i8 @_ZN4snek4rare17h0123456789abcdefE(i8 %i)\n\
         \x20 %added = add i8 %sum, %r\n\
         \x20 br label %latch\n\
         large:\n\
         \x20 %never = icmp eq i8 %sum, 200\n\
         \x20 br i1 %never, label %again, label %latch\n\
         again:\n\
         \x20 %j = phi i8 [ 0, %large ], [ %k, %again ]\n\
         \x20 store volatile i8 %j, ptr {MARK}, align 1\n\
         \x20 %k = add i8 %j, 1\n\
         \x20 %full = icmp eq i8 %k, 9\n\
         \x20 br i1 %full, label %latch, label %again\n\
         latch:\n\
         \x20 %more = phi i8 [ %added, %small ], [ %sum, %large ], [ %sum, %again ]\n\
         \x20 store volatile i8 %i, ptr {MARK}, align 1\n\
         \x20 %next = add i8 %i, 1\n\
         \x20 %end = icmp eq i8 %next, 100\n\
         \x20 br i1 %end, label %done, label %head\n\
         done:\n\
         \x20 store volatile i8 %more, ptr {MARK}, align 1\n\
         \x20 ret void\n}}\n"
    )
}

/// The machine after the program has run, its NOPs counted.
fn run(image: &Image) -> Machine {
    let mut machine = Machine::new(Config { interrupts: false, ..Config::default() });
    machine.load_prg(&image.prg).unwrap();
    machine.count_breakpoints(&image.counted);
    assert_eq!(machine.call(image.entry).unwrap(), Stop::Returned);
    machine
}

/// What a program marks.
fn marks(machine: &Machine) -> Vec<u8> {
    machine.marks().iter().map(|mark| mark.value).collect()
}

/// The profile of a program, which does the same whether it is counted or not.
fn profile(text: &str) -> Profile {
    let plain = compile(text, Outlining::Cold).unwrap();
    assert!(plain.counted.is_empty());
    assert_eq!(marks(&run(&plain)), interpret(text).unwrap());
    share(text, Share::WHOLE)
}

/// What a build and a run count that are for a share of the program's functions.
fn share(text: &str, share: Share) -> Profile {
    let image = compile_with(text, &Options::default().with(|options| options.count = Some(share))).unwrap();
    let machine = run(&image);
    assert_eq!(marks(&machine), interpret(text).unwrap());
    image.profile(&machine.breakpoints().into_iter().collect())
}

#[test]
fn every_block_is_counted_exactly() {
    let text = profile(&program()).to_string();
    let lines: Vec<&str> =
        text.lines().map(|line| line.split_once(' ').map_or(line, |words| words.1)).collect();
    // The parts of a block are its beginning and the ways out of it on which a phi takes a value.
    let named =
        |name: &str| lines.iter().position(|line| line.ends_with(name)).expect("the function is there");
    assert!(text.starts_with("sys2080 profile 1\nfunction "), "{text}");
    assert_eq!(
        lines[named(" main") + 1..named(" snek::rare")],
        ["1", "100", "30", "70 0 70", "100 99", "1"],
        "{text}"
    );
    assert_eq!(lines[named(" snek::rare") + 1..], ["30", "15", "15"], "{text}");
}

#[test]
fn shares_of_the_functions_count_the_same_together() {
    let text = program();
    let functions = |profile: &Profile| profile.to_string().matches("function ").count();
    let whole = profile(&text);
    assert_eq!(functions(&whole), 2);
    // A program of two functions has nothing for further shares.
    for (shares, expected) in [(1, vec![2]), (2, vec![1, 1]), (3, vec![1, 1, 0]), (64, vec![1, 1])] {
        let mut sum = Profile::default();
        let mut found = Vec::new();
        for one in Share::all(shares) {
            let profile = share(&text, one);
            found.push(functions(&profile));
            sum.add(&profile);
        }
        found.retain(|functions| shares <= 3 || *functions > 0);
        assert_eq!((&sum, found), (&whole, expected), "{shares} shares");
    }
}

/// The cycles of a program that is compiled with a profile, and how many of its functions the profile knows.
fn cycles(text: &str, profile: Option<&str>) -> (u64, Option<usize>) {
    let profile = profile.map(|text| Arc::new(text.parse().unwrap()));
    let image = compile_with(text, &Options::default().with(|options| options.profile = profile)).unwrap();
    let machine = run(&image);
    assert_eq!(marks(&machine), interpret(text).unwrap());
    (machine.cycles(), image.profiled.map(|profiled| profiled.known))
}

#[test]
fn a_profile_does_no_harm_and_neither_does_a_wrong_one() {
    let text = program();
    let counted = profile(&text).to_string();
    let (plain, unknown) = cycles(&text, None);
    let (faster, known) = cycles(&text, Some(&counted));
    assert_eq!((unknown, known), (None, Some(2)));
    // `toolchain/cargo-c64/tests/profile.rs` has a program that it makes faster.
    assert!(faster <= plain, "{faster} cycles with the profile, {plain} without");
    let rare = counted.find("function").map(|at| &counted[..at]).unwrap();
    assert_eq!(cycles(&text, Some(rare)), (plain, Some(0)));
    for counts in ["", "1 1\n", "0 18446744073709551615\n", "0 0 0 0 7\n", "99 5\n1 3 3 3 3\n"] {
        let lines = counted.lines().filter(|line| line.starts_with(['s', 'f']));
        let nonsense: String = lines
            .map(|line| match line.starts_with('f') {
                true => format!("{line}\n{counts}"),
                false => format!("{line}\n"),
            })
            .collect();
        assert_eq!(cycles(&text, Some(&nonsense)).1, Some(2), "{nonsense}");
    }
}

#[test]
fn code_that_runs_rarely_is_small_in_a_packed_program() {
    let text = program().replace("addrspace(1) {", "addrspace(1) optsize {");
    let profile = Arc::new(profile(&text));
    let sizes = [false, true].map(|packed| {
        let image = compile_with(
            &text,
            &Options::default().with(|options| {
                options.packed = packed;
                options.profile = Some(profile.clone());
            }),
        );
        let image = image.unwrap();
        assert_eq!(marks(&run(&image)), interpret(&text).unwrap(), "packed: {packed}");
        image.prg.len()
    });
    assert!(sizes[1] <= sizes[0], "{sizes:?}");
}

#[test]
fn a_function_whose_branches_have_changed_is_compiled_as_without_a_profile() {
    let text = program();
    let counted = profile(&text);
    let image = |text: &str, profile: Option<Profile>| {
        let profile = profile.map(Arc::new);
        compile_with(text, &Options::default().with(|options| options.profile = profile)).unwrap()
    };
    let known = |text: &str| image(text, Some(counted.clone())).profiled.unwrap().known;
    assert_eq!(known(&text), 2);
    // Another hash in the name, other names of blocks and other numbers change no branch.
    let renamed = text.replace("17h0123456789abcdef", "17hfedcba9876543210").replace("latch", "bottom");
    assert_eq!(known(&renamed.replace("i8 %i, 200", "i8 %i, 201")), 2);
    let swapped = text.replace("label %again, label %latch", "label %latch, label %again");
    let swapped = swapped.replace("icmp eq i8 %i, 200", "icmp ne i8 %i, 200");
    assert_eq!(known(&swapped), 1);
    // Nothing of `main` is known any more, and of the other nothing is to be known.
    let main = counted.to_string();
    let main = &main[..main.rfind("function").unwrap()];
    let stale = image(&swapped, Some(main.parse().unwrap()));
    assert_eq!((stale.profiled.unwrap().known, stale.prg), (0, image(&swapped, None).prg));
}

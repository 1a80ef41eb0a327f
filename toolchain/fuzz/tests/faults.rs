//! Faults planted into the compiler: a fixed number of random programs must show each of them.
//!
//! `cargo test --release -p sys2080-fuzz --features planted-faults --test faults`; `.github/workflows/faults.yml` runs it when
//! the compiler changes.

use std::sync::Mutex;

use compiler::fault::{self, Fault};
use compiler::{Options, Source};
use fuzz::modules::{self, HEADER};
use fuzz::run::Outcome;
use machine::{Config, Error, Labels, Machine, Stop};

/// Modules that a fault gets to show itself in: of those with interrupt handlers, for a fault that needs one.
const MODULES: usize = 800;

/// Faults that only a rare module shows, and the number of the first such module when this was written: the search begins there, to save
/// minutes. Any later module is as good.
const RARE: [(Fault, u64); 4] = [
    (Fault::NoStackOfItsOwn, 223),
    (Fault::RangeTooNarrow, 930),
    (Fault::ArgumentsNotSaved, 439),
    (Fault::ArgumentElsewhere, 436),
];

/// The first module of a fixed list in which a fault shows, and how. Modules without interrupt handlers cannot show some.
fn shown(fault: Fault) -> Option<(u64, String)> {
    let interrupts = Fault::INTERRUPTS.contains(&fault);
    let first = RARE.iter().find(|(rare, _)| *rare == fault).map_or(1, |(_, seed)| *seed);
    let modules = (first..).map(|seed| (seed, modules::generate(seed)));
    let able = modules.filter(|(_, module)| !interrupts || !modules::lines(module).is_empty());
    fault::with(fault, || {
        able.take(MODULES).find_map(|(seed, module)| match modules::check(&module, &modules::variants()) {
            Outcome::Different(how) => Some((seed, how)),
            Outcome::Same | Outcome::Unusable(_) | Outcome::Refused(_) => None,
        })
    })
}

/// The same, printed at once.
fn told(fault: Fault) -> Option<(u64, String)> {
    let found = shown(fault);
    match &found {
        Some((seed, how)) => println!("{fault:?}: module {seed}: {}", how.lines().next().unwrap_or_default()),
        None => println!("{fault:?}: not found"),
    }
    found
}

#[test]
fn every_fault_shows() {
    let hook = std::panic::take_hook();
    // The compiler's own checks find some faults: their panics are what is wanted.
    std::panic::set_hook(Box::new(|_| {}));
    // Those that take most modules first, so that both threads end together.
    let faults: Vec<Fault> = Fault::INTERRUPTS.into_iter().chain(Fault::ALL).collect();
    let rest = Mutex::new(faults.into_iter());
    let next = || rest.lock().expect("nobody panics with it").next();
    let missed: Vec<Fault> = std::thread::scope(|scope| {
        let work = || std::iter::from_fn(next).filter(|fault| told(*fault).is_none()).collect::<Vec<_>>();
        let threads = [scope.spawn(work), scope.spawn(work)];
        threads.into_iter().flat_map(|thread| thread.join().expect("it catches panics")).collect()
    });
    std::panic::set_hook(hook);
    assert!(missed.is_empty(), "not found in {MODULES} modules: {missed:?}");
}

/// A program that recurses until its stack is full, beside so many bytes of variables.
fn endless(variables: u16) -> String {
    format!(
        "{HEADER}@large = internal global [{variables} x i8] zeroinitializer, align 1\n\
         define internal i8 @deep(i8 %n) unnamed_addr addrspace(1) {{\n\
         \x20 %object = alloca [{OBJECT} x i8], align 1\n\
         \x20 %at = getelementptr inbounds nuw i8, ptr %object, i8 %n\n\
         \x20 store volatile i8 %n, ptr %at, align 1\n\
         \x20 %below = call addrspace(1) i8 @deep(i8 %n)\n\
         \x20 %again = load volatile i8, ptr %at, align 1\n\
         \x20 %sum = add i8 %below, %again\n\
         \x20 ret i8 %sum\n}}\n\
         define void @main() unnamed_addr addrspace(1) {{\n\
         \x20 store volatile i8 1, ptr @large, align 1\n\
         \x20 %sum = call addrspace(1) i8 @deep(i8 1)\n\
         \x20 ret void\n}}\n"
    )
}

/// The object of a level of [`endless`], in bytes.
const OBJECT: u16 = 30;
/// Bytes of variables beside which some levels have room.
const VARIABLES: u16 = 50_000;

/// Of programs with one byte more of variables each, how many have their stack overflow unnoticed by their own tests.
fn overflows() -> usize {
    let options = Options::default().with(|options| options.stack_check = Some(true));
    let ends = |variables: u16| {
        let source = Source { name: "endless.ll", text: &endless(variables) };
        let image = compiler::compile(&source, &options).unwrap();
        let mut machine = Machine::new(Config::default());
        machine.set_labels(Labels::parse(&image.labels).unwrap());
        machine.load_prg(&image.prg).unwrap();
        match machine.start_basic_program() {
            Ok(Stop::Exit { .. }) => false,
            Err(Error::SoftwareStack { .. }) => true,
            stop => panic!("{variables}: {stop:?}"),
        }
    };
    (VARIABLES..VARIABLES + 2 * OBJECT).filter(|variables| ends(*variables)).count()
}

#[test]
fn a_limit_that_is_one_byte_too_low_shows() {
    assert_eq!(overflows(), 0);
    assert!(fault::with(Fault::StackLimitTooLow, overflows) > 0);
}

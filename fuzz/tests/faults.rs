//! Faults planted into the compiler: a fixed number of random programs must show each of them.
//!
//! `cargo test --release -p sys2080-fuzz --features planted-faults --test faults`; `.github/workflows/faults.yml` runs it when
//! the compiler changes.

use std::sync::Mutex;

use compiler::fault::{self, Fault};
use fuzz::modules;
use fuzz::run::Outcome;

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

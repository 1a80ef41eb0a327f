//! Generates code of many functions in parallel, with the labels that sequential generation would assign.

use super::code::{LabelInfo, Line, Program};
use crate::fault::Planted;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Returns the code that `work` generates for each function, and its other result. `work` may make labels in the program and must
/// not change anything else there.
///
/// # Panics
/// If `work` does.
pub fn code<P: Sync, T: Send>(
    functions: &[P],
    program: &mut Program,
    work: impl Fn(&P, &mut Program) -> (Vec<Line>, T) + Sync,
) -> Vec<(Vec<Line>, T)> {
    let known = program.labels.len();
    let done = {
        let program = &*program;
        let work = |program: &mut Program, function: &P| {
            let made = work(function, program);
            (made, program.labels.split_off(known))
        };
        each(functions, || program.clone(), work)
    };
    let number = |((mut lines, told), labels): ((Vec<Line>, T), Vec<LabelInfo>)| {
        let before = (program.labels.len() - known) as u32;
        let inside = lines.iter_mut().filter_map(|line| line.item.label_mut());
        inside.filter(|label| label.0 as usize >= known).for_each(|label| label.0 += before);
        program.labels.extend(labels);
        (lines, told)
    };
    done.into_iter().map(number).collect()
}

/// Returns the results of `work` for each part, in the order of the parts. Each thread has its own state, which `work` must leave
/// as it was.
fn each<P: Sync, S, R: Send>(
    parts: &[P],
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &P) -> R + Sync,
) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(parts.len());
    let next = AtomicUsize::new(0);
    let planted = Planted::here();
    let several = || {
        planted.put();
        let mut state = state();
        let taken =
            std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|n| *n < parts.len()));
        taken.map(|n| (n, work(&mut state, &parts[n]))).collect::<Vec<_>>()
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(several)).collect();
        let own = several();
        let others =
            others.into_iter().flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        own.into_iter().chain(others).collect()
    });
    results.sort_unstable_by_key(|(n, _)| *n);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mos::code::{Item, Label};

    #[test]
    fn labels_are_those_of_function_by_function() {
        let mut program = Program::default();
        program.label("f");
        let work = |count: &usize, program: &mut Program| {
            let made = (0..*count).map(|_| program.label(format!("{count}"))).chain([Label(0)]);
            let line = |label| Line { item: Item::Label(label), weight: 1, fixed: false };
            (made.map(line).collect(), *count)
        };
        let counts: Vec<usize> = (0..200).map(|n| n * 5 % 9).collect();
        let mut expected = program.clone();
        let one_by_one: Vec<_> = counts.iter().map(|count| work(count, &mut expected)).collect();
        assert_eq!(code(&counts, &mut program, work), one_by_one);
        assert_eq!(program, expected);
    }

    #[test]
    fn results_are_in_the_order_of_the_parts() {
        let parts: Vec<u64> = (0..1000).collect();
        let slow = |count: &mut u64, part: &u64| {
            *count += 1;
            (0..part % 7 * 100).fold(*part, |n, _| std::hint::black_box(n))
        };
        assert_eq!(each(&parts, || 0, slow), parts);
        assert_eq!(each(&[], || 0, slow), []);
    }

    #[test]
    fn a_panic_is_that_of_the_part() {
        let work = |_: &mut (), part: &u32| assert!(*part != 77, "part {part}");
        let parts: Vec<u32> = (0..100).collect();
        let panic = std::panic::catch_unwind(|| each(&parts, || (), work)).unwrap_err();
        assert_eq!(*panic.downcast::<String>().unwrap(), "part 77");
    }
}

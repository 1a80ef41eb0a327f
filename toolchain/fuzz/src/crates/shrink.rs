//! Reduces a crate in which a function gives a wrong result.

use std::time::{Duration, Instant};

use super::generate::Crate;
use super::tree::{Kind, Node};

/// Removes parts of a crate as long as `wanted` holds for the behaviour of function number `shown`, for at most `time`.
pub fn shrink(
    mut krate: Crate,
    shown: usize,
    time: Duration,
    wanted: &mut dyn FnMut(&Crate) -> bool,
) -> Crate {
    let start = Instant::now();
    let mut attempt = |krate: &mut Crate, smaller: Crate| {
        let good = start.elapsed() < time && wanted(&smaller);
        if good {
            *krate = smaller;
        }
        good
    };
    let needed = krate.needed(shown);
    if needed.len() < krate.functions.len() {
        let mut smaller = krate.clone();
        smaller.keep(&needed);
        attempt(&mut krate, smaller);
    }
    for row in (0..krate.functions[shown].rows.len()).rev() {
        let mut smaller = krate.clone();
        smaller.functions[shown].rows = vec![krate.functions[shown].rows[row].clone()];
        if attempt(&mut krate, smaller) {
            break;
        }
    }
    let mut size = usize::MAX;
    while krate.size() < size && start.elapsed() < time {
        size = krate.size();
        // The caller first: anything it no longer calls is removed at once.
        for f in (0..=shown).rev() {
            let mut at = 0;
            while let Some(node) = krate.functions[f].body.clone().nth(at).cloned() {
                let found = node.smaller().into_iter().any(|part| {
                    let mut smaller = krate.clone();
                    let place = smaller.functions[f].body.nth(at).expect("it was there");
                    *place = part;
                    let needed = smaller.needed(shown);
                    smaller.keep(&needed);
                    attempt(&mut krate, smaller)
                });
                if start.elapsed() >= time {
                    return krate;
                }
                at += usize::from(!found);
            }
        }
    }
    krate
}

impl Crate {
    /// Returns the number of source nodes in all functions.
    fn size(&self) -> usize {
        self.functions.iter().map(|f| f.body.count()).sum()
    }

    /// Returns this function and all functions that it calls directly or indirectly.
    fn needed(&self, shown: usize) -> Vec<usize> {
        let mut needed = vec![shown];
        let mut at = 0;
        while let Some(n) = needed.get(at).copied() {
            let text = self.functions[n].body.to_string();
            let table = if text.contains("TABLE[") { 4 } else { 0 };
            let methods =
                self.traits.iter().enumerate().filter(|(t, _)| {
                    text.contains(&format!(".m{t}(")) || text.contains(&format!("generic{t}("))
                });
            let methods: Vec<usize> = methods.flat_map(|(_, own)| own.functions.clone()).collect();
            let called = |m: usize| methods.contains(&m) || text.contains(&format!("f{m}("));
            for callee in (0..n).filter(|m| *m < table || called(*m)) {
                if !needed.contains(&callee) {
                    needed.push(callee);
                }
            }
            at += 1;
        }
        needed
    }

    /// Empties all other functions; the numbers stay the same.
    fn keep(&mut self, needed: &[usize]) {
        let table = needed.iter().any(|n| self.functions[*n].body.to_string().contains("TABLE["));
        self.table &= table;
        for n in (0..self.functions.len()).filter(|n| !needed.contains(n)) {
            self.functions[n].body = Node::leaf(Kind::Statement, "");
        }
    }
}

impl super::generate::Function {
    /// Returns whether the function was emptied.
    pub(super) fn is_gone(&self) -> bool {
        self.body.to_string().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::super::generate;
    use super::*;

    #[test]
    fn what_is_wanted_stays_and_the_rest_goes() {
        let krate = generate(11, 30);
        let word = "wrapping";
        let has_it = |krate: &Crate, n: usize| krate.functions[n].body.to_string().contains(word);
        let last = (0..30).rev().find(|n| has_it(&krate, *n)).unwrap();
        let small = shrink(krate, last, Duration::from_secs(20), &mut |k| has_it(k, last));
        let text = small.functions[last].body.to_string();
        assert!(text.contains(word) && text.len() < 200, "{text}");
        assert_eq!(small.functions[last].rows.len(), 1);
        assert!(small.functions.iter().filter(|f| !f.is_gone()).count() < 5);
    }
}

//! Finds a winning strategy for the cats that needs few arrangements of them, and formats it as the engine's table.
//!
//! A strategy is a set of positions with the mouse to move from which, whatever the mouse does, a step of the cats
//! catches it or leads back into the set. The arrangements of the cats that it uses determine its storage cost; given
//! these, the largest set of mouse squares follows. So this searches over sets of arrangements: it forbids one to three
//! arrangements in use, finds a way around with as few new ones as possible, drops those that are no longer needed, and
//! keeps the result if it is not larger.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use super::board::{
    self, CATS_START, GOAL, MOUSE_START, Set, cat_steps, caught, neighbours, rows_of_mouse, squares,
};

/// Number of search attempts. Many more do not find anything smaller.
const ATTEMPTS: u32 = 200;
/// Where the random choices start: of those that find as small a strategy, one of which no byte of the table can be
/// changed without the proof failing.
const SEED: NonZeroU32 = NonZeroU32::new(22).unwrap();

/// The engine's source file with the table, in this project.
pub const TABLE_FILE: &str = "engine/src/games/mouse_and_cats/strategy/table.rs";

/// A strategy: the mouse squares for each arrangement of the cats, arrangements with fewer steps taken first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The cats and the possible squares of the mouse, with the mouse to move.
    pub entries: Vec<(Set, Set)>,
}

impl Strategy {
    /// Finds the strategy. The result is always the same.
    pub fn find() -> Strategy {
        Strategy::search(SEED, ATTEMPTS)
    }

    /// Finds a strategy in this many attempts; the seed determines their random choices.
    pub fn search(seed: NonZeroU32, attempts: u32) -> Strategy {
        let graph = Graph::new();
        let chosen = graph.search(&mut Random(seed.get()), attempts);
        Strategy::of(&graph, &chosen)
    }

    /// Returns the number of its positions.
    pub fn positions(&self) -> u32 {
        self.entries.iter().map(|(_, mice)| mice.count_ones()).sum()
    }

    /// Returns the smallest winning part of all positions that are won within the chosen arrangements.
    fn of(graph: &Graph, chosen: &BTreeSet<usize>) -> Strategy {
        let held = graph.held(chosen);
        let entries = chosen.iter().map(|&at| (graph.cats[at], held[at] & !graph.caught[at])).collect();
        let mut strategy = Strategy { entries };
        strategy.keep_what_is_reached();
        let mut at = 0;
        while at < strategy.entries.len() {
            for mouse in squares(strategy.entries[at].1) {
                let mut smaller = strategy.clone();
                smaller.entries[at].1 &= !mouse;
                if smaller.wins() {
                    strategy = smaller;
                    strategy.keep_what_is_reached();
                }
            }
            at += 1;
        }
        strategy
    }

    /// Returns whether it contains the start and enough other positions to win.
    fn wins(&self) -> bool {
        let mut held: BTreeMap<Set, Set> = BTreeMap::new();
        for &(cats, mice) in self.entries.iter().rev() {
            let good = cat_steps(cats)
                .map(|next| caught(next) | held.get(&next).copied().unwrap_or_default())
                .fold(0, |all, good| all | good);
            held.insert(cats, mice & answered(cats, good));
        }
        held.get(&CATS_START).is_some_and(|mice| mice & MOUSE_START != 0)
    }

    /// Drops positions that no game reaches if the cats always take the first winning step.
    fn keep_what_is_reached(&mut self) {
        let index: BTreeMap<Set, usize> =
            self.entries.iter().enumerate().map(|(at, (cats, _))| (*cats, at)).collect();
        let mut reached = vec![0; self.entries.len()];
        reached[index[&CATS_START]] = MOUSE_START;
        for at in 0..self.entries.len() {
            let cats = self.entries[at].0;
            let mut open = neighbours(reached[at]) & !cats;
            for next in cat_steps(cats) {
                open &= !(caught(next) & !next);
                if let Some(&to) = index.get(&next) {
                    let taken = open & self.entries[to].1;
                    reached[to] |= taken;
                    open &= !taken;
                }
            }
        }
        for (entry, reached) in self.entries.iter_mut().zip(reached) {
            entry.1 = reached;
        }
        self.entries.retain(|(_, mice)| *mice != 0);
    }

    /// Returns the columns of the engine's table: the cells of the four cats, ascending, and the two bytes of mouse squares.
    pub fn columns(&self) -> [Vec<u8>; 6] {
        let cat =
            |cats: Set, place: usize| squares(cats).nth(place).map_or(0, |cat| cell(board::square_of(cat)));
        [0, 1, 2, 3, 4, 5].map(|column: u8| {
            let entries = self.entries.iter();
            entries
                .map(|(cats, mice)| match column {
                    0..4 => cat(*cats, column.into()),
                    _ => mouse_byte(*mice, column - 4),
                })
                .collect()
        })
    }

    /// The engine's source file with the table.
    pub fn to_rust(&self) -> String {
        let entries = self.entries.len();
        let mut text = format!(
            "//! The cats' winning strategy; made by `cargo c64 prove mouse-and-cats --write`, not by hand.\n\n\
             use super::Table;\n\n\
             /// Arrangements of the cats in the table.\n\
             pub const ENTRIES: usize = {entries};\n\n\
             /// {entries} arrangements, {} positions.\n\
             pub static TABLE: Table = Table {{\n    cats: [\n",
            self.positions()
        );
        let columns = self.columns();
        let (cats, mice) = columns.split_at(4);
        cats.iter().for_each(|column| text += &format!("        [\n{}        ],\n", lines(column)));
        text += "    ],\n    mice: [\n";
        mice.iter().for_each(|column| text += &format!("        [\n{}        ],\n", lines(column)));
        text + "    ],\n};\n"
    }
}

/// Returns the engine's cell of a square: four per row, with a spare one after every second row.
fn cell(square: u8) -> u8 {
    5 + (9 * (square / 8) + square % 8) / 2
}

/// Returns half of the mouse squares of an entry, all on even or all on odd rows, as stored in the engine's table: a bit for
/// each square of the two relevant rows among the lower (0) or upper (1) four.
fn mouse_byte(mice: Set, half: u8) -> u8 {
    squares(mice)
        .map(board::square_of)
        .filter(|square| square / 32 == half)
        .map(|square| 1 << ((square / 16 % 2) * 4 + square % 8 / 2))
        .fold(0, |all, bit: u8| all | bit)
}

/// Formats numbers inside the table as rustfmt does.
fn lines(bytes: &[u8]) -> String {
    const WIDTH: usize = 110;
    let mut text = String::new();
    let mut line = String::new();
    for byte in bytes {
        let word = format!("{byte},");
        if 11 + line.len() + 1 + word.len() > WIDTH {
            text += &format!("           {line}\n");
            line.clear();
        }
        line += &format!(" {word}");
    }
    text + &format!("           {line}\n")
}

/// Returns the mouse squares all of whose free neighbours are good for the cats.
fn answered(cats: Set, good: Set) -> Set {
    let bad = !cats & (!good | GOAL);
    !cats & !GOAL & !neighbours(bad) & rows_of_mouse(cats)
}

/// The arrangements of the cats that occur and from which they can win, and where their steps lead. Arrangements with fewer
/// steps taken come first.
struct Graph {
    cats: Vec<Set>,
    next: Vec<Vec<usize>>,
    caught: Vec<Set>,
}

impl Graph {
    fn new() -> Graph {
        let mut cats = vec![CATS_START];
        let mut known = BTreeSet::from([CATS_START]);
        let mut at = 0;
        while at < cats.len() {
            for next in cat_steps(cats[at]) {
                if known.insert(next) {
                    cats.push(next);
                }
            }
            at += 1;
        }
        let all = Graph::among(cats);
        let held = all.held(&(0..all.cats.len()).collect());
        Graph::among(
            all.cats.into_iter().zip(held).filter(|(_, held)| *held != 0).map(|(cats, _)| cats).collect(),
        )
    }

    fn among(cats: Vec<Set>) -> Graph {
        let index: BTreeMap<Set, usize> = cats.iter().enumerate().map(|(at, cats)| (*cats, at)).collect();
        let next =
            cats.iter().map(|cats| cat_steps(*cats).filter_map(|next| index.get(&next).copied()).collect());
        let next = next.collect();
        let caught = cats.iter().map(|cats| caught(*cats) & rows_of_mouse(*cats)).collect();
        Graph { cats, next, caught }
    }

    /// Returns, for each arrangement, the mouse squares won for the cats if they use only arrangements in `chosen`.
    fn held(&self, chosen: &BTreeSet<usize>) -> Vec<Set> {
        let mut held = vec![0; self.cats.len()];
        for &at in chosen.iter().rev() {
            let good = self.next[at].iter().map(|&next| held[next] | self.caught[next]);
            held[at] = answered(self.cats[at], good.fold(0, |all, good| all | good));
        }
        held
    }

    fn wins(&self, chosen: &BTreeSet<usize>) -> bool {
        self.held(chosen)[0] & MOUSE_START != 0
    }

    fn search(&self, random: &mut Random, attempts: u32) -> BTreeSet<usize> {
        let all: BTreeSet<usize> = (0..self.cats.len()).collect();
        let mut best = BTreeSet::new();
        for attempt in 0..attempts {
            let mut allowed = all.clone();
            if attempt != 0 {
                let used: Vec<usize> = best.iter().copied().filter(|at| *at != 0).collect();
                for _ in 0..=random.below(3) {
                    allowed.remove(&used[random.below(used.len())]);
                }
            }
            if let Some(mut found) = self.way_around(&best, &allowed, random) {
                found.extend(best.intersection(&allowed));
                let found = self.without_the_needless(found, random);
                if best.is_empty() || found.len() <= best.len() {
                    best = found;
                }
            }
        }
        best
    }

    /// Arrangements among those allowed that win, those known taken where they do.
    fn way_around(
        &self,
        known: &BTreeSet<usize>,
        allowed: &BTreeSet<usize>,
        random: &mut Random,
    ) -> Option<BTreeSet<usize>> {
        let won = self.held(allowed);
        if won[0] & MOUSE_START == 0 {
            return None;
        }
        let known: BTreeSet<usize> = known.intersection(allowed).copied().collect();
        let held = self.held(&known);
        let mut used = BTreeSet::new();
        let mut ahead = BTreeMap::from([(0, MOUSE_START)]);
        while let Some((at, mice)) = ahead.pop_first() {
            used.insert(at);
            let mut open = neighbours(mice) & !self.cats[at];
            let mut next = self.next[at].clone();
            random.shuffle(&mut next);
            next.iter().for_each(|to| open &= !self.caught[*to]);
            // Best are arrangements that are in use and won with known ones alone, then other known ones.
            let in_use: Vec<bool> = next.iter().map(|to| ahead.contains_key(to)).collect();
            let rounds: [&dyn Fn(usize) -> Set; 3] =
                [&|i| if in_use[i] { held[next[i]] } else { 0 }, &|i| held[next[i]], &|i| {
                    if in_use[i] || known.contains(&next[i]) { won[next[i]] } else { 0 }
                }];
            let mut taken = vec![0; next.len()];
            for round in rounds {
                for (i, taken) in taken.iter_mut().enumerate() {
                    *taken |= open & round(i);
                    open &= !*taken;
                }
            }
            while open != 0 {
                let most = (0..next.len()).max_by_key(|&i| (open & won[next[i]]).count_ones())?;
                taken[most] |= open & won[next[most]];
                open &= !taken[most];
            }
            for (to, taken) in next.into_iter().zip(taken).filter(|(_, taken)| *taken != 0) {
                *ahead.entry(to).or_insert(0) |= taken;
            }
        }
        Some(used)
    }

    /// Drops arrangements one by one, in random order, as long as the rest still wins.
    fn without_the_needless(&self, mut chosen: BTreeSet<usize>, random: &mut Random) -> BTreeSet<usize> {
        let mut order: Vec<usize> = chosen.iter().copied().collect();
        random.shuffle(&mut order);
        for at in order {
            chosen.remove(&at);
            if !self.wins(&chosen) {
                chosen.insert(at);
            }
        }
        chosen
    }
}

/// A portable random number generator: Marsaglia's 32-bit xorshift.
struct Random(u32);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as usize % end
    }

    fn shuffle(&mut self, items: &mut [usize]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_has_the_strategy_found() {
        let committed = include_str!("../../../engine/src/games/mouse_and_cats/strategy/table.rs");
        assert!(TABLE_FILE.ends_with("engine/src/games/mouse_and_cats/strategy/table.rs"));
        assert!(Strategy::find().to_rust() == committed, "run `cargo c64 prove mouse-and-cats --write`");
    }

    #[test]
    fn nothing_can_be_left_out() {
        let strategy = Strategy::find();
        assert!(strategy.wins());
        for (at, (_, mice)) in strategy.entries.iter().enumerate() {
            for mouse in squares(*mice) {
                let mut smaller = strategy.clone();
                smaller.entries[at].1 &= !mouse;
                assert!(!smaller.wins(), "entry {at}, mouse on {}", board::square_of(mouse));
            }
        }
    }

    #[test]
    fn any_search_finds_a_strategy() {
        for seed in 1..5 {
            let strategy = Strategy::search(NonZeroU32::new(seed).unwrap(), 3);
            assert!(strategy.wins());
            assert!(strategy.positions() < 2_257, "{}", strategy.positions());
        }
    }

    #[test]
    fn bytes_are_those_of_the_engine() {
        // C1 and G3 in the lower half, E5 in the upper one.
        let mice = [2, 22, 36].map(board::set_of).into_iter().fold(0, |all, mouse| all | mouse);
        assert_eq!((mouse_byte(mice, 0), mouse_byte(mice, 1)), (0b1000_0010, 0b0000_0100));
        assert_eq!((cell(0), cell(57), cell(63)), (5, 37, 40));
    }
}

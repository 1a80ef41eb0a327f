//! Random control flow: ifs, switches, loops, early returns.

use super::statements::{Body, ROUNDS};
use super::values::{NUMBERS, REACH, Ty};

/// Values and the block they come from, for the phis of a join.
type Way = (Vec<String>, String);

impl Body<'_> {
    /// Runs `f` one level deeper; what it defined is out of scope afterwards.
    pub(crate) fn nested(&mut self, f: impl FnOnce(&mut Self)) {
        let (scope, pointers) = (self.scope.len(), self.pointers.len());
        self.nesting += 1;
        f(self);
        self.nesting -= 1;
        self.scope.truncate(scope);
        self.pointers.truncate(pointers);
    }

    fn types(&mut self) -> Vec<Ty> {
        let count = self.random.below(4);
        (0..count)
            .map(|_| match self.random.below(10) {
                0 => Ty::I1,
                1 => Ty::Ptr,
                2 if self.shared.any_width => self.any_width(),
                _ => self.random.of(&NUMBERS),
            })
            .collect()
    }

    fn values(&mut self, types: &[Ty]) -> Vec<String> {
        types
            .iter()
            .map(|ty| if *ty == Ty::Ptr { self.random.of(&self.pointers).0 } else { self.value(*ty) })
            .collect()
    }

    /// Opens a join block, with phis.
    fn join(&mut self, label: &str, types: &[Ty], ways: &[Way]) {
        self.open(label);
        for (i, ty) in types.iter().enumerate() {
            let from = ways.iter().map(|(values, block)| (values[i].clone(), block.clone())).collect();
            let name = self.phi(label, *ty, from);
            match ty {
                // All pointers are valid for at least this many bytes.
                Ty::Ptr => self.pointers.push((name, REACH)),
                ty => self.scope.push((name, *ty)),
            }
        }
    }

    /// Generates one arm of a choice, from its label to the jump to `join`.
    fn arm(&mut self, label: &str, join: &str, types: &[Ty]) -> Way {
        let mut way = (Vec::new(), String::new());
        self.open(label);
        self.nested(|body| {
            let count = body.random.below(4);
            body.statements(count);
            way = (body.values(types), body.here());
        });
        self.end(format!("br label %{join}"));
        way
    }

    pub(crate) fn choice(&mut self) {
        let cond = self.condition();
        let types = self.types();
        let (then, other, join) = (self.label(), self.label(), self.label());
        match self.random.below(10) {
            0 => {
                // One arm returns from the function.
                self.end(format!("br i1 {cond}, label %{then}, label %{join}"));
                self.open(&then);
                self.nested(|body| {
                    body.statements(1);
                    body.leave();
                });
                self.open(&join);
            }
            1..=4 => {
                let straight = (self.values(&types), self.here());
                let (a, b) = if self.random.percent(50) { (&then, &join) } else { (&join, &then) };
                self.end(format!("br i1 {cond}, label %{a}, label %{b}"));
                let way = self.arm(&then, &join, &types);
                self.join(&join, &types, &[straight, way]);
            }
            _ => {
                self.end(format!("br i1 {cond}, label %{then}, label %{other}"));
                let ways = [self.arm(&then, &join, &types), self.arm(&other, &join, &types)];
                self.join(&join, &types, &ways);
            }
        }
    }

    pub(crate) fn switch(&mut self) {
        let mut ty = self.random.of(&[Ty::I8, Ty::I8, Ty::I16, Ty::I32]);
        if self.shared.any_width && self.random.percent(40) {
            ty = self.any_width();
        }
        let (t, types) = (ty.text(), self.types());
        let mut value = self.variable(ty);
        let dense = ty.bits() >= 8 && self.random.percent(60);
        let count = if dense { self.random.of(&[2u64, 4, 4, 8]) } else { 2 + self.random.below(4) };
        let first = if dense && self.random.percent(30) { self.random.below(120) } else { 0 };
        let covered = dense && first == 0 && self.random.percent(70);
        if dense {
            let mask = if covered { count - 1 } else { 2 * count - 1 };
            value = self.emit(ty, format!("and {t} {value}, {mask}"));
            if first > 0 {
                value = self.emit(ty, format!("add {t} {value}, {first}"));
            }
        }
        let (join, default) = (self.label(), self.label());
        let mut cases = Vec::new();
        let mut arms: Vec<String> = Vec::new();
        let straight = (self.values(&types), self.here());
        let mut direct = Vec::new();
        for i in 0..count {
            let number = if dense { (first + i).to_string() } else { ty.constant(self.random) };
            if cases.iter().any(|(n, _)| *n == number) {
                continue;
            }
            let to = match self.random.below(10) {
                0 => {
                    direct.push(straight.clone());
                    join.clone()
                }
                1..=2 if !arms.is_empty() => self.random.of(&arms),
                _ => {
                    let label = self.label();
                    arms.push(label.clone());
                    label
                }
            };
            cases.push((number, to));
        }
        let list: Vec<String> = cases.iter().map(|(n, to)| format!("{t} {n}, label %{to}")).collect();
        self.end(format!("switch {t} {value}, label %{default} [ {} ]", list.join(" ")));
        let mut ways = direct;
        for label in &arms {
            ways.push(self.arm(label, &join, &types));
        }
        if covered {
            self.open(&default);
            self.end("unreachable".to_string());
            if ways.is_empty() {
                ways.push(straight);
            }
        } else {
            ways.push(self.arm(&default, &join, &types));
        }
        self.join(&join, &types, &ways);
    }

    /// Generates a counting loop with loop-carried values and possibly an exit in the middle.
    pub(crate) fn counted(&mut self) {
        let ty = self.random.of(&[Ty::I8, Ty::I8, Ty::I16, Ty::I16, Ty::I32]);
        let t = ty.text();
        let types = self.types();
        let rounds = 1 + self.random.below(ROUNDS - 1);
        let limit = self.limit(ty, rounds);
        let first = self.values(&types);
        let before = self.here();
        let (head, latch, exit) = (self.label(), self.label(), self.label());
        let down = self.random.percent(30);
        let test_first = self.random.percent(30);
        let start = if down { limit.clone() } else { "0".to_string() };
        self.end(format!("br label %{head}"));
        let mut ways: Vec<Way> = Vec::new();
        let (scope, pointers) = (self.scope.len(), self.pointers.len());
        self.times *= ROUNDS;
        self.nesting += 1;
        self.open(&head);
        let counter = format!("%v{}", self.next);
        let next = format!("%v{}", self.next + 1);
        self.next += 2;
        let carried = self.carried(&types, (&counter, ty));
        if test_first {
            let go = if down {
                self.emit(Ty::I1, format!("icmp ne {t} {counter}, 0"))
            } else {
                self.emit(Ty::I1, format!("icmp ult {t} {counter}, {limit}"))
            };
            let inside = self.label();
            ways.push((carried.clone(), self.here()));
            self.end(format!("br i1 {go}, label %{inside}, label %{exit}"));
            self.open(&inside);
        }
        let count = 1 + self.random.below(4);
        self.statements(count);
        if self.random.percent(25) {
            let cond =
                if self.random.percent(40) { self.sum_tested(ty, &counter).0 } else { self.condition() };
            ways.push(self.way_out(&cond, &types, &exit));
        }
        let after = self.values(&types);
        self.end(format!("br label %{latch}"));
        self.open(&latch);
        if down {
            self.push(next.clone(), "0", format!("add {t} {counter}, -1"));
        } else {
            self.push(next.clone(), "0", format!("add nuw {t} {counter}, 1"));
        }
        let latch_block = self.here();
        if test_first {
            self.end(format!("br label %{head}"));
        } else {
            let done = if down {
                self.emit(Ty::I1, format!("icmp eq {t} {next}, 0"))
            } else {
                let pred = self.random.of(&["eq", "uge"]);
                self.emit(Ty::I1, format!("icmp {pred} {t} {next}, {limit}"))
            };
            ways.push((after.clone(), latch_block.clone()));
            self.end(format!("br i1 {done}, label %{exit}, label %{head}"));
        }
        let named = [(counter, ty, start, next)].into_iter().chain(
            carried
                .into_iter()
                .zip(types.clone())
                .zip(first.into_iter().zip(after))
                .map(|((n, t), (a, b))| (n, t, a, b)),
        );
        for (name, ty, first, after) in named.collect::<Vec<_>>() {
            self.named_phi(&head, &name, ty, vec![(first, before.clone()), (after, latch_block.clone())]);
        }
        self.nesting -= 1;
        self.times /= ROUNDS;
        self.scope.truncate(scope);
        self.pointers.truncate(pointers);
        self.join(&exit, &types, &ways);
    }

    /// Returns the iteration count of a loop: a number, or a value from 1 to 8.
    fn limit(&mut self, ty: Ty, rounds: u64) -> String {
        if self.random.percent(60) {
            return rounds.to_string();
        }
        let t = ty.text();
        let v = self.variable(ty);
        let v = self.emit(ty, format!("and {t} {v}, 7"));
        self.emit(ty, format!("add nuw {t} {v}, 1"))
    }

    /// Returns names for the loop-carried values, which are in scope from here on, after the counter.
    fn carried(&mut self, types: &[Ty], (counter, ty): (&str, Ty)) -> Vec<String> {
        let first = self.next;
        let names: Vec<String> = (first..).take(types.len()).map(|number| format!("%v{number}")).collect();
        self.next += names.len() as u32;
        self.scope.push((counter.to_string(), ty));
        for (name, ty) in names.iter().zip(types) {
            match ty {
                Ty::Ptr => self.pointers.push((name.clone(), REACH)),
                ty => self.scope.push((name.clone(), *ty)),
            }
        }
        names
    }

    /// Leaves a loop in the middle if a condition holds.
    fn way_out(&mut self, cond: &str, types: &[Ty], exit: &str) -> Way {
        let on = self.label();
        let way = (self.values(types), self.here());
        self.end(format!("br i1 {cond}, label %{exit}, label %{on}"));
        self.open(&on);
        way
    }

    /// Generates a loop that moves a pointer across an object.
    pub(crate) fn walk(&mut self) {
        let (base, size) = self.random.of(&self.pointers);
        let ty = self.random.of(&[Ty::I8, Ty::I8, Ty::I16]);
        let (t, width) = (ty.text(), ty.bytes());
        let rounds = (1 + self.random.below(ROUNDS - 1)).min(u64::from(size / width));
        let end = u64::from(width) * rounds;
        let sum = self.random.of(&NUMBERS);
        let first = self.value(sum);
        let write = self.random.percent(40);
        let before = self.here();
        let (head, exit) = (self.label(), self.label());
        let past = self.emit(Ty::Ptr, format!("getelementptr inbounds nuw i8, ptr {base}, i16 {end}"));
        self.end(format!("br label %{head}"));
        let (pointer, total, next) =
            (format!("%v{}", self.next), format!("%v{}", self.next + 1), format!("%v{}", self.next + 2));
        self.next += 3;
        let (scope, pointers) = (self.scope.len(), self.pointers.len());
        self.times *= ROUNDS;
        self.nesting += 1;
        self.open(&head);
        self.scope.push((total.clone(), sum));
        self.emit(ty, format!("load {t}, ptr {pointer}, align 1"));
        let count = 1 + self.random.below(3);
        self.statements(count);
        if write {
            let value = self.value(ty);
            self.effect(format!("store {t} {value}, ptr {pointer}, align 1"));
        }
        let after = self.value(sum);
        self.push(next.clone(), "@g0", format!("getelementptr inbounds nuw i8, ptr {pointer}, i16 {width}"));
        let done = self.emit(Ty::I1, format!("icmp eq ptr {next}, {past}"));
        let latch = self.here();
        self.end(format!("br i1 {done}, label %{exit}, label %{head}"));
        self.named_phi(&head, &pointer, Ty::Ptr, vec![(base, before.clone()), (next, latch.clone())]);
        self.named_phi(&head, &total, sum, vec![(first, before), (after.clone(), latch.clone())]);
        self.nesting -= 1;
        self.times /= ROUNDS;
        self.scope.truncate(scope);
        self.pointers.truncate(pointers);
        self.join(&exit, &[sum], &[(vec![after], latch)]);
    }

    fn named_phi(&mut self, block: &str, name: &str, ty: Ty, from: Vec<(String, String)>) {
        let made = self.phi(block, ty, from);
        let block = self.blocks.iter_mut().find(|b| b.name == block).expect("a block with this name");
        let phi = block.insts.iter_mut().find(|i| i.def == made).expect("the phi just made");
        phi.def = name.to_string();
    }

    /// Generates a return.
    pub(crate) fn leave(&mut self) {
        let results = self.own.results.clone();
        let values: Vec<String> = results.iter().map(|ty| self.value(*ty)).collect();
        let text = match results.as_slice() {
            [] => "ret void".to_string(),
            [one] => format!("ret {} {}", one.text(), values[0]),
            many => {
                let whole = self.own.result();
                let mut made = "poison".to_string();
                for (i, (ty, value)) in many.iter().zip(&values).enumerate() {
                    let name = format!("%v{}", self.next);
                    self.next += 1;
                    let text = format!("insertvalue {whole} {made}, {} {value}, {i}", ty.text());
                    self.push(name.clone(), "zeroinitializer", text);
                    made = name;
                }
                format!("ret {whole} {made}")
            }
        };
        self.end(text);
    }
}

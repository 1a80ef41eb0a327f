//! The call tree from which a profile is made.

use std::collections::BTreeMap;

/// The opcode of JSR.
const JSR: u8 = 0x20;

/// A function, as its index in the profile's table.
pub(crate) type Function = u16;

/// A function reached through one call chain.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) function: Function,
    /// The node of the caller; `None` where the run began.
    pub(crate) parent: Option<usize>,
    /// Cycles spent in the function itself.
    pub(crate) cycles: u64,
    pub(crate) calls: u64,
    children: BTreeMap<Function, usize>,
}

/// A call that has not returned.
#[derive(Clone, Copy, Debug)]
struct Frame {
    node: usize,
    /// The stack pointer at the function's first instruction. A higher value means that the function has returned.
    pointer: u8,
}

/// All call chains seen, and the current one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls {
    nodes: Vec<Node>,
    roots: BTreeMap<Function, usize>,
    frames: Vec<Frame>,
    /// Whether the last instruction was a JSR.
    called: bool,
}

impl Calls {
    /// Records an instruction of `function`, and the stack pointer before it.
    #[inline]
    pub(crate) fn add(&mut self, function: Function, opcode: u8, pointer: u8, cycles: u64) {
        while self.frames.last().is_some_and(|frame| frame.pointer < pointer) {
            self.frames.pop();
            self.called = false;
        }
        match self.frames.last() {
            Some(frame) if !self.called => {
                // Without a call, there was a jump to another function, or an interrupt began or ended.
                let Node { function: running, parent, .. } = self.nodes[frame.node];
                if running != function {
                    let node = self.child(parent, function);
                    self.frames.last_mut().expect("it was there").node = node;
                }
            }
            top => {
                let node = self.child(top.map(|frame| frame.node), function);
                self.nodes[node].calls += 1;
                self.frames.push(Frame { node, pointer });
            }
        }
        self.nodes[self.frames.last().expect("one was pushed if there was none").node].cycles += cycles;
        self.called = opcode == JSR;
    }

    /// Records a call of a routine that the machine itself implements.
    pub(crate) fn add_routine(&mut self, function: Function, cycles: u64) {
        let node = self.child(self.frames.last().map(|frame| frame.node), function);
        self.nodes[node].cycles += cycles;
        self.nodes[node].calls += 1;
        self.called = false;
    }

    /// Returns every chain, callers before callees.
    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the functions of a chain, the first caller first.
    pub(crate) fn chain(&self, node: usize) -> Vec<Function> {
        let mut chain: Vec<Function> = std::iter::successors(Some(node), |node| self.nodes[*node].parent)
            .map(|node| self.nodes[node].function)
            .collect();
        chain.reverse();
        chain
    }

    fn child(&mut self, parent: Option<usize>, function: Function) -> usize {
        let new = self.nodes.len();
        let children = match parent {
            Some(parent) => &mut self.nodes[parent].children,
            None => &mut self.roots,
        };
        let node = *children.entry(function).or_insert(new);
        if node == new {
            self.nodes.push(Node { function, parent, cycles: 0, calls: 0, children: BTreeMap::new() });
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOP: u8 = 0xea;

    /// Returns chain, calls and cycles of every node.
    fn seen(calls: &Calls) -> Vec<(Vec<Function>, u64, u64)> {
        (0..calls.nodes.len())
            .map(|at| (calls.chain(at), calls.nodes[at].calls, calls.nodes[at].cycles))
            .collect()
    }

    #[test]
    fn a_call_ends_when_the_stack_pointer_is_back() {
        let mut calls = Calls::default();
        calls.add(0, JSR, 0xf0, 6);
        calls.add(1, NOP, 0xee, 2);
        calls.add(1, 0x60, 0xee, 6);
        calls.add(0, JSR, 0xf0, 6);
        calls.add_routine(9, 40);
        calls.add(0, NOP, 0xf0, 2);
        assert_eq!(seen(&calls), [(vec![0], 1, 14), (vec![0, 1], 1, 8), (vec![0, 9], 1, 40)]);
    }

    #[test]
    fn a_jump_replaces_the_function_and_recursion_nests() {
        let mut calls = Calls::default();
        calls.add(0, JSR, 0xf0, 6);
        calls.add(1, 0x4c, 0xee, 3);
        calls.add(2, JSR, 0xee, 6);
        calls.add(2, 0x60, 0xec, 6);
        calls.add(2, 0x60, 0xee, 6);
        calls.add(0, NOP, 0xf0, 2);
        assert_eq!(
            seen(&calls),
            [(vec![0], 1, 8), (vec![0, 1], 1, 3), (vec![0, 2], 0, 12), (vec![0, 2, 2], 1, 6)]
        );
    }
}

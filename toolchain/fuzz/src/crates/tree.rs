//! Rust source as a tree whose nodes can be removed or replaced.

use std::fmt;

use super::types::Int;

/// The kind of a source node, which determines what may replace it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An expression of an integer type.
    Value(Int),
    /// An expression of type `f32`, or of type `f64`.
    Real {
        /// Whether the float has 64 bits.
        double: bool,
    },
    /// An expression of type `bool`.
    Condition,
    /// A statement, or anything else that is optional.
    Statement,
    /// Statements in braces, possibly with a value at the end.
    Block,
}

/// A source node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The kind of the node.
    pub kind: Kind,
    parts: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Text(String),
    Child(Node),
}

impl Node {
    /// Creates a node without children.
    pub fn leaf(kind: Kind, text: impl Into<String>) -> Node {
        Node { kind, parts: vec![Part::Text(text.into())] }
    }

    /// Creates a node with a child for every `$` of the template.
    pub fn new(kind: Kind, template: &str, children: impl IntoIterator<Item = Node>) -> Node {
        let mut children = children.into_iter();
        let mut parts = Vec::new();
        for (i, text) in template.split('$').enumerate() {
            if i > 0 {
                parts.push(Part::Child(children.next().expect("a child for every `$`")));
            }
            if !text.is_empty() {
                parts.push(Part::Text(text.to_string()));
            }
        }
        assert!(children.next().is_none(), "a `$` for every child: {template}");
        Node { kind, parts }
    }

    /// Encloses statements in braces.
    pub fn block(statements: Vec<Node>) -> Node {
        Node { kind: Kind::Block, parts: statements.into_iter().map(Part::Child).collect() }
    }

    /// Returns the direct children.
    fn children(&self) -> impl Iterator<Item = &Node> {
        self.parts.iter().filter_map(|part| match part {
            Part::Child(node) => Some(node),
            Part::Text(_) => None,
        })
    }

    /// Returns the number of nodes, this one included.
    pub fn count(&self) -> usize {
        1 + self.children().map(Node::count).sum::<usize>()
    }

    /// Returns node number `n` in preorder.
    pub fn nth(&mut self, n: usize) -> Option<&mut Node> {
        if n == 0 {
            return Some(self);
        }
        let mut left = n - 1;
        for part in &mut self.parts {
            let Part::Child(node) = part else { continue };
            let count = node.count();
            if left < count {
                return node.nth(left);
            }
            left -= count;
        }
        None
    }

    /// Returns smaller nodes that could stand here.
    pub fn smaller(&self) -> Vec<Node> {
        let mut list = Vec::new();
        match self.kind {
            Kind::Value(int) => list.extend([0, 1].map(|n| Node::leaf(self.kind, int.literal(n)))),
            Kind::Real { double } => {
                let ty = if double { "f64" } else { "f32" };
                list.extend([0, 1].map(|n| Node::leaf(self.kind, format!("{n}{ty}"))));
            }
            Kind::Condition => list.extend(["true", "false"].map(|text| Node::leaf(self.kind, text))),
            Kind::Statement => list.extend(self.children().filter(|c| c.kind == Kind::Block).cloned()),
            Kind::Block => {
                for size in [8, 4, 2, 1] {
                    for start in (0..self.parts.len()).step_by(size) {
                        let mut less = self.clone();
                        less.parts.drain(start..(start + size).min(self.parts.len()));
                        list.push(less);
                    }
                }
            }
        }
        if matches!(self.kind, Kind::Value(_) | Kind::Real { .. } | Kind::Condition) {
            list.extend(self.children().filter(|c| c.kind == self.kind).cloned());
        }
        list.retain(|node| node.count() < self.count() || (self.count() == 1 && self.is_worse_than(node)));
        list
    }

    /// Returns whether replacing this leaf with the other one is a step down, so that reduction terminates.
    fn is_worse_than(&self, other: &Node) -> bool {
        let rank = |node: &Node| match node.to_string().as_str() {
            text if text.starts_with("0") || text == "true" => 0,
            text if text.starts_with("1") || text == "false" => 1,
            _ => 2,
        };
        rank(other) < rank(self)
    }

    fn write(&self, depth: usize, out: &mut impl fmt::Write) -> fmt::Result {
        if self.kind == Kind::Block {
            out.write_str("{\n")?;
            for node in self.children() {
                write!(out, "{:1$}", "", 4 * (depth + 1))?;
                node.write(depth + 1, out)?;
                out.write_char('\n')?;
            }
            return write!(out, "{:1$}}}", "", 4 * depth);
        }
        self.parts.iter().try_for_each(|part| match part {
            Part::Text(text) => out.write_str(text),
            Part::Child(node) => node.write(depth, out),
        })
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTE: Kind = Kind::Value(Int { bits: 8, signed: false });

    fn sum() -> Node {
        let leaf = |text| Node::leaf(BYTE, text);
        Node::new(BYTE, "$.wrapping_add($)", [leaf("a"), leaf("b")])
    }

    #[test]
    fn pieces_are_counted_and_found() {
        let mut node = sum();
        assert_eq!(node.to_string(), "a.wrapping_add(b)");
        assert_eq!(node.count(), 3);
        assert_eq!(node.nth(2).unwrap().to_string(), "b");
        assert!(node.nth(3).is_none());
    }

    #[test]
    fn smaller_pieces_are_numbers_and_parts() {
        let texts: Vec<String> = sum().smaller().iter().map(Node::to_string).collect();
        assert_eq!(texts, ["0u8", "1u8", "a", "b"]);
        assert!(Node::leaf(BYTE, "0u8").smaller().is_empty());
        let block = Node::block(vec![Node::leaf(Kind::Statement, "x;"), Node::leaf(Kind::Statement, "y;")]);
        let texts: Vec<String> = block.smaller().iter().map(Node::to_string).collect();
        assert!(texts.contains(&"{\n    y;\n}".to_string()), "{texts:?}");
    }
}

//! Prints a tree in the terminal: a line for each searched position, and the pruned parts in short.

use super::{Tree, value_text};

/// Formats the tree as text. `*` marks the principal variation.
pub fn text(tree: &Tree) -> String {
    let mut lines = vec![line(tree, true)];
    add_children(tree, "", &mut lines);
    lines.join("\n")
}

fn add_children(tree: &Tree, indent: &str, lines: &mut Vec<String>) {
    let searched = tree.children.iter().take_while(|child| child.window.is_some()).count();
    let pruned = &tree.children[searched..];
    for (index, child) in tree.children[..searched].iter().enumerate() {
        let is_last = index + 1 == searched && pruned.is_empty();
        lines.push(format!("{indent}{}{}", if is_last { "└─ " } else { "├─ " }, line(child, false)));
        add_children(child, &format!("{indent}{}", if is_last { "   " } else { "│  " }), lines);
    }
    if !pruned.is_empty() {
        let moves: Vec<&str> =
            pruned.iter().map(|child| child.label.as_str()).filter(|label| !label.is_empty()).collect();
        let leaves: usize = pruned.iter().map(|child| child.leaves().len()).sum();
        let noun = if leaves == 1 { "leaf" } else { "leaves" };
        let moves = if moves.is_empty() { String::new() } else { format!(": {}", moves.join(" ")) };
        lines.push(format!("{indent}└╴ {leaves} {noun} pruned{moves}"));
    }
}

fn line(tree: &Tree, is_root: bool) -> String {
    let value = value_text(tree.value.unwrap_or_default());
    let player = if tree.maximises { "max" } else { "min" };
    let name = match (is_root, tree.label.is_empty()) {
        (true, _) => format!("{player} "),
        (false, true) => String::new(),
        (false, false) => format!("{} ", tree.label),
    };
    let star = if tree.principal { " *" } else { "" };
    let window = match tree.window {
        Some((alpha, beta)) if !tree.children.is_empty() => {
            format!("  ({}, {})", value_text(alpha), value_text(beta))
        }
        _ => String::new(),
    };
    let bound = tree.bound();
    format!("{name}{bound}{value}{star}{window}")
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;
    use super::*;

    #[test]
    fn the_example_is_drawn_line_by_line() {
        let mut tree = example();
        tree.search();
        let expected = "\
max 6 *  (-∞, ∞)
├─ 3  (-∞, ∞)
│  ├─ 5  (-∞, ∞)
│  │  ├─ 5  (-∞, ∞)
│  │  │  ├─ 5
│  │  │  └─ 6
│  │  └─ ≤4  (5, ∞)
│  │     ├─ 7
│  │     ├─ 4
│  │     └╴ 1 leaf pruned
│  └─ 3  (-∞, 5)
│     └─ 3  (-∞, 5)
│        └─ 3
├─ 6 *  (3, ∞)
│  ├─ 6 *  (3, ∞)
│  │  ├─ 6 *  (3, ∞)
│  │  │  └─ 6 *
│  │  └─ ≤6  (6, ∞)
│  │     ├─ 6
│  │     └╴ 1 leaf pruned
│  └─ 7  (3, 6)
│     └─ 7  (3, 6)
│        └─ 7
└─ ≤5  (6, ∞)
   ├─ 5  (6, ∞)
   │  └─ 5  (6, ∞)
   │     └─ 5
   └╴ 3 leaves pruned";
        assert_eq!(text(&tree), expected);
    }
}

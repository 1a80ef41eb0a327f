//! Draws a tree as an SVG picture as in textbooks: the root at the top, pruned parts in grey, the principal variation in colour.

use std::fmt::Write as _;

use cargo_c64::output::thousands;

use super::{Counts, Tree, value_text};

/// Pixels between two leaves, between two levels, and around the tree.
const COLUMN: f64 = 44.0;
const ROW: f64 = 78.0;
const MARGIN: f64 = 36.0;
/// The space above the tree for the title and below it for the legend.
const TITLE: f64 = 44.0;
const LEGEND: f64 = 44.0;
/// Half the size of a position.
const HALF: f64 = 16.0;
/// The narrowest picture, so that the legend has room.
const NARROWEST: f64 = 640.0;
/// The width of a letter of the title (few are as wide) and of a window, and where the title begins.
const LETTER: f64 = 9.5;
const SMALL_LETTER: f64 = 5.2;
const INDENT: f64 = 12.0;
/// A tree with more leaves is drawn without its pruned parts, which are most of it: a stump shows the number of pruned leaves.
const WHOLE: usize = 60;

/// Ink: searched, pruned, principal variation.
const SEARCHED: &str = "#222";
const PRUNED: &str = "#b0b0b0";
const PRINCIPAL: &str = "#b3261e";

/// Draws a tree that has been searched.
pub fn svg(title: &str, tree: &Tree, counts: &Counts) -> String {
    let Counts { leaves, evaluated, alpha_cutoffs, beta_cutoffs, .. } = *counts;
    let number = |number: usize| thousands(number as u64);
    let title = format!(
        "{title}: value {}, {} of {} leaves evaluated, {} alpha and {} beta cut-offs",
        value_text(tree.value.unwrap_or_default()),
        number(evaluated),
        number(leaves),
        number(alpha_cutoffs),
        number(beta_cutoffs)
    );
    let folds = leaves > WHOLE;
    let columns = if folds { unfolded(tree) } else { leaves } as f64;
    let title_width = title.chars().count() as f64 * LETTER + 2.0 * INDENT;
    let width = (columns * COLUMN + 2.0 * MARGIN).max(NARROWEST).max(title_width);
    let height = TITLE + LEGEND + 2.0 * MARGIN + depth(tree) as f64 * ROW;
    let first = (width - columns * COLUMN) / 2.0 + COLUMN / 2.0;
    let mut drawing = Drawing { lines: String::new(), nodes: String::new(), next: first, folds };
    drawing.add(tree, TITLE + MARGIN, false);
    let Drawing { lines, nodes, .. } = drawing;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"DejaVu Sans, sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{INDENT}\" y=\"26\" font-size=\"15\">{}</text>\n{lines}{nodes}\
         <text x=\"{INDENT}\" y=\"{}\" fill=\"#555\">□ maximises · ○ minimises · ≤ ≥ bounds · red: principal variation · grey: pruned · (α, β): window</text>\n</svg>\n",
        escaped(&title),
        height - 14.0
    )
}

/// Returns the columns of a tree whose pruned branches are folded: one stump for all pruned branches of a position.
fn unfolded(tree: &Tree) -> usize {
    let searched: usize = tree.children.iter().filter(|child| child.window.is_some()).map(unfolded).sum();
    let stump = usize::from(tree.children.iter().any(|child| child.window.is_none()));
    (searched + stump).max(1)
}

fn depth(tree: &Tree) -> usize {
    tree.children.iter().map(|child| 1 + depth(child)).max().unwrap_or(0)
}

/// The picture so far: lines lie below positions.
struct Drawing {
    lines: String,
    nodes: String,
    /// The middle of the next leaf.
    next: f64,
    /// Whether pruned branches are folded.
    folds: bool,
}

impl Drawing {
    /// Draws a position and everything below it; returns its middle.
    fn add(&mut self, tree: &Tree, y: f64, pruned_above: bool) -> f64 {
        let pruned = pruned_above || tree.window.is_none();
        let mut below = Vec::new();
        let shown = tree.children.iter().filter(|child| !self.folds || child.window.is_some()).count();
        let (shown, folded) = tree.children.split_at(shown);
        for child in shown {
            below.push((self.add(child, y + ROW, pruned), child));
        }
        let stump = (!folded.is_empty()).then(|| self.column());
        let places = || below.iter().map(|(x, _)| *x).chain(stump);
        let x = match (places().next(), places().last()) {
            (Some(first), Some(last)) => f64::midpoint(first, last),
            _ => self.column(),
        };
        if let Some(stump) = stump {
            self.stump(x, y, stump, folded);
        }
        for (child_x, child) in below {
            self.branch(x, y, child_x, child, pruned);
        }
        self.node(x, y, tree, pruned);
        x
    }

    /// Allocates the next column.
    fn column(&mut self) -> f64 {
        self.next += COLUMN;
        self.next - COLUMN
    }

    /// Draws the pruned part below a position as its number of leaves.
    fn stump(&mut self, x: f64, y: f64, stump_x: f64, folded: &[Tree]) {
        let leaves: usize = folded.iter().map(|child| child.leaves().len()).sum();
        let below = y + ROW - HALF;
        let _ = writeln!(
            self.lines,
            "<line x1=\"{x}\" y1=\"{y}\" x2=\"{stump_x}\" y2=\"{below}\" stroke=\"{PRUNED}\" stroke-dasharray=\"4 3\"/>"
        );
        let _ = writeln!(
            self.nodes,
            "<text x=\"{stump_x}\" y=\"{}\" font-size=\"10\" text-anchor=\"middle\" fill=\"#777\">+{}</text>",
            below + 12.0,
            thousands(leaves as u64)
        );
    }

    fn branch(&mut self, x: f64, y: f64, child_x: f64, child: &Tree, pruned: bool) {
        let below = y + ROW;
        let (ink, style) = match (pruned || child.window.is_none(), child.principal) {
            (true, _) => (PRUNED, " stroke-dasharray=\"4 3\""),
            (false, true) => (PRINCIPAL, " stroke-width=\"3\""),
            (false, false) => (SEARCHED, ""),
        };
        let _ = writeln!(
            self.lines,
            "<line x1=\"{x}\" y1=\"{y}\" x2=\"{child_x}\" y2=\"{below}\" stroke=\"{ink}\"{style}/>"
        );
        if !child.label.is_empty() {
            // Next to the lower end, where neighbours are far enough apart.
            let top = below - HALF - 5.0;
            let _ = writeln!(
                self.nodes,
                "<text x=\"{child_x}\" y=\"{top}\" font-size=\"10\" text-anchor=\"middle\" fill=\"{ink}\" stroke=\"#fff\" \
                 stroke-width=\"3\" paint-order=\"stroke\">{}</text>",
                escaped(&child.label)
            );
        }
    }

    fn node(&mut self, x: f64, y: f64, tree: &Tree, pruned: bool) {
        let ink = if pruned {
            PRUNED
        } else if tree.principal {
            PRINCIPAL
        } else {
            SEARCHED
        };
        let shape = match tree.maximises {
            true => format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
                x - HALF,
                y - HALF,
                2.0 * HALF,
                2.0 * HALF
            ),
            false => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{HALF}\""),
        };
        // Pruned positions have no value, but a pruned leaf would have had one.
        let value =
            tree.value.map(|value| format!("{}{}", tree.bound(), value_text(value))).unwrap_or_default();
        let _ = writeln!(
            self.nodes,
            "{shape} fill=\"#fff\" stroke=\"{ink}\"/><text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" fill=\"{ink}\">{value}</text>",
            y + 4.0
        );
        if let (Some((alpha, beta)), false) = (tree.window, tree.children.is_empty()) {
            let window = format!("({}, {})", value_text(alpha), value_text(beta));
            let width = window.chars().count() as f64 * SMALL_LETTER;
            // Branches begin there and would be mistaken for signs between the numbers.
            let _ = writeln!(
                self.nodes,
                "<path d=\"M{} {}h{width}v11h-{width}z\" fill=\"#fff\"/><text x=\"{x}\" y=\"{}\" font-size=\"9\" \
                 text-anchor=\"middle\" fill=\"#555\">{window}</text>",
                x - width / 2.0,
                y + HALF + 2.5,
                y + HALF + 11.0
            );
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;
    use super::*;

    #[test]
    fn what_was_pruned_is_grey_and_the_principal_variation_is_red() {
        let mut tree = example();
        let counts = tree.search();
        let picture = svg("a < b", &tree, &counts);
        let count = |text: &str| picture.matches(text).count();
        assert!(picture.contains("a &lt; b: value 6, 9 of 14 leaves evaluated, 3 alpha and 0 beta cut-offs"));
        // Lines: 5 leaves, two positions above the last three, and the branch to them.
        assert_eq!((count("<line "), count("stroke-dasharray")), (32, 8));
        assert_eq!(count("stroke-width=\"3\"/>"), 4);
        assert_eq!(count("<rect x=") + count("<circle"), 33);
    }

    #[test]
    fn large_trees_are_drawn_without_what_was_pruned_below_a_title_that_fits() {
        let mut tree = Tree::from_structure(&[2, 2, 90], &[1; 92]).unwrap();
        let counts = tree.search();
        let picture = svg(&"a".repeat(100), &tree, &counts);
        let count = |text: &str| picture.matches(text).count();
        // The root, its two branches and three leaves; and 89 leaves behind one stump.
        assert_eq!(count("<circle") + count("<rect x="), 6);
        assert_eq!((count("stroke-dasharray"), count(">+89<")), (1, 1));
        let width =
            picture.split("width=\"").nth(1).unwrap().split('"').next().unwrap().parse::<f64>().unwrap();
        assert!(width > 100.0 * 9.0, "{width}");
    }
}

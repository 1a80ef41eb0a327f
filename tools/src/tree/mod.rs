//! Game trees as drawn in textbooks: the value and window of every position, pruned branches, and the principal variation.
//!
//! This is the textbook search (Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975), without the engine's hash tables and
//! move ordering, so that a reader can follow it by hand.

mod draw;
mod of_game;
mod terminal;

pub use draw::svg;
pub use of_game::{MOST_POSITIONS, of_game};
pub use terminal::text;

/// A value that is less than that of any position.
pub const LEAST: i32 = i32::MIN;
/// See [`LEAST`].
pub const MOST: i32 = i32::MAX;

/// A position with its successors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The move that leads here; empty at the root.
    pub label: String,
    /// Whether the player to move wants high values.
    pub maximises: bool,
    /// The value: known for a leaf from the start, for other nodes once they have been searched. A node that was cut off has its bound.
    pub value: Option<i32>,
    /// The window with which it was searched; `None` if it was pruned.
    pub window: Option<(i32, i32)>,
    /// The lower and upper bound that the search has established for the true value; equal if the value is exact.
    pub between: (i32, i32),
    /// Whether the search left it before its last branch.
    pub cut_off: bool,
    /// Whether it lies on the principal variation.
    pub principal: bool,
    /// The positions after each move.
    pub children: Vec<Tree>,
}

/// The statistics of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions of the tree.
    pub positions: usize,
    /// Positions that were searched.
    pub searched: usize,
    /// Leaves of the tree.
    pub leaves: usize,
    /// Leaves that were evaluated.
    pub evaluated: usize,
    /// Cut-offs at minimising positions, where the value reaches alpha.
    pub alpha_cutoffs: usize,
    /// Cut-offs at maximising positions, where the value reaches beta.
    pub beta_cutoffs: usize,
}

impl Tree {
    /// Builds a tree from its shape in the format of common simulators: the numbers of children, level by level from the root, and the
    /// values of the leaves. The root maximises.
    ///
    /// # Errors
    /// The numbers do not describe a tree with all leaves at one depth, or the number of values differs from the number of leaves.
    pub fn from_structure(structure: &[usize], values: &[i32]) -> Result<Tree, String> {
        let mut levels = Vec::new();
        let (mut width, mut rest) = (1, structure);
        while !rest.is_empty() {
            let Some((level, others)) = rest.split_at_checked(width) else {
                return Err(format!(
                    "level {} has {width} positions, but numbers for only {} of them are left",
                    levels.len() + 1,
                    rest.len()
                ));
            };
            if level.contains(&0) {
                return Err("a position without children is a leaf, and leaves have no number".to_string());
            }
            (width, rest) = (level.iter().sum(), others);
            levels.push(level);
        }
        if width != values.len() {
            return Err(format!("there are {width} leaves and {} values", values.len()));
        }
        let leaf = |value: &i32| Tree { value: Some(*value), ..Tree::default() };
        let mut nodes: Vec<Tree> = values.iter().map(leaf).collect();
        for level in levels.iter().rev() {
            let mut below = nodes.into_iter();
            nodes = level
                .iter()
                .map(|count| Tree { children: below.by_ref().take(*count).collect(), ..Tree::default() })
                .collect();
        }
        let mut root = nodes.pop().unwrap_or_default();
        root.set_players(true);
        Ok(root)
    }

    fn set_players(&mut self, maximises: bool) {
        self.maximises = maximises;
        self.children.iter_mut().for_each(|child| child.set_players(!maximises));
    }

    /// Searches the tree and records everything in it.
    pub fn search(&mut self) -> Counts {
        let mut counts = Counts::default();
        self.count(&mut counts);
        self.alpha_beta(LEAST, MOST, &mut counts);
        self.mark_principal();
        counts
    }

    fn count(&self, counts: &mut Counts) {
        counts.positions += 1;
        counts.leaves += usize::from(self.children.is_empty());
        self.children.iter().for_each(|child| child.count(counts));
    }

    fn alpha_beta(&mut self, mut alpha: i32, mut beta: i32, counts: &mut Counts) -> i32 {
        self.window = Some((alpha, beta));
        counts.searched += 1;
        if self.children.is_empty() {
            counts.evaluated += 1;
            let value = self.value.unwrap_or_default();
            self.between = (value, value);
            return value;
        }
        let mut best = if self.maximises { LEAST } else { MOST };
        let last = self.children.len() - 1;
        for (index, child) in self.children.iter_mut().enumerate() {
            let value = child.alpha_beta(alpha, beta, counts);
            if self.maximises {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta && index < last {
                self.cut_off = true;
                let cutoffs =
                    if self.maximises { &mut counts.beta_cutoffs } else { &mut counts.alpha_cutoffs };
                *cutoffs += 1;
                break;
            }
        }
        self.value = Some(best);
        // Nothing is known about pruned positions, so the bounds of a branch propagate upwards.
        let known = self
            .children
            .iter()
            .map(|child| if child.window.is_some() { child.between } else { (LEAST, MOST) });
        let worst = if self.maximises { (LEAST, LEAST) } else { (MOST, MOST) };
        self.between = known.fold(worst, |(low, high), (least, most)| match self.maximises {
            true => (low.max(least), high.max(most)),
            false => (low.min(least), high.min(most)),
        });
        best
    }

    /// Returns the sign before the value: `≤` or `≥` if it is a bound, nothing if it is exact.
    pub fn bound(&self) -> &'static str {
        match (self.value, self.between) {
            (_, (low, high)) if low == high => "",
            (Some(value), (_, high)) if value == high => "≤",
            (Some(_), _) => "≥",
            (None, _) => "",
        }
    }

    /// Marks the line of first moves that preserve the value.
    fn mark_principal(&mut self) {
        self.principal = true;
        let value = self.value;
        let is_next = |child: &&mut Tree| child.window.is_some() && child.value == value;
        if let Some(next) = self.children.iter_mut().find(is_next) {
            next.mark_principal();
        }
    }

    /// Returns the moves of the principal variation.
    pub fn variation(&self) -> Vec<&str> {
        let mut line = Vec::new();
        let mut at = self;
        while let Some(next) = at.children.iter().find(|child| child.principal) {
            line.push(next.label.as_str());
            at = next;
        }
        line
    }

    /// Returns the leaves, from left to right.
    pub fn leaves(&self) -> Vec<&Tree> {
        match self.children.as_slice() {
            [] => vec![self],
            children => children.iter().flat_map(Tree::leaves).collect(),
        }
    }
}

/// Formats a value or a bound.
fn value_text(value: i32) -> String {
    match value {
        LEAST => "-∞".to_string(),
        MOST => "∞".to_string(),
        value => value.to_string(),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The example in the article on alpha-beta at programacion-retro-c64.blog, which is Wikipedia's.
    pub(crate) fn example() -> Tree {
        let structure = [3, 2, 2, 2, 2, 1, 2, 1, 1, 2, 2, 3, 1, 1, 2, 1, 1, 2, 1];
        Tree::from_structure(&structure, &[5, 6, 7, 4, 5, 3, 6, 6, 9, 7, 5, 9, 8, 6]).unwrap()
    }

    /// The value without any pruning.
    fn minimax(tree: &Tree) -> i32 {
        let values = tree.children.iter().map(minimax);
        let best = if tree.maximises { values.max() } else { values.min() };
        best.or(tree.value).unwrap()
    }

    #[test]
    fn the_articles_example_is_pruned_where_its_author_shades_it() {
        let mut tree = example();
        let counts = tree.search();
        assert_eq!(tree.value, Some(6));
        let pruned: Vec<bool> = tree.leaves().iter().map(|leaf| leaf.window.is_none()).collect();
        // The fifth leaf (5), the ninth (9), and the whole last branch (9, 8 and 6).
        let shaded = [4, 8, 11, 12, 13];
        assert_eq!(pruned, (0..14).map(|leaf| shaded.contains(&leaf)).collect::<Vec<_>>());
        assert!(tree.children[2].children[1].window.is_none());
        // The author's names: "poda alfa" at a minimiser, here thrice, two levels up once.
        assert_eq!((counts.alpha_cutoffs, counts.beta_cutoffs), (3, 0));
        assert_eq!((counts.leaves, counts.evaluated, counts.positions), (14, 9, 33));
        // The principal variation: the middle branch, by its first child, to the leaf of 6.
        let line: Vec<usize> = {
            let (mut at, mut line) = (&tree, Vec::new());
            while let Some(next) = at.children.iter().position(|child| child.principal) {
                line.push(next);
                at = &at.children[next];
            }
            line
        };
        assert_eq!(line, [1, 0, 0, 0]);
        // The window that the article follows: 5 from the first grandchild is alpha for the second, which is left at 4.
        let left = &tree.children[0].children[0];
        assert_eq!((left.children[1].window, left.children[1].value), (Some((5, MOST)), Some(4)));
    }

    /// Asserts that the result of every searched position holds for its value without pruning.
    fn assert_bounds(tree: &Tree) {
        if let (Some(_), Some(shown)) = (tree.window, tree.value) {
            let value = minimax(tree);
            let holds = match tree.bound() {
                "≤" => value <= shown,
                "≥" => value >= shown,
                _ => value == shown,
            };
            assert!(holds, "{} {shown} is shown of {value}: {tree:?}", tree.bound());
        }
        tree.children.iter().for_each(assert_bounds);
    }

    #[test]
    fn a_bound_is_a_bound_in_the_positions_above_it_as_well() {
        let mut tree = Tree::from_structure(&[2, 1, 1, 1, 1, 1, 2], &[10, 5, 1]).unwrap();
        tree.search();
        let second = &tree.children[1];
        let shown = [&tree, second, &second.children[0], &second.children[0].children[0]];
        assert_eq!(shown.map(Tree::bound), ["", "≤", "≤", "≤"]);
        assert_bounds(&tree);
    }

    #[test]
    fn pruning_never_changes_the_value() {
        let mut random = 7_u32;
        let mut next = |below: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 16) % below
        };
        for _ in 0..500 {
            let mut structure = Vec::new();
            let mut width = 1;
            for _ in 0..next(5) {
                let level: Vec<usize> = (0..width).map(|_| next(4) as usize + 1).collect();
                width = level.iter().sum();
                structure.extend(level);
            }
            let values: Vec<i32> = (0..width).map(|_| next(20) as i32).collect();
            let mut tree = Tree::from_structure(&structure, &values).unwrap();
            let value = minimax(&tree);
            let counts = tree.search();
            assert_eq!((tree.value, counts.leaves), (Some(value), values.len()), "{structure:?} {values:?}");
            assert_bounds(&tree);
            assert!(tree.leaves().iter().any(|leaf| leaf.principal && leaf.value == Some(value)));
        }
    }

    #[test]
    fn shapes_that_are_no_tree_are_refused() {
        assert!(Tree::from_structure(&[2, 1], &[1, 2]).unwrap_err().contains("level 2 has 2 positions"));
        assert!(Tree::from_structure(&[2], &[1]).unwrap_err().contains("2 leaves and 1 values"));
        assert!(Tree::from_structure(&[0], &[]).is_err());
        assert_eq!(Tree::from_structure(&[], &[4]).unwrap().search().leaves, 1);
    }
}

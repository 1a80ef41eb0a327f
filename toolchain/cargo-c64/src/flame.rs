//! Draws a flame graph as SVG: one row per call depth, callers at the bottom, widths proportional to cycles.
//!
//! The format is Brendan Gregg's (<https://www.brendangregg.com/flamegraphs.html>). The picture needs no script: a browser shows
//! the full name and the cycles of the function under the pointer.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use machine::ChainCycles;

use crate::output;

/// The width of the picture in pixels.
const WIDTH: f64 = 1200.0;
/// The height of a row in pixels.
const ROW: usize = 18;
/// The height of the title above the rows.
const TITLE: usize = 30;
/// The width of a letter in pixels at a font size of 11 pixels, measured for DejaVu Sans Mono.
const LETTER: f64 = 6.7;
/// Functions narrower than this many pixels are left out.
const NARROWEST: f64 = 0.2;

/// A function with its callees.
#[derive(Default)]
struct Node<'a> {
    /// Cycles, including those of callees.
    cycles: u64,
    callees: BTreeMap<&'a str, Node<'a>>,
}

impl<'a> Node<'a> {
    fn add(&mut self, names: &'a [String], cycles: u64) {
        self.cycles += cycles;
        if let Some((first, rest)) = names.split_first() {
            self.callees.entry(first).or_default().add(rest, cycles);
        }
    }

    fn depth(&self) -> usize {
        self.callees.values().map(|callee| 1 + callee.depth()).max().unwrap_or(0)
    }
}

/// Draws the flame graph of these call chains.
pub fn graph(title: &str, chains: &[ChainCycles]) -> String {
    let mut root = Node::default();
    for chain in chains {
        root.add(&chain.functions, chain.cycles);
    }
    let (depth, cycles) = (root.depth(), root.cycles);
    let height = TITLE + ROW * depth.max(1) + ROW / 2;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"DejaVu Sans Mono, monospace\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"8\" y=\"20\" font-size=\"14\">{}: {} cycles</text>\n",
        escaped(title),
        output::thousands(cycles)
    );
    draw(&mut svg, &root, 0.0, cycles.max(1), height - ROW / 2);
    svg + "</svg>\n"
}

/// Draws the callees of a node with their left edge at `x` and their lower edge at `bottom`.
fn draw(svg: &mut String, node: &Node, mut x: f64, all: u64, bottom: usize) {
    for (name, callee) in &node.callees {
        let width = callee.cycles as f64 / all as f64 * WIDTH;
        if width >= NARROWEST {
            let (top, name) = (bottom - ROW, compiler::demangled(name));
            let share = callee.cycles as f64 * 100.0 / all as f64;
            let _ = writeln!(
                svg,
                "<g><title>{}: {} cycles, {share:.1} %</title>\
                 <rect x=\"{x:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"{}\" fill=\"{}\" stroke=\"#fff\"/>\
                 <text x=\"{:.1}\" y=\"{}\">{}</text></g>",
                escaped(&name),
                output::thousands(callee.cycles),
                ROW - 1,
                colour(&name),
                x + 3.0,
                bottom - 5,
                escaped(&fitting(&name, width - 6.0)),
            );
            draw(svg, callee, x, all, top);
        }
        x += width;
    }
}

/// Returns a warm colour, always the same for a given name.
fn colour(name: &str) -> String {
    let sum = name.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    format!("rgb({},{},{})", 205 + sum % 50, 110 + sum / 50 % 110, 60 + sum / 5500 % 50)
}

/// Shortens a name to fit into this many pixels. It keeps the end because the path before it matters less.
fn fitting(name: &str, width: f64) -> String {
    let letters = (width / LETTER).max(0.0) as usize;
    let count = name.chars().count();
    match letters {
        0..3 => String::new(),
        _ if count <= letters => name.to_string(),
        _ => format!("…{}", name.chars().skip(count - letters + 1).collect::<String>()),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_at_their_beginning() {
        assert_eq!(fitting("core::fmt::write", 200.0), "core::fmt::write");
        assert_eq!(fitting("core::fmt::write", 7.0 * LETTER), "…:write");
        assert_eq!(fitting("core::fmt::write", 10.0), "");
    }

    #[test]
    fn markup_in_names_is_text() {
        assert_eq!(escaped("<T as A>::f&"), "&lt;T as A&gt;::f&amp;");
    }
}

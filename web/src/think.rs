//! The search of the running game, read from the C64's memory while the program thinks.
//!
//! The build describes the addresses of the search's fields by name (`tools/src/web/places.rs`); this module knows none itself. It watches
//! two arrays to which the searches store whenever they reach a node, at the index of its depth or ply, and two fields that five in a row
//! stores to while it chooses a move: the number of candidates, and the length of the line.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use machine::Machine;

/// Depths and plies that have an entry in the two arrays.
const DEPTHS: u16 = 16;
const PLIES: u16 = 32;
/// Entries in a table.
const ENTRIES: u16 = 256;
/// The maximum number of candidates in five in a row.
const CANDIDATES: u8 = 16;
/// Nodes per increment of the counter.
const BATCH: u8 = 16;
/// The two highest bits of a table entry, which hold the kind of its value (`Bound` in `engine/src/table.rs`).
const BOUND_MASK: u8 = 0xc0;
const EMPTY: u8 = 0;
const EXACT: u8 = 0x40;
const AT_LEAST: u8 = 0x80;
/// The numbers of the games that share a search.
const MOUSE_AND_CATS: u8 = 0;
const TIC_TAC_TOE: u8 = 1;
const FIVE_IN_A_ROW: u8 = 2;

/// The names of a move's two bytes in a game, from which its text is built: none for bytes that occur in no move.
#[derive(Clone, Debug, Default)]
struct Names {
    from: Vec<Option<String>>,
    to: Vec<Option<String>>,
}

/// The addresses of the fields.
#[derive(Clone, Debug, Default)]
struct Map {
    /// By name: the offset of each field in the state, and the address of the state as `state`.
    places: BTreeMap<String, u16>,
    names: BTreeMap<u8, Names>,
}

impl Map {
    /// Parses the description: lines with a name and a number, and lines with a game's names.
    fn read(text: &str) -> Option<Map> {
        let mut map = Map::default();
        for line in text.lines() {
            let mut words = line.split(' ');
            let first = words.next()?;
            if let Some(half) = first.strip_prefix("moves-") {
                let names = map.names.entry(words.next()?.parse().ok()?).or_default();
                let list: Vec<Option<String>> =
                    words.map(|name| (name != "-").then(|| name.trim_matches('_').to_string())).collect();
                if list.len() != ENTRIES.into() {
                    return None;
                }
                if half == "from" { names.from = list } else { names.to = list }
            } else {
                map.places.insert(first.to_string(), words.next()?.parse().ok()?);
            }
        }
        Some(map)
    }

    fn has_all(&self) -> bool {
        NEEDED.iter().all(|name| self.places.contains_key(*name)) && self.names.len() == 3
    }

    /// Returns the address of a field. All names in [`NEEDED`] are present.
    fn address(&self, name: &str) -> u16 {
        let place = |name| self.places.get(name).copied().unwrap_or_default();
        place("state").wrapping_add(place(name))
    }

    fn move_text(&self, game: u8, from: u8, to: u8) -> String {
        let Some(names) = self.names.get(&game) else { return String::new() };
        let name = |list: &[Option<String>], byte: u8| list.get(usize::from(byte)).cloned().flatten();
        match (name(&names.from, from), name(&names.to, to)) {
            (Some(from), Some(to)) => from + &to,
            _ => String::new(),
        }
    }
}

/// The names used here.
const NEEDED: [&str; 39] = [
    "state",
    "game",
    "memory",
    "mouse_side",
    "tic_side",
    "root",
    "depth",
    "score",
    "alpha_cutoffs_low",
    "alpha_cutoffs_high",
    "beta_cutoffs_low",
    "beta_cutoffs_high",
    "line_length",
    "line",
    "lengths",
    "bound",
    "from",
    "to",
    "best_from",
    "best_to",
    "hash",
    "nodes_left",
    "nodes_low",
    "nodes_high",
    "how",
    "five_stride",
    "five_player",
    "five_ranked",
    "five_cells",
    "five_scores",
    "five_line_length",
    "five_line",
    "five_moves_low",
    "five_moves_high",
    "five_next",
    "five_cell_low",
    "five_cell_high",
    "five_table",
    "five_nodes",
];

/// A node on the path from the root to the node that the search has reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// The side to move, 0 for the first player; in five in a row 0 for the attacker.
    pub side: u8,
    /// The lower bound of the window.
    pub alpha: u8,
    /// The upper bound of the window.
    pub beta: u8,
    /// The move being tried; empty at the last node.
    pub tried: String,
    /// The best move so far, empty if there is none.
    pub best: String,
}

/// The state of a search in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The game's number.
    pub game: u8,
    /// The depth of the current iteration, and of the last one finished; 0 in a search without iterations.
    pub root: u8,
    /// See [`Seen::root`].
    pub finished: u8,
    /// The value that the last iteration found.
    pub score: u8,
    /// The principal variation that it expects.
    pub line: Vec<String>,
    /// Nodes so far.
    pub nodes: u32,
    /// Cutoffs at the second player's nodes, and at the first player's.
    pub alpha_cutoffs: u32,
    /// See [`Seen::alpha_cutoffs`].
    pub beta_cutoffs: u32,
    /// The nodes from the root to the current one, the root first.
    pub plies: Vec<Ply>,
    /// The hash of the current position.
    pub hash: u8,
    /// The entries of the table: `.` for none, `=`, `>` and `<` for values and bounds, `x` for positions without a win.
    pub table: String,
    /// The moves that five in a row considers, with their scores.
    pub candidates: Vec<(String, u16)>,
    /// Whether five in a row has ranked the cells but not chosen one yet.
    pub chooses: bool,
}

/// The node that the search has reached.
#[derive(Clone, Debug)]
struct Node {
    /// The remaining depth in the search by depth, or the ply in the other one.
    index: u8,
    game: u8,
    /// All of the memory at that time, which takes no longer to copy than a picture.
    ram: Vec<u8>,
}

/// Follows a search.
#[derive(Clone, Debug, Default)]
pub struct Think {
    map: Option<Map>,
    node: Option<Node>,
    /// Whether the candidates belong to the current choice: they are ranked after the first attack has failed.
    is_ranked: bool,
    /// See [`Seen::chooses`].
    chooses: bool,
    /// Nodes that the searches have reached since they are followed.
    pub nodes: u32,
    /// Whether every node stops the machine.
    pub stops: bool,
}

impl Think {
    /// Starts following the searches of a program.
    ///
    /// # Errors
    /// The bytes do not describe such a program.
    pub fn show(&mut self, description: &[u8]) -> Result<(), String> {
        let map = std::str::from_utf8(description).ok().and_then(Map::read).filter(Map::has_all);
        *self = Think { map: Some(map.ok_or("the places of the search are damaged")?), ..Think::default() };
        Ok(())
    }

    /// Stops following.
    pub fn hide(&mut self) {
        *self = Think::default();
    }

    /// Returns the addresses to watch.
    pub fn watched(&self) -> Vec<Range<u16>> {
        let Some(map) = &self.map else { return Vec::new() };
        let [lengths, cells] = [map.address("lengths"), map.address("five_cell_high")];
        let [ranked, line] = ["five_ranked", "five_line_length"].map(|name| map.address(name));
        let places = [(lengths, DEPTHS), (cells, PLIES), (ranked, 1), (line, 1)];
        places.map(|(first, count)| first..first.saturating_add(count)).into()
    }

    /// Notes a store to a watched address. Returns whether the search has reached a node with it.
    pub fn stored(&mut self, machine: &Machine, address: u16, value: u8) -> bool {
        let Some(map) = &self.map else { return false };
        let ram = machine.ram(0..0x10000);
        let at = Memory { map, ram };
        let game = at.byte("game", 0);
        // One of the two searches owns the memory, where the other's arrays are meaningless.
        let index = match game {
            MOUSE_AND_CATS | TIC_TAC_TOE if at.byte("memory", 0) == 0 => {
                let depth = address.wrapping_sub(map.address("lengths"));
                let counts = (1..=BATCH).contains(&at.byte("nodes_left", 0));
                let inside = depth > 0 && depth <= at.byte("root", 0).into();
                (value == 0 && counts && inside && depth < DEPTHS).then_some(depth)
            }
            FIVE_IN_A_ROW if at.byte("memory", 0) == 1 && at.byte("five_player", 0) == 1 => {
                if address == map.address("five_ranked") || address == map.address("five_line_length") {
                    // A choice begins with an empty line, and ends with one that has a move. Clearing the memory ranks nothing.
                    self.is_ranked = address == map.address("five_ranked");
                    self.chooses = self.is_ranked && value > 0;
                    return false;
                }
                let ply = address.wrapping_sub(map.address("five_cell_high"));
                // Clearing the memory is not a node.
                (ply < PLIES && at.word("five_nodes", 0) > 0 && at.byte("five_next", ply) > 0).then_some(ply)
            }
            _ => None,
        };
        let Some(index) = index else { return false };
        self.node = Some(Node { index: index as u8, game, ram: ram.to_vec() });
        self.nodes = self.nodes.wrapping_add(1);
        true
    }

    /// Returns the present state in memory, and the path to the last node.
    pub fn look(&self, machine: &Machine) -> Option<Seen> {
        let map = self.map.as_ref()?;
        let now = Memory { map, ram: machine.ram(0..0x10000) };
        let game = now.byte("game", 0);
        let node = self.node.as_ref().filter(|node| node.game == game);
        let at = node.map(|node| (node.index, Memory { map, ram: &node.ram }));
        match (now.byte("memory", 0), game) {
            (0, MOUSE_AND_CATS | TIC_TAC_TOE) => Some(now.alpha_beta(game, at)),
            (1, FIVE_IN_A_ROW) => {
                let seen = now.threats(at);
                let candidates = if self.is_ranked { seen.candidates } else { Vec::new() };
                Some(Seen { candidates, chooses: self.chooses, ..seen })
            }
            _ => None,
        }
    }

    /// Returns the same as JSON, with the number of nodes that were followed.
    pub fn json(&self, machine: &Machine) -> String {
        self.look(machine).map(|seen| json(&seen, self.nodes)).unwrap_or_default()
    }
}

/// Reads fields from a copy of the memory.
struct Memory<'a> {
    map: &'a Map,
    ram: &'a [u8],
}

impl Memory<'_> {
    fn byte(&self, name: &str, index: u16) -> u8 {
        let address = usize::from(self.map.address(name).wrapping_add(index));
        self.ram.get(address).copied().unwrap_or_default()
    }

    fn word(&self, name: &str, index: u16) -> u16 {
        u16::from_le_bytes([self.byte(name, 2 * index), self.byte(name, 2 * index + 1)])
    }

    /// Combines the lowest byte of a number with the lower three bytes of the 32-bit number above it.
    fn count(&self, low: &str, high: &str) -> u32 {
        u32::from_le_bytes([self.byte(low, 0), self.byte(high, 0), self.byte(high, 1), self.byte(high, 2)])
    }

    fn line(&self, game: u8, length: &str, bytes: &str) -> Vec<String> {
        let moves = (0..u16::from(self.byte(length, 0).min(16))).map(|at| 2 * at);
        moves
            .map(|at| self.map.move_text(game, self.byte(bytes, at), self.byte(bytes, at + 1)))
            .filter(|text| !text.is_empty())
            .collect()
    }

    fn alpha_beta(&self, game: u8, node: Option<(u8, Memory)>) -> Seen {
        let left = self.byte("nodes_left", 0);
        let batches = self.count("nodes_low", "nodes_high");
        let bounds = |how: u8| match how & BOUND_MASK {
            EMPTY => '.',
            EXACT => '=',
            AT_LEAST => '>',
            _ => '<',
        };
        let mut seen = Seen {
            game,
            root: self.byte("root", 0),
            finished: self.byte("depth", 0),
            score: self.byte("score", 0),
            line: self.line(game, "line_length", "line"),
            nodes: batches.wrapping_mul(BATCH.into()) + u32::from(BATCH.wrapping_sub(left) % BATCH),
            alpha_cutoffs: self.count("alpha_cutoffs_low", "alpha_cutoffs_high"),
            beta_cutoffs: self.count("beta_cutoffs_low", "beta_cutoffs_high"),
            // The search of tic-tac-toe has no table.
            table: match game {
                MOUSE_AND_CATS => (0..ENTRIES).map(|at| bounds(self.byte("how", at))).collect(),
                _ => String::new(),
            },
            ..Seen::default()
        };
        let Some((depth, then)) = node else { return seen };
        let side = then.byte(if game == MOUSE_AND_CATS { "mouse_side" } else { "tic_side" }, 0) & 1;
        seen.root = then.byte("root", 0);
        seen.hash = then.byte("hash", depth.into());
        for at in (depth..=seen.root.min(DEPTHS as u8 - 1)).rev() {
            let [own, other] = [0, 1].map(|above| then.byte("bound", u16::from(at) + above));
            let side = side ^ (at - depth) & 1;
            let (alpha, beta) = if side == 0 { (own, other) } else { (other, own) };
            let text = |from, to| {
                let [from, to] = [from, to].map(|name| then.byte(name, at.into()));
                self.map.move_text(game, from, to)
            };
            // The last node's fields still belong to another node.
            let [tried, best] = match at == depth {
                true => [String::new(), String::new()],
                false => [text("from", "to"), text("best_from", "best_to")],
            };
            seen.plies.push(Ply { side, alpha, beta, tried, best });
        }
        seen
    }

    /// Returns the text of a cell of five in a row.
    fn cell(&self, cell: u16) -> String {
        let stride = u16::from(self.byte("five_stride", 0).max(1));
        self.map.move_text(FIVE_IN_A_ROW, (cell % stride) as u8, (cell / stride) as u8)
    }

    fn threats(&self, node: Option<(u8, Memory)>) -> Seen {
        let mut seen = Seen { game: FIVE_IN_A_ROW, ..Seen::default() };
        if self.byte("five_player", 0) != 1 {
            return seen;
        }
        seen.nodes = self.word("five_nodes", 0).into();
        seen.line = self.line(FIVE_IN_A_ROW, "five_line_length", "five_line");
        let entry = |at| if self.byte("five_table", at) == 0 { '.' } else { 'x' };
        seen.table = (0..ENTRIES).map(entry).collect();
        let ranked = u16::from(self.byte("five_ranked", 0).min(CANDIDATES));
        seen.candidates = (0..ranked)
            .map(|at| (self.cell(self.word("five_cells", at)), self.word("five_scores", at)))
            .collect();
        let Some((ply, then)) = node else { return seen };
        for at in 0..u16::from(ply) {
            let cell = u16::from_le_bytes([then.byte("five_cell_low", at), then.byte("five_cell_high", at)]);
            seen.plies.push(Ply { side: (at & 1) as u8, tried: self.cell(cell), ..Ply::default() });
        }
        // The last cell may be only half written: the list of moves has it, too.
        let next = u16::from(then.byte("five_next", ply.into()).wrapping_sub(1));
        let cell =
            u16::from_le_bytes([then.byte("five_moves_low", next), then.byte("five_moves_high", next)]);
        seen.plies.push(Ply { side: ply & 1, tried: self.cell(cell), ..Ply::default() });
        seen
    }
}

/// Returns everything as JSON. Its texts are letters, digits and signs that need no escaping.
fn json(seen: &Seen, followed: u32) -> String {
    let mut out = format!("{{\"followed\":{followed}");
    let texts = |list: &mut dyn Iterator<Item = String>| format!("[{}]", list.collect::<Vec<_>>().join(","));
    let quoted = |text: &String| format!("\"{text}\"");
    let plies = texts(&mut seen.plies.iter().map(|Ply { side, alpha, beta, tried, best }| {
        format!(
            "{{\"side\":{side},\"alpha\":{alpha},\"beta\":{beta},\"tried\":\"{tried}\",\"best\":\"{best}\"}}"
        )
    }));
    let candidates = texts(&mut seen.candidates.iter().map(|(cell, score)| format!("[\"{cell}\",{score}]")));
    let line = texts(&mut seen.line.iter().map(quoted));
    for (name, value) in [
        ("game", u32::from(seen.game)),
        ("root", seen.root.into()),
        ("finished", seen.finished.into()),
        ("score", seen.score.into()),
        ("nodes", seen.nodes),
        ("alphaCutoffs", seen.alpha_cutoffs),
        ("betaCutoffs", seen.beta_cutoffs),
        ("chooses", seen.chooses.into()),
    ] {
        // Writing to a string cannot fail.
        let _ = write!(out, ",\"{name}\":{value}");
    }
    let table = &seen.table;
    out + &format!(",\"line\":{line},\"plies\":{plies},\"candidates\":{candidates},\"table\":\"{table}\"}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a description with every field at a separate address, and moves of two games that are named by digits.
    fn description() -> String {
        let mut text = String::new();
        for (at, name) in NEEDED.iter().enumerate() {
            text += &format!("{name} {at}\n");
        }
        for game in 0..3 {
            let digits: Vec<String> = (0..256).map(|byte| (byte % 10).to_string()).collect();
            let from = if game == 1 { ["-"; 255].join(" ") + " _" } else { digits.join(" ") };
            text += &format!("moves-from {game} {from}\nmoves-to {game} {}\n", digits.join(" "));
        }
        text
    }

    #[test]
    fn moves_are_written_by_the_names_of_their_bytes() {
        let map = Map::read(&description()).unwrap();
        assert_eq!((map.move_text(0, 12, 7), map.move_text(1, 255, 7)), ("27".to_string(), "7".to_string()));
        assert_eq!((map.move_text(1, 0, 7), map.move_text(3, 0, 7)), (String::new(), String::new()));
    }

    #[test]
    fn damaged_descriptions_are_refused() {
        let whole = description();
        let refused = |text: &str| Think::default().show(text.as_bytes()).is_err();
        assert!(!refused(&whole));
        for damaged in [
            whole.replace("root ", "boot "),
            whole.replace("root 5", "root five"),
            whole.replace("moves-to 2 0 1", "moves-to 2 1"),
            whole.replace("moves-from 0", "moves-from mouse"),
            String::new(),
        ] {
            assert!(refused(&damaged) && damaged != whole);
        }
        assert!(Think::default().show(&[0xff, 0xfe]).is_err());
    }

    #[test]
    fn what_is_seen_becomes_json() {
        let ply = Ply { side: 1, alpha: 3, beta: 200, tried: "A1B2".to_string(), best: String::new() };
        let seen = Seen {
            nodes: 70_000,
            line: vec!["A1B2".to_string(), "C3".to_string()],
            plies: vec![ply],
            candidates: vec![("H8".to_string(), 500)],
            table: ".=".to_string(),
            ..Seen::default()
        };
        let text = json(&seen, 9);
        for part in [
            "{\"followed\":9,",
            "\"nodes\":70000,",
            "\"line\":[\"A1B2\",\"C3\"],",
            "\"plies\":[{\"side\":1,\"alpha\":3,\"beta\":200,\"tried\":\"A1B2\",\"best\":\"\"}],",
            "\"candidates\":[[\"H8\",500]],\"table\":\".=\"}",
        ] {
            assert!(text.contains(part), "{text}");
        }
    }
}

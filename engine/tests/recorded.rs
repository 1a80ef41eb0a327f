//! Games that the engine plays against itself, searches and weights, compared with recordings of them.
//!
//! A recording is not right or wrong: other tests know what is (minimax, published numbers, proofs). It shows that a change
//! that is not meant to change what the engine thinks has not done so: every move, value, number of nodes and hash is here.
//! `BLESS=1` writes the recordings in `engine/tests/recorded` anew.

use std::fmt::Write;
use std::path::Path;

use engine::actions::Action;
use engine::alpha_beta::AlphaBeta;
use engine::engines::{Engines, Searching, write_move};
use engine::evaluate::Evaluate;
use engine::games::GameId;
use engine::notation::MAX_TEXT;
use engine::player::Level;
use engine::table::{Line, Tables};
use engine::{Game, Lcg, Mode, Move, Outcome, Side, Silent};

/// Compares `text`, without the blanks at the ends of its lines, with the recording of that name.
fn compare(name: &str, text: &str) {
    let text = text.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded").join(name);
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        return std::fs::write(&path, text).expect("the recording can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for (number, (kept, now)) in kept.lines().zip(text.lines()).enumerate() {
        assert_eq!(now, kept, "{name}, line {}", number + 1);
    }
    assert_eq!(text.lines().count(), kept.lines().count(), "{name}: the number of lines");
}

/// A game with keys of its own, at its beginning.
fn begin(game: GameId, size: u8, seed: u16) -> Engines {
    let mut engines = Engines::new();
    engines.select(game);
    assert_eq!(engines.set_size(size, size), game.can(Action::Sizes));
    engines.set_keys(&mut Lcg::new(seed));
    engines.reset();
    engines
}

fn name(game: GameId, mv: Move) -> String {
    let mut text = [b' '; MAX_TEXT];
    let length = write_move(game, mv, &mut text);
    String::from_utf8(text[..usize::from(length)].to_vec()).expect("ASCII")
}

fn names(game: GameId, line: &Line) -> String {
    (0..line.len()).map(|at| name(game, line.get(at))).collect::<Vec<_>>().join(" ")
}

/// FNV-1a, 32 bits: a short name for many bytes.
fn digest(bytes: impl IntoIterator<Item = u8>) -> u32 {
    bytes.into_iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Everything that the tables say.
fn digest_of_tables(tables: &Tables) -> u32 {
    digest((0..=255u8).flat_map(|hash| {
        let entry = tables.entry(hash).map_or([0; 3], |(depth, value, bound)| [depth, value, bound as u8]);
        let best = tables.best(hash);
        let moves = [Side::First, Side::Second].map(|side| tables.stored_best(side, hash));
        let moves = moves.iter().flat_map(|mv| [mv.from, mv.to]).collect::<Vec<_>>();
        [&entry[..], &[best.from, best.to], &moves].concat()
    }))
}

/// Plays a game of the engine against itself, on a level each.
fn play(text: &mut String, game: GameId, size: u8, levels: [u8; 2], seed: u16) {
    writeln!(text, "\n{} on {size}, levels {levels:?}, keys {seed}", game.name()).unwrap();
    let mut engines = begin(game, size, seed);
    let mut random = Lcg::new(seed);
    let mut past = Vec::new();
    while engines.outcome() == Outcome::Ongoing && past.len() < 60 {
        let (hash, lock, side) = (engines.hash(), engines.lock(), engines.side());
        let limits = engines.limits(Level::new(levels[side as usize]).expect("a level"));
        let choice = engines.choose(&limits, &mut random, &mut Silent);
        assert_eq!((engines.hash(), engines.lock(), engines.side()), (hash, lock, side), "as before");
        let line = if choice.nodes == 0 { String::new() } else { names(game, engines.line()) };
        let (source, mv) = (choice.source, name(game, choice.mv));
        let (depth, score, nodes) = (choice.depth, choice.score, choice.nodes);
        writeln!(text, "{mv} {source:?} {depth} ${score:02X} {nodes} {hash:02X}{lock:02X} {line}").unwrap();
        past.push((choice.mv, hash, lock));
        engines.play(choice.mv);
    }
    writeln!(text, "{:?}, {:?}", engines.outcome(), engines.proven()).unwrap();
    if let Some(tables) = engines.tables() {
        writeln!(text, "tables {:08X}", digest_of_tables(tables)).unwrap();
    }
    for (mv, hash, lock) in past.into_iter().rev() {
        engines.undo(mv);
        assert_eq!((engines.hash(), engines.lock()), (hash, lock));
    }
}

#[test]
fn mouse_and_cats() {
    let mut text = String::new();
    for (levels, seed) in
        [([1, 1], 1), ([2, 3], 2), ([4, 4], 3), ([5, 2], 4), ([5, 5], 5), ([6, 6], 6), ([6, 3], 7)]
    {
        play(&mut text, GameId::MouseAndCats, 8, levels, seed);
    }
    compare("mouse-and-cats.txt", &text);
}

#[test]
fn tic_tac_toe() {
    let mut text = String::new();
    for seed in 1..=12 {
        let level = (seed % 6 + 1) as u8;
        play(&mut text, GameId::TicTacToe, 3, [level, 7 - level], seed);
    }
    compare("tic-tac-toe.txt", &text);
}

#[test]
fn five_in_a_row() {
    let mut text = String::new();
    let games = [
        (5, [4, 5]),
        (6, [6, 6]),
        (9, [1, 4]),
        (9, [4, 4]),
        (11, [5, 3]),
        (15, [6, 6]),
        (15, [5, 5]),
        (19, [4, 6]),
    ];
    for (seed, (size, levels)) in (1..).zip(games) {
        play(&mut text, GameId::FiveInARow, size, levels, seed);
    }
    compare("five-in-a-row.txt", &text);
}

/// Searches one depth after another, and says what each finds.
struct ByDepth<'a> {
    game: GameId,
    mode: Mode,
    deepest: u8,
    text: &'a mut String,
}

impl Searching for ByDepth<'_> {
    type Found = ();

    fn search<G: Evaluate>(self, game: &mut G, thinker: &mut AlphaBeta) {
        let ByDepth { game: id, mode, deepest, text } = self;
        let AlphaBeta { search, tables } = thinker;
        for deepens in [false, true] {
            for depth in 1..=deepest {
                tables.clear();
                let finished = if deepens {
                    search.deepen(game, tables, depth, mode, &mut Silent)
                } else {
                    search.run(game, tables, depth, mode, &mut Silent)
                };
                assert!(finished);
                let (score, best, nodes) = (search.score(), name(id, search.best()), search.nodes());
                let (alpha, beta) = (search.alpha_cutoffs(), search.beta_cutoffs());
                let (depth, decided) = (search.depth(), if search.is_decided() { "decided" } else { "open" });
                let (tables, line) = (digest_of_tables(tables), names(id, search.variation()));
                writeln!(
                    text,
                    "{depth} ${score:02X} {best} {nodes} {alpha} {beta} {decided} {tables:08X} {line}"
                )
                .unwrap();
            }
        }
    }
}

/// Positions of a game, some moves of chance after its beginning.
fn searches(text: &mut String, game: GameId, positions: u16, most_moves: u16, deepest: u8) {
    for seed in 0..positions {
        let mut engines = begin(game, 0, seed + 1);
        let mut random = Lcg::new(seed);
        let moves = seed % most_moves;
        for _ in 0..moves {
            let mv = engine::player::random_move(&engines, &mut random);
            if !mv.is_none() {
                engines.play(mv);
            }
        }
        if engines.outcome() != Outcome::Ongoing {
            continue;
        }
        for mode in [Mode::Seed, Mode::Play] {
            let (hash, lock) = (engines.hash(), engines.lock());
            writeln!(text, "\n{} after {moves}, {mode:?}, {hash:02X}{lock:02X}", game.name()).unwrap();
            engines
                .search(ByDepth { game, mode, deepest, text: &mut *text })
                .expect("a game that is searched");
            assert_eq!((engines.hash(), engines.lock()), (hash, lock));
        }
    }
}

#[test]
fn searches_by_depth() {
    let mut text = String::new();
    searches(&mut text, GameId::MouseAndCats, 14, 14, 7);
    searches(&mut text, GameId::TicTacToe, 10, 5, 7);
    compare("searches.txt", &text);
}

#[test]
fn weights() {
    let mut text = String::new();
    for (size, stones) in [(5, 9), (7, 12), (10, 30), (15, 40), (19, 60)] {
        let mut engines = begin(GameId::FiveInARow, size, 1);
        let mut random = Lcg::new(u16::from(size));
        for number in 1..=stones {
            let mv = engine::player::random_move(&engines, &mut random);
            if mv.is_none() {
                break;
            }
            engines.play(mv);
            assert!(engines.weigh());
            let all = (0..size).rev().flat_map(|row| (0..size).map(move |column| (column, row)));
            let all = all.map(|square| engines.weight(square).unwrap_or(u32::MAX));
            let all = digest(all.flat_map(u32::to_le_bytes));
            let best = name(GameId::FiveInARow, engines.heaviest());
            writeln!(text, "{size} {number} {all:08X} {best}").unwrap();
        }
    }
    compare("weights.txt", &text);
}

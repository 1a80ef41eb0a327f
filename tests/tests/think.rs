//! What the page shows of a search is what the search has: at many nodes, the memory of the C64 is read by the description that comes with
//! the page, and compared with the host's engine at the same node.

use e2e::console::stop_chance;
use e2e::program;
use engine::engines::{Engines, Searching, parse_move, write_move};
use engine::games::GameId;
use engine::notation::MAX_TEXT;
use engine::player::{Choice, LEVELS, Level};
use engine::table::{Bound, Line};
use engine::{Game, KeySource, Lcg, Move, Observer, Outcome, Search};
use machine::{Config, Labels, Machine, Stop};
use tools::own::{self, Own};
use web::think::{Seen, Think};

/// What chance is made to be, so that no level errs.
const CHANCE: u8 = 0x5a;
/// Nodes between two looks of an observer.
const BATCH: u32 = 16;
/// Looks of a search that are compared with the host's at most: each costs the host a search.
const LOOKS: u32 = 60;

/// Cycles until the title shines.
const START: u64 = 3_000_000;
/// Cycles without a node, and so many times as many, after which the move has been made and shown: it moves with the clock.
const LULL: u64 = 200_000;
const LULLS: u8 = 40;
/// The low byte of the jiffy clock.
const JIFFIES: u16 = 0xa2;
/// The level that is set when the program starts.
const FIRST_LEVEL: u8 = 3;

/// The keys of a program whose random bytes are all the same.
struct Keys(Lcg);

impl KeySource for Keys {
    fn next_key(&mut self) -> u8 {
        CHANCE ^ self.0.next_key()
    }
}

/// Stops a search after so many looks, never for 0.
struct StopAfter(u32);

impl Observer for StopAfter {
    fn poll(&mut self, _: u8) -> bool {
        self.0 = self.0.wrapping_sub(1);
        self.0 == 0
    }
}

/// Both players, with the same keys, and the page's eyes.
struct Both {
    machine: Machine,
    /// The level that is set.
    level: u8,
    engines: Engines,
    think: Think,
}

impl Both {
    /// The play program at a board between persons, its clock and its chance standing still.
    fn start(game: GameId) -> Both {
        let image = &program::play().image;
        let config =
            Config { interrupts: false, idle_polls: u32::MAX, cycle_limit: u64::MAX, ..Config::default() };
        let mut machine = Machine::new(config);
        machine.set_labels(Labels::parse(&image.labels).unwrap_or_else(|error| panic!("{error}")));
        machine.load_prg(&image.prg).unwrap_or_else(|error| panic!("{error}"));
        machine.prepare_basic_program().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(machine.run_for(START).unwrap(), None, "the title shines");
        let mut engines = Engines::new();
        engines.select(game);
        let usual = game.descriptor().sides[1];
        engines.set_size(usual, usual);
        engines.set_keys(&mut Keys(Lcg::fixed()));
        engines.reset();
        let places = own::program(&program::workspace(), Own::Places, program::SETUP);
        let places = places.unwrap_or_else(|error| panic!("{error:#}"));
        let description = tools::web::describe(image, &places.image);
        let mut think = Think::default();
        think.show(description.unwrap_or_else(|error| panic!("{error:#}")).as_bytes()).unwrap();
        let mut both = Both { machine, level: FIRST_LEVEL, engines, think };
        // No sound, which would start the noise; two persons; the game.
        let games = vec![b'G'; game as usize];
        both.press(&[b"SS 2", games.as_slice()].concat());
        stop_chance(&mut both.machine, CHANCE);
        both.press(b"P");
        both.machine.watch(&both.think.watched());
        both
    }

    fn choose(&mut self, engines: &mut Engines, level: u8, observer: &mut StopAfter) -> Choice {
        let limits = engines.limits(Level::new(level).unwrap());
        engines.choose(&limits, &mut Lcg::new(0), observer)
    }

    /// Has the level move in both places, and hands every node of the C64's search to `look`, with the position before the move.
    fn play(&mut self, level: u8, mut look: impl FnMut(&mut Both, &Seen)) -> Choice {
        if level != self.level {
            let changes = (level + LEVELS - self.level) % LEVELS;
            self.press(&[b"M".to_vec(), vec![b'L'; changes.into()], b"P".to_vec()].concat());
            self.level = level;
        }
        self.key(b'D', &mut look);
        let mut engines = self.engines.clone();
        let choice = self.choose(&mut engines, level, &mut StopAfter(0));
        // The search and its tables go on from move to move.
        self.engines = engines;
        assert!(self.engines.is_legal(choice.mv));
        self.engines.make(choice.mv);
        choice
    }

    /// Types keys that have nothing searched.
    fn press(&mut self, keys: &[u8]) {
        for key in keys {
            self.key(*key, &mut |_, _| panic!("a search without a position"));
        }
    }

    /// Types a key, and goes on until the program has done what it means.
    fn key(&mut self, key: u8, look: &mut impl FnMut(&mut Both, &Seen)) {
        self.machine.type_keys(&[key]);
        let mut lulls = 0;
        while lulls < LULLS {
            match self.machine.run_for(LULL).unwrap_or_else(|error| panic!("{error}")) {
                Some(Stop::Stored { address, value }) => {
                    lulls = 0;
                    if self.think.stored(&self.machine, address, value) {
                        let seen = self.think.look(&self.machine).unwrap();
                        look(self, &seen);
                    }
                }
                Some(stop) => panic!("{stop:?}"),
                None => {
                    lulls += 1;
                    let jiffies = self.machine.peek(JIFFIES);
                    self.machine.poke(JIFFIES, jiffies.wrapping_add(1));
                }
            }
        }
    }
}

fn text_of(game: GameId, mv: Move) -> String {
    let mut bytes = [0; MAX_TEXT];
    let length = write_move(game, mv, &mut bytes);
    bytes.iter().take(length.into()).map(|byte| char::from(*byte)).collect()
}

fn texts_of(game: GameId, line: &Line) -> Vec<String> {
    (0..line.len()).map(|index| text_of(game, line.get(index))).collect()
}

/// The search of engines, as it is in memory.
struct Copied;

impl Searching for Copied {
    type Found = Search;

    fn search<G: engine::Evaluate>(self, _: &mut G, thinker: &mut engine::alpha_beta::AlphaBeta) -> Search {
        thinker.search.clone()
    }
}

/// Compares what is seen at a node with the host's search, stopped at the same one.
fn compare(seen: &Seen, game: GameId, before: &Engines, host: &mut Engines) {
    let search = host.search(Copied).unwrap();
    assert_eq!(seen.game, game as u8);
    assert_eq!(seen.nodes, search.nodes());
    assert_eq!((seen.finished, seen.root), (search.depth(), search.depth() + 1));
    assert_eq!((seen.alpha_cutoffs, seen.beta_cutoffs), (search.alpha_cutoffs(), search.beta_cutoffs()));
    if seen.finished > 0 {
        assert_eq!((seen.score, &seen.line), (search.score(), &texts_of(game, search.variation())));
    }
    // The moves on the way lead to the position that the search says it is in.
    let mut position = before.clone();
    for (ply, depth) in seen.plies.iter().zip((1..=seen.root).rev()) {
        let (tried, [own, other]) = search.kept_at(depth);
        assert_eq!(ply.side, position.side() as u8);
        let (alpha, beta) = if ply.side == 0 { (own, other) } else { (other, own) };
        assert_eq!((ply.alpha, ply.beta), (alpha, beta), "{seen:?} at depth {depth}");
        if !ply.tried.is_empty() {
            assert_eq!(ply.tried, text_of(game, tried), "{seen:?} at depth {depth}");
            assert!(position.is_legal(tried));
            position.make(tried);
        }
    }
    assert_eq!(seen.plies.iter().filter(|ply| ply.tried.is_empty()).count(), 1);
    let entry = |hash: u8| match host.tables().and_then(|tables| tables.entry(hash)) {
        None => '.',
        Some((_, _, Bound::Exact)) => '=',
        Some((_, _, Bound::Lower)) => '>',
        Some((_, _, Bound::Upper)) => '<',
    };
    if game == GameId::MouseAndCats {
        assert_eq!(seen.hash, position.hash(), "{seen:?}");
        assert_eq!(seen.table, (0..=255).map(entry).collect::<String>());
    } else {
        assert_eq!(seen.table, "");
    }
}

/// Plays some moves of a level and compares what is seen meanwhile; gives the greatest depths of an iteration and of a line.
fn follow(game: GameId, level: u8, moves: u8) -> (u8, usize) {
    let mut both = Both::start(game);
    let (mut root, mut deepest, mut compared) = (0, 0, 0);
    for _ in 0..moves {
        if both.engines.outcome() != Outcome::Ongoing {
            break;
        }
        let mut nodes = 0;
        let choice = both.play(level, |both, seen| {
            nodes += 1;
            assert_eq!(seen.nodes, nodes, "no node is left out");
            (root, deepest) = (root.max(seen.root), deepest.max(seen.plies.len()));
            if nodes % BATCH == 0 && nodes / BATCH <= LOOKS {
                let before = both.engines.clone();
                let mut host = before.clone();
                both.choose(&mut host, level, &mut StopAfter(nodes / BATCH));
                compare(seen, game, &before, &mut host);
                compared += 1;
            }
        });
        assert_eq!(nodes, choice.nodes);
        // Now that it has ended, the results are seen as they are.
        let seen = both.think.look(&both.machine).unwrap();
        assert_eq!((seen.finished, seen.score), (choice.depth, choice.score));
    }
    assert!(compared > 30, "{compared} nodes were compared");
    (root, deepest)
}

#[test]
fn the_search_of_mouse_and_cats_is_seen_as_it_is() {
    let (root, deepest) = follow(GameId::MouseAndCats, 5, 3);
    assert!(root > 6 && deepest > 6, "depth {root}, line {deepest}");
}

#[test]
fn the_search_of_tic_tac_toe_is_seen_as_it_is() {
    let (root, deepest) = follow(GameId::TicTacToe, LEVELS, 3);
    assert!(root == 6 && deepest > 4, "depth {root}, line {deepest}");
}

#[test]
fn the_threats_of_five_in_a_row_are_seen_as_they_are() {
    let game = GameId::FiveInARow;
    let mut both = Both::start(game);
    let (mut deepest, mut ranked, mut came, mut counted) = (0, 0, 0, 0);
    for _ in 0..9 {
        let mut last = 0;
        let choice = both.play(LEVELS, |both, seen| {
            assert!(seen.nodes > last, "{last} {seen:?}");
            last = seen.nodes;
            came += 1;
            deepest = deepest.max(seen.plies.len());
            // Both players' stones alternate, on empty cells.
            let mut taken: Vec<&String> = seen.plies.iter().map(|ply| &ply.tried).collect();
            for ply in &seen.plies {
                let mv = parse_move(game, ply.tried.as_bytes())
                    .unwrap_or_else(|error| panic!("{error}: {seen:?}"));
                assert!(both.engines.has_move(mv), "{} in {seen:?}", ply.tried);
            }
            taken.sort();
            taken.dedup();
            assert_eq!(taken.len(), seen.plies.len(), "{seen:?}");
            assert!(seen.plies.iter().zip(0..).all(|(ply, at)| ply.side == at & 1));
            assert!(seen.candidates.is_sorted_by(|a, b| a.1 >= b.1), "{seen:?}");
            ranked = ranked.max(seen.candidates.len());
        });
        counted += choice.nodes;
        let seen = both.think.look(&both.machine).unwrap();
        assert_eq!(seen.line, texts_of(game, both.engines.line()));
    }
    // A search that stops because its nodes are used up has counted one more, whose stone it does not put.
    assert!(came > 500 && came <= counted && counted - came < counted / 50, "{came} of {counted} nodes");
    assert!(deepest > 4 && ranked > 8, "{deepest} plies, {ranked} candidates");
}

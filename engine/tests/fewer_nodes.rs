//! Play mode compared with seed mode at the same depth, over the positions of fifty games: fewer nodes, and no worse value.

use engine::games::mouse_and_cats::MouseAndCats;
use engine::player::random_move;
use engine::{Game, KeySource, Lcg, Mode, Outcome, Search, Silent, Tables};

/// The depth compared.
const DEPTH: u8 = 8;
/// The nodes of the published search at that depth from the start.
const SEED_NODES: u32 = 3502;
/// What lies above is a win of the mouse, what lies below 16 one of the cats; see `evaluate.rs`.
const DECIDED: [std::ops::RangeInclusive<u8>; 2] = [0..=0x0F, 0xC0..=0xFF];

fn search(game: &mut MouseAndCats, mode: Mode) -> (u32, u8) {
    let mut search = Search::new();
    assert!(search.run(game, &mut Tables::new(), DEPTH, mode, &mut Silent));
    (search.nodes(), search.score())
}

#[test]
fn from_the_start() {
    let mut game = MouseAndCats::start();
    let (seed, score) = search(&mut game, Mode::Seed);
    let (play, same) = search(&mut game, Mode::Play);
    assert_eq!((seed, score), (SEED_NODES, same));
    assert!(play < SEED_NODES / 5, "{play}");
}

/// Half of the moves are the engine's, half are any: positions of all kinds, which no side gives away at once.
#[test]
fn over_the_positions_of_fifty_games() {
    let mut random = Lcg::new(50);
    let (mut positions, mut fewer, mut seed_nodes, mut play_nodes, mut decided) = (0, 0, 0, 0, 0);
    for _ in 0..50 {
        let mut game = MouseAndCats::start();
        while game.outcome() == Outcome::Ongoing {
            let (seed, seed_score) = search(&mut game, Mode::Seed);
            let (play, play_score) = search(&mut game, Mode::Play);
            positions += 1;
            seed_nodes += seed;
            play_nodes += play;
            fewer += (play < seed) as u32;
            if DECIDED.iter().any(|scores| scores.contains(&play_score)) {
                decided += 1;
            } else if seed_score != play_score {
                // Seed mode searches on behind the end of a game; what it sees there is no value. Without an end in
                // its tree, both values are the same.
                assert!(has_ends(&mut game, DEPTH), "{game:?}");
            }
            let mv = if random.next_key() < 128 {
                random_move(&game, &mut random)
            } else {
                let mut search = Search::new();
                assert!(search.run(&mut game, &mut Tables::new(), 3, Mode::Play, &mut Silent));
                search.best()
            };
            game.make(mv);
        }
    }
    println!(
        "{positions} positions: seed {seed_nodes}, play {play_nodes}, fewer in {fewer}, decided in {decided}"
    );
    assert!(positions > 800 && decided > 50, "{positions} positions, {decided} decided");
    assert!(play_nodes < seed_nodes / 2, "{play_nodes} of {seed_nodes}");
    assert!(fewer * 100 >= positions * 95, "fewer nodes in {fewer} of {positions}");
}

/// Whether a game ends, or is decided, within `depth` moves.
fn has_ends(game: &mut MouseAndCats, depth: u8) -> bool {
    use engine::Evaluate;
    if game.outcome() != Outcome::Ongoing || game.decided().is_some() {
        return true;
    }
    if depth == 0 {
        return false;
    }
    let mut cursor = 0;
    loop {
        let mv = game.next_move(&mut cursor);
        if mv.is_none() {
            return false;
        }
        game.make(mv);
        let ends = has_ends(game, depth - 1);
        game.take_back(mv);
        if ends {
            return true;
        }
    }
}

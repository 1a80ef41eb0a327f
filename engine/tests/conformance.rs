//! Properties that must hold in every position of every game, checked along thousands of random games.

use engine::evaluate::{Sum, seen_by};
use engine::games::five_in_a_row::Board19;
use engine::games::mouse_and_cats::MouseAndCats;
use engine::games::tic_tac_toe::{TicTacToe, Ties};
use engine::record;
use engine::{Evaluate, Game, KeySource, Lcg, Move, Notation, Outcome};
use std::fmt::Debug;

/// A random number below `end`.
fn below(random: &mut Lcg, end: usize) -> usize {
    (random.next_key() as usize * 256 + random.next_key() as usize) % end
}

fn legal_moves<G: Game>(game: &G) -> Vec<Move> {
    record::legal_moves(game).collect()
}

/// Everything that holds of one position by the rules; returns its legal moves.
fn check_position<G: Game + Notation + Clone + PartialEq + Debug>(game: &mut G) -> Vec<Move> {
    let before = game.clone();

    let mut fresh = game.clone();
    fresh.refresh();
    assert_eq!(&fresh, game, "hash, lock and evaluation kept up to date are those from scratch");

    let moves = legal_moves(game);
    assert_eq!(
        moves.is_empty(),
        game.outcome() != Outcome::Ongoing,
        "no moves exactly in finished games: {game:?}"
    );
    for from in (0..48).chain([0xFF]) {
        for to in (0..48).chain([0xFF]) {
            let mv = Move { from, to };
            let listed = moves.iter().filter(|&&other| other == mv).count();
            assert!(listed <= 1, "{mv:?} twice");
            assert_eq!(game.is_legal(mv), listed == 1, "{mv:?}");
        }
    }
    for &mv in &moves {
        assert!(mv != Move::NONE && mv != Move { from: 0, to: 0 });
        let mut text = [0; 4];
        let length = G::write_move(mv, &mut text) as usize;
        assert_eq!(G::parse_move(&text[..length]), Ok(mv));

        let foreseen = game.outcome_after(mv);
        assert_eq!(game, &before, "outcome_after leaves the position alone");
        game.make(mv);
        assert_eq!(game.outcome(), foreseen, "{mv:?}");
        assert_ne!(game.side(), before.side());
        assert_ne!(game, &before);
        game.take_back(mv);
        assert_eq!(game, &before, "taking {mv:?} back restores everything");
    }
    game.pass();
    assert_ne!(game.side(), before.side());
    game.pass();
    assert_eq!(game, &before);
    moves
}

/// Everything that holds of the evaluations of one position with these legal moves.
fn check_evaluations<G: Evaluate + Clone + PartialEq + Debug>(game: &mut G, moves: &[Move]) {
    let before = game.clone();
    assert!(!G::ORDERED || moves.len() <= 15, "more moves than the search can order: {game:?}");
    let mut cursor = 0;
    while !game.next_move(&mut cursor).is_none() {
        assert_ne!(cursor, 0xFF, "a cursor below 255");
    }
    for &mv in moves {
        let judged = game.evaluate_after(mv);
        assert_eq!(game, &before, "evaluate_after leaves the position alone");
        game.make(mv);
        assert_eq!(judged, game.evaluate(), "{mv:?}");
        game.take_back(mv);
    }
    let side = game.side();
    let sums = [Sum::Hash, Sum::Lock, Sum::Evaluation].map(|sum| (sum, game.sum(sum)));
    for &mv in moves {
        let for_sums = game.for_sums(side, mv);
        let after = sums.map(|(sum, value)| (sum, game.sum_after(sum, side, for_sums, value)));
        assert_eq!(game, &before, "sum_after leaves the position alone");
        game.make(mv);
        assert_eq!(after, after.map(|(sum, _)| (sum, game.sum(sum))), "{mv:?}");
        let made = game.clone();
        game.take_back(mv);
        game.advance(mv);
        let mut advanced = game.clone();
        advanced.refresh();
        assert!(
            advanced == made && game.side() == made.side(),
            "an advance by {mv:?} leads where the move leads"
        );
        game.retreat(mv);
        assert_eq!(game, &before, "an advance by {mv:?} back restores everything");
        let for_sums = game.for_sums(side, mv);
        game.advance_fast(side, mv, for_sums);
        advanced = game.clone();
        advanced.refresh();
        assert!(advanced == made && game.side() == made.side(), "so does a fast one");
        game.retreat_fast(side, mv);
        assert_eq!(game, &before, "which is undone, too");
    }
    let (mut cursor, mut same) = (0, 0);
    while let Some(mv) = game.next_move_of(side, &mut cursor) {
        assert_eq!((mv, cursor), (game.next_move(&mut same), same));
    }
    assert!(game.next_move(&mut same).is_none());
    for until in 0..=moves.len() {
        let mut visited = Vec::new();
        game.score_moves(side, seen_by(side, game.sum(Sum::Evaluation)), |mv, score| {
            visited.push((mv, score));
            visited.len() == until
        });
        assert_eq!(game, &before, "score_moves leaves the position alone");
        // In a finished game there are moves left that are not legal, but for the search without win tests.
        if !moves.is_empty() {
            let expected = if until == 0 { moves } else { &moves[..until] };
            let expected: Vec<_> =
                expected.iter().map(|&mv| (mv, seen_by(side, game.evaluate_after(mv)))).collect();
            assert_eq!(visited, expected);
        }
    }
}

/// Plays random games to their ends and back, checking every position on the way.
fn check_game<G: Game + Notation + Clone + PartialEq + Debug>(
    start: G,
    games: usize,
    more: fn(&mut G, &[Move]),
) {
    let mut random = Lcg::new(3);
    let mut positions = 0;
    let mut endings = [0; 4];
    for _ in 0..games {
        let mut game = start.clone();
        game.set_keys(&mut random);
        let fresh = game.clone();
        let mut played = Vec::new();
        loop {
            let moves = check_position(&mut game);
            more(&mut game, &moves);
            positions += 1;
            if moves.is_empty() {
                break;
            }
            let mv = moves[below(&mut random, moves.len())];
            played.push(mv);
            game.make(mv);
        }
        endings[game.outcome() as usize] += 1;
        for mv in played.into_iter().rev() {
            game.take_back(mv);
        }
        assert_eq!(game, fresh);
    }
    assert_eq!(endings[Outcome::Ongoing as usize], 0);
    assert!(endings[Outcome::First as usize] > 0 && endings[Outcome::Second as usize] > 0, "{endings:?}");
    assert!(positions > games * 5 && positions > 2_000);
}

#[test]
fn mouse_and_cats() {
    check_game(MouseAndCats::start(), 200, check_evaluations);
}

#[test]
fn tic_tac_toe() {
    check_game(TicTacToe::start(), 300, check_evaluations);
}

#[test]
fn tic_tac_toe_with_ties_to_the_last() {
    let mut game = TicTacToe::start();
    game.set_ties(Ties::Last);
    check_game(game, 300, check_evaluations);
}

#[test]
fn five_in_a_row() {
    for (columns, rows) in [(5, 5), (7, 7), (6, 8)] {
        let mut game = Board19::start();
        game.set_size(columns, rows).unwrap();
        check_game(game, 200, |_, _| ());
    }
}

/// Hash and lock tell positions apart about as well as two random bytes: a broken key shows as far too many
/// collisions.
fn check_keys<G: Game + Clone>(start: G, same: fn(&G, &G) -> bool) {
    let mut random = Lcg::new(5);
    let mut seen: Vec<G> = Vec::new();
    while seen.len() < 600 {
        let mut game = start.clone();
        loop {
            let moves = legal_moves(&game);
            if moves.is_empty() {
                break;
            }
            game.make(moves[below(&mut random, moves.len())]);
            if !seen.iter().any(|other| same(other, &game)) {
                seen.push(game.clone());
            }
        }
    }
    seen.truncate(600);
    let (mut hashes, mut both) = (0, 0);
    for (i, a) in seen.iter().enumerate() {
        for b in &seen[i + 1..] {
            hashes += (a.hash() == b.hash()) as u32;
            both += (a.hash() == b.hash() && a.lock() == b.lock()) as u32;
        }
    }
    // 179,700 pairs: about 702 share a random hash, about 3 both keys.
    assert!((350..1_400).contains(&hashes), "{hashes}");
    assert!(both <= 40, "{both}");
}

#[test]
fn keys_tell_positions_apart() {
    check_keys(MouseAndCats::start(), |a, b| (0..64).all(|square| a.piece_on(square) == b.piece_on(square)));
    check_keys(Board19::start(), |a, b| {
        (0..=255).all(|square| a.stone_on(square & 15, square >> 4) == b.stone_on(square & 15, square >> 4))
    });
    check_keys(TicTacToe::start(), |a, b| (0..9).all(|square| a.stone_on(square) == b.stone_on(square)));
}

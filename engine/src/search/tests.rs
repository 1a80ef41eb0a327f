//! Tests of the search in isolation: on explicit trees, and stopped at any node.

use super::*;
use crate::evaluate::EVEN;
use crate::game::{Game, Move, Outcome, Side};
use crate::games::dummy::Dummy;
use crate::games::mouse_and_cats::MouseAndCats;
use crate::keys::Lcg;
use std::vec::Vec;

/// The result of a search.
#[derive(Debug, PartialEq)]
struct Result {
    score: u8,
    best: Move,
    nodes: u32,
    alpha_cutoffs: u32,
    beta_cutoffs: u32,
}

fn searched<G: Evaluate>(game: &mut G, depth: u8) -> Result {
    let mut search = Search::new();
    assert!(search.run(game, &mut Tables::new(), depth, Mode::Seed, &mut Silent));
    Result {
        score: search.score(),
        best: search.best(),
        nodes: search.nodes(),
        alpha_cutoffs: search.alpha_cutoffs(),
        beta_cutoffs: search.beta_cutoffs(),
    }
}

/// The published program's search as its page describes it, written recursively.
fn literal<G: Evaluate>(
    game: &mut G,
    depth: u8,
    mut alpha: u8,
    mut beta: u8,
    count: &mut Result,
) -> (u8, Move) {
    if depth == 0 {
        return (game.evaluate(), Move::NONE);
    }
    count.nodes += 1;
    let mut best = Move::NONE;
    let mut cursor = 0;
    loop {
        let mv = game.next_move(&mut cursor);
        if mv.is_none() {
            break;
        }
        game.make(mv);
        let score = literal(game, depth - 1, alpha, beta, count).0;
        game.take_back(mv);
        let better = if game.side() == Side::First { score >= alpha } else { score <= beta };
        if better {
            best = mv;
            *(if game.side() == Side::First { &mut alpha } else { &mut beta }) = score;
        }
        if alpha >= beta {
            let cutoffs =
                if game.side() == Side::First { &mut count.beta_cutoffs } else { &mut count.alpha_cutoffs };
            *cutoffs += 1;
            break;
        }
    }
    (if game.side() == Side::First { alpha } else { beta }, best)
}

/// Plain minimax with win tests: returns the value and the first of the best moves.
fn minimax<G: Evaluate>(game: &mut G, depth: u8) -> (u8, Move) {
    match game.outcome() {
        Outcome::First => return (0xFF, Move::NONE),
        Outcome::Second => return (0x00, Move::NONE),
        Outcome::Draw => return (EVEN, Move::NONE),
        Outcome::Ongoing if depth == 0 => return (game.evaluate(), Move::NONE),
        Outcome::Ongoing => {}
    }
    let mut best = (if game.side() == Side::First { 0 } else { 0xFF }, Move::NONE);
    let mut cursor = 0;
    loop {
        let mv = game.next_move(&mut cursor);
        if mv.is_none() {
            return best;
        }
        game.make(mv);
        let score = minimax(game, depth - 1).0;
        game.take_back(mv);
        let better = if game.side() == Side::First { score > best.0 } else { score < best.0 };
        if better || best.1.is_none() {
            best = (score, mv);
        }
    }
}

#[test]
fn without_win_tests_it_is_the_literal_search_on_random_trees() {
    let mut random = Lcg::new(1);
    for height in (1..=7).cycle().take(400) {
        let mut game = Dummy::<false>::random(&mut random, height, 12);
        for depth in 1..=8 {
            let mut expected =
                Result { score: 0, best: Move::NONE, nodes: 0, alpha_cutoffs: 0, beta_cutoffs: 0 };
            (expected.score, expected.best) = literal(&mut game, depth, 0, 0xFF, &mut expected);
            assert_eq!(searched(&mut game, depth), expected, "{game:?}");
        }
    }
}

#[test]
fn with_win_tests_it_has_the_value_and_first_best_move_of_minimax() {
    let mut random = Lcg::new(2);
    let mut cutoffs = 0;
    for height in (1..=7).cycle().take(400) {
        let mut game = Dummy::<true>::random(&mut random, height, 40);
        for depth in 1..=height {
            let found = searched(&mut game, depth);
            assert_eq!((found.score, found.best), minimax(&mut game, depth), "{game:?}");
            cutoffs += found.alpha_cutoffs + found.beta_cutoffs;
        }
    }
    assert!(cutoffs > 1000);
}

#[test]
fn play_mode_finds_the_nearest_win() {
    let mut game = MouseAndCats::from_squares(36, [9, 11, 13, 15], Side::First).unwrap();
    let mut search = Search::new();
    let mut tables = Tables::new();
    for depth in 1..=7 {
        assert!(search.run(&mut game, &mut tables, depth, Mode::Play, &mut Silent));
        assert_eq!(search.score(), 0xFF - 5, "three moves of the mouse and two of the cats");
        assert!(search.is_decided());
    }
}

/// Stops after a number of polls and records the results of the iterations.
struct Watch {
    polls_left: u32,
    iterations: Vec<(u8, u32, u8, Move)>,
}

impl Observer for Watch {
    fn poll(&mut self, _: u8) -> bool {
        self.polls_left = self.polls_left.saturating_sub(1);
        self.polls_left == 0
    }

    fn iteration(&mut self, search: &Search) {
        self.iterations.push((search.depth(), search.nodes(), search.score(), search.best()));
    }
}

#[test]
fn a_stopped_search_keeps_the_last_iteration_and_the_position() {
    for mode in [Mode::Seed, Mode::Play] {
        let mut game = MouseAndCats::start();
        let before = game.clone();
        for polls_left in 1..60 {
            let mut search = Search::new();
            let mut watch = Watch { polls_left, iterations: Vec::new() };
            assert!(!search.deepen(&mut game, &mut Tables::new(), 12, mode, &mut watch));
            assert_eq!(game, before);
            let (depth, nodes, score, best) = *watch.iterations.last().unwrap();
            assert_eq!((depth, score, best), (search.depth(), search.score(), search.best()));
            assert!(nodes < search.nodes());
        }
    }
}

#[test]
fn a_search_ends_with_its_quota() {
    let mut ended_early = 0;
    for quota in 1..40 {
        let mut game = MouseAndCats::start();
        let (mut search, mut tables) = (Search::new(), Tables::new());
        search.set_budget(Budget { quota, until_decided: false });
        assert!(!search.run(&mut game, &mut tables, 12, Mode::Play, &mut Silent));
        assert_eq!(search.nodes(), 64 * (u32::from(quota) + 1));
        search.set_budget(Budget { quota, until_decided: true });
        if search.deepen(&mut game, &mut tables, 12, Mode::Play, &mut Silent) {
            assert!(search.nodes() / 64 > (quota / 2).into(), "half of {quota}");
            ended_early += 1;
        }
    }
    assert!(ended_early > 5, "{ended_early}");
}

#[test]
fn deepening_adds_up_its_iterations() {
    let mut game = MouseAndCats::start();
    let mut search = Search::new();
    let mut watch = Watch { polls_left: u32::MAX, iterations: Vec::new() };
    assert!(search.deepen(&mut game, &mut Tables::new(), 8, Mode::Seed, &mut watch));
    let mut sum = 0;
    for depth in 1..=8u8 {
        sum += searched(&mut game, depth).nodes;
        let (reported, nodes, ..) = watch.iterations[depth as usize - 1];
        assert_eq!((reported, nodes), (depth, sum));
    }
    assert_eq!(sum, 5410);
}

#[test]
fn depths_out_of_range_are_brought_into_it() {
    let mut game = Dummy::<false>::random(&mut Lcg::new(9), 3, 0);
    assert_eq!(searched(&mut game, 0), searched(&mut game, 1));
    assert_eq!(searched(&mut game, 200), searched(&mut game, MAX_DEPTH));
}

#[test]
fn a_finished_game_has_a_value_but_no_move() {
    let mut search = Search::new();
    let mut won = crate::games::tic_tac_toe::TicTacToe::from_text(b"xxxoo....").unwrap();
    let mut trapped = MouseAndCats::from_squares(0, [9, 18, 20, 22], Side::First).unwrap();
    for mode in [Mode::Seed, Mode::Play] {
        assert!(search.run(&mut won, &mut Tables::new(), 5, mode, &mut Silent));
        assert_eq!((search.score(), search.best(), search.variation().len()), (0xFF, Move::NONE, 0));
        // In the published program's search, a side without moves returns its own bound, which is the same here.
        assert!(search.run(&mut trapped, &mut Tables::new(), 5, mode, &mut Silent));
        assert_eq!((search.score(), search.best(), search.variation().len()), (0x00, Move::NONE, 0));
    }
}

#[test]
fn cats_that_cannot_move_lose_at_once() {
    let mut search = Search::new();
    for mouse in [36, 27, 9, 18] {
        let mut game = MouseAndCats::from_squares(mouse, [0, 2, 4, 6], Side::First).unwrap();
        assert!(search.run(&mut game, &mut Tables::new(), 1, Mode::Play, &mut Silent));
        assert_eq!(search.score(), 0xFF - 1, "{mouse}");
    }
}

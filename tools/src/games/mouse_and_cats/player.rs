//! Mouse and cats, as the tools play it.

use engine::alpha_beta::AlphaBeta;
use engine::games::GameId;
use engine::games::mouse_and_cats::{MouseAndCats, Piece};
use engine::player::Level;
use engine::{Decision, Game, Lcg, Mode, Move, Notation, Outcome, Side, Silent};

use crate::games::searched::{open_anywhere, think, thought};
use crate::player::{Advice, Playable, Player, Random, Thought, Verdict, Words};
use crate::solver::board::{Board, Turn, set_of};
use crate::solver::value::{Solution, Value};

/// The default search depth of the published program.
const SEED_DEPTH: u8 = 4;

/// Minimum and maximum number of random moves in an opening.
const MOVES: (u64, u64) = (2, 4);

impl Playable for MouseAndCats {
    type Mind = Box<AlphaBeta>;

    const ID: GameId = GameId::MouseAndCats;
    const WORDS: [Words; 2] =
        [Words { name: "the mouse", plural: false }, Words { name: "the cats", plural: true }];
    const TITLE: &'static str = "mouse and cats";
    const EXAMPLE: &'static str = "E1D2";
    const OPENING: &'static str = "2 to 4 random moves";
    const NOTATION: &'static str = "the square left and the square entered, such as E1D2";
    const LOSER: Option<Side> = Some(Side::First);
    const OPPONENT: Player = Player::Seed;

    fn move_of_engine(&mut self, mind: &mut Box<AlphaBeta>, level: Level, random: &mut Lcg) -> Thought {
        think(self, mind, level, random)
    }

    fn move_of_seed(&mut self, mind: &mut Box<AlphaBeta>) -> Thought {
        let AlphaBeta { search, tables } = &mut **mind;
        search.deepen(self, tables, SEED_DEPTH, Mode::Seed, &mut Silent);
        // Its scores are only evaluations: it does not recognise forced ends.
        Thought { end: None, ..thought(search) }
    }

    /// Returns the exact value of the position and the best game from here.
    fn advise(&mut self, _: &mut Box<AlphaBeta>) -> Advice {
        let root = board_of(self);
        let solution = Solution::of(root);
        let boards = solution.line();
        let line: Vec<Move> = boards
            .windows(2)
            .filter_map(|pair| MouseAndCats::parse_move(pair[0].text_to(pair[1]).as_bytes()).ok())
            .collect();
        let value = solution.value(root);
        let end = value.map(|Value { winner, plies }| Decision {
            outcome: if winner == Turn::Mouse { Outcome::First } else { Outcome::Second },
            plies,
        });
        let wins = value.is_some_and(|value| value.winner == root.turn);
        Advice {
            best: line.first().copied().unwrap_or(Move::NONE),
            reason: if wins { "it wins soonest" } else { "it holds out longest" }.into(),
            verdict: end.map_or(Verdict::Open, Verdict::Exact),
            line,
        }
    }

    fn why_not(&self, mv: Move) -> String {
        let (from, to) = (MouseAndCats::square(mv.from), MouseAndCats::square(mv.to));
        let name = |square: u8| format!("{}{}", char::from(b'A' + square % 8), square / 8 + 1);
        let cats = self.side() == Side::Second;
        match (self.piece_on(from), cats) {
            (None, _) => return format!("nothing stands on {}", name(from)),
            (Some(Piece::Mouse), true) => return "it is the cats' turn".into(),
            (Some(Piece::Cat(_)), false) => return "it is the mouse's turn".into(),
            _ => {}
        }
        let (rise, run) = ((to / 8).wrapping_sub(from / 8) as i8, (to % 8).wrapping_sub(from % 8) as i8);
        if rise.abs() != 1 || run.abs() != 1 {
            return format!("{} is not the next square diagonally", name(to));
        }
        if cats && rise > 0 {
            return "cats only move down, towards row 1".into();
        }
        format!("{} is occupied", name(to))
    }

    fn open(&mut self, random: &mut Random) -> Vec<Move> {
        loop {
            let plies = MOVES.0 + random.below(MOVES.1 - MOVES.0 + 1);
            let moves = open_anywhere(self, plies, random);
            if self.outcome() == Outcome::Ongoing {
                return moves;
            }
        }
    }
}

/// Returns the position in the solver's representation.
fn board_of(game: &MouseAndCats) -> Board {
    let mut board = Board { mouse: 0, cats: 0, turn: Turn::Mouse };
    for square in 0..64 {
        match game.piece_on(square) {
            Some(Piece::Mouse) => board.mouse = set_of(square),
            Some(Piece::Cat(_)) => board.cats |= set_of(square),
            None => {}
        }
    }
    if game.side() == Side::Second {
        board.turn = Turn::Cats;
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> MouseAndCats {
        let mut game = MouseAndCats::start();
        for text in moves.split_whitespace() {
            let mv = MouseAndCats::parse_move(text.as_bytes()).unwrap();
            assert!(game.is_legal(mv), "{text}");
            game.play(mv);
        }
        game
    }

    #[test]
    fn the_solver_gets_the_same_position() {
        assert_eq!(board_of(&MouseAndCats::start()), Board::START);
        let expected = Board::START.play("E1D2").and_then(|board| board.play("B8A7")).unwrap();
        assert_eq!(board_of(&after("E1D2 B8A7")), expected);
    }

    #[test]
    fn advice_is_exact() {
        let mut game = after("E1D2");
        let advice = game.advise(&mut Box::default());
        let Verdict::Exact(end) = advice.verdict else { panic!("{advice:?}") };
        assert_eq!((end.outcome, end.plies as usize), (Outcome::Second, advice.line.len()));
        let mut end_of_line = game.clone();
        for mv in &advice.line {
            assert!(end_of_line.is_legal(*mv));
            end_of_line.play(*mv);
        }
        assert_eq!(end_of_line.outcome(), Outcome::Second);
        assert_eq!(game, after("E1D2"), "nothing has changed");
    }

    #[test]
    fn what_is_not_legal_is_explained() {
        for (moves, text, why) in [
            ("", "D2E3", "nothing stands on D2"),
            ("", "B8A7", "it is the mouse's turn"),
            ("E1D2", "D2E3", "it is the cats' turn"),
            ("", "E1G3", "G3 is not the next square diagonally"),
            ("E1D2 B8A7", "D2D4", "D4 is not the next square diagonally"),
            ("E1D2 B8A7 D2E3", "A7B8", "cats only move down, towards row 1"),
            ("E1D2 B8C7 D2E3", "D8C7", "C7 is occupied"),
        ] {
            let mv = MouseAndCats::parse_move(text.as_bytes()).unwrap();
            let game = after(moves);
            assert!(!game.is_legal(mv), "{text}");
            assert_eq!(game.why_not(mv), why);
        }
    }

    #[test]
    fn openings_follow_the_random_numbers_and_leave_a_game() {
        let mut lengths = std::collections::BTreeSet::new();
        for seed in 0..20 {
            let (mut one, mut two) = (MouseAndCats::start(), after("E1D2"));
            let moves = one.open(&mut Random::new(seed));
            assert_eq!(two.open(&mut Random::new(seed)), moves);
            assert_eq!(one, two);
            assert_eq!(one.outcome(), Outcome::Ongoing);
            lengths.insert(moves.len());
        }
        assert_eq!(lengths.into_iter().collect::<Vec<_>>(), [2, 3, 4]);
    }
}

//! Tic-tac-toe, as the tools play it.

use engine::alpha_beta::AlphaBeta;
use engine::games::GameId;
use engine::games::tic_tac_toe::TicTacToe;
use engine::player::Level;
use engine::{Lcg, Mode, Move, Outcome, Side, Silent};

use crate::games::searched::{open_anywhere, think, thought};
use crate::player::{Advice, Playable, Player, Random, Thought, Verdict, Words, end_of_full_search};

/// Enough moves to fill the board.
const ALL: u8 = 9;

/// Maximum number of random moves in an opening.
const MOVES: u64 = 2;

impl Playable for TicTacToe {
    type Mind = Box<AlphaBeta>;

    const ID: GameId = GameId::TicTacToe;
    const WORDS: [Words; 2] = [Words { name: "X", plural: false }, Words { name: "O", plural: false }];
    const TITLE: &'static str = "tic-tac-toe";
    const EXAMPLE: &'static str = "4";
    const OPENING: &'static str = "up to 2 that decide nothing";
    const NOTATION: &'static str = "the number of a square, 0 to 8 from the top left";
    const LOSER: Option<Side> = None;
    const OPPONENT: Player = Player::Random;

    fn move_of_engine(&mut self, mind: &mut Box<AlphaBeta>, level: Level, random: &mut Lcg) -> Thought {
        think(self, mind, level, random)
    }

    /// Plays exact minimax without preferring faster wins.
    fn move_of_seed(&mut self, mind: &mut Box<AlphaBeta>) -> Thought {
        search_all(self, mind, Mode::Seed);
        thought(&mind.search)
    }

    fn advise(&mut self, mind: &mut Box<AlphaBeta>) -> Advice {
        search_all(self, mind, Mode::Play);
        let thought = thought(&mind.search);
        let end = end_of_full_search(mind.search.score());
        Advice {
            best: thought.mv,
            reason: "it is the best after every possible continuation".into(),
            verdict: Verdict::Exact(end),
            line: thought.line,
        }
    }

    fn why_not(&self, mv: Move) -> String {
        match self.stone_on(mv.to) {
            Some(side) => format!("square {} is taken by {}", mv.to, Self::words(side).name),
            None => format!("there is no square {}", mv.to),
        }
    }

    /// Plays an opening that decides nothing: some first pairs of moves are already lost.
    fn open(&mut self, random: &mut Random) -> Vec<Move> {
        let mut mind: Box<AlphaBeta> = Box::default();
        loop {
            let plies = random.below(MOVES + 1);
            let moves = open_anywhere(self, plies, random);
            search_all(self, &mut mind, Mode::Play);
            if end_of_full_search(mind.search.score()).outcome == Outcome::Draw {
                return moves;
            }
        }
    }
}

/// Searches to the end of all games.
fn search_all(game: &mut TicTacToe, mind: &mut AlphaBeta, mode: Mode) {
    let AlphaBeta { search, tables } = mind;
    search.run(game, tables, ALL, mode, &mut Silent);
}

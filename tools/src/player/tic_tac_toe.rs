//! Tic-tac-toe at the table.

use engine::engines::Thinker;
use engine::games::GameId;
use engine::games::tic_tac_toe::TicTacToe;
use engine::player::Level;
use engine::{Lcg, Mode, Move, Outcome, Side, Silent};

use super::advice::{Verdict, end_of_full_search};
use super::mouse_and_cats::open_anywhere;
use super::{Advice, Playable, Player, Random, SearchMind, Thought, Words};

/// Enough moves to fill the board.
const ALL: u8 = 9;

/// The most random moves of an opening.
const OPENING: u64 = 2;

impl Playable for TicTacToe {
    type Mind = SearchMind;

    const ID: GameId = GameId::TicTacToe;
    const WORDS: [Words; 2] = [Words { name: "X", plural: false }, Words { name: "O", plural: false }];
    const NOTATION: &'static str = "the number of a square, 0 to 8 from the top left";
    const LOSER: Option<Side> = None;
    const OPPONENT: Player = Player::Random;

    fn move_of_engine(&mut self, mind: &mut SearchMind, level: Level, random: &mut Lcg) -> Thought {
        mind.think(self, level, random)
    }

    /// The exact minimax player: how soon it wins is all the same to it.
    fn move_of_seed(&mut self, mind: &mut SearchMind) -> Thought {
        let Thinker { search, tables } = &mut *mind.thinker;
        search.run(self, tables, ALL, Mode::Seed, &mut Silent);
        let best = search.best();
        mind.thought(best)
    }

    fn advise(&mut self, mind: &mut SearchMind) -> Advice {
        let Thinker { search, tables } = &mut *mind.thinker;
        search.run(self, tables, ALL, Mode::Play, &mut Silent);
        let (best, end) = (search.best(), end_of_full_search(search.score()));
        let thought = mind.thought(best);
        Advice {
            best: thought.mv,
            reason: "the best of all ways the game can go".into(),
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

    /// One that decides nothing: some first pairs of moves are lost already.
    fn open(&mut self, random: &mut Random) -> Vec<Move> {
        let mut mind = SearchMind::default();
        loop {
            let plies = random.below(OPENING + 1);
            let moves = open_anywhere(self, plies, random);
            let Thinker { search, tables } = &mut *mind.thinker;
            search.run(self, tables, ALL, Mode::Play, &mut Silent);
            if end_of_full_search(search.score()).outcome == Outcome::Draw {
                return moves;
            }
        }
    }
}

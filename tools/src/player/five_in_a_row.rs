//! Five in a row at the table.

use engine::games::GameId;
use engine::games::five_in_a_row::{FiveInARow, Thinker};
use engine::player::{Choose, Level};
use engine::{Game, Lcg, Move, Side, Silent};

use super::advice::{Verdict, end_of_score};
use super::{Advice, How, Playable, Player, Random, Thought, Words, text_of, winner};

/// The fewest and the most random stones of an opening.
const OPENING: (u64, u64) = (2, 4);

/// Columns and rows in the middle of the board that an opening's stones lie on.
const MIDDLE: u8 = 7;

impl<const CELLS: usize> Playable for FiveInARow<CELLS> {
    type Mind = Box<Thinker<CELLS>>;

    const ID: GameId = GameId::FiveInARow;
    const WORDS: [Words; 2] = [Words { name: "X", plural: false }, Words { name: "O", plural: false }];
    const NOTATION: &'static str = "the letter of the column and the number of the row, such as H8";
    const LOSER: Option<Side> = None;
    const OPPONENT: Player = Player::Seed;

    fn move_of_engine(&mut self, mind: &mut Self::Mind, level: Level, random: &mut Lcg) -> Thought {
        let choice = self.choose(mind, &level.of(&Self::LIMITS), random, &mut Silent);
        let end = end_of_score(choice.score);
        let how = match (How::of(choice.source), end) {
            (Some(How::Search), Some(end)) if winner(end.outcome) == Some(self.side()) => How::ForcedWin,
            (Some(How::Search), _) => How::Defence,
            (how, _) => how.unwrap_or(How::OnlyMove),
        };
        Thought { depth: choice.depth, nodes: choice.nodes, end, ..Thought::plain(choice.mv, how) }
    }

    /// The article's program: a cell of greatest weight.
    fn move_of_seed(&mut self, mind: &mut Self::Mind) -> Thought {
        Thought::plain(mind.weights.best(self), How::Weights)
    }

    /// What the best level finds.
    fn advise(&mut self, mind: &mut Self::Mind) -> Advice {
        let thought = self.move_of_engine(mind, Level::BEST, &mut Lcg::new(0));
        let reason = match thought.how {
            How::ForcedWin => "it begins a forced win",
            How::Defence => "the other side threatens to win",
            How::Weights => "its weight is the greatest",
            how => how.text(),
        };
        Advice {
            best: thought.mv,
            reason: reason.into(),
            verdict: thought.end.map_or(Verdict::Open, Verdict::Forced),
            line: thought.line,
        }
    }

    fn why_not(&self, mv: Move) -> String {
        match self.stone_on(mv.from.wrapping_sub(1), mv.to.wrapping_sub(1)) {
            Some(side) => format!("{} is taken by {}", text_of::<Self>(mv), Self::words(side).name),
            None => {
                let corner = Move { from: self.columns(), to: self.rows() };
                format!("the board goes from A1 to {}", text_of::<Self>(corner))
            }
        }
    }

    fn open(&mut self, random: &mut Random) -> Vec<Move> {
        self.reset();
        let stones = OPENING.0 + random.below(OPENING.1 - OPENING.0 + 1);
        let mut played = Vec::new();
        while (played.len() as u64) < stones {
            let mv = Move { from: place(self.columns(), random), to: place(self.rows(), random) };
            if self.is_legal(mv) {
                self.play(mv);
                played.push(mv);
            }
        }
        played
    }
}

/// A column or row in the middle of so many, counted from 1.
fn place(side: u8, random: &mut Random) -> u8 {
    let middle = MIDDLE.min(side);
    1 + (side - middle) / 2 + random.below(middle.into()) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Notation;
    use engine::games::five_in_a_row::Board19;

    #[test]
    fn openings_lie_in_the_middle() {
        let mut lengths = std::collections::BTreeSet::new();
        for seed in 0..40 {
            let mut game = Board19::start();
            let moves = game.open(&mut Random::new(seed));
            assert!(
                moves.iter().all(|mv| (5..=11).contains(&mv.from) && (5..=11).contains(&mv.to)),
                "{moves:?}"
            );
            assert_eq!(usize::from(game.stones()), moves.len());
            lengths.insert(moves.len());
        }
        assert_eq!(lengths.into_iter().collect::<Vec<_>>(), [2, 3, 4]);
        let mut small = Board19::start();
        small.set_size(5, 6).unwrap();
        assert!(small.open(&mut Random::new(1)).len() >= 2);
    }

    #[test]
    fn what_is_not_legal_is_explained() {
        let mut game = Board19::start();
        game.play(Board19::parse_move(b"H8").unwrap());
        for (text, why) in [
            ("H8", "H8 is taken by X"),
            ("P1", "the board goes from A1 to O15"),
            ("A16", "the board goes from A1 to O15"),
        ] {
            let mv = Board19::parse_move(text.as_bytes()).unwrap();
            assert!(!game.is_legal(mv));
            assert_eq!(game.why_not(mv), why);
        }
    }

    #[test]
    fn the_seed_takes_the_greatest_weight() {
        let mut game = Board19::start();
        for text in ["A1", "H8", "A2", "H9", "A3", "H10", "O15"] {
            game.play(Board19::parse_move(text.as_bytes()).unwrap());
        }
        let thought = game.move_of_seed(&mut Box::default());
        assert_eq!(thought.how, How::Weights);
        assert!(["H7", "H11"].contains(&text_of::<Board19>(thought.mv).as_str()), "{thought:?}");
    }
}

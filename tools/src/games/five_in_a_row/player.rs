//! Five in a row, as the tools play it.

use engine::evaluate::EVEN;
use engine::games::GameId;
use engine::games::five_in_a_row::{Effort, FiveInARow, How as Why, Thinker};
use engine::player::{Choose, Level};
use engine::table::Line;
use engine::{Decision, Game, Lcg, Move, Outcome, Side, Silent};

use crate::player::{Advice, How, Playable, Player, Random, Thought, Verdict, Words, text_of, winner};

/// Minimum and maximum number of random stones in an opening.
const STONES: (u64, u64) = (2, 4);

/// An expert's effort.
const EXPERT: Effort = Effort { nodes: u16::MAX, threes: 4, look: 16, ..Effort::BEST };

/// Columns and rows in the middle of the board on which an opening's stones are placed.
const MIDDLE: u8 = 7;

impl<const CELLS: usize> Playable for FiveInARow<CELLS> {
    type Mind = Box<Thinker<CELLS>>;

    const ID: GameId = GameId::FiveInARow;
    const WORDS: [Words; 2] = [Words { name: "X", plural: false }, Words { name: "O", plural: false }];
    const TITLE: &'static str = "five in a row";
    const EXAMPLE: &'static str = "H8";
    const OPENING: &'static str = "2 to 4 stones in the middle of the board";
    const NOTATION: &'static str = "the letter of the column and the number of the row, such as H8";
    const LOSER: Option<Side> = None;
    const OPPONENT: Player = Player::Seed;

    fn move_of_engine(&mut self, mind: &mut Self::Mind, level: Level, random: &mut Lcg) -> Thought {
        let choice = self.choose(mind, &level.of(&Self::LIMITS), random, &mut Silent);
        let end = end_of(choice.score, choice.depth);
        let how = match (How::of(choice.source), end) {
            (Some(How::Search), Some(end)) if winner(end.outcome) == Some(self.side()) => How::ForcedWin,
            (Some(How::Search), Some(_)) => How::Lost,
            (how, _) => how.unwrap_or(How::OnlyMove),
        };
        let line = if how == How::ForcedWin { line_of(mind.line()) } else { Vec::new() };
        Thought { depth: choice.depth, nodes: choice.nodes, end, line, ..Thought::plain(choice.mv, how) }
    }

    /// Plays like the article's program: on a cell with the greatest weight.
    fn move_of_seed(&mut self, mind: &mut Self::Mind) -> Thought {
        Thought::plain(mind.heaviest(self), How::Weights)
    }

    /// Plays with many times the effort of the best level.
    fn move_of_expert(&mut self, mind: &mut Self::Mind) -> Thought {
        let thought = mind.player().choose(self, &EXPERT, &mut Silent);
        Thought { nodes: thought.nodes.into(), ..Thought::plain(thought.mv, How::Search) }
    }

    /// A move next to a stone is obvious.
    fn is_obvious(&self, mv: Move) -> bool {
        let (column, row) = (mv.from.wrapping_sub(1), mv.to.wrapping_sub(1));
        let around = |at: u8| [at.wrapping_sub(1), at, at.wrapping_add(1)];
        around(column)
            .into_iter()
            .any(|column| around(row).into_iter().any(|row| self.stone_on(column, row).is_some()))
    }

    /// Returns the choice of the best level.
    fn advise(&mut self, mind: &mut Self::Mind) -> Advice {
        let player = mind.player();
        let thought = player.choose(self, &Effort::BEST, &mut Silent);
        let reason = match thought.how {
            Why::None => "there is no move left",
            Why::Opening => "games start in the middle",
            Why::Five => "it makes five in a row",
            Why::Stop => "it prevents five in a row",
            Why::Win => "it starts a forced win",
            Why::Threat => "it threatens to win by force",
            Why::Defence => "it stops the other side's forced win",
            Why::Weight => "it has the greatest weight",
            Why::Loss => "it holds out longest",
        };
        let end = end_of(thought.score, thought.plies);
        Advice {
            best: thought.mv,
            reason: reason.into(),
            verdict: end.map_or(Verdict::Open, Verdict::Forced),
            line: line_of(player.line()),
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
        let stones = STONES.0 + random.below(STONES.1 - STONES.0 + 1);
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

/// Returns the moves of a line.
fn line_of(line: &Line) -> Vec<Move> {
    (0..line.len()).map(|index| line.get(index)).collect()
}

/// Returns a random column or row, counted from 1, in the middle of this many.
fn place(side: u8, random: &mut Random) -> u8 {
    let middle = MIDDLE.min(side);
    1 + (side - middle) / 2 + random.below(middle.into()) as u8
}

/// Returns the end of the game after a forced win or loss in this many plies; 0 plies mean none. Forced wins are longer here
/// than in alpha-beta search, whose scores distinguish them from evaluations only up to 15 plies.
fn end_of(score: u8, plies: u8) -> Option<Decision> {
    let outcome = if score > EVEN { Outcome::First } else { Outcome::Second };
    (plies != 0).then_some(Decision { outcome, plies })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Notation;
    use engine::games::five_in_a_row::Board19;

    #[test]
    fn a_long_win_by_force_is_told_for_either_side() {
        let end = |outcome, plies| Some(Decision { outcome, plies });
        assert_eq!(end_of(0xFF - 21, 21), end(Outcome::First, 21));
        assert_eq!(end_of(21, 21), end(Outcome::Second, 21));
        assert_eq!(end_of(0x80, 0), None);
    }

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

    fn after(moves: &str) -> Board19 {
        let mut game = Board19::start();
        for text in moves.split_whitespace() {
            let mv = Board19::parse_move(text.as_bytes()).unwrap();
            assert!(game.is_legal(mv), "{text}");
            game.play(mv);
        }
        game
    }

    #[test]
    fn a_forced_win_is_named_and_shown_to_its_end() {
        let mut game = after("H8 A1 H9 A15 H10 O1");
        let advice = game.advise(&mut Box::default());
        let Verdict::Forced(end) = advice.verdict else { panic!("{advice:?}") };
        assert_eq!((winner(end.outcome), end.plies), (Some(Side::First), 3), "{advice:?}");
        assert_eq!(advice.line.first(), Some(&advice.best));
        assert_eq!(game, after("H8 A1 H9 A15 H10 O1"), "nothing has changed");
        let thought = game.move_of_engine(&mut Box::default(), Level::BEST, &mut Lcg::new(0));
        assert_eq!((thought.mv, thought.how, thought.end), (advice.best, How::ForcedWin, Some(end)));
    }

    #[test]
    fn what_has_to_be_stopped_is_named() {
        let advice = after("H8 A1 H9 A15 H10 O1 H11 H12 A8").advise(&mut Box::default());
        assert_eq!(
            (text_of::<Board19>(advice.best).as_str(), advice.reason.as_str()),
            ("H7", "it prevents five in a row")
        );
        let advice = after("H8 A1 H9 A15 H10").advise(&mut Box::default());
        assert!(["H7", "H11", "H6", "H12"].contains(&text_of::<Board19>(advice.best).as_str()), "{advice:?}");
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

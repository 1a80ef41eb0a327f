//! Mouse and cats at the table.

use engine::games::GameId;
use engine::games::mouse_and_cats::{MouseAndCats, Piece};
use engine::player::{Choose, Level};
use engine::{Game, Lcg, Mode, Move, Outcome, Search, Side, Silent, Tables};

use super::advice::{Verdict, end_of_score};
use super::{Advice, How, Playable, Player, Random, Thought, Words, legal_moves};

/// How deep the published program searches unless told otherwise.
const SEED_DEPTH: u8 = 4;

/// The fewest and the most random moves of an opening.
const OPENING: (u64, u64) = (2, 4);

/// The memory of a player that searches.
#[derive(Default)]
pub struct SearchMind {
    pub(super) search: Box<Search>,
    pub(super) tables: Box<Tables>,
}

impl SearchMind {
    /// The engine's move at a level.
    pub(super) fn think<G: Choose>(&mut self, game: &mut G, level: Level, random: &mut Lcg) -> Thought {
        let limits = level.of(&G::LIMITS);
        let choice = game.choose(&mut self.search, &mut self.tables, &limits, random, &mut Silent);
        let Some(how) = How::of(choice.source) else { return Thought::plain(Move::NONE, How::OnlyMove) };
        if how != How::Search {
            return Thought::plain(choice.mv, how);
        }
        self.thought(choice.mv)
    }

    /// What the last search has found.
    pub(super) fn thought(&self, mv: Move) -> Thought {
        let line = self.search.variation();
        Thought {
            mv,
            how: How::Search,
            depth: self.search.depth(),
            nodes: self.search.nodes(),
            score: Some(self.search.score()),
            end: end_of_score(self.search.score()),
            line: (0..line.len()).map(|index| line.get(index)).collect(),
        }
    }
}

impl Playable for MouseAndCats {
    type Mind = SearchMind;

    const ID: GameId = GameId::MouseAndCats;
    const WORDS: [Words; 2] =
        [Words { name: "the mouse", plural: false }, Words { name: "the cats", plural: true }];
    const NOTATION: &'static str = "the square left and the square entered, such as E1D2";
    const OPPONENT: Player = Player::Seed;

    fn move_of_engine(&mut self, mind: &mut SearchMind, level: Level, random: &mut Lcg) -> Thought {
        mind.think(self, level, random)
    }

    fn move_of_seed(&mut self, mind: &mut SearchMind) -> Thought {
        mind.search.deepen(self, &mut mind.tables, SEED_DEPTH, Mode::Seed, &mut Silent);
        // Its scores are evaluations only: it knows no ends.
        Thought { end: None, ..mind.thought(mind.search.best()) }
    }

    fn advise(&mut self, mind: &mut SearchMind) -> Advice {
        let thought = self.move_of_engine(mind, Level::BEST, &mut Lcg::new(0));
        Advice {
            best: thought.mv,
            reason: thought.how.text().into(),
            verdict: thought.end.map_or(Verdict::Open, Verdict::Forced),
            line: thought.line,
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
            let plies = OPENING.0 + random.below(OPENING.1 - OPENING.0 + 1);
            let moves = open_anywhere(self, plies, random);
            if self.outcome() == Outcome::Ongoing {
                return moves;
            }
        }
    }
}

/// Plays `plies` random moves from the start, fewer if the game ends before.
pub(super) fn open_anywhere<G: Playable>(game: &mut G, plies: u64, random: &mut Random) -> Vec<Move> {
    game.reset();
    let mut played = Vec::new();
    for _ in 0..plies {
        let moves = legal_moves(game);
        let Some(mv) = moves.get(random.below(moves.len() as u64) as usize) else { break };
        game.play(*mv);
        played.push(*mv);
    }
    played
}

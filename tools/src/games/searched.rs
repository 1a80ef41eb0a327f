//! Functions shared by the games with alpha-beta search.

use engine::alpha_beta::AlphaBeta;
use engine::player::{Choose, Level};
use engine::{Lcg, Move, Search, Silent};

use crate::player::{How, Playable, Random, Thought, end_of_score, legal_moves};

/// Returns the engine's move at a level, in a game with alpha-beta search.
pub(super) fn think<G>(game: &mut G, mind: &mut AlphaBeta, level: Level, random: &mut Lcg) -> Thought
where
    G: Choose<Thinker = AlphaBeta>,
{
    let choice = game.choose(mind, &level.of(&G::LIMITS), random, &mut Silent);
    match How::of(choice.source) {
        Some(How::Search) => thought(&mind.search),
        Some(how) => Thought::plain(choice.mv, how),
        None => Thought::plain(Move::NONE, How::OnlyMove),
    }
}

/// Returns the result of the last search.
pub(super) fn thought(search: &Search) -> Thought {
    let line = search.variation();
    Thought {
        mv: search.best(),
        how: How::Search,
        depth: search.depth(),
        nodes: search.nodes(),
        score: Some(search.score()),
        end: end_of_score(search.score()),
        line: (0..line.len()).map(|index| line.get(index)).collect(),
    }
}

/// Plays `plies` random moves from the start, or fewer if the game ends before.
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

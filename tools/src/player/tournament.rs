//! Plays many games between two players: sides alternate, openings vary, and the seed determines everything.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Result, ensure};
use engine::player::Level;
use engine::{Outcome, Side};

use super::{Playable, Player, Random, Seat, text_of};

/// The match to play.
#[derive(Clone, Copy, Debug)]
pub struct Tournament {
    /// The player whose wins are counted.
    pub a: Player,
    /// The other player.
    pub b: Player,
    /// The number of games.
    pub games: u64,
    /// The seed of openings and of random moves.
    pub seed: u64,
    /// The number of threads; the results do not depend on it.
    pub threads: usize,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The side that player a had.
    pub side: Side,
    /// The winner.
    pub outcome: Outcome,
    /// Moves of both sides, including the opening.
    pub plies: u32,
    /// The number of moves of the opening.
    pub opening: u32,
}

/// Wins, draws and losses of player a.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// Returns the score of the games in which player a had `side`, or of all games if it is `None`.
    pub fn of(games: &[Played], side: Option<Side>) -> Score {
        let mut score = Score::default();
        for game in games.iter().filter(|game| side.is_none_or(|side| side == game.side)) {
            match super::advice::winner(game.outcome) {
                None => score.draws += 1,
                Some(winner) if winner == game.side => score.wins += 1,
                Some(_) => score.losses += 1,
            }
        }
        score
    }
}

impl Tournament {
    /// Plays all games from the starting position `start`; `done` is called after each game, in the order in which they end.
    ///
    /// # Errors
    /// A player makes an illegal move.
    pub fn play<G: Playable>(&self, start: &G, done: impl Fn() + Sync) -> Result<Vec<Played>> {
        let next = AtomicU64::new(0);
        let results = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= self.games {
                            return;
                        }
                        let played = self.game(start, index);
                        // A thread that panicked cannot have left the vector in an inconsistent state.
                        results.lock().unwrap_or_else(|error| error.into_inner()).push((index, played));
                        done();
                    }
                });
            }
        });
        let mut results = results.into_inner().unwrap_or_else(|error| error.into_inner());
        results.sort_by_key(|(index, _)| *index);
        results.into_iter().map(|(_, played)| played).collect()
    }

    /// Plays one game. Each pair of consecutive games has the same opening; player a begins the first game of a pair.
    fn game<G: Playable>(&self, start: &G, index: u64) -> Result<Played> {
        let mut game = start.clone();
        let opening = game.open(&mut Random::part(self.seed, index / 2)).len() as u32;
        let mut plies = opening;
        let side = if index.is_multiple_of(2) { Side::First } else { Side::Second };
        let mut chance = Random::part(!self.seed, index);
        let mut seats = [Seat::new(chance.next_word()), Seat::new(chance.next_word())];
        while game.outcome() == Outcome::Ongoing {
            let of_a = game.side() == side;
            let player = if of_a { self.a } else { self.b };
            let seat = &mut seats[usize::from(!of_a)];
            let mv = seat.choose(&mut game, player, Level::BEST).mv;
            ensure!(
                game.is_legal(mv),
                "{player} played {} in game {}, move {plies}, which is not legal",
                text_of::<G>(mv),
                index + 1
            );
            game.play(mv);
            plies += 1;
        }
        Ok(Played { side, outcome: game.outcome(), plies, opening })
    }
}

//! A game in progress: the moves played, the players of each side, undo and redo.

use engine::player::Level;
use engine::{Move, Outcome, Side};

use super::{Advice, Playable, Player, Random, Seat, Thought};

/// A game in progress.
pub struct Session<G: Playable> {
    game: G,
    played: Vec<Move>,
    undone: Vec<Move>,
    players: [Player; 2],
    level: Level,
    seats: [Seat<G>; 2],
    /// The adviser of the person. It has its own memory, so that advice does not affect the players.
    adviser: Seat<G>,
}

impl<G: Playable> Session<G> {
    /// Creates a new game from `start`; `seed` seeds all random choices.
    pub fn new(start: G, players: [Player; 2], level: Level, seed: u64) -> Session<G> {
        let seats = [0, 1].map(|index| Seat::new(Random::part(seed, index).next_word()));
        Session {
            game: start,
            played: Vec::new(),
            undone: Vec::new(),
            players,
            level,
            seats,
            adviser: Seat::new(0),
        }
    }

    /// Returns the position.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the last move played; [`Move::NONE`] at the start.
    pub fn last(&self) -> Move {
        self.played.last().copied().unwrap_or(Move::NONE)
    }

    /// Returns the number of moves played.
    pub fn plies(&self) -> usize {
        self.played.len()
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.game.outcome() != Outcome::Ongoing
    }

    /// Returns the player of a side.
    pub fn player(&self, side: Side) -> Player {
        self.players[side as usize].at(self.level)
    }

    /// Returns whether a person plays.
    pub fn has_human(&self) -> bool {
        self.players.iter().any(|player| player.is_human())
    }

    /// Returns the level of an engine without its own.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Sets the level of both sides, including engines with a level of their own.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
        for player in &mut self.players {
            if let Player::Engine(own) = player {
                *own = None;
            }
        }
    }

    /// Swaps the players' sides.
    pub fn swap(&mut self) {
        self.players.swap(0, 1);
    }

    /// Plays a move if it is legal.
    pub fn play(&mut self, mv: Move) -> bool {
        if !self.game.is_legal(mv) {
            return false;
        }
        self.game.play(mv);
        self.played.push(mv);
        self.undone.clear();
        true
    }

    /// Returns the move of a player who is not a person, for the side to move, without playing it.
    pub fn think(&mut self, player: Player) -> Thought {
        let side = self.game.side() as usize;
        self.seats[side].choose(&mut self.game, player, self.level)
    }

    /// Returns the best move known to the tools and how the game stands.
    pub fn advise(&mut self) -> Advice {
        self.adviser.advise(&mut self.game)
    }

    /// Takes back at least one move, until a person is to move. Returns the number of moves; 0 if no person has moved.
    pub fn undo(&mut self) -> usize {
        let mut side = self.game.side();
        let mut count = 0;
        let found = self.played.iter().any(|_| {
            count += 1;
            side = side.other();
            self.players[side as usize].is_human()
        });
        if !found {
            return 0;
        }
        for _ in 0..count {
            if let Some(mv) = self.played.pop() {
                self.game.undo(mv);
                self.undone.push(mv);
            }
        }
        count
    }

    /// Replays moves that were taken back until a person is to move. Returns the number of moves.
    pub fn redo(&mut self) -> usize {
        let mut count = 0;
        while let Some(mv) = self.undone.pop() {
            self.game.play(mv);
            self.played.push(mv);
            count += 1;
            if self.players[self.game.side() as usize].is_human() {
                break;
            }
        }
        count
    }

    /// Starts a new game with the same players.
    pub fn restart(&mut self) {
        while let Some(mv) = self.played.pop() {
            self.game.undo(mv);
        }
        self.undone.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Game;
    use engine::games::tic_tac_toe::TicTacToe;

    const PERSON_FIRST: [Player; 2] = [Player::Human, Player::Engine(None)];

    fn session(players: [Player; 2]) -> Session<TicTacToe> {
        Session::new(TicTacToe::start(), players, Level::BEST, 1)
    }

    #[test]
    fn undo_goes_back_to_the_persons_last_turn_and_redo_returns() {
        let mut session = session(PERSON_FIRST);
        assert_eq!(session.undo(), 0, "nothing has been played");
        for square in [4, 0, 8, 2] {
            assert!(session.play(TicTacToe::place(square)));
        }
        assert_eq!((session.undo(), session.plies()), (2, 2));
        assert_eq!((session.redo(), session.last()), (2, TicTacToe::place(2)));
        assert_eq!((session.undo(), session.undo(), session.undo()), (2, 2, 0));
        assert_eq!(session.game(), &TicTacToe::start());
        assert!(session.play(TicTacToe::place(1)));
        assert_eq!((session.redo(), session.undo()), (0, 1));
    }

    #[test]
    fn undo_in_a_finished_game_goes_back_to_the_persons_turn() {
        let mut session = session([Player::Random, Player::Human]);
        for square in [0, 3, 1, 4, 2] {
            assert!(session.play(TicTacToe::place(square)));
        }
        assert!(session.is_over());
        assert!(!session.play(TicTacToe::place(8)), "it is over");
        assert_eq!((session.undo(), session.plies(), session.is_over()), (2, 3, false));
    }

    #[test]
    fn without_a_person_nothing_is_taken_back() {
        let mut session = session([Player::Random, Player::Random]);
        assert!(session.play(TicTacToe::place(0)));
        assert_eq!(session.undo(), 0);
    }

    #[test]
    fn every_bit_of_the_seed_decides_the_chance_of_both_seats() {
        let first_moves = |seed: u64| {
            let mut session =
                Session::new(TicTacToe::start(), [Player::Random, Player::Random], Level::BEST, seed);
            let first = session.think(Player::Random).mv;
            assert!(session.play(TicTacToe::place(4)));
            [first, session.think(Player::Random).mv]
        };
        for shift in [0, 16, 32, 48] {
            let played: Vec<[Move; 2]> = (0..20).map(|seed| first_moves(seed << shift)).collect();
            for seat in [0, 1] {
                let differ = played.iter().any(|moves| moves[seat] != played[0][seat]);
                assert!(differ, "seat {seat}, seeds shifted by {shift}");
            }
        }
        assert_eq!(first_moves(7), first_moves(7));
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut session = session(PERSON_FIRST);
        assert!(session.play(TicTacToe::place(4)));
        let before = session.game().clone();
        assert!(!session.play(TicTacToe::place(4)));
        assert_eq!((session.game(), session.plies()), (&before, 1));
    }

    #[test]
    fn swapping_and_levels_reach_both_sides() {
        let five = Level::new(5).unwrap();
        let mut session = session([Player::Human, Player::Engine(Level::new(2))]);
        session.set_level(five);
        session.swap();
        assert_eq!(session.player(Side::First), Player::Engine(Some(five)));
        assert_eq!(session.player(Side::Second), Player::Human);
        session.restart();
        assert_eq!(session.level(), five);
    }
}

//! The course of a game: turns of persons and engines, taking back and replaying, and the end.

use engine::player::{Choice, Level, Limits, random_move};
use engine::{Game, Lcg, Move, Outcome, Side};

use super::board::DATA;
use super::progress::Thinking;
use super::settings::{Player, Row};
use super::verdict::verdict;
use super::{App, input, why};
use crate::clock::Stopwatch;
use crate::device::{Device, Effect};
use crate::games::face;
use crate::state::State;
use crate::text::Text;
use crate::view::Mark;
use crate::watch::Watch;
use crate::words::Word;

/// Seconds per move for each value of the menu's row, 0 for the level's own limit.
static CLOCKS: [u16; 8] = [0, 5, 15, 60, 300, 0, 0, 0];
/// Jiffies between the moves of engines for each value of the menu's row.
static SPEEDS: [u8; 4] = [150, 50, 0, 0];
/// The depth of a hint at the start of a game that it otherwise searches completely. No first move of tic-tac-toe loses, so
/// the hint is right at any depth, and nobody has to wait.
const FIRST_LOOK: u8 = 3;
/// Seconds after which the best move so far becomes the hint.
const HINT_SECONDS: u16 = 12;

impl<T: Device> App<T> {
    /// Continues the game.
    #[inline(never)]
    pub(super) fn game(&mut self, state: &mut State) {
        let over = state.engines.outcome() != Outcome::Ongoing;
        if !over {
            if !self.paused && self.to_move(state) != Player::Person {
                return self.machine_move(state, false);
            }
            self.panel.tick(&mut self.device);
            self.panel.view.blink(&mut self.device, &state.engines, true);
        }
        let event = self.event();
        if event != 0 {
            self.panel.view.blink(&mut self.device, &state.engines, false);
            self.obey(state, event);
        }
    }

    /// Returns the player of the side to move.
    #[inline(never)]
    pub(super) fn to_move(&self, state: &State) -> Player {
        self.settings.player(state.engines.side() == Side::Second)
    }

    /// Whether no person plays.
    #[inline(never)]
    fn without_persons(&self) -> bool {
        self.settings.player(false) != Player::Person && self.settings.player(true) != Player::Person
    }

    /// Shows the state of the game.
    #[inline(never)]
    pub(super) fn status(&mut self, state: &State) {
        let word = match state.engines.outcome() {
            Outcome::Ongoing if self.paused => Word::Paused,
            Outcome::Ongoing if self.without_persons() => self.running(),
            Outcome::Ongoing if !state.is_asked() => Word::YourMove,
            Outcome::Ongoing if state.moves == 0 => Word::OneDefence,
            Outcome::Ongoing => Word::FindWin,
            outcome => result(state, outcome),
        };
        self.say(word);
        if word == Word::FindWin {
            self.panel.say_moves(&mut self.device, state.moves, false);
        }
        if state.engines.outcome() != Outcome::Ongoing && !self.aside {
            let word = match self.demo {
                0 if state.puzzle != 0 => Word::NextPuzzle,
                0 => Word::Again,
                _ => Word::PressFire,
            };
            self.panel.say_last(&mut self.device, word);
        }
    }

    /// Plays a move, draws it, and shows the result.
    #[inline(never)]
    pub(super) fn take(&mut self, state: &mut State, mv: Move) {
        self.unmark(state);
        self.mark_last(state, Mark::None);
        let sound = match (face(state.game).look.moves_pieces(), state.engines.side()) {
            (true, Side::First) => Effect::Mouse,
            (true, Side::Second) => Effect::Cat,
            (false, Side::First) => Effect::Cross,
            (false, Side::Second) => Effect::Nought,
        };
        if state.record.play(&mut state.engines, mv).is_err() {
            // The record is full: the game can only go on after taking moves back.
            self.settings.set(Row::First, Player::Person as u8);
            self.settings.set(Row::Second, Player::Person as u8);
            return self.refuse(Word::NoMore);
        }
        self.effect(sound);
        self.panel.view.play(&mut self.device, &state.engines, mv);
        self.follow(state, mv);
        self.mark_last(state, Mark::LastMove);
        self.show_turn(state);
        self.check_end(state);
    }

    /// Moves the cursor along with a person's piece, whoever moved it.
    fn follow(&mut self, state: &State, mv: Move) {
        let mover = state.engines.side() == Side::First;
        if face(state.game).look.moves_pieces() && self.settings.player(mover) == Player::Person {
            self.cursor = state.engines.squares(mv).1;
            self.show_cursor();
        }
    }

    /// Shows the state of the game, and celebrates its end.
    #[inline(never)]
    fn check_end(&mut self, state: &mut State) {
        let outcome = state.engines.outcome();
        if outcome != Outcome::Ongoing {
            let lost = outcome != Outcome::Draw
                && self.settings.player(outcome == Outcome::Second) != Player::Person
                && !self.without_persons();
            self.effect(match outcome {
                Outcome::Draw => Effect::Draw,
                _ if lost => Effect::Loss,
                _ => Effect::Win,
            });
            if !self.counted
                && self.demo == 0
                && let Some(count) = self.panel.score.get_mut(outcome as usize - 1)
                && *count < 99
            {
                *count += 1;
            }
            self.counted = true;
            self.panel.count(&mut self.device);
            self.say(result(state, outcome));
            if outcome != Outcome::Draw {
                let last = state.record.turn(state.record.turns().wrapping_sub(1));
                self.panel.view.winner(&mut self.device, &state.engines, last);
                self.panel.view.last_scene(&mut self.device, &state.engines);
            }
            // Ignores keys during the closing animation.
            if self.demo == 0 {
                self.input.flush(&mut self.device, false);
            }
        }
        self.status(state);
    }

    /// Returns the limits that the chosen level and clock set in this game.
    fn limits(&self, state: &State) -> Limits {
        let mut limits = state.engines.limits(self.settings.level());
        let seconds = CLOCKS[(self.settings.get(Row::Clock) & 7) as usize];
        if seconds != 0 {
            limits.seconds = seconds;
            // The clock should end the search, not a node limit.
            if !state.game.descriptor().needs_quota {
                limits.quota = 0;
            }
        }
        limits
    }

    /// Returns the message that says what fire does while engines play each other.
    fn running(&self) -> Word {
        if self.demo == 0 { Word::Running } else { Word::Demo }
    }

    /// Returns random numbers.
    #[inline(never)]
    pub(super) fn chance(&mut self) -> Lcg {
        if self.demo != 0 {
            // 0 would end the demo.
            self.demo = self.demo.wrapping_add(1).max(1);
            return Lcg::new(self.demo);
        }
        Lcg::new(u16::from_le_bytes([self.device.random(), self.device.jiffies() as u8]))
    }

    /// Lets the engine choose a move; also returns the event that ended the search.
    #[inline(never)]
    fn think(&mut self, state: &mut State, limits: &Limits) -> (Choice, u8) {
        self.unmark(state);
        let mut random = self.chance();
        // Input during a game between engines is still handled afterwards.
        let running = self.without_persons() && !self.paused;
        if !running {
            self.input.flush(&mut self.device, true);
        }
        let mut text = Text { terminal: &mut self.device, language: self.panel.view.language };
        let mut progress = Thinking::begin(
            text.terminal,
            &mut self.panel,
            &self.settings,
            &mut self.input,
            !running,
            self.demo != 0,
        );
        let mut watch = Watch::start(&mut text, &mut progress, limits.seconds, state.game);
        let choice = state.engines.choose(limits, &mut random, &mut watch);
        let ended_by = progress.ended_by;
        if ended_by != 0 || !running {
            self.input.flush(&mut self.device, !running);
        }
        let device = &mut self.device;
        self.panel.found(device, state.game, &choice, state.engines.line());
        (choice, ended_by)
    }

    /// Lets the engine or the random player move for the side to move; `helps` means for a person, who then continues.
    #[inline(never)]
    pub(super) fn machine_move(&mut self, state: &mut State, helps: bool) {
        let alone = self.without_persons();
        let mut ended_by = 0;
        let mv = if !helps && self.to_move(state) == Player::Random {
            random_move(&state.engines, &mut self.chance())
        } else {
            let limits = self.limits(state);
            self.panel.thinking = if alone && !helps { self.running() } else { Word::Thinking };
            let (choice, ended) = self.think(state, &limits);
            ended_by = ended;
            choice.mv
        };
        if ended_by != input::BACK {
            self.take(state, mv);
            if alone && !helps {
                // After the last move there is nothing left to pause: input is meant for the next game.
                if ended_by == 0 && state.engines.outcome() == Outcome::Ongoing {
                    ended_by = self.rest(self.pace());
                }
                self.paused = ended_by != 0 && (ended_by != DATA || self.demo != 0);
            }
        }
        let toggles = ended_by == DATA && self.demo == 0;
        let leaves = ended_by == input::BACK && !helps;
        if leaves {
            self.paused = false;
            let row = if state.engines.side() == Side::Second { Row::Second } else { Row::First };
            self.settings.set(row, Player::Person as u8);
        }
        self.panel.data ^= toggles;
        if leaves | toggles {
            self.show_heads(state);
            // Which moves can be taken back depends on the players.
            self.show_actions(state);
        }
        if ended_by != 0 {
            self.status(state);
        }
        if leaves {
            self.say(Word::YourSide);
        }
        // The key that paused them.
        if self.paused && !helps && ended_by != input::FIRE {
            self.input.keep(ended_by);
        }
    }

    /// Returns the jiffies between the moves of engines.
    fn pace(&self) -> u16 {
        SPEEDS[(self.settings.get(Row::Speed) & 3) as usize] as u16
    }

    /// Waits this many jiffies; returns the event that ended the wait, or 0 if the time is up.
    #[inline(never)]
    pub(super) fn rest(&mut self, jiffies: u16) -> u8 {
        let clock = Stopwatch::start(&mut self.device);
        loop {
            let device = &mut self.device;
            self.panel.tick(device);
            let event = self.input.event(device);
            if event != 0 || clock.has_passed(device, jiffies) {
                return event;
            }
        }
    }

    /// Whether a turn can be taken back: a person's turn, as an engine would only move again, or any turn if no person plays.
    #[inline(never)]
    pub(super) fn can_undo(&self, state: &State) -> bool {
        let last = state.engines.side() == Side::First;
        match state.turns_made() {
            0 => false,
            1 => self.without_persons() || self.settings.player(last) == Player::Person,
            _ => true,
        }
    }

    /// Goes back or forward to the next turn of a person, if there is one; back only if [`App::can_undo`].
    pub(super) fn walk(&mut self, state: &mut State, forward: bool) {
        let over = state.engines.outcome() != Outcome::Ongoing;
        self.unmark(state);
        self.mark_last(state, Mark::None);
        let mut reached = false;
        while !reached {
            let record = &mut state.record;
            let game = &mut state.engines;
            let Some(mv) = (if forward { record.redo(game) } else { record.undo(game) }) else { break };
            self.mark_move(state, mv, Mark::None);
            self.paused = self.without_persons();
            reached = self.paused || self.to_move(state) == Player::Person;
        }
        self.place_cursor(state);
        if over {
            // Includes the marked winning line or piece.
            self.show_board(state);
        } else {
            self.mark_last(state, Mark::LastMove);
            self.show_cursor();
        }
        self.panel.forget_search(&mut self.device);
        self.show_turn(state);
        self.check_end(state);
    }

    /// Swaps the players of the two sides.
    pub(super) fn swap(&mut self, state: &State) {
        let first = self.settings.get(Row::First);
        self.settings.set(Row::First, self.settings.get(Row::Second));
        self.settings.set(Row::Second, first);
        self.place_cursor(state);
        self.show_heads(state);
        self.show_actions(state);
        self.status(state);
    }

    /// Returns the move to advise, how the game ends with it, and in how many moves, 0 if unknown. In a puzzle, this is the puzzle's
    /// answer, which the best level might not find in time; otherwise it is the best level's.
    #[inline(always)]
    fn advice(&mut self, state: &mut State) -> (Move, Outcome, u8) {
        if state.is_asked() {
            state.told = true;
            let wins = if state.engines.side() == Side::First { Outcome::First } else { Outcome::Second };
            let outcome = if state.moves == 0 { Outcome::Ongoing } else { wins };
            return (state.answering_move(), outcome, state.moves);
        }
        let mut limits = state.engines.limits(Level::BEST);
        limits.seconds = HINT_SECONDS;
        if state.game.descriptor().whole && state.record.turns() == 0 {
            limits.depth = FIRST_LOOK;
        }
        self.panel.thinking = Word::Wait;
        let (choice, ended_by) = self.think(state, &limits);
        let (outcome, plies) = verdict(&mut state.engines, &choice, ended_by == 0);
        (choice.mv, outcome, plies.div_ceil(2))
    }

    /// Shows the best move, the reason for it, and what is certain about the position.
    #[inline(never)]
    pub(super) fn hint(&mut self, state: &mut State) {
        let asked = state.is_asked();
        let (mv, outcome, moves) = self.advice(state);
        self.effect(Effect::Hint);
        self.unmark(state);
        self.marked = true;
        self.mark_move(state, mv, Mark::Hint);
        let (from, to) = state.engines.squares(mv);
        // Fire makes the move, even if the hint was chosen in the list.
        self.cursor = to;
        self.aside = false;
        if from != to {
            self.selected = Some(from);
        }
        let decided = matches!(outcome, Outcome::First | Outcome::Second);
        let side = if outcome == Outcome::First { Side::First } else { Side::Second };
        let pieces = face(state.game).look.moves_pieces();
        let lost = decided && side != state.engines.side();
        let mut word = match outcome {
            Outcome::Ongoing => Word::StillOpen,
            Outcome::Draw => Word::BestDraws,
            _ if lost => Word::BestLoses,
            _ => Word::BestWins,
        };
        let mut goes_on = false;
        // No reason for a move in a position that is lost anyway.
        if !pieces
            && !lost
            && let Some(why) = why::reason(&state.engines, to, decided)
        {
            word = why;
            goes_on = true;
        }
        // Only the mouse moves up.
        if pieces && outcome == Outcome::Ongoing && to.1 > from.1 {
            word = Word::HeadsUp;
        }
        if asked && state.moves == 0 {
            word = Word::Defends;
        }
        self.say(word);
        if decided && word != Word::WinsAtOnce {
            self.panel.say_moves(&mut self.device, moves, goes_on);
        }
        if moves == 0 && decided && pieces {
            let why = if side == Side::First { Word::GetsThrough } else { Word::CloseIn };
            self.panel.say_last(&mut self.device, why);
        }
    }
}

/// Returns the word for a result.
#[inline(never)]
fn result(state: &State, outcome: Outcome) -> Word {
    face(state.game).results[outcome as usize & 3]
}

//! The title screen, and the demo games that the program plays by itself, one after the other, after a while without input.
//!
//! The demo depends only on the time since the title appeared: neither on random numbers nor on the noise of the sound
//! chip, whose voice the music needs.

use engine::games::GameId;
use engine::{Game, Outcome};

use super::settings::{Player, Row};
use super::{App, input};
use crate::clock::{JIFFIES_A_SECOND, Stopwatch};
use crate::device::Device;
use crate::state::State;

/// Jiffies without a key press before the first demo game.
pub const PATIENCE: u16 = 30 * JIFFIES_A_SECOND;
/// Jiffies for which the end of a game is shown.
const APPLAUSE: u16 = 5 * JIFFIES_A_SECOND;

impl<T: Device> App<T> {
    /// Handles one step of the title screen.
    pub(super) fn title(&mut self, state: &mut State) {
        self.panel.view.shine(&mut self.device);
        match self.event() {
            0 => {
                if self.idle.has_passed(&mut self.device, PATIENCE) {
                    self.attract(state);
                    self.begin();
                }
            }
            b'S' => {
                self.idle = Stopwatch::start(&mut self.device);
                self.settings.change(Row::Sound as u8, false);
                self.title_sound();
            }
            input::LANGUAGE => {
                self.change_language();
                self.panel.view.title(&mut self.device);
                self.idle = Stopwatch::start(&mut self.device);
                self.title_sound();
            }
            _ => self.show_menu(state),
        }
    }

    /// Plays all games in turn, engine against engine, until something is pressed. Leaves no trace afterwards.
    fn attract(&mut self, state: &mut State) {
        let before = self.settings.clone();
        self.settings.set(Row::First, Player::Engine as u8);
        self.settings.set(Row::Second, Player::Engine as u8);
        // The random sequence starts out the same, whenever the program was started.
        self.demo = 1;
        loop {
            self.new_game(state);
            while state.engines.outcome() == Outcome::Ongoing && !self.is_touched(state) {
                self.machine_move(state, false);
            }
            if self.is_touched(state) || self.rest(APPLAUSE) != 0 {
                break;
            }
            let next = state.game as u8 + 1;
            self.settings.set(Row::Game, if next == GameId::ALL.len() as u8 { 0 } else { next });
        }
        self.settings = before;
        self.playing = false;
        self.demo = 0;
        // Whatever was pressed only ends the demo.
        self.input.forget();
        self.input.flush(&mut self.device, false);
    }

    /// Whether something was pressed: the engines are paused, or one of them has handed its side to a person.
    fn is_touched(&self, state: &State) -> bool {
        self.paused || self.to_move(state) == Player::Person
    }
}

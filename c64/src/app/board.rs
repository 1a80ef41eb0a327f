//! Input at the board: cursor, moves, the list of actions.

use engine::actions::Action as Act;
use engine::games::GameId;
use engine::puzzles::mark;
use engine::record::next_legal_move;
use engine::{Game, Move, Outcome, Side};

use super::panel::{ACTIONS, MESSAGE};
use super::settings::{Player, Row};
use super::{App, Screen, choose, input};
use crate::art::characters::BLANK;
use crate::device::{Colour, Device, Effect};
use crate::games::face;
use crate::state::State;
use crate::view::{Mark, PANEL, PANEL_WIDTH, Square, place_of};
use crate::words::Word;

/// The actions in the list beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Action {
    Undo = 0,
    Redo = 1,
    Hint = 2,
    Legal = 3,
    Move = 4,
    Weights = 5,
    Swap = 6,
    New = 7,
    Save = 8,
    Load = 9,
}

/// The labels of the actions, the menu last.
static LABELS: [Word; 11] = [
    Word::DoUndo,
    Word::DoRedo,
    Word::DoHint,
    Word::DoLegal,
    Word::DoMove,
    Word::DoWeights,
    Word::DoSwap,
    Word::DoNew,
    Word::DoSave,
    Word::DoLoad,
    Word::DoMenu,
];

/// Their keys, the first letters of the words.
static KEYS: [u8; LABELS.len()] = *b"UFHLDTXNSRM";

/// Jiffies for which a puzzle shows that a move is right or not possible.
pub const READ: u16 = 120;
/// The action that is always offered.
const LAST: u8 = LABELS.len() as u8 - 1;
/// Its key.
pub const MENU: u8 = b'M';
/// The key that shows or hides the search data.
pub const DATA: u8 = b'V';

impl<T: Device> App<T> {
    /// Begins a new game according to the settings, or the puzzle chosen.
    #[inline(never)]
    pub(super) fn new_game(&mut self, state: &mut State) {
        let game_before = state.game;
        state.game = self.settings.game();
        // The size may change even when a game follows the last puzzle.
        state.size = self.settings.size();
        state.take_up(&mut self.device, self.demo != 0);
        state.new_game();
        let puzzle = self.settings.get(Row::Puzzle);
        if puzzle != 0 {
            state.set_puzzle(puzzle);
            self.settings.oppose(state.engines.side() == Side::Second);
        }
        self.begin_game(state, game_before);
    }

    /// Starts the present game, after one of the kind `game_before`.
    #[inline(never)]
    pub(super) fn begin_game(&mut self, state: &mut State, game_before: GameId) {
        if state.game != game_before {
            self.panel.score = [0; 3];
        }
        self.playing = true;
        self.panel.known = None;
        // A puzzle is not a won game, and a game that was already over when it was loaded has been counted.
        self.counted = state.puzzle != 0 || state.engines.outcome() != Outcome::Ongoing;
        let middle = self.settings.size() / 2;
        self.cursor = (middle, middle);
        self.place_cursor(state);
        self.show_game(state);
    }

    /// Puts the cursor on one of the person's pieces; leaves it alone in games where stones are placed.
    #[inline(never)]
    pub(super) fn place_cursor(&mut self, state: &State) {
        if face(state.game).look.moves_pieces() {
            // The mouse, or one of the cats in the middle.
            let piece = if self.settings.player(false) == Player::Person { 1 } else { 3 };
            self.cursor = place_of(&state.engines, piece);
        }
    }

    /// Draws the whole picture of a game.
    #[inline(never)]
    pub(super) fn show_game(&mut self, state: &mut State) {
        self.screen = Screen::Game;
        if self.demo == 0 {
            self.silence();
        }
        self.panel.wide = false;
        self.paused = false;
        self.aside = false;
        self.panel.view.set_up(self.settings.game(), self.settings.size());
        self.panel.view.clear(&mut self.device, true);
        self.show_heads(state);
        self.show_board(state);
        self.show_turn(state);
        self.status(state);
    }

    /// Writes who plays and, if wanted, the result of the last search.
    #[inline(never)]
    pub(super) fn show_heads(&mut self, state: &State) {
        self.panel.heads(&mut self.device, &self.settings);
        self.panel.line(&mut self.device, state.game, state.engines.line());
    }

    /// Draws the board with no marks except those of the last move.
    #[inline(never)]
    pub(super) fn show_board(&mut self, state: &State) {
        self.panel.view.board(&mut self.device, &state.engines);
        self.forget_marks(state);
    }

    /// Forgets all marks, which are no longer drawn, and draws those of the last move.
    #[inline(never)]
    fn forget_marks(&mut self, state: &State) {
        self.selected = None;
        self.marked = false;
        self.mark_last(state, Mark::LastMove);
        self.show_cursor();
    }

    /// Shows whose turn it is.
    #[inline(never)]
    pub(super) fn show_turn(&mut self, state: &State) {
        let side = (state.engines.outcome() == Outcome::Ongoing).then(|| state.engines.side());
        self.panel.turn(&mut self.device, side, state.record.turns());
        self.show_actions(state);
    }

    /// Shows the actions available now, the game's apart from the move's, with an arrow if the joystick is choosing
    /// among them.
    #[inline(never)]
    pub(super) fn show_actions(&mut self, state: &State) {
        // The chosen action may no longer be offered.
        while self.action < LAST && !self.offers(state, self.action) {
            self.action += 1;
        }
        let mut row = ACTIONS;
        let mut action = 0;
        while let Some(&label) = LABELS.get(action as usize) {
            // Showing all of them would reach down to the messages.
            if action == Action::Swap as u8 && !(self.can_undo(state) && state.record.has_redo()) {
                self.panel.view.fill(&mut self.device, (PANEL, row), (PANEL_WIDTH, 1), BLANK, Colour::White);
                row += 1;
            }
            if self.demo == 0 && self.offers(state, action) {
                self.panel.view.item(
                    &mut self.device,
                    (PANEL, row),
                    label,
                    self.aside && action == self.action,
                );
                row += 1;
            }
            action += 1;
        }
        let extent = (PANEL_WIDTH, MESSAGE - row);
        self.panel.view.fill(&mut self.device, (PANEL, row), extent, BLANK, Colour::White);
    }

    /// Whether an action is available now.
    #[inline(never)]
    fn offers(&self, state: &State, action: u8) -> bool {
        let game = state.game;
        let mut there = 0;
        if game.can(Act::TakeBack) {
            if !state.is_at_first_turn() {
                there = NOT_AT_START;
            }
            if self.can_undo(state) {
                there |= CAN_UNDO;
            }
            if state.record.has_redo() {
                there |= A_REDO;
            }
        }
        if state.engines.outcome() == Outcome::Ongoing {
            there |= NO_END;
        }
        if !state.is_asked() {
            there |= NO_QUESTION;
        }
        if face(game).look.moves_pieces() {
            there |= PIECES;
        }
        if self.settings.player(false) != self.settings.player(true) {
            there |= OTHER_PLAYER;
        }
        if game.can(Act::Weights) {
            there |= SQUARES_WITH_WEIGHTS;
        }
        NEEDS.get(action as usize).is_some_and(|needs| needs & !there == 0)
    }

    /// Shows the cursor if the joystick moves it, except while the program plays by itself.
    #[inline(never)]
    pub(super) fn show_cursor(&mut self) {
        let at = (!self.aside && self.demo == 0).then_some(self.cursor);
        self.panel.view.cursor(&mut self.device, at);
    }

    /// Shows a message.
    #[inline(never)]
    pub(super) fn say(&mut self, word: Word) {
        self.panel.say(&mut self.device, word);
    }

    /// Asks a question. Returns false for anything but fire and the letters for yes, in both languages.
    #[inline(never)]
    pub(super) fn confirm(&mut self, word: Word) -> bool {
        self.say(word);
        matches!(self.wait(), input::FIRE | b'Y' | b'S')
    }

    /// Waits for an event.
    #[inline(never)]
    pub(super) fn wait(&mut self) -> u8 {
        loop {
            let event = self.event();
            if event != 0 {
                return event;
            }
        }
    }

    /// Shows why something cannot be done.
    #[inline(never)]
    pub(super) fn refuse(&mut self, word: Word) {
        self.effect(Effect::Illegal);
        self.say(word);
    }

    /// Marks the squares of a move.
    #[inline(never)]
    pub(super) fn mark_move(&mut self, state: &State, mv: Move, mark: Mark) {
        if !mv.is_none() {
            let (from, to) = state.engines.squares(mv);
            self.mark(state, from, mark);
            self.mark(state, to, mark);
        }
    }

    #[inline(never)]
    fn mark(&mut self, state: &State, at: Square, mark: Mark) {
        self.panel.view.mark(&mut self.device, &state.engines, at, mark);
    }

    /// Marks the squares of the last move.
    #[inline(never)]
    pub(super) fn mark_last(&mut self, state: &State, mark: Mark) {
        // Before the first turn, this index is out of range, too.
        self.mark_move(state, state.record.turn(state.record.turns().wrapping_sub(1)), mark);
    }

    /// Removes the marks of the selection, the legal moves and the hint.
    #[inline(never)]
    pub(super) fn unmark(&mut self, state: &State) {
        self.selected = None;
        if !self.marked {
            return;
        }
        self.marked = false;
        let mut cursor = 0;
        loop {
            let mv = next_legal_move(&state.engines, &mut cursor);
            if mv.is_none() {
                break;
            }
            self.mark_move(state, mv, Mark::None);
        }
        self.mark_last(state, Mark::LastMove);
    }

    /// Marks the target squares of the moves of the piece on `of`, or of all moves.
    #[inline(never)]
    fn mark_targets(&mut self, state: &State, of: Option<Square>) {
        self.unmark(state);
        self.marked = true;
        let mut cursor = 0;
        loop {
            let mv = next_legal_move(&state.engines, &mut cursor);
            if mv.is_none() {
                break;
            }
            let (from, to) = state.engines.squares(mv);
            if of.is_none() || of == Some(from) {
                self.mark(state, to, Mark::Target);
                if from != to {
                    self.mark(state, from, Mark::Selected);
                }
            }
        }
        self.selected = of;
        // The message referred to other marks.
        self.status(state);
    }

    /// Handles an event at the board.
    #[inline(never)]
    pub(super) fn obey(&mut self, state: &mut State, event: u8) {
        if event == input::BACK {
            return self.show_menu(state);
        }
        let before = (self.aside, self.action);
        match event {
            input::LEFT if self.aside => self.aside = false,
            input::RIGHT if self.aside => return,
            input::UP | input::DOWN | input::LEFT | input::RIGHT if !self.aside => {
                if !self.steer(event) && event == input::RIGHT {
                    self.aside = true;
                }
            }
            input::FIRE if !self.aside => self.press(state),
            input::UP => {
                let mut action = self.action;
                while action != 0 {
                    action -= 1;
                    if self.offers(state, action) {
                        self.action = action;
                        break;
                    }
                }
            }
            input::DOWN if self.action == LAST => self.action = 0,
            input::DOWN => self.action += 1,
            input::LANGUAGE => {
                self.change_language();
                self.show_game(state);
            }
            DATA => {
                self.panel.data = !self.panel.data;
                self.show_heads(state);
            }
            _ => {
                if let Some(action) = choose(event, &KEYS, &mut { self.action })
                    && self.offers(state, action)
                {
                    self.action = action;
                    self.act(state, action);
                }
            }
        }
        if self.screen == Screen::Game {
            if before != (self.aside, self.action) {
                self.show_actions(state);
            }
            self.show_cursor();
        }
    }

    /// Moves the cursor on the board according to an event. Returns false at the edge.
    #[inline(never)]
    fn steer(&mut self, event: u8) -> bool {
        let (mut column, mut row) = self.cursor;
        match event {
            input::UP => row += 1,
            input::DOWN => row = row.wrapping_sub(1),
            input::LEFT => column = column.wrapping_sub(1),
            input::RIGHT => column += 1,
            _ => return false,
        }
        let size = self.settings.size();
        if column >= size || row >= size {
            return false;
        }
        self.cursor = (column, row);
        true
    }

    /// Handles fire on the board: selects a piece, or plays a move.
    #[inline(never)]
    fn press(&mut self, state: &mut State) {
        if state.engines.outcome() != Outcome::Ongoing {
            if state.puzzle != 0 {
                self.settings.change(Row::Puzzle as u8, false);
            }
            return self.new_game(state);
        }
        if self.paused {
            self.paused = false;
            return self.status(state);
        }
        let at = self.cursor;
        let mut found = Move::NONE;
        let mut several = false;
        let mut moves = false;
        let mut cursor = 0;
        loop {
            let mv = next_legal_move(&state.engines, &mut cursor);
            if mv.is_none() {
                break;
            }
            let (from, to) = state.engines.squares(mv);
            if to == at && (self.selected.is_none() || self.selected == Some(from)) {
                several = !found.is_none();
                found = mv;
            } else if from == at {
                moves = true;
            }
        }
        if !found.is_none() && !several {
            self.answer(state, found);
        } else if self.selected == Some(at) {
            self.unmark(state);
        } else if moves {
            self.mark_targets(state, Some(at));
        } else {
            let word = if !face(state.game).look.moves_pieces() {
                Word::Taken
            } else if self.selected.is_some() || state.engines.side() == Side::First {
                Word::CannotGo
            } else {
                Word::ChoosePiece
            };
            self.refuse(word);
            if state.is_asked() {
                self.let_read();
                self.status(state);
            }
        }
    }

    /// Leaves the message for a while, or until something is pressed, which is then handled.
    #[inline(never)]
    fn let_read(&mut self) {
        let event = self.rest(READ);
        self.input.keep(event);
    }

    /// Plays a person's move, unless a puzzle has a better one to find.
    #[inline(never)]
    fn answer(&mut self, state: &mut State, mv: Move) {
        let asked = state.is_asked();
        if asked && mark(mv) != state.answer {
            self.unmark(state);
            self.refuse(if state.moves == 0 { Word::NoDefence } else { Word::NoWin });
            self.panel.say_moves(&mut self.device, state.moves, false);
            // The move stays visible for a while.
            state.engines.play(mv);
            self.panel.view.play(&mut self.device, &state.engines, mv);
            self.let_read();
            state.engines.undo(mv);
            self.panel.view.squares(&mut self.device, &state.engines);
            return self.forget_marks(state);
        }
        self.take(state, mv);
        if asked {
            self.unkept |= state.solve();
            self.effect(Effect::Win);
            self.say(Word::Right);
            self.let_read();
            self.keep_solved(state);
        }
    }

    /// Performs the action chosen in the list.
    #[inline(never)]
    fn act(&mut self, state: &mut State, action: u8) {
        const UNDO: u8 = Action::Undo as u8;
        const REDO: u8 = Action::Redo as u8;
        const HINT: u8 = Action::Hint as u8;
        const LEGAL: u8 = Action::Legal as u8;
        const MOVE: u8 = Action::Move as u8;
        const WEIGHTS: u8 = Action::Weights as u8;
        const SWAP: u8 = Action::Swap as u8;
        const NEW: u8 = Action::New as u8;
        const SAVE: u8 = Action::Save as u8;
        const LOAD: u8 = Action::Load as u8;
        match action {
            UNDO => self.walk(state, false),
            REDO => self.walk(state, true),
            HINT => self.hint(state),
            LEGAL => self.mark_targets(state, None),
            MOVE => self.machine_move(state, true),
            WEIGHTS => self.show_weights(state),
            SWAP => self.swap(state),
            NEW if self.may_end(state) => self.new_game(state),
            SAVE if self.file(state, true) => {}
            LOAD if self.may_end(state) && self.file(state, false) => {}
            NEW | SAVE | LOAD => self.status(state),
            _ => self.show_menu(state),
        }
    }

    /// Whether the present game may be abandoned: asks the person if it is still going on.
    #[inline(never)]
    pub(super) fn may_end(&mut self, state: &State) -> bool {
        !self.playing
            || state.engines.outcome() != Outcome::Ongoing
            || state.is_at_first_turn()
            || self.confirm(Word::Sure)
    }

    /// Shows the weights of the squares as shades, and the weight of the square under the cursor as a number, until something else is
    /// pressed.
    fn show_weights(&mut self, state: &mut State) {
        self.say(Word::Weight);
        self.panel.view.weights(&mut self.device, &mut state.engines, MESSAGE + 1);
        self.panel.say_last(&mut self.device, Word::FireBack);
        self.aside = false;
        let event = loop {
            let weight = state.engines.weight(self.cursor).unwrap_or(0);
            self.panel.say_weight(&mut self.device, weight);
            self.show_cursor();
            let mut event = 0;
            while event == 0 {
                self.panel.tick(&mut self.device);
                event = self.event();
            }
            if !self.steer(event) && !matches!(event, input::UP | input::DOWN | input::LEFT | input::RIGHT) {
                break event;
            }
        };
        if !matches!(event, input::FIRE | input::BACK) {
            self.input.keep(event);
        }
        self.panel.view.squares(&mut self.device, &state.engines);
        self.forget_marks(state);
        self.show_actions(state);
        self.status(state);
    }
}

/// The preconditions of an action, as bit flags.
const NOT_AT_START: u8 = 0x01;
const A_REDO: u8 = 0x02;
const NO_END: u8 = 0x04;
const PIECES: u8 = 0x08;
const SQUARES_WITH_WEIGHTS: u8 = 0x10;
const NO_QUESTION: u8 = 0x20;
const CAN_UNDO: u8 = 0x40;
const OTHER_PLAYER: u8 = 0x80;

/// The preconditions of the actions. Where stones are placed, all empty squares are legal moves. A puzzle's question is for the person
/// to answer, on the side that it asks, and an engine of a low level might get it wrong.
static NEEDS: [u8; LABELS.len()] = [
    CAN_UNDO,
    A_REDO,
    NO_END,
    NO_END | PIECES,
    NO_END | NO_QUESTION,
    NO_END | SQUARES_WITH_WEIGHTS,
    NO_QUESTION | OTHER_PLAYER,
    NOT_AT_START,
    0,
    0,
    0,
];

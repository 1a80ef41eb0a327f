//! Tests for writing and reading games, and for files that are rejected.

use engine::record::legal_moves;
use engine::{KeySource, Lcg};
use std::vec::Vec;

use super::*;
use crate::testing::Mock;

const CHOICES: Choices = Choices { players: [0, 2], level: 4, clock: 3 };

/// Returns a state after some turns of random moves, with an occasional pass.
fn played(game: GameId, size: u8, turns: u16, seed: u16) -> State {
    let mut random = Lcg::new(seed);
    let mut state = State::new();
    (state.game, state.size) = (game, size);
    state.take_up(&mut Mock::new(), false);
    state.new_game();
    for turn in 0..turns {
        let State { engines, record, .. } = &mut state;
        if turn % 13 == 12 {
            record.pass(engines).unwrap();
            if engines.outcome() != Outcome::Ongoing {
                record.undo(engines);
            }
            continue;
        }
        let moves: Vec<Move> = legal_moves(engines).collect();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len() as u16) as usize];
        record.play(engines, mv).unwrap();
    }
    state
}

/// Returns some games, from empty to long ones.
fn games() -> Vec<State> {
    std::vec![
        played(GameId::MouseAndCats, 0, 0, 1),
        played(GameId::MouseAndCats, 0, 90, 2),
        played(GameId::TicTacToe, 0, 5, 3),
        played(GameId::TicTacToe, 0, 9, 4),
        played(GameId::FiveInARow, 5, 12, 5),
        played(GameId::FiveInARow, 19, 90, 6),
    ]
}

/// Returns everything that makes up a game: the kind of game, its turns, the moves to come.
fn all_of(state: &State) -> (GameId, u8, Vec<Move>, Outcome, Vec<Move>) {
    let moves = legal_moves(&state.engines).collect();
    let size = if state.game == GameId::FiveInARow { state.size } else { 0 };
    let turns = (0..state.record.turns()).map(|at| state.record.turn(at)).collect();
    assert_eq!(state.engines.selected(), state.game);
    (state.game, size, turns, state.engines.outcome(), moves)
}

fn file_of(state: &State) -> ([u8; MAX_LENGTH], u16) {
    let mut file = [0xEE; MAX_LENGTH];
    let length = encode(state, &CHOICES, &mut file).len() as u16;
    (file, length)
}

#[test]
fn a_game_comes_back_from_its_bytes() {
    for saved in games() {
        let (file, length) = file_of(&saved);
        assert_eq!(length, 15 + 2 * saved.record.turns());
        for mut state in games() {
            assert_eq!(decode(&file, length, &mut state, &mut Mock::new()), Ok(CHOICES));
            assert_eq!(all_of(&state), all_of(&saved));
            assert_eq!(file_of(&state), (file, length), "written again, it is the same file");
        }
    }
}

#[test]
fn the_longest_game_fits() {
    // A pass needs no room on the board.
    let mut state = played(GameId::FiveInARow, 19, 0, 1);
    while state.record.pass(&mut state.engines).is_ok() {}
    let (file, length) = file_of(&state);
    assert_eq!((state.record.turns(), length as usize), (MAX_TURNS, MAX_LENGTH));
    let mut other = State::new();
    assert_eq!(decode(&file, length, &mut other, &mut Mock::new()), Ok(CHOICES));
    assert_eq!(other.record.turns(), MAX_TURNS);
}

#[test]
fn the_checksum_is_the_one_of_the_standard() {
    let mut file = [0; MAX_LENGTH];
    file[..9].copy_from_slice(b"123456789");
    assert_eq!(checksum(&file, 9), 0x29B1);
}

#[test]
fn every_changed_byte_and_every_shortened_file_is_refused_and_harms_nothing() {
    for saved in games() {
        let (file, length) = file_of(&saved);
        let mut state = played(GameId::FiveInARow, 7, 20, 9);
        let before = all_of(&state);
        for at in 0..length as usize {
            let changes = if at < 15 { 1..=255u8 } else { 0x80..=0x80 };
            for change in changes {
                let mut changed = file;
                changed[at] ^= change;
                let answer = decode(&changed, length, &mut state, &mut Mock::new());
                let expected = match at {
                    0..4 => Refusal::Foreign,
                    4 if changed[at] > VERSION => Refusal::Newer,
                    _ => Refusal::Damaged,
                };
                assert_eq!(answer, Err(expected), "byte {at} ^ {change:#04x}");
            }
        }
        for shorter in 0..length {
            let answer = decode(&file, shorter, &mut state, &mut Mock::new());
            assert_eq!(answer, Err(if shorter < 4 { Refusal::Foreign } else { Refusal::Damaged }));
        }
        assert_eq!(decode(&file, length + 1, &mut state, &mut Mock::new()), Err(Refusal::Damaged));
        assert_eq!(all_of(&state), before);
    }
}

/// Recomputes the checksum, as a forger would.
fn sealed(mut file: [u8; MAX_LENGTH], length: u16) -> [u8; MAX_LENGTH] {
    let [low, high] = checksum(&file, length - TAIL).to_le_bytes();
    file[(length - 2) as usize] = high;
    file[(length - 1) as usize] = low;
    file
}

#[test]
fn a_game_against_the_rules_is_refused_though_its_sum_is_right() {
    let mut state = played(GameId::TicTacToe, 0, 3, 9);
    let before = all_of(&state);
    for saved in games() {
        let (file, length) = file_of(&saved);
        let games = GameId::ALL.len() as u8;
        for (at, value) in [(5, games), (6, 4), (6, 20), (7, 3), (8, 3), (9, 0), (9, 7), (10, 5), (12, 2)] {
            let mut changed = file;
            changed[at] = value;
            let answer = decode(&sealed(changed, length), length, &mut state, &mut Mock::new());
            assert_eq!(answer, Err(Refusal::Damaged), "byte {at} = {value}");
        }
        for at in HEAD..length - TAIL {
            for value in [0, 0x14, 0x7F, 0xFE] {
                let mut changed = file;
                changed[at as usize] = value;
                if changed != file {
                    let answer = decode(&sealed(changed, length), length, &mut state, &mut Mock::new());
                    assert_eq!(answer, Err(Refusal::Damaged), "byte {at} = {value}");
                }
            }
        }
    }
    assert_eq!(all_of(&state), before);
    // A pass in a finished game, and one that would end the game.
    let mut finished = played(GameId::MouseAndCats, 0, 90, 2);
    assert_ne!(finished.engines.outcome(), Outcome::Ongoing);
    finished.record.pass(&mut finished.engines).unwrap();
    let (file, length) = file_of(&finished);
    assert_eq!(decode(&file, length, &mut state, &mut Mock::new()), Err(Refusal::Damaged));
    assert_eq!(all_of(&state), before);
}

#[test]
fn random_bytes_are_refused_or_are_a_game() {
    let mut random = Lcg::new(77);
    let mut state = played(GameId::MouseAndCats, 0, 7, 9);
    let mut taken = 0;
    for round in 0..20_000u16 {
        let mut file = [0; MAX_LENGTH];
        let turns = round % 4;
        let length = HEAD + 2 * turns + TAIL;
        for byte in &mut file[..length as usize] {
            *byte = random.next_key();
        }
        if round % 2 == 0 {
            // Correct except for the turns.
            let head = [b'2', b'0', b'8', b'0', 1, 1, 0, 1, 2, 3, 4, turns as u8, 0];
            file[..HEAD as usize].copy_from_slice(&head);
            for byte in &mut file[HEAD as usize..(length - TAIL) as usize] {
                *byte &= 15;
            }
            file = sealed(file, length);
        }
        let before = all_of(&state);
        match decode(&file, length, &mut state, &mut Mock::new()) {
            Ok(choices) => {
                taken += 1;
                let mut again = [0; MAX_LENGTH];
                assert_eq!(encode(&state, &choices, &mut again).len(), length as usize);
                assert_eq!(again, file);
            }
            Err(_) => assert_eq!(all_of(&state), before),
        }
    }
    assert!(taken > 1000, "{taken}");
}

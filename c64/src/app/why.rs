//! Explains why placing a stone is good: what it completes, threatens, stops or builds, judging only by the lines through its cell.

use engine::engines::Engines;
use engine::{Game, Side};

use crate::view::Square;
use crate::words::Word;

/// The result of a player's stone on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    /// A winning row.
    Row,
    /// A line that lacks one stone, which may be placed at either end.
    Open,
    /// Two winning cells.
    Two,
    /// One winning cell.
    One,
    /// None of these.
    Little,
}

/// The directions of lines.
const DIRECTIONS: [(u8, u8); 4] = [(1, 0), (0, 1), (1, 1), (1, 0xFF)];

/// Returns why it is good for the player to move to place a stone on an empty cell; `None` if no line through it gives a reason. For a move
/// that `wins`, what it stops is not the reason, unless the other player would win at once and the move does not make two threats.
pub fn reason(engines: &Engines, at: Square, wins: bool) -> Option<Word> {
    let own = if engines.side() == Side::First { 1 } else { 2 };
    let five = engines.selected().descriptor().line > 3;
    let gains = worth(engines, at, own);
    let mut stops = worth(engines, at, 3 - own);
    if wins && stops != Worth::Row {
        stops = Worth::Little;
    }
    let word = match (gains, stops) {
        (Worth::Row, _) => Word::WinsAtOnce,
        (_, Worth::Row) if !wins => Word::StopsRow,
        (Worth::Open, _) if five => Word::OpenFour,
        (Worth::Open | Worth::Two, _) => Word::TwoThreats,
        (_, Worth::Row) => Word::StopsRow,
        (Worth::One, _) => Word::Threatens,
        (_, Worth::Open) if five => Word::StopsFour,
        (_, Worth::Open | Worth::Two) => Word::StopsTwo,
        _ if !five => return None,
        _ => match (lines(engines, at, own), wins) {
            (THREE, _) => Word::OpenThree,
            (_, true) => return None,
            _ if lines(engines, at, 3 - own) == THREE => Word::StopsThree,
            (0, _) => return None,
            (1, _) => Word::OneLine,
            _ => Word::TwoLines,
        },
    };
    Some(word)
}

/// Returns the result of a stone of the player with this content on an empty cell.
#[inline(never)]
fn worth(engines: &Engines, at: Square, content: u8) -> Worth {
    let line = engines.selected().descriptor().line;
    let mut places = 0;
    let mut open = false;
    for (right, up) in DIRECTIONS {
        let (back, forth) = ((0u8.wrapping_sub(right), 0u8.wrapping_sub(up)), (right, up));
        let (before, after) = (run(engines, at, back, content), run(engines, at, forth, content));
        let length = before + 1 + after;
        if length >= line {
            return Worth::Row;
        }
        let places_before = places;
        for (step, stones) in [(back, before), (forth, after)] {
            let end = walk(at, step, stones + 1);
            if is_empty(engines, end) && length + 1 + run(engines, end, step, content) >= line {
                places += 1;
            }
        }
        open |= places - places_before == 2 && length + 1 == line;
    }
    match places {
        0 => Worth::Little,
        1 => Worth::One,
        _ if open => Worth::Open,
        _ => Worth::Two,
    }
}

/// Returns what a player's stone on an empty cell would start: [`THREE`] if in some direction it would be at least the third of four cells
/// in a row that are otherwise empty and have an empty cell at either end, so that they may become an open four; otherwise the number of
/// directions in which it would be the second.
#[inline(never)]
fn lines(engines: &Engines, at: Square, content: u8) -> u8 {
    let mut seconds = 0;
    for (right, up) in DIRECTIONS {
        let mut most = 1;
        // The first of six cells whose middle four include this one.
        let mut cell = walk(at, (0u8.wrapping_sub(right), 0u8.wrapping_sub(up)), 4);
        for _ in 0..4 {
            let mut stones = 1;
            for step in 0..6 {
                let next = walk(cell, (right, up), step);
                if next == at || is_empty(engines, next) {
                    continue;
                }
                let inside = step != 0 && step != 5;
                // Cells outside the board hold no stone of either player.
                stones = if inside && engines.content(next.0, next.1) == content { stones + 1 } else { NONE };
                if stones >= NONE {
                    break;
                }
            }
            if stones < NONE && stones > most {
                most = stones;
            }
            cell = walk(cell, (right, up), 1);
        }
        match most {
            1 => {}
            2 => seconds += 1,
            _ => return THREE,
        }
    }
    seconds
}

/// A value above the number of directions.
const THREE: u8 = 5;
/// A value above the number of stones that fit on four cells.
const NONE: u8 = 5;

/// Returns the square this many steps from a cell.
fn walk(at: Square, step: (u8, u8), steps: u8) -> Square {
    let mut at = at;
    for _ in 0..steps {
        at = (at.0.wrapping_add(step.0), at.1.wrapping_add(step.1));
    }
    at
}

/// Returns how many of a player's stones follow a cell without a gap.
#[inline(never)]
fn run(engines: &Engines, at: Square, step: (u8, u8), content: u8) -> u8 {
    let mut stones = 0;
    loop {
        let next = walk(at, step, stones + 1);
        if engines.content(next.0, next.1) != content {
            return stones;
        }
        stones += 1;
    }
}

/// Whether a cell is on the board and empty.
#[inline(never)]
fn is_empty(engines: &Engines, at: Square) -> bool {
    let (columns, rows) = engines.board_size();
    at.0 < columns && at.1 < rows && engines.content(at.0, at.1) == 0
}

#[cfg(test)]
mod tests {
    use std::boxed::Box;
    use std::vec::Vec;

    use engine::games::GameId;
    use engine::record::legal_moves;
    use engine::{Lcg, Move, Outcome};

    use super::*;

    fn board(game: GameId, size: u8) -> Box<Engines> {
        let mut engines = Box::new(Engines::new());
        engines.select(game);
        engines.set_size(size, size);
        engines.set_keys(&mut Lcg::fixed());
        engines.reset();
        engines
    }

    /// Places a stone of the player to move on a cell.
    fn put(engines: &mut Engines, at: Square) {
        let mv = legal_moves(engines).find(|mv| engines.squares(*mv).1 == at).unwrap();
        engines.play(mv);
    }

    /// Returns the moves with which the player to move ends the game.
    fn wins(engines: &mut Engines) -> Vec<Move> {
        let moves: Vec<Move> = legal_moves(engines).collect();
        let mut wins = Vec::new();
        for mv in moves {
            engines.play(mv);
            if !matches!(engines.outcome(), Outcome::Ongoing | Outcome::Draw) {
                wins.push(mv);
            }
            engines.undo(mv);
        }
        wins
    }

    /// Plays a move, lets the other player pass, and returns how many moves win then, and how many of them did not before.
    fn wins_after(engines: &mut Engines, mv: Move) -> (usize, usize) {
        let before = wins(engines);
        engines.play(mv);
        engines.pass();
        let after = wins(engines);
        engines.pass();
        engines.undo(mv);
        (after.len(), after.iter().filter(|win| !before.contains(win)).count())
    }

    /// Whether, after a move and a pass of the other player, another move leaves two ways to win, one of them new.
    fn threatens_two(engines: &mut Engines, mv: Move) -> bool {
        engines.play(mv);
        engines.pass();
        let moves: Vec<Move> = legal_moves(&*engines).collect();
        let threatens = moves.into_iter().any(|next| {
            let (all, new) = wins_after(engines, next);
            all >= 2 && new > 0
        });
        engines.pass();
        engines.undo(mv);
        threatens
    }

    /// The reasons given for every move of random games agree with the rules, checked by making and taking back moves rather than by
    /// counting along lines.
    #[test]
    fn what_is_said_is_true() {
        let mut random = Lcg::new(7);
        let mut said: Vec<(GameId, Word)> = Vec::new();
        for (game, size, games) in [(GameId::TicTacToe, 3, 60), (GameId::FiveInARow, 7, 24)] {
            for _ in 0..games {
                let mut engines = board(game, size);
                while engines.outcome() == Outcome::Ongoing {
                    let moves: Vec<Move> = legal_moves(&*engines).collect();
                    for &mv in &moves {
                        let own = wins(&mut engines).contains(&mv);
                        engines.pass();
                        let others = wins(&mut engines).contains(&mv);
                        let (theirs, new_theirs) = if others { (0, 0) } else { wins_after(&mut engines, mv) };
                        engines.pass();
                        let (ours, new) = if own { (0, 0) } else { wins_after(&mut engines, mv) };
                        let word = reason(&engines, engines.squares(mv).1, false);
                        // The reason for a winning move is what it gains, whatever it stops.
                        let winning = reason(&engines, engines.squares(mv).1, true);
                        match winning {
                            Some(Word::WinsAtOnce) => assert!(own),
                            Some(Word::StopsRow) => assert!(!own && others),
                            Some(Word::OpenFour | Word::TwoThreats) => assert!(!own && ours >= 2),
                            Some(Word::Threatens) => assert!(!own && ours >= 1 && new < 2),
                            Some(Word::OpenThree) => {
                                assert!(!own && new == 0 && threatens_two(&mut engines, mv));
                            }
                            None => assert!(!own && new == 0),
                            stops => panic!("{stops:?}"),
                        }
                        let five = game == GameId::FiveInARow;
                        let right = match word {
                            Some(Word::WinsAtOnce) => own,
                            Some(Word::StopsRow) => !own && others,
                            Some(Word::OpenFour) => !own && !others && five && ours >= 2,
                            Some(Word::TwoThreats) => !own && !others && ours >= 2,
                            Some(Word::Threatens) => !own && !others && ours >= 1 && new < 2,
                            Some(Word::StopsFour) => five && new == 0 && theirs >= 2,
                            Some(Word::StopsTwo) => new == 0 && theirs >= 2,
                            Some(Word::OpenThree) => !others && new == 0 && new_theirs < 2,
                            Some(Word::StopsThree) => {
                                engines.pass();
                                let theirs = threatens_two(&mut engines, mv);
                                engines.pass();
                                five && !own && !others && new == 0 && new_theirs < 2 && theirs
                            }
                            Some(Word::TwoLines | Word::OneLine) => {
                                five && !own && !others && new == 0 && new_theirs < 2
                            }
                            None => !own && !others && new == 0 && new_theirs < 2,
                            _ => false,
                        };
                        assert!(right, "{word:?} {own} {others} {ours} {new} {theirs} {new_theirs}");
                        if let Some(word) = word
                            && !said.contains(&(game, word))
                        {
                            said.push((game, word));
                        }
                    }
                    // Close to the other stones, so that rows come about.
                    engines.play(moves[usize::from(random.below(moves.len().min(9) as u16))]);
                }
            }
        }
        assert_eq!(said.iter().filter(|said| said.0 == GameId::TicTacToe).count(), 5, "{said:?}");
        assert_eq!(said.iter().filter(|said| said.0 == GameId::FiveInARow).count(), 11, "{said:?}");
    }

    #[test]
    fn what_may_become_an_open_four_is_told_apart() {
        let mut engines = board(GameId::FiveInARow, 15);
        let why = |engines: &Engines, at: Square| reason(engines, at, false);
        put(&mut engines, (7, 7));
        put(&mut engines, (0, 0));
        // With a gap, and too far away.
        assert_eq!([(9, 9), (11, 7), (9, 10)].map(|at| why(&engines, at)), [Some(Word::OneLine), None, None]);
        put(&mut engines, (8, 8));
        put(&mut engines, (14, 0));
        assert_eq!(why(&engines, (10, 10)), Some(Word::OpenThree));
        assert_eq!(why(&engines, (8, 7)), Some(Word::TwoLines));
        put(&mut engines, (0, 14));
        assert_eq!(why(&engines, (6, 6)), Some(Word::StopsThree));
        // At the edge there is no room for an open four.
        put(&mut engines, (14, 14));
        put(&mut engines, (2, 14));
        put(&mut engines, (14, 8));
        assert_eq!(why(&engines, (1, 14)), None);
    }

    #[test]
    fn an_open_four_is_four_in_a_row_with_both_ends_free() {
        let mut engines = board(GameId::FiveInARow, 9);
        for at in [(3, 4), (0, 0), (4, 4), (0, 8), (5, 4), (8, 0)] {
            put(&mut engines, at);
        }
        assert_eq!(reason(&engines, (6, 4), false), Some(Word::OpenFour));
        engines.pass();
        assert_eq!(reason(&engines, (2, 4), false), Some(Word::StopsFour));
        put(&mut engines, (2, 4));
        assert_eq!(reason(&engines, (6, 4), false), Some(Word::Threatens));
    }
}

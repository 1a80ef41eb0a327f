//! The published perft tables, and perft against plain recursive counting.

use engine::games::five_in_a_row::Board19;
use engine::games::mouse_and_cats::MouseAndCats;
use engine::games::tic_tac_toe::TicTacToe;
use engine::perft::{Count, DepthError, perft};
use engine::{Game, KeySource, Lcg, Move, Notation, Outcome};

fn counted(leaves: u32, first_wins: u32, second_wins: u32, draws: u32) -> Result<Count, DepthError> {
    Ok(Count { leaves, first_wins, second_wins, draws })
}

#[test]
fn mouse_and_cats_table() {
    let mut game = MouseAndCats::start();
    for (depth, leaves) in (1..).zip([2, 14, 56, 344, 1_032, 6_264, 23_387, 141_427]) {
        assert_eq!(perft(&mut game, depth), counted(leaves, 0, 0, 0));
    }
    assert_eq!(perft(&mut game, 10), counted(2_674_123, 0, 496, 0));
    assert_eq!(game, MouseAndCats::start());
}

#[test]
fn tic_tac_toe_table() {
    let mut game = TicTacToe::start();
    for (depth, leaves, x, o, draws) in [
        (1, 9, 0, 0, 0),
        (2, 72, 0, 0, 0),
        (3, 504, 0, 0, 0),
        (4, 3_024, 0, 0, 0),
        (5, 15_120, 1_440, 0, 0),
        (6, 56_160, 1_440, 5_328, 0),
        (7, 154_944, 49_392, 5_328, 0),
        (8, 255_168, 49_392, 77_904, 0),
        (9, 255_168, 131_184, 77_904, 46_080),
    ] {
        assert_eq!(perft(&mut game, depth), counted(leaves, x, o, draws));
    }
    assert_eq!(game, TicTacToe::start());
}

#[test]
fn depth_zero_is_the_position_itself() {
    assert_eq!(perft(&mut TicTacToe::start(), 0), counted(1, 0, 0, 0));
    let mut won = TicTacToe::from_text(b"xxxoo....").unwrap();
    for depth in 0..4 {
        assert_eq!(perft(&mut won, depth), counted(1, 1, 0, 0));
    }
}

#[test]
fn too_deep_is_an_error() {
    assert_eq!(perft(&mut TicTacToe::start(), 16), perft(&mut TicTacToe::start(), 9));
    assert_eq!(perft(&mut TicTacToe::start(), 17), Err(DepthError));
}

/// Plain recursion over the same rules.
fn recursive<G: Game>(game: &mut G, depth: u8, count: &mut Count) {
    let outcome = game.outcome();
    if depth == 0 || outcome != Outcome::Ongoing {
        count.leaves += 1;
        count.first_wins += (outcome == Outcome::First) as u32;
        count.second_wins += (outcome == Outcome::Second) as u32;
        count.draws += (outcome == Outcome::Draw) as u32;
        return;
    }
    let mut cursor = Default::default();
    loop {
        let mv = game.next_move(&mut cursor);
        if mv.is_none() {
            return;
        }
        game.make(mv);
        recursive(game, depth - 1, count);
        game.take_back(mv);
    }
}

/// Plays random games; from each position of them perft and recursion must agree.
fn check_along_games<G: Game>(depth: u8) {
    let mut random = Lcg::new(11);
    let mut wins = 0;
    for _ in 0..40 {
        let mut game = G::start();
        loop {
            let mut count = Count::default();
            recursive(&mut game, depth, &mut count);
            assert_eq!(perft(&mut game, depth), Ok(count));
            wins += count.first_wins + count.second_wins;
            if game.outcome() != Outcome::Ongoing {
                break;
            }
            let mut cursor = Default::default();
            let mut chosen = game.next_move(&mut cursor);
            loop {
                let mv: Move = game.next_move(&mut cursor);
                if mv.is_none() {
                    break;
                }
                if random.next_key() > 100 {
                    chosen = mv;
                }
            }
            game.make(chosen);
        }
    }
    assert!(wins > 1_000);
}

#[test]
fn agrees_with_recursion_along_random_games() {
    check_along_games::<MouseAndCats>(4);
    check_along_games::<TicTacToe>(5);
}

#[test]
fn counts_the_end_of_a_won_race() {
    // The mouse stands before the far row: both its steps up win, each of the two down goes on.
    let square = |text: &[u8]| MouseAndCats::square(MouseAndCats::parse_move(text).unwrap().from);
    let cats = [b"A1A1", b"C1C1", b"E1E1", b"H2H2"].map(|text| square(text));
    let mut game = MouseAndCats::from_squares(square(b"D6D6"), cats, engine::Side::First).unwrap();
    assert_eq!(perft(&mut game, 1), counted(4, 0, 0, 0));
    let mut near = MouseAndCats::from_squares(square(b"C7C7"), cats, engine::Side::First).unwrap();
    assert_eq!(perft(&mut near, 1), counted(4, 2, 0, 0));
    assert_eq!(perft(&mut near, 2), counted(4, 2, 0, 0));
}

/// Five in a row on rows of characters, a fresh copy for every move and every line looked at.
fn plain_five(rows: &[Vec<u8>], turn: u8, depth: u8, count: &mut Count) {
    let winner = [b'X', b'O'].into_iter().find(|&stone| {
        let at = |x: i32, y: i32| {
            usize::try_from(x)
                .ok()
                .zip(usize::try_from(y).ok())
                .and_then(|(x, y)| rows.get(y)?.get(x).copied())
        };
        (0..rows.len() as i32).any(|y| {
            (0..rows[0].len() as i32).any(|x| {
                [(1, 0), (0, 1), (1, 1), (1, -1)]
                    .into_iter()
                    .any(|(dx, dy)| (0..5).all(|k| at(x + k * dx, y + k * dy) == Some(stone)))
            })
        })
    });
    let full = !rows.iter().flatten().any(|&square| square == b'.');
    if depth == 0 || winner.is_some() || full {
        count.leaves += 1;
        count.first_wins += (winner == Some(b'X')) as u32;
        count.second_wins += (winner == Some(b'O')) as u32;
        count.draws += (winner.is_none() && full) as u32;
        return;
    }
    for y in 0..rows.len() {
        for x in 0..rows[0].len() {
            if rows[y][x] == b'.' {
                let mut after = rows.to_vec();
                after[y][x] = turn;
                plain_five(&after, if turn == b'X' { b'O' } else { b'X' }, depth - 1, count);
            }
        }
    }
}

#[test]
fn five_in_a_row_against_a_plain_model() {
    let mut random = Lcg::new(21);
    let mut total = Count::default();
    for _ in 0..60 {
        let (columns, rows) = (5 + random.next_key() % 3, 5 + random.next_key() % 2);
        let mut position = vec![vec![b'.'; columns as usize]; rows as usize];
        // Stones of one player more often in some rows, that there be wins.
        for row in &mut position {
            let bias = random.next_key();
            for square in row {
                *square = if random.next_key() < bias { b'X' } else { b'O' };
            }
        }
        for _ in 0..5 {
            let row = random.next_key() as usize % position.len();
            let column = random.next_key() as usize % position[0].len();
            position[row][column] = b'.';
        }
        let turn = if random.next_key() & 1 == 0 { b'X' } else { b'O' };
        let side = if turn == b'X' { engine::Side::First } else { engine::Side::Second };
        let mut count = Count::default();
        plain_five(&position, turn, 5, &mut count);
        let mut game = Board19::start();
        let laid: Vec<&[u8]> = position.iter().map(Vec::as_slice).collect();
        game.set_rows(&laid, side).unwrap();
        let before = game.clone();
        let found = perft(&mut game, 5).unwrap();
        // Where both have five, the model and the board may name either.
        assert_eq!(found.leaves, count.leaves);
        assert_eq!(found.draws, count.draws);
        assert_eq!(found.first_wins + found.second_wins, count.first_wins + count.second_wins);
        assert_eq!(game, before);
        total.first_wins += found.first_wins;
        total.second_wins += found.second_wins;
        total.draws += found.draws;
    }
    assert!(total.first_wins > 100 && total.second_wins > 100 && total.draws > 100, "{total:?}");
}

#[test]
fn five_in_a_row_from_the_empty_board() {
    let mut game = Board19::start();
    assert_eq!(perft(&mut game, 2), counted(225 * 224, 0, 0, 0));
    game.set_size(6, 5).unwrap();
    assert_eq!(perft(&mut game, 4), counted(30 * 29 * 28 * 27, 0, 0, 0));
}

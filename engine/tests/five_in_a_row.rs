//! The weights of five in a row, compared with the published boards and with a model of the published rules.

use engine::games::five_in_a_row::{Board19, Board99, FiveInARow, Weights};
use engine::{Game, KeySource, Lcg, Move, Outcome, Side};
use serde_json::Value;

/// The unit of the fixtures: 1200 makes every weight a whole number.
const SCALE: u32 = 1_200;

/// A position as rows of characters, the first row at the top.
#[derive(Clone)]
struct Model {
    rows: Vec<Vec<u8>>,
    turn: u8,
}

#[derive(Clone, Copy, Default)]
struct Attack {
    power: u32,
    potential: u32,
    divisor: u32,
}

impl Model {
    fn of<const CELLS: usize>(game: &FiveInARow<CELLS>) -> Model {
        let character = |stone| match stone {
            Some(Side::First) => b'X',
            Some(Side::Second) => b'O',
            None => b'.',
        };
        let rows = (0..game.rows())
            .map(|row| (0..game.columns()).map(|column| character(game.stone_on(column, row))).collect())
            .collect();
        Model { rows, turn: character(Some(game.side())) }
    }

    /// What is on a square, `#` beyond the board.
    fn at(&self, x: i32, y: i32) -> u8 {
        let row = usize::try_from(y).ok().and_then(|y| self.rows.get(y));
        row.and_then(|row| usize::try_from(x).ok().and_then(|x| row.get(x))).copied().unwrap_or(b'#')
    }

    fn weight(&self, x: i32, y: i32) -> u32 {
        self.value(x, y, b'X') + self.value(x, y, b'O')
    }

    fn value(&self, x: i32, y: i32, figure: u8) -> u32 {
        let mut sum = 0;
        let mut breaks = 0;
        for (dx, dy) in [(1, 0), (1, -1), (0, 1), (1, 1)] {
            let attacks = self.line(x, y, dx, dy, figure);
            if is_break(&attacks) {
                breaks += 1;
                if breaks == 2 {
                    sum += 100 * SCALE;
                    continue;
                }
            }
            for attack in attacks {
                let power = attack.power.min(5);
                if power == 5 && figure == self.turn {
                    sum += 100 * SCALE;
                }
                sum += match (power, attack.potential) {
                    (1, 1) => 120,
                    (1, 2) => 300,
                    (2, 1) => 2 * SCALE,
                    (2, 2) => 5 * SCALE,
                    (3, 1) => 4 * SCALE,
                    (3, 2) => 7 * SCALE,
                    (4, 1) => 6 * SCALE,
                    (4, 2) => 100 * SCALE,
                    (5, _) => 200 * SCALE,
                    other => panic!("{other:?}"),
                } / attack.divisor;
            }
        }
        sum
    }

    fn line(&self, x: i32, y: i32, dx: i32, dy: i32, figure: u8) -> Vec<Attack> {
        let mut attacks = Vec::new();
        let mut place = 1;
        let mut current = Attack { power: 1, potential: 0, divisor: 1 };
        for sign in [-1, 1] {
            let mut edge = false;
            for k in 1..=5 {
                let there = self.at(x + sign * k * dx, y + sign * k * dy);
                if k == 5 {
                    if edge {
                        current.potential += (there == b'.') as u32;
                        if current.power != 0 {
                            attacks.push(current);
                        }
                    }
                    break;
                }
                edge = k == 4 && there == figure;
                if there == figure {
                    current.power += 1;
                    place += 1;
                } else if there == b'.' {
                    if current.power > 0 {
                        current.potential += 1;
                        attacks.push(current);
                        current = Attack { power: 0, potential: 1, divisor: 1 };
                    }
                    current.divisor += 1;
                    place += 1;
                } else {
                    attacks.push(current);
                    break;
                }
            }
            if sign == -1 {
                current = attacks.remove(0);
            }
        }
        if place < 5 {
            attacks.clear();
        }
        attacks.retain(|attack| (attack.power > 0 && attack.potential > 0) || attack.power >= 5);
        attacks
    }
}

fn is_break(attacks: &[Attack]) -> bool {
    let Some(centre) = attacks.iter().rfind(|attack| attack.divisor == 1) else { return false };
    centre.power >= 4
        || (centre.potential == 2 && centre.power >= 3)
        || attacks.iter().any(|attack| {
            let open = centre.potential == 2 && attack.potential == 2;
            attack.divisor == 2 && centre.power + attack.power + open as u32 >= 4
        })
}

/// The moves to the empty squares.
fn empty_squares<const CELLS: usize>(game: &FiveInARow<CELLS>) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut cursor = 0;
    loop {
        let mv = game.next_move(&mut cursor);
        if mv.is_none() {
            return moves;
        }
        moves.push(mv);
    }
}

fn below(random: &mut Lcg, end: usize) -> usize {
    (random.next_key() as usize * 256 + random.next_key() as usize) % end
}

/// All weights of a position against the model, and the best of them against all others.
fn check_weights<const CELLS: usize>(game: &FiveInARow<CELLS>, weights: &mut Weights<CELLS>) {
    let model = Model::of(game);
    let best = weights.best(game);
    let mut greatest = None;
    let mut expected_best = Move::NONE;
    for row in 0..game.rows() {
        for column in 0..game.columns() {
            let weight = weights.weight(game, column, row);
            let (x, y) = (column as i32, row as i32);
            let expected = (model.at(x, y) == b'.').then(|| model.weight(x, y));
            assert_eq!(weight, expected, "column {column}, row {row} of {game:?}");
            if weight > greatest {
                greatest = weight;
                expected_best = Move { from: column + 1, to: row + 1 };
            }
        }
    }
    assert_eq!(best, expected_best);
    assert_eq!(weights.weight(game, game.columns(), 0), None);
    assert_eq!(weights.weight(game, 0, game.rows()), None);
}

/// A board of the fixtures.
fn fixture(value: &Value) -> (Vec<Vec<u8>>, Side) {
    let rows = value["rows"].as_array().unwrap();
    let rows = rows.iter().map(|row| row.as_str().unwrap().as_bytes().to_vec()).collect();
    (rows, if value["turn"] == "X" { Side::First } else { Side::Second })
}

/// Compares a position with a board of the fixtures; returns how many squares were empty.
fn check_fixture<const CELLS: usize>(
    game: &FiveInARow<CELLS>,
    weights: &Weights<CELLS>,
    value: &Value,
) -> usize {
    let mut compared = 0;
    for (top, row) in (0..).zip(value["weights"].as_array().unwrap()) {
        for (column, expected) in (0..).zip(row.as_array().unwrap()) {
            let weight = weights.weight(game, column, top);
            assert_eq!(weight.map(u64::from), expected.as_u64(), "column {column}, row {top} from the top");
            compared += weight.is_some() as usize;
        }
    }
    compared
}

/// Sets up a board of the fixtures on this type of board; from scratch, then stone by stone on `weights`.
fn check_both_ways<const CELLS: usize>(value: &Value, weights: &mut Weights<CELLS>) {
    let (rows, side) = fixture(value);
    let rows: Vec<&[u8]> = rows.iter().map(Vec::as_slice).collect();
    let mut game = FiveInARow::<CELLS>::start();
    game.set_rows(&rows, side).unwrap();
    let mut fresh = Box::new(Weights::new());
    fresh.update(&game);
    let compared = check_fixture(&game, &fresh, value);
    assert_eq!(compared, rows.len() * rows[0].len() - game.stones() as usize);

    let mut grown = FiveInARow::<CELLS>::start();
    grown.set_size(game.columns(), game.rows()).unwrap();
    for row in 0..game.rows() {
        for column in 0..game.columns() {
            if game.stone_on(column, row).is_some() {
                assert!(grown.put(column, row, game.stone_on(column, row)));
                weights.update(&grown);
            }
        }
    }
    if grown.side() != side {
        grown.pass();
    }
    check_fixture(&grown, weights, value);
}

#[test]
fn published_weights() {
    let text = include_str!("fixtures/five-in-a-row.json");
    let boards: Vec<Value> = serde_json::from_str(text).unwrap();
    assert_eq!(boards.len(), 24);
    let mut small = Weights::new();
    let mut large = Box::new(Weights::new());
    let mut on_small = 0;
    for board in &boards {
        let (rows, _) = fixture(board);
        if rows.len() <= Board19::MAX_SIDE as usize {
            on_small += 1;
            check_both_ways::<512>(board, &mut small);
        }
        check_both_ways::<16384>(board, &mut large);
    }
    assert_eq!(on_small, 18);
}

#[test]
fn weights_follow_games_and_jumps_between_positions() {
    let mut random = Lcg::new(77);
    let mut weights = Weights::new();
    let mut finished = 0;
    for (columns, rows) in [(5, 5), (7, 6), (15, 15), (5, 19), (19, 5), (19, 19), (9, 9), (9, 9)] {
        let mut game = Board19::start();
        game.set_size(columns, rows).unwrap();
        let mut played = Vec::new();
        while game.outcome() == Outcome::Ongoing {
            let moves = empty_squares(&game);
            // Every other move is a good one, so that there are attacks to weigh; some are taken back again.
            let mv = if random.next_key() & 1 == 0 {
                weights.best(&game)
            } else {
                moves[below(&mut random, moves.len())]
            };
            game.make(mv);
            played.push(mv);
            if random.next_key() < 30 {
                for _ in 0..random.next_key() & 3 {
                    if let Some(mv) = played.pop() {
                        game.take_back(mv);
                    }
                }
            }
            if random.next_key() < 160 {
                check_weights(&game, &mut weights);
            }
        }
        finished += (game.outcome() != Outcome::Draw) as u32;
        check_weights(&game, &mut weights);
    }
    assert!(finished >= 4);
}

#[test]
fn beyond_an_edge_nothing_has_a_weight() {
    let game = Board19::start();
    let mut weights = Weights::new();
    weights.update(&game);
    for beyond in 0..=3 {
        let (column, row) = (game.columns() + beyond, game.rows() + beyond);
        assert_eq!((weights.weight(&game, column, 3), weights.weight(&game, 3, row)), (None, None));
    }
}

#[test]
fn weights_of_crowded_boards() {
    let mut random = Lcg::new(5);
    let mut weights = Weights::new();
    let mut hundreds = 0;
    for round in 0..200 {
        let mut game = Board19::start();
        game.set_size(5 + random.next_key() % 15, 5 + random.next_key() % 15).unwrap();
        let (x, o) = (random.next_key() >> 1, random.next_key() >> 1);
        for row in 0..game.rows() {
            for column in 0..game.columns() {
                match random.next_key() {
                    key if key < x => assert!(game.put(column, row, Some(Side::First))),
                    key if key > 255 - o => assert!(game.put(column, row, Some(Side::Second))),
                    _ => {}
                }
            }
        }
        game.refresh();
        if round & 1 == 1 {
            game.pass();
        }
        check_weights(&game, &mut weights);
        let best = weights.best(&game);
        if !best.is_none() {
            hundreds += (weights.weight(&game, best.from - 1, best.to - 1) > Some(100 * SCALE)) as u32;
        }
    }
    assert!(hundreds > 50);
}

#[test]
fn a_large_board_is_weighed_to_its_corners() {
    let mut random = Lcg::new(9);
    let mut game = Board99::start();
    game.set_size(99, 64).unwrap();
    let mut weights = Box::new(Weights::new());
    for _ in 0..3 {
        for _ in 0..300 {
            let moves = empty_squares(&game);
            game.make(moves[below(&mut random, moves.len())]);
        }
        check_weights(&game, &mut weights);
    }
}

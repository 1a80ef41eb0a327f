//! Seed mode of mouse and cats, compared with an independent, recursive model of the published search.

use engine::games::mouse_and_cats::MouseAndCats;
use engine::table::Line;
use engine::{Evaluate, Game, KeySource, Lcg, Mode, Notation, Outcome, Search, Side, Silent, Tables};

/// The model: a board of 64 characters, scanned anew for everything.
#[derive(Clone)]
struct Model {
    /// `.`, `m`, and `1` to `4` for the cats.
    board: [u8; 64],
    mouse_to_move: bool,
    nodes: u32,
    /// Cuts in the mouse's and in the cats' nodes.
    cuts: [u32; 2],
}

const CAT_VALUES: [i32; 8] = [0, 7, 13, 18, 22, 25, 27, 28];

impl Model {
    fn start() -> Model {
        let mut board = [b'.'; 64];
        board[4] = b'm';
        for (cat, square) in (b'1'..).zip([57, 59, 61, 63]) {
            board[square] = cat;
        }
        Model { board, mouse_to_move: true, nodes: 0, cuts: [0; 2] }
    }

    fn moves(&self) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for from in 0..64 {
            let piece = self.board[from];
            let steps: &[(i32, i32)] = match (piece, self.mouse_to_move) {
                (b'm', true) => &[(-1, -1), (-1, 1), (1, 1), (1, -1)],
                (b'1'..=b'4', false) => &[(-1, -1), (-1, 1)],
                _ => continue,
            };
            for (up, right) in steps {
                let (row, column) = (from as i32 / 8 + up, from as i32 % 8 + right);
                if (0..8).contains(&row) && (0..8).contains(&column) {
                    let to = (row * 8 + column) as usize;
                    if self.board[to] == b'.' {
                        moves.push((from, to));
                    }
                }
            }
        }
        moves
    }

    fn shift(&mut self, from: usize, to: usize) {
        self.board[to] = self.board[from];
        self.board[from] = b'.';
        self.mouse_to_move = !self.mouse_to_move;
    }

    fn evaluation(&self) -> u8 {
        let mut sum = 0x80;
        for (square, &piece) in self.board.iter().enumerate() {
            let (row, column) = (square / 8, square % 8);
            match piece {
                b'm' => sum += row as i32,
                b'1'..=b'4' if column / 2 == (piece - b'1') as usize => sum -= CAT_VALUES[row],
                _ => {}
            }
        }
        sum as u8
    }

    fn search(&mut self, depth: u8, mut alpha: u8, mut beta: u8) -> (u8, Option<(usize, usize)>) {
        if depth == 0 {
            return (self.evaluation(), None);
        }
        self.nodes += 1;
        let mut best = None;
        for (from, to) in self.moves() {
            self.shift(from, to);
            let score = self.search(depth - 1, alpha, beta).0;
            self.shift(to, from);
            if self.mouse_to_move {
                if score >= alpha {
                    alpha = score;
                    best = Some((from, to));
                }
            } else if score <= beta {
                beta = score;
                best = Some((from, to));
            }
            if alpha >= beta {
                self.cuts[!self.mouse_to_move as usize] += 1;
                break;
            }
        }
        (if self.mouse_to_move { alpha } else { beta }, best)
    }
}

/// The two squares of a move, `None` for no move.
fn squares(mv: engine::Move) -> Option<(usize, usize)> {
    if mv.is_none() {
        return None;
    }
    Some((MouseAndCats::square(mv.from) as usize, MouseAndCats::square(mv.to) as usize))
}

/// Searches one position both ways.
fn compare(game: &mut MouseAndCats, model: &Model, depth: u8) {
    let mut model = Model { nodes: 0, cuts: [0; 2], ..model.clone() };
    let (score, best) = model.search(depth, 0, 0xFF);
    let mut search = Search::new();
    let mut tables = Tables::new();
    assert!(search.run(game, &mut tables, depth, Mode::Seed, &mut Silent));
    assert_eq!(search.score(), score);
    assert_eq!(squares(search.best()), best);
    assert_eq!(search.nodes(), model.nodes);
    assert_eq!([search.beta_cutoffs(), search.alpha_cutoffs()], model.cuts);
    let stored = tables.find_best(game.side(), game.hash(), game.lock());
    assert_eq!(squares(stored), best, "the root's best move is in its side's table");
}

#[test]
fn published_numbers() {
    let mut game = MouseAndCats::start();
    let mut search = Search::new();
    for (depth, nodes, summed, score, published) in [
        (7, None, 1_908, 0x17, "E1D2 B8A7 D2C3 D8C7 C3B4 F8E7 B4A5"),
        (8, Some(3_502), 5_410, 0x18, "E1D2 B8A7 D2C3 D8C7 C3B4 F8E7 B4A5 H8G7"),
    ] {
        for deepening in [false, true] {
            let mut tables = Tables::new();
            if deepening {
                assert!(search.deepen(&mut game, &mut tables, depth, Mode::Seed, &mut Silent));
                assert_eq!(search.nodes(), summed);
            } else {
                assert!(search.run(&mut game, &mut tables, depth, Mode::Seed, &mut Silent));
                assert!(nodes.is_none_or(|nodes| nodes == search.nodes()));
            }
            assert_eq!(search.score(), score);
            assert_eq!(search.depth(), depth);
            let line: Vec<String> = (0..search.variation().len())
                .map(|i| {
                    let mut text = [0; 4];
                    MouseAndCats::write_move(search.variation().get(i), &mut text);
                    String::from_utf8(text.to_vec()).unwrap()
                })
                .collect();
            assert_eq!(line.join(" "), published);
            let mut shorter = Line::new();
            tables.variation(&mut game, 2, &mut shorter);
            assert_eq!(shorter.len(), depth.min(2));
            let stored = tables.find_best(Side::First, game.hash(), game.lock());
            assert_eq!(stored, MouseAndCats::parse_move(b"E1D2").unwrap());
        }
    }
}

#[test]
fn equals_the_model_from_the_start() {
    for depth in 1..=9 {
        compare(&mut MouseAndCats::start(), &Model::start(), depth);
    }
}

#[test]
fn equals_the_model_along_random_games_with_either_side_to_move() {
    let mut random = Lcg::new(17);
    let mut compared = [0; 2];
    let (mut beyond_the_end, mut stuck) = (0, 0);
    for _ in 0..60 {
        let mut game = MouseAndCats::start();
        let mut model = Model::start();
        game.set_keys(&mut random);
        loop {
            let side = game.side();
            assert_eq!(game.evaluate(), model.evaluation());
            for depth in 1..=5 {
                compare(&mut game, &model, depth);
            }
            // The other side to move as well: positions no game reaches.
            game.pass();
            model.mouse_to_move = !model.mouse_to_move;
            compare(&mut game, &model, 4);
            game.pass();
            model.mouse_to_move = !model.mouse_to_move;

            compared[side as usize] += 1;
            let moves = model.moves();
            if moves.is_empty() {
                stuck += 1;
                break;
            }
            // Play on past the mouse's win: the seed's tree has no win test.
            if game.outcome() != Outcome::Ongoing {
                beyond_the_end += 1;
                if beyond_the_end % 4 == 0 {
                    break;
                }
            }
            let (from, to) = moves[random.next_key() as usize % moves.len()];
            let mv = engine::Move {
                from: MouseAndCats::cell(from as u8).unwrap(),
                to: MouseAndCats::cell(to as u8).unwrap(),
            };
            assert!(game.has_move(mv));
            game.make(mv);
            model.shift(from, to);
        }
    }
    assert!(compared[Side::First as usize] > 300 && compared[Side::Second as usize] > 300, "{compared:?}");
    assert!(beyond_the_end > 10 && stuck > 5, "{beyond_the_end} {stuck}");
}

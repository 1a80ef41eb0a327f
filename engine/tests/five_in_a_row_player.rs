//! The player of five in a row: tactics, the truth of its claims, and matches against the article's player.

use engine::games::five_in_a_row::{Board19, Board99, Effort, FiveInARow, How, Player, Thought, Weights};
use engine::{Game, KeySource, Lcg, Move, Notation, Observer, Outcome, Side, Silent};

/// Chooses with a player that remembers nothing.
fn think<const CELLS: usize>(game: &mut FiveInARow<CELLS>, effort: &Effort) -> (Thought, Player<CELLS>) {
    let mut player = Player::new();
    let before = game.clone();
    let thought = player.choose(game, effort, &mut Silent);
    assert_eq!(game, &before, "the position is as before");
    (thought, player)
}

fn laid(rows: &[&str], side: Side) -> Board19 {
    let mut game = Board19::start();
    let rows: Vec<&[u8]> = rows.iter().map(|row| row.as_bytes()).collect();
    game.set_rows(&rows, side).unwrap();
    game
}

fn text(mv: Move) -> String {
    let mut text = [0; 4];
    let length = Board19::write_move(mv, &mut text) as usize;
    String::from_utf8(text[..length].to_vec()).unwrap()
}

/// Patience: more nodes than any of these positions needs.
const PATIENT: Effort = Effort { nodes: 60_000, ..Effort::BEST };

#[test]
fn the_first_stone_goes_to_the_middle() {
    for (columns, rows, expected) in [(15, 15, "H8"), (19, 19, "J10"), (5, 7, "C4")] {
        let mut game = Board19::start();
        game.set_size(columns, rows).unwrap();
        let (thought, player) = think(&mut game, &Effort::BEST);
        assert_eq!((text(thought.mv).as_str(), thought.how), (expected, How::Opening));
        assert_eq!((player.line().len(), player.line().get(0)), (1, thought.mv));
    }
}

#[test]
fn makes_five_before_it_stops_five() {
    let rows = [
        ".........", //
        ".........",
        ".XXXX....",
        ".........",
        "..O......",
        "..O......",
        "..O......",
        "..O......",
        ".........",
    ];
    let (thought, _) = think(&mut laid(&rows, Side::First), &Effort::BEST);
    assert_eq!((thought.how, thought.plies, thought.score), (How::Five, 1, 0xFE));
    assert!(["A3", "F3"].contains(&text(thought.mv).as_str()));
    let (thought, _) = think(&mut laid(&rows, Side::Second), &Effort::BEST);
    assert_eq!((thought.how, thought.score), (How::Five, 1));
    let blocked = [
        ".........", //
        "..O......",
        "OXXXX....",
        ".........",
        "..O......",
        "..O......",
        "..O......",
        ".........",
        ".........",
    ];
    let (thought, _) = think(&mut laid(&blocked, Side::Second), &Effort::BEST);
    assert_eq!((text(thought.mv).as_str(), thought.how), ("F3", How::Stop));
}

#[test]
fn finds_a_four_that_makes_two_threats() {
    // E5 makes four in the row and four in the column, each open at one end only.
    let rows = [
        "....O....", //
        "....X....",
        "....X....",
        "....X....",
        "OXXX.....",
        ".........",
        ".........",
        ".O..O.O..",
        ".........",
    ];
    let effort = Effort { threes: 0, ..PATIENT };
    let mut game = laid(&rows, Side::First);
    let (thought, player) = think(&mut game, &effort);
    assert_eq!((text(thought.mv).as_str(), thought.how, thought.plies), ("E5", How::Win, 3));
    assert_eq!((thought.score, player.line().len()), (0xFF - 3, 1));
    // The same for O, with the value seen from X.
    let swapped: Vec<String> = rows
        .iter()
        .map(|row| {
            row.chars()
                .map(|c| {
                    if c == 'X' {
                        'O'
                    } else if c == 'O' {
                        'X'
                    } else {
                        c
                    }
                })
                .collect()
        })
        .collect();
    let swapped: Vec<&str> = swapped.iter().map(String::as_str).collect();
    let (thought, _) = think(&mut laid(&swapped, Side::Second), &effort);
    assert_eq!((text(thought.mv).as_str(), thought.how, thought.score), ("E5", How::Win, 3));
}

#[test]
fn finds_a_chain_of_fours_and_shows_it() {
    // F6 and F7 both make a single four; the second of them makes two.
    let rows = [
        ".O.........", //
        "..X...O....",
        "...X.X..O..",
        "....XX.....",
        "...........",
        "OXXX.......",
        "...........",
        "...........",
        ".........O.",
        ".......O...",
        "...........",
    ];
    let mut game = laid(&rows, Side::First);
    let (thought, player) = think(&mut game, &Effort { threes: 0, ..PATIENT });
    assert_eq!(thought.how, How::Win);
    // The shortest one takes five; after the line shown, two more.
    assert!([5, 7].contains(&thought.plies), "{thought:?}");
    assert_eq!(player.line().len(), thought.plies - 2);
    for number in 0..player.line().len() {
        let mv = player.line().get(number);
        assert!(game.is_legal(mv));
        game.make(mv);
    }
    assert_eq!(game.outcome(), Outcome::Ongoing);
    // After the line X has two ways to five.
    assert_eq!(game.side(), Side::Second);
    let stop = think(&mut game, &Effort::BEST).0;
    assert_eq!((stop.how, stop.plies), (How::Loss, 2));
    game.make(stop.mv);
    assert_eq!(think(&mut game, &Effort::BEST).0.how, How::Five);
}

#[test]
fn finds_two_open_threes() {
    let rows = [
        ".........", //
        ".........",
        "....X....",
        "....X....",
        "..XX.....",
        ".O.......",
        "......O..",
        "...O.....",
        ".........",
    ];
    let (thought, _) = think(&mut laid(&rows, Side::First), &Effort { threes: 1, ..PATIENT });
    assert_eq!((thought.how, text(thought.mv).as_str()), (How::Win, "E5"));
    // O has to do something about it.
    let (thought, _) = think(&mut laid(&rows, Side::Second), &PATIENT);
    assert!([How::Defence, How::Loss].contains(&thought.how), "{thought:?}");
    // With fours alone there is nothing to see.
    let (thought, _) = think(&mut laid(&rows, Side::First), &Effort { threes: 0, look: 0, ..PATIENT });
    assert_eq!(thought.how, How::Weight);
}

#[test]
fn stops_an_open_three() {
    let rows = [
        ".........", //
        ".........",
        ".........",
        "...XXX...",
        "...OO....",
        "...X.....",
        "....O....",
        ".........",
        ".........",
    ];
    let mut game = laid(&rows, Side::Second);
    let (thought, _) = think(&mut game, &PATIENT);
    assert_eq!(thought.how, How::Defence);
    game.make(thought.mv);
    assert_ne!(think(&mut game, &Effort { threes: 0, ..PATIENT }).0.how, How::Win);
}

/// A random position some moves into a game that the article's player began.
fn random_position(random: &mut Lcg, columns: u8, rows: u8, stones: u16) -> Option<Board19> {
    let mut game = Board19::start();
    game.set_size(columns, rows).unwrap();
    let mut weights = Weights::new();
    while game.stones() < stones {
        let column = columns / 4 + random.next_key() % (columns - columns / 2) + 1;
        let row = rows / 4 + random.next_key() % (rows - rows / 2) + 1;
        let chance = game.stones() < 3 || random.next_key() < 90;
        let mv = if chance { Move { from: column, to: row } } else { weights.best(&game) };
        if game.is_legal(mv) {
            game.make(mv);
        }
        if game.outcome() != Outcome::Ongoing {
            return None;
        }
    }
    Some(game)
}

#[test]
fn forced_wins_are_won_against_every_kind_of_defence() {
    let mut random = Lcg::new(13);
    let mut wins = 0;
    let mut deepest = 0;
    while wins < 150 {
        let (columns, rows) = if wins & 1 == 0 { (15, 15) } else { (9, 11) };
        let stones = 8 + u16::from(random.next_key() & 15);
        let Some(start) = random_position(&mut random, columns, rows, stones) else { continue };
        let first = think(&mut start.clone(), &PATIENT).0;
        if first.how != How::Win {
            continue;
        }
        wins += 1;
        deepest = deepest.max(first.plies);
        for defence in 0..4 {
            let mut game = start.clone();
            let winner = game.side();
            let mut weights = Weights::new();
            while game.outcome() == Outcome::Ongoing {
                let thought = think(&mut game, &PATIENT).0;
                assert!([How::Win, How::Five, How::Stop].contains(&thought.how), "{thought:?} {game:?}");
                game.make(thought.mv);
                if game.outcome() == Outcome::Ongoing {
                    let mv = match defence {
                        0 => weights.best(&game),
                        1 => think(&mut game, &Effort::BEST).0.mv,
                        _ => loop {
                            // Near the last move, where answers matter.
                            let near = |at: u8| at.wrapping_add(random.next_key() % 9).wrapping_sub(4);
                            let mut near = near;
                            let mv = Move { from: near(thought.mv.from), to: near(thought.mv.to) };
                            if game.is_legal(mv) {
                                break mv;
                            }
                        },
                    };
                    game.make(mv);
                }
            }
            let won = if winner == Side::First { Outcome::First } else { Outcome::Second };
            assert_eq!(game.outcome(), won);
        }
    }
    assert!(deepest >= 9, "{deepest}");
}

/// Stops after this many nodes.
struct Impatient(u16);

impl Observer for Impatient {
    fn poll(&mut self, nodes: u8) -> bool {
        self.0 = self.0.saturating_sub(nodes.into());
        self.0 == 0
    }
}

#[test]
fn nodes_are_limited_and_the_observer_stops_it() {
    let mut random = Lcg::new(31);
    let mut limited = 0;
    let mut stopped = 0;
    for _ in 0..60 {
        let Some(mut game) = random_position(&mut random, 15, 15, 12) else { continue };
        let full = think(&mut game, &Effort::BEST).0;
        assert!(full.nodes <= Effort::BEST.nodes);
        assert_eq!(full, think(&mut game, &Effort::BEST).0, "the same again");
        for nodes in [1, 50, 400] {
            let thought = think(&mut game, &Effort { nodes, ..Effort::BEST }).0;
            assert!(game.is_legal(thought.mv));
            // Moves that make two fours are looked for beyond that, after each of the candidates.
            assert!(thought.nodes <= nodes + 64, "{} of {nodes}", thought.nodes);
            limited += (full.nodes > nodes) as u32;
        }
        let mut player = Player::new();
        let thought = player.choose(&mut game, &Effort::BEST, &mut Impatient(48));
        assert!(game.is_legal(thought.mv));
        if full.nodes >= 48 {
            assert_eq!(thought.nodes, 48);
            stopped += 1;
        }
    }
    assert!(limited > 60 && stopped > 20);
}

#[test]
fn plays_to_the_end_on_boards_of_every_size() {
    let effort = Effort { nodes: 300, ..Effort::BEST };
    let mut draws = 0;
    for (columns, rows) in [(5, 5), (5, 19), (19, 5), (7, 6), (19, 19)] {
        let mut game = Board19::start();
        game.set_size(columns, rows).unwrap();
        let mut player = Player::new();
        while game.outcome() == Outcome::Ongoing {
            let thought = player.choose(&mut game, &effort, &mut Silent);
            assert!(game.is_legal(thought.mv));
            game.make(thought.mv);
        }
        assert_eq!(Weights::new().best(&game).is_none(), game.outcome() == Outcome::Draw);
        draws += (game.outcome() == Outcome::Draw) as u32;
    }
    assert!(draws > 0);
    let mut large = Board99::start();
    large.set_size(99, 99).unwrap();
    for (column, row) in [(97, 97), (0, 5), (97, 96), (3, 5), (97, 95), (9, 5)] {
        assert!(large.put(column, row, Some(if column > 90 { Side::First } else { Side::Second })));
    }
    large.refresh();
    let thought = Box::new(think(&mut large, &Effort::BEST)).0;
    assert_eq!(thought.how, How::Win);
    assert!(thought.mv.from == 98 && [95, 94, 99].contains(&thought.mv.to), "{thought:?}");
}

#[test]
fn beats_the_article_s_player() {
    let mut random = Lcg::new(2080);
    let mut won = 0;
    for _ in 0..20 {
        let mut opening = Board19::start();
        let stones = 2 + u16::from(random.next_key() % 3);
        while opening.stones() < stones {
            let mv = Move { from: 5 + random.next_key() % 7, to: 5 + random.next_key() % 7 };
            if opening.is_legal(mv) {
                opening.make(mv);
            }
        }
        for side in [Side::First, Side::Second] {
            let mut game = opening.clone();
            let mut weights = Weights::new();
            let mut player = Player::new();
            while game.outcome() == Outcome::Ongoing {
                let mv = if game.side() == side {
                    player.choose(&mut game, &Effort::BEST, &mut Silent).mv
                } else {
                    weights.best(&game)
                };
                game.make(mv);
            }
            won +=
                (game.outcome() == if side == Side::First { Outcome::First } else { Outcome::Second }) as u32;
        }
    }
    assert!(won >= 36, "{won} of 40");
}

//! The proof of the cats' strategy holds, and fails after any change to its table.

use engine::actions::Proof;
use engine::games::mouse_and_cats::MouseAndCats;
use engine::games::mouse_and_cats::strategy::{self, ENTRIES, TABLE, Table};
use engine::{Game, KeySource, Lcg, Move, Observer, Outcome, Side, Silent};

fn proof(table: &Table) -> Proof {
    table.prove(&mut MouseAndCats::start(), &mut Silent).unwrap()
}

/// The table's bytes one by one.
fn byte(table: &mut Table, at: usize) -> &mut u8 {
    let (row, entry) = (at / ENTRIES, at % ENTRIES);
    if row < 4 { &mut table.cats[row][entry] } else { &mut table.mice[row - 4][entry] }
}

const BYTES: usize = 6 * ENTRIES;

#[test]
fn the_strategy_wins_every_game() {
    let proof = strategy::prove(&mut MouseAndCats::start(), &mut Silent).unwrap();
    assert!(proof.holds(), "{proof:?}");
    let members: u32 = TABLE.mice.iter().flatten().map(|byte| byte.count_ones()).sum();
    assert_eq!(u32::from(proof.positions), members);
}

#[test]
fn no_changed_byte_proves() {
    let mut survivors = Vec::new();
    for at in 0..BYTES {
        for value in 1..=255 {
            let mut table = TABLE.clone();
            *byte(&mut table, at) ^= value;
            let proof = proof(&table);
            assert!(proof.losses < 1_000, "{proof:?}: each position is lost once");
            if proof.holds() {
                survivors.push((at / ENTRIES, at % ENTRIES, value));
            }
        }
    }
    assert_eq!(survivors, []);
}

#[test]
fn the_figures_are_those_of_the_table() {
    let expected = Proof { positions: 163, longest: 44, losses: 0, unused: 0, checksum: 0 };
    assert_eq!(Proof { checksum: 0, ..proof(&TABLE) }, expected);
}

#[test]
fn a_position_that_never_comes_up_is_counted() {
    let mut counted = 0;
    for entry in 0..ENTRIES {
        for half in 0..2 {
            for bit in (0..8).map(|bit| 1 << bit).filter(|bit| TABLE.mice[half][entry] & bit == 0) {
                let mut table = TABLE.clone();
                table.mice[half][entry] |= bit;
                // It may draw the cats into the new position, and other ones then do not come up.
                let proof = proof(&table);
                assert!(
                    proof.losses != 0 || proof == Proof { unused: 1, ..self::proof(&TABLE) },
                    "{proof:?}"
                );
                assert!(proof.unused < 200, "{proof:?}");
                counted += u32::from(proof.unused == 1);
            }
        }
    }
    assert!(counted > 100);
}

/// A position that comes up before its arrangement has been passed by.
#[test]
fn the_order_of_the_arrangements_counts() {
    let mut passed_by = 0;
    for entry in 0..ENTRIES - 1 {
        let mut table = TABLE.clone();
        table.cats.iter_mut().for_each(|cats| cats.swap(entry, entry + 1));
        table.mice.iter_mut().for_each(|mice| mice.swap(entry, entry + 1));
        let proof = proof(&table);
        assert!(proof.holds() || proof.losses != 0, "{entry}: {proof:?}");
        passed_by += u32::from(proof.losses != 0);
    }
    assert!(passed_by > 0);
}

/// Whether a position belongs, told from the description of [`Table`] alone.
#[test]
fn a_position_belongs_by_arrangement_row_and_square() {
    let squares: Vec<u8> = (0..64).filter(|&square| MouseAndCats::cell(square).is_some()).collect();
    for entry in 0..ENTRIES {
        let cats = TABLE.cats.map(|cats| MouseAndCats::square(cats[entry]));
        for &mouse in squares.iter().filter(|mouse| !cats.contains(mouse)) {
            let game = MouseAndCats::from_squares(mouse, cats, Side::First).unwrap();
            let rows: u8 = cats.iter().chain([&mouse]).map(|square| square / 8).sum();
            let bit = mouse % 32 / 16 * 4 + mouse % 8 / 2;
            let listed = TABLE.mice[usize::from(mouse / 32)][entry] >> bit & 1 != 0;
            assert_eq!(strategy::contains(&game), listed && rows.is_multiple_of(2), "{cats:?}, {mouse}");
        }
    }
}

#[test]
fn an_empty_table_loses_the_first_position() {
    let table = Table { cats: [[0; ENTRIES]; 4], mice: [[0; ENTRIES]; 2] };
    assert_eq!(proof(&table), Proof { losses: 1, ..Proof::default() });
    assert!(!Proof::default().holds());
}

#[test]
fn a_proof_can_be_stopped() {
    struct After(u8);
    impl Observer for After {
        fn poll(&mut self, _: u8) -> bool {
            self.0 -= 1;
            self.0 == 0
        }
    }
    assert_eq!(strategy::prove(&mut MouseAndCats::start(), &mut After(163)), None);
    assert_eq!(strategy::prove(&mut MouseAndCats::start(), &mut After(164)), Some(proof(&TABLE)));
}

#[test]
fn the_cats_win_games_against_random_mice() {
    let mut random = Lcg::fixed();
    for number in 0..1_000 {
        let mut game = MouseAndCats::start();
        while game.outcome() == Outcome::Ongoing {
            assert!(strategy::contains(&game), "game {number}: {game:?}");
            assert_eq!(strategy::reply(&mut game), Move::NONE);
            let mut moves = Vec::new();
            let mut cursor = 0;
            while let mv = game.next_move(&mut cursor)
                && !mv.is_none()
            {
                moves.push(mv);
            }
            game.make(moves[usize::from(random.next_key()) % moves.len()]);
            assert!(!strategy::contains(&game));
            let before = game.clone();
            let reply = strategy::reply(&mut game);
            assert_eq!(game, before);
            assert!(game.is_legal(reply), "game {number}: {game:?}");
            game.make(reply);
        }
        assert_eq!(game.outcome(), Outcome::Second, "game {number}");
    }
}

#[test]
fn only_positions_that_come_up_belong() {
    // The same arrangement with the mouse one row off, where it would be the other side's turn.
    let off = |mouse| MouseAndCats::from_squares(mouse, [57, 59, 61, 63], Side::First).unwrap();
    assert!(strategy::contains(&off(4)));
    assert!(!strategy::contains(&off(11)) && !strategy::contains(&off(13)) && !strategy::contains(&off(2)));
    let mut won = MouseAndCats::from_squares(57, [0, 2, 4, 6], Side::Second).unwrap();
    assert_eq!(strategy::reply(&mut won), Move::NONE);
}

//! What the player of five in a row must never miss, by a model of the game that tries every cell: fives, fours that cannot be
//! stopped, and moves after which the other player has one.

use std::collections::{BTreeMap, BTreeSet};

use engine::games::five_in_a_row::{Board19, Effort, How, Player, Thinker19};
use engine::player::{Choice, Choose, LEVELS, Level};
use engine::{Game, KeySource, Lcg, Move, Outcome, Side, Silent};

/// Random positions in each of which something must be seen.
const POSITIONS: u32 = 10_000;
/// The first level that sees threats.
const SEES: u8 = 3;

/// A board as text has it, row 1 on top.
struct Model {
    side: usize,
    cells: Vec<u8>,
}

impl Model {
    /// Random stones, most of them beside others; as many of each player's, or one more of X's.
    fn random(random: &mut Lcg) -> Model {
        let side = 5 + usize::from(random.below(11));
        let mut model = Model { side, cells: vec![b'.'; side * side] };
        let stones = 6 + random.below((side * side / 3).min(44) as u16);
        let mut last = side * side / 2;
        for number in 0..stones {
            let near = |at: usize, random: &mut Lcg| {
                (at + usize::from(random.below(5))).saturating_sub(2).min(side - 1)
            };
            let cell = match random.below(5) {
                0 => usize::from(random.below((side * side) as u16)),
                _ => near(last / side, random) * side + near(last % side, random),
            };
            if model.cells[cell] == b'.' {
                model.cells[cell] = if number & 1 == 0 { b'X' } else { b'O' };
                last = cell;
            }
        }
        model
    }

    fn empty(&self) -> impl Iterator<Item = usize> + use<> {
        let cells = self.cells.clone();
        (0..cells.len()).filter(move |&cell| cells[cell] == b'.')
    }

    /// Every five cells in a row.
    fn windows(&self) -> impl Iterator<Item = [usize; 5]> + use<> {
        let side = self.side as i32;
        (0..side * side).flat_map(move |first| {
            let (row, column) = (first / side, first % side);
            [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().filter_map(move |(down, right)| {
                let (y, x) = (row + 4 * down, column + 4 * right);
                ((0..side).contains(&y) && (0..side).contains(&x))
                    .then(|| [0, 1, 2, 3, 4].map(|k| (first + k * (down * side + right)) as usize))
            })
        })
    }

    /// The windows that hold so many stones of the player of `stone` and none of the other, as their empty cells.
    fn holding(&self, stone: u8, stones: usize) -> impl Iterator<Item = Vec<usize>> {
        self.windows().filter_map(move |window| {
            let held = |of: u8| window.iter().filter(|&&cell| self.cells[cell] == of).count();
            (held(stone) == stones && held(other(stone)) == 0)
                .then(|| window.into_iter().filter(|&cell| self.cells[cell] == b'.').collect())
        })
    }

    fn is_won(&self) -> bool {
        [b'X', b'O'].into_iter().any(|stone| self.holding(stone, 5).next().is_some())
    }

    /// The cells that make five for the player of `stone`.
    fn fives(&self, stone: u8) -> BTreeSet<usize> {
        self.holding(stone, 4).flatten().collect()
    }

    fn after<T>(&mut self, cell: usize, stone: u8, look: impl FnOnce(&mut Model) -> T) -> T {
        self.cells[cell] = stone;
        let seen = look(self);
        self.cells[cell] = b'.';
        seen
    }

    /// Whether the player of `stone`, who is to move and cannot make five, has a move after which five can be made in two
    /// ways, while the other player cannot make five before.
    fn has_unstoppable_four(&self, stone: u8) -> bool {
        let stops = self.fives(other(stone));
        let mut completions = BTreeMap::<usize, BTreeSet<usize>>::new();
        for pair in self.holding(stone, 3) {
            completions.entry(pair[0]).or_default().insert(pair[1]);
            completions.entry(pair[1]).or_default().insert(pair[0]);
        }
        completions.iter().any(|(cell, fives)| fives.len() >= 2 && stops.iter().all(|stop| stop == cell))
    }

    /// Whether the player of `stone`, who moves to `cell`, loses at once: by five, or by a four that cannot be stopped.
    fn loses_at_once(&mut self, cell: usize, stone: u8) -> bool {
        self.after(cell, stone, |model| {
            !model.fives(other(stone)).is_empty()
                || model.fives(stone).is_empty() && model.has_unstoppable_four(other(stone))
        })
    }

    fn game(&self, side: Side) -> Board19 {
        let mut game = Board19::start();
        game.set_keys(&mut Lcg::new(5));
        let rows: Vec<&[u8]> = self.cells.chunks(self.side).collect();
        game.set_rows(&rows, side).unwrap();
        game
    }
}

fn other(stone: u8) -> u8 {
    if stone == b'X' { b'O' } else { b'X' }
}

/// In how many plies the player to move wins or loses by a choice's score; positive for a win.
fn claim(choice: &Choice, side: Side) -> Option<i32> {
    let by_x = match choice.score {
        0x80 => return None,
        0x81.. => i32::from(0xFF - choice.score),
        _ => -i32::from(choice.score),
    };
    Some(if side == Side::First { by_x } else { -by_x })
}

/// How the choice of a level falls short in a position; and whether there was something to see.
fn missed(model: &mut Model, side: Side, level: u8) -> (Option<String>, bool) {
    let own = if side == Side::First { b'X' } else { b'O' };
    let mut game = model.game(side);
    let limits = Level::new(level).unwrap().of(&Board19::LIMITS);
    let choice = game.think(&mut Thinker19::new(), &limits, &mut Silent);
    let chosen = usize::from(choice.mv.to - 1) * model.side + usize::from(choice.mv.from - 1);
    let claim = claim(&choice, side);
    let fives = model.fives(own);
    let stops = model.fives(other(own));
    let (right, what) = if !fives.is_empty() {
        (fives.contains(&chosen) && claim == Some(1), "a five")
    } else if stops.len() >= 2 {
        (claim == Some(-2), "two fives of the other player")
    } else if model.has_unstoppable_four(own) {
        let makes = model.after(chosen, own, |model| model.fives(own).len() >= 2);
        (makes && claim == Some(3), "an unstoppable four")
    } else if !stops.is_empty() {
        let lost = model.loses_at_once(chosen, own);
        (stops.contains(&chosen) && (!lost || claim == Some(-4)), "a five to stop")
    } else if model.has_unstoppable_four(other(own)) {
        let lost = model.loses_at_once(chosen, own)
            && model.empty().collect::<Vec<_>>().into_iter().all(|cell| model.loses_at_once(cell, own));
        match lost {
            true => (claim == Some(-4), "a lost game"),
            false => (!model.loses_at_once(chosen, own), "an unstoppable four of the other player"),
        }
    } else {
        return (None, false);
    };
    if right {
        return (None, true);
    }
    let rows: Vec<_> = model.cells.chunks(model.side).map(String::from_utf8_lossy).collect();
    (
        Some(format!("level {level}, {side:?} to move, {what}: {choice:?}, {claim:?}\n{}", rows.join("\n"))),
        true,
    )
}

#[test]
fn no_level_from_3_up_misses_a_five_or_an_unstoppable_four() {
    let mut random = Lcg::new(16);
    let (mut seen, mut wrong) = (0, Vec::new());
    while seen < POSITIONS {
        let mut model = Model::random(&mut random);
        if model.is_won() || model.empty().count() < 2 {
            continue;
        }
        let level = SEES + random.next_key() % (LEVELS + 1 - SEES);
        let side = if random.next_key() & 1 == 0 { Side::First } else { Side::Second };
        let (miss, counts) = missed(&mut model, side, level);
        seen += u32::from(counts);
        wrong.extend(miss);
    }
    assert!(wrong.is_empty(), "{} of {seen} missed; the first:\n{}", wrong.len(), wrong[0]);
}

/// The position in which a reviewer of the disk was told that nothing was decided.
#[test]
fn an_open_four_of_the_other_player_is_a_lost_game() {
    let mut model = Model { side: 15, cells: vec![b'.'; 225] };
    for row in 6..10 {
        model.cells[row * 15 + 6] = b'O';
        model.cells[row * 15 + 8 + row % 3] = b'X';
    }
    for level in SEES..=LEVELS {
        let mut game = model.game(Side::First);
        let limits = Level::new(level).unwrap().of(&Board19::LIMITS);
        let choice = game.think(&mut Thinker19::new(), &limits, &mut Silent);
        assert_eq!(claim(&choice, Side::First), Some(-2), "level {level}: {choice:?}");
    }
}

#[test]
fn what_is_called_lost_is_lost_after_every_move() {
    let mut random = Lcg::new(77);
    let (mut lost, mut longest) = (0, 0);
    while lost < 60 {
        let model = Model::random(&mut random);
        if model.is_won() {
            continue;
        }
        let mut game = model.game(Side::First);
        let choice = game.think(&mut Thinker19::new(), &Level::BEST.of(&Board19::LIMITS), &mut Silent);
        let Some(plies) = claim(&choice, Side::First).filter(|&plies| plies < -4) else { continue };
        lost += 1;
        longest = longest.max(-plies);
        let effort = Effort { nodes: 60_000, ..Effort::BEST };
        for cell in model.empty() {
            let mv = Move { from: (cell % model.side) as u8 + 1, to: (cell / model.side) as u8 + 1 };
            game.make(mv);
            if game.outcome() == Outcome::Ongoing {
                let answer = Player::new().choose(&mut game, &effort, &mut Silent);
                assert!(
                    matches!(answer.how, How::Five | How::Win),
                    "{choice:?}, but after {mv:?}: {answer:?}\n{}",
                    String::from_utf8_lossy(&model.cells.chunks(model.side).collect::<Vec<_>>().join(&b'\n'))
                );
            }
            game.take_back(mv);
        }
    }
    assert!(longest >= 6, "{longest}");
}

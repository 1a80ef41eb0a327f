//! Tables for the weights: the meaning of each code of the stones in one direction of a line.
//!
//! A code describes the cells seen from an empty one in one direction, for one of the players. The walk starts with
//! 1 and, for each cell, doubles the code and adds 1 for the player's own stone, until it meets the other's stone or the border
//! or has seen four cells: 1 to 15 is a direction that ended after 0 to 3 cells, 16 to 31 one of four. If the fourth cell
//! holds an own stone, another 16 means that the fifth is empty.

/// The limit of the codes, all of which are masked to it.
pub(super) const CODES: usize = 64;
/// The first code of four cells.
pub(super) const FULL: u8 = 16;
/// The value that an empty fifth cell adds.
pub(super) const OPEN: u8 = 16;

/// The unit of [`SIDES`] and [`CENTRES`] in 1/1200.
pub(super) const UNIT: u32 = 5;
/// The value 100 in 1/1200: the unit of attacks that decide the game.
pub(super) const HUNDRED: u32 = 120_000;

/// W of the rules times 1200, by power and potential (0 to 2), for powers that do not decide the game.
const WEIGHTS: [[u16; 3]; 5] =
    [[0, 0, 0], [0, 120, 300], [0, 2_400, 6_000], [0, 4_800, 8_400], [0, 7_200, 0]];

/// One unit of power, in a byte that holds power and potential.
pub(super) const STONE: u8 = 4;

/// The unit of attacks beside the centre, whose weight is in [`SIDES`], in a byte that also holds the centre attack.
pub(super) const SIDE: u8 = 64;

/// The centre attack's part in this direction: [`STONE`] for each of its stones, and its potential: 1 if it ends at an
/// empty cell; and [`SIDE`] if there are attacks beside it.
pub(super) static CENTRE: [u8; CODES] = bytes(0);
/// The number of cells before the end.
pub(super) static PLACE: [u8; CODES] = bytes(1);
/// The maximum power of an attack of divisor 2, that is one behind a single empty cell: [`STONE`] for each stone.
pub(super) static TORN: [u8; CODES] = bytes(2);
/// The same, with one more stone for an attack of potential 2.
pub(super) static TORN_OPEN: [u8; CODES] = bytes(3);
/// The weights of the attacks beside the centre, in units.
pub(super) static SIDES: [u16; CODES] = sides();

/// The weight of a centre attack in units, by power (1 to 4) times [`STONE`] plus potential.
pub(super) static CENTRES: [u16; 32] = centres();

/// The weight of an empty line for both players together, in units.
pub(super) const EMPTY_LINE: u16 = 2 * centres()[STONE as usize + 2];

/// One direction, as far as the rules consider it.
struct Direction {
    power: u8,
    potential: u8,
    place: u8,
    torn: u8,
    torn_open: u8,
    sides: u16,
}

/// An attack beside the centre.
struct Side {
    power: u8,
    potential: u8,
    divisor: u8,
}

impl Direction {
    const fn of(code: u8) -> Direction {
        let mut direction = Direction { power: 0, potential: 0, place: 0, torn: 0, torn_open: 0, sides: 0 };
        let open = code >= FULL + OPEN;
        let code = if open { code - OPEN } else { code };
        if code == 0 {
            return direction;
        }
        let cells = code.ilog2();
        let mut side = Side { power: 0, potential: 0, divisor: 1 };
        let mut in_centre = true;
        while (direction.place as u32) < cells {
            let own = code >> (cells - 1 - direction.place as u32) & 1 == 1;
            direction.place += 1;
            if own && in_centre {
                direction.power += 1;
            } else if own {
                side.power += 1;
            } else {
                if in_centre {
                    direction.potential = 1;
                    in_centre = false;
                } else if side.power > 0 {
                    side.potential += 1;
                    direction.add(&side);
                    side.divisor = 1;
                    side.power = 0;
                }
                side.potential = 1;
                side.divisor += 1;
            }
        }
        if in_centre {
            direction.potential = open as u8;
        } else {
            side.potential += open as u8;
            direction.add(&side);
        }
        direction
    }

    const fn add(&mut self, side: &Side) {
        if side.power == 0 {
            return;
        }
        let weight = WEIGHTS[side.power as usize][side.potential as usize] / side.divisor as u16;
        assert!((weight as u32).is_multiple_of(UNIT));
        self.sides += weight / UNIT as u16;
        if side.divisor == 2 {
            let open = side.power + (side.potential == 2) as u8;
            self.torn = if side.power > self.torn { side.power } else { self.torn };
            self.torn_open = if open > self.torn_open { open } else { self.torn_open };
        }
    }
}

const fn bytes(which: u8) -> [u8; CODES] {
    let mut table = [0; CODES];
    let mut code = 0;
    while code < CODES {
        let direction = Direction::of(if code < 48 { code as u8 } else { 0 });
        table[code] = match which {
            0 if direction.sides > 0 => SIDE + direction.power * STONE + direction.potential,
            0 => direction.power * STONE + direction.potential,
            1 => direction.place,
            2 => direction.torn * STONE,
            _ => direction.torn_open * STONE,
        };
        code += 1;
    }
    table
}

const fn sides() -> [u16; CODES] {
    let mut table = [0; CODES];
    let mut code = 0;
    while code < 48 {
        table[code] = Direction::of(code as u8).sides;
        code += 1;
    }
    table
}

const fn centres() -> [u16; 32] {
    let mut table = [0; 32];
    let mut power = 0;
    while power < WEIGHTS.len() {
        let mut potential = 0;
        while potential < 3 {
            table[power * STONE as usize + potential] = WEIGHTS[power][potential] / UNIT as u16;
            potential += 1;
        }
        power += 1;
    }
    table
}

//! Snake: steer with a joystick in port 2, or with the cursor keys or W, A, S, D. Do not bite the wall or yourself.
#![no_std]
use sys2080::joystick::{Joystick, Port};
use sys2080::prelude::*;
use sys2080::print;
use sys2080::random::Rng;

/// Screen codes.
const EMPTY: u8 = 0x20;
const WALL: u8 = 0xa0;
const BODY: u8 = 0x51;
const APPLE: u8 = 0x53;

/// Columns and rows of the field, including the wall around it; the top row of the screen shows the score.
const COLUMNS: u8 = screen::COLUMNS;
const TOP: u8 = 1;
const ROWS: u8 = screen::ROWS;

/// The maximum length of the snake.
const LONGEST: usize = 256;

#[derive(Clone, Copy, Default, PartialEq)]
struct Cell {
    column: u8,
    row: u8,
}

impl Cell {
    fn show(self, code: u8, colour: Colour) {
        screen::set_cell(self.column, self.row, code, colour);
    }

    fn code(self) -> u8 {
        screen::cell(self.column, self.row)
    }

    fn step(self, way: Way) -> Cell {
        let Cell { column, row } = self;
        match way {
            Way::Up => Cell { row: row - 1, ..self },
            Way::Down => Cell { row: row + 1, ..self },
            Way::Left => Cell { column: column - 1, ..self },
            Way::Right => Cell { column: column + 1, ..self },
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Way {
    Up,
    Down,
    Left,
    Right,
}

impl Way {
    fn of_joystick(stick: Joystick) -> Option<Way> {
        match stick {
            _ if stick.up() => Some(Way::Up),
            _ if stick.down() => Some(Way::Down),
            _ if stick.left() => Some(Way::Left),
            _ if stick.right() => Some(Way::Right),
            _ => None,
        }
    }

    fn opposite(self) -> Way {
        match self {
            Way::Up => Way::Down,
            Way::Down => Way::Up,
            Way::Left => Way::Right,
            Way::Right => Way::Left,
        }
    }
}

/// The cells of the snake, in a ring buffer: the head is last.
struct Snake {
    cells: [Cell; LONGEST],
    tail: u8,
    head: u8,
}

impl Snake {
    fn head(&self) -> Cell {
        self.cells[usize::from(self.head)]
    }

    fn grow(&mut self, head: Cell) {
        self.head().show(BODY, Colour::Green);
        self.head = self.head.wrapping_add(1);
        self.cells[usize::from(self.head)] = head;
        head.show(BODY, Colour::LightGreen);
    }

    fn drop_tail(&mut self) {
        self.cells[usize::from(self.tail)].show(EMPTY, Colour::Black);
        self.tail = self.tail.wrapping_add(1);
    }

    fn length(&self) -> u8 {
        self.head.wrapping_sub(self.tail)
    }
}

fn draw_field() {
    screen::border(Colour::Black);
    screen::background(Colour::Black);
    screen::clear();
    for column in 0..COLUMNS {
        screen::set_cell(column, TOP, WALL, Colour::DarkGrey);
        screen::set_cell(column, ROWS - 1, WALL, Colour::DarkGrey);
    }
    for row in TOP..ROWS {
        screen::set_cell(0, row, WALL, Colour::DarkGrey);
        screen::set_cell(COLUMNS - 1, row, WALL, Colour::DarkGrey);
    }
}

/// Puts an apple into an empty cell.
fn grow_apple(rng: &mut Rng) {
    loop {
        let cell = Cell { column: rng.below(COLUMNS), row: TOP + rng.below(ROWS - TOP) };
        if cell.code() == EMPTY {
            return cell.show(APPLE, Colour::LightRed);
        }
    }
}

fn main() {
    draw_field();
    print::colour(Colour::White);
    let mut rng = Rng::from_noise();
    let mut snake = Snake { cells: [Cell { column: 20, row: 13 }; LONGEST], tail: 0, head: 0 };
    let mut way = Way::Right;
    let mut apples = 0_u8;
    (0..3).for_each(|_| snake.grow(snake.head().step(way)));
    grow_apple(&mut rng);
    loop {
        print::at(0, 0);
        uprint!("APPLES {}", apples);
        // The snake gets faster as it grows.
        time::wait_jiffies(u16::from(9_u8.saturating_sub(apples / 4).max(3)));
        let wanted = Way::of_joystick(joystick::read(Port::Two) | joystick::keys());
        way = wanted.filter(|wanted| *wanted != way.opposite()).unwrap_or(way);
        let next = snake.head().step(way);
        match next.code() {
            EMPTY => {
                snake.grow(next);
                snake.drop_tail();
            }
            APPLE if snake.length() < u8::MAX => {
                snake.grow(next);
                apples += 1;
                grow_apple(&mut rng);
            }
            _ => break,
        }
    }
    // Keys typed during the game must not reach BASIC.
    while input::key().is_some() {}
    screen::border(Colour::Red);
    print::at(0, 0);
    uprintln!("GAME OVER WITH {} APPLES", apples);
}

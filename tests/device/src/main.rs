//! The C64 program's own chips and files behind a mailbox in memory: a test writes an order and reads what came of it.
#![no_std]
#![no_main]

#[path = "../../../c64/src/hardware/disk.rs"]
mod disk;
#[path = "../../../c64/src/hardware/heap.rs"]
mod heap;
#[path = "../../../c64/src/hardware/manners.rs"]
mod manners;
#[path = "../../../c64/src/hardware/picture.rs"]
mod picture;
#[path = "../../../c64/src/hardware/files.rs"]
mod files;
#[path = "../../../c64/src/hardware/random.rs"]
mod random;
#[path = "../../../c64/src/hardware/sound.rs"]
mod sound;

use core::panic::PanicInfo;

use sys2080::sound::background;
use sys2080::{exit, joystick, kernal, time};
use sys2080_console::device::{Colour, Effect, Fault, View};

/// Bytes that a file may have.
const MOST: usize = 1024;
/// Bytes that a name may have, and more than a drive takes.
const NAME: usize = 24;

/// Orders; the tests have the same numbers.
const SAVE: u8 = 1;
const REPLACE: u8 = 2;
const LOAD: u8 = 3;
const SHOW: u8 = 4;
const EFFECT: u8 = 5;
const LEAVE: u8 = 6;
const DRAW: u8 = 7;
const FAIL: u8 = 8;
const NEED_RANDOM: u8 = 9;

/// Places in the mailbox: order, argument, result; joystick, NTSC, the last key, RUN/STOP, a random byte; two
/// bytes that say it is there; the lengths of name and file, then these.
const ORDER: usize = 0;
const ARGUMENT: usize = 1;
const RESULT: usize = 2;
const JOYSTICK: usize = 3;
const NTSC: usize = 4;
const KEY: usize = 5;
const STOP: usize = 6;
const RANDOM: usize = 7;
const READY: usize = 8;
const LENGTHS: usize = 10;
const NAME_AT: usize = 14;
const FILE_AT: usize = NAME_AT + NAME;

/// The mailbox. Under the KERNAL, which is out while the play program runs, too.
#[used]
#[unsafe(no_mangle)]
#[unsafe(link_section = ".high")]
pub static mut MAIL: [u8; FILE_AT + MOST] = [0; FILE_AT + MOST];

fn get(at: usize) -> u8 {
    // SAFETY: a byte of the static, which is only reached through this file's raw pointers.
    unsafe { (&raw const MAIL).cast::<u8>().add(at).read_volatile() }
}

fn put(at: usize, byte: u8) {
    // SAFETY: as in `get`.
    unsafe { (&raw mut MAIL).cast::<u8>().add(at).write_volatile(byte) }
}

fn length(at: usize) -> usize {
    usize::from(u16::from_le_bytes([get(at), get(at + 1)]))
}

/// A fault's number, 0 for none.
fn number(outcome: Result<(), Fault>) -> u8 {
    match outcome {
        Ok(()) => 0,
        Err(Fault::NoDrive) => 1,
        Err(Fault::NoDisk) => 2,
        Err(Fault::Protected) => 3,
        Err(Fault::Full) => 4,
        Err(Fault::Exists) => 5,
        Err(Fault::Missing) => 6,
        Err(Fault::Damaged) => 7,
        Err(Fault::Other(number)) => 0x80 + number,
    }
}

/// Saves or loads, name and file being in the mailbox.
fn file(order: u8) -> u8 {
    let (mut name, mut data) = ([0; NAME], [0; MOST]);
    for (at, byte) in name.iter_mut().enumerate() {
        *byte = get(NAME_AT + at);
    }
    for (at, byte) in data.iter_mut().enumerate() {
        *byte = get(FILE_AT + at);
    }
    let (name, data) = (&name[..length(LENGTHS)], &mut data[..length(LENGTHS + 2)]);
    if order != LOAD {
        return number(files::save(name, data, order == REPLACE));
    }
    let loaded = files::load(name, data);
    for (at, byte) in data.iter().enumerate() {
        put(FILE_AT + at, *byte);
    }
    let [low, high] = loaded.unwrap_or(0).to_le_bytes();
    put(LENGTHS + 2, low);
    put(LENGTHS + 3, high);
    number(loaded.map(|_| ()))
}

/// A picture with something in each corner.
fn draw() {
    picture::ground(Colour::Black, Colour::DarkGrey);
    picture::cell(0, 0, 1, Colour::White);
    picture::cell(39, 24, 64, Colour::Yellow);
    picture::sprite(0, 1, 0, 0, Colour::Orange);
    picture::sprite(7, 0, 296, 179, Colour::Green);
    picture::sprite(3, 2, 100, 100, Colour::Red);
    picture::hide(3);
}

/// Obeys orders until one says to leave.
#[unsafe(no_mangle)]
pub extern "C" fn main() {
    manners::arrive();
    put(NTSC, u8::from(!time::is_pal()));
    put(READY, b'O');
    put(READY + 1, b'K');
    loop {
        put(JOYSTICK, joystick::latched().bits());
        match kernal::getin() {
            0 => {}
            key => put(KEY, key),
        }
        put(STOP, u8::from(kernal::stop()));
        // A random byte would end music that plays on voice 3.
        if !background::is_playing() {
            put(RANDOM, random::byte());
        }
        let (order, argument) = (get(ORDER), get(ARGUMENT));
        match order {
            0 => continue,
            SAVE | REPLACE | LOAD => put(RESULT, file(order)),
            SHOW => picture::show(if argument == 0 { View::Console } else { View::Picture }),
            EFFECT => sound::effect(
                [
                    Effect::Mouse,
                    Effect::Cat,
                    Effect::Cross,
                    Effect::Nought,
                    Effect::Illegal,
                    Effect::Hint,
                    Effect::Win,
                    Effect::Loss,
                    Effect::Draw,
                    Effect::Title,
                ][usize::from(argument)],
            ),
            NEED_RANDOM => put(RANDOM, random::byte()),
            DRAW => draw(),
            FAIL => panic!("asked for"),
            LEAVE => break,
            other => panic!("{other}"),
        }
        put(ORDER, 0);
    }
    manners::leave();
    put(ORDER, 0);
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    manners::leave();
    exit(101)
}

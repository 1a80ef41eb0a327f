//! A tune: an interrupt plays it, while the program prints prime numbers.
#![no_std]
use sys2080::critical_section::{self, Mutex};
use sys2080::irq;
use sys2080::prelude::*;
use sys2080::sound::{Instrument, Player, Tune, Waveform};
use sys2080::track;

const LEAD: Instrument = Instrument::new(Waveform::Pulse).envelope(0, 9, 4, 8).pulse_width(0x400);
const BASS: Instrument = Instrument::new(Waveform::Triangle).envelope(0, 10, 0, 6);

/// "Ode to Joy", by Ludwig van Beethoven: the melody, the bass, and no third voice.
static ODE: Tune = Tune::new(
    [
        track!(
            "o4 l4 e e f g | g f e d | c c d e | e. d8 d2 |
             e e f g | g f e d | c c d e | d. c8 c2"
        ),
        track!("@1 o2 l4 c g c g | <b >g <b >g | c g c g | <g >d <g2>"),
        track!(""),
    ],
    &[LEAD, BASS],
    3,
);

/// The program and the interrupt share the player, so it is in a `Mutex`.
static PLAYER: Mutex<Player> = Mutex::new(Player::new());

/// Advances the tune, once per frame.
fn frame() {
    critical_section::with(|cs| PLAYER.borrow(cs).step());
}

fn is_prime(number: u16) -> bool {
    (2..number)
        .take_while(|divisor| divisor * divisor <= number)
        .all(|divisor| !number.is_multiple_of(divisor))
}

fn main() {
    screen::clear();
    println!("a tune, and prime numbers.\npress a key to end.");
    critical_section::with(|cs| PLAYER.borrow(cs).start(&ODE));
    irq::start(&[(251, frame)]);
    for number in 2..10_000 {
        if is_prime(number) {
            uprint!("{} ", number);
        }
        if input::key().is_some() {
            break;
        }
    }
    irq::stop();
    critical_section::with(|cs| PLAYER.borrow(cs).stop());
}

//! A tune that an interrupt plays while the program counts.
#![no_std]
use sys2080::critical_section::{self, Mutex};
use sys2080::irq;
use sys2080::prelude::*;
use sys2080::sound::{Instrument, Player, Tune, Waveform};
use sys2080::track;

const LEAD: Instrument = Instrument::new(Waveform::Pulse).envelope(0, 8, 6, 8).pulse_width(0x300);
const BASS: Instrument = Instrument::new(Waveform::Triangle).envelope(0, 9, 0, 9);

static TUNE: Tune =
    Tune::new([track!("l16 c e g"), track!("@1 o2 c8."), track!("")], &[LEAD, BASS], 3).once();
static PLAYER: Mutex<Player> = Mutex::new(Player::new());

fn frame() {
    critical_section::with(|cs| PLAYER.borrow(cs).step());
}

fn main() {
    critical_section::with(|cs| PLAYER.borrow(cs).start(&TUNE));
    irq::start(&[(251, frame)]);
    let mut count = 0_u16;
    while critical_section::with(|cs| PLAYER.borrow(cs).is_playing()) {
        count += 1;
    }
    uprintln!("{:?}", count > 100);
}

//! Background music: the KERNAL's own interrupt plays it, sixty times a second on PAL and NTSC machines alike, whatever the
//! program does meanwhile.
//!
//! ```
//! use sys2080::sound::{Instrument, Tune, Waveform, background};
//! use sys2080::track;
//!
//! static TUNE: Tune = Tune::new([track!("c d e"), &[], &[]], &[Instrument::new(Waveform::Sawtooth)], 3);
//!
//! background::start(&TUNE);
//! background::stop();
//! ```
//!
//! It costs nothing while no tune is playing. Handlers of [`irq`](crate::irq) replace the interrupt that it needs; with them, use a
//! [`Player`] instead. Like [`joystick::latch`](crate::joystick::latch), it starts sampling the joystick.

use super::{Player, Tune};
use crate::hardware::Guarded;
#[cfg(not(target_vendor = "c64"))]
use crate::hardware::hook;
#[cfg(target_vendor = "c64")]
use crate::hardware::{chain, go_on_to_kernal, unchain};

static PLAYER: Guarded<Player> = Guarded::new(Player::new());

/// Starts a tune, at volume 15, replacing any other.
#[inline(never)]
pub fn start(tune: &'static Tune) {
    PLAYER.with(|player| {
        player.start(tune);
        #[cfg(target_vendor = "c64")]
        chain(jiffy);
        #[cfg(not(target_vendor = "c64"))]
        hook(picture);
    });
}

/// Stops the tune, and all sound.
#[inline(never)]
pub fn stop() {
    PLAYER.with(|player| {
        player.stop();
        #[cfg(target_vendor = "c64")]
        unchain();
    });
}

/// Whether a tune has been started, and has neither been stopped nor ended.
#[must_use]
pub fn is_playing() -> bool {
    PLAYER.with(Player::is_playing)
}

/// The handler, called before the KERNAL's own. It removes itself when the tune has ended.
#[cfg(target_vendor = "c64")]
extern "avr-interrupt" fn jiffy() {
    let player = PLAYER.within_handler();
    player.step_jiffy();
    if !player.is_playing() {
        unchain();
    }
    go_on_to_kernal();
}

/// The same on the host, which only emulates a PAL machine's frames.
#[cfg(not(target_vendor = "c64"))]
fn picture() {
    PLAYER.with(Player::step);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::hardware::{own_chips, peek};
    use crate::sound::{Instrument, Waveform};
    use crate::track;

    static TUNE: Tune = Tune::new([track!("l32 c r"), &[], &[]], &[Instrument::new(Waveform::Triangle)], 2);
    static ONCE: Tune =
        Tune::new([track!("l32 d r"), &[], &[]], &[Instrument::new(Waveform::Triangle)], 1).once();

    #[test]
    fn a_tune_goes_on_by_itself_until_its_end_or_until_it_is_stopped() {
        let _chips = own_chips();
        start(&TUNE);
        while peek(0xd404) == 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(200));
        assert!(is_playing(), "it begins again");
        stop();
        assert!(!is_playing());
        assert_eq!(peek(0xd404), 0);
        start(&ONCE);
        while is_playing() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

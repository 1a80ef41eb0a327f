//! The play program's sounds and music on VICE's SID: each is heard, and none leaves a voice sounding. Needs VICE and never skips.

use e2e::device::{Device, Order};
use vice::{Config, Drive, Video};

/// How many sounds there are, the title's music being the last. Source: `c64/src/device.rs`.
const SOUNDS: u8 = 10;
const TITLE: u8 = SOUNDS - 1;
/// Jiffies in which any but the title has ended: more than four seconds.
const LONG: u16 = 260;

/// The SID's registers up to the volume, and among them the control of each voice.
const SID: u16 = 0xd400;
const BYTES: u16 = 0x19;
const CONTROL: [usize; 3] = [4, 11, 18];
const VOLUME: usize = 0x18;

/// Noise that is not held, on a voice that is not heard.
const NOISE: u8 = 0x80;
const WITHOUT_VOICE_3: u8 = 0x8f;

/// What was stored to the SID last.
fn sid(device: &mut Device) -> Vec<u8> {
    device.session().chips(SID, BYTES).unwrap_or_else(|error| panic!("{error}"))
}

/// Which voices hold a note.
fn held(device: &mut Device) -> [bool; 3] {
    let registers = sid(device);
    CONTROL.map(|at| registers[at] & 1 != 0)
}

fn run(device: &mut Device, jiffies: u16) {
    device.session().run_jiffies(jiffies).unwrap_or_else(|error| panic!("{error}"));
}

/// Voices 1 and 2 are silent, and voice 3 makes its noise without being heard.
#[track_caller]
fn is_silent(device: &mut Device, what: &str) {
    assert_eq!(held(device), [false; 3], "{what}");
    let registers = sid(device);
    assert_eq!((registers[CONTROL[2]], registers[VOLUME]), (NOISE, WITHOUT_VOICE_3), "{what}");
    let random: Vec<u8> = (0..8)
        .map(|_| {
            run(device, 1);
            device.state().random
        })
        .collect();
    assert!(random.iter().any(|byte| *byte != random[0]), "{what}: {random:?}");
}

#[test]
fn every_sound_is_heard_and_ends() {
    for video in [Video::Pal, Video::Ntsc] {
        let config = Config { video, ..Config::default() };
        let mut device = Device::start(&config, Drive::Absent);
        is_silent(&mut device, "at the start");
        for sound in 0..TITLE {
            // The shortest are over before the order is seen to be obeyed, and leave their last pitch; those on three voices leave
            // nothing.
            let before = sid(&mut device)[..2].to_vec();
            device.order(Order::Effect, sound);
            run(&mut device, 2);
            assert_ne!(sid(&mut device)[..2], before, "sound {sound} on {video:?}");
            run(&mut device, LONG);
            is_silent(&mut device, &format!("sound {sound} on {video:?}"));
        }
        device.order(Order::Effect, TITLE);
        let mut heard = [false; 3];
        for _ in 0..LONG {
            run(&mut device, 1);
            let held = held(&mut device);
            (0..3).for_each(|voice| heard[voice] |= held[voice]);
        }
        assert_eq!(heard, [true; 3], "the title on {video:?}");
        device.order(Order::NeedRandom, 0);
        is_silent(&mut device, "after a random byte");
        device.order(Order::Effect, TITLE);
        run(&mut device, 30);
        device.order(Order::Leave, 0);
        assert_eq!(sid(&mut device)[CONTROL[2]..=VOLUME], [0; VOLUME + 1 - CONTROL[2]], "back in BASIC");
    }
}

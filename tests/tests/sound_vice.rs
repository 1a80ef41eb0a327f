//! The sound of the built-in C64 against VICE's recordings: of the title's music, and of the same stores to the SID by a player whose
//! cycles are known. Needs VICE and never skips.

use std::f64::consts::TAU;
use std::time::Duration;

use e2e::{page, program};
use machine::{Config, Machine, Stop};
use vice::{self, Config as ViceConfig, Limits};

const RATE: u32 = 44_100;
/// Samples of the music that are compared: five seconds.
const LENGTH: usize = 5 * RATE as usize;
/// Samples in which loudness is measured, and a spectrum.
const SHORT: usize = RATE as usize / 50;
const LONG: usize = RATE as usize / 10;
/// Samples by which the beginnings may differ: a twentieth of a second.
const SHIFT: usize = RATE as usize / 20;
/// Semitones above 55 Hz that a spectrum has: up to 4 kHz.
const SEMITONES: u32 = 75;
/// Cycles for which our programs run.
const CYCLES: u64 = 7_000_000;
/// The player of a list at $1000. Each entry has a time to wait, a register of the SID, and a value for it.
const PLAYER: [u8; 67] = [
    0x78, 0xa9, 0x0b, 0x8d, 0x11, 0xd0, // SEI, LDA #$0B, STA $D011: no bad lines from the next frame on
    0xa2, 100, 0xa0, 0, //                 LDX #100, LDY #0
    0x88, 0xd0, 0xfd, 0xca, 0xd0, 0xfa, // DEY, BNE *-1, DEX, BNE *-4
    0xa9, 0x00, 0x85, 0xfb, //             LDA #<$1000, STA $FB
    0xa9, 0x10, 0x85, 0xfc, //             LDA #>$1000, STA $FC
    0xa0, 0, 0xb1, 0xfb, 0xaa, //          entry: LDY #0, LDA ($FB),Y, TAX
    0xe0, END, 0xf0, 0xfe, //              CPX #END, BEQ *
    0x8a, 0xf0, 0x06, //                   TXA, BEQ store
    0x88, 0xd0, 0xfd, 0xca, 0xd0, 0xfa, // DEY, BNE *-1, DEX, BNE *-4
    0xc8, 0xb1, 0xfb, 0x8d, 0x41, 0x08, // store: INY, LDA ($FB),Y, STA *+7
    0xc8, 0xb1, 0xfb, 0x8d, 0x00, 0xd4, // INY, LDA ($FB),Y, STA $D400
    0x18, 0xa5, 0xfb, 0x69, 3, //          CLC, LDA $FB, ADC #3
    0x85, 0xfb, 0x90, 0xd9, //             STA $FB, BCC entry
    0xe6, 0xfc, 0xd0, 0xd5, //             INC $FC, BNE entry
];
/// The end of the list, and the cycles of a unit of time in it.
const END: u8 = 0xff;
const UNIT: u64 = 1285;
/// What counts as sound: one part in two hundred of the loudest.
const THRESHOLD: f64 = 0.005;

/// From the first sound on, and with the loudest sample as 1.
fn music(samples: &[f64]) -> Vec<f64> {
    let loudest = samples.iter().fold(0.0_f64, |most, sample| most.max(sample.abs()));
    assert!(loudest > 0.0, "silence");
    let start = samples.iter().position(|sample| sample.abs() > THRESHOLD * loudest).unwrap();
    let rest = &samples[start..];
    assert!(rest.len() >= LENGTH + 2 * SHIFT, "only {} samples of music", rest.len());
    rest[..LENGTH + 2 * SHIFT].iter().map(|sample| sample / loudest).collect()
}

/// The part of ours that is most like the middle of theirs: the first sound is not loud, and so its time is not exact.
fn aligned<'a>(ours: &'a [f64], theirs: &[f64]) -> &'a [f64] {
    let wanted = loudness(theirs);
    let starts = (0..2 * SHIFT).step_by(SHORT / 8).map(|start| &ours[start..start + LENGTH]);
    let by_likeness = |a: &&[f64], b: &&[f64]| {
        alikeness(&loudness(a), &wanted).total_cmp(&alikeness(&loudness(b), &wanted))
    };
    starts.max_by(by_likeness).unwrap()
}

/// VICE's recording of a program after power-on. Its click at power-on is not music.
fn theirs(prg: &[u8]) -> Vec<f64> {
    let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
    let limits = Limits { cycles: 10_500_000, wall: Duration::from_secs(120) };
    let config = ViceConfig { limits, ..ViceConfig::default() };
    let samples = vice::record(&paths, &config, prg, RATE).unwrap();
    let samples: Vec<f64> = samples.into_iter().map(f64::from).collect();
    // The chip's output is not 0 at rest: take away what is constant.
    let mut rest = samples[RATE as usize / 2];
    let steady = samples[RATE as usize / 2..].iter().map(|sample| {
        rest += (sample - rest) * 0.002;
        sample - rest
    });
    music(&steady.collect::<Vec<f64>>())
}

/// The built-in C64's recording of a program.
fn ours(prg: &[u8]) -> Vec<f64> {
    let mut machine = Machine::new(Config { sound: Some(RATE), video_stalls: true, ..Config::default() });
    machine.load_prg(prg).unwrap();
    machine.prepare_basic_program().unwrap();
    while machine.cycles() < CYCLES {
        machine.run_for(CYCLES - machine.cycles()).unwrap();
    }
    music(&machine.take_samples().into_iter().map(f64::from).collect::<Vec<f64>>())
}

/// The play program's stores to the SID, each with the units of time since the one before.
fn stores() -> Vec<[u8; 3]> {
    let mut machine = Machine::new(Config { video_stalls: true, ..Config::default() });
    machine.load_prg(&program::play().image.prg).unwrap();
    machine.prepare_basic_program().unwrap();
    machine.watch(std::slice::from_ref(&(0xd400..0xd419)));
    let (mut stores, mut last) = (Vec::new(), 0);
    while machine.cycles() < CYCLES {
        if let Some(Stop::Stored { address, value }) = machine.run_for(CYCLES - machine.cycles()).unwrap() {
            let units = (machine.cycles() - last) / UNIT;
            stores.push([units.min(u64::from(END) - 1) as u8, address as u8, value]);
            last = machine.cycles();
        }
    }
    stores
}

/// A program that makes these stores, with no interrupt and no wait for the VIC-II between them.
fn player(stores: &[[u8; 3]]) -> Vec<u8> {
    let mut prg = page::prg(&PLAYER);
    prg.resize(2 + 0x1000 - 0x0801, 0);
    prg.extend(stores.concat());
    prg.push(END);
    prg
}

/// The loudness of each short piece.
fn loudness(samples: &[f64]) -> Vec<f64> {
    let pieces = samples.chunks_exact(SHORT);
    pieces
        .map(|piece| (piece.iter().map(|sample| sample * sample).sum::<f64>() / SHORT as f64).sqrt())
        .collect()
}

/// The strength of each semitone in a piece, with a Hann window.
fn spectrum(piece: &[f64]) -> Vec<f64> {
    let strength = |semitone: u32| {
        let step = TAU * 55.0 * (f64::from(semitone) / 12.0).exp2() / f64::from(RATE);
        let (mut a, mut b) = (0.0, 0.0);
        for (at, sample) in piece.iter().enumerate() {
            let window = 0.5 - 0.5 * (TAU * at as f64 / piece.len() as f64).cos();
            let (sin, cos) = (step * at as f64).sin_cos();
            a += sample * window * sin;
            b += sample * window * cos;
        }
        (a * a + b * b).sqrt()
    };
    (0..SEMITONES).map(strength).collect()
}

/// How alike two series are: 1 if one is the other times a factor.
fn alikeness(a: &[f64], b: &[f64]) -> f64 {
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

/// The semitone that is loudest.
fn loudest(spectrum: &[f64]) -> Option<usize> {
    (0..spectrum.len()).max_by(|a, b| spectrum[*a].total_cmp(&spectrum[*b]))
}

/// How alike the spectra of each piece are, and in how many pieces the same tone is the loudest.
fn compare(ours: &[f64], theirs: &[f64]) -> (Vec<f64>, usize) {
    let pieces = ours.chunks_exact(LONG).zip(theirs.chunks_exact(LONG));
    let pairs: Vec<_> = pieces.map(|(ours, theirs)| (spectrum(ours), spectrum(theirs))).collect();
    let in_tune = pairs.iter().filter(|(ours, theirs)| loudest(ours) == loudest(theirs)).count();
    (pairs.iter().map(|(ours, theirs)| alikeness(ours, theirs)).collect(), in_tune)
}

fn worst(spectra: &[f64]) -> f64 {
    spectra.iter().copied().fold(1.0, f64::min)
}

/// How alike ours and theirs are: by loudness, by the spectra of the pieces, and by how many pieces have the same loudest tone.
fn compared(ours: &[f64], theirs: &[f64]) -> (f64, Vec<f64>, usize) {
    let ours = aligned(ours, theirs);
    let envelopes = alikeness(&loudness(ours), &loudness(theirs));
    let (spectra, in_tune) = compare(ours, theirs);
    println!(
        "envelopes {envelopes:.3}, worst of {} spectra {:.3}, the same tone in {in_tune}",
        spectra.len(),
        worst(&spectra)
    );
    (envelopes, spectra, in_tune)
}

/// Before most notes, the music lets a voice go at the fastest rate of release, which the envelope's counter compares with 9. If it has
/// counted less, of 977 at most, the voice ends at once, and else only after the counter has run through all of its 15 bits, 33
/// milliseconds later. Which of these it is hangs on single cycles of the program: some pieces of the music differ.
#[test]
fn the_titles_music_sounds_as_in_vice() {
    let prg = &program::play().image.prg;
    let theirs = theirs(prg);
    let (envelopes, mut spectra, in_tune) = compared(&ours(prg), &theirs[SHIFT..SHIFT + LENGTH]);
    let mean = spectra.iter().sum::<f64>() / spectra.len() as f64;
    spectra.sort_by(f64::total_cmp);
    assert!(
        envelopes > 0.97 && mean > 0.95 && spectra[spectra.len() / 10] > 0.9,
        "{envelopes} {mean} {spectra:?}"
    );
    assert!(in_tune * 10 >= spectra.len() * 8, "the same tone is the loudest in {in_tune}");
}

/// The same stores in the same cycles. Where the envelopes' counters stand at the start is not set, on a C64 neither, and by a cycle or two
/// it decides whether a voice that is let go before the next note ends at once or 33 milliseconds later. Of nine starts of the player, those
/// tried in VICE gave 0.998, 0.994 and 0.989 for the loudness, 49, 45 and 47 of 50 pieces in tune, and 0.978, 0.698 and 0.889 for the piece
/// that differs most: some pieces may differ, the rest and all together may not.
#[test]
fn the_same_stores_sound_as_in_vice() {
    let prg = player(&stores());
    let theirs = theirs(&prg);
    let (envelopes, mut spectra, in_tune) = compared(&ours(&prg), &theirs[SHIFT..SHIFT + LENGTH]);
    assert!(in_tune * 100 >= spectra.len() * 85, "the same tone is the loudest in {in_tune}");
    let mean = spectra.iter().sum::<f64>() / spectra.len() as f64;
    spectra.sort_by(f64::total_cmp);
    assert!(
        envelopes > 0.98 && mean > 0.97 && spectra[spectra.len() / 10] > 0.9,
        "{envelopes} {mean} {spectra:?}"
    );
}

//! The crate `sys2080` where it meets the machine: characters, the screen, numbers, time, interrupts.
#![no_std]
extern crate alloc;

use alloc::format;
use core::cell::Cell;
use core::hint::black_box;

use sys2080::colour::Colour;
use sys2080::critical_section::{self, Mutex};
use sys2080::decimal::decimal;
use sys2080::petscii::{self, Charset};
use sys2080::random::Rng;
use sys2080::{irq, joystick, print, screen, time};

#[test]
fn every_character_of_ascii_comes_back_from_petscii() {
    for charset in [Charset::Text, Charset::Graphics] {
        for byte in 0x20..0x7f {
            let c = char::from(black_box(byte));
            // PETSCII has no such character in either set; what is shown instead is another one.
            let Some(petscii) = petscii::encode(c, charset) else { continue };
            let back = petscii::decode(petscii, charset);
            let alike = back.is_some_and(|back| back.eq_ignore_ascii_case(&c));
            assert!(alike, "{c} as {petscii} is {back:?}");
        }
    }
}

#[test]
fn what_is_printed_stands_in_the_screen_memory() {
    screen::clear();
    print::at(3, 2);
    print::colour(Colour::Yellow);
    sys2080::print!("{}!", black_box(2080));
    // Screen codes of digits and of ! are those of ASCII: Programmer's Reference Guide, appendix B.
    let shown: [u8; 5] = core::array::from_fn(|at| screen::cell(3 + at as u8, 2));
    if cfg!(target_vendor = "c64") {
        assert_eq!(&shown, b"2080!");
        assert!(screen::cell_colour(3, 2) == Colour::Yellow);
    }
    screen::set_cell(39, 24, 0x51, Colour::Red);
    assert_eq!((screen::cell(39, 24), screen::cell_colour(39, 24) == Colour::Red), (0x51, true));
}

#[test]
fn numbers_with_places_are_rounded_to_the_nearest() {
    // As `format!("{:.2}")` of core shows them, which takes 24 KB more.
    let shown = [0.0, -0.0, 0.005, 0.125, 1.0, -2.675, 999.996, 16_777_216.0, f32::INFINITY, f32::NAN]
        .map(|number| format!("{}", decimal(black_box(number), 2)));
    let expected = ["0.00", "-0.00", "0.00", "0.12", "1.00", "-2.67", "1000.00", "16777216.00", "inf", "NaN"];
    assert_eq!(shown, expected);
}

#[test]
fn a_seed_gives_the_numbers_of_the_host() {
    let mut rng = Rng::seeded(black_box(2080));
    let numbers: [u16; 6] = core::array::from_fn(|_| rng.word());
    assert_eq!(numbers, [14189, 9209, 60523, 61038, 51332, 23048]);
    assert!((0..200).all(|_| rng.below(6) < 6));
}

#[test]
fn nobody_holds_a_joystick() {
    assert!(!joystick::read(joystick::Port::Two).any());
}

#[test]
fn delays_take_at_least_as_long_as_they_say() {
    let clock = time::Cycles::start();
    let before = clock.elapsed();
    time::delay_cycles(black_box(5_000));
    let passed = clock.elapsed() - before;
    assert!(passed >= 5_000, "{passed}");
    if cfg!(target_vendor = "c64") {
        // The KERNAL's interrupt takes less than 3,000 cycles, the screen one in sixteen.
        assert!(passed < 9_000, "{passed}");
    }
}

static TICKS: Mutex<Cell<u32>> = Mutex::new(Cell::new(0));

/// What a handler does: products and quotients, by the same routines as the program.
fn tick() {
    critical_section::with(|cs| {
        let ticks = TICKS.borrow(cs);
        let product = (ticks.get() ^ 0x5a5a).wrapping_mul(black_box(40_503));
        ticks.set(ticks.get() + 1 + black_box(product / 7) / black_box(u32::MAX));
    });
}

#[test]
fn interrupts_do_not_change_what_a_program_computes() {
    fn computed() -> u32 {
        (1..=black_box(400_u32)).fold(1, |sum, n| {
            sum.wrapping_mul(1_664_525).wrapping_add(1_013_904_223) ^ (sum / n) ^ (sum % (n * 3 + 1)) << 7
        })
    }
    let alone = computed();
    irq::start(const { &[(60, tick as fn()), (200, tick)] });
    let interrupted = computed();
    irq::stop();
    let ticks = critical_section::with(|cs| TICKS.borrow(cs).get());
    assert_eq!((alone, interrupted), (computed(), alone));
    // The host is done before the first one.
    assert!(ticks > 0 || cfg!(not(target_vendor = "c64")));
}

static SUMS: Mutex<Cell<[u32; 2]>> = Mutex::new(Cell::new([0; 2]));

/// Calls itself and calls through a pointer, as the program below does at the same time.
fn sum_of_parts(parts: u8, depth: u8, each: fn(u32, u8) -> u32) -> u32 {
    match depth {
        0 => each(u32::from(parts) << 9, parts),
        _ => {
            let left = each(sum_of_parts(parts / 2, depth - 1, each), depth);
            left.wrapping_add(sum_of_parts(parts - parts / 2, depth - 1, each))
        }
    }
}

fn mixed(a: u32, b: u8) -> u32 {
    (a / (u32::from(b) + 3)).wrapping_mul(0x0101_0107) ^ a
}

/// Counts, and adds what it computes, which is always the same.
fn add_sum() {
    let sum = sum_of_parts(black_box(5), 2, black_box(mixed));
    critical_section::with(|cs| {
        let sums = SUMS.borrow(cs);
        let [count, total] = sums.get();
        sums.set([count + 1, total.wrapping_add(sum)]);
    });
}

#[test]
fn a_handler_may_recurse_while_the_program_does() {
    let alone = sum_of_parts(black_box(200), 4, black_box(mixed));
    add_sum();
    let one = critical_section::with(|cs| SUMS.borrow(cs).take()[1]);
    // Periods that are no multiples of anything in the program, so that the timer interrupts it everywhere.
    for period in [15_013, 17_011, 20_011] {
        irq::start_timer(period, add_sum);
        for _ in 0..4 {
            assert_eq!(sum_of_parts(black_box(200), 4, black_box(mixed)), alone, "{period}");
        }
        irq::stop();
    }
    let [count, total] = critical_section::with(|cs| SUMS.borrow(cs).get());
    assert_eq!(total, one.wrapping_mul(count));
    assert!(count > 20 || cfg!(not(target_vendor = "c64")), "{count}");
}

//! Jiffies, the time of day, cycles and delays.
#![no_std]
use embedded_hal::delay::DelayNs;
use sys2080::prelude::*;
use sys2080::time::{Cycles, Delay, TimeOfDay};

fn main() {
    let start = time::jiffies();
    time::wait_jiffies(5);
    uprintln!("{}", time::jiffies() - start);

    let cycles = Cycles::start();
    let idle = cycles.elapsed();
    time::delay_cycles(200_000);
    uprintln!("{} {}", idle, cycles.elapsed());

    let cycles = Cycles::start();
    Delay.delay_ms(20);
    uprintln!("{}", cycles.elapsed());

    time::set_time_of_day(TimeOfDay { hour: 12, minute: 59, second: 59, tenth: 9 });
    time::wait_jiffies(9);
    let TimeOfDay { hour, minute, second, .. } = time::time_of_day();
    uprintln!("{}:{}:{}", hour, minute, second);
}

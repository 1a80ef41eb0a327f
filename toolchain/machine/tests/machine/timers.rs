//! CIA 2's timers, compared with what the same programs read on x64sc 3.7.1 (PAL, screen and interrupts off).

use crate::run;

const RESULTS: u16 = 0x3000;

/// Machine code that reads registers into a list at RESULTS.
#[derive(Default)]
struct Probe {
    code: Vec<u8>,
    reads: u16,
}

impl Probe {
    fn store(&mut self, value: u8, register: u8) {
        self.code.extend([0xa9, value, 0x8d, register, 0xdd]);
    }

    /// Stops both timers and loads the latch of the timer whose low byte is at `register`.
    fn latch(&mut self, register: u8, latch: u16) {
        let [low, high] = latch.to_le_bytes();
        self.store(low, register);
        self.store(high, register + 1);
    }

    fn stop(&mut self) {
        self.code.extend([0xa9, 0x00, 0x8d, 0x0e, 0xdd, 0x8d, 0x0f, 0xdd]);
    }

    /// Cycles between two instructions: 0, or 2 and more.
    fn wait(&mut self, cycles: usize) {
        assert_ne!(cycles, 1);
        if cycles % 2 == 1 {
            self.code.extend([0xa5, 0x02]);
        }
        self.code.extend(vec![0xea; if cycles % 2 == 1 { (cycles - 3) / 2 } else { cycles / 2 }]);
    }

    fn read(&mut self, register: u8) {
        let [low, high] = (RESULTS + self.reads).to_le_bytes();
        self.code.extend([0xad, register, 0xdd, 0x8d, low, high]);
        self.reads += 1;
    }

    fn results(&self) -> Vec<u8> {
        let machine = run(&[&[0x78], self.code.as_slice()].concat());
        (0..self.reads).map(|index| machine.peek(RESULTS + index)).collect()
    }
}

#[test]
fn starting_and_stopping_take_as_long_as_in_vice() {
    let mut probe = Probe::default();
    for control in [0x11, 0x01] {
        probe.stop();
        probe.latch(4, 0x1000);
        probe.store(control, 14);
        probe.read(4);
    }
    probe.stop();
    probe.latch(4, 0x1000);
    probe.store(0x11, 14);
    probe.code.extend([0xa9, 0x00, 0xea, 0xea, 0x8d, 0x0e, 0xdd]);
    probe.read(4);
    probe.read(5);
    // Stopped, then started again without a load.
    probe.stop();
    probe.latch(4, 0x1000);
    probe.store(0x11, 14);
    probe.store(0x00, 14);
    probe.store(0x01, 14);
    probe.wait(4);
    probe.read(4);
    // The latch changed, and loaded, while running.
    probe.stop();
    probe.latch(4, 9);
    probe.store(0x11, 14);
    probe.store(5, 4);
    probe.wait(4);
    probe.read(4);
    probe.stop();
    probe.latch(4, 0x20);
    probe.store(0x11, 14);
    probe.code.extend([0xa9, 0x11, 0xea, 0xea, 0x8d, 0x0e, 0xdd]);
    probe.read(4);
    assert_eq!(probe.results(), [0xff, 0xfe, 0xf7, 0x0f, 0xf5, 0x04, 0x1f]);
}

#[test]
fn a_short_period_is_counted_as_in_vice() {
    let mut probe = Probe::default();
    for cycles in [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13] {
        probe.stop();
        probe.latch(4, 9);
        probe.store(0x11, 14);
        probe.wait(cycles);
        probe.read(4);
    }
    assert_eq!(probe.results(), [8, 6, 5, 4, 3, 2, 1, 9, 9, 8, 7, 5]);
}

fn chained(cycles: impl Iterator<Item = usize>, latch_b: u16, register: u8) -> Vec<u8> {
    let mut probe = Probe::default();
    for cycles in cycles {
        probe.stop();
        probe.latch(4, 9);
        probe.latch(6, latch_b);
        probe.code.extend([0xad, 0x0d, 0xdd]);
        probe.store(0x51, 15);
        probe.store(0x11, 14);
        probe.wait(cycles);
        probe.read(register);
    }
    probe.results()
}

#[test]
fn timer_b_counts_timer_a_as_in_vice() {
    let first: Vec<u8> = chained((4..24).filter(|cycles| *cycles != 1), 0xffff, 6);
    // FE from a wait of 10 cycles on, FD from 20 on.
    assert_eq!(first, [vec![0xff; 6], vec![0xfe; 10], vec![0xfd; 4]].concat());
    let short = chained((4..50).step_by(2), 2, 6);
    assert_eq!(short, [2, 2, 2, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1]);
    let flags = chained((4..50).step_by(2), 2, 13);
    assert_eq!(flags, [vec![0; 2], vec![1; 11], vec![3; 10]].concat());
}

#[test]
fn a_one_shot_timer_sets_its_flag_and_stops_as_in_vice() {
    let mut probe = Probe::default();
    for cycles in [0, 2, 3, 4, 5, 6, 7, 8, 9, 10] {
        probe.stop();
        probe.latch(4, 9);
        probe.code.extend([0xad, 0x0d, 0xdd]);
        probe.store(0x19, 14);
        probe.wait(cycles);
        probe.read(13);
    }
    probe.stop();
    probe.latch(4, 9);
    probe.store(0x19, 14);
    probe.wait(40);
    probe.read(4);
    probe.read(14);
    assert_eq!(probe.results(), [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 9, 8]);
}

#[test]
fn a_stopped_timer_takes_its_latch_with_the_high_byte_alone() {
    let mut probe = Probe::default();
    probe.stop();
    probe.latch(4, 0x1234);
    probe.store(0x78, 4);
    probe.read(4);
    probe.store(0x56, 5);
    probe.read(4);
    probe.read(5);
    assert_eq!(probe.results(), [0x34, 0x78, 0x56]);
}

#[test]
fn a_long_stretch_is_timed_as_in_vice() {
    let mut probe = Probe::default();
    probe.stop();
    for register in 4..8 {
        probe.store(0xff, register);
    }
    probe.store(0x51, 15);
    probe.store(0x11, 14);
    // LDY #$90, then LDX #0, DEX, BNE *-1, DEY, BNE *-6.
    probe.code.extend([0xa0, 0x90, 0xa2, 0x00, 0xca, 0xd0, 0xfd, 0x88, 0xd0, 0xf8]);
    probe.store(0x00, 14);
    for register in 4..8 {
        probe.read(register);
    }
    assert_eq!(probe.results(), [0x99, 0x2c, 0xfd, 0xff]);
}

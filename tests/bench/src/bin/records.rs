//! Strings and records as in Dhrystone: 100 rounds that copy and compare texts and records, change fields of the record that
//! another one names, index tables of words in one and two dimensions, and branch on enumerations.
#![no_std]
#![no_main]

use kit::{hex16, input, mark};

kit::main!(run, World, World::NEW);

type Text = [u8; 30];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    One,
    Two,
    Three,
    Four,
}

#[derive(Clone, Copy)]
struct Record {
    /// The index of a record.
    next: usize,
    kind: Kind,
    other: Kind,
    number: i16,
    text: Text,
}

struct World {
    records: [Record; 2],
    /// The index of a record.
    head: usize,
    row: [i16; 50],
    table: [[i16; 50]; 50],
    total: i16,
    flag: bool,
    letter1: u8,
    letter2: u8,
}

fn sum_plus(a: i16, b: i16) -> i16 {
    a + 2 + b
}

impl World {
    const NEW: World = World {
        records: [Record { next: 0, kind: Kind::One, other: Kind::One, number: 0, text: [0; 30] }; 2],
        head: 0,
        row: [0; 50],
        table: [[0; 50]; 50],
        total: 0,
        flag: false,
        letter1: 0,
        letter2: 0,
    };

    fn letters_differ(&mut self, a: u8, b: u8) -> Kind {
        if a != b {
            return Kind::One;
        }
        self.letter1 = a;
        Kind::Two
    }

    fn is_later(&mut self, a: &Text, b: &Text) -> bool {
        let mut i = 2;
        let mut letter = b'A';
        while i <= 2 {
            if self.letters_differ(a[i], b[i + 1]) == Kind::One {
                letter = b'A';
                i += 1;
            }
        }
        if (b'W'..b'Z').contains(&letter) {
            i = 7;
        }
        if letter == b'R' {
            return true;
        }
        if a > b {
            self.total += i as i16;
            return true;
        }
        false
    }

    fn successor(&self, kind: Kind) -> Kind {
        match kind {
            Kind::One => Kind::One,
            Kind::Two if self.total > 100 => Kind::One,
            Kind::Two => Kind::Four,
            Kind::Three => Kind::Two,
            Kind::Four => Kind::Four,
        }
    }

    fn store(&mut self, at: i16, value: i16) {
        let i = (at + 5) as usize;
        self.row[i] = value;
        self.row[i + 1] = self.row[i];
        self.row[i + 30] = i as i16;
        for k in i..=i + 1 {
            self.table[i][k] = i as i16;
        }
        self.table[i][i - 1] += 1;
        self.table[i + 10][i] = self.row[i];
        self.total = 5;
    }

    fn follow(&mut self, at: usize) {
        let next = self.records[at].next;
        self.records[next] = self.records[self.head];
        self.records[at].number = 5;
        self.records[next].number = self.records[at].number;
        self.records[next].next = self.records[at].next;
        if self.records[next].kind == Kind::One {
            self.records[next].number = 6;
            self.records[next].other = self.successor(self.records[at].other);
            self.records[next].next = self.records[self.head].next;
            self.records[next].number = sum_plus(self.records[next].number, 10);
        } else {
            self.records[at] = self.records[next];
        }
    }

    fn round(&mut self, n: i16) {
        let (mut a, mut b, mut c) = (2, 3, 0);
        let mut kind = Kind::Two;
        self.flag = self.letter1 == b'A';
        self.letter2 = b'B';
        let mut text = *b"DHRYSTONE PROGRAM, 2'ND STRING";
        let first = self.records[0].text;
        self.flag = !self.is_later(&first, &text);
        while a < b {
            c = 5 * a - b;
            c = sum_plus(a, b) - c + c;
            a += 1;
        }
        self.store(a, c);
        self.follow(self.head);
        for index in b'A'..=self.letter2 {
            if kind == self.letters_differ(index, b'C') {
                kind = self.successor(Kind::One);
                text = *b"DHRYSTONE PROGRAM, 3'RD STRING";
                b = n;
            }
        }
        b *= a;
        a = b / c;
        b = 7 * (b - c) - a;
        self.total += a + b + kind as i16 + i16::from(text[19]) - i16::from(b'0') + i16::from(self.flag);
        self.letter1 = if self.letter1 == b'A' { b'C' } else { b'A' };
    }
}

fn run(world: &mut World) {
    let rounds = input(100u8);
    world.records[0] = Record {
        next: 1,
        kind: Kind::One,
        other: Kind::Three,
        number: 40,
        text: *b"DHRYSTONE PROGRAM, SOME STRING",
    };
    world.records[1].text = *b"DHRYSTONE PROGRAM, 1'ST STRING";
    world.table[8][7] = 10;
    let mut sum = 0u16;
    mark();
    for n in 0..rounds {
        world.round(n.into());
        sum = sum.rotate_left(1).wrapping_add(world.total as u16);
    }
    mark();
    hex16(sum);
    hex16(world.table[8][7] as u16);
    hex16(world.records[1].number as u16);
}

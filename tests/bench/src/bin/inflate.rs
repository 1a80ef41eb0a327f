//! Decodes a text in DEFLATE (RFC 1951) bit by bit, with a struct for the input and the output and one for each code.
#![no_std]
#![no_main]

use kit::deflated::{DEFLATED, TEXT_LENGTH};
use kit::{hex16, mark};

kit::main!(run, Memory, Memory { lengths: Code::EMPTY, distances: Code::EMPTY, output: [0; TEXT_LENGTH] });

const MAX_BITS: usize = 15;
const MAX_LENGTHS: usize = 286;
const MAX_DISTANCES: usize = 30;

static LENGTH_BASES: [u16; 29] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
    227, 258,
];
static LENGTH_BITS: [u8; 29] =
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
static DISTANCE_BASES: [u16; 30] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
    4097, 6145, 8193, 12289, 16385, 24577,
];
static DISTANCE_BITS: [u8; 30] =
    [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
static ORDER: [u8; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

struct Memory {
    lengths: Code,
    distances: Code,
    output: [u8; TEXT_LENGTH],
}

/// The input is at its end, is none of the format, or does not fit into the output.
struct Malformed;

struct State<'a> {
    input: &'a [u8],
    at: usize,
    buffer: u8,
    buffered: u8,
    output: &'a mut [u8],
    length: usize,
}

struct Code {
    counts: [u16; MAX_BITS + 1],
    symbols: [u16; 288],
}

impl Code {
    const EMPTY: Code = Code { counts: [0; MAX_BITS + 1], symbols: [0; 288] };

    fn construct(&mut self, widths: &[u8]) {
        self.counts.fill(0);
        for &width in widths {
            self.counts[usize::from(width)] += 1;
        }
        let mut offsets = [0; MAX_BITS + 1];
        for width in 1..MAX_BITS {
            offsets[width + 1] = offsets[width] + self.counts[width];
        }
        for (symbol, &width) in (0..).zip(widths) {
            if width != 0 {
                let offset = &mut offsets[usize::from(width)];
                self.symbols[usize::from(*offset)] = symbol;
                *offset += 1;
            }
        }
    }
}

impl State<'_> {
    /// The next bits of the input, the lowest first. At most 13.
    fn bits(&mut self, need: u8) -> Result<u16, Malformed> {
        let mut value = 0;
        let mut bit = 1;
        for _ in 0..need {
            if self.buffered == 0 {
                self.buffer = *self.input.get(self.at).ok_or(Malformed)?;
                self.at += 1;
                self.buffered = 8;
            }
            if self.buffer & 1 != 0 {
                value |= bit;
            }
            bit <<= 1;
            self.buffer >>= 1;
            self.buffered -= 1;
        }
        Ok(value)
    }

    fn decode(&mut self, code: &Code) -> Result<u16, Malformed> {
        let (mut word, mut first, mut index) = (0, 0, 0);
        for width in 1..=MAX_BITS {
            word |= self.bits(1)?;
            let count = code.counts[width];
            if word < first + count {
                return Ok(code.symbols[usize::from(index + (word - first))]);
            }
            index += count;
            first = (first + count) << 1;
            word <<= 1;
        }
        Err(Malformed)
    }

    fn codes(&mut self, lengths: &Code, distances: &Code) -> Result<(), Malformed> {
        loop {
            let symbol = self.decode(lengths)?;
            if symbol < 256 {
                *self.output.get_mut(self.length).ok_or(Malformed)? = symbol as u8;
                self.length += 1;
            } else if symbol == 256 {
                return Ok(());
            } else {
                let symbol = usize::from(symbol - 257);
                let base = *LENGTH_BASES.get(symbol).ok_or(Malformed)?;
                let length = usize::from(base + self.bits(LENGTH_BITS[symbol])?);
                let symbol = usize::from(self.decode(distances)?);
                let base = *DISTANCE_BASES.get(symbol).ok_or(Malformed)?;
                let distance = usize::from(base + self.bits(DISTANCE_BITS[symbol])?);
                if distance > self.length || length > self.output.len() - self.length {
                    return Err(Malformed);
                }
                for _ in 0..length {
                    self.output[self.length] = self.output[self.length - distance];
                    self.length += 1;
                }
            }
        }
    }

    fn dynamic(&mut self, lengths: &mut Code, distances: &mut Code) -> Result<(), Malformed> {
        let mut widths = [0; MAX_LENGTHS + MAX_DISTANCES];
        let length_count = usize::from(self.bits(5)?) + 257;
        let distance_count = usize::from(self.bits(5)?) + 1;
        let order_count = usize::from(self.bits(4)?) + 4;
        if length_count > MAX_LENGTHS || distance_count > MAX_DISTANCES {
            return Err(Malformed);
        }
        for &at in &ORDER[..order_count] {
            widths[usize::from(at)] = self.bits(3)? as u8;
        }
        lengths.construct(&widths[..19]);
        let total = length_count + distance_count;
        let mut at = 0;
        while at < total {
            let symbol = self.decode(lengths)?;
            if symbol < 16 {
                widths[at] = symbol as u8;
                at += 1;
                continue;
            }
            let (width, repeat) = match symbol {
                16 if at == 0 => return Err(Malformed),
                16 => (widths[at - 1], 3 + self.bits(2)?),
                17 => (0, 3 + self.bits(3)?),
                _ => (0, 11 + self.bits(7)?),
            };
            let end = at + usize::from(repeat);
            if end > total {
                return Err(Malformed);
            }
            widths[at..end].fill(width);
            at = end;
        }
        lengths.construct(&widths[..length_count]);
        distances.construct(&widths[length_count..total]);
        self.codes(lengths, distances)
    }

    fn inflate(&mut self, lengths: &mut Code, distances: &mut Code) -> Result<(), Malformed> {
        loop {
            let is_last = self.bits(1)? != 0;
            // Neither stored blocks nor fixed codes are in the text.
            if self.bits(2)? != 2 {
                return Err(Malformed);
            }
            self.dynamic(lengths, distances)?;
            if is_last {
                return Ok(());
            }
        }
    }
}

fn run(memory: &mut Memory) {
    let Memory { lengths, distances, output } = memory;
    let mut state = State { input: &DEFLATED, at: 0, buffer: 0, buffered: 0, output, length: 0 };
    mark();
    let result = state.inflate(lengths, distances);
    mark();
    hex16(if result.is_ok() { 0 } else { 0xffff });
    hex16(state.length as u16);
    let text = &state.output[..state.length];
    hex16(text.iter().fold(0, |sum: u16, &byte| sum.rotate_left(1).wrapping_add(byte.into())));
}

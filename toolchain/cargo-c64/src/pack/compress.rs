//! Packs bytes into ZX0's format, in the variant to be read backwards: finds the parts with the fewest bits, and writes them.
//!
//! Packed bytes are parts of three kinds: literals, a copy from a new distance, and, only behind literals, a copy from the distance
//! of the copy before. The format is version 2 of its author, Einar Saukas (<https://github.com/einar-saukas/ZX0>), and the idea of
//! the search is that of his packer: at each byte and for each distance, the best way that ends with a copy from that distance.
//! His packer looks at every distance at every byte. This one looks only at distances from which the byte can be copied, and
//! computes literals when they are needed, which takes a fiftieth of the time. The tests compare the two.

/// The largest distance that a copy may have.
const FARTHEST: usize = 32_640;
/// The distance before the first copy.
const FIRST_DISTANCE: usize = 1;
/// The high part of a distance that means the end.
const END: usize = 256;
/// A way with so many bits more than the best one to the same byte is given up: a known distance saves at most 22 bits once.
const HOPELESS: u32 = 64;
/// Of literals' starts, a later one saves at most so many bits, in the number of them: twice the bits of a length of 65,535.
const LENGTH_BITS: i64 = 30;

/// No part.
const NONE: u32 = u32::MAX;

/// A part, and what is before it.
#[derive(Clone, Copy)]
struct Part {
    /// Bytes up to its end.
    end: u32,
    /// The distance of a copy, 0 for literals.
    distance: u32,
    /// The part before, [`NONE`] for the first.
    before: u32,
}

/// A way to some byte that ends with a certain part: its bits and its last part.
#[derive(Clone, Copy)]
struct Way {
    bits: u32,
    part: u32,
}

const NO_WAY: Way = Way { bits: u32::MAX, part: NONE };

/// What is known of a distance.
#[derive(Clone, Copy)]
struct Known {
    /// The bytes up to the last one that can be copied from there, and how many up to that one can be.
    end: u32,
    length: u32,
    /// The best way to the start of `length` that ends with literals and has this distance for the next copy.
    literals: Way,
    /// The best way that ends with a copy from there: its bits, where it leads, and the part before that copy.
    bits: u32,
    copied: u32,
    before: u32,
}

const UNKNOWN: Known = Known { end: 0, length: 0, literals: NO_WAY, bits: u32::MAX, copied: 0, before: NONE };

/// A place where literals may start: the end of a copy.
struct Start {
    at: u32,
    /// The bits of the best copy to there, less those of all bytes before as literals.
    less: i64,
    copy: u32,
}

/// The search for the way with the fewest bits.
struct Search {
    parts: Vec<Part>,
    /// By the number of bytes behind: the best way there.
    best: Vec<Way>,
    /// By distance.
    known: Vec<Known>,
    /// From the first to the last, and from the least bits to the most.
    starts: Vec<Start>,
}

/// Packs bytes, of which there is at least one: the packed ones, in the order in which they are unpacked.
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    let beginning = Part { end: 0, distance: FIRST_DISTANCE as u32, before: NONE };
    let mut search = Search {
        parts: vec![beginning],
        best: vec![Way { bits: 0, part: 0 }],
        known: vec![UNKNOWN; FARTHEST.min(bytes.len()) + 1],
        starts: vec![Start { at: 0, less: 0, copy: 0 }],
    };
    search.known[FIRST_DISTANCE].bits = 0;
    let mut way = search.run(bytes).part;
    let mut parts = Vec::new();
    while way != NONE {
        let part = search.parts[way as usize];
        parts.push(part);
        way = part.before;
    }
    parts.reverse();
    write(bytes, &parts)
}

/// Bits of a number from 1 on: two for each binary digit but the first, and one for its end.
const fn number_bits(number: u32) -> u32 {
    2 * number.ilog2() + 1
}

/// Bits of literals with what announces them.
const fn literals_bits(count: u32) -> u32 {
    1 + number_bits(count) + 8 * count
}

impl Search {
    fn push(&mut self, part: Part) -> u32 {
        self.parts.push(part);
        self.parts.len() as u32 - 1
    }

    /// The best way to the end.
    fn run(&mut self, bytes: &[u8]) -> Way {
        // Where each byte was last, and by place where the same byte was before.
        let mut latest = [NONE; 256];
        let mut same: Vec<u32> = Vec::with_capacity(bytes.len());
        // By how many bytes can be copied: how many of them are copied best, as far as known for the present place.
        let mut lengths: Vec<u32> = vec![0, 1, 2];
        for (at, byte) in (0..).zip(bytes) {
            let mut place = std::mem::replace(&mut latest[usize::from(*byte)], at);
            same.push(place);
            lengths.truncate(3);
            let mut copy = (NO_WAY, 0);
            while place != NONE && at - place <= FARTHEST as u32 {
                let way = self.copy(at, at - place, &mut lengths);
                if way.bits < copy.0.bits {
                    copy = (way, at - place);
                }
                place = same[place as usize];
            }
            let best = self.better(at + 1, copy.0, copy.1);
            self.best.push(best);
        }
        self.best[bytes.len()]
    }

    /// The better one of two ways to a place: one that ends with a copy from a distance, whose part is the one before, and the best
    /// one that ends with literals.
    fn better(&mut self, end: u32, mut copy: Way, distance: u32) -> Way {
        let literals = self.starts.iter().map(|start| {
            let bits = (start.less + 8 * i64::from(start.at)) as u32 + literals_bits(end - start.at);
            Way { bits, part: start.copy }
        });
        let mut literals = literals.min_by_key(|way| way.bits).unwrap_or(NO_WAY);
        if copy.part != NONE {
            copy.part = self.push(Part { end, distance, before: copy.part });
            let less = i64::from(copy.bits) - 8 * i64::from(end);
            while self.starts.last().is_some_and(|start| start.less >= less) {
                self.starts.pop();
            }
            if self.starts.first().is_none_or(|start| less <= start.less + LENGTH_BITS) {
                self.starts.push(Start { at: end, less, copy: copy.part });
            }
        }
        if copy.bits <= literals.bits {
            return copy;
        }
        literals.part = self.push(Part { end, distance: 0, before: literals.part });
        literals
    }

    /// The best way to the byte behind `at` that ends with a copy from a distance, from which the byte at `at` can be copied. Its part
    /// is the one before the copy.
    fn copy(&mut self, at: u32, distance: u32, lengths: &mut Vec<u32>) -> Way {
        let mut known = self.known[distance as usize];
        if known.end != at || known.length == 0 {
            known.length = 0;
            known.literals = self.literals(at, distance, &known);
        }
        known.end = at + 1;
        known.length += 1;
        let mut way = known.literals;
        if way.part != NONE {
            way.bits += 1 + number_bits(known.length);
        }
        if known.length > 1 {
            let before = |length: u32| self.best[(at + 1 - length) as usize];
            for length in lengths.len() as u32..=known.length {
                let shorter = lengths[length as usize - 1];
                let bits = |length| before(length).bits + number_bits(length - 1);
                lengths.push(if bits(length) <= bits(shorter) { length } else { shorter });
            }
            let length = lengths[known.length as usize];
            let high = (distance - 1) / 128 + 1;
            let bits = before(length).bits + 8 + number_bits(high) + number_bits(length - 1);
            if bits < way.bits {
                way = Way { bits, part: before(length).part };
            }
        }
        if way.part != NONE {
            (known.bits, known.copied, known.before) = (way.bits, at + 1, way.part);
        }
        self.known[distance as usize] = known;
        way
    }

    /// The way to a place by the last copy from a distance and literals behind it, if there is hope for it.
    fn literals(&mut self, at: u32, distance: u32, known: &Known) -> Way {
        if known.bits == u32::MAX || known.copied >= at {
            return NO_WAY;
        }
        let bits = known.bits + literals_bits(at - known.copied);
        if bits > self.best[at as usize].bits + HOPELESS {
            return NO_WAY;
        }
        let copy = match known.copied {
            // The beginning stands for a copy from the first distance.
            0 => 0,
            end => self.push(Part { end, distance, before: known.before }),
        };
        Way { bits, part: self.push(Part { end: at, distance: 0, before: copy }) }
    }
}

/// Writes parts, of which the first stands for the beginning.
fn write(bytes: &[u8], parts: &[Part]) -> Vec<u8> {
    // The first part is literals, and nothing announces it.
    let mut writer = Writer { packed: Vec::new(), byte: 0, left: 0, within: Some(None) };
    let mut last = FIRST_DISTANCE;
    for (before, part) in parts.iter().zip(&parts[1..]) {
        let length = (part.end - before.end) as usize;
        let distance = part.distance as usize;
        if distance == 0 {
            writer.bit(false);
            writer.number(length);
            writer.packed.extend(&bytes[before.end as usize..part.end as usize]);
        } else if distance == last && before.distance == 0 {
            writer.bit(false);
            writer.number(length);
        } else {
            writer.bit(true);
            writer.number((distance - 1) / 128 + 1);
            writer.packed.push((((distance - 1) % 128) << 1) as u8);
            // The lowest bit of this byte is the first one of the length.
            writer.within = Some(Some(writer.packed.len() - 1));
            writer.number(length - 1);
            last = distance;
        }
    }
    writer.bit(true);
    writer.number(END);
    writer.packed
}

/// Bits go into a byte of their own, the highest first, which stands where the first of them is needed.
struct Writer {
    packed: Vec<u8>,
    /// The place of the byte with the last bits, and how many more it has room for.
    byte: usize,
    left: u8,
    /// Where the next bit goes instead: into the lowest bit of a byte, or nowhere.
    within: Option<Option<usize>>,
}

impl Writer {
    fn bit(&mut self, bit: bool) {
        if let Some(within) = self.within.take() {
            if let Some(byte) = within {
                self.packed[byte] |= u8::from(bit);
            }
            return;
        }
        if self.left == 0 {
            (self.byte, self.left) = (self.packed.len(), 8);
            self.packed.push(0);
        }
        self.left -= 1;
        self.packed[self.byte] |= u8::from(bit) << self.left;
    }

    fn number(&mut self, number: usize) {
        for digit in (0..number.ilog2()).rev() {
            self.bit(true);
            self.bit(number >> digit & 1 == 1);
        }
        self.bit(false);
    }
}

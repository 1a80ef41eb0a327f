//! Packs bytes into ZX0's format, in the variant that is read backwards: finds the parse with the fewest bits and writes it.
//!
//! Packed data consists of parts of three kinds: literals, a copy from a new distance, and, only after literals, a copy from the
//! previous distance. The format is version 2 of Einar Saukas's ZX0 (<https://github.com/einar-saukas/ZX0>), and the search follows the
//! idea of his packer: for each byte and each distance, it finds the best parse that ends with a copy from that distance.
//! His packer tries every distance at every byte. This one tries only distances from which the byte can be copied, and computes
//! literals on demand, which takes a fiftieth of the time. The tests compare the two.

/// The largest distance that a copy may have.
const FARTHEST: usize = 32_640;
/// The distance before the first copy.
const FIRST_DISTANCE: usize = 1;
/// The value of a distance's high part that marks the end.
const END: usize = 256;
/// A parse with this many bits more than the best one for the same byte is discarded: a known distance saves at most 22 bits once.
const HOPELESS: u32 = 64;
/// The most bits that literals with a later start can save in their length: twice the bits of a length of 65,535.
const LENGTH_BITS: i64 = 30;

/// No part.
const NONE: u32 = u32::MAX;

/// A part and its predecessor.
#[derive(Clone, Copy)]
struct Part {
    /// Number of bytes up to its end.
    end: u32,
    /// The distance of a copy, 0 for literals.
    distance: u32,
    /// The preceding part; [`NONE`] for the first.
    before: u32,
}

/// A parse up to some byte that ends with a certain part: its bits and its last part.
#[derive(Clone, Copy)]
struct Way {
    bits: u32,
    part: u32,
}

const NO_WAY: Way = Way { bits: u32::MAX, part: NONE };

/// The state of the search for one distance.
#[derive(Clone, Copy)]
struct Known {
    /// The end of the last match at this distance, and the length of that match.
    end: u32,
    length: u32,
    /// The best parse up to the start of the match that ends with literals after a copy from this distance.
    literals: Way,
    /// The best parse that ends with a copy from this distance: its bits, its end, and the part before that copy.
    bits: u32,
    copied: u32,
    before: u32,
}

const UNKNOWN: Known = Known { end: 0, length: 0, literals: NO_WAY, bits: u32::MAX, copied: 0, before: NONE };

/// A place where literals may start: the end of a copy.
struct Start {
    at: u32,
    /// The bits of the best copy that ends there, minus the bits of all bytes before as literals.
    less: i64,
    copy: u32,
}

/// The search for the parse with the fewest bits.
struct Search {
    parts: Vec<Part>,
    /// The best parse up to each byte, indexed by the number of bytes.
    best: Vec<Way>,
    /// Indexed by distance.
    known: Vec<Known>,
    /// In ascending order of both position and bits.
    starts: Vec<Start>,
}

/// Packs at least one byte. Returns the packed bytes in the order in which they are unpacked.
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

/// Returns the bits of a number of at least 1: two for each binary digit but the first, and one for the end.
const fn number_bits(number: u32) -> u32 {
    2 * number.ilog2() + 1
}

/// Returns the bits of literals, including their header.
const fn literals_bits(count: u32) -> u32 {
    1 + number_bits(count) + 8 * count
}

impl Search {
    fn push(&mut self, part: Part) -> u32 {
        self.parts.push(part);
        self.parts.len() as u32 - 1
    }

    /// Finds the best parse of all bytes.
    fn run(&mut self, bytes: &[u8]) -> Way {
        // The last position of each byte value, and, for each position, the previous position with the same byte.
        let mut latest = [NONE; 256];
        let mut same: Vec<u32> = Vec::with_capacity(bytes.len());
        // For each number of bytes that can be copied: the best length to copy, as far as known for the current position.
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

    /// Returns the better of two parses up to a position: one that ends with a copy from a distance (`copy` has the part before it), and
    /// the best one that ends with literals.
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

    /// Returns the best parse up to and including the byte at `at` that ends with a copy from a distance; that byte can be copied from
    /// there. The result has the part before the copy.
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

    /// Returns the parse up to a position that ends with the last copy from a distance and literals after it, unless it is hopeless.
    fn literals(&mut self, at: u32, distance: u32, known: &Known) -> Way {
        if known.bits == u32::MAX || known.copied >= at {
            return NO_WAY;
        }
        let bits = known.bits + literals_bits(at - known.copied);
        if bits > self.best[at as usize].bits + HOPELESS {
            return NO_WAY;
        }
        let copy = match known.copied {
            // The initial part stands for a copy from the first distance.
            0 => 0,
            end => self.push(Part { end, distance, before: known.before }),
        };
        Way { bits, part: self.push(Part { end: at, distance: 0, before: copy }) }
    }
}

/// Writes parts; the first one only stands for the beginning.
fn write(bytes: &[u8], parts: &[Part]) -> Vec<u8> {
    // The first part is literals and has no header bit.
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
            // The lowest bit of this byte is the first bit of the length.
            writer.within = Some(Some(writer.packed.len() - 1));
            writer.number(length - 1);
            last = distance;
        }
    }
    writer.bit(true);
    writer.number(END);
    writer.packed
}

/// Collects bits into bytes, highest bit first; each such byte is placed where its first bit is needed.
struct Writer {
    packed: Vec<u8>,
    /// The position of the current byte of bits, and how many more bits it has room for.
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

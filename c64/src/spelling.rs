//! Texts in little room: pairs of bytes that are frequent are one byte each, which makes a third of the texts vanish from memory.
//!
//! Lower case and capitals look the same, so all are stored as capitals; the characters of [`ACCENTED`] are single bytes from $80 on
//! that the picture shows and the console replaces by plain ones, as the C64's character ROM lacks them.

/// The languages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Spanish.
    Spanish,
}

/// Texts to an offset: those behind the first are found by the zeros between them, as offsets cannot be packed.
const STEP: usize = 8;

/// The first byte that stands for a pair of bytes.
pub const FIRST_PAIR: u8 = 0x80 + ACCENTED.len() as u8;
/// How many of them there are: all that a byte has left.
pub const PAIRS: usize = 0x100 - FIRST_PAIR as usize;
/// How many second bytes can be outstanding while pairs of pairs are read; a power of two.
pub const NESTED: usize = 8;

/// Pairs of bytes: all first bytes, then all second ones, which may be pairs before them. Each was the most frequent pair when those
/// before it had been replaced; a test knows better ones when the texts have changed too much.
pub type Pairs = [u8; 2 * PAIRS];

/// The texts that one program has.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The number of its first word, and how many it has.
    pub first: usize,
    pub count: usize,
    /// Where every eighth text begins (low byte, high byte), then the texts, each with a 0 at its end: each word in both languages.
    pub bytes: &'static [u8],
    /// The pairs in them.
    pub pairs: &'static Pairs,
}

/// More bytes than the words of one program need.
pub const ROOM: usize = 0x1800;

/// Texts, each in both languages, in more room than they need, and how much they need.
pub const fn packed(words: &[[&str; 2]], pairs: &Pairs) -> ([u8; ROOM], usize) {
    let mut room = [0; ROOM];
    let mut text = 0;
    let texts = 2 * words.len();
    let mut to = head(texts);
    let index = Index::new(pairs);
    while text < texts {
        if text % STEP == 0 {
            room[text / STEP * 2] = to as u8;
            room[text / STEP * 2 + 1] = (to >> 8) as u8;
        }
        let bytes = words[text / 2][text % 2].as_bytes();
        let mut line = [0; LINE];
        let (mut at, mut length) = (0, 0);
        while at < bytes.len() {
            let mut byte = bytes[at].to_ascii_uppercase();
            at += 1;
            if byte >= 0x80 {
                byte = accented((byte as u32 & 0x1f) << 6 | bytes[at] as u32 & 0x3f);
                at += 1;
            }
            line[length] = byte;
            length += 1;
        }
        length = paired(&mut line, length, &index);
        at = 0;
        while at < length {
            room[to] = line[at];
            to += 1;
            at += 1;
        }
        to += 1;
        text += 1;
    }
    (room, to)
}

/// Where the offsets to so many texts end and the texts begin.
pub const fn head(texts: usize) -> usize {
    2 * texts.div_ceil(STEP)
}

/// No pair.
const NONE: u8 = PAIRS as u8;

/// Finds pairs by their bytes: to look for each of them in each text would take rustc seconds.
struct Index<'a> {
    pairs: &'a Pairs,
    /// By first byte the last pair that has it, and by pair the one before it with the same first byte.
    last: [u8; 256],
    before: [u8; PAIRS],
}

impl<'a> Index<'a> {
    const fn new(pairs: &'a Pairs) -> Index<'a> {
        let mut index = Index { pairs, last: [NONE; 256], before: [NONE; PAIRS] };
        let mut pair = 0;
        while pair < PAIRS {
            let first = pairs[pair] as usize;
            index.before[pair] = index.last[first];
            index.last[first] = pair as u8;
            pair += 1;
        }
        index
    }

    /// The pair of these two bytes, or [`NONE`].
    const fn find(&self, first: u8, second: u8) -> u8 {
        let mut pair = self.last[first as usize];
        while pair != NONE && self.pairs[PAIRS + pair as usize] != second {
            pair = self.before[pair as usize];
        }
        pair
    }
}

/// Replaces the pairs in a text, in their order; returns how long it is then.
const fn paired(line: &mut [u8; LINE], length: usize, index: &Index) -> usize {
    // By place: the pair of the bytes there and behind.
    let mut pairs = [NONE; LINE];
    let mut at = 1;
    while at < length {
        pairs[at - 1] = index.find(line[at - 1], line[at]);
        at += 1;
    }
    let mut length = length;
    loop {
        // What replaces a pair is only in pairs behind it, so none before it can come up again.
        let mut next = NONE;
        at = 0;
        while at < length {
            if pairs[at] < next {
                next = pairs[at];
            }
            at += 1;
        }
        if next == NONE {
            return length;
        }
        let (mut from, mut to, mut was_pair) = (0, 0, false);
        while from < length {
            let is_pair = pairs[from] == next;
            let byte = if is_pair { FIRST_PAIR + next } else { line[from] };
            if is_pair || was_pair {
                if to > 0 {
                    pairs[to - 1] = index.find(line[to - 1], byte);
                }
            } else if to < from {
                pairs[to - 1] = pairs[from - 1];
            }
            line[to] = byte;
            from += 1 + is_pair as usize;
            to += 1;
            was_pair = is_pair;
        }
        length = to;
        pairs[length - 1] = NONE;
    }
}

/// The bytes at the beginning of a room, as many as are wanted.
pub const fn beginning<const N: usize>(room: &[u8; ROOM]) -> [u8; N] {
    let mut bytes = [0; N];
    let mut at = 0;
    while at < N {
        bytes[at] = room[at];
        at += 1;
    }
    bytes
}

/// The accented characters from $80 on, capitals as all letters.
pub const ACCENTED: [char; 9] = ['Á', 'É', 'Í', 'Ó', 'Ú', 'Ñ', 'Ü', '¿', '¡'];

/// How far the small accented letters are behind the capitals in Unicode (Latin-1 Supplement, U+00C0 to U+00FE).
const SMALL: u32 = 0x20;

pub const fn accented(code: u32) -> u8 {
    let mut at = 0;
    while at < ACCENTED.len() {
        let shown = ACCENTED[at] as u32;
        if code == shown || code == shown + SMALL {
            return 0x80 + at as u8;
        }
        at += 1;
    }
    panic!("a character that the program cannot show")
}

/// Room for any text and the 0 after it.
pub const LINE: usize = 64;

/// Reads a text, by the number of its word: capitals and [`ACCENTED`], then a 0.
#[inline(never)]
pub fn spell(words: &Words, word: u8, language: Language, line: &mut [u8; LINE]) {
    #[cfg(test)]
    assert!((word as usize).wrapping_sub(words.first) < words.count, "the program has no word {word}");
    // 0 beyond their end.
    let byte_at = |at: u16| words.bytes.get(at as usize).copied().unwrap_or(0);
    let number = (word - words.first as u8) as u16 * 2 + language as u16;
    let at = number / STEP as u16 * 2;
    let low = byte_at(at);
    let mut from = u16::from_le_bytes([low, byte_at(at + 1)]);
    for _ in 0..number as u8 % STEP as u8 {
        while byte_at(from) != 0 {
            from += 1;
        }
        from += 1;
    }
    let mut to = 0u8;
    let mut seconds = [0; NESTED];
    let mut nested = 0u8;
    loop {
        let mut byte = byte_at(from);
        from += 1;
        loop {
            if byte >= FIRST_PAIR {
                let pair = (byte - FIRST_PAIR) as usize;
                seconds[nested as usize % NESTED] = words.pairs[PAIRS + pair];
                nested += 1;
                byte = words.pairs[pair];
                continue;
            }
            line[to as usize % LINE] = byte;
            to += 1;
            if nested == 0 {
                break;
            }
            nested -= 1;
            byte = seconds[nested as usize % NESTED];
        }
        if byte == 0 {
            return;
        }
    }
}

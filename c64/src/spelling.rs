//! Compressed texts: frequent pairs of bytes are replaced by single bytes, which saves a third of the texts' memory.
//!
//! Lower-case letters and capitals look the same, so all are stored as capitals; the characters of [`ACCENTED`] are single bytes from $80
//! on, which the picture shows and the console replaces by plain ones, as the C64's character ROM lacks them.

/// The language of the texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Spanish.
    Spanish,
}

/// Texts per offset: the texts after the first are found by the zeros between them, as offsets cannot be compressed.
const STEP: usize = 8;

/// The first byte that represents a pair of bytes.
pub const FIRST_PAIR: u8 = 0x80 + ACCENTED.len() as u8;
/// The number of bytes that represent pairs: all that are left.
pub const PAIRS: usize = 0x100 - FIRST_PAIR as usize;
/// The maximum number of pending second bytes while nested pairs are decoded; a power of two.
pub const NESTED: usize = 8;

/// Pairs of bytes: all first bytes, then all second ones, which may be earlier pairs. Each was the most frequent pair after the earlier
/// ones had been replaced; a test computes better ones when the texts have changed too much.
pub type Pairs = [u8; 2 * PAIRS];

/// The texts of one program.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The number of its first word, and the number of its words.
    pub first: usize,
    pub count: usize,
    /// The position of every eighth text (low byte, high byte), then the texts, each terminated by a 0: each word in both languages.
    pub bytes: &'static [u8],
    /// The pairs used in them.
    pub pairs: &'static Pairs,
}

/// An upper limit of the bytes that one program's words need.
pub const ROOM: usize = 0x1800;

/// Compresses texts, each in both languages, into a buffer larger than needed; also returns the length used.
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

/// Returns where the offsets for this many texts end and the texts begin.
pub const fn head(texts: usize) -> usize {
    2 * texts.div_ceil(STEP)
}

/// No pair.
const NONE: u8 = PAIRS as u8;

/// An index of pairs by their bytes: searching each text for each pair would take rustc seconds.
struct Index<'a> {
    pairs: &'a Pairs,
    /// For each first byte, the last pair that begins with it; for each pair, the previous one with the same first byte.
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

    /// Returns the pair of these two bytes, or [`NONE`].
    const fn find(&self, first: u8, second: u8) -> u8 {
        let mut pair = self.last[first as usize];
        while pair != NONE && self.pairs[PAIRS + pair as usize] != second {
            pair = self.before[pair as usize];
        }
        pair
    }
}

/// Replaces the pairs in a text, in their order; returns its new length.
const fn paired(line: &mut [u8; LINE], length: usize, index: &Index) -> usize {
    // By position: the pair that starts there.
    let mut pairs = [NONE; LINE];
    let mut at = 1;
    while at < length {
        pairs[at - 1] = index.find(line[at - 1], line[at]);
        at += 1;
    }
    let mut length = length;
    loop {
        // The byte that replaces a pair occurs only in later pairs, so no earlier pair can come up again.
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

/// Returns the first bytes of a buffer, as many as the caller wants.
pub const fn beginning<const N: usize>(room: &[u8; ROOM]) -> [u8; N] {
    let mut bytes = [0; N];
    let mut at = 0;
    while at < N {
        bytes[at] = room[at];
        at += 1;
    }
    bytes
}

/// The accented characters from $80 on, as capitals like all letters.
pub const ACCENTED: [char; 9] = ['Á', 'É', 'Í', 'Ó', 'Ú', 'Ñ', 'Ü', '¿', '¡'];

/// The distance from the accented capitals to their lower-case letters in Unicode (Latin-1 Supplement, U+00C0 to U+00FE).
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

/// The maximum length of a text, including the terminating 0.
pub const LINE: usize = 64;

/// Decodes a text, given the number of its word: capitals and [`ACCENTED`], then a 0.
#[inline(never)]
pub fn spell(words: &Words, word: u8, language: Language, line: &mut [u8; LINE]) {
    #[cfg(test)]
    assert!((word as usize).wrapping_sub(words.first) < words.count, "the program has no word {word}");
    // Returns 0 beyond the end.
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

//! Unpacks ZX0's format on the host: checks packed programs and computes how far apart packed and unpacked bytes must be.
//!
//! The crate `zx0` only packs. This is the other direction, independent of `unpack.s`, from the description of the format's
//! version 2 by its author, Einar Saukas (<https://github.com/einar-saukas/ZX0>), in the variant that is read backwards.

/// The value of a distance's high part that marks the end.
const END: usize = 256;

/// The bytes unpacked from a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unpacked {
    /// The bytes, in the order in which they are unpacked.
    pub bytes: Vec<u8>,
    /// How far the last packed byte must lie after the last unpacked byte, in the order of unpacking, so that no packed byte in the same
    /// memory is overwritten before it is read.
    pub gap: usize,
}

/// Unpacks `packed`, reading from its first byte on, to at most `limit` bytes.
///
/// # Errors
/// The data ends too early, continues after its end mark, copies from before the beginning, or is too long.
pub fn unpack(packed: &[u8], limit: usize) -> Result<Unpacked, &'static str> {
    let mut reader = Reader { packed, at: 0, bits: 0, left: 0 };
    let mut bytes: Vec<u8> = Vec::new();
    let mut reads = Vec::new();
    let mut distance = 1;
    let mut after_literals = false;
    let mut far = false;
    loop {
        if !far && !after_literals {
            let length = reader.number(None)?;
            for _ in 0..checked(length, limit - bytes.len())? {
                bytes.push(reader.byte()?);
                reads.push(reader.at);
            }
            after_literals = true;
        } else {
            let length = if far {
                let high = reader.number(None)?;
                if high == END {
                    break;
                }
                let low = reader.byte()?;
                distance = (high - 1) * 128 + usize::from(low >> 1) + 1;
                reader.number(Some(low & 1 == 1))? + 1
            } else {
                reader.number(None)?
            };
            for _ in 0..checked(length, limit - bytes.len())? {
                let from = bytes.len().checked_sub(distance).ok_or("it copies from before its beginning")?;
                bytes.push(bytes[from]);
                reads.push(reader.at);
            }
            after_literals = false;
        }
        far = reader.bit()?;
    }
    if reader.at != packed.len() {
        return Err("it goes on behind its end");
    }
    let unread = reads.iter().map(|read| packed.len() - read);
    let gaps = unread.zip((0..bytes.len()).rev()).map(|(unread, unwritten)| unread.saturating_sub(unwritten));
    Ok(Unpacked { gap: gaps.max().unwrap_or(0), bytes })
}

fn checked(length: usize, room: usize) -> Result<usize, &'static str> {
    if length > room { Err("it is too long") } else { Ok(length) }
}

struct Reader<'a> {
    packed: &'a [u8],
    at: usize,
    bits: u8,
    /// Bits not yet read, from bit 7 of `bits` on.
    left: u8,
}

impl Reader<'_> {
    fn byte(&mut self) -> Result<u8, &'static str> {
        let byte = *self.packed.get(self.at).ok_or("it ends too early")?;
        self.at += 1;
        Ok(byte)
    }

    fn bit(&mut self) -> Result<bool, &'static str> {
        if self.left == 0 {
            (self.bits, self.left) = (self.byte()?, 8);
        }
        let bit = self.bits & 0x80 != 0;
        self.bits <<= 1;
        self.left -= 1;
        Ok(bit)
    }

    /// Reads a number from 1 to 65535, whose first bit may have been read already.
    fn number(&mut self, first: Option<bool>) -> Result<usize, &'static str> {
        let mut value = 1;
        let mut more = first.map_or_else(|| self.bit(), Ok)?;
        while more {
            value = value << 1 | usize::from(self.bit()?);
            if value > usize::from(u16::MAX) {
                return Err("a number has more than 16 bits");
            }
            more = self.bit()?;
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zx0::Compressor;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        Compressor::new().backwards_mode(true).compress(bytes).output
    }

    #[test]
    fn one_literal_and_a_copy_by_hand() {
        // 0: one literal. 0 + 10 0: four times from one byte back, 1 + its end.
        let end = [1, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0];
        let bits: Vec<u8> = [&[0][..], &[0, 1, 0, 1, 0, 0], &end].concat();
        let mut bytes: Vec<u8> =
            bits.chunks(8).map(|c| c.iter().enumerate().fold(0, |b, (i, bit)| b | bit << (7 - i))).collect();
        bytes.insert(1, b'A');
        assert_eq!(unpack(&bytes, 5), Ok(Unpacked { bytes: b"AAAAA".to_vec(), gap: 3 }));
        assert_eq!(unpack(&bytes, 4), Err("it is too long"));
    }

    #[test]
    fn gives_what_the_crate_packed() {
        let text = include_bytes!("unpack.s");
        let unpacked = unpack(&packed(text), text.len()).unwrap();
        assert_eq!(unpacked.bytes, text);
        assert_eq!(unpacked.gap, Compressor::new().backwards_mode(true).compress(text).delta);
    }

    #[test]
    fn damage_is_refused_or_shows() {
        let text = &include_bytes!("install.s")[..400];
        let good = packed(text);
        assert_eq!(unpack(&good[..good.len() - 1], 400), Err("it ends too early"));
        assert_eq!(unpack(&[&good[..], &[0]].concat(), 400), Err("it goes on behind its end"));
        for at in 0..good.len() - 1 {
            let mut bad = good.clone();
            bad[at] ^= 0x40;
            assert!(unpack(&bad, 400).map_or(true, |unpacked| unpacked.bytes != text), "byte {at}");
        }
        assert_eq!(
            unpack(&[0b1011_1111, 0xff, 0xff, 0xff, 0xff], 400),
            Err("a number has more than 16 bits")
        );
        assert_eq!(unpack(&[0b0101_0000, 0, 4], 400), Err("it copies from before its beginning"));
    }
}

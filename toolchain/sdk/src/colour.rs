//! The sixteen colours of the VIC-II.

/// A colour with its VIC-II number: Commodore 64 Programmer's Reference Guide, appendix D ("Screen and Color Memory Maps").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "they are what they are called")]
pub enum Colour {
    Black,
    White,
    Red,
    Cyan,
    Purple,
    Green,
    Blue,
    Yellow,
    Orange,
    Brown,
    LightRed,
    DarkGrey,
    Grey,
    LightGreen,
    LightBlue,
    LightGrey,
}

impl Colour {
    /// All colours, indexed by their number.
    pub const ALL: [Colour; 16] = [
        Colour::Black,
        Colour::White,
        Colour::Red,
        Colour::Cyan,
        Colour::Purple,
        Colour::Green,
        Colour::Blue,
        Colour::Yellow,
        Colour::Orange,
        Colour::Brown,
        Colour::LightRed,
        Colour::DarkGrey,
        Colour::Grey,
        Colour::LightGreen,
        Colour::LightBlue,
        Colour::LightGrey,
    ];

    /// Decodes the colour in a register or in a cell of the colour RAM; only the lower four bits count.
    ///
    /// ```
    /// use sys2080::colour::Colour;
    ///
    /// assert_eq!(Colour::of(0xf2), Colour::Red);
    /// ```
    #[must_use]
    pub const fn of(register: u8) -> Colour {
        match register & 15 {
            0 => Colour::Black,
            1 => Colour::White,
            2 => Colour::Red,
            3 => Colour::Cyan,
            4 => Colour::Purple,
            5 => Colour::Green,
            6 => Colour::Blue,
            7 => Colour::Yellow,
            8 => Colour::Orange,
            9 => Colour::Brown,
            10 => Colour::LightRed,
            11 => Colour::DarkGrey,
            12 => Colour::Grey,
            13 => Colour::LightGreen,
            14 => Colour::LightBlue,
            _ => Colour::LightGrey,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_stands_at_its_number() {
        for (number, colour) in Colour::ALL.into_iter().enumerate() {
            assert_eq!(colour as usize, number);
            assert_eq!(Colour::of(number as u8 | 0xf0), colour);
        }
    }
}

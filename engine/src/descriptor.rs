//! What a program that plays any of the games must know of one besides its rules.

use crate::player::{LEVELS, Level, Limits};

/// What a program must know of a game besides its rules.
#[derive(Debug)]
pub struct Descriptor {
    /// The limits of each level.
    pub limits: [Limits; LEVELS as usize],
    /// The fewest, the usual and the most columns of its boards, which are squares: the same three times if all are alike.
    pub sides: [u8; 3],
    /// How many pieces of a player in a line win; 1 if one piece wins by where it stands.
    pub line: u8,
    /// Scores from the first on are forced wins of the first player, scores up to the second forced wins of the second.
    pub certain: [u8; 2],
    /// A search of so many plies sees the whole game from any position; 0 if none does.
    pub whole: u8,
    /// Whether it is played by alpha-beta search, so that it can be searched to a depth.
    pub searched: bool,
    /// Whether its engine needs a number of nodes ([`Limits::quota`]) to search at all.
    pub needs_quota: bool,
}

impl Descriptor {
    /// What a level means in this game.
    pub const fn limits(&self, level: Level) -> Limits {
        level.of(&self.limits)
    }

    /// Whether its boards differ in size.
    pub const fn has_sizes(&self) -> bool {
        self.sides[0] != self.sides[2]
    }
}

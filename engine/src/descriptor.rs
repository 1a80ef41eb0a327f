//! Describes a game to the programs that play it: everything they need besides its rules.

use crate::player::{LEVELS, Level, Limits};

/// Everything that a program needs to know about a game besides its rules.
#[derive(Debug)]
pub struct Descriptor {
    /// The limits of each level.
    pub limits: [Limits; LEVELS as usize],
    /// The smallest, the usual and the largest board, as the side of a square; three equal numbers if there is only one size.
    pub sides: [u8; 3],
    /// How many pieces in a line win; 1 if a single piece wins by reaching a square.
    pub line: u8,
    /// Scores from the first bound up are forced wins of the first player; scores down from the second, of the second player.
    pub certain: [u8; 2],
    /// Whether the search of the best level solves every position: if it finds no win for either side, the position is a draw.
    pub whole: bool,
    /// The supported actions, as a bit mask. `Action::Sizes` is not included, because it follows from `sides`.
    pub(crate) actions: u8,
    /// Whether its engine needs a node limit ([`Limits::quota`]) to search at all.
    pub needs_quota: bool,
}

impl Descriptor {
    /// Returns the limits of a level in this game.
    pub const fn limits(&self, level: Level) -> Limits {
        level.of(&self.limits)
    }

    /// Whether its boards come in different sizes.
    pub(crate) const fn has_sizes(&self) -> bool {
        self.sides[0] != self.sides[2]
    }
}

#[cfg(test)]
mod tests {
    use crate::games::GameId;

    #[test]
    fn one_game_has_boards_of_several_sizes() {
        for game in GameId::ALL {
            assert_eq!(game.descriptor().has_sizes(), game == GameId::FiveInARow, "{}", game.name());
        }
    }
}

//! Describes a game to the programs that play it: everything that they need besides its rules.

use crate::player::{LEVELS, Level, Limits};

/// Everything that a program must know about a game besides its rules.
#[derive(Debug)]
pub struct Descriptor {
    /// The limits of each level.
    pub limits: [Limits; LEVELS as usize],
    /// The fewest, the usual and the most columns, and as many rows: three equal numbers if there is only one size.
    pub sides: [u8; 3],
    /// How many pieces in a line win; 1 if a single piece wins by its square.
    pub line: u8,
    /// Scores from the first on are forced wins of the first player, scores up to the second forced wins of the second.
    pub certain: [u8; 2],
    /// Whether the best level's search finds the value of every position: what it does not decide is a draw.
    pub whole: bool,
    /// What can be done in it besides playing, as the sum of the actions. `Action::Sizes` is not among them: it follows from `sides`.
    pub(crate) actions: u8,
    /// Whether its engine needs a number of nodes ([`Limits::quota`]) to search at all.
    pub needs_quota: bool,
}

impl Descriptor {
    /// What a level means in this game.
    pub const fn limits(&self, level: Level) -> Limits {
        level.of(&self.limits)
    }

    /// Whether its boards differ in size.
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

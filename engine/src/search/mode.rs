//! The two kinds of search.

/// Which search to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Mode {
    /// The published program's search of this game, number for number.
    Seed = 0,
    /// The engine's own search.
    Play = 1,
}

impl Mode {
    /// The mode numbered `id` in a request.
    pub const fn from_id(id: u8) -> Option<Mode> {
        match id {
            0 => Some(Mode::Seed),
            1 => Some(Mode::Play),
            _ => None,
        }
    }
}

//! Profiles: how often each block of each function ran, as a text that can be stored beside a program's source.
//!
//! The first line is `sys2080 profile 1`. A line for each function follows, with a line for each of its blocks that ran:
//!
//! ```text
//! function 5d1c09e2 snake::field::Field::is_free
//! 0 1200
//! 3 9600 1024 8576
//! ```
//!
//! A function is identified by a hash of its shape (its control-flow graph) and its name without rustc's hash. If several have the
//! same, all but the first have their number after the shape: `5d1c09e2.2`. So the counts of a function are ignored once its
//! branches change, and those of all other functions stay valid.
//!
//! A block is given by its number in LLVM's text, followed by how often each of the parts ran into which the compiler divides it:
//! first the part at its beginning, then for example the two arms of a `select`. Blocks that are not listed never ran.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::str::FromStr;

/// The first line of every profile.
const FIRST: &str = "sys2080 profile 1";

/// The prefix of a function's line.
const FUNCTION: &str = "function ";

/// How often the blocks of a program ran, by function. [`Options::profile`](crate::Options::profile) takes one,
/// [`Image::profile`](crate::Image::profile) makes one, and `parse` and `to_string` read and write its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Profile {
    functions: BTreeMap<Identity, Blocks>,
}

/// How much of a program its profile covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Profiled {
    /// The functions of the program.
    pub functions: usize,
    /// Those whose counts are used. The others are new, or their branches have changed.
    pub known: usize,
}

/// How often the parts of each block ran, by the block's number. Blocks that never ran are omitted.
pub(crate) type Blocks = BTreeMap<u32, Vec<u64>>;

/// The identity of a function, independent of its symbol in a particular build.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Identity {
    /// Its name without hash, on one line.
    pub name: String,
    /// A hash of its control-flow graph.
    pub shape: u32,
    /// Its number among those of the same name and shape, from 1.
    pub number: u32,
}

/// A problem with the text of a profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProfileFault {
    /// The first line is not that of a profile of this version.
    Header,
    /// The line of a function is not a shape of eight hexadecimal digits followed by a name.
    Function,
    /// A function of this name, shape and number occurred before.
    FunctionTwice,
    /// The line of a block is not its number, then a count for each of its parts.
    Block,
    /// A block of this number occurred before in the function.
    BlockTwice,
    /// The line of a block comes before that of any function.
    NoFunction,
}

/// The error of a text that is not a valid profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ProfileError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: ProfileFault,
}

impl fmt::Display for ProfileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.fault {
            ProfileFault::Header => "expected `sys2080 profile 1`, the first line of every profile",
            ProfileFault::Function => {
                "expected `function SHAPE NAME` with a shape of eight hexadecimal digits"
            }
            ProfileFault::FunctionTwice => "this function has been before",
            ProfileFault::Block => "expected the number of a block and how often each of its parts ran",
            ProfileFault::BlockTwice => "this block has been before",
            ProfileFault::NoFunction => "expected a function before the first block",
        };
        write!(f, "line {}: {what}", self.line)
    }
}

impl std::error::Error for ProfileError {}

impl FromStr for Profile {
    type Err = ProfileError;

    /// Parses the text of a profile. Empty lines are ignored.
    fn from_str(text: &str) -> Result<Profile, ProfileError> {
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        if lines.next().is_none_or(|(_, first)| first != FIRST) {
            return Err(ProfileError { line: 1, fault: ProfileFault::Header });
        }
        let mut functions: BTreeMap<Identity, Blocks> = BTreeMap::new();
        let mut blocks: Option<&mut Blocks> = None;
        for (line, text) in lines.filter(|(_, text)| !text.is_empty()) {
            let error = |fault| ProfileError { line, fault };
            if let Some(rest) = text.strip_prefix(FUNCTION) {
                let identity = Identity::parse(rest).ok_or(error(ProfileFault::Function))?;
                let Entry::Vacant(entry) = functions.entry(identity) else {
                    return Err(error(ProfileFault::FunctionTwice));
                };
                blocks = Some(entry.insert(Blocks::new()));
                continue;
            }
            let (block, counts) = counts(text).ok_or(error(ProfileFault::Block))?;
            let blocks = blocks.as_deref_mut().ok_or(error(ProfileFault::NoFunction))?;
            if blocks.insert(block, counts).is_some() {
                return Err(error(ProfileFault::BlockTwice));
            }
        }
        Ok(Profile { functions })
    }
}

/// Parses the line of a block: its number, then at least one count.
fn counts(text: &str) -> Option<(u32, Vec<u64>)> {
    let (block, counts) = text.split_once(' ')?;
    let counts: Result<Vec<u64>, _> = counts.split_ascii_whitespace().map(str::parse).collect();
    Some((block.parse().ok()?, counts.ok()?)).filter(|(_, counts)| !counts.is_empty())
}

impl Identity {
    /// Parses what follows `function`.
    fn parse(text: &str) -> Option<Identity> {
        let (shape, name) = text.split_once(' ')?;
        let (shape, number) = shape.split_once('.').map_or((shape, Some(1)), |(s, n)| (s, n.parse().ok()));
        let shape = Some(shape).filter(|shape| shape.len() == 8)?;
        let (shape, number) = (u32::from_str_radix(shape, 16).ok()?, number.filter(|number| *number > 0)?);
        Some(Identity { name: name.to_string(), shape, number })
    }
}

impl fmt::Display for Profile {
    /// Writes the text of the profile, its functions sorted by name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST}")?;
        for (Identity { name, shape, number }, blocks) in &self.functions {
            match number {
                1 => writeln!(f, "{FUNCTION}{shape:08x} {name}")?,
                _ => writeln!(f, "{FUNCTION}{shape:08x}.{number} {name}")?,
            }
            for (block, counts) in blocks {
                write!(f, "{block}")?;
                counts.iter().try_for_each(|count| write!(f, " {count}"))?;
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

impl Profile {
    /// Adds the counts of another run of the same program.
    pub fn add(&mut self, other: &Profile) {
        for (identity, blocks) in &other.functions {
            let mine = self.functions.entry(identity.clone()).or_default();
            for (block, counts) in blocks {
                let sums = mine.entry(*block).or_default();
                sums.resize(sums.len().max(counts.len()), 0);
                for (sum, count) in sums.iter_mut().zip(counts) {
                    *sum = sum.saturating_add(*count);
                }
            }
        }
    }

    /// Adds a function with how often each of its blocks ran.
    pub(crate) fn insert(&mut self, identity: Identity, mut blocks: Blocks) {
        blocks.retain(|_, counts| counts.iter().any(|count| *count > 0));
        self.functions.insert(identity, blocks);
    }

    /// Returns the counts of a function's blocks; `None` if it is not known or has changed.
    pub(crate) fn of(&self, identity: &Identity) -> Option<&Blocks> {
        self.functions.get(identity)
    }

    /// Returns the highest of all counts.
    pub(crate) fn highest(&self) -> u64 {
        self.functions.values().flat_map(Blocks::values).flatten().copied().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "sys2080 profile 1\nfunction 0000002a <a::B as c>::d\n0 7\n3 9 0 12\n\
                        function 5d1c09e2 main\nfunction 5d1c09e2.2 main\n1 18446744073709551615\n";

    #[test]
    fn a_text_reads_back_as_it_was() {
        let profile: Profile = TEXT.parse().unwrap();
        assert_eq!(profile.to_string(), TEXT);
        let shuffled = "sys2080 profile 1\r\n\n function 5d1c09e2.2 main\n 1 18446744073709551615\n\
                        function 5d1c09e2 main\n\nfunction 0000002a <a::B as c>::d\n3 9  0 12\n0 7";
        assert_eq!(shuffled.parse::<Profile>().unwrap(), profile);
        let identity = |number| Identity { name: "main".into(), shape: 0x5d1c_09e2, number };
        assert_eq!(profile.of(&identity(1)), Some(&Blocks::new()));
        assert_eq!(profile.of(&identity(2)), Some(&Blocks::from([(1, vec![u64::MAX])])));
        assert_eq!(profile.of(&identity(3)), None);
        assert_eq!(profile.highest(), u64::MAX);
    }

    #[test]
    fn what_is_no_profile_is_refused_with_the_line() {
        use ProfileFault::*;
        for (text, line, fault) in [
            ("", 1, Header),
            ("sys2080 profile 2\n", 1, Header),
            ("sys2080 profile 1\nfunction main\n", 2, Function),
            ("sys2080 profile 1\nfunction 5d1c09e main\n", 2, Function),
            ("sys2080 profile 1\nfunction 5d1c09e2.0 main\n", 2, Function),
            ("sys2080 profile 1\nfunction 5d1c09e2 a\n0 1\n\nfunction 5d1c09e2 a\n", 5, FunctionTwice),
            ("sys2080 profile 1\n0 1\n", 2, NoFunction),
            ("sys2080 profile 1\nfunction 5d1c09e2 a\n0\n", 3, Block),
            ("sys2080 profile 1\nfunction 5d1c09e2 a\n0 -1\n", 3, Block),
            ("sys2080 profile 1\nfunction 5d1c09e2 a\n0 18446744073709551616\n", 3, Block),
            ("sys2080 profile 1\nfunction 5d1c09e2 a\n0 1\n0 2\n", 4, BlockTwice),
        ] {
            assert_eq!(text.parse::<Profile>(), Err(ProfileError { line, fault }), "{text}");
        }
        let error = "sys2080 profile 1\n0 1\n".parse::<Profile>().unwrap_err();
        assert_eq!(error.to_string(), "line 2: expected a function before the first block");
    }

    #[test]
    fn runs_add_up() {
        let mut sum: Profile = TEXT.parse().unwrap();
        let more =
            "sys2080 profile 1\nfunction 0000002a <a::B as c>::d\n1 5\n3 1 2 3\nfunction 00000001 new\n0 1\n";
        sum.add(&more.parse().unwrap());
        sum.add(&"sys2080 profile 1\nfunction 5d1c09e2.2 main\n1 1\n".parse().unwrap());
        let expected = "sys2080 profile 1\nfunction 0000002a <a::B as c>::d\n0 7\n1 5\n3 10 2 15\n\
                        function 5d1c09e2 main\nfunction 5d1c09e2.2 main\n1 18446744073709551615\nfunction 00000001 new\n0 1\n";
        assert_eq!(sum.to_string(), expected);
    }
}

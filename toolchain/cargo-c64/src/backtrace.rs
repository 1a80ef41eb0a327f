//! Call stacks of programs on the built-in C64, with function names and lines of their Rust source.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use compiler::{Image, Line, demangled};
use machine::{Labels, Machine};

/// Start of the I/O area; program code lies below it.
const IO: u16 = 0xd000;

/// Maps a program's addresses to functions and source lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Names by address.
    names: BTreeMap<u16, String>,
    lines: Vec<Line>,
    /// Where the program is loaded.
    load: u16,
    /// The addresses of its `breakpoint!()`s.
    pub breakpoints: Vec<u16>,
}

impl Source {
    /// Returns the source map of a program that the compiler produced.
    pub fn of_image(image: &Image) -> Source {
        let names = image.symbols.iter().map(|(name, address)| (*address, demangled(name)));
        Source {
            names: names.collect(),
            lines: image.lines.clone(),
            load: image.load,
            breakpoints: image.breakpoints.clone(),
        }
    }

    /// Reads a label file in VICE's format, which has names but no lines.
    ///
    /// # Errors
    /// The text is not a label file.
    pub fn of_labels(labels: &str) -> Result<Source> {
        let labels = Labels::parse(labels).context("cannot read the labels")?;
        let names = labels.iter().map(|(address, name)| (address, name.to_string())).collect();
        Ok(Source { names, ..Source::default() })
    }

    /// Returns file and line of the code at an address, if known.
    pub fn line(&self, address: u16) -> Option<(&str, u32)> {
        line_at(&self.lines, address).map(|line| (&*line.file, line.line))
    }

    /// Returns the function at an address; KERNAL routines appear by name or address.
    fn function(&self, address: u16) -> String {
        let (start, name) = match self.names.range(..=address).next_back() {
            Some(found) => found,
            None => return format!("${address:04X}"),
        };
        match (self.load..IO).contains(&address) || *start == address {
            true => name.clone(),
            false => format!("${address:04X}"),
        }
    }

    /// Describes the code at an address: `function at file:line`, or only the function if the line is not known.
    pub fn place(&self, address: u16) -> String {
        let function = self.function(address);
        match self.line(address) {
            Some((file, line)) => format!("{function} at {file}:{line}"),
            None => function,
        }
    }

    /// Returns the current place of the program in this machine and its callers, innermost first. Consecutive repetitions of a place
    /// are collapsed into one entry with a count.
    pub fn stack(&self, machine: &Machine) -> Vec<String> {
        let here = machine.registers().pc;
        let addresses = std::iter::once(here).chain(machine.callers());
        // The start-up code before main and code shared between functions were not written by the programmer.
        let own = addresses.filter(|address| {
            let function = self.function(*address);
            *address == here || function != "__start" && !function.starts_with("shared.")
        });
        let mut places: Vec<(String, usize)> = Vec::new();
        for place in own.map(|address| self.place(address)) {
            match places.last_mut().filter(|last| last.0 == place) {
                Some((_, count)) => *count += 1,
                None => places.push((place, 1)),
            }
        }
        let text = |(place, count)| if count == 1 { place } else { format!("{place} ({count} times)") };
        places.into_iter().map(text).collect()
    }

    /// Returns an error message with the call stack inserted after its first line.
    pub fn with_backtrace(&self, error: &str, machine: &Machine) -> String {
        let stack = self.stack(machine);
        let lines = stack.iter().enumerate().map(|(at, place)| format!("\n{at:4}: {place}"));
        let (first, rest) = error.split_at(error.find('\n').unwrap_or(error.len()));
        format!("{first}\n  call stack, the last call first:{}{rest}", lines.collect::<String>())
    }
}

/// Finds the entry for an address in a line table sorted by address.
pub fn line_at(lines: &[Line], address: u16) -> Option<&Line> {
    let behind = lines.partition_point(|line| line.start <= address);
    lines[..behind].last().filter(|line| u32::from(address) < line.end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::Config;

    fn source() -> Source {
        let names = [(0x0810, "__start"), (0x0820, "main"), (0x0830, "own::deep"), (0xffd2, "chrout")];
        let line = |start, end, line| Line::new(start..end, "src/main.rs", line);
        Source {
            names: names.map(|(address, name)| (address, name.to_string())).into(),
            lines: vec![line(0x0820, 0x0823, 7), line(0x0830, 0x0833, 12)],
            load: 0x0801,
            breakpoints: Vec::new(),
        }
    }

    #[test]
    fn addresses_become_names_and_lines() {
        let source = source();
        for (address, place) in [
            (0x0822, "main at src/main.rs:7"),
            (0x0823, "main"),
            (0x0830, "own::deep at src/main.rs:12"),
            (0xffd2, "chrout"),
            (0xffe1, "$FFE1"),
            (0x0400, "$0400"),
        ] {
            assert_eq!(source.place(address), place);
        }
        let labels = Source::of_labels("al C:0820 .main\n").unwrap();
        assert_eq!(labels.place(0x0822), "main");
    }

    #[test]
    fn a_stack_counts_what_calls_itself() {
        let mut machine = Machine::new(Config::default());
        // From the start: JSR main; main: JSR deep; deep: JSR deep.
        for (at, to) in [(0x0810, 0x0820_u16), (0x0820, 0x0830), (0x0830, 0x0830)] {
            let [low, high] = to.to_le_bytes();
            machine.load_bytes(at, &[0x20, low, high]).unwrap();
        }
        machine.run_from(0x0810).unwrap_err();
        let stack = source().stack(&machine);
        assert_eq!(stack, ["own::deep at src/main.rs:12 (126 times)", "main at src/main.rs:7"]);
        assert_eq!(
            source().with_backtrace("it fails\n  PC=0", &machine),
            "it fails\n  call stack, the last call first:\n   0: own::deep at src/main.rs:12 (126 times)\n   \
             1: main at src/main.rs:7\n  PC=0"
        );
    }
}

//! Joystick scripts: which switches are held, and for how long.

use std::str::FromStr;

use anyhow::{Result, bail};

/// The directions and the fire button with their bits in [`machine::Machine::hold_joystick`].
const SWITCHES: [(&str, u8); 5] = [("up", 1), ("down", 2), ("left", 4), ("right", 8), ("fire", 16)];

/// The length of a step without a frame count: long enough for a program that polls once per frame.
const FRAMES: u32 = 4;

/// The keyword for [`Step::Wait`].
const WAIT: &str = "wait";

/// A step of a joystick script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The joystick is held in one position for a number of frames.
    Hold {
        /// The closed switches, as in [`machine::Machine::hold_joystick`].
        held: u8,
        /// The duration in frames of the screen.
        frames: u32,
    },
    /// The joystick is released until the program first reads the lines of the control port.
    Wait,
}

/// Joystick steps for one control port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The control port, 1 or 2.
    pub port: u8,
    /// The steps in order; the joystick is released after the last one.
    pub steps: Vec<Step>,
}

impl FromStr for Script {
    type Err = anyhow::Error;

    /// Parses comma-separated steps: directions joined by `+`, or `-` for a released joystick, with `*FRAMES` if a step does not last four
    /// frames; or `wait`. A leading `1:` selects control port 1; the default is port 2.
    fn from_str(text: &str) -> Result<Script> {
        let (port, steps) = match text.split_once(':') {
            None => (2, text),
            Some(("1", steps)) => (1, steps),
            Some(("2", steps)) => (2, steps),
            Some((port, _)) => bail!("{port:?} is not a control port: there are 1 and 2"),
        };
        let steps = steps.split(',').map(step).collect::<Result<_>>()?;
        Ok(Script { port, steps })
    }
}

fn step(text: &str) -> Result<Step> {
    if text.trim() == WAIT {
        return Ok(Step::Wait);
    }
    let (switches, frames) = match text.split_once('*') {
        None => (text, FRAMES),
        Some((switches, frames)) => match frames.trim().parse() {
            Ok(frames @ 1..) => (switches, frames),
            _ => bail!("{frames:?} is not a number of frames"),
        },
    };
    let mut held = 0;
    for name in switches.split('+').map(str::trim).filter(|name| *name != "-") {
        match SWITCHES.iter().find(|(known, _)| *known == name) {
            Some((_, bit)) => held |= bit,
            None if *name == *WAIT => bail!("{WAIT} is a step of its own, without a number of frames"),
            None => bail!("{name:?} is none of up, down, left, right, fire, - (rest) and {WAIT}"),
        }
    }
    Ok(Step::Hold { held, frames })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<(u8, u32)> {
        let steps = text.parse::<Script>().unwrap().steps;
        let pair = |step: &Step| match *step {
            Step::Hold { held, frames } => (held, frames),
            Step::Wait => (0, 0),
        };
        steps.iter().map(pair).collect()
    }

    #[test]
    fn steps_are_held_for_frames() {
        assert_eq!(steps("fire"), [(16, 4)]);
        assert_eq!(steps("up+left*50, -, fire*1"), [(5, 50), (0, 4), (16, 1)]);
        assert_eq!(steps("wait, fire*3"), [(0, 0), (16, 3)]);
        assert_eq!("1:down".parse::<Script>().unwrap().port, 1);
        assert_eq!("down".parse::<Script>().unwrap().port, 2);
    }

    #[test]
    fn faults_are_named() {
        let fault = |text: &str| text.parse::<Script>().unwrap_err().to_string();
        assert_eq!(fault("3:up"), "\"3\" is not a control port: there are 1 and 2");
        assert_eq!(fault("up*0"), "\"0\" is not a number of frames");
        assert_eq!(fault("up,,down"), "\"\" is none of up, down, left, right, fire, - (rest) and wait");
        assert_eq!(fault("north"), "\"north\" is none of up, down, left, right, fire, - (rest) and wait");
        for text in ["wait*3", "wait+up"] {
            assert_eq!(fault(text), "wait is a step of its own, without a number of frames");
        }
    }
}

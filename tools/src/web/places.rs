//! Describes for the page where the play program's search and game are in memory.
//!
//! The addresses come from the program's labels and from the field offsets in rustc's layout for the C64, which a separate program
//! contains in its file.

use anyhow::{Context, Result, bail};
use compiler::Image;
use engine::Move;
use engine::engines::{Engines, write_move};
use engine::games::GameId;
use engine::notation::MAX_TEXT;
use machine::Labels;

/// The label of the play program's memory for games and searches.
const STATE: &str = "sys2080::STATE";
/// The labels of the play program's initial language and game, with their names in the description.
const FIRST: [(&str, &str); 2] = [("FIRST_LANGUAGE", "language"), ("FIRST_GAME", "first")];
/// The label of the state that a person sees and changes.
const APP: &str = "sys2080::APP";
/// The labels of the offsets in the program that contains them: those of the searches and those of the game being played.
const PLACES: &str = "PLACES";
const GAME: &str = "GAME";
/// The names of the latter, relative to [`STATE`] and, from [`OF_APP`] on, relative to [`APP`]. The order is that of `c64/src/places.rs`.
const GAME_PLACES: [&str; 9] = [
    "game_from",
    "game_to",
    "game_turns",
    "game_id",
    "game_size",
    "game_puzzle",
    "game_settings",
    "game_playing",
    "game_demo",
];
const OF_APP: usize = 6;

/// Describes a play program with the help of the program of offsets: one line each with the file offsets of its initial language and
/// game; a line for each field of searches with its name and its offset from the address `state`; a line for each field of the game with
/// its name and its address; and two lines for each game with the names of the first and the second byte of its moves. `-` is in no
/// move, `_` is a name without a letter.
///
/// # Errors
/// One of the programs is not the expected one, or a game's moves are not named by their two bytes.
pub fn describe(play: &Image, places: &Image) -> Result<String> {
    let labels = Labels::parse(&play.labels).context("cannot read the labels")?;
    let state = labels.address(STATE).with_context(|| format!("the play program has no {STATE}"))?;
    let mut text = String::new();
    for (label, name) in FIRST {
        let address = labels.address(label).with_context(|| format!("the play program has no {label}"))?;
        text += &format!("{name} {}\n", address.wrapping_sub(play.load).wrapping_add(2));
    }
    text += &format!("state {state}\n");
    let searches = words(places, PLACES, Engines::PLACES.len())?;
    for ((name, _), place) in Engines::PLACES.iter().zip(searches) {
        text += &format!("{name} {place}\n");
    }
    let app = labels.address(APP).with_context(|| format!("the play program has no {APP}"))?;
    for (at, (name, place)) in GAME_PLACES.iter().zip(words(places, GAME, GAME_PLACES.len())?).enumerate() {
        let address = if at < OF_APP { state } else { app }.wrapping_add(place);
        text += &format!("{name} {address}\n");
    }
    for game in GameId::ALL {
        let [from, to] = names(game)?.map(|names| names.join(" "));
        text += &format!("moves-from {0} {from}\nmoves-to {0} {to}\n", game as u8);
    }
    Ok(text)
}

/// Reads the words at a label in a program's file.
fn words(program: &Image, label: &str, count: usize) -> Result<Vec<u16>> {
    let address = program.symbols.get(label).with_context(|| format!("the program has no {label}"))?;
    // After the load address.
    let offset = usize::from(address.wrapping_sub(program.load)) + 2;
    let bytes = program.prg.get(offset..offset + 2 * count);
    let bytes = bytes.with_context(|| format!("{label} are not in the program's file"))?;
    Ok(bytes.as_chunks().0.iter().map(|word| u16::from_le_bytes(*word)).collect())
}

/// Formats a move, if the bytes are one.
fn text(game: GameId, from: u8, to: u8) -> Option<String> {
    let mut text = [0; MAX_TEXT];
    let length = write_move(game, Move { from, to }, &mut text);
    let text = String::from_utf8_lossy(&text[..usize::from(length)]).to_string();
    Some(text).filter(|text| !text.contains('-'))
}

/// Returns the names of a move's first and second byte; every move's text consists of both.
fn names(game: GameId) -> Result<[Vec<String>; 2]> {
    let all: Vec<Vec<Option<String>>> =
        (0..=255).map(|from| (0..=255).map(|to| text(game, from, to)).collect()).collect();
    // The common prefix of all moves from a place is its name.
    let from: Vec<Option<String>> = all.iter().map(|texts| common(texts.iter().flatten())).collect();
    let mut to = vec![None; 256];
    for (texts, from) in all.iter().zip(&from) {
        for (text, to) in texts.iter().zip(&mut to) {
            if let (Some(text), Some(from)) = (text, from) {
                let rest = text.strip_prefix(from.as_str()).map(str::to_string);
                if to.is_some() && *to != rest {
                    bail!("{}: the move {text} is not named by its two bytes", game.name());
                }
                *to = rest;
            }
        }
    }
    let words = |names: Vec<Option<String>>| {
        let word = |name: Option<String>| match name {
            None => "-".to_string(),
            Some(name) if name.is_empty() => "_".to_string(),
            Some(name) => name,
        };
        names.into_iter().map(word).collect()
    };
    Ok([words(from), words(to)])
}

/// Returns the common prefix of all texts; `None` without any text.
fn common<'a>(mut texts: impl Iterator<Item = &'a String>) -> Option<String> {
    let first = texts.next()?.clone();
    Some(texts.fold(first, |common, text| {
        let same = common.chars().zip(text.chars()).take_while(|(a, b)| a == b);
        same.map(|(letter, _)| letter).collect()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_named_by_their_bytes() {
        for (game, texts) in [
            (GameId::MouseAndCats, ["E1D2", "B8A7"]),
            (GameId::TicTacToe, ["0", "8"]),
            (GameId::FiveInARow, ["A1", "S19"]),
        ] {
            let [from, to] = names(game).unwrap();
            for text in texts {
                let mv = engine::engines::parse_move(game, text.as_bytes()).unwrap();
                let name =
                    [&from[usize::from(mv.from)], &to[usize::from(mv.to)]].map(|name| name.trim_matches('_'));
                assert_eq!(name.concat(), text);
            }
            assert_eq!((from[255].as_str(), to[255].as_str()), ("-", "-"), "no move");
        }
    }

    #[test]
    fn programs_without_places_are_refused() {
        let mut play = Image::default();
        assert!(describe(&play, &Image::default()).unwrap_err().to_string().contains("no sys2080::STATE"));
        play.labels = "al C:e000 .sys2080::STATE\n".to_string();
        assert!(describe(&play, &Image::default()).unwrap_err().to_string().contains("no FIRST_LANGUAGE"));
        play.labels += "al C:a000 .FIRST_LANGUAGE\nal C:a001 .FIRST_GAME\n";
        assert!(describe(&play, &Image::default()).unwrap_err().to_string().contains("no PLACES"));
        let mut places = Image::default();
        places.symbols.insert(PLACES.to_string(), 0x0820);
        assert!(describe(&play, &places).unwrap_err().to_string().contains("not in the program's file"));
    }
}

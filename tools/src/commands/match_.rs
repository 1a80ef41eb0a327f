//! `match GAME`: plays many games between two players: levels, random players or published programs.

use std::process::ExitCode;

use anyhow::{Result, bail};
use cargo_c64::output::{print, print_json};
use cargo_c64::progress::Progress;
use clap::value_parser;
use engine::Side;
use engine::games::GameId;
use engine::player::Level;
use serde::Serialize;

use crate::games;
use crate::games::about;
use crate::games::{Options, TiesName, visit};
use crate::player::tournament::{Played, Score, Tournament};
use crate::player::{Playable, Player, Visit};

/// Describes how matches are played, for `--help`.
fn about_matches() -> String {
    format!(
        "The players swap sides after every game, and two games in a row have the same opening: {}. The seed alone \
         decides all of it.\n\nExample: cargo c64 match five-in-a-row --games 100 --seed 1",
        about::openings()
    )
}

/// Arguments of `match`.
#[derive(Debug, clap::Args)]
#[command(after_help = about_matches())]
pub struct Args {
    /// The game
    #[arg(value_parser = games::parser())]
    game: GameId,
    /// Number of games; if it is even, each player has each side of each opening once
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Seed of the openings and of the errors that weaker levels make
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The player whose wins are counted: random, beginner (who wins if one move does, else plays by chance), expert (who sees more than
    /// a C64), seed (the published program), engine (level 6), engine:1 to engine:6
    #[arg(long, value_name = "PLAYER", default_value = "engine")]
    a: Player,
    #[arg(long, value_name = "PLAYER", help = format!("The other player [default: {}]", about::opponents()))]
    b: Option<Player>,
    #[arg(long, value_name = "N|CxR", value_parser = games::parse_size, help = about::size())]
    size: Option<(u8, u8)>,
    /// Which of several equally good moves the engine chooses in tic-tac-toe
    #[arg(long, value_enum, default_value = "first")]
    ties: TiesName,
    /// Number of threads; the results do not depend on it [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Print the results as one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    game: &'static str,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    seed: u64,
    a: String,
    b: String,
    /// The scores of player a on the first side and on the second side.
    as_first: Score,
    as_second: Score,
    /// Number of moves by both players after the openings, in all games.
    plies: u64,
}

/// Plays the games and prints the score.
///
/// # Errors
/// A person cannot play a match.
pub fn run(args: &Args) -> Result<ExitCode> {
    if args.a.is_human() || args.b.is_some_and(Player::is_human) {
        bail!("a match has no human players; to play yourself, use `play`");
    }
    let document = visit(args.game, &Options { ties: args.ties.into(), size: args.size }, Match(args))?;
    match args.json {
        true => print_json(&document)?,
        false => print(&text_of(&document))?,
    }
    Ok(ExitCode::SUCCESS)
}

struct Match<'a>(&'a Args);

impl Visit for Match<'_> {
    type Output = Document;

    fn with<G: Playable>(self, start: G) -> Result<Document> {
        let args = self.0;
        let threads = match args.threads {
            Some(threads) => threads.into(),
            None => std::thread::available_parallelism().map_or(1, Into::into),
        };
        let [a, b] = [args.a, args.b.unwrap_or(G::OPPONENT)].map(|player| player.at(Level::BEST));
        let tournament = Tournament { a, b, games: args.games, seed: args.seed, threads };
        let progress = Progress::new("games", args.games);
        let played = tournament.play(&start, || progress.step())?;
        Ok(document(G::ID, &tournament, &played))
    }
}

fn document(game: GameId, tournament: &Tournament, played: &[Played]) -> Document {
    let Score { wins, draws, losses } = Score::of(played, None);
    Document {
        game: game.name(),
        games: tournament.games,
        wins,
        draws,
        losses,
        seed: tournament.seed,
        a: tournament.a.to_string(),
        b: tournament.b.to_string(),
        as_first: Score::of(played, Some(Side::First)),
        as_second: Score::of(played, Some(Side::Second)),
        plies: played.iter().map(|game| u64::from(game.plies - game.opening)).sum(),
    }
}

fn text_of(document: &Document) -> String {
    let Document { game, games, wins, draws, losses, seed, a, b, as_first, as_second, plies } = document;
    let row = |what: &str, score: &Score| {
        format!("\n{what:<16} {:>7} {:>7} {:>7}", score.wins, score.draws, score.losses)
    };
    let mut text =
        format!("{game}, seed {seed}: {a} against {b}\n{:<16} {:>7} {:>7} {:>7}", "", "won", "drawn", "lost");
    text += &row(&format!("{games} games"), &Score { wins: *wins, draws: *draws, losses: *losses });
    text += &row("  moving first", as_first);
    text += &row("  moving second", as_second);
    text + &format!("\n{:.1} moves a game after the opening", *plies as f64 / *games as f64)
}

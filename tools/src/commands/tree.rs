//! `tree GAME`: shows the game tree with values, windows, pruned branches and the principal variation.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use cargo_c64::output::{print, print_json, thousands, write_file};
use clap::value_parser;
use engine::actions::Action;
use engine::games::GameId;
use engine::search::MAX_DEPTH;
use serde::Serialize;

use crate::games;
use crate::tree::{self, Counts, Tree};

/// Arguments of `tree`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game
    #[arg(value_parser = games::parser_of(|game| game.can(Action::Search)), required_unless_present = "structure", requires = "depth")]
    game: Option<GameId>,
    /// Depth of the tree, in plies (moves of either side)
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u8>,
    /// Moves to play from the start before the search, separated by commas
    #[arg(long, value_name = "M,…", value_delimiter = ',')]
    moves: Vec<String>,
    /// Instead of a game: the number of children of each position, level by level, separated by commas
    #[arg(long, value_name = "N,…", value_delimiter = ',', conflicts_with = "game", requires = "values")]
    structure: Vec<usize>,
    /// The values of the leaves, from left to right, separated by commas
    #[arg(
        long,
        value_name = "V,…",
        value_delimiter = ',',
        requires = "structure",
        allow_negative_numbers = true
    )]
    values: Vec<i32>,
    /// Also write the tree as a picture to this file; its folder must exist
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Print the result as one JSON document, with every position that was searched
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Summary<'a> {
    game: Option<&'static str>,
    depth: Option<u8>,
    value: Option<i32>,
    pv: Vec<String>,
    positions: usize,
    searched: usize,
    leaves: usize,
    evaluated: usize,
    alpha_cutoffs: usize,
    beta_cutoffs: usize,
    tree: Node<'a>,
}

/// A position. A pruned position has neither value nor window, and its branches are left out.
#[derive(Serialize)]
struct Node<'a> {
    #[serde(rename = "move", skip_serializing_if = "str::is_empty")]
    mv: &'a str,
    player: &'static str,
    value: Option<i32>,
    /// `exact`, or the kind of bound.
    kind: &'static str,
    /// `None` if it is open.
    alpha: Option<i32>,
    beta: Option<i32>,
    principal: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<Node<'a>>,
}

impl Node<'_> {
    fn of(tree: &Tree) -> Node<'_> {
        let searched = tree.window.is_some();
        let bound = |value: i32| Some(value).filter(|value| ![tree::LEAST, tree::MOST].contains(value));
        Node {
            mv: &tree.label,
            player: if tree.maximises { "max" } else { "min" },
            value: tree.value.filter(|_| searched),
            kind: match (searched, tree.bound()) {
                (false, _) => "pruned",
                (true, "≤") => "at most",
                (true, "≥") => "at least",
                (true, _) => "exact",
            },
            alpha: tree.window.and_then(|(alpha, _)| bound(alpha)),
            beta: tree.window.and_then(|(_, beta)| bound(beta)),
            principal: tree.principal,
            children: tree.children.iter().filter(|_| searched).map(Node::of).collect(),
        }
    }
}

/// Searches and prints the tree.
///
/// # Errors
/// A move is malformed or illegal, the tree is too large, or the file is not writable.
pub fn run(args: &Args) -> Result<ExitCode> {
    // A misspelt folder is not created but reported before the search.
    let folder = args.svg.as_deref().and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        bail!("there is no folder {} for the picture", folder.display());
    }
    let (title, mut tree) = match (args.game, args.depth) {
        (Some(game), Some(depth)) => {
            let after = if args.moves.is_empty() {
                String::new()
            } else {
                format!(" after {}", args.moves.join(" "))
            };
            let title = format!("{}{after} to depth {depth}", game.name());
            (title, tree::of_game(game, &args.moves, depth)?)
        }
        (None, _) if !args.moves.is_empty() => bail!("--moves are moves of a game, and none is named"),
        _ => {
            let tree = Tree::from_structure(&args.structure, &args.values);
            (
                "game tree".to_string(),
                tree.map_err(|why| anyhow!("--structure and --values make no tree: {why}"))?,
            )
        }
    };
    let counts = tree.search();
    if let Some(path) = &args.svg {
        write_file(path, tree::svg(&title, &tree, &counts).as_bytes())?;
    }
    match args.json {
        true => print_json(&summary(args, &tree, counts))?,
        false => print(&format!("{}\n\n{}", tree::text(&tree), text_of(&tree, &counts)))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn summary<'a>(args: &Args, tree: &'a Tree, counts: Counts) -> Summary<'a> {
    let Counts { positions, searched, leaves, evaluated, alpha_cutoffs, beta_cutoffs } = counts;
    Summary {
        game: args.game.map(GameId::name),
        depth: args.depth,
        value: tree.value,
        pv: tree.variation().into_iter().map(str::to_string).filter(|mv| !mv.is_empty()).collect(),
        positions,
        searched,
        leaves,
        evaluated,
        alpha_cutoffs,
        beta_cutoffs,
        tree: Node::of(tree),
    }
}

fn text_of(tree: &Tree, counts: &Counts) -> String {
    let number = |number: usize| thousands(number as u64);
    let line = tree.variation().join(" ");
    let line = if line.trim().is_empty() { String::new() } else { format!(", principal variation {line}") };
    format!(
        "value {}{line}; {} of {} positions searched, {} of {} leaves evaluated; {} alpha and {} beta cut-offs",
        tree.value.unwrap_or_default(),
        number(counts.searched),
        number(counts.positions),
        number(counts.evaluated),
        number(counts.leaves),
        number(counts.alpha_cutoffs),
        number(counts.beta_cutoffs)
    )
}

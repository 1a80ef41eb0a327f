//! `play GAME`: plays a game in the terminal, with or without a human player.

mod words;

use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cargo_c64::output::thousands;
use engine::actions::Action;
use engine::games::GameId;
use engine::player::Level;
use engine::{Move, Side};

use crate::board::{BOLD, FAINT, GOOD, WARNING, paint};
use crate::games;
use crate::games::about;
use crate::games::{Options, TiesName, visit};
use crate::player::{self, How, Playable, Player, Session, Thought, Verdict, Visit, text_of};
use words::Word;

/// Arguments of `play`.
#[derive(Debug, clap::Args)]
#[command(after_help = format!(
    "{}\n\nExample: cargo c64 play mouse-and-cats --first human --second engine:3",
    words::help(&about::examples())
))]
pub struct Args {
    /// The game
    #[arg(value_parser = games::parser())]
    game: GameId,
    #[arg(long, value_name = "PLAYER", default_value = "human", help = format!(
        "Who plays the first side, {}: human, random, beginner, expert, seed (the published program), engine, engine:1 to engine:6",
        about::names(Side::First)
    ))]
    first: Player,
    #[arg(long, value_name = "PLAYER", default_value = "engine",
          help = format!("Who plays the second side, {}", about::names(Side::Second)))]
    second: Player,
    /// Level of `engine`, from 1 (for beginners) to 6 (strongest)
    #[arg(long, value_name = "N", default_value = "6", value_parser = player::parse_level)]
    level: Level,
    /// Seed of the random moves and of the errors that weaker levels make [default: a random one, which is printed]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[arg(long, value_name = "N|CxR", value_parser = games::parse_size, help = about::size())]
    size: Option<(u8, u8)>,
    /// Which of several equally good moves the engine chooses in tic-tac-toe
    #[arg(long, value_enum, default_value = "first")]
    ties: TiesName,
    /// Seconds to wait after each move if you play neither side
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0)]
    delay: f64,
}

/// Plays until the person quits or the input ends; without a person, plays one game.
///
/// # Errors
/// The options do not fit the game, or reading from or writing to the terminal fails.
pub fn run(args: &Args) -> Result<ExitCode> {
    let delay = Duration::try_from_secs_f64(args.delay).context("--delay must be a number of seconds")?;
    let seed = args.seed.unwrap_or_else(drawn_seed);
    let table = Table { args, delay, seed, input: std::io::stdin().lock(), output: anstream::stdout() };
    visit(args.game, &Options { ties: args.ties.into(), size: args.size }, table)?;
    Ok(ExitCode::SUCCESS)
}

/// Draws a random seed, short enough to be typed again.
fn drawn_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0) % 100_000
}

/// A game in the terminal.
struct Table<'a, I, O> {
    args: &'a Args,
    delay: Duration,
    seed: u64,
    input: I,
    output: O,
}

/// The consequence of a typed line.
enum Next {
    /// The same person is asked again.
    Ask,
    /// The position or the players have changed.
    Go,
    /// The person has quit.
    Leave,
}

impl<I: BufRead, O: Write> Visit for Table<'_, I, O> {
    type Output = ();

    fn with<G: Playable>(mut self, start: G) -> Result<()> {
        let mut session =
            Session::new(start, [self.args.first, self.args.second], self.args.level, self.seed);
        self.greet(&session)?;
        self.show(&session)?;
        loop {
            if session.is_over() {
                self.tell_end(&session)?;
                if !session.has_human() {
                    return Ok(());
                }
            }
            let player = session.player(session.game().side());
            if player.is_human() || session.is_over() {
                loop {
                    match self.ask(&mut session)? {
                        Next::Ask => {}
                        Next::Go => break,
                        Next::Leave => return Ok(()),
                    }
                }
            } else {
                self.move_of(&mut session, player)?;
                if !session.has_human() {
                    std::thread::sleep(self.delay);
                }
            }
            self.show(&session)?;
        }
    }
}

impl<I: BufRead, O: Write> Table<'_, I, O> {
    fn say(&mut self, text: &str) -> Result<()> {
        writeln!(self.output, "{text}").context("cannot write to the terminal")
    }

    fn greet<G: Playable>(&mut self, session: &Session<G>) -> Result<()> {
        let sides = [Side::First, Side::Second].map(|side| {
            let player = session.player(side);
            format!("{}: {player}", G::words(side).name)
        });
        self.say(&paint(BOLD, &format!("{} · {} · seed {}", G::ID.name(), sides.join(" · "), self.seed)))?;
        if session.has_human() {
            self.say(&format!("A move is {}.\n`help` lists the commands.", G::NOTATION))?;
        }
        Ok(())
    }

    fn show<G: Playable>(&mut self, session: &Session<G>) -> Result<()> {
        let board = session.game().draw(session.last());
        self.say(&format!("\n{board}\n"))
    }

    fn tell_end<G: Playable>(&mut self, session: &Session<G>) -> Result<()> {
        let text = match player::winner(session.game().outcome()) {
            Some(side) => format!("{}!", capital(&G::words(side).with("win"))),
            None => "A draw.".into(),
        };
        let after = format!("after {} moves", session.plies());
        self.say(&format!("{} {}", paint(GOOD, &text), paint(FAINT, &after)))?;
        if session.has_human() {
            self.say(
                "`new` starts another game, `undo` takes your last move back, `quit` ends the program.",
            )?;
        }
        Ok(())
    }

    /// Makes the move of the engine or the random player and prints how it was chosen.
    fn move_of<G: Playable>(&mut self, session: &mut Session<G>, player: Player) -> Result<()> {
        let side = session.game().side();
        let thought = session.think(player);
        ensure!(
            session.play(thought.mv),
            "{player} chose {}, which is not legal here",
            text_of::<G>(thought.mv)
        );
        let mv = paint(BOLD, &text_of::<G>(thought.mv));
        let told = format!("{} {mv}", capital(&G::words(side).with("play")));
        self.say(&format!("{told}  {}", paint(FAINT, &how_text::<G>(&thought, side))))
    }

    /// Asks the person for a line and executes it.
    fn ask<G: Playable>(&mut self, session: &mut Session<G>) -> Result<Next> {
        let prompt = match session.is_over() {
            true => "game over".into(),
            false => {
                let words = G::words(session.game().side());
                format!("{} to move", words.name)
            }
        };
        write!(self.output, "{} ", paint(BOLD, &format!("{prompt}>")))
            .and_then(|()| self.output.flush())
            .context("cannot write to the terminal")?;
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line).context("cannot read the terminal")? == 0 {
            self.say("")?;
            return Ok(Next::Leave);
        }
        let line = String::from_utf8_lossy(&line);
        let typed = line.trim();
        if typed.is_empty() {
            return Ok(Next::Ask);
        }
        match words::parse(typed) {
            Some(Ok(word)) => self.obey(session, word),
            Some(Err(problem)) => self.refuse(&problem),
            None => self.try_move(session, typed),
        }
    }

    fn refuse(&mut self, problem: &str) -> Result<Next> {
        self.say(&paint(WARNING, &capital(problem)))?;
        Ok(Next::Ask)
    }

    fn try_move<G: Playable>(&mut self, session: &mut Session<G>, typed: &str) -> Result<Next> {
        let text: String = typed.chars().filter(|c| !c.is_whitespace() && !"-,:".contains(*c)).collect();
        let mv = match G::parse_move(text.as_bytes()) {
            Ok(mv) => mv,
            Err(error) => {
                let shown = typed.escape_debug();
                return self.refuse(&format!(
                    "`{shown}` is neither a move ({error}) nor a command. A move is {}; `help` lists the commands.",
                    G::NOTATION
                ));
            }
        };
        let name = text_of::<G>(mv);
        if session.is_over() {
            return self
                .refuse("the game is over: `new` starts another one, `undo` takes your last move back.");
        }
        if session.play(mv) {
            return Ok(Next::Go);
        }
        let why = session.game().why_not(mv);
        self.refuse(&format!("{name} is not legal here: {why}. `moves` lists the legal moves."))
    }

    fn obey<G: Playable>(&mut self, session: &mut Session<G>, word: Word) -> Result<Next> {
        match word {
            Word::Help => self.say(&words::help(G::NOTATION))?,
            Word::Board => self.show(session)?,
            Word::Quit => return Ok(Next::Leave),
            Word::New => {
                session.restart();
                self.say("A new game.")?;
                return Ok(Next::Go);
            }
            Word::Undo | Word::Redo if !G::ID.can(Action::TakeBack) => {
                return self.refuse(&format!("in {} no move is taken back.", G::TITLE));
            }
            Word::Undo | Word::Redo => {
                let (count, what) = match word {
                    Word::Undo => (session.undo(), "taken back"),
                    _ => (session.redo(), "played again"),
                };
                if count == 0 {
                    return self.refuse(&format!("there is nothing to be {what}."));
                }
                self.say(&format!("{count} move{} {what}.", if count == 1 { "" } else { "s" }))?;
                return Ok(Next::Go);
            }
            Word::Swap => {
                session.swap();
                self.say("You have swapped sides.")?;
                return Ok(Next::Go);
            }
            Word::Level(None) => {
                self.say(&format!("The engine plays at level {}.", session.level().number()))?
            }
            Word::Level(Some(level)) => {
                session.set_level(level);
                self.say(&format!("The engine now plays at level {}.", level.number()))?;
            }
            Word::Weights => match session.game().draw_weights() {
                Some(text) => self.say(&format!("\n{text}\n"))?,
                None => return self.refuse(&format!("{} has no weights.", G::TITLE)),
            },
            _ if session.is_over() => return self.refuse("the game is over: `new` starts another one."),
            Word::Moves => {
                let moves: Vec<String> =
                    player::legal_moves(session.game()).into_iter().map(text_of::<G>).collect();
                self.say(&format!("{} moves: {}", moves.len(), moves.join(" ")))?;
            }
            Word::Hint => self.say(&hint_text(session))?,
            Word::Verdict => self.say(&verdict_text(session))?,
            Word::Auto => {
                let level = session.level();
                self.move_of(session, Player::Engine(Some(level)))?;
                return Ok(Next::Go);
            }
        }
        Ok(Next::Ask)
    }
}

/// Describes the move that the engine advises, and why.
fn hint_text<G: Playable>(session: &mut Session<G>) -> String {
    let advice = session.advise();
    let mv = paint(GOOD, &text_of::<G>(advice.best));
    let verdict = advice.verdict.sentence::<G>(session.game().side());
    format!("{mv}: {}; {verdict}.", advice.reason)
}

/// Describes who wins, and the moves if they are known.
fn verdict_text<G: Playable>(session: &mut Session<G>) -> String {
    let advice = session.advise();
    let line = match advice.verdict {
        Verdict::Open => String::new(),
        _ => paint(FAINT, &format!("  {}", line_text::<G>(&advice.line))),
    };
    format!("{}.{line}", capital(&advice.sentence::<G>(session.game().side())))
}

/// Describes how a move was found: its depth, nodes and value, and the expected line.
fn how_text<G: Playable>(thought: &Thought, side: Side) -> String {
    let mut parts = vec![thought.how.text().to_string()];
    if thought.depth > 0 {
        parts.push(format!("depth {}", thought.depth));
    }
    if thought.nodes > 0 {
        parts.push(format!("{} nodes", thousands(thought.nodes.into())));
    }
    if let Some(end) = thought.end {
        parts.push(Verdict::Forced(end).sentence::<G>(side));
    } else if let (How::Search, Some(score)) = (thought.how, thought.score) {
        parts.push(format!("score ${score:02X}"));
    }
    if thought.line.len() > 1 {
        parts.push(line_text::<G>(&thought.line));
    }
    parts.join(", ")
}

fn line_text<G: Playable>(line: &[Move]) -> String {
    let moves: Vec<String> = line.iter().map(|mv| text_of::<G>(*mv)).collect();
    moves.join(" ")
}

/// Capitalises a sentence.
fn capital(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}

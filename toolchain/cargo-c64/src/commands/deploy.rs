//! `deploy`: starts a program on an Ultimate on the same network.
//!
//! The Ultimate's REST interface (firmware 3.11 and newer) accepts a program file with `POST /v1/runners:run_prg`, resets the C64, loads
//! the file and runs it. Source: Gideon Zweijtzer, "Ultimate documentation", chapter "REST API Calls". The tests use a small
//! server; it has not been tested on hardware.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use serde::Serialize;
use ureq::http::HeaderValue;
use ureq::http::uri::Authority;

use crate::rust_build::Choice;
use crate::setup::Setup;
use crate::startable::startable;
use crate::{input, output, subject};

/// Arguments of `deploy`.
#[derive(Debug, clap::Args)]
#[command(mut_group("choice", |group| group.conflicts_with("file")))]
pub struct Args {
    /// Program file to start [default: build the crate in the current folder]
    #[arg(value_name = "FILE.prg")]
    file: Option<PathBuf>,
    /// Name or address of the Ultimate, with its port if that is not 80
    #[arg(long, value_name = "HOST", value_parser = host)]
    to: String,
    /// Network password of the Ultimate, if it has one
    #[arg(long, value_name = "PASSWORD", value_parser = password)]
    password: Option<String>,
    /// Cargo.toml of the crate to build
    #[arg(long, value_name = "PATH", conflicts_with = "file")]
    manifest_path: Option<PathBuf>,
    /// Which program of the crate to start, and how to build it.
    #[command(flatten)]
    choice: Choice,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
}

/// Time limit for the Ultimate to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Number of characters of an answer that an error quotes.
const SHOWN: usize = 80;

/// The JSON output of the command.
#[derive(Debug, Serialize)]
struct Deployed<'a> {
    to: &'a str,
    bytes: usize,
}

/// Builds the program and has the Ultimate run it.
///
/// # Errors
/// Something that is needed is missing, the program does not compile, or the Ultimate does not answer or refuses.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let prg = program(args, setup)?;
    start(&args.to, args.password.as_deref(), &prg)?;
    match args.json {
        true => output::print_json(&Deployed { to: &args.to, bytes: prg.len() })?,
        false => output::print(&format!(
            "{} runs the program of {} bytes",
            args.to,
            output::thousands(prg.len() as u64)
        ))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the program file to start.
fn program(args: &Args, setup: Setup) -> Result<Vec<u8>> {
    if let Some(file) = &args.file {
        return input::program(file);
    }
    let built = subject::build(&subject::find(args.manifest_path.as_deref())?, &args.choice, setup)?;
    Ok(startable(&built.image).into_owned())
}

/// Parses the name or address of a host, with or without a port.
fn host(text: &str) -> Result<String, String> {
    let authority = text.parse::<Authority>().ok();
    let whole = authority.map(|authority| match authority.port() {
        Some(port) => format!("{}:{port}", authority.host()),
        None => authority.host().to_string(),
    });
    match whole {
        Some(whole) if whole == text && !text.starts_with(':') => Ok(whole),
        _ => Err("a host is a name or an address, such as 192.168.1.64 or ultimate:8080".into()),
    }
}

/// Accepts a password if an HTTP header can hold it.
fn password(text: &str) -> Result<String, &'static str> {
    match HeaderValue::from_str(text) {
        Ok(_) => Ok(text.to_string()),
        Err(_) => Err("a password has no line breaks or other control characters"),
    }
}

/// Sends a program file to the Ultimate at `host`, which runs it.
///
/// # Errors
/// The Ultimate does not answer or rejects the request.
fn start(host: &str, password: Option<&str>, prg: &[u8]) -> Result<()> {
    let config = ureq::Agent::config_builder().timeout_global(Some(PATIENCE)).http_status_as_error(false);
    let agent: ureq::Agent = config.build().into();
    let mut request = agent
        .post(format!("http://{host}/v1/runners:run_prg"))
        .header("Content-Type", "application/octet-stream");
    if let Some(password) = password {
        request = request.header("X-Password", password);
    }
    let mut response = request.send(prg).map_err(|error| unanswered(host, error))?;
    let said = response.body_mut().read_to_string();
    let status = response.status().as_u16();
    let errors = said.as_deref().ok().and_then(errors);
    let start = match &said {
        Ok(answer) => beginning(answer),
        Err(error) => error.to_string(),
    };
    match (status, errors) {
        (200..300, Some(errors)) if errors.is_empty() => Ok(()),
        (200..300, Some(errors)) => Err(anyhow!(errors).context(format!("{host} cannot run the program"))),
        // Perhaps a router or another computer.
        (200..300, None) => bail!("{host} does not answer as an Ultimate does: {start}"),
        (403, _) if password.is_none() => bail!("{host} asks for its network password: pass --password"),
        (403, _) => bail!("{host} refuses the password"),
        (404, _) => bail!(
            "{host} has no REST interface for programs: it needs an Ultimate with firmware 3.11 or newer"
        ),
        (status, errors) => bail!("{host} answers with HTTP status {status}: {}", errors.unwrap_or(start)),
    }
}

/// Returns the error for a request that got no answer.
fn unanswered(host: &str, error: ureq::Error) -> anyhow::Error {
    match error {
        ureq::Error::Timeout(_) => anyhow!("{host} does not answer within {} seconds", PATIENCE.as_secs()),
        ureq::Error::Protocol(_) | ureq::Error::Http(_) => {
            anyhow::Error::new(error).context(format!("{host} does not answer as an Ultimate does"))
        }
        error => anyhow::Error::new(error).context(format!("{host} does not answer")),
    }
}

/// Joins the errors that the Ultimate's answer lists; `None` if the answer is not from an Ultimate.
fn errors(answer: &str) -> Option<String> {
    let answer: serde_json::Value = serde_json::from_str(answer).ok()?;
    let errors = answer["errors"].as_array()?;
    Some(errors.iter().filter_map(|error| error.as_str()).collect::<Vec<_>>().join("; "))
}

/// Returns the first line of an answer, truncated to fit into a message.
fn beginning(answer: &str) -> String {
    let answer = answer.trim();
    if answer.is_empty() {
        return "its answer is empty".into();
    }
    let start: String = answer.lines().next().unwrap_or_default().chars().take(SHOWN).collect();
    match start.len() < answer.len() {
        true => format!("{start} …"),
        false => start,
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpListener;
    use std::thread::JoinHandle;

    use super::*;

    /// Starts a server that answers one request like this. Returns its address, and the request's head and body.
    fn ultimate(status: &'static str, answer: &'static str) -> (String, JoinHandle<(String, Vec<u8>)>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") {
                reader.read_line(&mut head).unwrap();
            }
            let length = head
                .to_lowercase()
                .lines()
                .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
            let mut body = vec![0; length.unwrap()];
            reader.read_exact(&mut body).unwrap();
            let length = answer.len();
            write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {length}\r\n\r\n{answer}").unwrap();
            (head, body)
        });
        (address, server)
    }

    #[test]
    fn the_program_is_posted_with_the_password() {
        let (address, server) = ultimate("200 OK", "{\"errors\": []}");
        start(&address, Some("secret"), &[1, 8, 0x60]).unwrap();
        let (head, body) = server.join().unwrap();
        assert!(head.starts_with("POST /v1/runners:run_prg HTTP/1.1\r\n"), "{head}");
        assert!(head.to_lowercase().contains("x-password: secret\r\n"), "{head}");
        assert_eq!(body, [1, 8, 0x60]);
    }

    #[test]
    fn a_refusal_is_told() {
        for (status, answer, password, said) in [
            ("200 OK", "{\"errors\": [\"Disk full\"]}", None, "Disk full"),
            ("403 Forbidden", "", None, "asks for its network password"),
            ("403 Forbidden", "", Some("x"), "refuses the password"),
            ("404 Not Found", "", None, "firmware 3.11"),
            ("500 Server Error", "broken", None, "HTTP status 500: broken"),
            ("500 Server Error", "{\"errors\": [\"No memory\"]}", None, "HTTP status 500: No memory"),
            (
                "200 OK",
                "<html>A router</html>",
                None,
                "does not answer as an Ultimate does: <html>A router</html>",
            ),
            ("200 OK", "", None, "does not answer as an Ultimate does: its answer is empty"),
            ("2oo OK", "", None, "does not answer as an Ultimate does"),
        ] {
            let (address, server) = ultimate(status, answer);
            let error = format!("{:#}", start(&address, password, &[1, 8, 0x60]).unwrap_err());
            assert!(error.contains(said), "{error}");
            server.join().unwrap();
        }
    }

    #[test]
    fn a_long_answer_is_cut() {
        let page: &str = Box::leak(format!("<html>\n{}", "x".repeat(100_000)).into_boxed_str());
        let (address, server) = ultimate("500 Server Error", page);
        let error = format!("{:#}", start(&address, None, &[1, 8, 0x60]).unwrap_err());
        assert!(error.len() < 200 && error.ends_with("HTTP status 500: <html> …"), "{error}");
        server.join().unwrap();
    }

    #[test]
    fn a_host_that_is_not_there_is_named() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        drop(listener);
        let error = start(&address, None, &[1, 8, 0x60]).unwrap_err().to_string();
        assert_eq!(error, format!("{address} does not answer"));
    }
}

//! A small local web server for the page: it only serves GET requests for a few files in memory.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};

use super::Page;

/// The maximum length of a request, and the time that a browser has to send it.
const LONGEST: u64 = 16 * 1024;
const PATIENCE: Duration = Duration::from_secs(10);

/// A server that listens on this computer only.
pub struct Server {
    listener: TcpListener,
    page: Arc<Page>,
}

impl Server {
    /// Opens a port; 0 means any free port.
    ///
    /// # Errors
    /// The port is in use.
    pub fn listen(port: u16) -> Result<TcpListener> {
        TcpListener::bind(("127.0.0.1", port))
            .with_context(|| format!("cannot listen on port {port} of this computer"))
    }

    /// Creates a server for a page at the opened port.
    pub fn new(page: Page, listener: TcpListener) -> Server {
        Server { listener, page: Arc::new(page) }
    }

    /// Returns the address at which it listens.
    ///
    /// # Errors
    /// The system does not report it.
    pub fn address(&self) -> Result<SocketAddr> {
        self.listener.local_addr().context("cannot tell the port")
    }

    /// Answers requests as long as there are any, each in its own thread.
    pub fn run(&self) {
        for stream in self.listener.incoming().flatten() {
            let page = Arc::clone(&self.page);
            // A browser that disconnects early is not an error of the server.
            std::thread::spawn(move || drop(answer(&page, stream)));
        }
    }
}

/// Answers one request with a file of a page.
///
/// # Errors
/// The browser disconnected or sent nothing.
pub fn answer(page: &Page, mut stream: TcpStream) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream.try_clone()?.take(LONGEST));
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut line = String::new();
    while reader.read_line(&mut line)? > 2 {
        line.clear();
    }
    stream.write_all(&response(page, &first))
}

/// Returns the complete response to a request that begins with this line.
fn response(page: &Page, request: &str) -> Vec<u8> {
    let mut words = request.split(' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let name = match path.strip_prefix('/') {
        Some("") => "index.html",
        Some(name) => name,
        None => "",
    };
    let found = page.files.iter().find(|(file, _)| file == name).filter(|_| method == "GET");
    let (status, kind, body) = match found {
        Some((name, contents)) => ("200 OK", media_type(name), contents.as_slice()),
        None => ("404 Not Found", "text/plain", &b"There is no such file.\n"[..]),
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n"
    );
    [head.as_bytes(), body].concat()
}

/// Returns the media type of a file of the page. Browsers run WebAssembly and scripts only with the correct type.
pub fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        Page { files: vec![("index.html".into(), b"<p>".to_vec()), ("c64.wasm".into(), vec![0, 1, 2])] }
    }

    #[test]
    fn files_are_sent_with_their_types_and_others_are_not_found() {
        let text = |request: &str| String::from_utf8_lossy(&response(&page(), request)).to_string();
        assert!(text("GET / HTTP/1.1\r\n").starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html"));
        let module = text("GET /c64.wasm?1 HTTP/1.1\r\n");
        assert!(module.contains("application/wasm") && module.ends_with("\r\n\r\n\0\u{1}\u{2}"));
        for request in
            ["GET /../Cargo.toml HTTP/1.1", "POST / HTTP/1.1", "", "GET", "GET index.html HTTP/1.1"]
        {
            assert!(text(request).starts_with("HTTP/1.1 404"), "{request}");
        }
    }

    #[test]
    fn it_answers_over_the_network() {
        let server = Server::new(page(), Server::listen(0).unwrap());
        let address = server.address().unwrap();
        std::thread::spawn(move || server.run());
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(b"GET /c64.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        assert!(answer.starts_with(b"HTTP/1.1 200 OK") && answer.ends_with(&[0, 1, 2]));
    }
}

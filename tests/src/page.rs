//! The page in a browser, as a C64 for the person of the tests: every key is a key event of the browser.

use std::sync::{Arc, Mutex, OnceLock};

use serde_json::Value;
use tools::play_picture::{MEMORY_POINTERS, PICTURE_ADDRESS, Picture, is_picture};
use tools::web::{Page, Server, answer};
use vice::{COLUMNS, Joystick, ROWS};

use crate::browser::Browser;
use crate::person::Computer;
use crate::program;

/// The page as it is built.
///
/// # Panics
/// It does not build.
pub fn built() -> &'static Page {
    static BUILT: OnceLock<Page> = OnceLock::new();
    BUILT.get_or_init(|| {
        Page::build(&program::workspace(), program::SETUP, &program::play().image, None)
            .unwrap_or_else(|error| panic!("{error:#}"))
    })
}

/// `10 SYS 2061` and this code at $080D.
pub fn prg(code: &[u8]) -> Vec<u8> {
    let line = [0x01, 0x08, 0x0b, 0x08, 0x0a, 0x00, 0x9e, b'2', b'0', b'6', b'1', 0, 0, 0];
    [&line[..], code].concat()
}

/// A server whose page can be replaced, or be gone as if the server had been stopped.
pub struct Site {
    address: String,
    page: Arc<Mutex<Option<Page>>>,
}

impl Site {
    /// Serves a page as long as the tests run.
    ///
    /// # Panics
    /// It cannot be served.
    pub fn new(page: Page) -> Site {
        let listener = Server::listen(0).unwrap_or_else(|error| panic!("{error:#}"));
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let site = Site { address, page: Arc::new(Mutex::new(Some(page))) };
        let page = Arc::clone(&site.page);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let page = page.lock().unwrap().clone();
                // Without a page the connection is closed, and the browser has no answer.
                std::thread::spawn(move || page.map(|page| drop(answer(&page, stream))));
            }
        });
        site
    }

    /// Serves another page from now on, or none.
    ///
    /// # Panics
    /// Never: nobody panics who has the page.
    pub fn serve(&self, page: Option<Page>) {
        *self.page.lock().unwrap() = page;
    }
}

/// The page as it is built, which is served as long as the tests run.
///
/// # Panics
/// It cannot be served.
pub fn site() -> &'static Site {
    static SITE: OnceLock<Site> = OnceLock::new();
    SITE.get_or_init(|| Site::new(built().clone()))
}

/// The page in a browser of its own.
pub struct InBrowser {
    /// The browser.
    pub browser: Browser,
    address: String,
}

impl InBrowser {
    /// Opens the page, in English.
    ///
    /// # Panics
    /// There is no browser, or the page does not load.
    pub fn open() -> InBrowser {
        InBrowser::open_at(site())
    }

    /// Opens the page of a site.
    ///
    /// # Panics
    /// As [`InBrowser::open`].
    pub fn open_at(site: &Site) -> InBrowser {
        let program = program::SETUP.browser().unwrap_or_else(|error| panic!("{error:#}"));
        let mut page =
            InBrowser { browser: Browser::start(&program, 1280, 800), address: site.address.clone() };
        page.load("");
        page
    }

    /// Loads the page, with this behind its address.
    pub fn load(&mut self, rest: &str) {
        // For a person who has left no game here.
        self.browser.value("window.c64?.forgetStates()");
        self.reload(rest);
    }

    /// Loads the page again, which goes on where it was, with this behind its address.
    pub fn reload(&mut self, rest: &str) {
        // From elsewhere, as another fragment alone would load nothing.
        self.browser.open("about:blank");
        self.browser.wait("location.href === 'about:blank'");
        self.browser.open(&format!("{}{rest}", self.address));
        self.wait_until_it_runs();
    }

    /// Loads the page in a new tab, after the process of this one has ended without a word to the page.
    pub fn discard(&mut self) {
        self.browser.discard_tab();
        self.browser.resize(1280, 800);
        self.browser.open(&self.address.clone());
        self.wait_until_it_runs();
    }

    /// Waits for the first frame.
    pub fn wait_until_it_runs(&mut self) {
        self.browser.wait("Boolean(window.c64?.counts.frames)");
    }

    /// What the page says below the screen.
    pub fn status(&mut self) -> String {
        let text = self.browser.value("document.getElementById('status').textContent");
        text.as_str().unwrap_or_default().to_string()
    }

    /// Opens a file as if it had been dropped on the page.
    pub fn drop_file(&mut self, name: &str, bytes: &[u8]) {
        let drop = format!("c64.open(new File([new Uint8Array({bytes:?})], {name:?})).then(() => true)");
        assert_eq!(self.browser.value(&drop), Value::Bool(true));
    }

    fn read(&mut self, address: u16, length: u16, ram: bool) -> Vec<u8> {
        let bytes = self.browser.value(&format!("c64.read({address}, {length}, {ram})"));
        let bytes = bytes.as_array().map(Vec::as_slice).unwrap_or_default();
        bytes.iter().map(|byte| byte.as_u64().unwrap_or_default() as u8).collect()
    }
}

/// A key of the browser for a PETSCII code: its value and place.
fn key(petscii: u8) -> (String, String) {
    let named = |name: &str| (name.to_string(), name.to_string());
    match petscii {
        0x91 => named("ArrowUp"),
        0x11 => named("ArrowDown"),
        0x9d => named("ArrowLeft"),
        0x1d => named("ArrowRight"),
        0x0d => named("Enter"),
        b'0'..=b'9' => (char::from(petscii).to_string(), format!("Digit{}", char::from(petscii))),
        b'A'..=b'Z' => {
            (char::from(petscii.to_ascii_lowercase()).to_string(), format!("Key{}", char::from(petscii)))
        }
        _ => panic!("no key for ${petscii:02x}"),
    }
}

impl Computer for InBrowser {
    fn hold(&mut self, stick: Joystick) {
        panic!("nobody has a stick at the page: {stick:?}");
    }

    fn type_keys(&mut self, keys: &[u8]) {
        for petscii in keys {
            let (key, code) = key(*petscii);
            self.browser.key(&key, &code);
        }
        self.run_jiffies(1);
    }

    fn run_jiffies(&mut self, jiffies: u16) {
        // A frame is a little longer than a sixtieth of a second.
        self.browser.value(&format!("c64.run({jiffies})"));
    }

    fn run_on(&mut self) {
        self.run_jiffies(1);
    }

    fn picture(&mut self) -> Option<Picture> {
        if !is_picture(self.chips(MEMORY_POINTERS, 1)[0]) {
            return None;
        }
        Some(Picture::new(&self.memory(PICTURE_ADDRESS, (COLUMNS * ROWS) as u16)))
    }

    fn chips(&mut self, address: u16, length: u16) -> Vec<u8> {
        self.read(address, length, false)
    }

    fn memory(&mut self, address: u16, length: u16) -> Vec<u8> {
        self.read(address, length, true)
    }
}

//! A browser without a window, driven over Chromium's DevTools protocol.
//!
//! The protocol goes through pipes, messages of JSON ended by a zero byte, so that no port is taken and no WebSocket needed. Source:
//! Chromium's `content/browser/devtools/devtools_pipe_handler.cc` and <https://chromedevtools.github.io/devtools-protocol>.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// Chromium reads commands from file 3 and answers to file 4.
const SHELL: &str = "exec \"$0\" \"$@\" 3<&0 4>&1 >/dev/null 2>&1";

/// The longest wait for a condition.
const PATIENCE: Duration = Duration::from_secs(40);
const PAUSE: Duration = Duration::from_millis(50);

/// The event of a tab whose process has ended.
const CRASHED: &str = "Inspector.targetCrashed";

/// A browser with one page. Whatever goes wrong panics; at its end, so does all that a page complained about.
pub struct Browser {
    child: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
    session: Option<String>,
    last: u64,
    /// What the page complained about.
    complaints: Vec<String>,
    /// A part of the complaints that a test expects.
    expected: Option<&'static str>,
    _home: TempDir,
}

impl Browser {
    /// Starts the program, with an empty page of this size.
    pub fn start(program: &Path, width: u32, height: u32) -> Browser {
        let home = tempfile::tempdir().unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", SHELL]).arg(program);
        // Root has no sandbox, and the tests run in containers as root.
        command.args(["--headless=new", "--no-sandbox", "--disable-gpu", "--mute-audio", "--no-first-run"]);
        command.args([
            "--disable-dev-shm-usage",
            "--remote-debugging-pipe",
            "--disable-background-networking",
            // A mouse, which points finely and hovers: without a window Chromium has none. Source: `HoverType` and `PointerType` in Blink's
            // `public/common/css`.
            "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
        ]);
        command.arg(format!("--user-data-dir={}", home.path().join("profile").display())).arg("about:blank");
        command.env("HOME", home.path()).env("LC_ALL", "C.UTF-8").env("LANGUAGE", "en");
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (commands, answers) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut browser = Browser {
            child,
            commands,
            answers,
            session: None,
            last: 0,
            complaints: Vec::new(),
            expected: None,
            _home: home,
        };
        browser.open_tab();
        browser.resize(width, height);
        browser
    }

    /// Opens another tab, to which commands go from now on. Returns the one before, for [`Browser::to_tab`].
    pub fn open_tab(&mut self) -> Option<String> {
        let before = self.session.take();
        let target = self.send("Target.createTarget", json!({ "url": "about:blank" }));
        let attached = self.send(
            "Target.attachToTarget",
            json!({ "targetId": target["targetId"].clone(), "flatten": true }),
        );
        self.session = Some(attached["sessionId"].as_str().unwrap().to_string());
        for domain in ["Page", "Runtime", "Log", "Network", "Inspector", "ServiceWorker"] {
            self.send(&format!("{domain}.enable"), json!({}));
        }
        before
    }

    /// Ends the process of the tab, as a phone does that needs its memory, and opens another tab.
    pub fn discard_tab(&mut self) {
        self.write("Page.crash", &json!({}));
        loop {
            let event = self.next();
            if event["method"] == CRASHED {
                break;
            }
            self.note(&event);
        }
        self.open_tab();
        self.send("Page.bringToFront", json!({}));
    }

    /// Has commands go to another tab. Returns the one before.
    pub fn to_tab(&mut self, tab: Option<String>) -> Option<String> {
        std::mem::replace(&mut self.session, tab)
    }

    /// Sends a command and returns its result.
    pub fn send(&mut self, method: &str, parameters: Value) -> Value {
        self.write(method, &parameters);
        loop {
            let answer = self.next();
            if answer["id"] == json!(self.last) {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.note(&answer);
        }
    }

    /// Sends a command, and does not wait for its result.
    fn write(&mut self, method: &str, parameters: &Value) {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.commands.write_all(&bytes).unwrap_or_else(|error| panic!("the browser has ended: {error}"));
    }

    fn next(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.answers.read_until(0, &mut bytes).unwrap();
        assert_eq!(bytes.pop(), Some(0), "the browser has ended");
        serde_json::from_slice(&bytes).unwrap()
    }

    fn note(&mut self, event: &Value) {
        let parameters = &event["params"];
        let method = event["method"].as_str().unwrap_or_default();
        let complains = match method {
            // A rejection that nobody handles is an exception, too.
            "Runtime.exceptionThrown" | "ServiceWorker.workerErrorReported" | CRASHED => true,
            "Runtime.consoleAPICalled" => parameters["type"] == "error" || parameters["type"] == "assert",
            "Log.entryAdded" => parameters["entry"]["level"] == "error",
            _ => false,
        };
        if complains {
            self.complaints.push(format!("{method}: {parameters}"));
        }
    }

    /// What the pages and the browser complained about since the last call, which a test may expect: exceptions, rejections that nobody
    /// handles, errors of the console, of the log and of service workers.
    pub fn complaints(&mut self) -> Vec<String> {
        std::mem::take(&mut self.complaints)
    }

    /// Expects complaints with this part, however late they come.
    pub fn expect(&mut self, part: &'static str) {
        self.expected = Some(part);
    }

    /// Gives the page another size.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.send("Emulation.setDeviceMetricsOverride", size);
    }

    /// Is a phone from the next page on: of this size, with fingers.
    pub fn become_phone(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": true });
        self.send("Emulation.setDeviceMetricsOverride", size);
        self.send("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 5 }));
    }

    /// Touches: `touchStart`, `touchMove`, `touchEnd` or `touchCancel`, with the fingers that touch the page from now on, by their places.
    pub fn touch(&mut self, kind: &str, fingers: &[(f64, f64)]) {
        let points: Vec<Value> =
            fingers.iter().enumerate().map(|(id, (x, y))| json!({ "x": x, "y": y, "id": id })).collect();
        self.send("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    }

    /// The middle of the first element that a selector finds.
    pub fn middle(&mut self, selector: &str) -> (f64, f64) {
        let middle = format!(
            "(() => {{ const box = document.querySelector({selector:?}).getBoundingClientRect(); return [box.x + box.width / 2, box.y + \
             box.height / 2]; }})()"
        );
        let place = self.value(&middle);
        let [x, y] = [0, 1].map(|at| place[at].as_f64().unwrap_or_else(|| panic!("{selector}: {place}")));
        (x, y)
    }

    /// Presses the mouse's button somewhere, or lets it go: `mousePressed`, `mouseReleased`; or moves it: `mouseMoved`.
    pub fn mouse(&mut self, kind: &str, (x, y): (f64, f64)) {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        let event = json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": 1 });
        self.send("Input.dispatchMouseEvent", event);
    }

    /// Clicks on an element's middle, as a mouse does.
    pub fn click(&mut self, id: &str) {
        let middle = self.middle(&format!("#{id}"));
        for kind in ["mousePressed", "mouseReleased"] {
            self.mouse(kind, middle);
        }
    }

    /// Goes to an address.
    pub fn open(&mut self, url: &str) {
        self.send("Page.navigate", json!({ "url": url }));
    }

    /// The value of an expression, once it is there if it is a promise.
    pub fn value(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.send("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    #[track_caller]
    pub fn wait(&mut self, expression: &str) {
        let end = Instant::now() + PATIENCE;
        while self.value(expression) != json!(true) {
            assert!(Instant::now() < end, "never true: {expression}; {:?}", self.complaints);
            thread::sleep(PAUSE);
        }
    }

    /// Presses a key and lets it go: its value and its place, as in `KeyboardEvent`.
    pub fn key(&mut self, key: &str, code: &str) {
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({ "type": kind, "key": key, "code": code });
            // What a key writes: without it, RETURN presses no button.
            let text = if key == "Enter" { "\r" } else { key };
            if kind == "keyDown" && text.chars().count() == 1 {
                event["text"] = json!(text);
            }
            self.send("Input.dispatchKeyEvent", event);
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // With all that was sent before the answer, and what the page has still to do at once.
        if !thread::panicking() {
            self.value("new Promise((done) => setTimeout(done, 0)).then(() => true)");
        }
        // Closing the pipe ends the browser with all its processes; who does not listen is killed.
        let _ = self.commands.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let end = Instant::now() + Duration::from_secs(5);
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < end {
            thread::sleep(PAUSE);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        if !thread::panicking() {
            let expected = |text: &String| self.expected.is_some_and(|part| text.contains(part));
            self.complaints.retain(|text| !expected(text));
            assert_eq!(self.complaints, [""; 0], "the page complained");
        }
    }
}

//! The page in a real browser: whole games by keys, sound, all ways to play, the search. Needs Chromium and never skips.

use e2e::album::Album;
use e2e::browser::Browser;
use e2e::page::{self, InBrowser, Site, prg};
use e2e::person::{Computer, Deed, Hands, Person, Row};
use e2e::script;
use e2e::shown::Language;
use engine::games::mouse_and_cats::MouseAndCats;
use engine::{Game, Move, Notation};
use serde_json::{Value, json};

/// The most bytes of the whole page.
const MOST_BYTES: usize = 500_000;

fn mouse_and_cats(text: &str) -> Move {
    MouseAndCats::parse_move(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn every_game_is_played_to_its_end_by_keys() {
    let mut person = Person::new(InBrowser::open(), Hands::Keys);
    script::all_games(&mut person, Language::English);
}

/// Keeps where the blocks of sound begin and how long they are, in samples.
const LISTEN_TO_BLOCKS: &str = "(() => { window.blocks = []; const source = AudioBufferSourceNode.prototype; const start = \
    source.start; source.start = function (when) { blocks.push({ start: Math.round(when * this.context.sampleRate), length: \
    this.buffer.length }); start.call(this, when); }; return true; })()";

#[test]
fn it_is_small_runs_at_its_speed_and_sounds() {
    let bytes = page::built().bytes();
    assert!(bytes < MOST_BYTES, "{bytes} bytes");
    let mut page = InBrowser::open();
    // It is painted where it has changed only, and so it is there.
    page.browser.wait("new Set(document.getElementById('screen').getContext('2d').getImageData(0, 0, 384, 272).data).size > 3");
    let loaded =
        page.browser.value("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0");
    assert_eq!(page.browser.value("c64.audio() ?? null"), json!(null), "sound before anybody wants it");
    let listen = "window.loud = window.most = 0; c64.counts.hears = (block) => { loud += block.filter((sample) => Math.abs(sample) > \
        0.005).length; most = block.reduce((most, sample) => Math.max(most, Math.abs(sample)), most); }; true";
    page.browser.value(listen);
    page.browser.value(LISTEN_TO_BLOCKS);
    page.browser.key("Enter", "Enter");
    page.browser.wait("c64.audio() === 'running'");
    let measure = "new Promise((done) => { const a = { ...c64.counts, at: performance.now() }; setTimeout(() => done([c64.counts.frames - \
                   a.frames, c64.counts.milliseconds - a.milliseconds, performance.now() - a.at]), 2000); })";
    let measured = page.browser.value(measure);
    let [frames, busy, passed] = [0, 1, 2].map(|at| number(&measured[at]));
    println!(
        "{bytes} bytes, first paint after {loaded} ms, {frames} frames in {passed} ms, of which {busy} ms were busy"
    );
    // How fast it is depends on the computer; that it is never faster than a C64 does not. It catches up a fifth of a second at most.
    assert!(frames > 0.0 && frames < passed / 1000.0 * 50.2 + 12.0, "{frames} frames in {passed} ms");
    page.browser.wait("loud > 20000");
    // -6 dBFS.
    assert!((0.1..0.501).contains(&number(&page.browser.value("most"))), "{}", page.browser.value("most"));
    // No block begins before the end of the one before, and most where that ends; others wait for a computer that was busy.
    let gaps = page
        .browser
        .value("blocks.slice(1).map((block, k) => block.start - blocks[k].start - blocks[k].length)");
    let gaps: Vec<f64> = gaps.as_array().unwrap().iter().map(number).collect();
    let gapless = gaps.iter().filter(|gap| **gap == 0.0).count();
    assert!(gaps.iter().all(|gap| *gap >= 0.0) && 2 * gapless > gaps.len(), "{gaps:?}");
    // At full speed nothing is heard, and the output of sound, which costs something, rests; the title's music wakes it.
    page.browser.value("document.getElementById('fast').click()");
    page.browser.wait("c64.audio() === 'suspended'");
    page.browser.value("document.getElementById('fast').click()");
    page.browser.wait("c64.audio() === 'running'");
    page.browser.value("document.getElementById('sound').click()");
    page.browser.wait("c64.audio() === undefined");
}

#[test]
fn a_first_press_of_the_button_for_sound_switches_it_on() {
    let mut page = InBrowser::open();
    let press = |page: &mut InBrowser, kind: &str| {
        let place = page.browser.value(
            "(() => { const box = document.getElementById('sound').getBoundingClientRect(); return [box.x + 9, box.y + 9]; })()",
        );
        let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
        page.browser.send("Input.dispatchMouseEvent", event);
    };
    press(&mut page, "mousePressed");
    // Longer than it takes to open the sound, as when a person presses it.
    page.browser.value("new Promise((done) => setTimeout(done, 500))");
    press(&mut page, "mouseReleased");
    page.browser.wait("c64.audio() === 'running' && document.getElementById('sound').ariaPressed === 'true'");
}

#[test]
fn sound_that_does_not_begin_at_once_is_tried_again() {
    let mut page = InBrowser::open();
    // As browsers do that do not take what was pressed for a reason to be loud.
    page.browser.value(
        "window.tried = 0; window.resume = AudioContext.prototype.resume; \
         AudioContext.prototype.resume = () => { tried++; return new Promise(() => {}); }; true",
    );
    page.browser.key("Enter", "Enter");
    page.browser.wait("tried > 0 && document.getElementById('sound').ariaPressed === 'false'");
    page.browser.value("AudioContext.prototype.resume = window.resume; true");
    page.browser.key("Enter", "Enter");
    page.browser.wait("c64.audio() === 'running' && document.getElementById('sound').ariaPressed === 'true'");
}

#[test]
fn a_gamepad_that_is_gone_is_not_read_any_more() {
    let mut page = InBrowser::open();
    page.browser.value(
        "window.reads = 0; window.pad = { axes: [0, 0], buttons: [{ pressed: true }] }; \
         navigator.getGamepads = () => { reads++; return [window.pad]; }; true",
    );
    page.browser.wait("document.getElementById('status').textContent === 'Gamepad connected.'");
    page.browser.wait("reads > 20");
    page.browser
        .value("window.pad = null; dispatchEvent(new Event('gamepaddisconnected')); window.reads = 0; true");
    page.browser.value("window.before = c64.counts.frames; true");
    page.browser.wait("c64.counts.frames > before + 30");
    let reads = number(&page.browser.value("reads"));
    assert!(reads < 5.0, "{reads}");
    // The next one is found as the first was.
    page.browser.value("window.pad = { axes: [0, 0], buttons: [] }; true");
    page.browser.wait("reads > 40");
}

#[test]
fn where_little_moves_it_wakes_up_for_two_frames_at_once_until_something_is_pressed() {
    let mut page = InBrowser::open();
    page.browser.key("Enter", "Enter");
    // The menu, in which the light on the letters alone moves. A frame takes 20 ms.
    page.browser.value(
        "(() => { window.delays = []; const original = setTimeout; \
         window.setTimeout = (task, delay) => { delays.push(delay); return original(task, delay); }; return true; })()",
    );
    page.browser.wait("delays.filter((delay) => delay > 25 && delay <= 41).length > 20");
    let stirs = "(() => { const last = delays.at(-1); if (last <= 25 || last > 41) return false; \
                 const shift = (type) => document.body.dispatchEvent(new KeyboardEvent(type, { key: 'Shift', code: 'ShiftLeft', bubbles: true })); \
                 delays = []; shift('keydown'); window.soon = [...delays]; shift('keyup'); return true; })()";
    page.browser.wait(stirs);
    let soon = page.browser.value("soon");
    let soon: Vec<f64> = soon.as_array().unwrap().iter().map(number).collect();
    assert!(soon.len() == 1 && soon[0] <= 20.0, "{soon:?}");
    // The next frame by itself, however many the computer had to catch up with before, then two at once again.
    page.browser.wait("delays.length > 5");
    let next = page.browser.value("delays.filter((delay) => delay < 500).slice(0, 2)");
    assert!(next.as_array().unwrap().iter().map(number).all(|delay| delay <= 21.0), "{next}");
    page.browser.wait("delays.filter((delay) => delay > 25 && delay <= 41).length > 20");
}

#[test]
fn touch_and_gamepad_are_the_joystick() {
    let fire = "document.querySelector('.fire').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })); c64.run(5); \
                document.querySelector('.fire').dispatchEvent(new PointerEvent('pointerup', { bubbles: true })); c64.run(5)";
    let gamepad = "navigator.getGamepads = () => [null, { axes: [0, 0], buttons: [{ pressed: true }] }]; \
                   dispatchEvent(new Event('gamepadconnected'))";
    for press in [fire, gamepad] {
        let mut page = InBrowser::open();
        page.browser.value("document.getElementById('pads').click()");
        page.browser.wait("document.getElementById('pads').ariaPressed === 'true'");
        let shows =
            |page: &mut InBrowser, text: &str| page.picture().is_some_and(|picture| picture.contains(text));
        let title = (0..500).any(|_| {
            page.run_on();
            shows(&mut page, "Press fire")
        });
        assert!(title, "no title");
        page.browser.value(press);
        let came = (0..500).any(|_| {
            page.run_on();
            shows(&mut page, "Exit to BASIC")
        });
        assert!(came, "{press}");
    }
}

#[test]
fn shift_is_held_as_long_as_a_key_needs_it_and_no_key_stays_held() {
    let mut page = InBrowser::open();
    // Reads the column of the keyboard with the left SHIFT and A over and over, into $02.
    let code = [0x78, 0xa9, 0xfd, 0x8d, 0, 0xdc, 0xad, 1, 0xdc, 0x85, 2, 0xe6, 3, 0x4c, 0x0e, 0x08];
    page.drop_file("keys.prg", &prg(&code));
    let send = |page: &mut InBrowser, kind: &str, key: &str, code: &str, modifiers: u8| {
        let event = json!({ "type": kind, "key": key, "code": code, "modifiers": modifiers });
        page.browser.send("Input.dispatchKeyEvent", event);
    };
    const CONTROL: u8 = 2;
    let (shift, a) = (0x80, 0x04);
    for (kind, key, code, modifiers, held) in [
        ("keyDown", "ArrowUp", "ArrowUp", 0, shift),
        ("keyDown", "ArrowLeft", "ArrowLeft", 0, shift),
        ("keyUp", "ArrowUp", "ArrowUp", 0, shift),
        ("keyUp", "ArrowLeft", "ArrowLeft", 0, 0),
        ("keyDown", "a", "KeyA", 0, a),
        ("keyUp", "a", "KeyA", CONTROL, 0),
        ("keyDown", "a", "KeyA", CONTROL, 0),
    ] {
        send(&mut page, kind, key, code, modifiers);
        page.run_jiffies(6);
        assert_eq!(page.memory(2, 1)[0], 0xff ^ held, "{kind} {key}");
    }
}

#[test]
fn it_works_without_a_network_by_keys_alone_and_in_spanish() {
    let site = Site::new(page::built().clone());
    let mut page = InBrowser::open_at(&site);
    page.browser
        .wait("navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.length === 1)");
    page.browser.wait("Boolean(navigator.serviceWorker.controller)");
    site.serve(None);
    page.load("");
    // No address that the page does not have has an answer now.
    assert_eq!(page.browser.value("fetch('none').then(() => true, () => false)"), json!(false));
    page.browser.complaints();
    // From the screen, Tab leads to every control, each of which has a name.
    let controls = page.browser.value("[...document.querySelectorAll('nav button, summary')].filter((control) => control.checkVisibility()).length");
    let mut reached = Vec::new();
    for _ in 0..number(&controls) as usize {
        page.browser.key("Tab", "Tab");
        reached.push(page.browser.value("document.activeElement.textContent.trim()"));
    }
    assert!(reached.iter().all(|name| name.as_str().is_some_and(|name| !name.is_empty())), "{reached:?}");
    let mut different = reached.clone();
    different.sort_by_key(Value::to_string);
    different.dedup();
    assert_eq!(
        (different.len(), &reached[0], reached.last().unwrap()),
        (reached.len(), &json!("Sound"), &json!("How to play"))
    );
    let nameless = "[...document.querySelectorAll('button, canvas, input')].filter((e) => !(e.hidden || e.ariaLabel || e.textContent.trim() || \
                    e.labels?.length)).length";
    assert_eq!(page.browser.value(nameless), json!(0));
    page.browser.value("document.getElementById('language').focus()");
    page.browser.key("Enter", "Enter");
    page.browser.wait(
        "document.documentElement.lang === 'es' && document.getElementById('fast').textContent === 'Rápido'",
    );
    page.load("");
    assert_eq!(page.browser.value("document.documentElement.lang"), json!("es"));
    // It asks first, as the program starts again.
    page.browser.value("document.getElementById('standard').click()");
    page.browser.wait("document.getElementById('status').textContent.startsWith('NTSC exige')");
    page.run_jiffies(2);
    assert_eq!(page.browser.value("document.getElementById('screen').height"), json!(272));
    page.browser.value("document.getElementById('standard').click()");
    page.run_jiffies(2);
    page.browser.wait("document.getElementById('screen').height === 247");
    // No scrolling sideways, also on a phone, and none at all on a larger screen.
    for panel in ["closed", "open"] {
        for (width, height) in [(1280, 800), (390, 844), (320, 568)] {
            page.browser.resize(width, height);
            page.browser.wait("document.documentElement.scrollWidth <= innerWidth");
            if width == 1280 {
                page.browser.wait("document.documentElement.scrollHeight <= innerHeight");
            }
        }
        if panel == "closed" {
            page.browser.value("document.getElementById('think').click()");
            page.browser
                .wait("c64.thinking.open && document.getElementById('think').ariaExpanded === 'true'");
        }
    }
    let nameless = nameless.replace("input", "input, output, section");
    assert_eq!(page.browser.value(&nameless), json!(0));
}

#[test]
fn the_search_is_seen_slowed_and_stepped_through() {
    let mut person = Person::new(InBrowser::open(), Hands::Keys);
    script::to_menu(&mut person, Language::English, &mut Album::new());
    person.set(Row::Level, "6");
    person.choose(Row::Play);
    person.wait_for("Your move");
    let browser = &mut person.c64.browser;
    let press = |browser: &mut Browser, id: &str| {
        browser.value(&format!("document.getElementById({id:?}).click()"));
    };
    let shown = "getComputedStyle(document.getElementById('thinking')).display !== 'none'";
    assert_eq!(browser.value(shown), json!(false));
    press(browser, "think");
    browser.wait(&format!("c64.thinking.open && {shown}"));
    let phase = |start: &str| format!("document.getElementById('phase').textContent.startsWith({start:?})");
    browser.wait(&phase("It thinks when"));
    // The mouse's move by the engine, which takes it half a minute.
    browser.key("d", "KeyD");
    browser.wait("c64.thinking.seen.root > 3 && c64.thinking.seen.finished > 2");
    browser.wait(&phase("It is thinking."));
    let depth = "Number(document.querySelector('#figures dd').textContent)";
    assert!(number(&browser.value(depth)) > 1.0);
    let expected = browser.value("document.getElementById('expected').textContent");
    let expected = expected.as_str().unwrap_or_default().to_string();
    // Mouse and cats take turns from the first square on.
    let line: Vec<Move> =
        expected.trim_start_matches("It expects: ").split(' ').map(mouse_and_cats).collect();
    let mut position = MouseAndCats::start();
    assert!(line.len() > 1, "{expected}");
    for mv in line {
        assert!(position.is_legal(mv), "{expected}");
        position.make(mv);
    }
    // Stopped, nothing moves; each step is one node.
    press(browser, "pause");
    browser.wait(&phase("Stopped at a node."));
    let nodes = |browser: &mut Browser| number(&browser.value("c64.thinking.seen.nodes"));
    let mut at = nodes(browser);
    // And the page does nothing for it, in a third of a second.
    let idle = "new Promise((done) => { const original = setTimeout; let wakes = 0; \
                window.setTimeout = (task, delay) => original(() => { wakes++; task(); }, delay); \
                original(() => { window.setTimeout = original; done(wakes); }, 300); })";
    let wakes = number(&browser.value(idle));
    assert!(wakes < 4.0, "{wakes}");
    assert_eq!(nodes(browser), at);
    for _ in 0..5 {
        press(browser, "step");
        at += 1.0;
        browser.wait(&format!("c64.thinking.seen.nodes === {at} && c64.thinking.isAtNode"));
        let rows = browser.value(
            "[...document.querySelectorAll('#tree tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))",
        );
        let rows = rows.as_array().unwrap();
        let moves: Vec<Move> = rows
            .iter()
            .filter_map(|row| row[2].as_str())
            .filter(|mv| !mv.is_empty())
            .map(mouse_and_cats)
            .collect();
        assert_eq!(moves.len() + 1, rows.len());
        let mut position = MouseAndCats::start();
        for mv in moves {
            assert!(position.is_legal(mv), "{rows:?}");
            position.make(mv);
        }
        let windows =
            rows.iter().map(|row| [4, 5].map(|at| row[at].as_str().unwrap().parse::<u8>().unwrap()));
        assert!(windows.clone().all(|[alpha, beta]| alpha < beta), "{rows:?}");
        assert!(
            windows
                .clone()
                .zip(windows.skip(1))
                .all(|(above, below)| above[0] <= below[0] && above[1] >= below[1])
        );
    }
    // Slowly: some nodes a second, however busy the computer is, and not hundreds.
    browser.value("document.getElementById('speed').value = 3; document.getElementById('speed').dispatchEvent(new Event('input'))");
    let begin = number(&browser.value("performance.now()"));
    press(browser, "pause");
    browser.value("new Promise((done) => setTimeout(done, 1500))");
    let slow = nodes(browser) - at;
    let seconds = (number(&browser.value("performance.now()")) - begin) / 1000.0;
    // The page may catch up with a few nodes that were due.
    let most = seconds * 10.0 + 3.0;
    assert!((1.0..=most).contains(&slow), "{slow} nodes at 10 a second in {seconds} seconds");
    // Closed, it runs at its own speed again: nothing stops at a node.
    press(browser, "close");
    browser.wait(&format!("!c64.thinking.open && !({shown})"));
    assert_eq!(browser.value("c64.raw().search()"), json!(0));
    browser.value("window.before = c64.counts.frames");
    browser.wait("c64.counts.frames > before + 30 && c64.raw().run_frame() === 0");
}

#[test]
fn other_programs_have_no_search_to_be_seen() {
    let mut page = InBrowser::open();
    page.browser.value("document.getElementById('think').click()");
    page.browser.wait("c64.thinking.open && c64.thinking.seen !== null");
    page.drop_file("border.prg", &prg(&[0xa9, 2, 0x8d, 0x20, 0xd0, 0xe6, 2, 0x4c, 0x12, 0x08]));
    page.browser
        .wait("document.getElementById('phase').textContent.startsWith('Only the games of this page')");
    assert_eq!(page.browser.value("c64.thinking.seen"), json!(null));
    page.browser.value("document.getElementById('think').click()");
}

#[test]
fn the_space_bar_presses_what_has_the_focus() {
    let mut page = InBrowser::open();
    for (id, pressed) in [
        ("fast", "document.getElementById('fast').ariaPressed === 'true'"),
        ("help", "document.querySelector('details').open"),
    ] {
        let element = if id == "help" {
            "document.querySelector('summary')"
        } else {
            "document.getElementById('fast')"
        };
        page.browser.value(&format!("{element}.focus()"));
        page.browser.key(" ", "Space");
        page.browser.wait(pressed);
    }
}

#[test]
fn a_click_beside_the_screen_leaves_the_keys_to_the_c64() {
    let mut page = InBrowser::open();
    page.browser.click("think");
    for id in ["pause", "step", "speed", "pause", "fast"] {
        page.browser.click(id);
        page.browser.wait("document.activeElement.id === 'screen'");
    }
    let named = "document.getElementById('speed').getAttribute('aria-valuetext').endsWith('nodes/s')";
    assert_eq!(page.browser.value(named), json!(true));
}

#[test]
fn the_games_begin_in_the_language_of_the_page() {
    let mut page = InBrowser::open();
    page.browser.click("language");
    page.browser.click("restart");
    let mut person = Person::new(page, Hands::Keys);
    person.wait_for("Juegos de mesa");
    person.act(Deed::Fire);
    person.wait_for("Salir a BASIC");
    // The next time, too.
    person.c64.load("");
    person.wait_for("Juegos de mesa");
}

#[test]
fn five_in_a_row_is_seen_weighing() {
    let mut person = Person::new(InBrowser::open(), Hands::Keys);
    script::to_menu(&mut person, Language::English, &mut Album::new());
    person.set(Row::Game, "Five in a row");
    person.set(Row::Level, "6");
    person.choose(Row::Play);
    person.wait_for("Your move");
    let browser = &mut person.c64.browser;
    browser.value("document.getElementById('think').click()");
    browser
        .wait("document.getElementById('phase').textContent === \"It thinks when it is the engine's turn.\"");
    browser.key("Enter", "Enter");
    browser.wait("document.getElementById('phase').textContent === 'It is weighing the cells.'");
    browser
        .wait("document.querySelector('#tree caption').textContent === 'The cells with the highest scores'");
    browser.wait("c64.thinking.seen.candidates.length > 3");
    browser.wait("document.getElementById('phase').textContent.startsWith('It thinks when')");
}

#[test]
fn run_stop_leads_back_from_the_menu_to_the_game() {
    let mut page = InBrowser::open();
    let comes = |page: &mut InBrowser, text: &str| {
        let came = (0..500).any(|_| {
            page.run_on();
            page.picture().is_some_and(|picture| picture.contains(text))
        });
        assert!(came, "no {text}");
    };
    comes(&mut page, "Press fire");
    page.browser.key("Enter", "Enter");
    comes(&mut page, "Exit to BASIC");
    page.browser.key("p", "KeyP");
    comes(&mut page, "Your move");
    let back: [fn(&mut InBrowser); 3] = [
        |page| page.browser.key("Escape", "Escape"),
        |page| page.browser.key("F9", "F9"),
        |page| drop(page.browser.value("document.querySelector('[data-key=stop]').click()")),
    ];
    for press in back {
        page.browser.key("m", "KeyM");
        comes(&mut page, "Exit to BASIC");
        press(&mut page);
        comes(&mut page, "Your move");
    }
}

#[test]
fn narrow_phones_have_all_of_the_touch_controls() {
    let mut page = InBrowser::open();
    page.browser.value("document.getElementById('pads').click()");
    for language in ["en", "es"] {
        page.browser.wait(&format!("document.documentElement.lang === {language:?}"));
        for width in [320, 340, 360, 374, 390, 400] {
            page.browser.resize(width, 640);
            page.browser.wait("document.documentElement.scrollWidth <= innerWidth");
            let outside = "[...document.querySelectorAll('#touch button')].map((e) => e.getBoundingClientRect()).filter((box) => box.left < 0 \
                           || box.right > innerWidth || box.width < 44 || box.height < 44).length";
            assert_eq!(page.browser.value(outside), json!(0), "{width}");
        }
        page.browser.value("document.getElementById('language').click()");
    }
}

#[test]
fn nothing_can_be_pressed_before_the_c64_is_there() {
    let mut page = InBrowser::open();
    let slow = "const get = fetch; window.fetch = async (...what) => { await new Promise((go) => { window.release = go; }); return get(...what); }";
    let added = page.browser.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": slow }));
    page.browser.send("Page.reload", json!({}));
    page.browser.wait("document.getElementById('status')?.textContent === 'Loading…' && !window.c64");
    page.browser.key("Enter", "Enter");
    let buttons = "[...document.querySelectorAll('button')].filter((button) => button.checkVisibility()).forEach((button) => { button.click(); \
                   button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })); })";
    page.browser.value(buttons);
    assert_eq!(page.browser.value("document.querySelectorAll('nav button:enabled').length"), json!(0));
    assert_eq!(page.status(), "Loading…");
    assert_eq!(page.browser.complaints(), [""; 0]);
    page.browser.send(
        "Page.removeScriptToEvaluateOnNewDocument",
        json!({ "identifier": added["identifier"].clone() }),
    );
    page.load("");
    page.browser.wait("document.querySelectorAll('nav button:disabled').length === 0");
}

//! Files and the page, in a real browser: saved games, programs and disks that are dropped, what is damaged or hostile, and the page's own
//! files. Needs Chromium and never skips.

use e2e::album::Album;
use e2e::board::{Layout, Position};
use e2e::page::{self, InBrowser, Site, prg};
use e2e::person::{Computer, Deed, Hands, Person, Row};
use e2e::program;
use e2e::script;
use e2e::shown::Language;
use engine::games::GameId;
use serde_json::json;

/// The number of files that the browser keeps.
const STORED: &str = "Object.keys(JSON.parse(localStorage.getItem('sys2080.files') ?? '{}')).length";

/// Saves some bytes under a name, and ends.
fn saver(name: &str) -> Vec<u8> {
    let size = name.len() as u8;
    #[rustfmt::skip]
    let code = [
        0xa9, 1, 0xa2, 8, 0xa0, 0, 0x20, 0xba, 0xff, //            SETLFS: device 8
        0xa9, size, 0xa2, 0x31, 0xa0, 8, 0x20, 0xbd, 0xff, //      SETNAM: the name lies behind the code
        0xa9, 1, 0x85, 0xfb, 0xa9, 8, 0x85, 0xfc, //               the first byte at $0801
        0xa9, 0xfb, 0xa2, 0x20, 0xa0, 8, 0x20, 0xd8, 0xff, //      SAVE up to $0820
        0x60,
    ];
    prg(&[&code, name.as_bytes()].concat())
}

#[test]
fn a_saved_game_survives_a_reload_and_travels_by_a_link() {
    let mut person = Person::new(InBrowser::open(), Hands::Keys);
    script::save(&mut person, Language::English);
    person.c64.browser.wait("document.getElementById('status').textContent.startsWith('Saved')");
    // That goes away again, and 15 seconds later nothing has gone wrong.
    let later = "new Promise((done) => setTimeout(done, 15_000)).then(() => document.getElementById('status').textContent)";
    assert_eq!(person.c64.browser.value(later), json!(""));
    // The clipboard is closed to a page without a window, so the link is shown.
    person.c64.browser.value("document.getElementById('share').click()");
    person.c64.browser.wait("/#game=|copied/.test(document.getElementById('status').textContent)");
    person.c64.load("");
    // The page knows the saved game still.
    person.c64.browser.value("document.getElementById('share').click()");
    person.c64.browser.wait("/saved game 2/.test(document.getElementById('status').textContent)");
    script::load(&mut person, Language::English);
    let link = person.c64.browser.value(
        "(() => { const files = JSON.parse(localStorage.getItem('sys2080.files')); localStorage.clear(); return Object.values(files)[0]; })()",
    );
    // Files are stored as they are linked.
    person.c64.load(&format!("#game={}", link.as_str().unwrap()));
    assert!(person.c64.status().starts_with("A shared game"), "{}", person.c64.status());
    assert_eq!(person.c64.browser.value(STORED), json!(1), "a game from a link is kept");
    person.wait_for("Your move");
    script::saved_goes_on(&mut person, Language::English);
    // Once: the address does not have it any more.
    person.c64.browser.value("localStorage.clear(); location.hash === '' || location.hash");
    person.c64.browser.send("Page.reload", json!({}));
    person.c64.browser.wait("performance.getEntriesByType('navigation')[0].type === 'reload'");
    person.c64.wait_until_it_runs();
    assert_eq!(person.c64.browser.value(STORED), json!(0));
    person.c64.load("#game=AAAA_nonsense");
    assert!(person.c64.status().starts_with("The link has no saved game"), "{}", person.c64.status());
}

#[test]
fn hostile_files_leave_the_page_alive_with_a_message() {
    let mut page = InBrowser::open();
    let garbage: Vec<u8> = (0..174_848_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let filler =
        [0xa0, 0, 0x84, 2, 0x84, 3, 0xa9, 0xff, 0x91, 2, 0xc8, 0xd0, 0xfb, 0xe6, 3, 0x4c, 0x13, 0x08];
    let files: [(&str, &[u8], &str); 6] = [
        ("jam.prg", &prg(&[0x02]), "The program stopped: JAM ($02)"),
        ("fills.prg", &prg(&filler), "The program stopped: "),
        ("short.prg", &[1], "This file cannot be started: "),
        ("data.prg", &[0, 0xc0, 1, 2, 3], "This file cannot be started: "),
        ("garbage.d64", &garbage, "This file cannot be started: "),
        ("empty.d64", &[], "This file cannot be started: "),
    ];
    for (name, bytes, message) in files {
        page.drop_file(name, bytes);
        page.browser.wait(&format!("document.getElementById('status').textContent.startsWith({message:?})"));
    }
    // What is said of a file that cannot be started is not said of the program that is started again.
    // That one has to run on: a loop that nothing can leave counts as an end.
    let border = prg(&[0xa9, 2, 0x8d, 0x20, 0xd0, 0xe6, 2, 0x4c, 0x12, 0x08]);
    page.drop_file("border.prg", &border);
    for (button, presses) in [("restart", 1), ("standard", 2)] {
        page.drop_file("short.prg", &[1]);
        for _ in 0..presses {
            page.browser.value(&format!("document.getElementById({button:?}).click()"));
        }
        page.browser.wait("document.getElementById('status').textContent === ''");
    }
    // A program that never looks at anything, and one that does no more than it should.
    page.drop_file("loop.prg", &prg(&[0x78, 0x4c, 0x0e, 0x08]));
    page.drop_file("border.prg", &border);
    page.browser.wait("c64.read(0xd020, 1, false)[0] % 16 === 2");
    page.browser.wait("c64.counts.frames > 50");
    assert_eq!(page.browser.complaints(), [""; 0]);
    // A fault of the C64 itself: no memory has room for that.
    page.browser.value("(() => { try { c64.raw().buffer(-1); } catch {} })()");
    page.browser.wait("document.getElementById('status').textContent.startsWith('The program stopped: ')");
    page.browser.value("document.getElementById('restart').click()");
    page.browser.wait("document.getElementById('status').textContent === ''");
    page.browser.value("window.before = c64.counts.frames");
    page.browser.wait("c64.counts.frames > before + 10 && c64.read(0xd020, 1, false)[0] % 16 === 2");
}

#[test]
fn two_tabs_keep_each_others_files() {
    let mut page = InBrowser::open_at(&Site::new(page::built().clone()));
    let save = |page: &mut InBrowser, name: &str| {
        page.drop_file("save.prg", &saver(name));
        page.browser.wait("document.getElementById('status').textContent.startsWith('Saved')");
    };
    let first = page.browser.open_tab();
    page.load("");
    let second = page.browser.to_tab(first.clone());
    page.browser.send("Page.bringToFront", json!({}));
    save(&mut page, "2080 GAME 1");
    page.browser.to_tab(second);
    page.browser.send("Page.bringToFront", json!({}));
    // The other tab's game is on this one's disk at once.
    page.browser.wait("c64.raw().take_files() > 0");
    save(&mut page, "2080 GAME 2");
    assert_eq!(page.browser.value(STORED), json!(2));
    page.browser.to_tab(first);
    page.browser.send("Page.bringToFront", json!({}));
    // Files of other programs are no games, and no link has them.
    save(&mut page, "HISCORE");
    assert_eq!(page.browser.value(STORED), json!(3));
    page.browser.value("document.getElementById('share').click()");
    page.browser.wait("/saved game 2/.test(document.getElementById('status').textContent)");
    // They are forgotten if that is meant.
    page.browser.value("document.getElementById('forget').click()");
    assert_eq!(page.browser.value(STORED), json!(3));
    page.browser.value("document.getElementById('forget').click()");
    assert_eq!(page.browser.value(STORED), json!(0));
    page.load("");
    assert_eq!(page.browser.value("c64.raw().take_files()"), json!(0));
}

#[test]
fn what_could_not_be_kept_is_kept_with_the_next_file() {
    let mut page = InBrowser::open_at(&Site::new(page::built().clone()));
    page.browser.value(
        "window.set = Storage.prototype.setItem; Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; true",
    );
    page.drop_file("save.prg", &saver("2080 GAME 1"));
    page.browser
        .wait("document.getElementById('status').textContent.startsWith('This browser stores nothing')");
    page.browser.value("Storage.prototype.setItem = window.set; true");
    page.drop_file("save.prg", &saver("2080 GAME 2"));
    page.browser.wait("document.getElementById('status').textContent.startsWith('Saved')");
    assert_eq!(page.browser.value(STORED), json!(2));
}

#[test]
fn what_the_browser_keeps_may_be_damaged() {
    let mut page = InBrowser::open();
    for (key, kept, said) in [
        ("settings", "{\"language\":\"fr\"}", "The settings"),
        ("settings", "{broken", "The settings"),
        ("settings", "null", "The settings"),
        ("files", "{broken", "Some saved games"),
        ("files", "{\"QQ\":\"AAAA_nonsense\"}", "Some saved games"),
    ] {
        page.browser.value(&format!("localStorage.clear(); localStorage.setItem('sys2080.{key}', {kept:?})"));
        page.load("");
        assert!(page.status().starts_with(said), "{kept}: {}", page.status());
        if key == "files" {
            assert_eq!(page.browser.value("localStorage.getItem('sys2080.damaged')"), json!(kept));
            assert_eq!(page.browser.value(STORED), json!(0));
        }
    }
}

#[test]
fn a_page_has_the_files_of_one_version() {
    let site = Site::new(page::built().clone());
    let mut page = InBrowser::open_at(&site);
    page.browser.wait("Boolean(navigator.serviceWorker.controller)");
    // Old files of this page go, and not those of another page of ours at the same host.
    page.browser.value(
        "(async () => { await caches.open(`sys2080-0 ${location.origin}/`); await caches.open(`sys2080-0 ${location.origin}/other/`); \
         await (await navigator.serviceWorker.ready).unregister(); })()",
    );
    page.load("");
    page.browser.wait("caches.keys().then((names) => !names.includes(`sys2080-0 ${location.origin}/`))");
    page.browser.wait("caches.keys().then((names) => names.includes(`sys2080-0 ${location.origin}/other/`))");
    page.browser.wait("Boolean(navigator.serviceWorker.controller)");
    let mut newer = page::built().clone();
    for (name, contents) in &mut newer.files {
        match name.as_str() {
            "search.txt" => *contents = b"of another version".to_vec(),
            "worker.js" => {
                *contents =
                    String::from_utf8_lossy(contents).replace("\"sys2080-", "\"sys2080-1").into_bytes()
            }
            _ => {}
        }
    }
    site.serve(Some(newer));
    page.load("");
    page.browser.wait("document.getElementById('status').textContent.includes('A newer version')");
    // It goes on waiting: nothing takes the place of the version that is open.
    page.browser.value("new Promise((done) => setTimeout(done, 1000))");
    let waits = "navigator.serviceWorker.getRegistration().then((kept) => kept.waiting?.state ?? 'none')";
    assert_eq!(page.browser.value(waits), json!("installed"));
    page.browser.wait(
        "fetch('search.txt').then((answer) => answer.text()).then((text) => text.startsWith('language '))",
    );
    page.browser.value("document.getElementById('think').click()");
    page.browser.wait("c64.thinking.open && c64.thinking.seen !== null");
}

#[test]
fn a_disk_shows_its_programs_and_the_way_back() {
    let mut page = InBrowser::open();
    let paints = "window.paints = 0; const put = CanvasRenderingContext2D.prototype.putImageData; CanvasRenderingContext2D.prototype.putImageData = \
                  function (...what) { if (this.canvas.id === 'screen') paints++; put.apply(this, what); }; true";
    page.browser.value(paints);
    page.browser.value("document.getElementById('think').click()");
    page.drop_file("sys2080.d64", &program::d64());
    assert!(page.status().starts_with("Started: sys2080.d64"));
    let before = page.browser.value("paints").as_f64().unwrap();
    // It unpacks itself unseen, although its border flickers, and is the program that the page knows then.
    page.browser.wait("c64.thinking.follows && c64.thinking.seen !== null");
    let painted = page.browser.value("paints").as_f64().unwrap() - before;
    assert!(painted < 60.0, "{painted} pictures while it unpacked itself");
    let names =
        page.browser.value("[...document.getElementById('programs').options].map((option) => option.text)");
    let names = names.as_array().unwrap();
    assert!(names.len() > 2 && names.contains(&json!("VERIFY")), "{names:?}");
    let verify = names.iter().position(|name| name == "VERIFY").unwrap();
    page.browser.value(&format!(
        "document.getElementById('programs').value = {verify}; document.getElementById('programs').dispatchEvent(new Event('change'))"
    ));
    page.browser.wait("!c64.thinking.follows");
    page.browser.value("document.getElementById('games').click()");
    page.browser.wait("c64.thinking.follows && document.getElementById('disk').hidden");
}

#[test]
fn what_is_no_file_and_what_is_forbidden_stops_nothing() {
    let mut page = InBrowser::open();
    let folder = "c64.open({ name: 'folder', arrayBuffer: () => Promise.reject(new Error()) })";
    page.browser.value(folder);
    assert_eq!(page.status(), "This file cannot be read: folder");
    page.drop_file("game.crt", b"C64 CARTRIDGE   ");
    assert_eq!(page.status(), "This is not a PRG or D64 file: game.crt");
    page.browser.value("c64.open(new File([new Uint8Array(1_000_001)], 'huge.prg')).then(() => true)");
    assert_eq!(page.status(), "This is not a PRG or D64 file: huge.prg");
    // A key that the C64 has in its buffer alone is not the browser's, either.
    let key = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F6', code: 'F6', bubbles: true, cancelable: true }))";
    assert_eq!(page.browser.value(key), json!(false));
    // The page looks for gamepads some of the time.
    let gamepads = "navigator.getGamepads = () => { window.asked = true; throw new DOMException('', 'SecurityError'); }; \
                    window.connect = setInterval(() => dispatchEvent(new Event('gamepadconnected')), 100)";
    page.browser.value(gamepads);
    page.browser.wait("window.asked === true");
    page.browser.value("clearInterval(connect); window.before = c64.counts.frames");
    page.browser.wait("c64.counts.frames > before + 5");
    // As a mouse drops it.
    let border = prg(&[0xa9, 2, 0x8d, 0x20, 0xd0, 0xe6, 2, 0x4c, 0x12, 0x08]);
    let drop = format!(
        "(() => {{ const files = new DataTransfer(); files.items.add(new File([new Uint8Array({border:?})], 'border.prg')); \
         dispatchEvent(new DragEvent('drop', {{ dataTransfer: files, cancelable: true }})); }})()"
    );
    page.browser.value(&drop);
    page.browser.wait("document.getElementById('status').textContent === 'Started: border.prg'");
    page.browser.wait("c64.read(0xd020, 1, false)[0] % 16 === 2");
}

#[test]
fn a_page_that_is_opened_as_a_file_says_what_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    for (name, contents) in &page::built().files {
        std::fs::write(folder.path().join(name), contents).unwrap();
    }
    let mut page = InBrowser::open();
    page.browser.open(&format!("file://{}/index.html", folder.path().display()));
    page.browser
        .wait("document.getElementById('status')?.textContent.includes('needs a web server') === true");
    assert_eq!(page.browser.value("document.querySelectorAll('nav button:enabled').length"), json!(0));
    // The browser says why, too: at once about the scripts, and whenever it likes about the manifest.
    let complaints = page.browser.complaints();
    assert!(
        !complaints.is_empty() && complaints.iter().all(|text| text.contains("file:///")),
        "{complaints:?}"
    );
    page.browser.expect("manifest.webmanifest");
}

/// The states that the browser keeps of the C64, without their memory.
const STATES: &str = "new Promise((done) => { const asked = indexedDB.open('sys2080', 1); asked.onsuccess = () => { const all = \
    asked.result.transaction('states').objectStore('states').getAll(); all.onsuccess = () => { asked.result.close(); \
    done(all.result.map((state) => ({ ...state, bytes: state.bytes.length }))); }; }; })";

#[test]
fn every_move_is_kept_however_the_page_is_left() {
    let mut person = Person::new(InBrowser::open_at(&Site::new(page::built().clone())), Hands::Keys);
    script::to_menu(&mut person, Language::English, &mut Album::new());
    person.set(Row::Second, "Person");
    person.set(Row::Game, "Tic-tac-toe");
    person.choose(Row::Play);
    person.wait_for("Your move");
    let mut game = Position::start(GameId::TicTacToe, 3);
    let layout = Layout::of(&game);
    let goes_on = |person: &mut Person<InBrowser>, game: &Position| {
        person.settle();
        assert_eq!((person.board(layout), person.turn()), (game.board(), 2));
    };
    person.play(&mut game, "4");
    // By itself: the page of a tab that is discarded hears nothing of it.
    person
        .c64
        .browser
        .wait(&format!("{STATES}.then(([state]) => state.game?.length === 33 && state.packed)"));
    person.c64.discard();
    assert!(person.c64.status().starts_with("You go on where you were"), "{}", person.c64.status());
    goes_on(&mut person, &game);
    // What would lose it asks first, and another program leaves it as it is.
    person.c64.browser.click("restart");
    person.c64.browser.wait("document.getElementById('status').textContent.startsWith('Restart loses')");
    goes_on(&mut person, &game);
    person.c64.drop_file("border.prg", &prg(&[0xa9, 2, 0x8d, 0x20, 0xd0, 0xe6, 2, 0x4c, 0x12, 0x08]));
    person.c64.browser.click("games");
    person.c64.browser.wait("document.getElementById('disk').hidden");
    goes_on(&mut person, &game);
    // Another version cannot go on with this memory, and has the moves.
    person.c64.browser.wait(&format!("{STATES}.then((states) => states.some((state) => state.game))"));
    let ages = "new Promise((done) => { const asked = indexedDB.open('sys2080', 1); asked.onsuccess = () => { const store = \
        asked.result.transaction('states', 'readwrite').objectStore('states'); store.get('games').onsuccess = ({ target }) => { \
        store.put({ ...target.result, version: 1 }, 'games').onsuccess = () => done(true); }; }; })";
    person.c64.browser.value("window.put = IDBObjectStore.prototype.put; true");
    person.c64.browser.value(&format!(
        "{ages}.then(() => {{ IDBObjectStore.prototype.put = () => {{ throw new DOMException('', 'QuotaExceededError'); }}; }})"
    ));
    // A browser that has no room says so, once.
    person.c64.browser.key("m", "KeyM");
    person
        .c64
        .browser
        .wait("document.getElementById('status').textContent.startsWith('This browser stores nothing')");
    person.c64.reload("");
    let said = person.c64.status();
    assert!(said.starts_with("This page is newer") && said.contains("saved game 1"), "{said}");
    assert_eq!(person.c64.browser.value(STORED), json!(1));
    person.wait_for("Press fire");
    person.act(Deed::Fire);
    person.wait_for("Exit to BASIC");
    person.choose(Row::Load);
    person.c64.type_keys(b"1\r");
    person.wait_for("Loaded");
    goes_on(&mut person, &game);
}

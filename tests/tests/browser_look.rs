//! How the page looks and sounds, in a real browser: contrast in every state, the size of the picture, sound on phones, icon and preview.
//! Needs Chromium and never skips.

use std::thread::sleep;
use std::time::Duration;

use e2e::browser::Browser;
use e2e::page::InBrowser;
use serde_json::{Value, json};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

/// The least contrast of text. Source: WCAG 2.2, 1.4.3 (level AA).
const LEAST: f64 = 4.5;

/// The contrast of each element with text of its own that is seen, with a name. Source: WCAG 2.2, relative luminance and contrast ratio.
const CONTRASTS: &str = r"(() => {
    const parts = (colour) => { const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number); return [r, g, b, a]; };
    const over = ([r, g, b, a], below) => [r, g, b].map((part, at) => part * a + below[at] * (1 - a));
    const light = (colour) => colour.map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const ground = (element) => element ? over(parts(getComputedStyle(element).backgroundColor), ground(element.parentElement)) : [255, 255, 255];
    const fades = (element) => element !== null && (getComputedStyle(element).opacity !== '1' || fades(element.parentElement));
    const hasText = (element) => element.matches('select') || [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const seen = [...document.querySelectorAll('body *')].filter((element) => !element.matches('option, script') && element.checkVisibility() && hasText(element));
    return seen.map((element) => {
        const below = ground(element);
        const [text, back] = [light(over(parts(getComputedStyle(element).color), below)), light(below)];
        const ratio = fades(element) ? 0 : (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
        return [`${element.tagName} ${element.id || element.className || element.dataset.text || element.textContent}`, ratio];
    });
})()";

#[test]
fn every_control_can_be_read_in_every_state() {
    let mut page = InBrowser::open();
    let still = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    page.browser.send("Emulation.setEmulatedMedia", still);
    assert_eq!(page.browser.value("matchMedia('(hover: hover)').matches"), json!(true));
    // Everything that the page can show.
    page.browser.value(
        "(() => { document.getElementById('think').click(); document.querySelectorAll('[hidden]').forEach((e) => { e.hidden = false; }); \
         document.querySelector('details').open = true; document.getElementById('status').textContent = '.'; })()",
    );
    page.browser.wait("document.getElementById('phase').textContent !== ''");
    for domain in ["DOM", "CSS"] {
        page.browser.send(&format!("{domain}.enable"), json!({}));
    }
    let root = page.browser.send("DOM.getDocument", json!({}))["root"]["nodeId"].clone();
    let found = page.browser.send(
        "DOM.querySelectorAll",
        json!({ "nodeId": root, "selector": "button, select, summary, input, #screen" }),
    );
    let controls = found["nodeIds"].as_array().unwrap().clone();
    assert!(controls.len() > 25, "{}", controls.len());
    let states: [&[&str]; 6] = [
        &[],
        &["hover"],
        &["focus", "focus-visible"],
        &["active"],
        &["hover", "active"],
        &["hover", "focus", "focus-visible", "active"],
    ];
    let mut least = f64::MAX;
    for state in states {
        for node in &controls {
            page.browser
                .send("CSS.forcePseudoState", json!({ "nodeId": node, "forcedPseudoClasses": state }));
        }
        for disabled in [false, true] {
            for pressed in [false, true] {
                for error in [false, true] {
                    page.browser.value(&format!(
                        "(() => {{ document.querySelectorAll('fieldset').forEach((e) => {{ e.disabled = {disabled}; }}); \
                         document.querySelectorAll('section button').forEach((e) => {{ e.disabled = {disabled}; }}); \
                         document.querySelectorAll('[aria-pressed]').forEach((e) => {{ e.ariaPressed = {pressed}; }}); \
                         document.getElementById('think').ariaExpanded = {pressed}; \
                         document.getElementById('status').classList.toggle('error', {error}); }})()"
                    ));
                    let contrasts = page.browser.value(CONTRASTS);
                    let contrasts = contrasts.as_array().unwrap();
                    assert!(contrasts.len() > 50, "{}", contrasts.len());
                    for contrast in contrasts {
                        let ratio = number(&contrast[1]);
                        assert!(
                            ratio >= LEAST,
                            "{state:?} disabled: {disabled} pressed: {pressed}: {contrast}"
                        );
                        least = least.min(ratio);
                    }
                }
            }
        }
    }
    println!("the least contrast is {least:.2}");
}

/// The sides of the frame around the picture, and of the canvas: left, top, width, height.
fn boxes(browser: &mut Browser) -> [[f64; 4]; 2] {
    let boxes = browser.value(
        "['frame', 'screen'].map((id) => document.getElementById(id).getBoundingClientRect()).map((box) => [box.x, box.y, box.width, box.height])",
    );
    [0, 1].map(|at| [0, 1, 2, 3].map(|side| number(&boxes[at][side])))
}

#[test]
fn the_picture_is_as_large_as_the_window_allows() {
    let near = |a: f64, b: f64| (a - b).abs() < 1.5;
    let mut page = InBrowser::open();
    // What stands above and below: two lines of text, the help, and the buttons in one row or two.
    let rest = |width: f64| if width < 1280.0 { 250.0 } else { 200.0 };
    for (width, height) in [(1280, 800), (1920, 1080), (2560, 1440), (1100, 700), (1000, 1400), (3840, 1600)]
    {
        page.browser.resize(width, height);
        page.browser.wait("document.documentElement.scrollHeight <= innerHeight");
        let [frame, screen] = boxes(&mut page.browser);
        let (width, height) = (f64::from(width), f64::from(height));
        assert!(
            near(frame[2], width - 24.0) || frame[3] > height - rest(width),
            "{width} by {height}: {frame:?}"
        );
        assert!(
            near(frame[3], frame[2] * 272.0 / 384.0)
                && near(screen[2], frame[2])
                && near(screen[3], frame[3])
        );
    }
    // Phones: the picture of 320 by 200 from edge to edge, without its border.
    for standard in [(272.0, 35.0), (247.0, 23.0)] {
        if standard.0 == 247.0 {
            // A change of the standard begins anew: it is asked for first.
            for _ in 0..2 {
                page.browser.value("document.getElementById('standard').click()");
            }
            page.browser.wait("document.getElementById('screen').height === 247");
        }
        for (width, height) in [(360, 640), (390, 844), (412, 915), (320, 568)] {
            page.browser.become_phone(width, height);
            page.load("");
            page.browser.wait(&format!("document.getElementById('screen').height === {}", standard.0));
            let [frame, screen] = boxes(&mut page.browser);
            let width = f64::from(width);
            let pixel = width / 320.0;
            assert!(
                near(frame[0], 0.0) && near(frame[2], width) && near(frame[3], 200.0 * pixel),
                "{frame:?}"
            );
            assert!(near(screen[0], -32.0 * pixel) && near(screen[2], 384.0 * pixel), "{screen:?}");
            assert!(near(screen[1], frame[1] - standard.1 * pixel), "{frame:?} {screen:?}");
            assert_eq!(page.browser.value("document.documentElement.scrollWidth <= innerWidth"), json!(true));
        }
        // Held sideways: all of the controls beside the picture, which has the room between them.
        for (width, height) in [(640, 360), (844, 390), (915, 412)] {
            page.browser.become_phone(width, height);
            page.browser.wait(&format!("innerWidth === {width}"));
            let [frame, _] = boxes(&mut page.browser);
            // Beside the stick and the column of keys, with what is between them.
            let least = (f64::from(width) - 280.0).min(f64::from(height) * 1.6 - 2.0);
            assert!(frame[2] >= least && frame[1] >= -1.0, "{width} by {height}: {frame:?}");
            assert!(frame[1] + frame[3] <= f64::from(height) + 1.0, "{width} by {height}: {frame:?}");
            let outside = "[...document.querySelectorAll('#touch button')].map((e) => e.getBoundingClientRect()).filter((box) => box.left < 0 || \
                           box.right > innerWidth || box.bottom > innerHeight || box.width < 44 || box.height < 44).length";
            assert_eq!(page.browser.value(outside), json!(0), "{width} by {height}");
        }
    }
}

#[test]
fn sound_is_off_on_phones_until_it_is_chosen_and_the_choice_is_remembered() {
    let mut page = InBrowser::open();
    let tap = |page: &mut InBrowser, selector: &str| {
        let middle = page.browser.middle(selector);
        page.browser.touch("touchStart", &[middle]);
        page.browser.touch("touchEnd", &[]);
    };
    let is_silent = |page: &mut InBrowser| {
        sleep(Duration::from_millis(700));
        assert_eq!(page.browser.value("c64.audio() ?? null"), json!(null));
        assert_eq!(page.browser.value("document.getElementById('sound').ariaPressed"), json!("false"));
    };
    // A desktop that was switched off.
    page.browser.key("Enter", "Enter");
    page.browser.wait("c64.audio() === 'running'");
    page.browser.click("sound");
    page.browser.wait("c64.audio() === undefined");
    page.load("");
    page.browser.key("Enter", "Enter");
    is_silent(&mut page);
    page.browser.value("localStorage.clear()");
    page.browser.become_phone(390, 844);
    page.load("");
    for button in [".fire", ".down", "#screen"] {
        tap(&mut page, button);
    }
    is_silent(&mut page);
    tap(&mut page, "#sound");
    page.browser.wait("c64.audio() === 'running' && document.getElementById('sound').ariaPressed === 'true'");
    // The next visit: with the first tap, as browsers demand one.
    page.load("");
    assert_eq!(page.browser.value("c64.audio() ?? null"), json!(null));
    tap(&mut page, ".fire");
    page.browser.wait("c64.audio() === 'running'");
}

#[test]
fn a_link_to_the_page_has_a_preview_and_phones_an_icon() {
    let mut page = InBrowser::open();
    let meta = |page: &mut InBrowser, name: &str| {
        let content = page.browser.value(&format!(
            "document.querySelector('meta[property=\"{name}\"], meta[name=\"{name}\"]')?.content ?? ''"
        ));
        content.as_str().unwrap().to_string()
    };
    for name in ["og:type", "og:title", "og:description", "og:image:alt", "description"] {
        assert!(!meta(&mut page, name).is_empty(), "{name}");
    }
    assert_eq!(meta(&mut page, "twitter:card"), "summary_large_image");
    let [image, width, height] =
        ["og:image", "og:image:width", "og:image:height"].map(|name| meta(&mut page, name));
    let size = |page: &mut InBrowser, file: &str| {
        page.browser.value(&format!(
            "fetch({file:?}).then((answer) => answer.blob()).then(createImageBitmap).then(({{ width, height }}) => `${{width}} ${{height}}`)"
        ))
    };
    assert_eq!(size(&mut page, &image), json!(format!("{width} {height}")));
    let icon =
        page.browser.value("document.querySelector('link[rel=apple-touch-icon]').getAttribute('href')");
    let icon = icon.as_str().unwrap().to_string();
    assert_eq!(size(&mut page, &icon), json!("512 512"));
    let listed = format!(
        "fetch('manifest.webmanifest').then((answer) => answer.json()).then(({{ icons }}) => icons.some(({{ src, sizes, type }}) => \
                          src === {icon:?} && sizes === '512x512' && type === 'image/png'))"
    );
    assert_eq!(page.browser.value(&listed), json!(true));
    // It is the other icon, on a ground without rounded corners, as systems round them in their own ways.
    let differs = format!(
        "(async () => {{ const SIDE = 512; const pixels = async (file, ground) => {{ const image = new Image(SIDE, SIDE); image.src = file; \
         await image.decode(); const context = new OffscreenCanvas(SIDE, SIDE).getContext('2d'); context.fillStyle = ground; \
         context.fillRect(0, 0, SIDE, SIDE); context.drawImage(image, 0, 0, SIDE, SIDE); return context.getImageData(0, 0, SIDE, SIDE).data; }}; \
         const [png, svg] = await Promise.all([pixels({icon:?}, '#000'), pixels('icon.svg', '#6c5eb5')]); \
         return png.filter((part, at) => Math.abs(part - svg[at]) > 40).length / png.length; }})()"
    );
    let differs = number(&page.browser.value(&differs));
    assert!(differs < 0.001, "{differs}");
}

// The page: starts the C64, shows its frames, and passes on keys, joysticks, sound and files.

import { TEXTS } from "./texts.js";
import { MATRIX, SHIFTED, petscii } from "./keys.js";
import { Speaker } from "./sound.js";
import { Thinking } from "./think.js";

const RATE = 44100;
const FRAME = { pal: (312 * 63 * 1000) / 985248, ntsc: (263 * 65 * 1000) / 1022727 };
const FILES = "sys2080.files";
const SETTINGS = "sys2080.settings";
const [WAITS, ENDED, FAILED, AT_NODE] = [1, 2, 3, 4];
const LEFT_SHIFT = [1, 7];
const LOUD = 0.01; // a sample that anybody hears

const $ = (id) => document.getElementById(id);
const screen = $("screen");
const context = screen.getContext("2d", { alpha: false });

const settings = { language: navigator.language?.startsWith("es") ? "es" : "en", ntsc: false };
let wasm;
let code; // compiled, to begin anew after a fault in it
let ready; // once it has begun anew
let program; // what Restart starts: { bytes, disk, name }
let speaker = null;
let wantsSound = true;
let fast = false;
let state = 0;
let writes = 0;
let due = 0;
let timer = 0;
let pads = false; // whether a gamepad has been seen
// Told to the tests: frames shown, milliseconds spent on them, samples in frames that were not silent.
const counts = { frames: 0, milliseconds: 0, loud: 0 };

const thinking = new Thinking({ wasm: () => wasm, give: (bytes) => give(bytes), take: (length) => take(length), text: (key) => text(key), own: () => program?.own });

const text = (key) => TEXTS[settings.language][key];

function say(message, isError = false) {
  $("status").textContent = message;
  $("status").classList.toggle("error", isError);
}

function translate() {
  document.documentElement.lang = settings.language;
  for (const element of document.querySelectorAll("[data-text]")) {
    const own = text(element.dataset.text);
    if (own) element.textContent = own;
  }
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", text(element.dataset.label));
  const other = settings.language === "en" ? "es" : "en";
  $("language").textContent = other === "es" ? "Español" : "English";
  $("language").lang = other;
  $("standard").textContent = settings.ntsc ? "NTSC" : "PAL";
}

// Bytes to and from the C64. The memory may move whenever it grows, so no view of it is kept.
const memory = (start, length) => new Uint8Array(wasm.memory.buffer, start, length);
function give(bytes) {
  memory(wasm.buffer(bytes.length), bytes.length).set(bytes);
}
const take = (length) => memory(wasm.buffer(length), length).slice();
const message = () => new TextDecoder().decode(take(wasm.message()));

function store(key, value) {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
function fromBase64(letters) {
  return Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
const saveSettings = () => store(SETTINGS, JSON.stringify(settings));

function putFiles(letters) {
  try {
    give(fromBase64(letters));
    return wasm.put_files() === 1;
  } catch {
    return false;
  }
}

// A game from a link, under a number that no other one has. What the page says about it.
const FULL = 255;
function putShared(letters) {
  let number = 0;
  try {
    give(fromBase64(letters));
    number = wasm.put_shared();
  } catch {
    // No such letters: as damaged as others.
  }
  return number === FULL ? text("noplace") : number ? text("shared").replace("#", number) : text("badlink");
}

function saveFiles() {
  const files = take(wasm.take_files());
  // In pieces, as a whole disk is too much for the arguments of one call.
  let letters = "";
  for (let at = 0; at < files.length; at += 3072) letters += toBase64(files.subarray(at, at + 3072));
  say(text(store(FILES, letters) ? "saved" : "unsaved"));
}

function start(chosen) {
  give(chosen.bytes);
  const started = chosen.disk ? wasm.start_disk(+settings.ntsc) : wasm.start(+settings.ntsc);
  if (!started) {
    say(text("refused") + message(), true);
    return false;
  }
  program = chosen;
  [state, writes, due] = [0, wasm.disk_writes(), 0];
  wasm.set_sound(speaker ? RATE : 0);
  thinking.started();
  wake();
  if (chosen.name) say(text("started") + chosen.name);
  return true;
}

function draw() {
  if (wasm.draw()) paint();
}
function paint() {
  const pixels = wasm.pixels();
  const height = wasm.height();
  if (!height) return;
  if (screen.height !== height) {
    screen.height = height;
    screen.style.aspectRatio = `384 / ${height}`;
  }
  context.putImageData(new ImageData(new Uint8ClampedArray(memory(pixels, 384 * height * 4)), 384, height), 0, 0);
}

// The browser may drop what is on a canvas, and says so.
screen.addEventListener("contextrestored", paint);

function enter(next) {
  if (next === state) return;
  state = next;
  if (state === WAITS) say(text("line"));
  if (state === ENDED) say(text("ended"));
  if (state === FAILED) say(text("stopped") + message(), true);
}

async function instantiate() {
  wasm = (await WebAssembly.instantiate(code, {})).exports;
  const kept = stored(FILES);
  if (kept) putFiles(kept);
}
// A fault of the C64 itself, not of the program: a new one takes its place, and Restart starts the program on it.
function beginAnew(error) {
  state = FAILED;
  say(text("stopped") + error.message, true);
  ready = instantiate();
}

// A clock of the page's own: the browser's frames come more often, and cost it something even if nothing changes in them.
const REST = 4; // milliseconds in which the browser gets a turn between two pieces of work
const WORK = 12;
const NODES = 10; // between two looks at whether a search may go on
function wake(milliseconds = 0) {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(tick, milliseconds);
}
addEventListener("visibilitychange", () => wake());

function tick() {
  if (state === ENDED || state === FAILED) return;
  const begin = performance.now();
  work(begin);
  wake(fast ? REST : thinking.isAtNode ? NODES : Math.max(due - performance.now(), 0));
}

function work(begin) {
  const now = begin;
  const frame = settings.ntsc ? FRAME.ntsc : FRAME.pal;
  if (!due || now - due > 200) due = now; // at the start, and after the page was hidden
  let frames = 0;
  if (pads) readGamepad();
  try {
    while (fast ? performance.now() - begin < WORK : now >= due) {
      if (thinking.waits(now)) {
        due = now;
        break;
      }
      const next = wasm.run_frame();
      frames++;
      if (next === AT_NODE) {
        thinking.reached(now);
        continue;
      }
      enter(next);
      due += frame;
      if (state && state !== WAITS) break;
    }
  } catch (error) {
    return beginAnew(error);
  }
  if (fast) due = now;
  thinking.look(now);
  if (!frames) return;
  play();
  draw();
  if (wasm.disk_writes() !== writes) {
    writes = wasm.disk_writes();
    saveFiles();
  }
  counts.frames += frames;
  counts.milliseconds += performance.now() - begin;
}

function play() {
  const length = wasm.take_sound();
  if (!speaker || !length || fast) return;
  const samples = new Float32Array(wasm.memory.buffer, wasm.sound(), length).slice();
  // In music, one of the first samples is loud.
  const loud = samples.some((sample) => Math.abs(sample) > LOUD);
  if (loud) counts.loud += samples.length;
  speaker.play(samples, loud || samples.some((sample) => sample !== 0));
}

let opening = false;
async function setSound(on) {
  wantsSound = on;
  $("sound").setAttribute("aria-pressed", String(on));
  if (opening) return;
  if (on && !speaker) {
    opening = true;
    const opened = await Speaker.open(RATE).catch(() => null);
    opening = false;
    speaker = wantsSound ? opened : null;
    if (opened !== speaker) await opened?.close();
    $("sound").setAttribute("aria-pressed", String(Boolean(speaker)));
  } else if (!on && speaker) {
    const old = speaker;
    speaker = null;
    await old.close();
  }
  wasm.set_sound(speaker ? RATE : 0);
}
// Browsers allow sound only after a click or a key, and SHIFT by itself is none. The button for sound is left to its own click, which
// would otherwise switch off again what pressing it has just switched on.
function wakeSound(event) {
  if (event.target === $("sound")) return;
  if (wantsSound && !speaker && navigator.userActivation?.hasBeenActive !== false) setSound(true);
}

// The keyboard.
const held = new Set();
function key(event, down) {
  // The browser's own, but keys that are held are let go whatever is held besides.
  const browsers = (event.ctrlKey && event.code !== "ControlLeft") || event.metaKey || event.key === "Tab";
  if (browsers && !(held.has(event.code) && !down)) return;
  if (event.code === "Escape") wasm.hold_stop(+down);
  const place = MATRIX[event.code];
  if (place) {
    wasm.hold_key(...place, +down);
    down ? held.add(event.code) : held.delete(event.code);
    // Several keys may hold SHIFT, which goes with the last of them.
    wasm.hold_key(...LEFT_SHIFT, +[...held].some((code) => code === "ShiftLeft" || SHIFTED.has(code)));
  }
  if (down) {
    const code = petscii(event);
    if (code) wasm.type_key(code);
  }
  if (place || event.key.length === 1) event.preventDefault();
}
function releaseAll() {
  for (const code of held) wasm.hold_key(...MATRIX[code], 0);
  wasm.hold_key(...LEFT_SHIFT, 0);
  wasm.hold_stop(0);
  held.clear();
}
const isControl = (element) => element !== document.body && element !== screen && element.closest("nav, details, #touch, #thinking");
addEventListener("keydown", (event) => {
  wakeSound(event);
  if (!isControl(event.target)) key(event, true);
});
addEventListener("keyup", (event) => key(event, false));
addEventListener("blur", releaseAll);

// Joysticks: the touch controls and the gamepad hold the same switches.
let touched = 0;
let pad = 0;
const hold = () => wasm.hold_joystick(2, touched | pad);
for (const button of document.querySelectorAll("[data-stick]")) {
  const bit = Number(button.dataset.stick);
  const set = (down) => (event) => {
    event.preventDefault();
    touched = down ? touched | bit : touched & ~bit;
    hold();
  };
  button.addEventListener("pointerdown", set(true));
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(name, set(false));
  button.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") set(true)(event);
  });
  button.addEventListener("keyup", set(false));
}
for (const button of document.querySelectorAll("[data-key]")) {
  button.addEventListener("click", () => {
    const name = button.dataset.key;
    if (name !== "stop") return wasm.type_key(name.toUpperCase().charCodeAt(0));
    wasm.hold_stop(1);
    setTimeout(() => wasm.hold_stop(0), 100);
  });
}
function readGamepad() {
  let now = 0;
  for (const gamepad of navigator.getGamepads?.() ?? []) {
    if (!gamepad) continue;
    const [x = 0, y = 0] = gamepad.axes;
    const pressed = (index) => gamepad.buttons[index]?.pressed;
    if (y < -0.5 || pressed(12)) now |= 1;
    if (y > 0.5 || pressed(13)) now |= 2;
    if (x < -0.5 || pressed(14)) now |= 4;
    if (x > 0.5 || pressed(15)) now |= 8;
    if ([0, 1, 2, 3].some(pressed)) now |= 16;
  }
  if (now !== pad) {
    pad = now;
    hold();
  }
}
addEventListener("gamepadconnected", () => {
  pads = true;
  say(text("gamepad"));
});

// Files.
async function open(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  start({ bytes, disk: /\.d64$/i.test(file.name), name: file.name });
  screen.focus();
}
$("open").addEventListener("change", (event) => {
  const [file] = event.target.files;
  if (file) open(file);
  event.target.value = "";
});
$("openlabel").addEventListener("keydown", (event) => {
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    $("open").click();
  }
});
addEventListener("dragover", (event) => {
  event.preventDefault();
  $("stage").classList.add("dropping");
});
addEventListener("dragleave", () => $("stage").classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  $("stage").classList.remove("dropping");
  const [file] = event.dataTransfer.files;
  if (file) open(file);
});

// Buttons. A click leaves the focus on the C64, whose keys come next; the keyboard's own clicks leave it on the button.
function on(id, action) {
  $(id).addEventListener("click", async (event) => {
    await action();
    if (event.detail > 0) screen.focus({ preventScroll: true });
  });
}
async function restart() {
  await ready;
  wasm.take_files();
  start(program);
  say("");
}
on("sound", () => setSound(!speaker));
on("fast", () => {
  fast = !fast;
  $("fast").setAttribute("aria-pressed", String(fast));
});
on("full", () => (document.fullscreenElement ? document.exitFullscreen() : $("stage").requestFullscreen?.()));
on("think", async () => {
  if (thinking.open) thinking.hide();
  else await thinking.show().catch((error) => say(text("failed") + error.message, true));
  $("thinking").hidden = !thinking.open;
  $("think").setAttribute("aria-expanded", String(thinking.open));
});
function close() {
  $("think").click();
  $("think").focus();
}
$("pause").addEventListener("click", () => thinking.pause(!thinking.paused));
$("step").addEventListener("click", () => thinking.step());
$("speed").addEventListener("input", () => thinking.setPace());
$("thinking").addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  close();
});
$("close").addEventListener("click", close);
on("pads", () => showPads($("touch").hidden));
// The second press within some seconds is meant.
const MEANT = 10_000;
let asked = -MEANT;
on("standard", () => {
  if (performance.now() - asked > MEANT && state !== ENDED && state !== FAILED) {
    asked = performance.now();
    return say(text("anew").replace("#", settings.ntsc ? "PAL" : "NTSC"));
  }
  asked = -MEANT;
  settings.ntsc = !settings.ntsc;
  saveSettings();
  translate();
  return restart();
});
on("restart", restart);
on("language", () => {
  settings.language = settings.language === "en" ? "es" : "en";
  saveSettings();
  translate();
  thinking.setPace();
});
on("share", async () => {
  const file = take(wasm.last_file());
  if (!file.length) return say(text("nothing"));
  // A file begins with the length of its name, whose last letter is its number.
  const number = String.fromCharCode(file[file[0]]);
  const url = new URL(location.href);
  url.hash = `game=${toBase64(file)}`;
  try {
    await navigator.clipboard.writeText(url.href);
    say(text("copied").replace("#", number));
  } catch {
    say(text("copy").replace("#", number) + url.href);
  }
});
function showPads(shown) {
  $("touch").hidden = !shown;
  $("pads").setAttribute("aria-pressed", String(shown));
}
addEventListener("pointerdown", wakeSound);
addEventListener("hashchange", () => location.hash.startsWith("#game=") && location.reload());

// For the tests and the curious: memory, the chips if the program has them banked in, and frames at once.
const PORT = 1;
const CHIPS = 4;
function read(address, length, ram) {
  for (let tries = 0; !ram && !(wasm.peek(PORT, 0) & CHIPS) && tries < 1000; tries++) run(1);
  return Array.from({ length }, (_, at) => wasm.peek(address + at, +ram));
}
function run(frames) {
  while (frames > 0 && state !== ENDED && state !== FAILED) {
    const next = wasm.run_frame();
    if (next === AT_NODE) continue;
    enter(next);
    frames--;
  }
  play();
}

async function main() {
  Object.assign(settings, JSON.parse(stored(SETTINGS) ?? "{}"));
  translate();
  showPads(matchMedia("(pointer: coarse)").matches);
  say(text("loading"));
  const [module, game] = await Promise.all([fetch("c64.wasm"), fetch("sys2080.prg")]);
  if (!module.ok || !game.ok) throw new Error(`${module.status}, ${game.status}`);
  const bytes = await game.arrayBuffer();
  code = await WebAssembly.compile(await module.arrayBuffer());
  await instantiate();
  say("");
  const link = location.hash.match(/^#game=([\w-]+)$/);
  if (link) say(putShared(link[1]));
  start({ bytes: new Uint8Array(bytes), disk: false, name: "", own: true });
  screen.focus({ preventScroll: true });
  window.c64 = { counts, open, read, run, thinking, raw: () => wasm, audio: () => speaker?.context.state };
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("worker.js").catch(() => {});
}

main().catch((error) => say(text("failed") + error.message, true));

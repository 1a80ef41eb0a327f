// Runs a program: starts it, has the C64 make its frames in time, and passes on its sound and pictures.

import { draw, give, instantiate, message, samples, take, takeText, wasm } from "./c64.js";
import { readGamepad } from "./input.js";
import { $, saveSettings, say, settings, text } from "./page.js";
import { forgetPresses, ran } from "./presses.js";
import { loadFiles, reportSaved } from "./saves.js";
import { Speaker } from "./sound.js";
import { Thinking } from "./think.js";

const RATE = 44100;
const FRAME = { pal: (312 * 63 * 1000) / 985248, ntsc: (263 * 65 * 1000) / 1022727 }; // milliseconds
const [RUNS, WAITS, ENDED, FAILED, AT_NODE] = [0, 1, 2, 3, 4]; // as `Now` in web/src/c64.rs
const LOUD = 0.005; // the least sample that anybody hears
const BUDGET = 12; // milliseconds of work for each picture at full speed
const MOST_WORK = 50; // milliseconds for frames that are late: a slow device shows fewer in a second, but all of them
const REST = 4; // milliseconds in which the browser gets a turn after these
export const ANY = -1; // the first place of a disk with a program that starts
// Milliseconds after a press for which the browser's pictures are a clock, too: Chromium holds timers back for about 100 after a touch.
const HELD_BACK = 400;
const NODES = 10; // milliseconds between two looks at whether a search may go on
// How much goes on: each changed picture adds to it, each frame takes 1 away. At rest, two frames are made at once: to wake up for one
// costs the browser as much as making it does.
const [BUSY, CHANGED, RESTS] = [25, 4, 8];
// Frames that a program may take to unpack itself, at full speed: it has shown nothing then, and nothing could be missed.
const UNPACKING = 600;

export const thinking = new Thinking({ wasm: () => wasm, give, take, text, isOwn, wake });
/** Told to the tests: frames shown, milliseconds spent on them; and who hears each block of samples. */
export const counts = { frames: 0, milliseconds: 0, hears: null };

let own; // the games of the page
let program; // what Restart starts: { bytes, name, isDisk, place }
let speaker = null;
let opening = false;
let fast = false;
let state = RUNS;
let unpacks = 0; // frames that are left for it
let writes = 0;
let due = 0;
let timer = 0;
let picture = 0; // the browser's next one, if the C64 is to have a turn there
let touched = -Infinity; // until when it is
let bustle = BUSY;
let begun; // once the C64 has begun anew

let onStart = () => {};
/** Has something done whenever a program starts. */
export const whenStarted = (task) => (onStart = task);
export const isOver = () => state === ENDED || state === FAILED;
export const isFast = () => fast;
export const audio = () => speaker?.context.state;
export const hasSound = () => Boolean(speaker);

/** Has the games of the page: their file, and where in it stands what they begin with, the language and a game. */
export function setGames(bytes, language, first) {
  own = { bytes, language, first, name: "", isDisk: false, place: 0 };
}
/** Starts the games: at the title, or with a saved game or a puzzle (`FIRST_GAME` in `c64/src/main.rs`). */
export const startGames = (first = null) => start(own, first);
/** The program that runs: whether it is the page's own, and else what it is started by. */
export const kind = () => program && { isOwn: program === own, chosen: program };

/** Goes on with a C64 whose memory was put back: with a program, or the games. Nothing is pressed on it. */
export function goOn(chosen) {
  program = chosen ?? own;
  [state, writes, due, unpacks] = [RUNS, wasm.disk_writes(), 0, 0];
  for (let place = 0; place < 64; place++) wasm.hold_key(place >> 3, place & 7, 0);
  wasm.hold_stop(0);
  wasm.hold_joystick(2, 0);
  wasm.stop_at_nodes(0);
  wasm.hide_search();
  loadFiles();
  begin();
}

function begin() {
  wasm.set_sound(speaker ? RATE : 0);
  forgetPresses();
  thinking.started();
  bustle = BUSY;
  wake();
  list();
}

export function start(chosen, first = null) {
  // The games begin in the page's language.
  if (chosen === own) {
    own.bytes[own.language] = Number(settings.language === "es");
    own.bytes.set(first ?? [0, 0, 0], own.first);
  }
  give(chosen.bytes);
  const started = chosen.isDisk ? wasm.start_disk(chosen.place, +settings.ntsc) : wasm.start(+settings.ntsc);
  if (!started) {
    say(text("refused") + message(), true);
    if (program) list();
    return false;
  }
  program = chosen.place === ANY ? { ...chosen, place: started - 1 } : chosen;
  [state, writes, due, unpacks] = [RUNS, wasm.disk_writes(), 0, UNPACKING];
  onStart();
  begin();
  if (chosen.name) say(text("started") + chosen.name);
  return true;
}

/** Shows the programs of the disk, and the way back to the games. */
function list() {
  const names = program.isDisk ? takeText(wasm.programs()).split("\n") : [];
  $("disk").hidden = program === own;
  $("programs").closest("label").hidden = names.length < 2;
  $("programs").replaceChildren(...names.map((name, place) => new Option(name, String(place), false, place === program.place)));
}
export const startPlace = (place) => start({ ...program, place });

/** Whether the games run, or what has unpacked itself to the same: a packed copy of them. */
export function isOwn() {
  if (program === own) return true;
  const address = own.bytes[0] + 256 * own.bytes[1];
  const [from, to] = [0x100, 0x1100]; // of the code: enough to tell versions apart, and before all variables
  give(own.bytes.subarray(2 + from, 2 + to));
  return wasm.holds(address + from) === 1;
}

/** Waits for a C64 that begins anew. */
export const settled = () => begun;

export async function restart() {
  await begun;
  if (start(program)) say("");
}

function enter(next) {
  if (next === state) return;
  if (state === WAITS && $("status").textContent === text("line")) say("");
  state = next;
  if (state === WAITS) say(text("line"));
  if (state === ENDED) say(text("ended"));
  if (state === FAILED) say(text("stopped") + message(), true);
}

// A fault of the C64 itself, not of the program: a new one takes its place, and Restart starts the program on it.
function beginAnew(error) {
  state = FAILED;
  say(text("stopped") + error.message, true);
  begun = instantiate()
    .then(loadFiles)
    .catch((fault) => say(text("failed") + fault.message, true));
}

// A clock of the page's own: the browser's frames come more often, and cost it something even if nothing changes in them.
function wake(milliseconds = 0) {
  clearTimeout(timer);
  cancelAnimationFrame(picture);
  if (!document.hidden && performance.now() < touched) picture = requestAnimationFrame(tick);
  // Browsers leave fractions out: it would be too early, and for nothing.
  if (!document.hidden) timer = setTimeout(tick, Math.ceil(milliseconds));
}
addEventListener("visibilitychange", () => wake());
// What is pressed is answered in the next frame.
for (const name of ["keydown", "keyup", "pointerdown", "pointerup", "pointercancel"]) addEventListener(name, stir, true);
function stir({ type }) {
  if (type.startsWith("pointer")) touched = performance.now() + HELD_BACK;
  const waits = bustle < RESTS || type.startsWith("pointer");
  if (waits && !fast && !thinking.isAtNode) wake(Math.max(due - performance.now(), 0));
  bustle = BUSY;
}

function tick() {
  if (!program || isOver()) return;
  let hurries;
  try {
    hurries = work(performance.now());
  } catch (error) {
    return beginAnew(error);
  }
  if (thinking.stands) return;
  const next = bustle < RESTS ? due + frameTime() : due;
  wake(hurries ? REST : thinking.isAtNode ? NODES : Math.max(next - performance.now(), 0));
}

const frameTime = () => (settings.ntsc ? FRAME.ntsc : FRAME.pal);

/** Makes the frames that are due; returns whether more may come at once. */
function work(begin) {
  const frame = frameTime();
  if (!due || begin - due > 200) due = begin; // at the start, and after the page was hidden
  const isHidden = unpacks > 0;
  const hurries = fast || isHidden;
  let frames = 0;
  if (readGamepad()) bustle = BUSY;
  while (performance.now() - begin < (hurries ? BUDGET : MOST_WORK) && (hurries || begin >= due)) {
    if (thinking.waits(begin)) {
      due = begin;
      break;
    }
    const next = wasm.run_frame();
    frames++;
    if (next === AT_NODE) {
      thinking.reached(begin);
      continue;
    }
    ran();
    enter(next);
    due += frame;
    if (unpacks && (state !== RUNS || !wasm.is_blank())) unpacks = 1;
    if (unpacks && !--unpacks) break;
    if (state && state !== WAITS) break;
  }
  if (hurries || begin >= due) due = begin;
  thinking.look(begin);
  if (!frames) return hurries;
  sound();
  bustle = Math.max(bustle - frames, 0);
  // The border flickers while a program unpacks itself, which nobody has to see.
  if (!unpacks && draw()) bustle = Math.min(bustle + CHANGED, BUSY);
  if (wasm.disk_writes() !== writes) {
    writes = wasm.disk_writes();
    reportSaved();
  }
  counts.frames += frames;
  counts.milliseconds += performance.now() - begin;
  return hurries;
}

function sound() {
  const length = wasm.take_sound();
  if (!speaker || !length) return;
  const block = samples(length);
  // In music, one of the first samples is loud.
  const isLoud = block.some((sample) => Math.abs(sample) > LOUD);
  if (unpacks && isLoud) unpacks = 0;
  if (fast || unpacks) return;
  counts.hears?.(block);
  speaker.play(block, isLoud || block.some((sample) => sample !== 0));
}

/** Switches the sound on or off, for the next visits, too. */
export function chooseSound(on) {
  settings.sound = on;
  saveSettings();
  return setSound(on);
}
async function setSound(on) {
  $("sound").setAttribute("aria-pressed", String(on));
  if (opening) return;
  if (on && !speaker) {
    opening = true;
    const opened = await Speaker.open(RATE).catch(() => null);
    opening = false;
    speaker = settings.sound ? opened : null;
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
export function wakeSound(event) {
  if (!wasm || event.target === $("sound")) return;
  if (settings.sound && !speaker && navigator.userActivation?.isActive !== false) setSound(true);
}

export function setFast(on) {
  fast = on;
  $("fast").setAttribute("aria-pressed", String(on));
}

// For the tests and the curious: memory, the chips if the program has them banked in, and frames at once.
const PORT = 1;
const CHIPS = 4;
export function read(address, length, ram) {
  for (let tries = 0; !ram && !(wasm.peek(PORT, 0) & CHIPS) && tries < 1000; tries++) run(1);
  return Array.from({ length }, (_, at) => wasm.peek(address + at, +ram));
}
export function run(frames) {
  while (frames > 0 && !isOver()) {
    const next = wasm.run_frame();
    if (next === AT_NODE) continue;
    ran();
    enter(next);
    frames--;
  }
  sound();
}

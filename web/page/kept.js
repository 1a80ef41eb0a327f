// The C64 as it is, kept in the browser after every move: the page goes on where it was, however it was left.
//
// What is kept is all memory of the WebAssembly module, which only the same version can go on with. Beside it stands the game as the play
// program saves it, which every version can read.

import { restore, snapshot, wasm } from "./c64.js";
import { TURN, gameFile, look, screenOf } from "./game.js";
import { say, settings, text, translate } from "./page.js";
import { eachFrame } from "./presses.js";
import { goOn, isOver, isOwn, kind, startGames, whenStarted } from "./run.js";
import { putShared } from "./saves.js";

const [DATABASE, STORE] = ["sys2080", "states"];
const [GAMES, OTHER, BEFORE] = ["games", "other", "before"];
const LOOKS = 25; // frames between two looks at whether anything has changed
const PAUSE = 1000; // milliseconds between two times that it is kept
const CLOCK = 35; // the first column of the clock in the row of the turn: `c64/src/app/panel.rs`

let database = null;
let version = 0;
let game = null; // the game on the board, as a file
let pressed = 0; // how often something was pressed since the program began
let latest = 0; // the number of the last state that was to be kept
let told = false;

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Asks for a change, and ends its transaction without waiting for the answer, which a page that is being left does not hear. */
const change = (ask) =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, "readwrite");
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
    ask(transaction.objectStore(STORE));
    transaction.commit();
  });

/** FNV-1a. Browsers have better sums only at safe addresses. */
function sum(parts) {
  let hash = 0x811c9dc5;
  for (const part of parts) for (const byte of part) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Opens the store; the states in it are those of a module and a play program. */
export async function openStates(parts) {
  version = sum(parts);
  try {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    database = await done(request);
    database.onversionchange = () => database?.close();
  } catch {
    database = null;
  }
}

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** Keeps the C64 as it is; unpacked if that cannot wait. */
async function keep(packs) {
  if (!database || !wasm || !kind()) return;
  const number = ++latest;
  const { slot, program } = describe();
  try {
    if (isOver()) return void (await change((states) => states.delete(slot)));
    const state = { version, at: Date.now(), ntsc: settings.ntsc, program, game, pressed, packed: false, bytes: snapshot() };
    if (packs && "CompressionStream" in window) {
      state.bytes = await through(state.bytes, new CompressionStream("gzip"));
      state.packed = true;
    }
    if (number === latest && database) await change((states) => states.put(state, slot));
    told = false;
  } catch {
    if (!told) say(text("unsaved"), true);
    told = true;
  }
}
function describe() {
  const program = kind();
  return program.isOwn ? { slot: GAMES, program: null } : { slot: OTHER, program: program.chosen };
}

/** Keeps the C64 before another program takes its place. */
export const keepNow = () => keep(true);

async function kept(slot) {
  try {
    return (await done(database.transaction(STORE).objectStore(STORE).get(slot))) ?? null;
  } catch {
    return null;
  }
}

/** Goes on with a state. False if it is of another version or damaged. */
async function take(state) {
  if (state?.version !== version) return false;
  try {
    await restore(state.packed ? await through(state.bytes, new DecompressionStream("gzip")) : state.bytes);
  } catch {
    return false;
  }
  settings.ntsc = state.ntsc;
  translate();
  goOn(state.program);
  [game, pressed] = [state.game, state.pressed];
  return true;
}

/** Puts the game of a state that cannot go on onto the disk; what is said about it. */
async function rescue(state) {
  if (!state?.game) return "";
  const { number, isKept } = putShared(state.game);
  if (isKept) return text("rescued").replace("#", number);
  await change((states) => states.put(state, BEFORE)).catch(() => null);
  return text("noplace");
}

/** Goes on where the page was, or begins with the games: for a link, with what it leads to. */
export async function resume(first) {
  const states = database ? [await kept(GAMES), await kept(OTHER)].filter(Boolean) : [];
  const [last] = states.sort((a, b) => b.at - a.at);
  if (!first && last && (await take(last))) return last.pressed ? text("resumed") : "";
  const games = states.find((state) => !state.program);
  const said = await rescue(games);
  startGames(first);
  if (!database) return text("unsaved");
  return last && last.version !== version && !first ? `${text("otherversion")} ${said}`.trim() : said;
}

/** Goes back to the games, where they were. */
export async function backToGames() {
  const games = database && (await kept(GAMES));
  if (!games || !(await take(games))) startGames();
}

/** Whether there is something to be lost by a new start. */
export const isPlaying = () => pressed > 0 && !isOver() && !isAtTitle();
function isAtTitle() {
  const picture = isOwn() ? look() : null;
  return picture && screenOf(picture) === "title";
}

whenStarted(() => ([pressed, game] = [0, null]));

/** What is seen, but for the clock: it changes with each move, each row of the menu, each question. */
function seen() {
  const picture = isOwn() ? look() : null;
  if (!picture) return String(pressed);
  const isBoard = screenOf(picture) === "board";
  if (isBoard) game = gameFile();
  return Array.from({ length: 25 }, (_, row) => picture.line(row, 0, row === TURN && isBoard ? CLOCK : 40)).join("");
}
let frames = 0;
let last = "";
let at = -Infinity;
eachFrame(() => {
  if (!database || ++frames < LOOKS || performance.now() - at < PAUSE) return;
  frames = 0;
  const now = seen();
  if (now === last) return;
  [last, at] = [now, performance.now()];
  keep(true);
});
// The last moment at which a tab that is closed, left or discarded can do something.
addEventListener("visibilitychange", () => document.hidden && keep(false));
addEventListener("pagehide", () => keep(false));
const press = () => void pressed++;
document.getElementById("screen").addEventListener("keydown", press);
document.getElementById("screen").addEventListener("click", press);
document.getElementById("touch").addEventListener("pointerdown", press);

/** Forgets all states, and keeps none from now on: for the tests. */
export async function forgetStates() {
  const old = database;
  database = null;
  if (old) await done(old.transaction(STORE, "readwrite").objectStore(STORE).clear());
}

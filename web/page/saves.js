// Saved games and other files that programs write, kept in the browser.
//
// All tabs have one store: an object of files by their names, both in letters, the last one last. A tab writes only what it has
// changed itself, so that no other tab's files are lost.

import { give, take, wasm } from "./c64.js";
import { $, say, store, stored, text } from "./page.js";

const FILES = "sys2080.files";
const DAMAGED = "sys2080.damaged";
/** No number is free. */
export const FULL = 255;

/** Names and files as this tab and the store had them last. */
let known = new Map();

const PIECE = 3072; // bytes: a multiple of three, so that the letters of pieces can be joined, and few enough for one call
export function toBase64(bytes) {
  let letters = "";
  for (let at = 0; at < bytes.length; at += PIECE) letters += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
export function fromBase64(letters) {
  return Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** The C64's files: each is the length of its name, the name, the length in two bytes, and the contents. */
function present() {
  const bytes = take(wasm.take_files());
  const files = new Map();
  for (let at = 0; at < bytes.length; ) {
    const size = at + 1 + bytes[at];
    const end = size + 2 + bytes[size] + 256 * bytes[size + 1];
    files.set(toBase64(bytes.subarray(at + 1, size)), toBase64(bytes.subarray(at, end)));
    at = end;
  }
  return files;
}

function put(letters) {
  try {
    give(fromBase64(letters));
    return wasm.put_files() === 1;
  } catch {
    return false;
  }
}
function forget(name) {
  give(fromBase64(name));
  wasm.forget_file();
}

/** The store's files, or null if it is damaged. */
function read() {
  const kept = stored(FILES);
  try {
    const parsed = JSON.parse(kept ?? "{}");
    if (typeof parsed !== "object" || Array.isArray(parsed)) return null;
    const files = Object.entries(parsed);
    return files.every(([, file]) => typeof file === "string") ? new Map(files) : null;
  } catch {
    return null;
  }
}

/** Puts the stored files on the C64's disk. Whether all of them could be read; what could not is set aside. */
export function loadFiles() {
  const files = read();
  const bad = [...(files ?? [])].filter(([, file]) => !put(file));
  // What a C64 that goes on has on its disk may have been forgotten since.
  for (const name of files ? present().keys() : []) if (!files.has(name)) forget(name);
  if (files && !bad.length) {
    known = present();
    return true;
  }
  store(DAMAGED, stored(FILES));
  for (const [name] of bad) files.delete(name);
  store(FILES, JSON.stringify(Object.fromEntries(files ?? [])));
  known = present();
  return false;
}

/** Stores what this tab's C64 has changed. */
export function saveFiles() {
  const now = present();
  const files = read() ?? new Map();
  for (const name of known.keys()) if (!now.has(name)) files.delete(name);
  for (const [name, file] of now) {
    if (known.get(name) === file) continue;
    files.delete(name); // to be the last one
    files.set(name, file);
  }
  const isStored = store(FILES, JSON.stringify(Object.fromEntries(files)));
  if (isStored) known = now;
  return isStored;
}
const SEEN = 10_000; // milliseconds for which it is said that all went well
export function reportSaved() {
  const isSaved = saveFiles();
  say(text(isSaved ? "saved" : "unsaved"));
  if (isSaved) setTimeout(() => $("status").textContent === text("saved") && say(""), SEEN);
}

// What another tab has changed is on this one's disk, too.
addEventListener("storage", (event) => {
  if (!wasm || event.key !== FILES) return;
  const files = read();
  if (!files) return;
  for (const name of known.keys()) if (!files.has(name)) forget(name);
  for (const [name, file] of files) if (known.get(name) !== file) put(file);
  known = present();
});

/** Forgets every file: for all tabs, and in the C64. */
export function forgetFiles() {
  for (const name of present().keys()) forget(name);
  known = new Map();
  store(FILES, "{}");
  store(DAMAGED, "");
}

/**
 * Puts a game, a file with its name, onto the disk under a number that no other one has: that number, 0 if the file is damaged, or [`FULL`];
 * and whether the browser keeps it.
 */
export function putShared(bytes) {
  give(bytes);
  const number = wasm.put_shared();
  return { number, isKept: number !== 0 && number !== FULL && saveFiles() };
}

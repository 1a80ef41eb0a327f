// The play program as its picture and its memory show it: the screen, the game on the board, the puzzle, the language.

import { wasm } from "./c64.js";
import { isOver } from "./run.js";

const PORT = 1;
const CHIPS = 4; // the bit of the processor port that has them in memory
export const [VIC, PICTURE] = [0xd000, 0xd800]; // `c64/src/hardware/picture.rs`
export const [COLUMNS, ROWS] = [40, 25];
/** Columns and rows of the panel beside the board: `c64/src/app/panel.rs`. */
export const [PANEL, TEXT, PLAYERS, TURN, ACTIONS, MESSAGE, HELP] = [26, 27, 2, 9, 11, 22, 24];
/** The keys of the menu's rows, and its arrow: `c64/src/app/menu.rs`. */
export const MENU = { column: 4, first: 7, last: 22, arrow: 6, value: 22, end: 38 };
export const ARROW = 85; // `c64/src/art/characters.rs`
const ACCENTED = [..."ÁÉÍÓÚÑÜ¿¡"]; // from code 64 on: `c64/src/spelling.rs`
const [FIRST, LEVEL, CLOCKS, LANGUAGE] = [3, 5, 6, 9]; // rows of the menu: `c64/src/app/settings.rs`
const [FIVE_IN_A_ROW, MOST_TURNS] = [2, 361];
export const LANGUAGES = ["en", "es"]; // by their numbers, as in the games

let places = new Map();
let names = []; // of the two bytes of moves, by game

/** Takes the description of where everything lies: search.txt. */
export function setPlaces(description) {
  const lines = description.trim().split("\n").map((line) => line.split(" "));
  places = new Map(lines.filter(([name]) => !name.startsWith("moves-")).map(([name, place]) => [name, Number(place)]));
  names = [];
  for (const [half, game, ...bytes] of lines.filter(([name]) => name.startsWith("moves-"))) (names[game] ??= {})[half] = bytes;
}
/** The place of what the program begins with in its file: `language` or `first`. */
export const placeOf = (name) => places.get(name);

/** The picture, if the program shows it and the chips can be seen in this frame. */
export function look() {
  if (!wasm || isOver() || !(wasm.peek(PORT, 0) & CHIPS)) return null;
  if ((wasm.peek(VIC + 0x18, 0) & 0xfe) !== 0x64) return null;
  const code = (column, row) => wasm.peek(PICTURE + COLUMNS * row + column, 1);
  const letter = (code) => (code >= 1 && code <= 26 ? String.fromCharCode(64 + code) : code < 64 ? String.fromCharCode(code) : (ACCENTED[code - 64] ?? "?"));
  const line = (row, from = 0, to = COLUMNS) => Array.from({ length: to - from }, (_, at) => letter(code(from + at, row))).join("");
  return { code, line };
}

/** Which screen a picture is. */
export function screenOf({ line }) {
  if (line(MENU.first)[MENU.column] + line(MENU.last)[MENU.column] === "PQ") return "menu";
  if (/^(PRESS F|PULSA F)/.test(line(MESSAGE, 15, PANEL))) return "title";
  if (/^TUR/.test(line(TURN, TEXT))) return "board";
  return /^(FIRE|FUEGO):/.test(line(MESSAGE, PANEL)) ? "lesson" : "";
}
/** What is said beside the board, a row each. */
export const messagesOf = ({ line }) => [MESSAGE, MESSAGE + 1, MESSAGE + 2].map((row) => line(row, TEXT));
/** Where a text offers the key down, which it does when it asks something; -1 if it does not. */
export const downAt = (told) => told.search(/(DOWN|ABAJO):/);
/** Whether the C64 thinks, by what is said. */
export const isBusy = (message) => /THINKING|PENSANDO|ONE MOMENT|UN MOMENTO/.test(message);

const byte = (name, at = 0) => wasm.peek(places.get(name) + at, 1);

/** The language of the games. */
export const language = () => LANGUAGES[byte("game_settings", LANGUAGE)];
/** The number of the game. */
export const gameNumber = () => byte("game_id");

/** Whether there is a game, and the program does not play by itself. */
const isPlayed = () => byte("game_playing") !== 0 && !byte("game_demo") && !byte("game_demo", 1);
/** How many turns of a game were made. */
export function turns() {
  const made = byte("game_turns") + 256 * byte("game_turns", 1);
  return isPlayed() && made <= MOST_TURNS ? made : 0;
}
/** The text of a turn, empty if it was passed. */
export function moveText(turn) {
  const { "moves-from": from, "moves-to": to } = names[gameNumber()];
  const [first, second] = [from[byte("game_from", turn)], to[byte("game_to", turn)]];
  return first === "-" || second === "-" ? "" : (first + second).replaceAll("_", "");
}

/** The puzzle on the board: its game and its number, or null. */
export function puzzle() {
  const number = byte("game_puzzle");
  return isPlayed() && number ? { game: gameNumber(), number } : null;
}

/** The game on the board as a file with its name (`c64/src/savegame.rs`, `web/src/share.rs`), or null before its first turn. */
export function gameFile() {
  const made = turns();
  if (!made) return null;
  const chosen = (row) => byte("game_settings", row);
  const id = gameNumber();
  const size = id === FIVE_IN_A_ROW ? byte("game_size") : 0;
  const file = [..."2080"].map((letter) => letter.charCodeAt(0));
  file.push(1, id, size, chosen(FIRST), chosen(FIRST + 1), chosen(LEVEL) + 1, chosen(CLOCKS), made & 255, made >> 8);
  for (let turn = 0; turn < made; turn++) file.push(byte("game_from", turn), byte("game_to", turn));
  // CRC-16/CCITT-FALSE.
  let crc = 0xffff;
  for (const next of file) {
    crc ^= next << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  file.push(crc >> 8, crc & 255);
  const name = [..."2080 GAME 1"].map((letter) => letter.charCodeAt(0));
  // The KERNAL's LOAD skips an address before the bytes.
  const saved = [1, 8, ...file];
  return new Uint8Array([name.length, ...name, saved.length & 255, saved.length >> 8, ...saved]);
}

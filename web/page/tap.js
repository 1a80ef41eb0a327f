// Taps and clicks on the picture of the play program: what is there is done by the program's own keys.
//
// The page sees what a person sees: the characters of the picture, and the sprite of the cursor. It brings the cursor to a square step
// by step, each of which is seen before the next.

import { TOPS, wasm } from "./c64.js";
import { ACTIONS, COLUMNS, HELP, MENU, MESSAGE, PANEL, ROWS, TEXT, VIC, downAt, isBusy, look, messagesOf, screenOf } from "./game.js";
import { $, say, text } from "./page.js";
import { eachFrame } from "./presses.js";
import { isOver, isOwn, thinking } from "./run.js";

const screen = $("screen");
const [UP, DOWN, LEFT, RIGHT, FIRE] = [0x91, 0x11, 0x9d, 0x1d, 0x0d]; // `c64/src/app/input.rs`
const SIDE = 8; // pixels of a character
const NEAR = 10; // pixels from the middle of a row
const [CORNER, BOARD, BOARD_END] = [80, 90, 192]; // `c64/src/art/characters.rs`
const SMALL = [[132, 3], [105, 6], [93, 4], [90, 2]]; // the first stone and half characters of a square: `c64/src/art/wood.rs`
const [LETTERS, PIECES] = [16, 6]; // half characters of a square of the other games
const PATIENCE = 60; // frames for a step
const MOST_STEPS = 80; // more than across the largest board
const REST = 6; // frames between two taps, in which the program takes the keys of the first
const MOST_TAPS = 4;

/** Where the board is: its sides in pixels, its squares' side, and the middle of the square with the cursor, if that is seen. */
function boardOf({ code }) {
  const wood = [];
  let corner = null;
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < PANEL; column++) {
      const at = code(column, row);
      if (at >= BOARD && at < BOARD_END) wood.push([column, row, at]);
      if (at === CORNER) corner ??= [column, row];
    }
  }
  if (corner) return { box: [0, 0, 24, 24].map((at, k) => SIDE * (at + (k % 2 ? 0 : 1))), step: 4 * LETTERS, cursor: corner.map((at) => SIDE * at + 28) };
  const bounds = (k) => [Math.min(...wood.map((at) => at[k])), Math.max(...wood.map((at) => at[k])) + 1];
  const [[left, right], [top, bottom]] = wood.length ? [bounds(0), bounds(1)] : [[1, 25], [0, 24]];
  // A board has stones or bare squares of one size only.
  const most = Math.max(...wood.map((at) => at[2]));
  const step = wood.length ? SMALL.find(([first]) => most >= first)[1] : PIECES;
  const isShown = wasm.peek(VIC + 0x15, 0) & 1;
  const [x, y] = [wasm.peek(VIC, 0) + 256 * (wasm.peek(VIC + 0x10, 0) & 1) - 24, wasm.peek(VIC + 1, 0) - 50];
  const [right0, down0] = step > 3 ? [12, 11] : [8, 7];
  // The last of squares of 12 pixels may end in the middle of a character.
  const end = (from, to) => SIDE * from + Math.floor((SIDE * (to - from)) / (4 * step)) * 4 * step;
  return { box: [SIDE * left, SIDE * top, end(left, right), end(top, bottom)], step: 4 * step, cursor: isShown ? [x + right0, y + down0] : null };
}

/** What a tap on a message does, if it offers something: the words for it name what is to be pressed. */
function offer(line, column) {
  const [fire, down] = [line.search(/FIRE|FUEGO/), downAt(line)];
  if (down >= 0 && (fire < 0 || column >= down)) return { key: DOWN };
  return fire >= 0 ? { key: FIRE } : null;
}
/** The same where a file is chosen: its number is changed at the arrows. */
function chosenFile(line, column) {
  const [less, more] = [line.indexOf("<"), line.indexOf(">")];
  if (column >= more) return column < more + 4 ? { key: RIGHT } : offer(line, column);
  return { key: column >= less - 1 ? LEFT : FIRE };
}

/** The row of a list next to a height, and its key. */
function listed(y, rows, keyOf) {
  const near = rows.map((row) => ({ away: Math.abs(SIDE * row + SIDE / 2 - y), key: keyOf(row) })).filter(({ key, away }) => key && away <= NEAR);
  return near.length ? { key: near.reduce((best, row) => (row.away < best.away ? row : best)).key.charCodeAt(0) } : null;
}
const isKey = (letter) => /[A-Z0-9]/.test(letter) && letter;
const between = (first, last) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** What a tap on a place of the picture means: a key, or the square that is to be gone to; nothing where nothing is. */
function targetAt(picture, [x, y]) {
  const { line } = picture;
  const [column, row] = [Math.floor(x / SIDE), Math.floor(y / SIDE)];
  const screen = screenOf(picture);
  if (screen === "menu") {
    const told = line(HELP);
    if (downAt(told) >= 0) {
      if (row < HELP - 1) return { key: DOWN };
      return told.includes("<") ? chosenFile(told, column) : offer(told, column);
    }
    return listed(y, between(MENU.first, MENU.last), (row) => isKey(line(row)[MENU.column]));
  }
  if (screen === "title") return row >= HELP ? { key: "S".charCodeAt(0) } : { key: FIRE };
  if (screen === "lesson") return { key: FIRE };
  const messages = messagesOf(picture);
  const message = messages.join(" ");
  const isMessage = x >= SIDE * PANEL && row >= MESSAGE;
  if (downAt(message) >= 0) {
    if (!isMessage) return { key: DOWN };
    if (messages[1].includes("<") && row < ROWS - 1) return chosenFile(messages[1], column - TEXT);
    return offer(messages[Math.min(row, ROWS - 1) - MESSAGE], column - TEXT);
  }
  const fires = /FIRE|FUEGO/.test(message);
  if (isMessage) return fires ? { key: FIRE } : null;
  if (x >= SIDE * PANEL) {
    return listed(y, between(ACTIONS, MESSAGE - 1), (row) => (line(row)[TEXT + 1] === " " ? isKey(line(row)[TEXT]) : ""));
  }
  // Whoever touches the board while the C64 thinks wants to move, not to hurry it.
  if (isBusy(message)) return null;
  const weighs = /WEIGHT|PESO/.test(messages[0]);
  if (fires && !weighs) return { key: FIRE };
  const { box, step } = boardOf(picture);
  const [left, top, right, bottom] = box;
  const about = step / 2;
  if (x < left - about || x >= right + about || y < top - about || y >= bottom + about) return null;
  const inside = (at, from, to) => Math.min(Math.max(at, from + 1), to - 1);
  return { square: [inside(x, left, right), inside(y, top, bottom)], fires: !weighs };
}

/** Waits until something is there, for so many frames. */
function* until(condition) {
  for (let frame = 0; frame < PATIENCE; frame++) {
    const found = condition();
    if (found) return found;
    yield;
  }
  return null;
}
const boardSeen = () => {
  const picture = look();
  const board = picture && boardOf(picture);
  return board?.cursor ? board : null;
};

/** The picture, once it is one of the screens: while it is drawn, a row of the menu looks like a square. */
const whole = () => {
  const picture = look();
  return picture && screenOf(picture) ? picture : null;
};

/** Does what a tap means. False if the program does not follow. */
function* obey(place) {
  const picture = yield* until(whole);
  const target = picture && isOwn() ? targetAt(picture, place) : null;
  if (!target) return true;
  if (target.key) {
    wasm.type_key(target.key);
    return true;
  }
  // The joystick may be among the actions, from where it goes back.
  if (!boardOf(picture).cursor) wasm.type_key(LEFT);
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const board = yield* until(boardSeen);
    if (!board) return false;
    const [right, down] = [0, 1].map((k) => Math.round((target.square[k] - board.cursor[k]) / board.step));
    if (!right && !down) {
      if (target.fires) wasm.type_key(FIRE);
      return true;
    }
    const [key, across, along] = right ? [right > 0 ? RIGHT : LEFT, Math.sign(right), 0] : [down > 0 ? DOWN : UP, 0, Math.sign(down)];
    const [x, y] = [board.cursor[0] + across * board.step, board.cursor[1] + along * board.step];
    wasm.type_key(key);
    const isThere = () => {
      const now = boardSeen()?.cursor;
      return now && Math.abs(now[0] - x) < 2 && Math.abs(now[1] - y) < 2;
    };
    if (!(yield* until(isThere))) return false;
  }
  return false;
}

const taps = [];
let running = null;
function* all() {
  while (taps.length) {
    if (!(yield* obey(taps.shift()))) {
      taps.length = 0;
      say(text("tapfailed"));
    }
    for (let frame = 0; frame < REST; frame++) yield;
  }
}
eachFrame(() => {
  if (running?.next().done) running = null;
});

// The place of the picture under a pointer, in pixels of the C64.
/** @returns {[number, number]} */
function placeOf(event) {
  const box = screen.getBoundingClientRect();
  const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  const top = TOPS[screen.height] ?? (screen.height - ROWS * SIDE) / 2;
  const clamp = (at, most) => Math.min(Math.max(at, 0), most - 1);
  return [clamp(x * screen.width - (screen.width - COLUMNS * SIDE) / 2, COLUMNS * SIDE), clamp(y * screen.height - top, ROWS * SIDE)];
}
screen.addEventListener("click", (event) => {
  if (!wasm || isOver() || thinking.isAtNode || taps.length >= MOST_TAPS) return;
  taps.push(placeOf(event));
  running ??= all();
});
screen.addEventListener("pointermove", (event) => {
  const picture = event.pointerType === "mouse" && look();
  screen.style.cursor = picture && isOwn() && targetAt(picture, placeOf(event)) ? "pointer" : "";
});

/** Whether taps are still being obeyed. */
export const isTapping = () => running !== null;

// What the C64 is played with: the keyboard, and the joystick in port 2 by touch or gamepad.

import { wasm } from "./c64.js";
import { MATRIX, SHIFTED, STOP, petscii } from "./keys.js";
import { $, add, all, text } from "./page.js";
import { makeSwitch } from "./presses.js";

const LEFT_SHIFT = [1, 7];
const screen = $("screen");

const SOON = 4; // frames for which a key that was let go stays so: the KERNAL types it meanwhile, whatever the program does
const keys = new Map(); // the switches of the keys, by their names
/** Holds the keys of the matrix as the switches are: two may have one place, as up and down have, and several hold SHIFT. */
function setKeys() {
  const closed = [...keys].filter(([, key]) => key.closed).map(([code]) => code);
  for (const code of keys.keys()) {
    const place = String(MATRIX[code]);
    wasm.hold_key(...MATRIX[code], +closed.some((other) => String(MATRIX[other]) === place));
  }
  wasm.hold_key(...LEFT_SHIFT, +closed.some((code) => code === "ShiftLeft" || SHIFTED.has(code)));
}
function wantKey(code, down) {
  if (!keys.has(code)) keys.set(code, makeSwitch(setKeys, SOON));
  keys.get(code).want(down);
}
// The KERNAL's own flag; programs that read the matrix see the key's place in it.
const stop = makeSwitch(() => wasm.hold_stop(+stop.closed), SOON);

const held = new Set();
/** Holds a key or lets it go. Whether it is one of the C64's. */
function key(event, down) {
  const stops = event.code === "Escape" || event.code === "F9";
  if (stops && !down) stop.want(false);
  // The browser's own, but keys that are held are let go whatever is held besides.
  const browsers =
    (event.ctrlKey && event.code !== "ControlLeft") || (event.altKey && event.code !== "AltLeft") || event.metaKey || event.key === "Tab";
  if (browsers && !(held.has(event.code) && !down)) return false;
  // In full screen, Esc is the browser's.
  if (stops && down) stop.want(true);
  const place = MATRIX[event.code];
  if (place) {
    down ? held.add(event.code) : held.delete(event.code);
    wantKey(event.code, down);
  }
  const code = petscii(event);
  if (down && code) wasm.type_key(code);
  return Boolean(place || code) || event.key.length === 1;
}
function releaseAll() {
  if (!wasm) return;
  for (const code of held) wantKey(code, false);
  held.clear();
  stop.want(false);
  fingers.clear();
  hold();
}
const isControl = (element) => element !== document.body && element !== screen && element.closest("nav, details, #touch, #thinking");
addEventListener("keydown", (event) => {
  if (wasm && !isControl(event.target) && key(event, true)) event.preventDefault();
});
// A key that was pressed on the screen is let go wherever the focus is by then; a control's own keys stay with it.
addEventListener("keyup", (event) => {
  if (wasm && key(event, false) && !isControl(event.target)) event.preventDefault();
});
addEventListener("blur", releaseAll);

// The touch controls and the gamepad hold the same switches.
const BITS = [1, 2, 4, 8, 16];
const setStick = () => wasm.hold_joystick(2, BITS.reduce((all, bit, at) => all | (stick[at].closed ? bit : 0), 0));
const stick = BITS.map(() => makeSwitch(setStick));
const fingers = new Map(); // the bit that each finger, the mouse, or a key on a button holds; 0 beside the buttons
let pad = 0;
function hold() {
  if (!wasm) return;
  const touched = [...fingers.values()].reduce((all, bit) => all | bit, pad);
  for (const [at, bit] of BITS.entries()) stick[at].want((touched & bit) !== 0);
}
for (const button of all("[data-stick]")) {
  const bit = Number(button.dataset.stick);
  const put = (finger, bit) => {
    fingers.set(finger, bit);
    hold();
  };
  const lift = (finger) => {
    fingers.delete(finger);
    hold();
  };
  button.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    if (event.button) return;
    // Otherwise the button would have a finger until it is lifted, wherever it slides.
    if (button.hasPointerCapture(event.pointerId)) button.releasePointerCapture(event.pointerId);
    put(event.pointerId, bit);
  });
  button.addEventListener("pointerenter", (event) => fingers.has(event.pointerId) && put(event.pointerId, bit));
  button.addEventListener("pointerleave", (event) => fingers.has(event.pointerId) && put(event.pointerId, 0));
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    put(button, bit);
  });
  for (const name of ["keyup", "blur"]) button.addEventListener(name, () => lift(button));
}
for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
  addEventListener(name, (event) => {
    if (fingers.delete(event.pointerId)) hold();
  });
}
$("touch").addEventListener("contextmenu", (event) => event.preventDefault());
for (const button of all("[data-key]")) {
  const type = () => {
    const name = button.dataset.key;
    if (name !== "stop") return wasm?.type_key(name.toUpperCase().charCodeAt(0));
    stop.want(true);
    stop.want(false);
    wasm?.type_key(STOP);
  };
  // At once, and a second finger's, too, of which browsers make no click.
  button.addEventListener("pointerdown", (event) => event.button || type());
  button.addEventListener("click", (event) => (event.detail > 0 ? screen.focus({ preventScroll: true }) : type()));
}

let hasGamepads = false; // until one is seen: to look for them costs something
/** Reads the gamepads; returns whether anything has changed. */
export function readGamepad() {
  if (!hasGamepads) return false;
  let gamepads;
  try {
    gamepads = navigator.getGamepads();
  } catch {
    // A page inside another one may not be allowed to.
    hasGamepads = false;
    return false;
  }
  let now = 0;
  for (const gamepad of gamepads) {
    if (!gamepad) continue;
    const [x = 0, y = 0] = gamepad.axes;
    const pressed = (index) => gamepad.buttons[index]?.pressed;
    if (y < -0.5 || pressed(12)) now |= 1;
    if (y > 0.5 || pressed(13)) now |= 2;
    if (x < -0.5 || pressed(14)) now |= 4;
    if (x > 0.5 || pressed(15)) now |= 8;
    if ([0, 1, 2, 3].some(pressed)) now |= 16;
  }
  if (now === pad) return false;
  pad = now;
  hold();
  return true;
}
// While a page waits for a gamepad, the browser looks for one hundreds of times in a second. The page waits a third of the time only: who
// presses a button a few times is noticed.
const [LOOKS, LOOKS_AWAY] = [1000, 2000]; // milliseconds
function connected() {
  hasGamepads = Boolean(navigator.getGamepads);
  if (!hasGamepads) return;
  add(text("gamepad"));
  addEventListener("gamepaddisconnected", disconnected);
}
function disconnected() {
  if (isThere()) return;
  removeEventListener("gamepaddisconnected", disconnected);
  hasGamepads = false;
  pad = 0;
  hold();
  lookForGamepads();
}
/** Whether there is a gamepad, of which a browser may have told while nobody listened. */
function isThere() {
  try {
    return navigator.getGamepads().some(Boolean);
  } catch {
    return false;
  }
}
function lookForGamepads() {
  addEventListener("gamepadconnected", connected);
  setTimeout(() => {
    if (!hasGamepads && isThere()) connected();
    if (hasGamepads) return;
    removeEventListener("gamepadconnected", connected);
    setTimeout(lookForGamepads, LOOKS_AWAY);
  }, LOOKS);
}
lookForGamepads();

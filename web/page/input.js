// What the C64 is played with: the keyboard, and the joystick in port 2 by touch or gamepad.

import { wasm } from "./c64.js";
import { MATRIX, SHIFTED, STOP, petscii } from "./keys.js";
import { $, add, text } from "./page.js";

const LEFT_SHIFT = [1, 7];
const screen = $("screen");

const held = new Set();
/** Holds a key or lets it go. Whether it is one of the C64's. */
function key(event, down) {
  const stops = event.code === "Escape" || event.code === "F9";
  if (stops && !down) wasm.hold_stop(0);
  // The browser's own, but keys that are held are let go whatever is held besides.
  const browsers =
    (event.ctrlKey && event.code !== "ControlLeft") || (event.altKey && event.code !== "AltLeft") || event.metaKey || event.key === "Tab";
  if (browsers && !(held.has(event.code) && !down)) return false;
  // The KERNAL's own flag; programs that read the matrix see the key's place in it. In full screen, Esc is the browser's.
  if (stops && down) wasm.hold_stop(1);
  const place = MATRIX[event.code];
  if (place) {
    wasm.hold_key(...place, +down);
    down ? held.add(event.code) : held.delete(event.code);
    // Several keys may hold SHIFT, which goes with the last of them.
    wasm.hold_key(...LEFT_SHIFT, +[...held].some((code) => code === "ShiftLeft" || SHIFTED.has(code)));
  }
  const code = petscii(event);
  if (down && code) wasm.type_key(code);
  return Boolean(place || code) || event.key.length === 1;
}
function releaseAll() {
  if (!wasm) return;
  for (const code of held) wasm.hold_key(...MATRIX[code], 0);
  wasm.hold_key(...LEFT_SHIFT, 0);
  wasm.hold_stop(0);
  held.clear();
  touched = 0;
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
let touched = 0;
let pad = 0;
const hold = () => wasm?.hold_joystick(2, touched | pad);
for (const button of document.querySelectorAll("[data-stick]")) {
  const bit = Number(button.dataset.stick);
  const set = (down) => (event) => {
    event.preventDefault();
    touched = down ? touched | bit : touched & ~bit;
    hold();
  };
  button.addEventListener("pointerdown", set(true));
  for (const name of ["pointerup", "pointercancel", "pointerleave", "blur"]) button.addEventListener(name, set(false));
  button.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") set(true)(event);
  });
  button.addEventListener("keyup", set(false));
}
for (const button of document.querySelectorAll("[data-key]")) {
  button.addEventListener("click", (event) => {
    if (event.detail > 0) screen.focus({ preventScroll: true });
    const name = button.dataset.key;
    if (name !== "stop") return wasm?.type_key(name.toUpperCase().charCodeAt(0));
    wasm?.hold_stop(1);
    wasm?.type_key(STOP);
    setTimeout(() => wasm?.hold_stop(0), 100);
  });
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

// Keys of the computer as keys of the C64: by place for programs that read the matrix, by character for the KERNAL.

// Column and row of the matrix, by the place of the key (KeyboardEvent.code).
export const MATRIX = {
  Backspace: [0, 0], Enter: [0, 1], ArrowRight: [0, 2], ArrowLeft: [0, 2], F7: [0, 3], F1: [0, 4], F3: [0, 5], F5: [0, 6],
  ArrowDown: [0, 7], ArrowUp: [0, 7],
  Digit3: [1, 0], KeyW: [1, 1], KeyA: [1, 2], Digit4: [1, 3], KeyZ: [1, 4], KeyS: [1, 5], KeyE: [1, 6], ShiftLeft: [1, 7],
  Digit5: [2, 0], KeyR: [2, 1], KeyD: [2, 2], Digit6: [2, 3], KeyC: [2, 4], KeyF: [2, 5], KeyT: [2, 6], KeyX: [2, 7],
  Digit7: [3, 0], KeyY: [3, 1], KeyG: [3, 2], Digit8: [3, 3], KeyB: [3, 4], KeyH: [3, 5], KeyU: [3, 6], KeyV: [3, 7],
  Digit9: [4, 0], KeyI: [4, 1], KeyJ: [4, 2], Digit0: [4, 3], KeyM: [4, 4], KeyK: [4, 5], KeyO: [4, 6], KeyN: [4, 7],
  Minus: [5, 0], KeyP: [5, 1], KeyL: [5, 2], Equal: [5, 3], Period: [5, 4], Semicolon: [5, 5], BracketLeft: [5, 6], Comma: [5, 7],
  Backslash: [6, 0], BracketRight: [6, 1], Quote: [6, 2], Home: [6, 3], ShiftRight: [6, 4], Slash: [6, 7],
  Digit1: [7, 0], Backquote: [7, 1], ControlLeft: [7, 2], Digit2: [7, 3], Space: [7, 4], AltLeft: [7, 5], KeyQ: [7, 6], Escape: [7, 7],
};

// Keys of the C64 that are another key with SHIFT.
export const SHIFTED = new Set(["ArrowLeft", "ArrowUp"]);

export const STOP = 0x03; // RUN/STOP, as the KERNAL's keyboard buffer has it

const PETSCII = {
  Enter: 0x0d, Backspace: 0x14, Delete: 0x14, Insert: 0x94, Home: 0x13, ArrowUp: 0x91, ArrowDown: 0x11, ArrowLeft: 0x9d,
  ArrowRight: 0x1d, F1: 0x85, F3: 0x86, F5: 0x87, F7: 0x88, F2: 0x89, F4: 0x8a, F6: 0x8b, F8: 0x8c, "£": 0x5c,
  Escape: STOP, F9: STOP,
};

// These repeat while they are held, as on the C64.
const REPEATED = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Backspace", " "]);

/** The PETSCII code that a key types, or 0. */
export function petscii(event) {
  if (event.repeat && !REPEATED.has(event.key)) return 0;
  if (PETSCII[event.key]) return PETSCII[event.key];
  if (event.key.length !== 1) return 0;
  const code = event.key.charCodeAt(0);
  if (code >= 0x61 && code <= 0x7a) return code - 0x20;
  if (code >= 0x41 && code <= 0x5a) return event.shiftKey ? code + 0x80 : code;
  return (code >= 0x20 && code <= 0x40) || code === 0x5b || code === 0x5d ? code : 0;
}

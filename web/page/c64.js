// The C64 as WebAssembly, and bytes to and from it.

/** @type {any} */
export let wasm; // its functions, once it is there
/** @type {WebAssembly.Module} */
let code; // compiled, to begin anew after a fault in it

export async function instantiate(bytes) {
  if (bytes) code = await WebAssembly.compile(bytes);
  wasm = (await WebAssembly.instantiate(code, {})).exports;
}

/** All that the C64 is: the memory of its module. */
export const snapshot = () => new Uint8Array(wasm.memory.buffer).slice();
/** A C64 that goes on where that was. */
export async function restore(bytes) {
  await instantiate();
  const more = bytes.length - wasm.memory.buffer.byteLength;
  if (more > 0) wasm.memory.grow(Math.ceil(more / 0x10000));
  new Uint8Array(wasm.memory.buffer).set(bytes);
  paint();
}

// The memory may move whenever it grows, so no view of it is kept, not even that of the samples.
const memory = (start, length) => new Uint8Array(wasm.memory.buffer, start, length);
export function give(bytes) {
  memory(wasm.buffer(bytes.length), bytes.length).set(bytes);
}
export const take = (length) => memory(wasm.buffer(length), length).slice();
export const takeText = (length) => new TextDecoder().decode(take(length));
export const message = () => takeText(wasm.message());
export const samples = (length) => new Float32Array(wasm.memory.buffer, wasm.sound(), length);

/** @type {HTMLCanvasElement} */
const screen = document.querySelector("#screen");
const context = screen.getContext("2d", { alpha: false });
const WIDTH = 384;
/** Rows of the border above the picture of 320 by 200, by how many there are, PAL and NTSC: `toolchain/machine/src/vic/frame.rs`. */
export const TOPS = { 272: 35, 247: 23 };

/** Draws the picture where it has changed; returns whether it has. */
export function draw() {
  const rows = wasm.draw();
  if (rows) paint(rows & 0xffff, rows >> 16);
  return rows !== 0;
}
function paint(first = 0, rows = wasm.height()) {
  const pixels = wasm.pixels();
  const height = wasm.height();
  if (!height) return;
  if (screen.height !== height) {
    screen.height = height;
    // For the style, which leaves the border out where there is little room.
    screen.parentElement.style.setProperty("--rows", height);
    screen.parentElement.style.setProperty("--top", TOPS[height] ?? 0);
  }
  const picture = new Uint8ClampedArray(wasm.memory.buffer, pixels, WIDTH * height * 4);
  context.putImageData(new ImageData(picture, WIDTH, height), 0, 0, 0, first, WIDTH, rows);
}
// The browser may drop what is on a canvas, and says so.
screen.addEventListener("contextrestored", () => paint());
// Not every browser says so while the page is not seen.
document.addEventListener("visibilitychange", () => {
  if (wasm && !document.hidden) paint();
});

// Presses in the time of the C64: each state of a switch lasts for some of its frames, however short the press was here.

// Frames for which a switch stays closed, and open, at least. The play program lets contacts settle for two jiffies, and takes eight frames
// in the menu to draw what came of a press: it sees that the stick was let go only if it looks twice meanwhile.
const CLOSED = 4;
const OPEN = 8;
const MOST = 24; // changes that may wait: what is pressed faster for longer than that is left out

/** A switch of the C64; `changed` is called when it has closed or opened. */
class Switch {
  constructor(changed, open) {
    this.changed = changed;
    this.open = open;
    this.forget();
  }

  forget() {
    this.closed = false;
    this.age = OPEN;
    this.waiting = [];
  }

  /** Closes or opens the switch, now or once its state before has lasted long enough. */
  want(closed) {
    if (closed === (this.waiting.at(-1) ?? this.closed)) return;
    // A press that does not fit is left out as a whole.
    if (this.waiting.length >= MOST) this.waiting.pop();
    else this.waiting.push(closed);
    this.turn();
  }

  turn() {
    if (!this.waiting.length || this.age < (this.closed ? CLOSED : this.open)) return;
    this.closed = this.waiting.shift();
    this.age = 0;
    this.changed();
  }

  ran() {
    this.age = Math.min(this.age + 1, OPEN);
    this.turn();
  }
}

const switches = [];
export function makeSwitch(changed, open = OPEN) {
  const made = new Switch(changed, open);
  switches.push(made);
  return made;
}

/** Has something done after each frame of the C64. */
const tasks = [];
export const eachFrame = (task) => tasks.push(task);

/** To be called after each frame of the C64. */
export function ran() {
  for (const one of switches) one.ran();
  for (const task of tasks) task();
}

/** A new C64 has nothing pressed. */
export function forgetPresses() {
  for (const one of switches) one.forget();
}

// Shows the search of the running game, as the C64's memory has it, and lets it run slowly or node by node.

import { $ } from "./page.js";

const RATES = [1, 2, 5, 10, 20, 50, 100, Infinity]; // nodes a second
const COLOURS = { "=": [126, 224, 168], ">": [255, 216, 102], "<": [240, 139, 125], x: [126, 224, 168] };
const EVERY = 100; // milliseconds between two looks at full speed, which nobody could read faster
const QUIET = 400; // milliseconds without a node after which nobody thinks
const FIVE = 2; // its number among the games
const MOST = 255; // the greatest value

function fill(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export class Thinking {
  /** `host` has `wasm()`, `give(bytes)`, `take(length)`, `text(key)`, `wake()`, and `isOwn()`: whether the page's own program runs. */
  constructor(host) {
    this.host = host;
    this.open = false;
    this.places = null; // the description of where the search lies
    $("speed").max = $("speed").value = RATES.length - 1;
    this.reset();
  }

  reset() {
    this.paused = this.isAtNode = false;
    this.steps = this.until = this.looked = this.followed = 0;
    this.moved = -QUIET;
    this.seen = this.drawn = null;
  }

  get rate() {
    return RATES[$("speed").value];
  }

  show() {
    this.open = true;
    this.started();
  }

  hide() {
    this.open = false;
    $("speed").value = RATES.length - 1;
    this.reset();
    this.host.wasm().stop_at_nodes(0);
    this.host.wasm().hide_search();
    this.host.wake();
  }

  /** A program has started, or the panel was opened. */
  started() {
    if (!this.open) return;
    const { paused } = this;
    this.reset();
    this.paused = paused;
    this.follows = this.host.isOwn();
    if (this.follows) {
      this.host.give(this.places);
      if (!this.host.wasm().show_search()) throw new Error("search.txt");
    }
    this.setPace();
    this.look(performance.now(), true);
  }

  setPace() {
    this.host.wasm().stop_at_nodes(+(this.open && (this.paused || this.rate !== Infinity)));
    $("pause").setAttribute("aria-pressed", String(this.paused));
    const rate = this.rate === Infinity ? this.host.text("full_speed") : this.host.text("rate").replace("#", this.rate);
    fill($("rate"), rate);
    $("speed").setAttribute("aria-valuetext", rate);
    this.until = 0;
    this.look(performance.now(), true);
    this.host.wake();
  }

  pause(paused) {
    this.paused = paused;
    this.steps = 0;
    this.setPace();
  }

  step() {
    // From anywhere else, the next node is the one at which it stops now.
    const steps = this.isAtNode ? this.steps + 1 : 0;
    if (!this.paused) this.pause(true);
    this.steps = steps;
    this.host.wake();
  }

  /** Whether nothing goes on until somebody wants it. */
  get stands() {
    return this.isAtNode && this.paused && !this.steps;
  }

  /** The C64 has stopped at a node. */
  reached(now) {
    this.isAtNode = true;
    this.until = Math.max(this.until, now - EVERY) + 1000 / this.rate;
  }

  /** Whether the C64 waits at a node. */
  waits(now) {
    if (!this.isAtNode) return false;
    if (this.paused ? this.steps === 0 : now < this.until) return true;
    if (this.paused) this.steps--;
    this.isAtNode = false;
    return false;
  }

  /** Reads the memory and shows it. */
  look(now, always = false) {
    if (!this.open || !(always || this.isAtNode || now - this.looked >= EVERY)) return;
    this.looked = now;
    // A packed copy of the games is one only when it has unpacked itself.
    if (!this.follows && this.host.isOwn()) return this.started();
    const length = this.follows ? this.host.wasm().search() : 0;
    const memory = length ? new TextDecoder().decode(this.host.take(length)) : "";
    const seen = length ? JSON.parse(memory) : null;
    if (seen && seen.followed !== this.followed) {
      this.followed = seen.followed;
      this.moved = now;
    }
    this.seen = seen;
    const phase = this.phase(seen, now);
    // What is drawn again although nothing has changed costs the browser as much as if it had.
    const drawn = phase + memory;
    if (always || drawn !== this.drawn) this.draw(seen, phase);
    this.drawn = drawn;
  }

  phase(seen, now) {
    if (!this.follows) return "foreign";
    if (this.isAtNode && this.paused) return "paused";
    if (this.isAtNode || now - this.moved < QUIET) return "runs";
    if (seen?.chooses) return "weighs";
    if (this.paused) return "waits";
    return "idle";
  }

  draw(seen, phase) {
    const { text } = this.host;
    const five = seen?.game === FIVE;
    const say = [text(phase)];
    if (seen && !five) say.push(text("scale").replace("#", text("better")[seen.game]));
    fill($("phase"), say.join(" "));
    const filled = seen ? [...seen.table].filter((entry) => entry !== ".").length : 0;
    const weighs = five && !seen.nodes;
    const figures = !seen || weighs ? [] : five
      ? [["f_nodes", seen.nodes], ["f_plies", seen.plies.length]]
      : [["f_root", seen.root], ["f_nodes", seen.nodes], ["f_finished", seen.finished], ["f_alpha", seen.alphaCutoffs],
        ["f_score", seen.score], ["f_beta", seen.betaCutoffs]];
    this.list($("figures"), figures.flatMap(([key, value]) => [["dt", text(key)], ["dd", value.toLocaleString(document.documentElement.lang)]]));
    fill($("expected"), seen && !weighs ? `${text("expected")}: ${seen.line.join(" ") || text("none")}` : "");
    const isOver = phase === "idle" || phase === "waits";
    const caption = weighs ? "candidates" : isOver && seen?.plies.length ? "path_last" : "path";
    fill(document.querySelector("#tree caption"), text(caption));
    this.rows(seen, five);
    this.table(seen, filled);
  }

  list(parent, items) {
    while (parent.children.length > items.length) parent.lastChild.remove();
    items.forEach(([kind, value], at) => {
      const child = parent.children[at] ?? parent.appendChild(document.createElement(kind));
      fill(child, value);
    });
  }

  rows(seen, five) {
    const { text } = this.host;
    const heads = five ? ["c_ply", "c_turn", "c_move", "c_cell", "c_value"]
      : ["c_ply", "c_turn", "c_move", "c_best", "c_alpha", "c_beta", "c_window"];
    this.list(document.querySelector("#tree thead tr"), heads.map((key) => ["th", text(key)]));
    const body = document.querySelector("#tree tbody");
    const count = seen ? Math.max(seen.plies.length, five ? seen.candidates.length : 0) : 0;
    while (body.children.length > count) body.lastChild.remove();
    for (let at = 0; at < count; at++) {
      const row = body.children[at] ?? body.appendChild(document.createElement("tr"));
      row.classList.toggle("here", at === seen.plies.length - 1);
      const ply = seen.plies[at];
      const turn = !ply ? "" : five ? text(ply.side ? "defence" : "attack") : text("sides")[seen.game][ply.side];
      const [cell, score] = seen.candidates[at] ?? ["", ""];
      const cells = five ? [ply ? at + 1 : "", turn, ply?.tried ?? "", cell, score]
        : [at, turn, ply.tried, ply.best, ply.alpha, ply.beta];
      this.list(row, cells.map((value) => ["td", String(value)]));
      [...row.children].forEach((cell, at) => cell.classList.toggle("candidate", five && at > 2));
      if (!five) this.window(row, ply);
    }
  }

  window(row, { alpha, beta }) {
    const cell = row.appendChild(document.createElement("td"));
    cell.innerHTML = '<span class="window"><i></i></span>';
    const bar = cell.querySelector("i");
    const percent = (value) => `${(100 * value) / MOST}%`;
    [bar.style.left, bar.style.width] = [percent(alpha), percent(Math.max(0, beta - alpha))];
  }

  table(seen, filled) {
    const { text } = this.host;
    $("table").hidden = !seen?.table;
    if (!seen?.table) return;
    const context = $("table").querySelector("canvas").getContext("2d");
    const image = context.createImageData(64, 4);
    [...seen.table].forEach((entry, at) => image.data.set(COLOURS[entry] ? [...COLOURS[entry], 255] : [0, 0, 0, 0], 4 * at));
    context.putImageData(image, 0, 0);
    const caption = document.querySelector("#table figcaption");
    const kinds = seen.game === FIVE ? [["x", "nowin"]] : [["=", "exact"], [">", "lower"], ["<", "upper"]];
    const legend = kinds.map(([entry, key]) => `<b style="background: rgb(${COLOURS[entry]})"></b>${text(key)}`).join("");
    const html = text("filled").replace("#", filled) + legend;
    if (this.caption !== html) caption.innerHTML = this.caption = html;
  }
}

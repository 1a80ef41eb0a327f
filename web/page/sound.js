// Plays samples as they come. Without an AudioWorklet, an older kind of node does it.
//
// In silence, the browser's output of sound is suspended: it would cost more than the C64 does.

const MOST = 0.25; // seconds of sound that may wait: more would lag behind the picture
const SILENCE = 1; // seconds of silence after which the output is suspended
const BUFFER = 0.02; // seconds that the browser asks for at once: the shortest time it knows would wake it up twice as often
const LEAD = 0.04; // seconds of silence before the first sound after that, as the frames that make the next do not come evenly

/** The queue of samples, which both kinds of node empty. */
class Queue {
  constructor(rate) {
    this.samples = new Float32Array(Math.ceil(rate * MOST));
    this.start = 0;
    this.count = 0;
    this.last = 0;
  }

  push(block) {
    for (const sample of block) {
      if (this.count === this.samples.length) return;
      this.samples[(this.start + this.count++) % this.samples.length] = sample;
    }
  }

  fill(output) {
    for (let at = 0; at < output.length; at++) {
      if (this.count > 0) {
        this.last = this.samples[this.start];
        this.start = (this.start + 1) % this.samples.length;
        this.count--;
      } else {
        this.last *= 0.995; // fades out instead of clicking
      }
      output[at] = this.last;
    }
  }
}

const WORKLET = `${Queue.toString()}
const MOST = ${MOST};
registerProcessor("c64", class extends AudioWorkletProcessor {
  constructor() { super(); this.queue = new Queue(sampleRate); this.port.onmessage = (event) => this.queue.push(event.data); }
  process(inputs, outputs) { this.queue.fill(outputs[0][0]); return true; }
});`;

/** Sound output; `push` takes samples. To be made after a click or a key, as browsers demand. */
export class Speaker {
  static async open(rate) {
    const speaker = new Speaker();
    speaker.context = new AudioContext({ sampleRate: rate, latencyHint: BUFFER });
    if (speaker.context.audioWorklet) {
      const url = URL.createObjectURL(new Blob([WORKLET], { type: "text/javascript" }));
      await speaker.context.audioWorklet.addModule(url);
      URL.revokeObjectURL(url);
      const node = new AudioWorkletNode(speaker.context, "c64", { outputChannelCount: [1] });
      node.connect(speaker.context.destination);
      speaker.push = (block) => node.port.postMessage(block, [block.buffer]);
    } else {
      const queue = new Queue(rate);
      const node = speaker.context.createScriptProcessor(1024, 0, 1);
      node.onaudioprocess = (event) => queue.fill(event.outputBuffer.getChannelData(0));
      node.connect(speaker.context.destination);
      speaker.push = (block) => queue.push(block);
    }
    await speaker.context.resume();
    speaker.await();
    return speaker;
  }

  /** Plays a block; `sounds` is whether anything in it is not silent. */
  play(block, sounds) {
    this.await();
    const rate = this.context.sampleRate;
    this.silent = sounds ? 0 : (this.silent ?? 0) + block.length;
    if (this.silent > SILENCE * rate) return this.rest();
    if (this.rests) {
      this.rests = false;
      this.context.resume();
      this.push(new Float32Array(LEAD * rate));
    }
    this.push(block);
  }

  /** If no block comes, as at full speed or in a tab that nobody sees, there is silence as well. */
  await() {
    clearTimeout(this.awaited);
    this.awaited = setTimeout(() => this.rest(), 1000 * SILENCE);
  }

  rest() {
    if (!this.rests) this.context.suspend();
    this.rests = true;
  }

  close() {
    clearTimeout(this.awaited);
    return this.context.close();
  }
}

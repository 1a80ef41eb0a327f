// Plays samples as they come, each block of them where the one before ends.
//
// In silence, the browser's output of sound is suspended: it would cost more than the C64 does. The browser plays each block as
// a buffer by itself: sending the blocks to a worklet costs more than making them.

const MOST = 0.25; // seconds of sound that may wait: more would lag behind the picture
const PATIENCE = 2000; // milliseconds for the output to begin
const SILENCE = 1; // seconds of silence after which the output is suspended
const BUFFER = 0.02; // seconds that the browser asks for at once: the shortest time it knows would wake it up twice as often
const LEAD = 0.06; // seconds of silence before the first sound after that, as the frames that make the next do not come evenly, or by twos

/** Sound output; `play` takes samples. To be made after a click or a key, as browsers demand. */
export class Speaker {
  constructor(rate) {
    this.context = new AudioContext({ sampleRate: rate, latencyHint: BUFFER });
    this.end = 0; // of what is to be played, in samples since the output began
    this.silent = 0; // samples of silence that came last
    this.rests = false;
  }

  static async open(rate) {
    const speaker = new Speaker(rate);
    // Where it may not begin now, some browsers never say so.
    const late = new Promise((_, fail) => setTimeout(fail, PATIENCE));
    try {
      await Promise.race([speaker.context.resume(), late]);
    } catch (error) {
      speaker.context.close();
      throw error;
    }
    speaker.await();
    return speaker;
  }

  /** Plays a block; `sounds` is whether anything in it is not silent. */
  play(block, sounds) {
    this.await();
    const rate = this.context.sampleRate;
    this.silent = sounds ? 0 : this.silent + block.length;
    if (this.silent > SILENCE * rate) return this.rest();
    if (this.rests) this.context.resume();
    this.rests = false;
    const now = Math.ceil(this.context.currentTime * rate);
    if (this.end < now) this.end = now + Math.ceil(LEAD * rate);
    if (this.end > now + MOST * rate) return;
    const buffer = new AudioBuffer({ length: block.length, sampleRate: rate });
    buffer.copyToChannel(block, 0);
    const source = new AudioBufferSourceNode(this.context, { buffer });
    source.connect(this.context.destination);
    source.start(this.end / rate);
    this.end += block.length;
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

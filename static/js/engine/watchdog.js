/** How often a watchdog looks, in milliseconds. */
const TICK = 250;

/**
 * Says when nothing was heard for too long. It counts its own ticks instead of reading the clock, so that the hours in
 * which a laptop sleeps do not count, and the seconds in which a hidden page is held up count less.
 */
export class Watchdog {
  /** @param {() => void} bark is called once when the time is over */
  constructor(bark) {
    this.bark = bark;
    this.left = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** @param {number} milliseconds from now on until it barks, unless it hears of something before */
  watch(milliseconds) {
    this.left = Math.ceil(milliseconds / TICK);
    this.timer ??= setInterval(() => this.tick(), TICK);
  }

  rest() {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  tick() {
    this.left -= 1;
    if (this.left > 0) return;
    this.rest();
    this.bark();
  }
}

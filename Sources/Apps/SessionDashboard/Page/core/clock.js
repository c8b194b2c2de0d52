// The session's time, and the server's, on this page's clock.

const firstAsks = 5;
const askEveryMs = 10000;
const maxCount = 12;

let lastEcho = 0;

/**
 * Maps the page's clock to another: t = offset + speed * seconds of the page. Of the last answers
 * the one with the least round trip counts: it was delayed least.
 */
export class SessionClock {
  #offset = 0;
  #speed = 1;
  #replies = [];
  #asked = new Map();
  #field;
  #timer = 0;
  #isKnown = false;

  /** `field`: of the answers, in which the other clock's time is. */
  constructor(field = "t") {
    this.#field = field;
  }

  get speed() {
    return this.#speed;
  }

  /** The other clock's time was just `t`: good until an answer is better. */
  begin(t, speed, send) {
    this.#speed = speed;
    this.#replies = [];
    this.#asked.clear();
    this.#offset = t - (speed * performance.now()) / 1000;
    this.#isKnown = true;
    clearTimeout(this.#timer);
    this.#ask(send, firstAsks);
  }

  end() {
    this.#isKnown = false;
    clearTimeout(this.#timer);
  }

  #ask(send, first) {
    // Another clock of this page asks on the same line.
    lastEcho += 1;
    this.#asked.set(lastEcho, performance.now());
    if (this.#asked.size > maxCount) this.#asked.delete(this.#asked.keys().next().value);
    send({ type: "clock", echo: lastEcho });
    const wait = first > 1 ? 60 : askEveryMs;
    this.#timer = setTimeout(() => this.#ask(send, first - 1), wait);
  }

  /** The server's answer to one of this clock's questions. */
  receive({ echo, [this.#field]: t }) {
    const sent = this.#asked.get(echo);
    if (sent === undefined || t == null) return;
    this.#asked.delete(echo);
    const now = performance.now();
    const middle = (sent + now) / 2000;
    this.#replies.push({ trip: now - sent, offset: t - this.#speed * middle });
    if (this.#replies.length > maxCount) this.#replies.shift();
    this.#offset = this.#replies.reduce((a, b) => (b.trip < a.trip ? b : a)).offset;
  }

  /** The other clock's time; s; null before anything is known of it. */
  now(pageMs = performance.now()) {
    return this.#isKnown ? this.#offset + (this.#speed * pageMs) / 1000 : null;
  }

  /** Page milliseconds until a time of the other clock. */
  untilMs(t) {
    return (1000 * (t - this.now())) / this.#speed;
  }
}

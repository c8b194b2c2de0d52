// The line to the server: opens itself again for as long as the page lives.

const waits = [250, 500, 1000, 2000, 4000];

/** A WebSocket that comes back. */
export class Line {
  #socket = null;
  #failures = 0;
  #timer = 0;
  #onMessage;
  #onState;
  #isWanted = false;

  /** `onMessage(message)` for what arrives, `onState(isOpen, failures)` when the line opens or falls. */
  constructor(onMessage, onState) {
    this.#onMessage = onMessage;
    this.#onState = onState;
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#hurry();
    });
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  open() {
    this.#isWanted = true;
    this.#connect();
  }

  close() {
    this.#isWanted = false;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Sends a message; false where the line is down. */
  send(message) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #connect() {
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/live`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#failures = 0;
      this.#onState(true, 0);
    };
    socket.onmessage = (event) => this.#onMessage(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#failures += 1;
      this.#onState(false, this.#failures);
      if (!this.#isWanted) return;
      const wait = waits[Math.min(this.#failures, waits.length) - 1];
      this.#timer = setTimeout(() => this.#connect(), wait * (0.8 + 0.4 * Math.random()));
    };
  }

  /** The network or the person came back: there is no point in waiting. */
  #hurry() {
    if (this.#isWanted && this.#socket?.readyState === WebSocket.CLOSED) this.#connect();
  }
}

// State of the running session, as this page knows it: one store, updated by the line, read by the screens.

import { SessionClock } from "./clock.js";
import { Schedule } from "./schedule.js";
import { Line } from "./socket.js";

const chartSeconds = 62;

/** How long a page without a session is silent; ms. */
const quietMs = 45000;

/** Usual lead with which a phase is announced; s. */
const usualLead = 0.375;

/** How long the page goes on by itself when the line is down, and when it is up; s. */
const coast = { down: 60, up: 3 };

/** Messages after which the screens look at the state anew. */
const changing = ["welcome", "begin", "checks", "devices", "device", "paused", "notice", "ended"];

/** Codes of notices that say that from then on a part of the session is not kept. */
const recordingErrorCodes = ["log", "history"];

class Live {
  /** Of the running session: what the server calls Live; null where none runs. */
  session = null;
  role = "full";
  figures = null;
  decision = null;
  battery = null;
  /** The newest sentence that says what of this session is not kept; null where all of it is. */
  error = null;
  points = [];
  isPaused = false;
  isOpen = false;
  /** Whether the server said what is going on. */
  isKnown = false;
  clock = new SessionClock();
  schedule = new Schedule();
  #listeners = new Map();
  #line = new Line((message) => this.#receive(message), (isOpen, failures) => this.#state(isOpen, failures));

  /** Whether the sensor is still being checked, and the session itself has not begun. */
  get isChecking() {
    return this.session?.checks != null;
  }

  open() {
    this.#line.open();
    // Who says nothing for two minutes is let go.
    setInterval(() => this.session === null && this.send({ type: "clock", echo: 0 }), quietMs);
  }

  close() {
    this.#line.close();
  }

  send(message) {
    return this.#line.send(message);
  }

  /** Calls `action(message)` on every message of a type, or "change"; gives what ends that. */
  on(type, action) {
    if (!this.#listeners.has(type)) this.#listeners.set(type, new Set());
    this.#listeners.get(type).add(action);
    return () => this.#listeners.get(type).delete(action);
  }

  /** The phase now; null where no one is paced. */
  phase(pageMs) {
    const t = this.clock.now(pageMs);
    if (t === null || this.isPaused || this.isChecking) return null;
    return this.schedule.at(t, coast[this.isOpen ? "up" : "down"] * this.clock.speed);
  }

  #notify(type, message) {
    for (const action of [...(this.#listeners.get(type) ?? [])]) action(message);
  }

  #state(isOpen, failures) {
    this.isOpen = isOpen;
    this.#notify("line", { isOpen, failures });
    this.#notify("change");
  }

  #receive(message) {
    this.#handle(message);
    this.#notify(message.type, message);
    if (changing.includes(message.type)) this.#notify("change");
  }

  #handle(message) {
    if (message.type === "phase" || message.type === "figures") this.#wake(message);
    switch (message.type) {
      case "welcome":
        this.role = message.role;
        this.isKnown = true;
        this.#adopt(message.session);
        break;
      case "begin":
        this.#adopt(message.session);
        break;
      case "clock":
        this.clock.receive(message);
        break;
      case "phase":
        this.schedule.add(message);
        break;
      case "stop":
        this.schedule.stop();
        break;
      case "figures":
        this.figures = message;
        this.#plot(message);
        break;
      case "decision":
        this.decision = message.text;
        break;
      case "device":
        if (this.session) this.session.name = message.name;
        break;
      case "checks":
        this.#check(message.checks);
        break;
      case "devices":
        if (this.session) Object.assign(this.session, { devices: message.devices, device: message.device });
        break;
      case "notice":
        if (recordingErrorCodes.includes(message.code)) this.error = message.text;
        break;
      case "battery":
        this.battery = message.percent;
        break;
      case "paused":
        this.isPaused = message.paused;
        break;
      case "ended":
        this.#adopt(null);
        break;
    }
  }

  /** The session stands still while its sensor is checked; when no checks are left, it begins. */
  #check(checks) {
    if (!this.session) return;
    if (this.isChecking && checks === null) {
      this.isPaused = false;
      this.figures = null;
      this.session.t = this.clock.now() ?? this.session.t;
    }
    this.session.checks = checks;
  }

  #adopt(session) {
    const isSame = session !== null && session.startedAt === this.session?.startedAt;
    this.error = session?.faults?.at(-1) ?? (isSame ? this.error : null);
    this.session = session;
    this.schedule.stop();
    this.figures = session?.figures ?? null;
    this.decision = session?.decision ?? null;
    this.points = session?.points ?? [];
    this.isPaused = session?.paused ?? false;
    if (session === null) {
      this.battery = null;
      this.clock.end();
      return;
    }
    this.#begin(session.t, session.speed ?? 1);
    for (const cue of session.cues ?? []) this.schedule.add(cue);
  }

  /** The session's time stood still until the sensor talked: it is asked for anew. */
  #wake({ type, t }) {
    if (this.session?.begun !== false) return;
    this.session.begun = true;
    const { speed = 1 } = this.session;
    this.#begin(type === "phase" ? t - usualLead * speed : t, speed);
  }

  #begin(t, speed) {
    this.clock.begin(t, speed, (message) => this.send(message));
  }

  #plot({ t, hr, rmssd, coherence, rate }) {
    if (this.points.length > 0 && this.points.at(-1)[0] >= t) return;
    this.points.push([t, hr, rmssd, coherence, rate]);
    while (this.points[0][0] < t - chartSeconds) this.points.shift();
  }
}

export const live = new Live();

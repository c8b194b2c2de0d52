// Tones of the breath and taps of the cue schedule, placed on the audio clock ahead of time: a hidden
// tab, whose timers are slowed, keeps pace.

import { live } from "./live.js";

/** The pitch of empty lungs and of full lungs; Hz. */
const pitch = { low: 220, high: 330 };
const tones = {
  inhale: [pitch.low, pitch.high],
  hold: [pitch.high, pitch.high],
  exhale: [pitch.high, pitch.low],
  secondHold: [pitch.low, pitch.low],
};
const taps = { up: 660, click: 990, down: 440 };
const fadeSeconds = 0.06;
/** A faster session would be noise. */
const greatestSpeed = 2;

class Sound {
  /** 0 ... 1; 0: none. */
  level = 0;
  /** Whether the person wants to hear nothing now, taps included. */
  isMuted = false;
  #context = null;
  #out = null;
  #playing = new Set();

  constructor() {
    live.on("phase", (cue) => this.#tone(cue));
    live.on("stop", () => this.silence());
    live.on("paused", () => this.silence());
    live.on("ended", () => this.silence());
  }

  /** Whether the browser waits for a touch before it lets a page sound. */
  get isBlocked() {
    return this.level > 0 && this.#context?.state !== "running";
  }

  /** To be called when the person touches the page: sound needs that once. */
  async wake() {
    const Context = window.AudioContext;
    if (!Context) return;
    if (this.#context === null) {
      this.#context = new Context({ latencyHint: "playback" });
      this.#out = new GainNode(this.#context, { gain: 0.5 });
      this.#out.connect(this.#context.destination);
    }
    await this.#context.resume().catch(() => {});
  }

  /** Ends what sounds and what was placed ahead. */
  silence() {
    const now = this.#context?.currentTime ?? 0;
    for (const { source, gain } of this.#playing) {
      gain.gain.cancelScheduledValues(now);
      gain.gain.setTargetAtTime(0, now, 0.02);
      source.stop(now + 0.15);
    }
  }

  /** A tap where the device cannot vibrate; at a time of the session, null: now; intensity 0 ... 1. */
  tap(kind, t, intensity) {
    if (this.isMuted) return;
    const [start, end] = this.#span(t, 0.05) ?? [];
    if (start === undefined) return;
    this.#play("sine", taps[kind] ?? 660, taps[kind] ?? 660, start, end, 0.25 * intensity, 0.004);
  }

  #tone({ phase, t, duration }) {
    if (this.level === 0 || !tones[phase]) return;
    const [start, end] = this.#span(t, duration) ?? [];
    if (start === undefined) return;
    const [low, high] = tones[phase];
    const loudness = this.level * (phase === "inhale" || phase === "exhale" ? 0.3 : 0.15);
    this.#play("sine", low, high, start, end, loudness, fadeSeconds);
    this.#play("sine", 2 * low, 2 * high, start, end, loudness * 0.15, fadeSeconds);
  }

  /** A span of the session on the audio clock; what has begun is cut; null: not to be heard. */
  #span(t, duration) {
    if (this.#context?.state !== "running" || live.clock.speed > greatestSpeed) return null;
    const now = this.#context.currentTime;
    const start = now + (t === null ? 0 : live.clock.untilMs(t) / 1000);
    const end = start + duration / live.clock.speed;
    return end > now + 0.03 ? [Math.max(start, now), end] : null;
  }

  #play(type, from, to, start, end, loudness, fade) {
    const source = new OscillatorNode(this.#context, { type, frequency: from });
    const gain = new GainNode(this.#context, { gain: 0 });
    source.frequency.setValueAtTime(from, start);
    source.frequency.exponentialRampToValueAtTime(to, end);
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loudness, Math.min(start + fade, end));
    gain.gain.setValueAtTime(loudness, Math.max(end - fade, start + fade));
    gain.gain.linearRampToValueAtTime(0, Math.max(end, start + fade));
    source.connect(gain).connect(this.#out);
    source.start(start);
    source.stop(end + 0.05);
    const playback = { source, gain };
    this.#playing.add(playback);
    source.onended = () => {
      this.#playing.delete(playback);
      gain.disconnect();
    };
  }
}

export const sound = new Sound();

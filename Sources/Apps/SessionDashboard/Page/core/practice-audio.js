// The sound of a practice on this page: cues are placed on the audio clock ahead of their time, so that a hidden tab,
// whose timers are slowed, keeps pace. At each message they are compared with what the device plays.

import { api } from "./api.js";
import { t } from "./language.js";
import { live } from "./live.js";
import { recall, remember } from "./local.js";
import { notice } from "./notices.js";
import { practice } from "./practice.js";

/** What lies further from its time is moved; s. */
const tolerance = 0.01;
/** What is later is dropped; s. */
const latest = 1;
const fade = 0.02;
/** Rise and fall of the background; s. */
const backgroundFade = 4;
const settlingMs = [50, 150, 400, 1000, 2000];
/** Measured cues that are kept. */
const maxMeasured = 400;

const keyOf = ({ at, sound, speech, n }) => [at.toFixed(3), sound ?? speech, n].join(" ");
const addressOf = ({ sound, seconds, speech, n, of }) => sound
  ? api.practiceSound(sound, { seconds })
  : api.practiceSpeech(speech, { n, of, language: practice.current?.language });

class PracticeAudio {
  isMuted = recall("muted", false);
  /** How late each cue came out of the device, against its plan; {at, name, late} in s. */
  measured = [];
  #context = null;
  #out = null;
  #buffers = new Map();
  #playbacks = new Map();
  /** Cues that were heard, or dropped for being late. */
  #done = new Set();
  #followed = null;
  /** Time up to which cues passed before they were reported, so are not late; on the practice's clock. */
  #since = 0;
  /** The loop beneath the cues: {id, source, gain}; null where none sounds. */
  #background = null;
  #element = null;
  #elementKey = "";

  constructor() {
    practice.on(() => this.#follow());
    live.on("practice_ended", ({ reason }) => this.#end(reason));
    // The server's clock is known better.
    live.on("clock", () => this.#follow());
    live.on("welcome", () => this.#settle());
    document.addEventListener("visibilitychange", () => this.#settle());
    document.addEventListener("resume", () => this.#settle());
  }

  /** Whether this page plays the practice that runs: where it was begun, or where the person asked for it. */
  get isOn() {
    const { id, isHere, sound } = practice.current ?? {};
    return Boolean(isHere) && sound !== "machine" && this.#chosen === id && this.#isAwake;
  }

  /** Whether this page may play it. */
  get canPlay() {
    return Boolean(practice.current?.isHere) && practice.current.sound !== "machine" && "AudioContext" in window;
  }

  get #chosen() {
    return recall("practice-sound", null);
  }

  get #isAwake() {
    return this.#context?.state === "running";
  }

  /** To be called when the person touches the page: sound needs that once. */
  async wake() {
    if (!window.AudioContext) return;
    // An iPhone in silent mode plays all the same.
    if (navigator.audioSession) navigator.audioSession.type = "playback";
    if (this.#context === null) {
      this.#context = new AudioContext({ latencyHint: "playback" });
      this.#out = new GainNode(this.#context, { gain: 0 });
      this.#out.connect(this.#context.destination);
      this.#context.onstatechange = () => {
        if (this.#context.state === "interrupted") this.#context.resume().catch(() => {});
        this.#settle();
      };
    }
    await this.#context.resume().catch(() => {});
  }

  /** This page plays the practice of this id from now on. */
  choose(id) {
    remember("practice-sound", id);
    this.#since = practice.current?.at ?? 0;
    this.#follow();
  }

  /** One track plays on where a locked phone lets no page run. */
  get isOneTrack() {
    return recall("one-track", false);
  }

  set isOneTrack(isOn) {
    remember("one-track", isOn);
    this.#follow();
  }

  mute(isMuted) {
    this.isMuted = isMuted;
    remember("muted", isMuted);
    this.#follow();
  }

  /** Looks again and again: a device that stood still needs a moment until it says where it is. */
  #settle() {
    this.#follow();
    for (const ms of settlingMs) setTimeout(() => this.#follow(), ms);
  }

  // The audio clock

  /** A time of the practice's clock on the audio clock. */
  #audioTime(at) {
    const { contextTime, performanceTime } = this.#stamp();
    return contextTime + (performance.now() + practice.untilMs(at) - performanceTime) / 1000;
  }

  #stamp() {
    const stamp = this.#context.getOutputTimestamp?.();
    if (stamp?.contextTime > 0) return stamp;
    const { currentTime, outputLatency = 0 } = this.#context;
    return { contextTime: currentTime - outputLatency, performanceTime: performance.now() };
  }

  #follow() {
    const { current } = practice;
    if (current?.id !== this.#followed) this.#restart(current?.id ?? null);
    this.#playTrack();
    const now = practice.now();
    this.#followBackground(now);
    // A device that stood still with a frozen page has to catch up.
    if (this.#chosen !== current?.id) this.#since = current?.at ?? 0;
    if (!this.isOn || now === null) return;
    this.#out.gain.value = this.isMuted || this.isOneTrack ? 0 : current.level;
    this.#hear(now);
    this.#schedule(now);
    this.#sayLate(now, current.last);
    this.#since = current.at;
  }

  /** The background rises where time goes on, and falls in pauses and at the end. */
  #followBackground(now) {
    const { id, background, paused, origin } = practice.current ?? {};
    const isWanted = Boolean(background) && this.isOn && !paused && now !== null && now >= (origin ?? now);
    if (this.#background !== null && (!isWanted || this.#background.id !== id)) this.#endBackground();
    if (isWanted && this.#background === null) this.#beginBackground(id);
  }

  async #beginBackground(id) {
    const voice = { id, source: null, gain: null };
    this.#background = voice;
    const buffer = await this.#load(api.practiceBackground({ id }));
    if (this.#background !== voice || buffer === null) return;
    const { currentTime } = this.#context;
    voice.source = new AudioBufferSourceNode(this.#context, { buffer, loop: true });
    voice.gain = new GainNode(this.#context, { gain: 0 });
    voice.gain.gain.setValueAtTime(0, currentTime);
    voice.gain.gain.linearRampToValueAtTime(1, currentTime + backgroundFade);
    voice.source.connect(voice.gain).connect(this.#out);
    voice.source.start();
  }

  #endBackground() {
    const { source, gain } = this.#background;
    this.#background = null;
    if (source === null) return;
    const { currentTime } = this.#context;
    gain.gain.cancelScheduledValues(currentTime);
    gain.gain.setValueAtTime(gain.gain.value, currentTime);
    gain.gain.linearRampToValueAtTime(0, currentTime + backgroundFade);
    source.stop(currentTime + backgroundFade);
    source.onended = () => gain.disconnect();
  }

  #restart(id) {
    this.#followed = id;
    this.#done.clear();
    this.#since = practice.current?.at ?? 0;
    if (id === null) return;
    this.#buffers.clear();
    this.measured = [];
  }

  /** Notes what has been heard, and ends what was overtaken by time while the audio clock stood still. */
  #hear(now) {
    const { currentTime } = this.#context;
    for (const [key, playback] of this.#playbacks) {
      const wanted = this.#audioTime(playback.cue.at);
      if (playback.start <= currentTime && Math.abs(wanted - playback.start) <= latest) {
        this.#note(key, playback, playback.start - wanted);
      } else if (now - playback.cue.at > latest && !this.#done.has(key)) {
        this.#drop(key, playback);
      }
    }
  }

  #note(key, { cue }, late) {
    if (this.#done.has(key)) return;
    this.#done.add(key);
    this.measured.push({ at: cue.at, name: cue.sound ?? cue.speech, late });
    if (this.measured.length > maxMeasured) this.measured.shift();
  }

  #schedule(now) {
    const wished = new Map(practice.cues.filter((cue) => cue.sound || cue.speech).map((cue) => [keyOf(cue), cue]));
    for (const [key, playback] of this.#playbacks) {
      if (!wished.has(key) && !this.#done.has(key)) this.#drop(key, playback);
    }
    for (const [key, cue] of wished) {
      if (this.#done.has(key)) continue;
      if (now - cue.at > latest) this.#done.add(key);
      else this.#put(key, cue);
    }
  }

  /** Schedules a cue, or moves it where it lies. */
  async #put(key, cue) {
    const buffer = this.#buffer(cue);
    const samples = buffer instanceof Promise ? await buffer : buffer;
    // Meanwhile it may have been placed, or taken back.
    const isWished = this.isOn && !this.#done.has(key) && practice.cues.some((each) => keyOf(each) === key);
    if (!isWished) return;
    if (samples === null) return this.#speak(key, cue);
    const [start, { currentTime }] = [this.#audioTime(cue.at), this.#context];
    const playback = this.#playbacks.get(key);
    if (playback) {
      if (playback.start <= currentTime || Math.abs(playback.start - start) <= tolerance) return;
      this.#drop(key, playback);
    }
    this.#play(key, cue, samples, Math.max(start, currentTime));
  }

  #play(key, cue, buffer, start) {
    const source = new AudioBufferSourceNode(this.#context, { buffer });
    const gain = new GainNode(this.#context);
    source.connect(gain).connect(this.#out);
    source.start(start);
    const playback = { cue, source, gain, start };
    this.#playbacks.set(key, playback);
    source.onended = () => {
      gain.disconnect();
      if (this.#playbacks.get(key) !== playback) return;
      this.#playbacks.delete(key);
      if (practice.now() !== null) this.#note(key, playback, start - this.#audioTime(cue.at));
    };
  }

  /** Ends a voice; what sounds already fades. */
  #drop(key, playback) {
    const { currentTime } = this.#context;
    playback.gain.gain.setTargetAtTime(0, currentTime, fade);
    playback.source.stop(Math.max(playback.start, currentTime + 6 * fade));
    this.#playbacks.delete(key);
  }

  /** The samples of a cue, or their promise; null where the server has none. */
  #buffer(cue) {
    const address = addressOf(cue);
    if (!this.#buffers.has(address)) {
      const loading = this.#load(address).then((samples) => {
        this.#buffers.set(address, samples);
        return samples;
      });
      this.#buffers.set(address, loading);
    }
    return this.#buffers.get(address);
  }

  async #load(address) {
    try {
      const response = await fetch(address, { credentials: "same-origin" });
      return response.ok ? await this.#context.decodeAudioData(await response.arrayBuffer()) : null;
    } catch {
      return null;
    }
  }

  /** After a hole the newest change that passed sounds once, with its true time. */
  #sayLate(now, last) {
    if (!last?.sound || last.at <= this.#since || now - last.at <= latest) return;
    const key = `late ${last.at}`;
    if (this.#done.has(key) || this.measured.some(({ at }) => Math.abs(at - last.at) < 1e-3)) return;
    this.#done.add(key);
    const time = new Date(Date.now() - 1000 * (now - last.at)).toLocaleTimeString();
    notice(t("practice.late", { what: practice.word(last), time }));
    const buffer = this.#buffer({ sound: last.sound });
    Promise.resolve(buffer).then((samples) => {
      if (samples && this.isOn) this.#play(key, { at: practice.now(), sound: last.sound }, samples, this.#context.currentTime);
    });
  }

  /** Words by a voice of this device, where the server has none; no voice that sends them elsewhere. */
  #speak(key, cue) {
    if (!cue.speech || !practice.current?.speech || !window.speechSynthesis) return this.#done.add(key);
    if (this.#playbacks.has(key)) return;
    const language = practice.current.language;
    const voice = speechSynthesis.getVoices().find((each) => each.localService && each.lang.startsWith(language));
    this.#done.add(key);
    if (!voice) return;
    setTimeout(() => {
      if (!this.isOn || this.isMuted || practice.current.paused) return;
      const words = new SpeechSynthesisUtterance(cue.text);
      words.voice = voice;
      words.volume = practice.current.level;
      speechSynthesis.speak(words);
    }, Math.max(0, practice.untilMs(cue.at)));
  }

  #end(reason) {
    // What sounds at the end of a whole practice is heard to its end.
    if (reason === "finished") return;
    for (const [key, playback] of this.#playbacks) this.#drop(key, playback);
    this.#element?.pause();
  }

  // One track

  #playTrack() {
    const { current } = practice;
    const isWanted = this.isOneTrack && this.isOn && !this.isMuted && current?.origin != null && !current.paused;
    if (!isWanted) {
      if (current !== null) this.#element?.pause();
      return;
    }
    this.#element ??= new Audio();
    const key = `${current.id} ${current.revision}`;
    if (this.#elementKey !== key) {
      this.#elementKey = key;
      this.#element.src = api.practiceTrack({ id: current.id, revision: current.revision });
    }
    const position = practice.now() - current.origin;
    if (position < 0) return;
    if (Math.abs(this.#element.currentTime - position) > 0.25) this.#element.currentTime = position;
    if (this.#element.paused) this.#element.play().catch(() => {});
  }
}

export const practiceAudio = new PracticeAudio();

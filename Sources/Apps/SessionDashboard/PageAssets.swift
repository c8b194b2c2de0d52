// swift-format-ignore-file
// Written by Scripts/embed-page.py from the files of Page: change those, and run it.

/// The files of the page.
enum PageAssets {
    /// The file of this name: `index.html` is the page itself, the others are served under `/app/`.
    ///
    /// - Returns: nil where there is no such file.
    static func asset(named name: String) -> (contentType: String, text: String)? {
        switch name {
        case "api.js": ("text/javascript; charset=utf-8", apiJs)
        case "app.js": ("text/javascript; charset=utf-8", appJs)
        case "bar.js": ("text/javascript; charset=utf-8", barJs)
        case "begin.js": ("text/javascript; charset=utf-8", beginJs)
        case "bloom.js": ("text/javascript; charset=utf-8", bloomJs)
        case "bluetooth.js": ("text/javascript; charset=utf-8", bluetoothJs)
        case "canvas.js": ("text/javascript; charset=utf-8", canvasJs)
        case "chart-table.js": ("text/javascript; charset=utf-8", chartTableJs)
        case "chart.js": ("text/javascript; charset=utf-8", chartJs)
        case "clock.js": ("text/javascript; charset=utf-8", clockJs)
        case "dialog.js": ("text/javascript; charset=utf-8", dialogJs)
        case "dom.js": ("text/javascript; charset=utf-8", domJs)
        case "figures.js": ("text/javascript; charset=utf-8", figuresJs)
        case "first-run.js": ("text/javascript; charset=utf-8", firstRunJs)
        case "format.js": ("text/javascript; charset=utf-8", formatJs)
        case "haptics.js": ("text/javascript; charset=utf-8", hapticsJs)
        case "index.html": ("text/html; charset=utf-8", indexHtml)
        case "language.js": ("text/javascript; charset=utf-8", languageJs)
        case "live.js": ("text/javascript; charset=utf-8", liveJs)
        case "local.js": ("text/javascript; charset=utf-8", localJs)
        case "notices.js": ("text/javascript; charset=utf-8", noticesJs)
        case "resonance.js": ("text/javascript; charset=utf-8", resonanceJs)
        case "router.js": ("text/javascript; charset=utf-8", routerJs)
        case "schedule.js": ("text/javascript; charset=utf-8", scheduleJs)
        case "screen-entry.js": ("text/javascript; charset=utf-8", screenEntryJs)
        case "screen-follow.js": ("text/javascript; charset=utf-8", screenFollowJs)
        case "screen-history.js": ("text/javascript; charset=utf-8", screenHistoryJs)
        case "screen-home.js": ("text/javascript; charset=utf-8", screenHomeJs)
        case "screen-session.js": ("text/javascript; charset=utf-8", screenSessionJs)
        case "screen-settings.js": ("text/javascript; charset=utf-8", screenSettingsJs)
        case "screen-summary.js": ("text/javascript; charset=utf-8", screenSummaryJs)
        case "socket.js": ("text/javascript; charset=utf-8", socketJs)
        case "sound.js": ("text/javascript; charset=utf-8", soundJs)
        case "state.js": ("text/javascript; charset=utf-8", stateJs)
        case "strip.js": ("text/javascript; charset=utf-8", stripJs)
        case "style.css": ("text/css; charset=utf-8", styleCss)
        case "text.de.js": ("text/javascript; charset=utf-8", textDeJs)
        case "text.en.js": ("text/javascript; charset=utf-8", textEnJs)
        case "ticks.js": ("text/javascript; charset=utf-8", ticksJs)
        case "wakelock.js": ("text/javascript; charset=utf-8", wakelockJs)
        default: nil
        }
    }

    private static let apiJs = #"""
// Calls of the server. Each gives what was answered, or throws a Refusal with the server's sentence.

import { t } from "./language.js";

/** The server said no, or did not answer (status 0). */
export class Refusal extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

let onStranger = () => {};

/** What is done when the server does not know this browser. */
export function whenStranger(action) {
  onStranger = action;
}

async function call(method, path, body) {
  const request = { method, credentials: "same-origin", headers: {} };
  if (body !== undefined) {
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new Refusal(0, t("error.unreachable"));
  }
  const text = await response.text();
  if (response.ok) return text === "" ? {} : JSON.parse(text);
  if (response.status === 401) onStranger();
  throw new Refusal(response.status, sentence(text) ?? t("error.status", { n: response.status }));
}

function sentence(text) {
  try {
    return JSON.parse(text).error;
  } catch {
    return undefined;
  }
}

/** A query of what is not null: `?from=2026-11-01&apart=0`. */
function query(values) {
  const kept = Object.entries(values).filter(([, value]) => value != null && value !== "");
  return kept.length === 0 ? "" : "?" + new URLSearchParams(kept);
}

const sessionPath = (id) => "/api/sessions/" + encodeURIComponent(id);

export const api = {
  enter: (token) => call("POST", "/api/enter", { token }),
  info: () => call("GET", "/api/info"),
  begin: (wish) => call("POST", "/api/session", wish),
  home: () => call("GET", "/api/home"),
  sessions: (filter) => call("GET", "/api/sessions" + query(filter)),
  trends: (days) => call("GET", "/api/trends" + query({ days })),
  session: (id) => call("GET", sessionPath(id)),
  forget: (id) => call("DELETE", sessionPath(id)),
  forgetAll: () => call("DELETE", "/api/history", { confirm: "everything" }),
  settings: () => call("GET", "/api/settings"),
  saveSettings: (settings) => call("PUT", "/api/settings", settings),
  exportAddress: (id, format) => sessionPath(id) + "/export" + query({ format }),
};

"""#

    private static let appJs = #"""
// Where the page begins: lets itself in, asks for the settings, shows the screen of the address.

import { api, whenStranger } from "./api.js";
import { updateBar, drawBar } from "./bar.js";
import { h } from "./dom.js";
import { t } from "./language.js";
import { live } from "./live.js";
import { notice } from "./notices.js";
import { route, show, start } from "./router.js";
import { state, takeSettings } from "./state.js";
import { keepAwake } from "./wakelock.js";
import { entryScreen } from "./screen-entry.js";
import { followScreen } from "./screen-follow.js";
import { historyScreen } from "./screen-history.js";
import { homeScreen } from "./screen-home.js";
import { sessionScreen } from "./screen-session.js";
import { settingsScreen } from "./screen-settings.js";
import { summaryScreen } from "./screen-summary.js";

const main = document.getElementById("main");
const bar = document.getElementById("bar");

/** Without a cookie nothing but one sentence helps. */
function strangerScreen(isUsed) {
  live.close();
  document.title = t("title");
  document.body.dataset.screen = "entry";
  bar.replaceChildren();
  main.replaceChildren(entryScreen(isUsed));
}

/** Trades the token of the link for a cookie; the address loses it at once. */
async function enter() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token === null) return true;
  history.replaceState(history.state, "", location.pathname + location.search);
  try {
    await api.enter(token);
    return true;
  } catch (error) {
    if (error.status !== 403) throw error;
    // A link that is opened twice: the first time may have let this browser in.
    return api.info().then(() => true, () => false);
  }
}

function addRoutes() {
  route(/^\/$/, homeScreen);
  route(/^\/session$/, sessionScreen);
  route(/^\/summary\/([^/]+)$/, summaryScreen);
  route(/^\/history$/, historyScreen);
  route(/^\/settings$/, settingsScreen);
  route(/^\/follow$/, followScreen);
}

async function begin() {
  takeSettings(null);
  let isStranger = false;
  whenStranger(() => (isStranger = true));
  if (!(await enter())) return strangerScreen(true);
  try {
    const [info, settings] = await Promise.all([api.info(), api.settings()]);
    state.info = info;
    takeSettings(settings);
  } catch (error) {
    if (isStranger) return strangerScreen(false);
    main.replaceChildren(h("p", { class: "plain" }, error.message));
    setTimeout(begin, 2000);
    return;
  }
  whenStranger(() => strangerScreen(false));
  addRoutes();
  live.on("notice", ({ text }) => notice(text));
  live.on("change", updateBar);
  live.on("line", ({ failures }) => {
    // A server that forgot this browser refuses the line without a reason; a call tells it.
    if (failures === 2) api.info().catch(() => {});
  });
  keepAwake();
  live.open();
  start(main, (screen) => drawBar(bar, screen.name));
  state.onLanguage = show;
}

begin();

"""#

    private static let barJs = #"""
// The bar of addresses, on every screen but the smallest.

import { h, s } from "./dom.js";
import { t } from "./language.js";
import { live } from "./live.js";

const places = [
  ["home", "/"],
  ["session", "/session"],
  ["history", "/history"],
  ["settings", "/settings"],
];

const icons = {
  home: "M3 11 12 4l9 7v9h-6v-6H9v6H3z",
  session: "M12 21c-5-3-8-6.5-8-10a4.5 4.5 0 0 1 8-2.8A4.5 4.5 0 0 1 20 11c0 3.5-3 7-8 10z",
  history: "M4 20V10h4v10zm6 0V4h4v16zm6 0v-7h4v7z",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5",
};

let dot = null;

/** Draws the bar for the screen of this name. */
export function drawBar(bar, name) {
  document.getElementById("skip").textContent = t("skip");
  dot = h("span", { class: "running", hidden: true }, h("span", { class: "hidden" }, t("bar.running")));
  bar.replaceChildren(
    h("nav", { "aria-label": t("bar.name") }, places.map(([id, address]) =>
      h("a", { href: address, "aria-current": id === name ? "page" : null },
        icon(icons[id]), h("span", {}, t(`bar.${id}`)), id === "session" ? dot : null))));
  updateBar();
}

/** Shows whether a session runs. */
export function updateBar() {
  document.body.classList.toggle("in-session", live.session !== null);
  if (dot) dot.hidden = live.session === null;
}

function icon(path) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path }));
}

"""#

    private static let beginJs = #"""
// Beginning a session: where the heartbeats come from, and the button.

import { api } from "./api.js";
import { bluetoothObstacle, strap } from "./bluetooth.js";
import { freshId, h } from "./dom.js";
import { noticeIsRead } from "./first-run.js";
import { dateTime, duration, number } from "./format.js";
import { t, tOr } from "./language.js";
import { recall, remember } from "./local.js";
import { attempt, notice } from "./notices.js";
import { go } from "./router.js";
import { sound } from "./sound.js";
import { mayAct, state } from "./state.js";

const order = ["strap", "webBluetooth", "bridge", "simulated", "replay", "none"];

/** The sources with the reason why one cannot be chosen here. */
function sources() {
  const known = [...state.info.sources].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  return known.map((source) => {
    const obstacle = source.id === "webBluetooth" && source.available ? bluetoothObstacle() : null;
    if (obstacle === null) return source;
    return { ...source, available: false, reason: t(`bluetooth.${obstacle}`) };
  });
}

/** The begin button with its chooser. */
export function beginPanel() {
  if (!mayAct()) return h("p", { class: "dim" }, t("begin.viewOnly"));
  const list = sources();
  const free = list.filter((source) => source.available);
  const last = free.find((source) => source.id === recall("source", null));
  let chosen = (last ?? free.find((source) => source.id !== "none") ?? free[0])?.id;
  const extra = { strap: strapName(), replay: replayChoice() };
  const name = h("span", { class: "value" });
  const hint = h("p", { class: "dim small" });
  const button = h("button", { type: "button", class: "primary large", id: "begin" }, t("begin.button"));
  const choose = (id) => {
    chosen = id;
    name.textContent = t(`source.${id}`);
    hint.textContent = t(`source.${id}.hint`);
    for (const [each, part] of Object.entries(extra)) part.node.hidden = each !== id;
    if (id === "replay") extra.replay.load();
  };
  button.onclick = () => begin(button, chosen, extra);
  const details = h("details", { class: "chooser" },
    h("summary", {}, t("begin.source"), " ", name),
    h("fieldset", {}, h("legend", { class: "hidden" }, t("begin.sources")),
      list.map((source) => option(source, source.id === chosen, choose))));
  choose(chosen);
  return h("div", { class: "begin" }, button, details, hint,
    Object.values(extra).map((part) => part.node),
    h("p", { class: "dim small" }, plan(), " · ", h("a", { href: "/settings" }, t("begin.change"))));
}

function option(source, isChosen, choose) {
  const id = freshId("source");
  const reason = source.available ? null : h("span", { class: "reason", id: id + "-why" },
    source.reason ?? t("source.unavailable"));
  return h("label", { class: source.available ? "option" : "option off" },
    h("input", {
      type: "radio", name: "source", value: source.id, checked: isChosen, disabled: !source.available,
      "aria-describedby": reason?.id, onchange: () => choose(source.id),
    }),
    h("span", {}, t(`source.${source.id}`), reason));
}

/** What the settings ask for, in a line. */
function plan() {
  const { minutes, pacer, preset, startRate } = state.settings;
  const length = minutes === null ? t("minutes.open") : duration(60 * minutes);
  const led = preset !== null ? t(`preset.${preset}`) : tOr(`pacer.${pacer}`, pacer);
  const rate = t("unit.rate", { n: number(startRate, 1) });
  return [length, led, preset === null && pacer === "fixed" ? rate : null].filter(Boolean).join(" · ");
}

function strapName() {
  const input = h("input", { type: "text", autocomplete: "off", value: recall("strap", "") });
  return {
    node: h("label", { class: "field", hidden: true }, t("begin.strap"), input),
    wish() {
      remember("strap", input.value.trim());
      return { strap: input.value.trim() || null };
    },
  };
}

function replayChoice() {
  const select = h("select", {});
  let isLoaded = false;
  return {
    node: h("label", { class: "field", hidden: true }, t("begin.replay"), select),
    async load() {
      if (isLoaded) return;
      isLoaded = true;
      const page = await attempt(() => api.sessions({ limit: 30, apart: 0 }));
      select.replaceChildren(...(page?.sessions ?? []).map((session) =>
        h("option", { value: session.id },
          `${dateTime(session.startedAt)} · ${duration(session.durationSeconds)}`)));
    },
    wish: () => ({ of: select.value || null }),
  };
}

async function begin(button, source, extra) {
  button.disabled = true;
  try {
    if (!(await noticeIsRead())) return;
    sound.wake();
    if (source === "webBluetooth") await strap.choose();
    const { minutes, pacer, preset, startRate } = state.settings;
    const query = new URLSearchParams(location.search);
    const whole = (name) => (query.has(name) ? Number(query.get(name)) : null);
    await api.begin({
      source, minutes, pacer, preset,
      rate: preset === null && (pacer === "reference" || pacer === "fixed") ? startRate : null,
      strap: null, of: null, seed: whole("seed"), speed: whole("speed"), ...extra[source]?.wish(),
    });
    remember("source", source);
    if (source === "webBluetooth") strap.connect().catch((error) => notice(error.message, "error"));
    if (location.pathname !== "/session") go("/session");
  } catch (error) {
    // Who closes the browser's chooser has chosen nothing: no fault.
    if (error.name !== "NotFoundError") notice(error.message, "error");
  } finally {
    button.disabled = false;
  }
}

"""#

    private static let bloomJs = #"""
// The bloom: petals that open while inhaling, pulse while holding and close while exhaling.

/** Lengths in units; the open bloom with its glow is `reach` units from its centre. */
const petal = { least: 30, most: 100, width: 40, offset: 0.3 };
const disc = 20;
const reach = 108;
const blue = [74, 144, 217];
const teal = [45, 212, 191];
const grey = [112, 128, 160];
const gold = "255, 242, 204";

const mix = (a, b, share) => a.map((value, place) => value + (b[place] - value) * share);
const colour = (rgb, alpha) => `rgba(${rgb.map(Math.round).join(", ")}, ${alpha})`;

/** How much the bloom swells in a hold: softly, once in about 1.6 s, none at both ends. */
export function pulse({ phase, progress, duration }) {
  if (phase !== "hold" && phase !== "secondHold") return 0;
  const swells = Math.max(1, Math.round(duration / 1.6));
  return Math.sin(Math.PI * swells * progress) ** 2;
}

/**
 * Draws a bloom into the middle of a canvas.
 *
 * - expansion: 0 closed ... 1 open; coherence: 0 ... 1, null where there is none
 * - swell: 0 ... 1; petals: 6 ... 8; isLit: whether somebody is paced
 */
export function drawBloom(canvas, { expansion, coherence, swell = 0, petals = 7, isLit = true }) {
  const context = canvas.getContext("2d");
  const { width, height } = canvas;
  const unit = (Math.min(width, height) / 2 / reach) * (1 + 0.03 * swell);
  const score = coherence ?? 0;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(unit, 0, 0, unit, width / 2, height / 2);
  drawGlow(context, expansion, score);
  drawPetals(context, expansion, score, petals, isLit);
  drawDisc(context, score, isLit);
}

/** White gold, beyond the petals' tips the further the higher the coherence. */
function drawGlow(context, expansion, coherence) {
  if (coherence <= 0.01) return;
  const tip = lengthOf(expansion) * (1 - petal.offset + 0.1);
  const radius = Math.min(tip + 15 * coherence + 10 * expansion, reach);
  const glow = context.createRadialGradient(0, 0, 0, 0, 0, radius);
  const alpha = 0.6 * coherence;
  for (const place of [0, 0.25, 0.5, 0.75, 1]) {
    glow.addColorStop(place, `rgba(${gold}, ${alpha * (1 - place) ** 2})`);
  }
  context.fillStyle = glow;
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fill();
}

function lengthOf(expansion) {
  return petal.least + (petal.most - petal.least) * expansion;
}

function drawPetals(context, expansion, coherence, count, isLit) {
  const length = lengthOf(expansion);
  const [near, far] = [-(0.5 - petal.offset) * length, (0.5 + petal.offset) * length];
  const muted = isLit ? 0.45 * (1 - coherence) * (1 - 0.4 * expansion) : 0.7;
  const tip = mix(mix(blue, teal, expansion), grey, muted);
  const base = mix(blue, grey, muted);
  const alpha = 0.5 + 0.5 * expansion;
  const fill = context.createLinearGradient(0, 0, 0, -far);
  fill.addColorStop(0, colour(base, 0.5 * alpha));
  fill.addColorStop(0.35, colour(base, 0.55 * alpha));
  fill.addColorStop(1, colour(tip, 0.9 * alpha));
  context.fillStyle = fill;
  context.strokeStyle = colour(mix(tip, [255, 255, 255], 0.45), 0.35 * alpha);
  context.lineWidth = 0.7;
  context.globalCompositeOperation = "screen";
  for (let index = 0; index < count; index += 1) {
    context.save();
    context.rotate((2 * Math.PI * index) / count);
    context.beginPath();
    context.ellipse(0, -(near + far) / 2, petal.width / 2, length / 2, 0, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    context.restore();
  }
  context.globalCompositeOperation = "source-over";
}

function drawDisc(context, coherence, isLit) {
  const alpha = (0.6 + 0.4 * coherence) * (isLit ? 1 : 0.5);
  const fill = context.createRadialGradient(0, 0, 0, 0, 0, disc);
  fill.addColorStop(0, `rgba(${gold}, ${alpha})`);
  fill.addColorStop(0.4, `rgba(${gold}, ${alpha * 0.85})`);
  fill.addColorStop(1, `rgba(${gold}, 0)`);
  context.fillStyle = fill;
  context.beginPath();
  context.arc(0, 0, disc, 0, 2 * Math.PI);
  context.fill();
}

"""#

    private static let bluetoothJs = #"""
// A strap that the browser itself connects to; its packets go to the server as they came.

import { live } from "./live.js";

const reconnectMs = [500, 1000, 2000, 4000, 8000];

/** Why this browser cannot: "insecure", "absent", or null where it can. */
export function bluetoothObstacle() {
  if (navigator.bluetooth) return null;
  return isSecureContext ? "absent" : "insecure";
}

/** Bytes of a DataView as hex. */
export function hex(view) {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

class Strap {
  #device = null;
  #failures = 0;
  #timer = 0;

  constructor() {
    live.on("ended", () => this.release());
    live.on("welcome", () => this.#introduce());
  }

  get isChosen() {
    return this.#device !== null;
  }

  /** Asks the person for a strap; needs their click. Throws where they choose none. */
  async choose() {
    const device = await navigator.bluetooth.requestDevice({
      filters: [{ services: ["heart_rate"] }],
      optionalServices: ["battery_service"],
    });
    this.release();
    this.#device = device;
    device.ongattserverdisconnected = () => this.#lost();
  }

  /** Connects to the chosen strap and hands on what it sends. */
  async connect() {
    const device = this.#device;
    const server = await device.gatt.connect();
    const heart = await server.getPrimaryService("heart_rate");
    const measurement = await heart.getCharacteristic("heart_rate_measurement");
    this.#introduce();
    measurement.oncharacteristicvaluechanged = ({ target }) =>
      live.send({ type: "packet", hex: hex(target.value) });
    await measurement.startNotifications();
    this.#failures = 0;
    await this.#charge(server).catch(() => {}); // Not every strap tells.
  }

  /** Lets go of the strap. */
  release() {
    const device = this.#device;
    this.#device = null;
    if (device) device.ongattserverdisconnected = null;
    device?.gatt.disconnect();
  }

  #introduce() {
    if (this.#device) live.send({ type: "device", name: this.#device.name ?? "" });
  }

  async #charge(server) {
    const service = await server.getPrimaryService("battery_service");
    const level = await service.getCharacteristic("battery_level");
    const value = await level.readValue();
    live.send({ type: "charge", percent: value.getUint8(0) });
  }

  #lost() {
    live.send({ type: "link", up: false });
    this.#retry();
  }

  #retry() {
    const device = this.#device;
    if (!device) return;
    const wait = reconnectMs[Math.min(this.#failures, reconnectMs.length - 1)];
    this.#failures += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#device === device) this.connect().catch(() => this.#retry());
    }, wait);
  }
}

export const strap = new Strap();

"""#

    private static let canvasJs = #"""
// Canvases as sharp as the screen, measured anew only when their size changes.

/** Whether the person asked for less motion. */
export const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Keeps a canvas as large as its box; `onSize()` after each change. Gives what ends that. */
export function fit(canvas, onSize = () => {}) {
  const observer = new ResizeObserver(([entry]) => {
    const { width, height } = entry.contentRect;
    const scale = Math.min(devicePixelRatio || 1, 2);
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    onSize();
  });
  observer.observe(canvas);
  return () => observer.disconnect();
}

/** Calls `draw(ms)` on every frame that is shown. Gives what ends that. */
export function everyFrame(draw) {
  let request = requestAnimationFrame(function frame(ms) {
    request = requestAnimationFrame(frame);
    draw(ms);
  });
  return () => cancelAnimationFrame(request);
}

"""#

    private static let chartTableJs = #"""
// A chart's values as a table: for screen readers, and for everybody who wants the numbers.

import { h } from "./dom.js";
import { nothing, number } from "./format.js";
import { t } from "./language.js";

const mostRows = 60;

/** The table, folded; it is made when it is opened. */
export function chartTable({ title, unit, series, digits = 0, xText, xName }) {
  const body = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title });
  let isMade = false;
  return h("details", {
    class: "table",
    ontoggle() {
      if (isMade) return;
      isMade = true;
      body.append(table());
    },
  }, h("summary", {}, t("chart.table"), h("span", { class: "hidden" }, ` ${title}`)), body);

  function table() {
    const rows = series.flatMap((each) => thin(each).map(([x, y]) => [x, y, each.name]));
    rows.sort((a, b) => a[0] - b[0]);
    const hasNames = series.length > 1;
    return h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, xName ?? t("chart.x")),
        h("th", { scope: "col" }, unit ? `${title} (${unit})` : title),
        hasNames ? h("th", { scope: "col" }, t("chart.kind")) : null)),
      h("tbody", {}, rows.map(([x, y, name]) => h("tr", {},
        h("th", { scope: "row" }, xText ? xText(x) : number(x, 1)),
        h("td", {}, y == null ? nothing : number(y, digits)),
        hasNames ? h("td", {}, name ?? "") : null))));
  }
}

/** At most so many rows, evenly taken; marks all stay. */
function thin({ points, kind }) {
  const step = kind === "marks" ? 1 : Math.ceil(points.length / mostRows);
  return points.filter((_, place) => place % step === 0);
}

"""#

    private static let chartJs = #"""
// Charts of kept sessions: axes, lines that break where a value is missing, bands, marks, a readout
// under the pointer, and the same as a table for who does not see it.

import { chartTable } from "./chart-table.js";
import { h, s, say } from "./dom.js";
import { nothing, number } from "./format.js";
import { t } from "./language.js";
import { dayTicks, plainTicks, timeTicks } from "./ticks.js";

const margin = { left: 40, right: 10, top: 8, bottom: 20 };
const axes = { days: dayTicks, time: timeTicks, plain: plainTicks };

/**
 * A figure of series over x.
 *
 * - title, unit, digits: of the values; note: a line under the title; height: px
 * - x: "days", "time" or "plain"; xText(x): an x in words; xName: of the table's first column
 * - series: [{name, kind: "line" | "area" | "dotted" | "marks" | "shape", points: [[x, y or null]], tone}]
 * - bands: [{from, to, name}] over x; rules: [{x, name}] lines across; low, high: fixed limits of y
 */
export function chart(options) {
  const readout = h("span", { class: "readout", "aria-hidden": "true" });
  const box = h("div", { class: "plot" });
  const named = [...options.series, ...(options.bands ?? []), ...(options.rules ?? [])]
    .filter((each) => each.name);
  const figure = h("figure", { class: "chart" },
    h("figcaption", {},
      h("span", {}, options.title, options.unit ? h("span", { class: "unit" }, " ", options.unit) : null),
      readout),
    options.note ? h("p", { class: "dim small" }, options.note) : null,
    box,
    named.length > 1 || options.legend ? legend(named) : null,
    options.table === false ? null : chartTable(options));
  const values = options.series.flatMap((each) => each.points).filter(([, y]) => y != null);
  if (values.length === 0) {
    box.append(h("p", { class: "dim small plain" }, t("chart.empty")));
    return figure;
  }
  let drawn = 0;
  new ResizeObserver(([{ contentRect }]) => {
    const width = Math.round(contentRect.width);
    if (width === drawn || width === 0) return;
    drawn = width;
    box.replaceChildren(draw(options, values, width, readout));
  }).observe(box);
  box.style.height = `${options.height ?? 160}px`;
  return figure;
}

function legend(named) {
  return h("ul", { class: "legend" }, named.map(({ name, tone, kind, from }) =>
    h("li", {}, h("i", { class: `key ${from !== undefined ? "band" : kind ?? "rule"} ${tone ?? ""}` }), name)));
}

/** The sentence that stands for the picture. */
function summary({ title, unit, digits = 0 }, values) {
  const ys = values.map(([, y]) => y);
  return t("chart.summary", {
    title, unit: unit ?? "", n: ys.length,
    low: number(Math.min(...ys), digits), high: number(Math.max(...ys), digits),
  });
}

function draw(options, values, width, readout) {
  const height = options.height ?? 160;
  const scale = makeScale(options, values, width, height);
  const svg = s("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": summary(options, values) });
  svg.append(
    ...(options.bands ?? []).map(({ from, to }) => s("rect", { class: "band", x: scale.x(from), y: margin.top,
      width: Math.max(1, scale.x(to) - scale.x(from)), height: scale.bottom - margin.top })),
    ...gridLines(scale, options, width),
    ...options.series.flatMap((series) => drawSeries(series, scale)),
    ...(options.rules ?? []).map(({ x }) => s("line", { class: "rule", x1: scale.x(x), x2: scale.x(x),
      y1: margin.top, y2: scale.bottom })));
  addReadout(svg, options, scale, readout);
  return svg;
}

function makeScale(options, values, width, height) {
  const xs = values.map(([x]) => x);
  const ys = values.map(([, y]) => y);
  let [left, right] = [options.from ?? Math.min(...xs), options.to ?? Math.max(...xs)];
  if (left === right) [left, right] = [left - 1, right + 1];
  let [low, high] = [options.low ?? Math.min(...ys), options.high ?? Math.max(...ys)];
  const pad = Math.max((high - low) * 0.08, options.least ? (options.least - (high - low)) / 2 : 0);
  if (options.low === undefined) low = Math.max(low - pad, Math.min(low, 0));
  if (options.high === undefined) high += pad;
  if (high === low) [low, high] = [low - 1, high + 1];
  const bottom = height - margin.bottom;
  const inner = width - margin.left - margin.right;
  return {
    left, right, low, high, bottom,
    x: (x) => margin.left + ((x - left) / (right - left)) * inner,
    y: (y) => bottom - ((y - low) / (high - low)) * (bottom - margin.top),
    atX: (pixels) => left + ((pixels - margin.left) / inner) * (right - left),
  };
}

function gridLines(scale, { x = "plain", height = 160, hidesY }, width) {
  const rows = hidesY ? [] : plainTicks(scale.low, scale.high, height / 36);
  const columns = axes[x](scale.left, scale.right, (width - margin.left) / 80);
  return [
    ...rows.flatMap(({ value, text }) => [
      s("line", { class: "grid", x1: margin.left, x2: width - margin.right, y1: scale.y(value), y2: scale.y(value) }),
      s("text", { class: "tick", x: margin.left - 6, y: scale.y(value) + 3.5, "text-anchor": "end" }, text),
    ]),
    ...columns.map(({ value, text }) => {
      const place = scale.x(value);
      const anchor = place < margin.left + 16 ? "start" : place > width - margin.right - 16 ? "end" : "middle";
      return s("text", { class: "tick", x: place, y: scale.bottom + 15, "text-anchor": anchor }, text);
    }),
  ];
}

function drawSeries({ kind, points, tone = "" }, scale) {
  if (kind === "marks") {
    return points.filter(([, y]) => y != null).map(([x, y]) => {
      const [a, b] = [scale.x(x), scale.y(y)];
      return s("path", { class: `mark ${tone}`, d: `M${a - 3.5} ${b - 3.5}l7 7m0-7l-7 7` });
    });
  }
  const shapes = [];
  for (const run of runsOf(points)) {
    const line = run.map(([x, y]) => `${scale.x(x).toFixed(1)} ${scale.y(y).toFixed(1)}`).join("L");
    if (kind === "area" || kind === "shape") {
      shapes.push(s("path", { class: `area ${tone}`, d: `M${scale.x(run[0][0])} ${scale.bottom}L${line}L${scale.x(run.at(-1)[0])} ${scale.bottom}Z` }));
    }
    shapes.push(s("path", { class: `line ${tone}`, d: run.length === 1 ? `M${line}h.1` : `M${line}` }));
    if (kind === "dotted") {
      shapes.push(...run.map(([x, y]) => s("circle", { class: `dot ${tone}`, cx: scale.x(x), cy: scale.y(y), r: 2.5 })));
    }
  }
  return shapes;
}

/** Stretches without a missing value. */
function runsOf(points) {
  const runs = [];
  let isOpen = false;
  for (const point of points) {
    if (point[1] == null) {
      isOpen = false;
    } else if (isOpen) {
      runs.at(-1).push(point);
    } else {
      runs.push([point]);
      isOpen = true;
    }
  }
  return runs;
}

/** What the pointer is nearest to. */
function addReadout(svg, { series, digits = 0, unit = "", xText }, scale, readout) {
  const line = s("line", { class: "cursor", y1: margin.top, y2: scale.bottom, visibility: "hidden" });
  svg.append(line);
  const points = series[0].points;
  svg.addEventListener("pointermove", (event) => {
    const x = scale.atX(event.clientX - svg.getBoundingClientRect().left);
    const [px, py] = points[nearest(points, x)];
    const place = scale.x(px);
    line.setAttribute("x1", place);
    line.setAttribute("x2", place);
    line.setAttribute("visibility", "visible");
    say(readout, `${xText ? xText(px) : number(px, 1)}: ${py == null ? nothing : number(py, digits)} ${unit}`);
  });
  svg.addEventListener("pointerleave", () => {
    line.setAttribute("visibility", "hidden");
    say(readout, "");
  });
}

function nearest(points, x) {
  let [low, high] = [0, points.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (points[middle][0] < x) low = middle;
    else high = middle;
  }
  return Math.abs(points[low][0] - x) <= Math.abs(points[high][0] - x) ? low : high;
}

"""#

    private static let clockJs = #"""
// The session's time on this page's clock.

const firstAsks = 5;
const askEveryMs = 10000;
const kept = 12;

/**
 * Maps the page's clock to the session's: t = offset + speed * seconds of the page. Of the last answers
 * the one with the least round trip counts: it was delayed least.
 */
export class SessionClock {
  #offset = 0;
  #speed = 1;
  #answers = [];
  #asked = new Map();
  #echo = 0;
  #timer = 0;
  #isKnown = false;

  get speed() {
    return this.#speed;
  }

  /** The session's time was just `t`: good until an answer is better. */
  begin(t, speed, send) {
    this.#speed = speed;
    this.#answers = [];
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
    this.#echo += 1;
    this.#asked.set(this.#echo, performance.now());
    if (this.#asked.size > kept) this.#asked.delete(this.#asked.keys().next().value);
    send({ type: "clock", echo: this.#echo });
    const wait = first > 1 ? 60 : askEveryMs;
    this.#timer = setTimeout(() => this.#ask(send, first - 1), wait);
  }

  /** The server's answer to one of this clock's questions. */
  answer({ echo, t }) {
    const sent = this.#asked.get(echo);
    if (sent === undefined || t == null) return;
    this.#asked.delete(echo);
    const now = performance.now();
    const middle = (sent + now) / 2000;
    this.#answers.push({ trip: now - sent, offset: t - this.#speed * middle });
    if (this.#answers.length > kept) this.#answers.shift();
    this.#offset = this.#answers.reduce((a, b) => (b.trip < a.trip ? b : a)).offset;
  }

  /** The session's time; s; null before anything is known of it. */
  now(pageMs = performance.now()) {
    return this.#isKnown ? this.#offset + (this.#speed * pageMs) / 1000 : null;
  }

  /** Page milliseconds until a time of the session. */
  untilMs(t) {
    return (1000 * (t - this.now())) / this.#speed;
  }
}

"""#

    private static let dialogJs = #"""
// Questions that are answered before anything else happens.

import { freshId, h } from "./dom.js";

/**
 * Asks, and gives the value of the answer; null when the dialog was closed.
 * `answers`: [{value, text, kind}], the first one has the focus.
 */
export function ask(title, body, answers) {
  const id = freshId("dialog");
  const dialog = h(
    "dialog", { "aria-labelledby": id },
    h("h2", { id }, title), body,
    h("div", { class: "row end" }, answers.map(({ value, text, kind = "" }, place) =>
      h("button", {
        type: "button", class: kind, autofocus: place === 0, "data-answer": value,
        onclick: () => dialog.close(value),
      }, text))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => {
      dialog.remove();
      resolve(dialog.returnValue === "" ? null : dialog.returnValue);
    };
  });
}

"""#

    private static let domJs = #"""
// Elements, made in one call.

const svgSpace = "http://www.w3.org/2000/svg";

/**
 * Makes an element: `h("p", {class: "dim", onclick: f}, "text", child)`. Attributes that are null,
 * undefined or false are left out; so are children that are.
 */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(svgSpace, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child != null && child !== false));
  return element;
}

/** Writes a text only where it differs: what did not change is not laid out again. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

let serial = 0;

/** An id that no other element has. */
export function freshId(stem) {
  serial += 1;
  return `${stem}-${serial}`;
}

"""#

    private static let figuresJs = #"""
// The three figures on top of a session: heart rate, RMSSD, coherence.

import { h, say } from "./dom.js";
import { nothing, number, percent } from "./format.js";
import { t } from "./language.js";

const dotCount = 5;

/** The row of figures; `show(message)` writes what a figures message says. */
export function figureRow() {
  const hr = figure(t("figure.hr"), t("unit.bpm"));
  const rmssd = figure(t("figure.rmssd"), t("unit.msName"));
  const coherence = figure(t("figure.coherence"), "%");
  const dots = Array.from({ length: dotCount }, () => h("i", {}));
  const row = h("span", { class: "dots", "aria-hidden": "true" }, dots);
  coherence.node.append(row);
  return {
    node: h("dl", { class: "figures" }, hr.node, rmssd.node, coherence.node),
    show(message) {
      const reasons = message?.reasons ?? {};
      hr.show(number(message?.hr), reasons.hr);
      rmssd.show(number(message?.rmssd), reasons.rmssd);
      const score = message?.coherence ?? null;
      coherence.show(score === null ? nothing : number(100 * score), reasons.coherence);
      const lit = score === null ? 0 : Math.round(score * dotCount);
      dots.forEach((dot, place) => dot.classList.toggle("lit", place < lit));
      row.title = score === null ? reasons.coherence ?? "" : percent(score);
    },
  };
}

function figure(name, unit) {
  const value = h("span", { class: "number" }, nothing);
  const tail = h("span", { class: "unit" }, unit);
  const why = h("span", { class: "hidden" });
  const node = h("div", { class: "figure" }, h("dt", {}, name), h("dd", {}, value, " ", tail, why));
  return {
    node,
    show(text, reason) {
      say(value, text);
      const isMissing = text === nothing;
      tail.hidden = isMissing;
      say(why, isMissing && reason ? reason : "");
      const title = isMissing ? reason ?? "" : "";
      if (node.title !== title) node.title = title;
    },
  };
}

"""#

    private static let firstRunJs = #"""
// What everybody reads once in a browser before their first session in it.

import { ask } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./language.js";
import { recall, remember } from "./local.js";

/** Gives whether the person read it, now or before. */
export async function noticeIsRead() {
  if (recall("notice-read", false)) return true;
  const body = h("ul", { class: "notes" },
    ["first.1", "first.2", "first.3"].map((key) => h("li", {}, t(key))));
  const answer = await ask(t("first.title"), body, [
    { value: "yes", text: t("first.yes"), kind: "primary" },
    { value: "no", text: t("cancel") },
  ]);
  if (answer === "yes") remember("notice-read", true);
  return answer === "yes";
}

"""#

    private static let formatJs = #"""
// Numbers, durations and dates as people write them.

import { spoken, t } from "./language.js";

/** What stands where there is no value. */
export const nothing = "–";

const made = new Map();

function formatter(Kind, options) {
  const key = Kind.name + spoken() + JSON.stringify(options);
  if (!made.has(key)) made.set(key, new Kind(spoken(), options));
  return made.get(key);
}

function isMissing(value) {
  return value === null || value === undefined || !Number.isFinite(value);
}

/** A number with so many decimals. */
export function number(value, digits = 0) {
  if (isMissing(value)) return nothing;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return formatter(Intl.NumberFormat, options).format(value);
}

/** A difference, with its sign. */
export function signed(value, digits = 0) {
  if (isMissing(value)) return nothing;
  const rounded = Number(value.toFixed(digits));
  const sign = rounded > 0 ? "+" : rounded < 0 ? "−" : "±";
  return sign + number(Math.abs(rounded), digits);
}

/** A number with its unit; a dash alone where there is none. */
export function quantity(value, digits, unit) {
  return isMissing(value) ? nothing : `${number(value, digits)}\u00a0${unit}`;
}

/** A share of 1, in per cent. */
export function percent(value) {
  return isMissing(value) ? nothing : `${number(100 * value)}\u00a0%`;
}

/** Seconds as 9:05, or 1:09:05. */
export function clockTime(seconds) {
  if (isMissing(seconds)) return nothing;
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return (hours > 0 ? `${hours}:${two(minutes)}` : `${minutes}`) + `:${two(whole % 60)}`;
}

/** Seconds in words: 45 s, 10 min, 10 min 20 s. */
export function duration(seconds) {
  if (isMissing(seconds)) return nothing;
  const whole = Math.round(seconds);
  const minutes = t("unit.minutes", { n: number(Math.floor(whole / 60)) });
  const rest = t("unit.seconds", { n: number(whole % 60) });
  if (whole < 60) return rest;
  return whole % 60 === 0 || whole >= 3600 ? minutes : `${minutes} ${rest}`;
}

/** A day, and the time of day. */
export function dateTime(text) {
  return formatter(Intl.DateTimeFormat, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(text));
}

/** A day without its year. */
export function shortDay(value) {
  return formatter(Intl.DateTimeFormat, { day: "numeric", month: "short" }).format(new Date(value));
}

"""#

    private static let hapticsJs = #"""
// Taps of the cue schedule: by vibration where the device can, else by sound.

import { live } from "./live.js";
import { sound } from "./sound.js";

/** How long the strongest tap of a kind shakes; ms. A motor without strength says it by length. */
const lengthMs = { up: 35, click: 20, down: 50 };
const greatestSpeed = 2;

class Haptics {
  isOn = false;
  /** 0 ... 1 */
  intensity = 0.8;
  #timers = new Set();

  constructor() {
    live.on("tap", (tap) => this.#place(tap));
    live.on("stop", () => this.#cancel());
    live.on("paused", () => this.#cancel());
    live.on("ended", () => this.#cancel());
  }

  /** Whether this device shakes. Browsers of desks have the call and no motor. */
  get canShake() {
    return "vibrate" in navigator && navigator.maxTouchPoints > 0;
  }

  /** One tap now, so that the person feels what they set. */
  async try() {
    if (this.canShake) return navigator.vibrate(this.#length("down"));
    await sound.wake();
    sound.tap("down", live.clock.now(), this.intensity);
  }

  #place({ kind, t }) {
    if (!this.isOn || this.intensity === 0 || live.clock.speed > greatestSpeed) return;
    if (!this.canShake) return sound.tap(kind, t, this.intensity);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      navigator.vibrate(this.#length(kind));
    }, Math.max(0, live.clock.untilMs(t)));
    this.#timers.add(timer);
  }

  #length(kind) {
    return Math.round((lengthMs[kind] ?? 30) * (0.3 + 0.7 * this.intensity));
  }

  #cancel() {
    this.#timers.forEach(clearTimeout);
    this.#timers.clear();
  }
}

export const haptics = new Haptics();

"""#

    private static let indexHtml = #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#0A0E1A">
<meta name="color-scheme" content="dark">
<meta name="referrer" content="no-referrer">
<title>Resonance</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='-50 -50 100 100'%3E%3Cg fill='%232DD4BF' fill-opacity='.6'%3E%3Cellipse cy='-24' rx='13' ry='24'/%3E%3Cellipse cy='-24' rx='13' ry='24' transform='rotate(72)'/%3E%3Cellipse cy='-24' rx='13' ry='24' transform='rotate(144)'/%3E%3Cellipse cy='-24' rx='13' ry='24' transform='rotate(216)'/%3E%3Cellipse cy='-24' rx='13' ry='24' transform='rotate(288)'/%3E%3C/g%3E%3Ccircle r='11' fill='%23FFF2CC'/%3E%3C/svg%3E">
<link rel="stylesheet" href="/app/style.css">
<script type="module" src="/app/app.js"></script>
</head>
<body>
<a class="skip" id="skip" href="#main"></a>
<header id="bar"></header>
<main id="main" tabindex="-1"></main>
<div id="notices" role="status" aria-live="polite"></div>
<noscript><p class="plain">This page needs JavaScript. It loads nothing from elsewhere.</p></noscript>
</body>
</html>

"""#

    private static let languageJs = #"""
// The words of the page, in the person's language.

import en from "./text.en.js";
import de from "./text.de.js";

const languages = { en, de };
let name = "en";
let plural = new Intl.PluralRules(name);

/** What the browser asks for, where the settings do not say. */
function ofBrowser() {
  const wished = (navigator.languages ?? []).map((tag) => tag.slice(0, 2).toLowerCase());
  return wished.find((tag) => tag in languages) ?? "en";
}

/** Speaks this language from now on; null: the browser's. */
export function speak(wish) {
  name = wish in languages ? wish : ofBrowser();
  plural = new Intl.PluralRules(name);
  document.documentElement.lang = name;
}

/** The language spoken. */
export function spoken() {
  return name;
}

function find(key) {
  return languages[name][key] ?? en[key];
}

/** Whether there is a text of this name. */
export function knows(key) {
  return find(key) !== undefined;
}

/**
 * The text of a name. `{word}` in it is replaced by `values.word`; a text that depends on a number is
 * an object of plural forms, chosen by `values.n`.
 */
export function t(key, values = {}) {
  let text = find(key) ?? key;
  if (typeof text === "object") text = text[plural.select(values.n)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, word) => values[word] ?? whole);
}

/** The text of a name, or what the server says where this page does not know it. */
export function tOr(key, otherwise) {
  return knows(key) ? t(key) : otherwise;
}

"""#

    private static let liveJs = #"""
// What this page knows of the running session: one place, told by the line, asked by the screens.

import { SessionClock } from "./clock.js";
import { Schedule } from "./schedule.js";
import { Line } from "./socket.js";

const chartSeconds = 62;

/** How long a page without a session is silent; ms. */
const quietMs = 45000;

/** How far ahead a phase is told, about; s. */
const usualLead = 0.375;

/** How long the page goes on by itself when the line is down, and when it is up; s. */
const coast = { down: 60, up: 3 };

class Live {
  /** Of the running session: what the server calls Live; null where none runs. */
  session = null;
  role = "full";
  figures = null;
  decision = null;
  battery = null;
  points = [];
  isPaused = false;
  isOpen = false;
  /** Whether the server said what is going on. */
  isKnown = false;
  clock = new SessionClock();
  schedule = new Schedule();
  #listeners = new Map();
  #line = new Line((message) => this.#take(message), (isOpen, failures) => this.#state(isOpen, failures));

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

  /** The phase now; null where nobody is paced. */
  phase(pageMs) {
    const t = this.clock.now(pageMs);
    if (t === null || this.isPaused) return null;
    return this.schedule.at(t, coast[this.isOpen ? "up" : "down"] * this.clock.speed);
  }

  #tell(type, message) {
    for (const action of [...(this.#listeners.get(type) ?? [])]) action(message);
  }

  #state(isOpen, failures) {
    this.isOpen = isOpen;
    this.#tell("line", { isOpen, failures });
    this.#tell("change");
  }

  #take(message) {
    this.#handle(message);
    this.#tell(message.type, message);
    if (["welcome", "begin", "ended", "paused", "device"].includes(message.type)) this.#tell("change");
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
        this.clock.answer(message);
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

  #adopt(session) {
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

"""#

    private static let localJs = #"""
// What this browser alone remembers. Where it may not remember, every start is the first.

const stem = "resonance.";

/** What was remembered under a name, else what is given. */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(stem + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Remembers a value that JSON can write. */
export function remember(name, value) {
  try {
    localStorage.setItem(stem + name, JSON.stringify(value));
  } catch {
    // Private windows forbid it; the page works without.
  }
}

"""#

    private static let noticesJs = #"""
// Short messages at the foot of the page; they go by themselves.

import { h } from "./dom.js";

const shownMs = 7000;

/** Shows a sentence; `kind`: "info" or "error". */
export function notice(text, kind = "info") {
  const place = document.getElementById("notices");
  const last = place.lastElementChild;
  if (last?.textContent === text) last.remove();
  const message = h("p", { class: `notice ${kind}` }, text);
  place.append(message);
  while (place.childElementCount > 3) place.firstElementChild.remove();
  setTimeout(() => message.remove(), shownMs);
}

/** Shows what an action threw. */
export async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    notice(error.message, "error");
    return undefined;
  }
}

"""#

    private static let resonanceJs = #"""
// The resonance frequency that a session found, in words.

import { number } from "./format.js";
import { t } from "./language.js";

/** One line: 5.8 ± 0.2 breaths/min; what was best of those tried; or that none was found. */
export function resonanceText(resonance) {
  if (resonance == null || resonance.kind === "notDetermined") return t("resonance.none");
  const rate = number(resonance.breathsPerMinute, 1);
  if (resonance.kind === "bestTried") return t("resonance.tried", { rate });
  return resonance.deviation == null
    ? t("unit.rate", { n: rate })
    : t("resonance.estimate", { rate, deviation: number(resonance.deviation, 1) });
}

/** How sure that is, or why there is none. */
export function resonanceNote(resonance) {
  if (resonance == null) return "";
  const { kind, low, high, reason } = resonance;
  if (kind === "estimate" && low != null && high != null) {
    return t("resonance.range", { low: number(low, 1), high: number(high, 1) });
  }
  return reason ?? t(`resonance.${kind}.note`);
}

"""#

    private static let routerJs = #"""
// One page, several addresses: the history of the browser leads.

const screens = [];
let leave = () => {};
let target;
let onShown = () => {};

/** A screen for addresses of this pattern; `make(parts)` gives {title, node, leave}. */
export function route(pattern, make) {
  screens.push({ pattern, make });
}

/** Goes to an address of this page. */
export function go(address, { replace = false, state = null } = {}) {
  const position = { ...history.state, scroll: scrollY };
  if (replace) {
    history.replaceState(state, "", address);
  } else {
    history.replaceState(position, "");
    history.pushState(state, "", address);
  }
  show();
}

/** Shows the screen of the address anew. */
export function show() {
  const found = screens
    .map(({ pattern, make }) => ({ match: pattern.exec(location.pathname), make }))
    .find(({ match }) => match);
  if (!found) return go("/", { replace: true });
  leave();
  const screen = found.make(found.match.slice(1).map(decodeURIComponent));
  leave = screen.leave ?? (() => {});
  document.title = screen.title;
  document.body.dataset.screen = screen.name;
  target.replaceChildren(screen.node);
  onShown(screen);
  scrollTo(0, history.state?.scroll ?? 0);
}

/** Begins to follow the browser's history and the links of the page. */
export function start(element, shown) {
  target = element;
  onShown = shown;
  history.scrollRestoration = "manual";
  addEventListener("popstate", show);
  document.addEventListener("click", follow);
  show();
}

function follow(event) {
  const link = event.target.closest("a[href]");
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0);
  if (!link || !isPlain || link.origin !== location.origin) return;
  if (link.hasAttribute("download") || link.target || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  go(link.pathname + link.search);
  target.focus({ preventScroll: true });
}

"""#

    private static let scheduleJs = #"""
// The phases of breathing that were announced, and which of them a time lies in.

const kept = 12;

/** What is announced; goes on as before for a while when nothing new is. */
export class Schedule {
  #phases = [];

  /** A phase {t, duration, phase, rate, number}; it replaces what was announced from its start on. */
  add(cue) {
    this.#phases = this.#phases.filter((each) => each.t < cue.t - 1e-3);
    this.#phases.push(cue);
    if (this.#phases.length > kept) this.#phases.shift();
  }

  /** Nothing that was announced holds. */
  stop() {
    this.#phases = [];
  }

  get isEmpty() {
    return this.#phases.length === 0;
  }

  /** The rate of the newest phase; null where there is none. */
  get rate() {
    return this.#phases.at(-1)?.rate ?? null;
  }

  /**
   * The phase at a time: {phase, progress 0...1, duration, remaining s}; null before the first one, and
   * from `coastSeconds` after the end of the last one on.
   */
  at(t, coastSeconds) {
    for (let place = this.#phases.length - 1; place >= 0; place -= 1) {
      const cue = this.#phases[place];
      if (cue.t > t) continue;
      if (t < cue.t + cue.duration) return within(cue.phase, cue.t, cue.duration, t);
      return this.#coast(place, t, coastSeconds);
    }
    return null;
  }

  /** As the last whole breath was, after the phase at this place. */
  #coast(place, t, coastSeconds) {
    const last = this.#phases[place];
    let start = last.t + last.duration;
    const breath = this.#breathBefore(place);
    if (t >= start + coastSeconds || breath === null) return null;
    let next = breath.findIndex((each) => each.phase === last.phase) + 1;
    for (;;) {
      const { phase, duration } = breath[next % breath.length];
      if (t < start + duration) return within(phase, start, duration, t);
      start += duration;
      next += 1;
    }
  }

  /** The newest phase of each kind up to a place, from the inhale on; null without a whole breath. */
  #breathBefore(place) {
    const breath = ["inhale", "hold", "exhale", "secondHold"]
      .map((name) => this.#phases.slice(Math.max(0, place - 3), place + 1).findLast((each) => each.phase === name))
      .filter((each) => each !== undefined);
    const kinds = new Set(breath.map((each) => each.phase));
    return kinds.has("inhale") && kinds.has("exhale") ? breath : null;
  }
}

function within(phase, start, duration, t) {
  const passed = t - start;
  return { phase, duration, progress: passed / duration, remaining: duration - passed };
}

/** How far the bloom is open in a phase: 0...1. */
export function expansion({ phase, progress }) {
  if (phase === "inhale") return progress;
  if (phase === "exhale") return 1 - progress;
  return phase === "hold" ? 1 : 0;
}

"""#

    private static let screenEntryJs = #"""
// What a browser sees that was not let in.

import { h } from "./dom.js";
import { t } from "./language.js";

/** `isUsed`: whether it came with a link that no longer opens. */
export function entryScreen(isUsed) {
  return h("section", { class: "entry" },
    h("h1", {}, t("title")),
    h("p", { role: "alert" }, t(isUsed ? "entry.used" : "entry.none")),
    h("p", { class: "dim" }, t("entry.how")));
}

"""#

    private static let screenFollowJs = #"""
// A second, small screen: the phase and the heart rate.

import { everyFrame } from "./canvas.js";
import { h, say } from "./dom.js";
import { number } from "./format.js";
import { t } from "./language.js";
import { live } from "./live.js";
import { expansion } from "./schedule.js";

export function followScreen() {
  const label = h("p", { class: "phase" });
  const countdown = h("p", { class: "countdown" });
  const ring = h("span", { class: "breath", "aria-hidden": "true" });
  const heart = h("span", { class: "number" });
  const stop = everyFrame((ms) => {
    const phase = live.phase(ms);
    say(label, phase !== null ? t(`phase.${phase.phase}`) : t(idleKey()));
    say(countdown, phase === null ? "\u00a0" : number(Math.ceil(phase.remaining * 10) / 10, 1));
    ring.style.transform = `scaleX(${phase === null ? 0 : expansion(phase).toFixed(3)})`;
    say(heart, number(live.figures?.hr));
  });
  return {
    name: "follow", title: t("follow.title"),
    node: h("section", { class: "follow" }, h("h1", { class: "hidden" }, t("follow.title")),
      label, countdown, h("span", { class: "level" }, ring),
      h("p", { class: "heart" }, h("span", { class: "hidden" }, t("figure.hr")), heart, " ",
        h("span", { class: "unit" }, t("unit.bpm")))),
    leave: stop,
  };
}

function idleKey() {
  if (live.session === null) return "follow.none";
  return live.isPaused ? "phase.paused" : "phase.ready";
}

"""#

    private static let screenHistoryJs = #"""
// Every session that was kept, and where they lead.

import { api } from "./api.js";
import { chart } from "./chart.js";
import { h } from "./dom.js";
import { dateTime, duration, percent, shortDay } from "./format.js";
import { t, tOr } from "./language.js";
import { recall, remember } from "./local.js";
import { attempt } from "./notices.js";
import { resonanceText } from "./resonance.js";
import { go } from "./router.js";

const pageSize = 50;
const spans = [7, 30, 90];

/** The filter is part of the address: it survives the back button. */
function filterOfAddress() {
  const query = new URLSearchParams(location.search);
  return { from: query.get("from") ?? "", to: query.get("to") ?? "", apart: query.get("apart") ?? "0" };
}

export function historyScreen() {
  const filter = filterOfAddress();
  const list = h("ol", { class: "sessions" });
  const foot = h("div", { class: "row" });
  const count = h("p", { class: "dim small", role: "status" });
  const trend = h("section", { class: "card trend", hidden: filter.apart === "1" });
  const isFiltered = filter.from !== "" || filter.to !== "";
  load(null);
  if (filter.apart !== "1") showTrend(trend, recall("trend-days", 30));
  return {
    name: "history", title: t("history.title"),
    node: h("div", { class: "history" },
      h("header", { class: "page-head" }, h("h1", {}, t("history.title"))),
      trend, filterForm(filter), count, list, foot),
  };

  async function load(before) {
    const page = await attempt(() => api.sessions({ ...filter, before, limit: pageSize }));
    if (!page) return;
    list.append(...page.sessions.map(entry));
    count.textContent = page.total === 0 ? "" : t("history.count", { n: page.total });
    if (page.total === 0) list.replaceChildren(emptyEntry(isFiltered, filter.apart));
    foot.replaceChildren();
    if (page.next !== null) {
      foot.append(h("button", { type: "button", onclick: () => load(page.next) }, t("history.more")));
    }
  }
}

function emptyEntry(isFiltered, apart) {
  const kind = isFiltered ? "history.emptyDates" : apart === "1" ? "history.emptyApart" : "history.empty";
  return h("li", { class: "card empty" }, h("p", {}, t(kind)),
    kind === "history.empty" ? h("p", { class: "dim" }, t("history.emptyHint")) : null);
}

function entry(session) {
  const badge = session.state === "ended" ? null : h("span", { class: `badge ${session.state}` },
    t(`state.${session.state}`));
  return h("li", {}, h("a", { class: "session-link", href: `/summary/${session.id}` },
    h("span", { class: "when" }, dateTime(session.startedAt), badge),
    h("span", { class: "dim small" }, duration(session.durationSeconds), " · ",
      tOr(`source.${session.source}`, session.source)),
    h("span", { class: "cell" }, h("span", { class: "dim small" }, t("figure.coherence")), " ",
      h("span", { class: "number" }, percent(session.averageCoherence))),
    h("span", { class: "cell" }, h("span", { class: "dim small" }, t("figure.resonance")), " ",
      h("span", { class: "number" }, resonanceText(session.resonance)))));
}

function filterForm(filter) {
  const change = (name) => (event) => {
    const query = new URLSearchParams(
      Object.entries({ ...filter, [name]: event.target.value })
        .filter(([key, value]) => value !== "" && !(key === "apart" && value === "0")));
    go("/history" + (query.size > 0 ? `?${query}` : ""), { replace: true });
    document.querySelector(`[name=${name}]:is([type=date], :checked)`)?.focus();
  };
  const day = (name) => h("label", { class: "field" }, t(`history.${name}`),
    h("input", { type: "date", name, value: filter[name], onchange: change(name) }));
  const kind = (value) => h("label", { class: "segment" },
    h("input", { type: "radio", name: "apart", value, checked: filter.apart === value, onchange: change("apart") }),
    h("span", {}, t(`history.apart${value}`)));
  return h("form", { class: "filter", onsubmit: (event) => event.preventDefault() },
    h("fieldset", { class: "segments" }, h("legend", { class: "hidden" }, t("history.kind")), kind("0"), kind("1")),
    h("div", { class: "dates" }, day("from"), day("to"),
      filter.from + filter.to === "" ? null : h("a", { class: "quiet", href: "/history" }, t("history.all"))));
}

async function showTrend(card, days) {
  remember("trend-days", days);
  const found = await attempt(() => api.trends(days));
  if (!found) return;
  const { trend } = found;
  const line = (name, factor = 1) => trend.filter((each) => each[name] != null)
    .map((each) => [Date.parse(each.startedAt), factor * each[name]]);
  const over = { x: "days", xText: shortDay, xName: t("chart.day"), height: 120 };
  const choice = (value) => h("label", { class: "segment" },
    h("input", { type: "radio", name: "days", value, checked: value === days, onchange: async () => {
      await showTrend(card, value);
      card.querySelector("input:checked")?.focus();
    } }),
    h("span", {}, t("history.days", { n: value })));
  card.replaceChildren(
    h("div", { class: "card-head" }, h("h2", {}, t("history.trend")),
      h("fieldset", { class: "segments" }, h("legend", { class: "hidden" }, t("history.trendSpan")),
        spans.map(choice))),
    h("div", { class: "pair" },
      chart({ ...over, title: t("figure.averageRMSSD"), unit: "ms", least: 10,
        series: [{ kind: "dotted", points: line("averageRMSSD"), tone: "blue" }] }),
      chart({ ...over, title: t("figure.averageCoherence"), unit: "%", low: 0, high: 100,
        series: [{ kind: "dotted", points: line("averageCoherence", 100) }] })),
    h("details", { class: "more" }, h("summary", {}, t("history.moreTrends")), h("div", { class: "pair" },
      chart({ ...over, title: t("figure.resonance"), unit: t("unit.rateName"), digits: 1, least: 1,
        series: [{ kind: "dotted", points: line("resonance"), tone: "gold" }] }),
      chart({ ...over, title: t("figure.averageHeartRate"), unit: t("unit.bpm"), least: 10,
        series: [{ kind: "dotted", points: line("averageHeartRate"), tone: "red" }] }))));
}

"""#

    private static let screenHomeJs = #"""
// Home: begin, the last session, the trend.

import { api } from "./api.js";
import { beginPanel } from "./begin.js";
import { drawBloom } from "./bloom.js";
import { fit } from "./canvas.js";
import { chart } from "./chart.js";
import { h } from "./dom.js";
import { dateTime, duration, number, percent, shortDay } from "./format.js";
import { t } from "./language.js";
import { live } from "./live.js";
import { attempt } from "./notices.js";
import { resonanceText } from "./resonance.js";
import { state } from "./state.js";

export function homeScreen() {
  const canvas = h("canvas", { class: "emblem", "aria-hidden": "true" });
  const release = fit(canvas, () =>
    drawBloom(canvas, { expansion: 0.85, coherence: 0.75, petals: state.settings.petals }));
  const start = h("div", {});
  const cards = h("div", { class: "cards" });
  let isRunning = null;
  const follow = () => {
    if (!live.isKnown && isRunning === null && state.info.running) return;
    if (isRunning === (live.session !== null)) return;
    isRunning = live.session !== null;
    start.replaceChildren(isRunning ? runningPanel() : beginPanel());
  };
  const load = () => attempt(api.home).then((home) => home && fillCards(cards, home));
  const ends = [release, live.on("change", follow), live.on("ended", load)];
  follow();
  load();
  return {
    name: "home", title: t("title"),
    node: h("div", { class: "home" },
      h("section", { class: "hero" }, canvas, h("h1", {}, t("title")),
        h("p", { class: "dim" }, t("home.line")), start),
      cards),
    leave: () => ends.forEach((end) => end()),
  };
}

function runningPanel() {
  return h("div", { class: "begin" },
    h("a", { class: "button primary large", href: "/session" }, t("home.watch")),
    h("p", { class: "dim small" }, t("home.running")));
}

function fillCards(cards, home) {
  if (home.last === null) {
    cards.replaceChildren(h("section", { class: "card empty" }, h("p", {}, t("history.empty")),
      h("p", { class: "dim" }, t("history.emptyHint"))));
    return;
  }
  cards.replaceChildren(lastCard(home.last), trendCard(home.trend));
}

function lastCard(last) {
  const row = (name, value) => [h("dt", {}, name), h("dd", {}, value)];
  return h("section", { class: "card" },
    h("h2", {}, t("home.last")),
    h("p", {}, h("a", { href: `/summary/${last.id}` }, dateTime(last.startedAt)), " ",
      h("span", { class: "dim" }, "· ", duration(last.durationSeconds))),
    h("dl", { class: "pairs" },
      row(t("figure.resonance"), resonanceText(last.resonance)),
      row(t("figure.averageCoherence"), percent(last.averageCoherence)),
      row(t("figure.peakCoherence"), percent(last.peakCoherence)),
      row(t("figure.averageRMSSD"), last.averageRMSSD == null
        ? number(null) : t("unit.ms", { n: number(last.averageRMSSD) }))));
}

function trendCard(trend) {
  const days = trend.map((each) => Date.parse(each.startedAt));
  const line = (name) => trend
    .map((each, place) => [days[place], each[name]]).filter(([, value]) => value != null);
  return h("section", { class: "card" },
    h("h2", {}, t("home.trend", { n: trend.length })),
    chart({
      title: t("figure.averageRMSSD"), unit: "ms", height: 120, x: "days", table: false,
      xText: shortDay, least: 10, series: [{ tone: "blue", kind: "dotted", points: line("averageRMSSD") }],
    }),
    chart({
      title: t("figure.averageCoherence"), unit: "%", height: 120, x: "days", table: false, low: 0, high: 100,
      xText: shortDay, 
      series: [{ kind: "dotted", points: line("averageCoherence").map(([x, y]) => [x, 100 * y]) }],
    }));
}

"""#

    private static let screenSessionJs = #"""
// The session: the bloom, the phase, the figures, the last minute; or where one begins.

import { api } from "./api.js";
import { beginPanel } from "./begin.js";
import { drawBloom, pulse } from "./bloom.js";
import { everyFrame, fit, stillness } from "./canvas.js";
import { ask } from "./dialog.js";
import { h, s, say } from "./dom.js";
import { figureRow } from "./figures.js";
import { clockTime, number } from "./format.js";
import { t, tOr } from "./language.js";
import { live } from "./live.js";
import { recall, remember } from "./local.js";
import { notice } from "./notices.js";
import { go } from "./router.js";
import { expansion } from "./schedule.js";
import { sound } from "./sound.js";
import { mayAct, state, takeSettings } from "./state.js";
import { Strip } from "./strip.js";

const speaker = {
  box: "M4 10v4h4l5 4V6L8 10z",
  waves: "M16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  cross: "M17 10l4 4m0-4l-4 4",
};

export function sessionScreen() {
  const node = h("div", { class: "session-place" });
  let shown = null;
  const off = [live.on("change", follow), live.on("ended", ended)];
  follow();
  return { name: "session", title: t("session.title"), node, leave };

  function follow() {
    const kind = live.session !== null ? "running" : live.isKnown ? "idle" : "unknown";
    if (shown?.kind === kind && shown.session === live.session) return shown.update?.();
    if (kind === "idle" && shown?.kind === "running") seekSummary(shown.session);
    shown?.leave?.();
    shown = { kind, session: live.session, ...make(kind) };
    node.replaceChildren(shown.node);
    shown.update?.();
  }

  function leave() {
    off.forEach((end) => end());
    shown?.leave?.();
  }
}

function make(kind) {
  if (kind === "running") return runningSession();
  if (kind === "unknown") return { node: h("p", { class: "plain dim" }, t("session.connecting")) };
  return {
    node: h("section", { class: "hero" }, h("h1", {}, t("session.title")),
      h("p", { class: "dim" }, t("session.none")), beginPanel()),
  };
}

function ended({ id }) {
  if (id !== null) return go(`/summary/${id}`, { replace: true, state: { isFresh: true } });
  notice(t("session.notKept"));
  go("/", { replace: true });
}

/** The session ended while the line was down: what came of it is among the kept ones. */
async function seekSummary({ startedAt, source }) {
  const apart = source === "simulated" || source === "replay" ? 1 : 0;
  const page = await api.sessions({ limit: 1, apart }).catch(() => null);
  const last = page?.sessions[0];
  const isIt = last && Math.abs(Date.parse(last.startedAt) - Date.parse(startedAt)) < 2000;
  if (isIt && location.pathname === "/session") ended({ id: last.id });
}

function runningSession() {
  const canvas = h("canvas", { class: "bloom", role: "img", "aria-label": t("session.bloom") });
  const chart = h("canvas", { class: "strip", role: "img" });
  const strip = new Strip(chart, 2);
  const label = h("p", { class: "phase", id: "phase" });
  const countdown = h("p", { class: "countdown", "aria-hidden": "true" });
  const spoken = h("p", { class: "hidden", "aria-live": recall("announce", false) ? "polite" : "off" });
  const level = h("span", { class: "level" }, h("span", {}));
  const figures = figureRow();
  const foot = footer();
  const state_ = { glow: 0, shown: null, last: 0 };
  const releases = [
    fit(canvas), fit(chart),
    everyFrame((ms) => frame(ms)),
    live.on("figures", (message) => {
      figures.show(message);
      foot.show(message);
    }),
    live.on("decision", foot.decide),
    live.on("battery", foot.update),
  ];
  const title = h("h1", { class: "hidden" }, t("session.title"));
  const head = h("div", { class: "session-head" },
    h("a", { class: "quiet", href: "/" }, t("session.leave")), foot.device, foot.clock);
  const node = h("section", { class: stillness.matches ? "session still" : "session" },
    title, head, figures.node, foot.banner,
    h("div", { class: "stage" }, canvas, level,
      h("div", { class: "words" }, label, countdown, spoken)),
    foot.chartBox(chart), foot.node);
  figures.show(live.figures);
  if (live.figures) foot.show(live.figures);
  return {
    node,
    update: foot.update,
    leave: () => releases.forEach((release) => release()),
  };

  function frame(ms) {
    const phase = live.phase(ms);
    const seconds = Math.min((ms - state_.last) / 1000, 0.1);
    state_.last = ms;
    write(phase);
    const wanted = phase === null ? 0.12 : expansion(phase);
    state_.shown = approach(state_.shown ?? wanted, wanted, seconds * live.clock.speed);
    const score = live.figures?.coherence ?? null;
    state_.glow += ((score ?? 0) - state_.glow) * Math.min(1, 1.2 * seconds);
    const isStill = stillness.matches;
    drawBloom(canvas, {
      expansion: isStill ? 0.9 : state_.shown, coherence: state_.glow,
      swell: phase === null || isStill ? 0 : pulse(phase),
      petals: state.settings.petals, isLit: phase !== null,
    });
    if (isStill) {
      canvas.style.opacity = (0.35 + 0.65 * state_.shown).toFixed(2);
      level.firstChild.style.transform = `scaleX(${state_.shown.toFixed(3)})`;
    }
    const t = live.clock.now(ms);
    strip.draw(live.points, t, live.clock.speed);
    foot.tick(t, strip.range);
  }

  function write(phase) {
    const word = live.isPaused ? t("phase.paused")
      : phase !== null ? t(`phase.${phase.phase}`)
      : t(idleKey());
    say(label, word);
    say(spoken, word);
    say(countdown, phase === null ? "\u00a0" : number(Math.ceil(phase.remaining * 10) / 10, 1));
  }
}

/** What stands in place of a phase. */
function idleKey() {
  if (live.session?.begun === false) return "phase.waiting";
  return live.schedule.isEmpty ? "phase.ready" : "phase.free";
}

/** Follows exactly where the way is smooth; a jump is walked, not leapt. */
function approach(shown, wanted, seconds) {
  const step = 2 * seconds + 1e-3;
  return Math.abs(wanted - shown) < 0.05 + step ? wanted : shown + Math.sign(wanted - shown) * step;
}

/** What stands under the bloom: rate, state, clock, buttons, and what is wrong. */
function footer() {
  const clock = h("p", { class: "clock", role: "timer" });
  const rate = h("span", { class: "rate" });
  const badge = h("span", { class: "badge" });
  const follows = h("span", { class: "dim small" });
  const decision = h("p", { class: "decision dim small" });
  const banner = h("p", { class: "banner", role: "status" });
  const device = h("p", { class: "device dim small" });
  const range = [h("span", {}), h("span", {})];
  let name = "";
  const pause = h("button", { type: "button", id: "pause", onclick: () => {
    live.send({ type: live.isPaused ? "resume" : "pause" });
  } });
  const mark = h("button", { type: "button", id: "mark", onclick: askMark }, t("session.mark"));
  const waves = s("path", { d: speaker.waves });
  const mute = h("button", { type: "button", id: "mute", class: "icon", onclick: toggleSound },
    s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: speaker.box }), waves));
  const end = h("button", { type: "button", id: "end", class: "quiet", onclick: askEnd }, t("session.end"));
  const buttons = h("div", { class: "row buttons" }, mayAct() ? [pause, mark] : null, mute,
    mayAct() ? end : null);
  return {
    clock, banner, device,
    node: h("footer", { class: "session-foot" },
      h("p", { class: "pacing" }, rate, badge, follows), decision, buttons),
    chartBox(canvas) {
      name = t("session.strip");
      canvas.setAttribute("aria-label", name);
      return h("figure", { class: "strip-box" }, h("figcaption", {}, name), canvas,
        h("div", { class: "range", "aria-hidden": "true" }, range));
    },
    decide: ({ text }) => say(decision, text),
    show(message) {
      say(rate, message.rate == null ? "" : t("unit.rate", { n: number(message.rate, 1) }));
      say(badge, tOr(`pacing.${message.pacing}`, ""));
      badge.className = `badge ${message.pacing}`;
      say(follows, message.follows === "no" ? t("session.followsNot") : "");
      update();
    },
    update,
    tick(t, ends) {
      const { minutes } = live.session ?? {};
      const active = live.figures?.active ?? live.session?.active ?? 0;
      const passed = live.isPaused ? active
        : active + Math.max(0, t - (live.figures?.t ?? live.session?.t ?? t));
      say(clock, minutes == null ? clockTime(passed)
        : `${clockTime(Math.min(passed, 60 * minutes))} / ${clockTime(60 * minutes)}`);
      say(range[0], ends === null ? "" : number(ends.high));
      say(range[1], ends === null ? "" : number(ends.low));
    },
  };

  function update() {
    say(pause, t(live.isPaused ? "session.resume" : "session.pause"));
    const isSilent = sound.isBlocked || sound.level === 0;
    waves.setAttribute("d", isSilent ? speaker.cross : speaker.waves);
    mute.title = t(isSilent ? "session.soundOn" : "session.soundOff");
    mute.setAttribute("aria-label", mute.title);
    mute.hidden = !state.settings.sound;
    say(decision, live.decision ?? "");
    const charge = live.battery === null ? null : t("session.battery", { n: live.battery });
    say(device, [live.session?.name, charge].filter(Boolean).join(" · "));
    const stream = live.figures?.stream;
    const trouble = !live.isOpen ? t("session.reconnecting")
      : live.session?.source === "none" ? "" : tOr(`stream.${stream}`, "");
    say(banner, trouble);
    banner.hidden = trouble === "";
    for (const button of [pause, mark, end]) button.disabled = !live.isOpen;
  }

  async function toggleSound() {
    const isOff = sound.isBlocked || sound.level === 0;
    remember("muted", !isOff);
    takeSettings(state.settings);
    if (isOff) await sound.wake();
    else sound.silence();
    update();
  }
}

async function askMark() {
  const input = h("input", { type: "text", maxlength: 60, autofocus: true, value: "" });
  const answer = await ask(t("mark.title"), h("label", { class: "field" }, t("mark.label"), input), [
    { value: "yes", text: t("mark.yes"), kind: "primary" },
    { value: "no", text: t("cancel") },
  ]);
  if (answer === "yes") live.send({ type: "mark", label: input.value.trim() || t("mark.plain") });
}

async function askEnd() {
  const answer = await ask(t("end.title"), h("p", { class: "dim" }, t("end.text")), [
    { value: "end", text: t("end.keep"), kind: "primary" },
    { value: "stay", text: t("end.stay") },
    { value: "discard", text: t("end.discard"), kind: "quiet" },
  ]);
  if (answer === "end" || answer === "discard") live.send({ type: answer });
}

"""#

    private static let screenSettingsJs = #"""
// The settings: each is kept as soon as it is changed.

import { api } from "./api.js";
import { ask } from "./dialog.js";
import { freshId, h, say } from "./dom.js";
import { number } from "./format.js";
import { haptics } from "./haptics.js";
import { knows, t, tOr } from "./language.js";
import { recall, remember } from "./local.js";
import { attempt, notice } from "./notices.js";
import { mayAct, state, takeSettings } from "./state.js";

const lengths = [5, 10, 15, 20];

export function settingsScreen() {
  const status = h("p", { class: "dim small saved", role: "status" });
  const disabled = !mayAct();
  const settings = state.settings;
  const node = h("div", { class: "settings" },
    h("header", { class: "page-head" }, h("h1", {}, t("settings.title")), status),
    disabled ? h("p", { class: "dim" }, t("settings.viewOnly")) : null,
    h("form", { onsubmit: (event) => event.preventDefault() },
      h("fieldset", { disabled, class: "plain-set" },
        h("legend", { class: "hidden" }, t("settings.title")),
        group("settings.session", minutesField(), pacerField(), rateField()),
        group("settings.cues", switchField("haptics"), slider("hapticIntensity", "haptics"),
          h("p", { class: "dim small" }, t(haptics.canShake ? "settings.shakes" : "settings.noShake"), " ",
            h("button", { type: "button", class: "quiet", onclick: () => haptics.try() }, t("settings.try"))),
          switchField("sound"), slider("soundLevel", "sound")),
        group("settings.look", petalsField(), languageField())),
      group("settings.browser", localSwitch("announce"))),
    h("section", { class: "card" }, h("h2", {}, t("settings.data")),
      h("p", {}, t("settings.dataText")),
      disabled ? null : h("button", { type: "button", class: "quiet danger", onclick: forgetAll },
        t("settings.forgetAll"))),
    h("p", { class: "dim small" }, t("settings.version", { version: state.info.version })));
  return { name: "settings", title: t("settings.title"), node };

  /** Keeps a change; where the server refuses, what was there stays and its sentence is shown. */
  async function keep(change, field) {
    const error = field?.closest(".field")?.querySelector(".error");
    try {
      if (change.sound) remember("muted", false);
      const kept = await api.saveSettings({ ...state.settings, ...change });
      takeSettings({ ...state.settings, ...change, ...kept });
      say(status, t("settings.saved"));
      if (error) say(error, "");
      field?.removeAttribute("aria-invalid");
      return true;
    } catch (refusal) {
      say(status, "");
      field?.setAttribute("aria-invalid", "true");
      if (error) say(error, refusal.message);
      else notice(refusal.message, "error");
      return false;
    }
  }

  function minutesField() {
    const custom = h("input", {
      type: "number", min: 1, max: 120, step: 1, value: settings.minutes ?? 10, id: freshId("minutes"),
      "aria-label": t("minutes.custom"), onchange: () => keep({ minutes: Number(custom.value) }, custom),
    });
    const isCustom = settings.minutes !== null && !lengths.includes(settings.minutes);
    custom.hidden = !isCustom;
    const select = h("select", { id: "minutes", onchange() {
      custom.hidden = select.value !== "custom";
      if (select.value === "custom") custom.focus();
      else keep({ minutes: select.value === "open" ? null : Number(select.value) }, select);
    } },
      lengths.map((n) => h("option", { value: n, selected: settings.minutes === n }, t("unit.minutes", { n }))),
      h("option", { value: "custom", selected: isCustom }, t("minutes.custom")),
      h("option", { value: "open", selected: settings.minutes === null }, t("minutes.open")));
    return field(t("settings.minutes"), select, h("span", { class: "row" }, select, custom));
  }

  function pacerField() {
    const hint = h("span", { class: "dim small" });
    const chosen = settings.preset !== null ? `preset:${settings.preset}` : settings.pacer;
    const option = (value, text) => h("option", { value, selected: value === chosen }, text);
    const select = h("select", { id: "pacer", onchange() {
      const [first, preset] = select.value.split("preset:");
      keep(preset ? { preset } : { preset: null, pacer: first }, select);
      explain();
    } },
      h("optgroup", { label: t("settings.pacers") },
        state.info.pacers.map(({ id }) => option(id, tOr(`pacer.${id}`, id)))),
      h("optgroup", { label: t("settings.presets") },
        state.info.presets.map((id) => option(`preset:${id}`, tOr(`preset.${id}`, id)))));
    const explain = () => {
      const pacer = state.info.pacers.find(({ id }) => id === select.value);
      const preset = select.value.split("preset:")[1];
      const key = preset ? `preset.${preset}.hint` : `pacer.${select.value}.hint`;
      say(hint, knows(key) ? t(key) : pacer?.summary ?? "");
    };
    explain();
    return field(t("settings.pacer"), select, select, hint);
  }

  function rateField() {
    const input = h("input", {
      type: "number", id: "start-rate", min: 4.5, max: 7, step: 0.1, value: settings.startRate,
      inputmode: "decimal", onchange: () => keep({ startRate: Number(input.value) }, input),
    });
    return field(t("settings.startRate"), input, input,
      h("span", { class: "dim small" }, t("settings.startRateHint")));
  }

  function switchField(name) {
    const input = h("input", { type: "checkbox", class: "switch", role: "switch", id: name,
      checked: settings[name], onchange: () => keep({ [name]: input.checked }, input) });
    const row = field(t(`settings.${name}`), input, input);
    row.classList.add("inline");
    return row;
  }

  function slider(name) {
    const value = h("output", { class: "number" }, `${number(100 * settings[name])} %`);
    const input = h("input", { type: "range", id: name, min: 0, max: 1, step: 0.05, value: settings[name],
      oninput: () => say(value, `${number(100 * Number(input.value))} %`),
      onchange: () => keep({ [name]: Number(input.value) }, input) });
    return field(t(`settings.${name}`), input, h("span", { class: "row" }, input, value));
  }

  function petalsField() {
    const select = h("select", { id: "petals", onchange: () => keep({ petals: Number(select.value) }, select) },
      [6, 7, 8].map((n) => h("option", { value: n, selected: settings.petals === n }, number(n))));
    return field(t("settings.petals"), select, select);
  }

  function languageField() {
    const option = (value, text) => h("option", { value: value ?? "", selected: settings.language === value,
      lang: value }, text);
    const select = h("select", { id: "language", async onchange() {
      if (!(await keep({ language: select.value || null }, select))) return;
      state.onLanguage();
      document.getElementById("language")?.focus();
    } }, option(null, t("settings.languageAuto")), option("en", "English"), option("de", "Deutsch"));
    return field(t("settings.language"), select, select);
  }
}

function localSwitch(name) {
  const input = h("input", { type: "checkbox", class: "switch", role: "switch", id: name,
    checked: recall(name, false), onchange: () => remember(name, input.checked) });
  const row = field(t(`settings.${name}`), input, input, h("span", { class: "dim small" }, t(`settings.${name}Hint`)));
  row.classList.add("inline");
  return row;
}

function group(key, ...fields) {
  return h("section", { class: "card" }, h("h2", {}, t(key)), fields);
}

/** A control with its name, a hint and the place of the server's refusal. */
function field(name, control, content, hint = null) {
  const id = (control.id ||= freshId("field"));
  const error = h("span", { class: "error", role: "alert", id: `${id}-error` });
  if (hint) hint.id = `${id}-hint`;
  control.setAttribute("aria-describedby", hint ? `${hint.id} ${error.id}` : error.id);
  return h("div", { class: "field" }, h("label", { for: id }, name), content, hint, error);
}

async function forgetAll() {
  const input = h("input", { type: "text", autocomplete: "off" });
  const word = t("forget.word");
  const answer = await ask(t("forget.title"), h("div", {}, h("p", {}, t("forget.text")),
    h("label", { class: "field" }, t("forget.label", { word }), input)), [
    { value: "no", text: t("cancel") },
    { value: "yes", text: t("forget.yes"), kind: "danger" },
  ]);
  if (answer !== "yes") return;
  if (input.value.trim().toLowerCase() !== word.toLowerCase()) return notice(t("forget.wrong", { word }), "error");
  await attempt(async () => {
    await api.forgetAll();
    notice(t("forget.done"));
  });
}

"""#

    private static let screenSummaryJs = #"""
// What a session came to.

import { api } from "./api.js";
import { chart } from "./chart.js";
import { ask } from "./dialog.js";
import { h } from "./dom.js";
import { clockTime, dateTime, duration, nothing, number, percent, signed } from "./format.js";
import { t, tOr } from "./language.js";
import { live } from "./live.js";
import { attempt, notice } from "./notices.js";
import { resonanceNote, resonanceText } from "./resonance.js";
import { go } from "./router.js";
import { mayAct } from "./state.js";

export function summaryScreen([id]) {
  const isFresh = history.state?.isFresh === true;
  const node = h("div", { class: "summary" }, h("p", { class: "plain dim" }, t("loading")));
  api.session(id).then(
    (found) => node.replaceChildren(...content(found, isFresh)),
    (error) => node.replaceChildren(h("h1", {}, t("summary.title")), h("p", { role: "alert" }, error.message)));
  return { name: "summary", title: t("summary.title"), node };
}

function content(found, isFresh) {
  const { session, previous } = found;
  return [
    h("header", { class: "page-head" },
      h("h1", {}, t("summary.title")),
      h("p", { class: "dim" }, describe(session))),
    isFresh && mayAct() ? freshRow(session) : null,
    figures(session, previous),
    h("section", { class: "card charts" }, charts(found)),
    found.marks.length + found.decisions.length > 0 ? diary(found) : null,
    mayAct() ? actions(session, isFresh) : null,
  ].filter(Boolean);
}

function describe(session) {
  const led = session.preset ? t(`preset.${session.preset}`) : tOr(`pacer.${session.pacer}`, session.pacer);
  const state = session.state === "interrupted" ? t("state.interrupted") : null;
  const source = tOr(`source.${session.source}`, session.source);
  const name = session.deviceName ? `${source} (${session.deviceName})` : source;
  return [dateTime(session.startedAt), name, led, state].filter(Boolean).join(" · ");
}

/** Right after the end: the session is kept; who does not want it says so here. */
function freshRow(session) {
  return h("div", { class: "row" },
    h("button", { type: "button", class: "primary", id: "save", onclick: () => {
      notice(t("summary.saved"));
      go("/");
    } }, t("summary.save")),
    h("button", { type: "button", id: "discard", onclick: () => forget(session, t("summary.discardAsk"), "/") },
      t("summary.discard")));
}

async function forget(session, question, then) {
  const answer = await ask(t("summary.deleteTitle"), h("p", {}, question), [
    { value: "no", text: t("cancel") },
    { value: "yes", text: t("summary.deleteYes"), kind: "danger" },
  ]);
  if (answer !== "yes") return;
  await attempt(async () => {
    await api.forget(session.id);
    notice(t("summary.deleted"));
    go(then, { replace: true });
  });
}

function figures(session, previous) {
  const change = (name, digits, unit, factor = 1) => {
    if (previous?.[name] == null || session[name] == null) return null;
    const text = `${signed(factor * (session[name] - previous[name]), digits)} ${unit}`;
    return t("summary.change", { change: text });
  };
  const peakAt = session.peakBreathsPerMinute == null ? null
    : t("summary.at", { rate: t("unit.rate", { n: number(session.peakBreathsPerMinute, 1) }) });
  return h("section", { "aria-label": t("summary.figures") }, h("dl", { class: "stats" },
    stat("resonance", resonanceText(session.resonance), resonanceNote(session.resonance),
      resonanceChange(session, previous)),
    stat("duration", duration(session.durationSeconds), t("summary.beats", { n: session.beatCount })),
    stat("averageHeartRate", [number(session.averageHeartRate), t("unit.bpm")],
      change("averageHeartRate", 0, t("unit.bpm"))),
    stat("averageRMSSD", [number(session.averageRMSSD), "ms"], change("averageRMSSD", 0, "ms")),
    stat("averageCoherence", percent(session.averageCoherence),
      change("averageCoherence", 0, t("unit.points"), 100)),
    stat("peakCoherence", percent(session.peakCoherence), peakAt,
      change("peakCoherence", 0, t("unit.points"), 100)),
    stat("corrected", number(session.correctedCount),
      session.gapCount > 0 ? t("summary.gaps", { n: session.gapCount }) : null)));
}

function resonanceChange(session, previous) {
  const [now, before] = [session, previous].map((each) => each?.resonance?.breathsPerMinute);
  if (now == null || before == null) return null;
  return t("summary.change", { change: t("unit.rate", { n: signed(now - before, 1) }) });
}

/** A figure: its value, alone or with its unit, and what is to be said of it. */
function stat(name, value, ...notes) {
  const [text, unit] = [value].flat();
  const tail = unit && text !== nothing ? h("span", { class: "unit" }, " ", unit) : null;
  const texts = notes.filter((note) => note);
  return h("div", { class: `stat ${name}` }, h("dt", {}, t(`figure.${name}`)),
    h("dd", { class: "number" }, text, tail),
    texts.map((text) => h("dd", { class: "dim small" }, text)));
}

function charts({ session, points, beats, curve }) {
  const end = Math.max(session.durationSeconds, points.at(-1)?.[0] ?? 0);
  const over = { x: "time", xText: clockTime, xName: t("chart.time"), from: 0, to: end };
  const line = (place, factor = 1) =>
    points.map((point) => [point[0], point[place] == null ? null : factor * point[place]]);
  return [
    rhythmChart(beats, over),
    chart({ ...over, title: t("figure.coherence"), unit: "%", low: 0, high: 100,
      series: [{ kind: "area", points: line(3, 100) }] }),
    chart({ ...over, title: t("figure.rmssd"), unit: "ms", low: 0,
      series: [{ kind: "area", points: line(2), tone: "blue" }] }),
    chart({ ...over, title: t("chart.rate"), unit: t("unit.rateName"), digits: 2, height: 130, least: 1,
      series: [{ kind: "line", points: line(4), tone: "gold" }] }),
    curve ? curveChart(curve, session.resonance) : null,
  ];
}

/** RR intervals, broken where beats are missing; what was corrected has a cross. */
function rhythmChart(beats, over) {
  const sound = [];
  let last = null;
  for (const [time, interval, fault] of beats) {
    if (last !== null && time - last > interval / 1000 + 1.5) sound.push([(time + last) / 2, null]);
    if (fault === null) sound.push([time, interval]);
    last = time;
  }
  const faults = beats.filter(([, , fault]) => fault !== null);
  const ofKind = Object.entries(Object.groupBy(faults, ([, , fault]) => fault));
  return chart({
    ...over, title: t("chart.rhythm"), unit: "ms", height: 190, least: 100, legend: true,
    note: faults.length === 0 ? t("chart.rhythmSound") : t("chart.rhythmFaults"),
    series: [
      { name: t("chart.beats"), kind: "line", points: sound },
      ...ofKind.map(([fault, list]) => ({
        name: t("chart.fault", { kind: tOr(`fault.${fault}`, fault), n: list.length }),
        kind: "marks", tone: "red", points: list.map(([time, interval]) => [time, interval]),
      })),
    ],
  });
}

function curveChart(curve, resonance) {
  const hasRange = resonance?.low != null && resonance?.high != null;
  return chart({
    title: t("chart.curve"), note: t("chart.curveNote"), low: 0, digits: 2, hidesY: true, legend: true,
    xText: (rate) => t("unit.rate", { n: number(rate, 2) }), xName: t("chart.rate"),
    series: [{ name: t("chart.density"), kind: "shape", points: curve }],
    bands: hasRange ? [{ name: t("chart.range90"), from: resonance.low, to: resonance.high }] : [],
    rules: resonance?.breathsPerMinute != null
      ? [{ name: t("figure.resonance"), x: resonance.breathsPerMinute }] : [],
  });
}

/** Marks, and what the pacer decided, in the order of time. */
function diary({ marks, decisions }) {
  const rows = [
    ...marks.map(({ t: time, label }) => ({ time, text: label, isMark: true })),
    ...decisions.map(({ t: time, text }) => ({ time, text, isMark: false })),
  ].sort((a, b) => a.time - b.time);
  return h("section", { class: "card" }, h("h2", {}, t("summary.diary")),
    h("ol", { class: "diary" }, rows.map(({ time, text, isMark }) => h("li", {},
      h("span", { class: "number dim" }, clockTime(time)),
      h("span", {}, isMark ? h("b", {}, t("summary.mark"), ": ") : null, text)))));
}

function actions(session, isFresh) {
  const link = (format) => h("a", { class: "button", download: true, href: api.exportAddress(session.id, format) },
    t(`export.${format}`));
  const isRunning = session.state === "running" && live.session !== null;
  return h("section", { class: "card" }, h("h2", {}, t("export.title")),
    h("div", { class: "row" }, ["csv", "json", "rr"].map(link)),
    isFresh || isRunning ? null : h("div", { class: "row" },
      h("button", { type: "button", class: "quiet danger", id: "delete",
        onclick: () => forget(session, t("summary.deleteAsk"), "/history") }, t("summary.delete"))));
}

"""#

    private static let socketJs = #"""
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

"""#

    private static let soundJs = #"""
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

  /** A stretch of the session on the audio clock; what has begun is cut; null: not to be heard. */
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
    const voice = { source, gain };
    this.#playing.add(voice);
    source.onended = () => {
      this.#playing.delete(voice);
      gain.disconnect();
    };
  }
}

export const sound = new Sound();

"""#

    private static let stateJs = #"""
// What the server told this page once: its sources, and the person's settings.

import { haptics } from "./haptics.js";
import { speak } from "./language.js";
import { sound } from "./sound.js";
import { recall } from "./local.js";

export const state = {
  /** What `GET /api/info` gave. */
  info: null,
  /** What `GET /api/settings` gave. */
  settings: null,
  /** Called when the page speaks another language. */
  onLanguage: () => {},
};

/** Lets every part follow the settings; null: none are known yet. */
export function takeSettings(settings) {
  state.settings = settings;
  speak(settings?.language ?? null);
  if (settings === null) return;
  sound.isMuted = recall("muted", false);
  sound.level = settings.sound && !sound.isMuted ? settings.soundLevel : 0;
  haptics.isOn = settings.haptics;
  haptics.intensity = settings.hapticIntensity;
}

/** Whether this page may act, or only watch. */
export function mayAct() {
  return state.info?.role !== "view";
}

"""#

    private static let stripJs = #"""
// The chart of the last 60 s: a smoothed line over an area that fades. No time axis: it moves.

const seconds = 60;
/** The newest second slides in from the edge. */
const lagSeconds = 1;
const leastRange = 20;
const line = "#2DD4BF";

/** A strip chart of one value of the points. */
export class Strip {
  #low = null;
  #high = null;

  /** `place`: of the value in a point [t, ...]. */
  constructor(canvas, place) {
    this.canvas = canvas;
    this.place = place;
  }

  /** The values' range as it is drawn; null where nothing is. */
  get range() {
    return this.#low === null ? null : { low: this.#low, high: this.#high };
  }

  /** Draws the points that the last 60 s before `t` hold. */
  draw(points, t, speed) {
    const context = this.canvas.getContext("2d");
    const { width, height } = this.canvas;
    context.clearRect(0, 0, width, height);
    const runs = this.#runs(points, t);
    if (runs.length === 0) {
      this.#low = this.#high = null;
      return;
    }
    this.#followRange(runs.flat());
    const edge = t - lagSeconds * speed;
    const margin = height * 0.08;
    const x = (time) => width * (1 - (edge - time) / seconds);
    const y = (value) =>
      height - margin - ((value - this.#low) / (this.#high - this.#low)) * (height - 2 * margin);
    const fill = context.createLinearGradient(0, 0, 0, height);
    fill.addColorStop(0, "rgba(45, 212, 191, 0.3)");
    fill.addColorStop(1, "rgba(45, 212, 191, 0)");
    context.lineWidth = Math.max(2, height / 60);
    context.lineCap = context.lineJoin = "round";
    for (const run of runs) this.#drawRun(context, run.map(([a, b]) => [x(a), y(b)]), height, fill);
  }

  #drawRun(context, run, height, fill) {
    const path = smooth(run);
    const area = new Path2D(path);
    area.lineTo(run.at(-1)[0], height);
    area.lineTo(run[0][0], height);
    area.closePath();
    context.fillStyle = fill;
    context.fill(area);
    context.strokeStyle = line;
    context.stroke(path);
  }

  /** What lies next to each other without a missing value: each run is drawn by itself. */
  #runs(points, t) {
    const runs = [];
    let run = null;
    for (const point of points) {
      const value = point[this.place];
      if (value == null || point[0] < t - seconds - 2) {
        run = null;
        continue;
      }
      if (run === null) runs.push((run = []));
      run.push([point[0], value]);
    }
    return runs;
  }

  /** The range grows and shrinks slowly, so that the line does not jump. */
  #followRange(points) {
    const values = points.map(([, value]) => value);
    let [low, high] = [Math.min(...values), Math.max(...values)];
    const missing = Math.max(0, leastRange - (high - low)) / 2;
    [low, high] = [Math.max(0, low - missing), high + missing];
    const share = this.#low === null ? 1 : 0.06;
    this.#low = (this.#low ?? low) + (low - (this.#low ?? low)) * share;
    this.#high = (this.#high ?? high) + (high - (this.#high ?? high)) * share;
  }
}

/** A curve through the middles between points: it never swings beyond them. */
function smooth(points) {
  const path = new Path2D();
  path.moveTo(...points[0]);
  for (let place = 1; place < points.length - 1; place += 1) {
    const [here, next] = [points[place], points[place + 1]];
    path.quadraticCurveTo(...here, (here[0] + next[0]) / 2, (here[1] + next[1]) / 2);
  }
  path.lineTo(...points.at(-1));
  return path;
}

"""#

    private static let styleCss = #"""
/* The design's colours; every pair of text and ground below has a contrast of 4.5:1 or more. */
:root {
  --ground: #0a0e1a;
  --card: #121829;
  --raised: #1b2338;
  --line: #2a3550;
  --edge: #5f6f92;
  --text: #e0e7ff;
  --dim: #99a6bf;
  --blue: #4a90d9;
  --teal: #2dd4bf;
  --gold: #fff2cc;
  --green: #5ee08a;
  --red: #ff9a8f;
  --radius: 16px;
  color-scheme: dark;
  scrollbar-color: var(--edge) transparent;
}

* { box-sizing: border-box; }
[hidden] { display: none !important; }

html { scroll-padding: 16px 0 96px; background: var(--ground); -webkit-text-size-adjust: 100%; }

body {
  margin: 0;
  min-height: 100dvh;
  display: flex;
  flex-direction: column;
  background: radial-gradient(ellipse 90% 60% at 50% 0, #131b33, var(--ground)) no-repeat var(--ground);
  color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}

main {
  flex: 1;
  width: 100%;
  max-width: 1080px;
  margin: 0 auto;
  padding: 16px 16px 96px;
  outline: none;
}

h1 { font-size: 1.75rem; font-weight: 300; letter-spacing: 0.01em; margin: 0; line-height: 1.2; }
h2 { font-size: 1rem; font-weight: 600; margin: 0 0 8px; }
p { margin: 0 0 8px; }
a { color: var(--teal); text-underline-offset: 3px; }
a:hover { text-decoration-thickness: 2px; }
.dim { color: var(--dim); }
.small { font-size: 0.875rem; }
.plain { padding: 24px 0; text-align: center; }
.number, .countdown, .clock { font-variant-numeric: tabular-nums; }
.unit { color: var(--dim); font-size: 0.75rem; font-weight: 400; }
.row { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; }
.row.end { justify-content: flex-end; margin-top: 20px; }

.hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; z-index: 9; padding: 8px 16px; background: var(--card); }
:focus-visible { outline: 3px solid var(--gold); outline-offset: 2px; border-radius: 6px; }
main:focus-visible { outline: none; }

/* Buttons and fields: 44 px high, for fingers. */
button, .button {
  min-height: 44px;
  padding: 8px 20px;
  border: 1px solid var(--edge);
  border-radius: 999px;
  background: var(--raised);
  color: var(--text);
  font: inherit;
  text-decoration: none;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  cursor: pointer;
}
button:hover, .button:hover { border-color: var(--text); }
button:disabled { opacity: 0.5; cursor: default; }
.primary {
  border-color: transparent;
  background: linear-gradient(100deg, #62a6ea, var(--teal));
  color: #04121a;
  font-weight: 600;
}
.primary:hover { border-color: var(--gold); }
.large { min-height: 56px; padding: 12px 40px; font-size: 1.125rem; }
button.quiet, a.quiet { background: none; border-color: transparent; color: var(--dim); }
button.quiet:hover { color: var(--text); border-color: var(--edge); }
.danger, button.quiet.danger { color: var(--red); }

input, select {
  min-height: 44px;
  max-width: 100%;
  padding: 8px 12px;
  border: 1px solid var(--edge);
  border-radius: 10px;
  background: var(--ground);
  color: var(--text);
  font: inherit;
}
[aria-invalid="true"] { border-color: var(--red); }
.error { color: var(--red); font-size: 0.875rem; }
.error:empty { display: none; }
input[type="radio"] { min-height: 0; width: 20px; height: 20px; margin: 0; accent-color: var(--teal); flex: none; }
input[type="range"] { padding: 0; border: 0; background: none; accent-color: var(--teal); flex: 1; min-width: 120px; }
input.switch {
  appearance: none;
  width: 52px;
  min-height: 32px;
  height: 32px;
  padding: 0;
  border-radius: 16px;
  position: relative;
  cursor: pointer;
}
input.switch::after {
  content: "";
  position: absolute;
  left: 4px;
  top: 4px;
  width: 22px;
  height: 22px;
  border-radius: 50%;
  background: var(--dim);
  transition: transform 0.15s;
}
input.switch:checked { background: var(--teal); border-color: var(--teal); }
input.switch:checked::after { background: var(--ground); transform: translateX(20px); }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }

/* The bar: at the foot of a phone, on top of a wide screen. */
#bar nav {
  position: fixed;
  z-index: 5;
  inset: auto 0 0;
  display: flex;
  padding: 4px 8px calc(4px + env(safe-area-inset-bottom));
  background: rgb(13 18 33 / 0.96);
  border-top: 1px solid var(--line);
}
#bar a {
  flex: 1;
  position: relative;
  min-height: 52px;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 2px;
  color: var(--dim);
  font-size: 0.75rem;
  text-decoration: none;
}
#bar a:hover { color: var(--text); }
#bar a[aria-current] { color: var(--teal); }
#bar svg { width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round; }
.running { position: absolute; top: 6px; left: calc(50% + 10px); width: 9px; height: 9px; border-radius: 50%; background: var(--gold); }
[data-screen="session"].in-session #bar nav, [data-screen="follow"] #bar nav { display: none; }

.card { padding: 20px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); margin-bottom: 16px; min-width: 0; }
.card-head { display: flex; flex-wrap: wrap; gap: 8px 16px; justify-content: space-between; align-items: center; margin-bottom: 8px; }
.card-head h2 { margin: 0; }
.empty { text-align: center; padding: 40px 20px; }
.page-head { margin: 8px 0 20px; }
.page-head p { margin: 4px 0 0; }

/* Home */
.hero { display: flex; flex-direction: column; align-items: center; text-align: center; padding: 0 0 24px; }
.hero > p { margin: 4px 0 20px; }
.emblem { width: 170px; height: 170px; }
.begin { display: flex; flex-direction: column; align-items: center; gap: 8px; width: min(420px, 88vw); }
.begin p { margin: 0; }
.begin > .field { width: 100%; text-align: left; }
.chooser { width: 100%; margin-top: 8px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); text-align: left; }
.chooser summary { padding: 12px 16px; cursor: pointer; border-radius: var(--radius); }
.chooser .value { font-weight: 600; }
.chooser fieldset { padding: 0 8px 8px; }
.option { display: flex; gap: 12px; padding: 10px 8px; border-radius: 10px; cursor: pointer; }
.option input { margin-top: 2px; }
.option:hover { background: var(--raised); }
.option.off { cursor: default; color: var(--dim); }
.option.off:hover { background: none; }
.reason { display: block; font-size: 0.875rem; color: var(--dim); }
.pairs { display: grid; grid-template-columns: auto auto; gap: 6px 12px; margin: 8px 0 0; }
.pairs dt { color: var(--dim); }
.pairs dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }

/* Session */
[data-screen="session"].in-session main { padding-bottom: 12px; display: flex; max-width: 900px; }
.session-place { flex: 1; min-width: 0; display: flex; flex-direction: column; }
.session { display: flex; flex-direction: column; gap: 10px; height: calc(100dvh - 28px); min-height: 560px; }
.session-head { display: flex; justify-content: space-between; align-items: center; }
.session-head a { text-decoration: none; padding: 8px 8px 8px 0; }
.clock { margin: 0; color: var(--dim); white-space: nowrap; }
.device { margin: 0 12px; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.figures { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; margin: 0; }
.figure { text-align: center; min-height: 92px; }
.figure dt { color: var(--dim); font-size: 0.8125rem; }
.figure dd { margin: 0; white-space: nowrap; }
.figure .number { font-size: 2rem; font-weight: 300; line-height: 1.2; }
.dots { display: flex; justify-content: center; gap: 6px; margin-top: 4px; }
.dots i { width: 12px; height: 12px; border-radius: 50%; border: 2px solid var(--edge); background: #4c5966; transform: scale(0.75); transition: transform 0.3s, background-color 0.3s; }
.dots i.lit { background: var(--teal); border-color: #b6fff4; transform: none; }
.banner { margin: 0; padding: 8px 16px; border: 1px solid var(--gold); border-radius: 10px; color: var(--gold); text-align: center; font-size: 0.875rem; }
.stage { flex: 1 1 0; min-height: 0; display: flex; flex-direction: column; align-items: center; }
.bloom { flex: 1 1 0; width: 100%; min-height: 0; }
.words { text-align: center; }
.phase { margin: 0; font-size: 1.375rem; font-weight: 500; letter-spacing: 0.18em; text-indent: 0.18em; text-transform: uppercase; line-height: 1.2; }
.countdown { margin: 0; font-size: 2.25rem; font-weight: 200; line-height: 1.2; }
.level { display: none; width: 200px; height: 8px; margin: 8px 0; border-radius: 4px; background: var(--raised); overflow: hidden; }
.level span { display: block; height: 100%; background: var(--teal); transform: scaleX(0); transform-origin: left; }
.still .level, .follow .level { display: block; }
.strip-box { margin: 0; position: relative; }
.strip-box figcaption { color: var(--dim); font-size: 0.75rem; }
.strip { display: block; width: 100%; height: 84px; border-bottom: 1px solid var(--line); }
.range { position: absolute; inset: 20px 0 4px auto; display: flex; flex-direction: column; justify-content: space-between; color: var(--dim); font-size: 0.75rem; line-height: 1; font-variant-numeric: tabular-nums; text-shadow: 0 0 3px var(--ground), 0 0 3px var(--ground), 0 0 6px var(--ground); }
.session-foot { text-align: center; }
.more { margin-top: 16px; }
.more > summary { cursor: pointer; color: var(--dim); padding: 8px 0; }
.more > .pair { margin-top: 8px; }
.pacing { min-height: 28px; margin: 0; display: flex; flex-wrap: wrap; justify-content: center; align-items: center; gap: 4px 10px; font-variant-numeric: tabular-nums; }
.badge { display: inline-block; padding: 0 10px; border: 1px solid var(--edge); border-radius: 999px; font-size: 0.8125rem; color: var(--dim); }
.badge:empty { display: none; }
.badge.adapting { color: var(--gold); border-color: var(--gold); }
.badge.locked { color: var(--green); border-color: var(--green); }
.badge.interrupted { margin-left: 8px; }
.badge.running { position: static; width: auto; height: auto; margin-left: 8px; background: none; color: var(--teal); border-color: var(--teal); }
.decision { min-height: 2.6em; line-height: 1.3; margin: 2px 0 4px; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.buttons { justify-content: center; gap: 8px; }
.buttons button { padding: 8px 14px; }
.icon { width: 44px; flex: none; }
.icon svg { width: 20px; height: 20px; flex: none; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }

/* Follow */
[data-screen="follow"] main { display: flex; padding: 8px; }
.follow { flex: 1; display: flex; flex-direction: column; align-items: center; justify-content: center; text-align: center; }
.follow .phase { font-size: min(14vw, 22vh, 6rem); }
.follow .countdown { font-size: min(18vw, 26vh, 8rem); }
.follow .level { width: min(80%, 480px); height: 12px; }
.follow .heart { margin: 0; }
.follow .heart .number { font-size: min(10vw, 16vh, 4rem); font-weight: 300; }

/* Summary */
.stats { display: grid; grid-template-columns: repeat(auto-fit, minmax(145px, 1fr)); gap: 12px; margin: 16px 0; }
.stat { padding: 14px 16px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); }
.stat dt { color: var(--dim); font-size: 0.8125rem; }
.stat dd { margin: 0; }
.stat dd.number { font-size: 1.5rem; font-weight: 300; }
.stat.resonance { grid-column: 1 / -1; border-color: var(--teal); }
.diary { list-style: none; margin: 0; padding: 0; max-height: 320px; overflow: auto; }
.diary li { display: flex; gap: 16px; padding: 4px 0; }
.diary .number { min-width: 4ch; text-align: right; }
.card .row + .row { margin-top: 12px; }

/* Charts */
.chart { margin: 0 0 20px; min-width: 0; }
.chart:last-child { margin-bottom: 0; }
.chart figcaption { display: flex; justify-content: space-between; gap: 8px; font-size: 0.875rem; font-weight: 600; }
.chart .readout { color: var(--dim); font-weight: 400; font-variant-numeric: tabular-nums; }
.chart p { margin: 0 0 4px; }
.plot { overflow: hidden; }
.plot svg { display: block; touch-action: pan-y; }
.grid { stroke: var(--line); stroke-width: 1; }
.tick { fill: var(--dim); font-size: 11px; font-variant-numeric: tabular-nums; }
.cursor { stroke: var(--dim); stroke-width: 1; }
.rule { stroke: var(--gold); stroke-width: 2; stroke-dasharray: 5 4; }
.band { fill: var(--blue); fill-opacity: 0.25; }
.plot .line { fill: none; stroke: var(--teal); stroke-width: 1.75; stroke-linejoin: round; stroke-linecap: round; }
.plot .area { fill: var(--teal); fill-opacity: 0.18; }
.plot .dot { fill: var(--teal); }
.plot .line.blue { stroke: #6fb0f2; }
.plot .area.blue { fill: #6fb0f2; }
.plot .dot.blue { fill: #6fb0f2; }
.plot .line.gold { stroke: var(--gold); }
.plot .dot.gold { fill: var(--gold); }
.plot .line.red { stroke: var(--red); }
.plot .dot.red { fill: var(--red); }
.plot .mark { fill: none; stroke: var(--red); stroke-width: 2; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 4px 0 0; padding: 0; font-size: 0.8125rem; color: var(--dim); }
.key { display: inline-block; width: 18px; height: 0; margin-right: 6px; border-top: 3px solid var(--teal); vertical-align: middle; }
.key.rule { border-top: 2px dashed var(--gold); }
.key.band { height: 12px; border: 0; background: rgb(74 144 217 / 0.45); }
.key.marks { width: auto; border: 0; height: auto; font-style: normal; color: var(--red); }
.key.marks::before { content: "×"; font-weight: 700; font-size: 1.1em; line-height: 1; }
details.table { font-size: 0.8125rem; color: var(--dim); margin-top: 4px; }
details.table summary { cursor: pointer; padding: 4px 0; width: max-content; }
.scroll { max-height: 260px; overflow: auto; }
.scroll table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.scroll th, .scroll td { text-align: left; padding: 2px 24px 2px 0; font-weight: 400; color: var(--text); }
.scroll thead th { color: var(--dim); position: sticky; top: 0; background: var(--card); }

/* History */
.filter { display: flex; flex-wrap: wrap; gap: 12px 24px; align-items: end; justify-content: space-between; margin-bottom: 12px; }
.dates { display: flex; flex-wrap: wrap; gap: 12px; align-items: end; }
.segments { display: flex; flex-wrap: wrap; }
.segment { position: relative; }
.segment input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; cursor: pointer; }
.segment span { display: block; padding: 8px 14px; min-height: 42px; border: 1px solid var(--edge); margin-left: -1px; color: var(--dim); }
.segment:first-of-type span { border-radius: 999px 0 0 999px; }
.segment:last-of-type span { border-radius: 0 999px 999px 0; }
.segment input:checked + span { background: var(--raised); color: var(--text); box-shadow: inset 0 -3px var(--teal); }
.segment input:focus-visible + span { outline: 3px solid var(--gold); outline-offset: 2px; }
.sessions { list-style: none; margin: 0 0 16px; padding: 0; display: grid; gap: 8px; }
.session-link { display: grid; gap: 2px 16px; padding: 14px 16px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); color: var(--text); text-decoration: none; }
.session-link:hover { border-color: var(--edge); background: var(--raised); }
.when { font-weight: 600; }

/* Settings */
.settings .card > .field { padding: 10px 0; border-top: 1px solid var(--line); }
.settings .card > h2 + .field { border-top: 0; }
.settings form .card { margin-bottom: 16px; }
.field { display: grid; gap: 4px; }
.settings .card > .field.inline { grid-template-columns: 1fr auto; align-items: center; }
.field.inline > :not(label, input) { grid-column: 1 / -1; }
.field > label { color: var(--text); }
label.field { color: var(--dim); font-size: 0.875rem; }
.settings .page-head { display: flex; justify-content: space-between; align-items: baseline; }
.settings .field input[type="number"] { width: 8em; }

dialog {
  width: min(460px, calc(100vw - 32px));
  padding: 24px;
  border: 1px solid var(--edge);
  border-radius: var(--radius);
  background: var(--card);
  color: var(--text);
}
dialog::backdrop { background: rgb(4 7 14 / 0.75); }
dialog h2 { font-size: 1.25rem; font-weight: 500; }
.notes { padding-left: 20px; margin: 0; }
.notes li { margin: 8px 0; }

#notices { position: fixed; z-index: 8; inset: auto 16px calc(76px + env(safe-area-inset-bottom)); display: grid; gap: 8px; justify-items: center; pointer-events: none; }
.notice { margin: 0; padding: 12px 20px; max-width: 560px; border: 1px solid var(--edge); border-radius: 12px; background: var(--raised); box-shadow: 0 8px 24px rgb(0 0 0 / 0.5); }
.notice.error { border-color: var(--red); color: var(--red); }
.entry { max-width: 520px; margin: 18vh auto 0; }
.entry p { margin-top: 16px; font-size: 1.125rem; }

@media (min-width: 760px) {
  main { padding: 16px 32px 48px; }
  #bar nav { position: static; justify-content: center; gap: 8px; padding: 12px; border: 0; background: none; }
  #bar a { flex: none; flex-direction: row; gap: 8px; min-height: 44px; padding: 8px 18px; border-radius: 999px; font-size: 0.9375rem; }
  #bar a[aria-current] { background: var(--card); }
  #bar svg { width: 18px; height: 18px; }
  .running { position: static; }
  h1 { font-size: 2.25rem; }
  .emblem { width: 190px; height: 190px; }
  .cards { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; align-items: stretch; }
  .cards .empty { grid-column: 1 / -1; }
  .card { padding: 24px; }
  .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 20px 32px; }
  .pair .chart { margin: 0; }
  .session { height: calc(100dvh - 32px); }
  [data-screen="session"].in-session main { padding: 16px 32px; }
  .figure .number { font-size: 2.75rem; }
  .phase { font-size: 1.625rem; }
  .strip { height: 96px; }
  .session-foot { display: grid; grid-template: auto 1fr / 1fr auto; gap: 0 24px; text-align: left; }
  .session-foot .pacing { justify-content: flex-start; }
  .session-foot .buttons { grid-area: 1 / 2 / 3 / 3; align-self: center; }
  .session-link { grid-template-columns: 1.4fr 1fr 1.6fr; align-items: center; }
  .session-link .when { grid-row: 1; }
  .session-link .when + .dim { grid-row: 2; grid-column: 1; }
  .session-link .cell { grid-row: 1 / 3; display: grid; }
  .settings { max-width: 720px; margin: 0 auto; }
  .settings .card > .field:not(.inline) { grid-template-columns: 1fr minmax(260px, 1fr); align-items: center; gap: 4px 24px; }
  .settings .card > .field:not(.inline) > :not(label) { grid-column: 2; }
  #notices { bottom: 24px; }
}

@media (min-width: 760px) and (max-height: 700px) {
  .session { gap: 4px; }
  .strip { height: 72px; }
}

@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; }
}

@media (forced-colors: active) {
  .dots i.lit { background: Highlight; }
  .segment input:checked + span { outline: 2px solid Highlight; }
}

"""#

    private static let textDeJs = #"""
// Every word of the page, in German.

export default {
  title: "Resonance",
  skip: "Zum Inhalt springen",
  loading: "Wird geladen …",
  cancel: "Abbrechen",

  "bar.name": "Seiten",
  "bar.home": "Start",
  "bar.session": "Sitzung",
  "bar.history": "Verlauf",
  "bar.settings": "Einstellungen",
  "bar.running": "eine Sitzung läuft",

  "unit.bpm": "Schläge/min",
  "unit.ms": "{n} ms",
  "unit.msName": "ms",
  "unit.minutes": "{n} min",
  "unit.seconds": "{n} s",
  "unit.rate": "{n} Atemzüge/min",
  "unit.rateName": "Atemzüge/min",
  "unit.points": "Punkte",

  "figure.hr": "Herzfrequenz",
  "figure.rmssd": "RMSSD",
  "figure.coherence": "Kohärenz",
  "figure.duration": "Dauer",
  "figure.averageHeartRate": "Mittlere Herzfrequenz",
  "figure.averageRMSSD": "Mittlere RMSSD",
  "figure.averageCoherence": "Mittlere Kohärenz",
  "figure.peakCoherence": "Höchste Kohärenz",
  "figure.resonance": "Resonanzfrequenz",
  "figure.corrected": "Korrigierte Intervalle",

  "entry.used": "Dieser Link öffnet nicht mehr: Er wurde schon benutzt oder ist älter als 10 Minuten.",
  "entry.none": "Dieser Browser wurde noch nicht eingelassen.",
  "entry.how": "Drücken Sie im Terminal, in dem das Dashboard läuft, die Taste l, und öffnen Sie den neuen Link, der dort erscheint.",

  "error.unreachable": "Der Server antwortet nicht: Läuft das Dashboard noch in seinem Terminal?",
  "error.status": "Der Server hat das abgelehnt (Status {n}).",

  "first.title": "Vor Ihrer ersten Sitzung",
  "first.1": "Dies ist kein Medizinprodukt. Es stellt keine Diagnose und behandelt nichts.",
  "first.2": "Hören Sie auf, wenn Ihnen schwindlig oder unwohl wird, und atmen Sie, wie Sie mögen.",
  "first.3": "Atmen Sie sanft: nicht tiefer, als es angenehm ist.",
  "first.yes": "Ich habe das gelesen",

  "begin.button": "Sitzung beginnen",
  "begin.source": "Quelle:",
  "begin.sources": "Woher die Herzschläge kommen",
  "begin.change": "ändern",
  "begin.strap": "Name oder Adresse des Gurts (hrv straps zeigt, welche da sind)",
  "begin.replay": "Sitzung, die wiederholt wird",
  "begin.viewOnly": "Dieser Browser darf zusehen. Eine Sitzung beginnt dort, wo der volle Link geöffnet wurde.",
  "source.strap": "Brustgurt",
  "source.strap.hint": "Der Rechner, auf dem das Dashboard läuft, verbindet sich mit dem Gurt.",
  "source.webBluetooth": "Brustgurt dieses Browsers",
  "source.webBluetooth.hint": "Dieser Browser verbindet sich mit dem Gurt und reicht dessen Pakete weiter. Lassen Sie diese Seite offen.",
  "source.bridge": "Brücke",
  "source.bridge.hint": "Ein anderes Programm oder Gerät sendet die Herzschläge.",
  "source.simulated": "Simulierte Person",
  "source.simulated.hint": "Herzschläge, die der gezeigten Atmung folgen: zum Ausprobieren. Getrennt von Ihren eigenen Sitzungen.",
  "source.replay": "Wiederholung",
  "source.replay.hint": "Die Schläge einer Ihrer Sitzungen noch einmal. Getrennt von Ihren eigenen Sitzungen.",
  "source.none": "Kein Sensor",
  "source.none.hint": "Nur der Atemtakt: Gemessen wird nichts.",
  "source.imported": "Importiert",
  "source.unavailable": "Hier nicht verfügbar.",
  "bluetooth.absent": "Dieser Browser hat kein Web Bluetooth. Chrome und Edge haben es, unter Linux nach dem Einschalten in chrome://flags; Firefox und Safari nicht.",
  "bluetooth.insecure": "Browser erlauben Bluetooth nur Seiten desselben Rechners oder über TLS: Öffnen Sie das Dashboard unter 127.0.0.1 oder hinter Ihrem eigenen TLS-Proxy.",

  "minutes.open": "bis zum Beenden",
  "minutes.custom": "Eigene (min)",

  "pacer.resonance-fit": "Resonanzsuche",
  "pacer.resonance-fit.hint": "Findet Ihre Resonanzfrequenz und bleibt in ihrer Nähe.",
  "pacer.reference": "Referenz",
  "pacer.reference.hint": "Drei Phasen und kleine Schritte nach der Kohärenz.",
  "pacer.stepped": "Stufenmessung",
  "pacer.stepped.hint": "Fünf Frequenzen nacheinander, dann die beste davon.",
  "pacer.sliding": "Gleitende Messung",
  "pacer.sliding.hint": "Von schnell zu langsam in kleinen Schritten, dann dort, wo Ihr Herz am weitesten schwang.",
  "pacer.fixed": "Feste Frequenz",
  "pacer.fixed.hint": "Eine Frequenz, nie angepasst.",
  "preset.box": "Box-Atmung",
  "preset.box.hint": "4 s ein, 4 s halten, 4 s aus, 4 s halten.",
  "preset.4-7-8": "4-7-8",
  "preset.4-7-8.hint": "4 s ein, 7 s halten, 8 s aus.",
  "preset.coherent": "Kohärente Atmung",
  "preset.coherent.hint": "5 s ein, 5 s aus.",
  "preset.extended-exhale": "Verlängertes Ausatmen",
  "preset.extended-exhale.hint": "4 s ein, 6 s aus.",

  "home.line": "Atmen Sie dort, wo Ihr Herzrhythmus am weitesten schwingt.",
  "home.watch": "Zur Sitzung",
  "home.running": "Eine Sitzung läuft.",
  "home.last": "Letzte Sitzung",
  "home.trend": { one: "Die letzte Sitzung", other: "Die letzten {n} Sitzungen" },

  "phase.inhale": "Einatmen",
  "phase.hold": "Halten",
  "phase.exhale": "Ausatmen",
  "phase.secondHold": "Halten",
  "phase.ready": "Gleich geht es los",
  "phase.waiting": "Der Sensor wird gesucht",
  "phase.free": "Atmen Sie, wie Sie mögen",
  "phase.paused": "Pause",

  "pacing.adapting": "passt sich an",
  "pacing.locked": "eingerastet",
  "pacing.fixed": "fest",
  "pacing.none": "",
  "stream.stale": "Seit einigen Sekunden kein Schlag: Die Werte warten.",
  "stream.lost": "Die Verbindung zum Sensor ist weg. Er wird wieder gesucht.",
  "stream.no_contact": "Der Gurt hat keinen Hautkontakt: Befeuchten Sie die Elektroden und ziehen Sie ihn fester.",

  "session.title": "Sitzung",
  "session.none": "Es läuft keine Sitzung.",
  "session.connecting": "Verbindung wird aufgebaut …",
  "session.reconnecting": "Die Verbindung zum Dashboard ist weg. Sie wird gesucht; der Atemtakt geht weiter wie zuvor.",
  "session.leave": "‹ Start",
  "session.bloom": "Eine Blüte, die sich beim Einatmen öffnet und beim Ausatmen schließt",
  "session.battery": "Batterie {n} %",
  "session.strip": "RMSSD, letzte 60 s (ms)",
  "session.pause": "Pause",
  "session.resume": "Weiter",
  "session.mark": "Markieren",
  "session.soundOn": "Ton an",
  "session.soundOff": "Ton aus",
  "session.end": "Beenden",
  "session.followsNot": "Ihre Atmung folgt nicht",
  "session.notKept": "Von dieser Sitzung wurde nichts behalten.",
  "mark.title": "Diesen Moment markieren",
  "mark.label": "Was geschehen ist (darf leer bleiben)",
  "mark.yes": "Markieren",
  "mark.plain": "Marke",
  "end.title": "Sitzung beenden?",
  "end.text": "Beenden behält sie. Verwerfen behält nichts davon.",
  "end.keep": "Beenden und behalten",
  "end.stay": "Weiter",
  "end.discard": "Verwerfen",

  "follow.title": "Mitatmen",
  "follow.none": "Keine Sitzung",

  "resonance.none": "nicht bestimmt",
  "resonance.tried": "{rate} Atemzüge/min (beste der probierten)",
  "resonance.estimate": "{rate} ± {deviation} Atemzüge/min",
  "resonance.range": "zu 90 % zwischen {low} und {high} Atemzügen/min",
  "resonance.estimate.note": "",
  "resonance.bestTried.note": "Die beste der probierten Frequenzen, keine Schätzung.",
  "resonance.notDetermined.note": "Die Sitzung sagt es nicht.",

  "state.running": "läuft",
  "state.ended": "beendet",
  "state.interrupted": "unterbrochen",

  "summary.title": "Zusammenfassung",
  "summary.figures": "Werte der Sitzung",
  "summary.save": "Speichern",
  "summary.discard": "Verwerfen",
  "summary.saved": "Die Sitzung ist gespeichert.",
  "summary.discardAsk": "Die Sitzung und ihr Protokoll werden gelöscht. Das lässt sich nicht rückgängig machen.",
  "summary.delete": "Diese Sitzung löschen",
  "summary.deleteTitle": "Diese Sitzung löschen?",
  "summary.deleteAsk": "Ihre Werte, Schläge und ihr Protokoll werden gelöscht. Das lässt sich nicht rückgängig machen.",
  "summary.deleteYes": "Löschen",
  "summary.deleted": "Die Sitzung ist gelöscht.",
  "summary.change": "{change} zur vorigen",
  "summary.at": "bei {rate}",
  "summary.beats": { one: "{n} Schlag", other: "{n} Schläge" },
  "summary.gaps": { one: "und {n} Lücke", other: "und {n} Lücken" },
  "summary.diary": "Marken und Entscheidungen",
  "summary.mark": "Marke",

  "chart.summary": "{title} {unit}: {n} Werte von {low} bis {high}",
  "chart.empty": "Keine Werte.",
  "chart.table": "Als Tabelle",
  "chart.x": "Stelle",
  "chart.time": "Zeit",
  "chart.day": "Tag",
  "chart.kind": "Art",
  "chart.rhythm": "Rhythmus (RR-Intervalle)",
  "chart.rhythmSound": "Kein Schlag musste korrigiert werden.",
  "chart.rhythmFaults": "Korrigierte Schläge sind angekreuzt.",
  "chart.beats": "Schläge",
  "chart.fault": "{kind} ({n})",
  "chart.rate": "Atemfrequenz",
  "chart.curve": "Wo die Resonanzfrequenz liegt",
  "chart.curveNote": "Je höher die Kurve, desto wahrscheinlicher die Frequenz (Atemzüge/min).",
  "chart.density": "Wahrscheinlichkeit",
  "chart.range90": "90-%-Bereich",
  "fault.missed": "fehlender Schlag",
  "fault.extra": "zusätzlicher Schlag",
  "fault.ectopic": "ektoper Schlag",
  "fault.misplaced": "verschobener Schlag",
  "fault.long": "zu lang",
  "fault.short": "zu kurz",
  "fault.range": "außerhalb des Bereichs",
  "fault.gap": "Lücke",

  "export.title": "Zum Mitnehmen",
  "export.csv": "CSV",
  "export.json": "JSON",
  "export.rr": "RR-Intervalle (Text)",

  "history.title": "Verlauf",
  "history.empty": "Noch keine Sitzungen",
  "history.emptyHint": "Hier werden Ihre Sitzungen stehen, mit dem, was sie ergaben.",
  "history.emptyDates": "Keine Sitzung zwischen diesen Tagen.",
  "history.emptyApart": "Noch keine simulierte oder wiederholte Sitzung.",
  "history.count": { one: "{n} Sitzung", other: "{n} Sitzungen" },
  "history.more": "Mehr zeigen",
  "history.from": "Von",
  "history.to": "Bis",
  "history.all": "Alle Tage",
  "history.kind": "Welche Sitzungen",
  "history.apart0": "Ihre eigenen",
  "history.apart1": "Simulierte und wiederholte",
  "history.trend": "Trends",
  "history.trendSpan": "Wie weit zurück",
  "history.moreTrends": "Resonanzfrequenz und Herzfrequenz",
  "history.days": "{n} Tage",

  "settings.title": "Einstellungen",
  "settings.saved": "Gespeichert",
  "settings.viewOnly": "Dieser Browser darf zusehen; geändert wird dort, wo der volle Link geöffnet wurde.",
  "settings.session": "Sitzung",
  "settings.minutes": "Dauer",
  "settings.pacer": "Atemtakt",
  "settings.pacers": "Taktgeber",
  "settings.presets": "Muster",
  "settings.startRate": "Anfangsfrequenz (Atemzüge/min)",
  "settings.startRateHint": "4,5 bis 7,0; für den Referenz-Taktgeber und die feste Frequenz.",
  "settings.cues": "Signale",
  "settings.haptics": "Vibration",
  "settings.hapticIntensity": "Stärke",
  "settings.shakes": "Dieses Gerät vibriert.",
  "settings.noShake": "Dieses Gerät kann nicht vibrieren: Stattdessen ist ein leises Tippen zu hören.",
  "settings.try": "Ausprobieren",
  "settings.sound": "Ton",
  "settings.soundLevel": "Lautstärke",
  "settings.look": "Aussehen",
  "settings.petals": "Blütenblätter",
  "settings.language": "Sprache",
  "settings.languageAuto": "wie der Browser",
  "settings.browser": "Dieser Browser",
  "settings.announce": "Phasen ansagen",
  "settings.announceHint": "Ein Screenreader sagt jede Phase an.",
  "settings.data": "Ihre Daten",
  "settings.dataText": "Alles bleibt auf dem Rechner, auf dem das Dashboard läuft. Nichts wird irgendwohin gesendet.",
  "settings.forgetAll": "Den ganzen Verlauf löschen",
  "settings.version": "Resonance {version}",
  "forget.title": "Den ganzen Verlauf löschen?",
  "forget.text": "Jede Sitzung mit ihren Schlägen und Protokollen wird gelöscht. Das lässt sich nicht rückgängig machen.",
  "forget.label": "Zur Bestätigung „{word}“ eingeben",
  "forget.word": "alles",
  "forget.yes": "Alles löschen",
  "forget.wrong": "Nichts wurde gelöscht: Geben Sie „{word}“ ein.",
  "forget.done": "Der Verlauf ist leer.",
};

"""#

    private static let textEnJs = #"""
// Every word of the page, in English. {word} is filled in; plural forms by the rules of the language.

export default {
  title: "Resonance",
  skip: "Skip to the content",
  loading: "Loading …",
  cancel: "Cancel",

  "bar.name": "Pages",
  "bar.home": "Home",
  "bar.session": "Session",
  "bar.history": "History",
  "bar.settings": "Settings",
  "bar.running": "a session is running",

  "unit.bpm": "beats/min",
  "unit.ms": "{n} ms",
  "unit.msName": "ms",
  "unit.minutes": "{n} min",
  "unit.seconds": "{n} s",
  "unit.rate": "{n} breaths/min",
  "unit.rateName": "breaths/min",
  "unit.points": "points",

  "figure.hr": "Heart rate",
  "figure.rmssd": "RMSSD",
  "figure.coherence": "Coherence",
  "figure.duration": "Duration",
  "figure.averageHeartRate": "Average heart rate",
  "figure.averageRMSSD": "Average RMSSD",
  "figure.averageCoherence": "Average coherence",
  "figure.peakCoherence": "Peak coherence",
  "figure.resonance": "Resonance frequency",
  "figure.corrected": "Corrected intervals",

  "entry.used": "This link no longer opens: it was used already, or it is older than 10 minutes.",
  "entry.none": "This browser has not been let in yet.",
  "entry.how": "Press the key l in the terminal where the dashboard runs, and open the new link that it prints.",

  "error.unreachable": "The server does not answer: is the dashboard still running in its terminal?",
  "error.status": "The server refused this (status {n}).",

  "first.title": "Before your first session",
  "first.1": "This is not a medical device. It diagnoses nothing and treats nothing.",
  "first.2": "Stop when you feel light-headed or unwell, and breathe as you like.",
  "first.3": "Breathe gently: no deeper than is comfortable.",
  "first.yes": "I have read this",

  "begin.button": "Begin Session",
  "begin.source": "Source:",
  "begin.sources": "Where the heartbeats come from",
  "begin.change": "change",
  "begin.strap": "Name or address of the strap (hrv straps lists those in reach)",
  "begin.replay": "Session to replay",
  "begin.viewOnly": "This browser may watch. A session begins where the full link was opened.",
  "source.strap": "Chest strap",
  "source.strap.hint": "The machine that runs the dashboard connects to the strap.",
  "source.webBluetooth": "Chest strap of this browser",
  "source.webBluetooth.hint": "This browser connects to the strap and hands its packets to the dashboard. Keep this page open.",
  "source.bridge": "Bridge",
  "source.bridge.hint": "Another program or device sends the heartbeats.",
  "source.simulated": "Simulated person",
  "source.simulated.hint": "Heartbeats that follow the breathing you see: to try things out. Kept apart from your own sessions.",
  "source.replay": "Replay",
  "source.replay.hint": "The beats of a session of yours, once more. Kept apart from your own sessions.",
  "source.none": "No sensor",
  "source.none.hint": "Pacing only: nothing is measured.",
  "source.imported": "Imported",
  "source.unavailable": "Not available here.",
  "bluetooth.absent": "This browser has no Web Bluetooth. Chrome and Edge have it, on Linux after it was switched on in chrome://flags; Firefox and Safari do not.",
  "bluetooth.insecure": "Browsers allow Bluetooth only to pages of the same machine or over TLS: open the dashboard at 127.0.0.1, or behind your own TLS proxy.",

  "minutes.open": "until ended",
  "minutes.custom": "Custom (min)",

  "pacer.resonance-fit": "Resonance fit",
  "pacer.resonance-fit.hint": "Finds your resonance frequency and stays near it.",
  "pacer.reference": "Reference",
  "pacer.reference.hint": "Three phases and small steps by coherence.",
  "pacer.stepped": "Stepped assessment",
  "pacer.stepped.hint": "Five rates, one after the other, then the best of them.",
  "pacer.sliding": "Sliding assessment",
  "pacer.sliding.hint": "From quick to slow in small steps, then where your heart swung most.",
  "pacer.fixed": "Fixed rate",
  "pacer.fixed.hint": "One rate, never adapted.",
  "preset.box": "Box breathing",
  "preset.box.hint": "4 s in, 4 s held, 4 s out, 4 s held.",
  "preset.4-7-8": "4-7-8",
  "preset.4-7-8.hint": "4 s in, 7 s held, 8 s out.",
  "preset.coherent": "Coherent breathing",
  "preset.coherent.hint": "5 s in, 5 s out.",
  "preset.extended-exhale": "Extended exhale",
  "preset.extended-exhale.hint": "4 s in, 6 s out.",

  "home.line": "Breathe where your heart rhythm swings most.",
  "home.watch": "Go to the session",
  "home.running": "A session is running.",
  "home.last": "Last session",
  "home.trend": { one: "The last session", other: "The last {n} sessions" },

  "phase.inhale": "Inhale",
  "phase.hold": "Hold",
  "phase.exhale": "Exhale",
  "phase.secondHold": "Hold",
  "phase.ready": "Get ready",
  "phase.waiting": "Waiting for the sensor",
  "phase.free": "Breathe as you like",
  "phase.paused": "Paused",

  "pacing.adapting": "adapting",
  "pacing.locked": "locked",
  "pacing.fixed": "fixed",
  "pacing.none": "",
  "stream.stale": "No beat for some seconds: the figures wait.",
  "stream.lost": "The connection to the sensor is lost. It is being sought again.",
  "stream.no_contact": "The strap has no contact with the skin: moisten its electrodes and tighten it.",

  "session.title": "Session",
  "session.none": "No session is running.",
  "session.connecting": "Connecting …",
  "session.reconnecting": "The connection to the dashboard is lost. It is being sought; pacing goes on as it was.",
  "session.leave": "‹ Home",
  "session.bloom": "A bloom that opens while you inhale and closes while you exhale",
  "session.battery": "battery {n} %",
  "session.strip": "RMSSD, last 60 s (ms)",
  "session.pause": "Pause",
  "session.resume": "Go on",
  "session.mark": "Mark",
  "session.soundOn": "Sound on",
  "session.soundOff": "Sound off",
  "session.end": "End",
  "session.followsNot": "your breathing does not follow",
  "session.notKept": "Nothing was kept of this session.",
  "mark.title": "Mark this moment",
  "mark.label": "What happened (may stay empty)",
  "mark.yes": "Mark",
  "mark.plain": "mark",
  "end.title": "End the session?",
  "end.text": "Ending keeps it. Discarding keeps nothing of it.",
  "end.keep": "End and keep",
  "end.stay": "Go on",
  "end.discard": "Discard",

  "follow.title": "Follow",
  "follow.none": "No session",

  "resonance.none": "not determined",
  "resonance.tried": "{rate} breaths/min (best tried)",
  "resonance.estimate": "{rate} ± {deviation} breaths/min",
  "resonance.range": "90 % between {low} and {high} breaths/min",
  "resonance.estimate.note": "",
  "resonance.bestTried.note": "The best of the rates that were tried, not an estimate.",
  "resonance.notDetermined.note": "The session does not say it.",

  "state.running": "running",
  "state.ended": "ended",
  "state.interrupted": "interrupted",

  "summary.title": "Summary",
  "summary.figures": "Figures of the session",
  "summary.save": "Save",
  "summary.discard": "Discard",
  "summary.saved": "The session is saved.",
  "summary.discardAsk": "The session and its log are deleted. This cannot be undone.",
  "summary.delete": "Delete this session",
  "summary.deleteTitle": "Delete this session?",
  "summary.deleteAsk": "Its figures, beats and log are deleted. This cannot be undone.",
  "summary.deleteYes": "Delete",
  "summary.deleted": "The session is deleted.",
  "summary.change": "{change} vs. previous",
  "summary.at": "at {rate}",
  "summary.beats": { one: "{n} beat", other: "{n} beats" },
  "summary.gaps": { one: "and {n} gap", other: "and {n} gaps" },
  "summary.diary": "Marks and decisions",
  "summary.mark": "Mark",

  "chart.summary": "{title} {unit}: {n} values from {low} to {high}",
  "chart.empty": "No values.",
  "chart.table": "As a table",
  "chart.x": "Place",
  "chart.time": "Time",
  "chart.day": "Day",
  "chart.kind": "Kind",
  "chart.rhythm": "Rhythm (RR intervals)",
  "chart.rhythmSound": "No beat had to be corrected.",
  "chart.rhythmFaults": "Beats that were corrected have a cross.",
  "chart.beats": "beats",
  "chart.fault": "{kind} ({n})",
  "chart.rate": "Breathing rate",
  "chart.curve": "Where the resonance frequency lies",
  "chart.curveNote": "The higher the curve, the more likely the rate (breaths/min).",
  "chart.density": "likelihood",
  "chart.range90": "90 % range",
  "fault.missed": "missed beat",
  "fault.extra": "extra beat",
  "fault.ectopic": "ectopic beat",
  "fault.misplaced": "misplaced beat",
  "fault.long": "too long",
  "fault.short": "too short",
  "fault.range": "out of range",
  "fault.gap": "gap",

  "export.title": "Take it with you",
  "export.csv": "CSV",
  "export.json": "JSON",
  "export.rr": "RR intervals (text)",

  "history.title": "History",
  "history.empty": "No sessions yet",
  "history.emptyHint": "Your sessions will be listed here, with what they came to.",
  "history.emptyDates": "No session between these days.",
  "history.emptyApart": "No simulated or replayed session yet.",
  "history.count": { one: "{n} session", other: "{n} sessions" },
  "history.more": "Show more",
  "history.from": "From",
  "history.to": "To",
  "history.all": "All days",
  "history.kind": "Which sessions",
  "history.apart0": "Your own",
  "history.apart1": "Simulated and replayed",
  "history.trend": "Trends",
  "history.trendSpan": "How far back",
  "history.moreTrends": "Resonance frequency and heart rate",
  "history.days": "{n} days",

  "settings.title": "Settings",
  "settings.saved": "Saved",
  "settings.viewOnly": "This browser may watch; settings are changed where the full link was opened.",
  "settings.session": "Session",
  "settings.minutes": "Duration",
  "settings.pacer": "Pacer",
  "settings.pacers": "Pacers",
  "settings.presets": "Patterns",
  "settings.startRate": "Start rate (breaths/min)",
  "settings.startRateHint": "4.5 to 7.0; of the reference pacer and of a fixed rate.",
  "settings.cues": "Cues",
  "settings.haptics": "Haptics",
  "settings.hapticIntensity": "Intensity",
  "settings.shakes": "This device vibrates.",
  "settings.noShake": "This device cannot vibrate: soft taps are heard instead.",
  "settings.try": "Try it",
  "settings.sound": "Sound",
  "settings.soundLevel": "Loudness",
  "settings.look": "Appearance",
  "settings.petals": "Petals of the bloom",
  "settings.language": "Language",
  "settings.languageAuto": "as the browser",
  "settings.browser": "This browser",
  "settings.announce": "Announce phases",
  "settings.announceHint": "A screen reader says each phase.",
  "settings.data": "Your data",
  "settings.dataText": "Everything stays on the machine that runs the dashboard. Nothing is sent anywhere.",
  "settings.forgetAll": "Delete the whole history",
  "settings.version": "Resonance {version}",
  "forget.title": "Delete the whole history?",
  "forget.text": "Every session with its beats and logs is deleted. This cannot be undone.",
  "forget.label": "Type “{word}” to confirm",
  "forget.word": "everything",
  "forget.yes": "Delete everything",
  "forget.wrong": "Nothing was deleted: type “{word}”.",
  "forget.done": "The history is empty.",
};

"""#

    private static let ticksJs = #"""
// Where an axis has its marks: round values that leave each other room.

import { clockTime, number, shortDay } from "./format.js";

/** About `count` round values within low ... high. */
function round(low, high, count, steps) {
  const wanted = (high - low) / Math.max(1, count);
  const step = steps.find((each) => each >= wanted) ?? steps.at(-1);
  const values = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + 1e-9 * step; n += 1) {
    values.push(n === 0 ? 0 : n * step); // Never the other zero, which has a sign.
  }
  return { values, step };
}

const decades = (from, to) => {
  const steps = [];
  for (let power = from; power <= to; power += 1) steps.push(1, 2, 5);
  return steps.map((step, place) => step * 10 ** (from + Math.floor(place / 3)));
};

const plainSteps = decades(-3, 6);
const timeSteps = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800];

/** Marks of numbers. */
export function plainTicks(low, high, count) {
  const { values, step } = round(low, high, count, plainSteps);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return values.map((value) => ({ value, text: number(value, digits) }));
}

/** Marks of a session's time, in s. */
export function timeTicks(low, high, count) {
  return round(low, high, count, timeSteps).values.map((value) => ({ value, text: clockTime(value) }));
}

/** Marks of days, each at most once; ms since 1970. */
export function dayTicks(low, high, count) {
  const dayMs = 86400000;
  const steps = [1, 2, 7, 14, 28, 56, 91, 182, 364].map((days) => days * dayMs);
  if (high - low < dayMs) return [{ value: (low + high) / 2, text: shortDay((low + high) / 2) }];
  const offset = new Date(high).getTimezoneOffset() * 60000;
  return round(low - offset, high - offset, count, steps).values.map((value) => ({
    value: value + offset, text: shortDay(value + offset),
  }));
}

"""#

    private static let wakelockJs = #"""
// The screen kept awake while a session runs, where the browser allows it.

import { live } from "./live.js";

let lock = null;

async function follow() {
  const isWanted = live.session !== null && !document.hidden;
  if (isWanted && lock === null) {
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => (lock = null));
    } catch {
      lock = null; // Low battery, or a browser without it: the session goes on.
    }
  } else if (!isWanted && lock !== null) {
    await lock.release();
  }
}

/** Begins to watch the session and the page. */
export function keepAwake() {
  if (!navigator.wakeLock) return;
  live.on("change", follow);
  document.addEventListener("visibilitychange", follow);
}

"""#
}

// Beginning a session: where the heartbeats come from, and the button.

import { api } from "./api.js";
import { bluetoothObstacle, strap } from "./bluetooth.js";
import { freshId, h } from "./dom.js";
import { noticeIsRead } from "./first-run.js";
import { focusHeading } from "./focus.js";
import { dateTime, duration, number } from "./format.js";
import { beginOrAsk } from "./holder.js";
import { t, tOr } from "./language.js";
import { recall, remember } from "./local.js";
import { attempt, notice } from "./notices.js";
import { go } from "./router.js";
import { sound } from "./sound.js";
import { mayAct, state } from "./state.js";

const order = ["strap", "webBluetooth", "bridge", "simulated", "replay", "none"];
/** Sources with a sensor on a person: it is checked before the session, and may have an ECG. */
const sensors = ["strap", "webBluetooth", "bridge"];

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
  const ecg = ecgChoice();
  const name = h("span", { class: "value" });
  const hint = h("p", { class: "dim small" });
  const button = h("button", { type: "button", class: "primary large", id: "begin" }, t("begin.button"));
  const choose = (id) => {
    chosen = id;
    name.textContent = t(`source.${id}`);
    hint.textContent = t(`source.${id}.hint`);
    for (const [each, part] of Object.entries(extra)) part.node.hidden = each !== id;
    ecg.node.hidden = !sensors.includes(id);
    if (id === "replay") extra.replay.load();
  };
  button.onclick = () => begin(button, chosen, {
    ...extra[chosen]?.request(), ...(sensors.includes(chosen) ? { checks: true, ecg: ecg.isOn } : {}),
  });
  const details = h("details", { class: "chooser" },
    h("summary", {}, t("begin.source"), " ", name),
    h("fieldset", {}, h("legend", { class: "hidden" }, t("begin.sources")),
      list.map((source) => option(source, source.id === chosen, choose))));
  choose(chosen);
  return h("div", { class: "begin" }, button, details, hint,
    Object.values(extra).map((part) => part.node), ecg.node,
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
  const led = preset !== null ? tOr(`preset.${preset}`, preset) : tOr(`pacer.${pacer}`, pacer);
  const rate = t("unit.rate", { n: number(startRate, 1) });
  return [length, led, preset === null && pacer === "fixed" ? rate : null].filter(Boolean).join(" · ");
}

function strapName() {
  const input = h("input", { type: "text", autocomplete: "off", value: recall("strap", "") });
  return {
    node: h("label", { class: "field", hidden: true }, t("begin.strap"), input),
    request() {
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
    request: () => ({ of: select.value || null }),
  };
}

function ecgChoice() {
  const input = h("input", {
    type: "checkbox", id: "ecg", checked: recall("ecg", false), "aria-describedby": "ecg-hint",
    onchange: () => remember("ecg", input.checked),
  });
  return {
    node: h("div", { class: "tick-field", hidden: true }, input, h("label", { for: "ecg" }, t("begin.ecg")),
      h("p", { class: "dim small", id: "ecg-hint" }, t("begin.ecgHint"))),
    get isOn() {
      return input.checked;
    },
  };
}

/** `more`: what the chosen source adds to the request. */
async function begin(button, source, more) {
  const isOwnStrap = source === "webBluetooth";
  button.disabled = true;
  try {
    if (!(await noticeIsRead())) return;
    sound.wake();
    if (isOwnStrap) await strap.choose(more);
    const { minutes, pacer, preset, startRate } = state.settings;
    const query = new URLSearchParams(location.search);
    const whole = (name) => (query.has(name) ? Number(query.get(name)) : null);
    const hasBegun = await beginOrAsk({
      source, minutes, pacer, preset,
      rate: preset === null && (pacer === "reference" || pacer === "fixed") ? startRate : null,
      strap: null, of: null, seed: whole("seed"), speed: whole("speed"), ...more,
    });
    if (!hasBegun) return isOwnStrap ? strap.release() : undefined;
    remember("source", source);
    if (isOwnStrap) strap.connect().catch((error) => notice(error.message, "error"));
    if (location.pathname !== "/session") go("/session");
    else focusHeading();
  } catch (error) {
    if (isOwnStrap) strap.release();
    // Closing the browser's chooser chooses nothing: no error.
    if (error.name !== "NotFoundError") notice(error.message, "error");
  } finally {
    button.disabled = false;
    // A dialog cannot give the focus back to a button that is off.
    if (document.activeElement === document.body) button.focus({ preventScroll: true });
  }
}

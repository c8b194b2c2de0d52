// What stands above the days: how to begin, how far an import is, why a file was refused.

import { api } from "../core/api.js";
import { h, say } from "../core/dom.js";
import { duration, number } from "../core/format.js";
import { knows, t } from "../core/language.js";
import { attempt } from "../core/notices.js";
import { uploads } from "./upload.js";

/** Where nothing is being read: how to export, or how to bring a newer file. */
export function none({ newest, isEncrypted }) {
  return {
    key: "none",
    nodes: () => newest === null
      ? [h("section", { class: "card empty-health" },
        h("h2", {}, t("health.none")),
        h("ol", { class: "steps" }, ["health.step1", "health.step2", "health.step3"].map((key) => h("li", {}, t(key)))),
        chooser("primary", t("health.choose")), warning(isEncrypted),
        h("p", { class: "dim small" }, t("health.stays")))]
      : [h("details", { class: "card newer" }, h("summary", {}, t("health.newer")),
        h("p", { class: "dim" }, t("health.newerHint")),
        chooser("", t("health.choose")), warning(isEncrypted))],
  };
}

/** A button that opens the chooser of files. */
function chooser(kind, text) {
  const input = h("input", {
    type: "file", class: "hidden", accept: ".zip,.xml,.fit", tabindex: -1, "aria-label": text,
    onchange: () => {
      const [file] = input.files;
      input.value = "";
      if (file) uploads.begin(file);
    },
  });
  return h("div", { class: "row" },
    h("button", { type: "button", class: kind, id: "choose-file", onclick: () => input.click() }, text), input);
}

function warning(isEncrypted) {
  return isEncrypted ? null : h("p", { class: "small warning" }, t("health.unencrypted"));
}

/** A file that is sent, or read. */
export function importing(sending, reading) {
  const bar = h("progress", { max: 100, "aria-label": t("health.importing") });
  const line = h("p", { class: "dim number", role: "status" });
  const update = () => {
    const percent = sending ? 100 * sending.sent / sending.size : reading?.percent;
    if (percent == null) bar.removeAttribute("value");
    else bar.value = percent;
    say(line, (sending ? sendingText(sending, percent) : readingText(reading)).join(" · "));
  };
  const section = h("section", { class: "card importing" },
    h("h2", {}, t(sending ? "health.sending" : "health.importing")), bar, line,
    h("div", { class: "row" }, h("button", { type: "button", id: "cancel-import", onclick: () => stop(sending) },
      t("cancel")),
    sending?.isStuck ? h("button", { type: "button", class: "primary", id: "go-on", onclick: uploads.resume },
      t("health.goOn")) : null));
  update();
  return {
    key: sending ? `sending-${sending.isStuck}` : "reading",
    nodes: () => [section],
    update: (container) => {
      // The card that stands there stays; only its figures are written anew.
      const card = container.querySelector(".importing");
      if (!card) return;
      const shown = card.querySelector("progress");
      if (bar.hasAttribute("value")) shown.value = bar.value;
      else shown.removeAttribute("value");
      say(card.querySelector("[role=status]"), line.textContent);
    },
  };
}

function sendingText({ isStuck, reason }, percent) {
  return [t("health.percent", { n: number(Math.floor(percent)) }), isStuck ? reason : null].filter(Boolean);
}

function readingText(reading) {
  return [
    reading.percent == null ? null : t("health.percent", { n: number(Math.floor(reading.percent)) }),
    t("health.records", { n: reading.records, count: number(reading.records) }),
    reading.secondsLeft == null ? null : t("health.left", { time: duration(Math.ceil(reading.secondsLeft)) }),
  ].filter(Boolean);
}

function stop(sending) {
  if (sending) uploads.cancel();
  else attempt(api.cancelHealthImport);
}

/** Why the last files were refused, [{code, text, file}], and what helps. */
export function refused(refusals) {
  return {
    key: "refused-" + JSON.stringify(refusals),
    nodes: (hasData) => [h("section", { class: "card refused" },
      h("h2", {}, t("health.refused")), refusals.flatMap(reason),
      hasData ? h("p", { class: "dim" }, t("health.kept")) : null,
      chooser("primary", t("again")))],
  };
}

/** The sentence of one file, which is named where there are several, and its remedy. */
function reason({ code, text, file }, _, { length }) {
  const own = `health.reason.${code}`;
  const remedy = `health.remedy.${code}`;
  const sentence = knows(own) ? t(own) : text;
  return [
    h("p", { role: "alert" }, length > 1 ? `${file}: ${sentence}` : sentence),
    h("p", {}, knows(remedy) ? t(remedy) : t("health.remedy")),
  ];
}

// The entries of one day: what they are, and how they are changed, deleted and written down.

import { api } from "../core/api.js";
import { ask } from "../core/dialog.js";
import { h } from "../core/dom.js";
import { duration, wallTime, wholeDay } from "../core/format.js";
import { t, tOr } from "../core/language.js";
import { attempt } from "../core/notices.js";
import { mayAct } from "../core/state.js";
import { entryForm } from "./entry-form.js";

const maxStars = 5;

/** `changed()`: the log is another one now; `close()`: the day is left by the key Escape. Gives {node, show, reload}. */
export function makeDay({ changed, close }) {
  const heading = h("h2", { id: "day-name", tabindex: -1 });
  const body = h("div", {});
  const node = h("section", { class: "card day-card", "aria-labelledby": "day-name", onkeydown(event) {
    if (event.key === "Escape") close();
  } }, heading, body);
  let shown = null;
  let serial = 0;
  return { node, show, reload: () => show(shown?.day ?? null, false) };

  /** Shows a day; null: today. */
  async function show(date, movesFocus) {
    const own = ++serial;
    const found = await attempt(() => api.practiceEntries(date));
    if (!found || own !== serial) return;
    const hadFocus = body.contains(document.activeElement);
    shown = found;
    draw();
    if (movesFocus || hadFocus) heading.focus({ preventScroll: !movesFocus });
  }

  function draw() {
    const { day, today, entries } = shown;
    heading.textContent = wholeDay(day);
    const isFuture = day > today;
    body.replaceChildren(
      entries.length === 0
        ? h("p", { class: "dim" }, t(isFuture ? "calendar.future" : "calendar.none"))
        : h("ol", { class: "log" }, entries.map(item)),
      mayAct() && !isFuture
        ? h("button", { type: "button", id: "add-entry", onclick: () => edit(null) }, t("calendar.add")) : "");
  }

  function edit(entry) {
    const form = entryForm({
      day: shown.day, isToday: shown.day === shown.today, entry,
      saved() {
        heading.focus({ preventScroll: true });
        changed();
      },
      cancelled() {
        draw();
        (entry ? body.querySelector(`[data-edit="${entry.id}"]`) : body.querySelector("#add-entry"))?.focus();
      },
    });
    body.replaceChildren(form.node);
    form.focus();
  }

  async function remove(entry) {
    const choice = await ask(t("calendar.deleteTitle", { title: titleOf(entry) }),
      h("p", {}, t("calendar.deleteText")), [
        { value: "no", text: t("cancel") }, { value: "yes", text: t("calendar.delete"), kind: "danger" },
      ]);
    if (choice !== "yes") return;
    const isGone = await attempt(() => api.deletePracticeEntry(entry.id));
    if (isGone === undefined) return;
    heading.focus({ preventScroll: true });
    changed();
  }

  function item(entry) {
    const { id, kind, state, startedAt, endedAt, mindfulSeconds, workoutSeconds, pauseSeconds, origin, session, rating,
      note } = entry;
    const isLed = kind === "session";
    const title = titleOf(entry);
    const about = [
      isLed ? t("calendar.kind.session") : t(`calendar.kind.${kind}`),
      mindfulSeconds > 0 ? t("calendar.mindful", { time: duration(mindfulSeconds) }) : null,
      workoutSeconds > 0 ? t("calendar.workout", { time: duration(workoutSeconds) }) : null,
      pauseSeconds > 0 ? t("calendar.pauses", { time: duration(pauseSeconds) }) : null,
      origin === "own" ? null : t(`calendar.origin.${origin}`),
    ].filter(Boolean).join(" · ");
    const act = (key, kind, action, data) => h("button", { type: "button", class: `quiet ${kind}`, onclick: action, ...data },
      t(key), h("span", { class: "hidden" }, ` ${title}`));
    return h("li", { class: "log-entry" },
      h("p", { class: "entry-line" }, h("strong", {}, title),
        state === "ended" ? null : h("span", { class: `badge ${state}` }, t(`calendar.state.${state}`)),
        h("span", { class: "dim number" }, `${wallTime(startedAt)} – ${wallTime(endedAt)}`)),
      h("p", { class: "dim small" }, about),
      rating === null ? null : h("p", { class: "small" },
        h("span", { class: "pips", "aria-hidden": "true" }, "★".repeat(rating) + "☆".repeat(maxStars - rating)),
        h("span", {}, t("calendar.ratingOf", { n: rating }))),
      note === null ? null : h("p", { class: "note" }, note),
      h("div", { class: "row" },
        session === null ? null : h("a", { class: "button quiet", href: `/summary/${session}` }, t("calendar.summary")),
        isLed || !mayAct() || state === "running" ? null : [
          act("calendar.edit", "", () => edit(entry), { "data-edit": id }),
          act("calendar.delete", "danger", () => remove(entry), { "data-delete": id })]));
  }
}

/** A led session is called after its pattern or its pacer. */
function titleOf({ kind, title }) {
  return kind === "session" ? tOr(`preset.${title}`, tOr(`pacer.${title}`, title)) : title;
}

// The form of an entry: everything of one that is written down, and what a person says of one that was run.

import { api } from "../core/api.js";
import { freshId, h, say } from "../core/dom.js";
import { t } from "../core/language.js";

const kinds = ["timer", "breathe", "interval"];
const ratings = [0, 1, 2, 3, 4, 5];
const maxLength = { title: 80, note: 4000 };
const usualMinutes = 15;

/** `entry`: null for a new one of `day`. Gives {node, focus}. */
export function entryForm({ day, isToday, entry, saved, cancelled }) {
  const isNew = entry === null;
  const kind = h("select", {}, kinds.map((each) => h("option", { value: each }, t(`calendar.kind.${each}`))));
  const time = h("input", { type: "time", required: true, value: isToday ? timeAgo(usualMinutes) : "07:00" });
  const minutes = h("input", { type: "number", required: true, min: 1, max: 1440, step: "any", value: usualMinutes,
    inputmode: "decimal" });
  const title = h("input", { type: "text", maxlength: maxLength.title, required: !isNew, autocomplete: "off",
    value: entry?.title ?? "" });
  const note = h("textarea", { maxlength: maxLength.note, rows: 3 }, entry?.note ?? "");
  const error = h("p", { class: "error", role: "alert" });
  const save = h("button", { class: "primary" }, t("calendar.save"));
  const node = h("form", { class: "entry-form", onsubmit: send },
    h("h3", {}, t(isNew ? "calendar.add" : "calendar.editTitle")),
    isNew ? [field("calendar.kind", kind), field("calendar.began", time), field("calendar.minutes", minutes)] : null,
    field("calendar.name", title, isNew ? t("calendar.nameHint") : null), ratingField(entry?.rating ?? 0),
    field("calendar.note", note), error,
    h("div", { class: "row" }, save,
      h("button", { type: "button", class: "quiet", onclick: cancelled }, t("cancel"))));
  return { node, focus: () => (isNew ? kind : title).focus() };

  async function send(event) {
    event.preventDefault();
    const rating = Number(node.querySelector("[name=rating]:checked").value);
    const said = { title: title.value.trim(), note: note.value.trim() };
    save.disabled = true;
    try {
      if (isNew) {
        await api.addPracticeEntry({ at: `${day}T${time.value}`, minutes: Number(minutes.value), kind: kind.value,
          title: said.title || t(`calendar.kind.${kind.value}`), note: said.note || null, rating: rating || null });
      } else {
        await api.changePracticeEntry(entry.id, { ...said, rating });
      }
      saved();
    } catch (refusal) {
      say(error, refusal.message);
      save.disabled = false;
      save.focus();
    }
  }
}

function field(key, control, hint = null) {
  control.id = freshId("entry");
  const about = hint && h("span", { class: "dim small", id: `${control.id}-hint` }, hint);
  if (about) control.setAttribute("aria-describedby", about.id);
  return h("div", { class: "field" }, h("label", { for: control.id }, t(key)), control, about);
}

function ratingField(rating) {
  return h("fieldset", {}, h("legend", {}, t("calendar.rating")), h("div", { class: "segments" },
    ratings.map((value) => h("label", { class: "segment" },
      h("input", { type: "radio", name: "rating", value, checked: value === rating }),
      h("span", {}, value === 0 ? t("calendar.noRating") : value)))));
}

/** The time of day so many minutes ago, but of today. */
function timeAgo(minutes) {
  const now = new Date();
  const total = Math.max(0, 60 * now.getHours() + now.getMinutes() - minutes);
  return [Math.floor(total / 60), total % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

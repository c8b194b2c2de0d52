// The calendar of practice: a month, the entries of a day, sums, days of rest.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { mayAct } from "../core/state.js";
import { makeStreaks } from "../core/streaks.js";
import { makeDay } from "./day.js";
import { makeMinutes } from "./minutes.js";
import { makeMonth } from "./month.js";
import { makeRest } from "./rest.js";
import { texts } from "./text.js";

export const screen = {
  name: "calendar",
  address: "/calendar",
  icon: "M4 6h16v14H4zM4 10h16M8 3v5M16 3v5M8 14h2M14 14h2",
  style: "/app/calendar/style.css",
  texts,
  make,
};

function make() {
  const asked = new URLSearchParams(location.search);
  const streaks = makeStreaks();
  const minutes = makeMinutes();
  const month = makeMonth({ open: (day) => opened(day, true) });
  const day = makeDay({ changed, close: () => month.focus() });
  const rest = makeRest({ changed });
  month.show(asked.get("month") ?? asked.get("day")?.slice(0, 7) ?? null, asked.get("day"));
  opened(asked.get("day"), false);
  return {
    title: t("calendar.title"),
    node: h("div", { class: "calendar" },
      h("header", { class: "page-head" }, h("h1", {}, t("calendar.title")),
        h("p", {}, h("a", { href: "/reminders" }, t("calendar.reminders")))),
      h("div", { class: "beside" }, month.node, day.node), streaks.node, minutes.node, mayAct() ? rest.node : null),
    leave: streaks.leave,
  };

  /** A day is opened; null: today, which the server knows. The address leads back to it. */
  function opened(date, movesFocus) {
    if (date !== null) history.replaceState(history.state, "", `/calendar?day=${date}`);
    day.show(date, movesFocus);
  }

  /** Something of the log is new: everything that counts it is drawn again. */
  function changed() {
    month.reload();
    streaks.load();
    minutes.load();
    day.reload();
  }
}

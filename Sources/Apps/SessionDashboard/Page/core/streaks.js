// Both streaks: how long each is, how today stands, and which rewards are held.

import { api } from "./api.js";
import { h } from "./dom.js";
import { replaceContent } from "./focus.js";
import { duration, number, wallTime } from "./format.js";
import { t } from "./language.js";
import { live } from "./live.js";
import { attempt } from "./notices.js";

const maxRewards = 3;
const signs = { active: "✓", open: "◷", rest: "☾", none: "○" };

/** A card with both streaks, which looks anew when something may have changed: {node, load, leave}. */
export function makeStreaks({ link = null } = {}) {
  const node = h("section", { class: "card streaks", hidden: true, "aria-labelledby": "streaks-title" });
  let timer = 0;
  const load = async () => {
    const found = await attempt(api.practiceStreaks);
    if (!found) return;
    draw(node, found, link);
    // When a day ends, what was open is missed.
    const ends = found.streaks.filter(({ openUntil }) => openUntil !== null).map(({ openUntil }) => Date.parse(openUntil));
    clearTimeout(timer);
    if (ends.length > 0) timer = setTimeout(load, Math.max(1000, Math.min(...ends) + 1000 - Date.now()));
  };
  const again = () => document.hidden || load();
  document.addEventListener("visibilitychange", again);
  const ends = ["ended", "practice_ended"].map((type) => live.on(type, load));
  load();
  return {
    node,
    load,
    leave() {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", again);
      ends.forEach((end) => end());
    },
  };
}

function draw(node, { streaks, activeSeconds }, link) {
  const known = streaks.filter(({ best }) => best > 0);
  node.hidden = false;
  replaceContent(node,
    h("div", { class: "card-head" }, h("h2", { id: "streaks-title" }, t("streak.title")), link),
    known.length === 0
      ? h("p", { class: "dim" }, t("streak.begin", { n: number(activeSeconds / 60) }))
      : h("div", { class: "two" }, known.map((each) => block(each, activeSeconds))),
    h("p", { class: "dim small" }, t("streak.rewardHint")));
}

function block({ measure, length, best, rewards, daysToNextReward, today, todaySeconds, openUntil }, activeSeconds) {
  const left = duration(Math.ceil(activeSeconds - todaySeconds));
  const status = {
    active: () => t("streak.active", { time: duration(todaySeconds) }),
    open: () => (wall(openUntil) === "00:00"
      ? t("streak.openMidnight", { left }) : t("streak.open", { time: wallTime(openUntil), left })),
    rest: () => t("streak.rest"),
    none: () => t("streak.none", { n: activeSeconds / 60 }),
  }[today]();
  return h("div", { class: "streak", "data-measure": measure },
    h("h3", {}, t(`measure.${measure}`)),
    h("p", { class: "length" }, h("span", { class: "number" }, number(length)), " ", t("streak.length", { n: length })),
    h("p", { class: `standing ${today}`, "data-sign": signs[today] }, status),
    h("p", { class: "small" },
      h("span", { class: "pips", "aria-hidden": "true" }, "★".repeat(rewards) + "☆".repeat(maxRewards - rewards)),
      [t("streak.rewards", { n: rewards }), daysToNextReward === null ? null : t("streak.next", { n: daysToNextReward })]
        .filter(Boolean).join(", ")),
    h("p", { class: "dim small" }, t("streak.best", { n: best })));
}

/** The time of day as the text writes it. */
const wall = (text) => text.slice(11, 16);

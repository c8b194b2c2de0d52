// What the log says beside the choice: the last practice in one touch, the goal, the milestones.

import { api } from "../core/api.js";
import { h } from "../core/dom.js";
import { number, wholeDay } from "../core/format.js";
import { t } from "../core/language.js";
import { beginPractice } from "../core/practice-begin.js";
import { mayAct } from "../core/state.js";

/** The button that begins the last practice again; empty where none was run here. */
export function againButton() {
  const container = h("div", { class: "again" });
  if (mayAct()) fillAgain(container).catch(() => {});
  return container;
}

async function fillAgain(container) {
  const { practice } = await api.lastPractice();
  if (!practice) return;
  const problem = h("p", { class: "error", role: "alert" });
  const begin = async () => {
    try {
      await beginPractice({ plan: practice.plan, title: practice.title });
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  container.replaceChildren(
    h("button", { type: "button", id: "practice-again", onclick: begin }, t("practice.again", { title: practice.title })),
    problem);
}

/** The goal with today and this week, and the milestones; empty where there is nothing to show. */
export function goalCard() {
  const container = h("div", {});
  fillGoal(container).catch(() => {});
  return container;
}

async function fillGoal(container) {
  const { goal, newest, next } = await api.practiceGoal();
  const isEmpty = !goal && !newest && next.every(({ doneCount }) => doneCount === 0);
  if (isEmpty) return;
  container.replaceChildren(h("section", { class: "card goal-card" },
    h("h2", {}, t("practice.goal")),
    goal ? h("p", {}, goalText(goal)) : h("p", { class: "dim small" }, h("a", { href: "/settings" }, t("practice.noGoal"))),
    newest ? h("p", {}, t("practice.reached", { what: milestone(newest), date: wholeDay(newest.date) })) : null,
    h("ul", { class: "dim small" }, next.map((each) =>
      h("li", {}, t("practice.nextMilestone", { what: milestone(each), done: number(each.doneCount) }))))));
}

function goalText({ todaySeconds, requiredSeconds, metDayCount, daysPerWeek }) {
  const today = t("practice.goalToday", {
    done: number(Math.floor(todaySeconds / 60)), wanted: number(Math.ceil(requiredSeconds / 60)) });
  const week = daysPerWeek === undefined ? t("practice.goalDays", { n: metDayCount })
    : t("practice.goalWeek", { done: metDayCount, wanted: daysPerWeek });
  return `${today} · ${week}`;
}

const milestone = ({ kind, number: n }) => t(`practice.milestone.${kind}`, { n: number(n) });

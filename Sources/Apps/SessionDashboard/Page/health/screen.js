// Health: the days of an export, newest first.

import { h } from "../core/dom.js";
import { replaceContent } from "../core/focus.js";
import { t } from "../core/language.js";
import { mayAct } from "../core/state.js";
import { followHealth } from "./follow.js";
import { makeReview } from "./review.js";
import { importing, none, refused } from "./states.js";
import { texts } from "./text.js";
import { makeTimeline } from "./timeline.js";
import { makeTrends } from "./trends.js";
import { uploads } from "./upload.js";

export const screen = {
  name: "health",
  address: "/health",
  icon: "M3 12h4l2-5 4 10 2-5h6",
  isForOwners: true,
  style: "/app/health/style.css",
  texts,
  make,
};

function make() {
  const about = h("p", { class: "dim", role: "status" });
  const state = h("div", { class: "health-state" });
  const body = h("div", {}, h("p", { class: "plain dim" }, t("health.checking")));
  const node = h("div", { class: "health" },
    h("header", { class: "page-head" }, h("h1", {}, t("health.title")), about), state, body);
  if (!mayAct()) {
    body.replaceChildren(h("p", { class: "card" }, t("health.viewOnly")));
    return { title: t("health.title"), node };
  }
  let parts = null;
  let lastState = "";
  const endUploads = uploads.onChange(() => draw(known));
  let known = null;
  const follow = followHealth({ updated, failed });
  return {
    title: t("health.title"),
    node,
    leave() {
      follow.end();
      endUploads();
      parts?.leave();
    },
  };

  /** The server said what is there, and which kinds of records changed since the last time. */
  function updated(health, changed) {
    known = health;
    draw(health);
    if (changed.length > 0) parts?.reload(changed);
  }

  function failed(message) {
    if (known === null) replaceContent(body, errorCard(message, follow.again));
  }

  function draw(health) {
    if (health === null) return;
    const hasData = health.newest !== null;
    about.textContent = hasData ? aboutText(health) : "";
    const box = stateBox(health);
    const key = box.key + (hasData ? "+" : "-");
    if (key === lastState) box.update?.(state);
    else replaceContent(state, ...box.nodes(hasData));
    lastState = key;
    if (hasData && parts === null) {
      parts = dataView(health);
      replaceContent(body, ...parts.nodes);
    } else if (!hasData) {
      parts?.leave();
      parts = null;
      replaceContent(body);
    }
  }

  function stateBox(health) {
    const sending = uploads.current;
    if (sending !== null || health.importing !== null) return importing(sending, health.importing);
    const refusals = uploads.refusal !== null ? [uploads.refusal] : health.refused;
    if (refusals.length > 0) return refused(refusals);
    return none(health);
  }

  function dataView(health) {
    const timeline = makeTimeline(health, follow);
    const review = makeReview();
    const trends = makeTrends();
    return {
      nodes: [timeline.node, review.node, trends.node],
      reload(changed) {
        timeline.reload(changed);
        review.reload(changed);
        trends.reload(changed);
      },
      leave: timeline.leave,
    };
  }
}

function aboutText({ updatedAt, exportedOn }) {
  return [t("health.updated", { time: updatedAt }), exportedOn && t("health.exported", { date: exportedOn })]
    .filter(Boolean).join(" · ");
}

function errorCard(message, again) {
  return h("section", { class: "card" }, h("p", { role: "alert" }, message),
    h("button", { type: "button", onclick: again }, t("again")));
}

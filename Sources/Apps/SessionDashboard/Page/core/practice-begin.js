// Beginning a practice from a page, and going on with one that was interrupted.

import { api } from "./api.js";
import { h } from "./dom.js";
import { noticeIsRead } from "./first-run.js";
import { dateTime } from "./format.js";
import { beginOrAsk } from "./holder.js";
import { t } from "./language.js";
import { recall, remember } from "./local.js";
import { practiceAudio } from "./practice-audio.js";
import { go } from "./router.js";
import { mayAct } from "./state.js";

/**
 * Begins a practice, and shows it. Gives whether it began; throws a Refusal for every reason but another one that runs.
 *
 * `call(request)`: what asks the server.
 */
export async function beginPractice(request, call = api.beginPractice) {
  if (request.plan?.kind === "breathe" && !(await noticeIsRead())) return false;
  practiceAudio.wake();
  let begun = null;
  const hasBegun = await beginOrAsk(request, async (wished) => {
    begun = await call(wished);
  });
  if (!hasBegun) return false;
  if (begun.practice) practiceAudio.choose(begun.practice.id);
  go("/practice/now");
  return true;
}

/** What asks whether to go on with a practice that was interrupted; empty where there is none. */
export function resumeBanner() {
  const container = h("div", { class: "resume-place" });
  if (mayAct()) fill(container).catch(() => {});
  return container;
}

async function fill(container) {
  const { practice } = await api.resumablePractice();
  if (practice === null || recall("not-resumed", null) === practice.id) return;
  const problem = h("p", { class: "error", role: "alert" });
  const resume = async () => {
    try {
      await beginPractice({}, api.resumePractice);
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const leave = () => {
    remember("not-resumed", practice.id);
    container.replaceChildren();
  };
  container.replaceChildren(h("section", { class: "card resume", role: "status" },
    h("p", {}, t("practice.interrupted", { title: practice.title, time: dateTime(practice.seenAt) })), problem,
    h("div", { class: "row" },
      h("button", { type: "button", class: "primary", id: "resume", onclick: resume }, t("practice.goOn")),
      h("button", { type: "button", class: "quiet", id: "leave", onclick: leave }, t("practice.leave")))));
}

// Where the page begins: lets itself in, asks for the settings, shows the screen of the address.

import { api, whenStranger } from "./core/api.js";
import { updateBar, drawBar } from "./core/bar.js";
import { h } from "./core/dom.js";
import { entryScreen } from "./core/entry.js";
import { learn, t } from "./core/language.js";
import { live } from "./core/live.js";
import { notice } from "./core/notices.js";
import { showOutside } from "./core/practice-outside.js";
import { showReminders } from "./core/notifications.js";
import { show, start } from "./core/router.js";
import { knownSettings, state, applySettings } from "./core/state.js";
import { keepAwake } from "./core/wakelock.js";
import { screens } from "./screens.js";

const main = document.getElementById("main");
const bar = document.getElementById("bar");

const styles = [...new Set(screens.map(({ style }) => style).filter(Boolean))].map(addStyle);

/** Adds a screen's style sheet; the promise ends when it is there, or cannot be had. */
function addStyle(href) {
  return new Promise((done) =>
    document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done })));
}

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

async function begin() {
  applySettings(null);
  let isStranger = false;
  whenStranger(() => (isStranger = true));
  if (!(await enter())) return strangerScreen(true);
  try {
    const [info, settings] = await Promise.all([api.info(), api.settings()]);
    state.info = info;
    // The language is set before a notice is written in it.
    applySettings(settings);
    applySettings(knownSettings(settings));
  } catch (error) {
    if (isStranger) return strangerScreen(false);
    main.replaceChildren(h("p", { class: "plain" }, error.message));
    setTimeout(begin, 2000);
    return;
  }
  whenStranger(() => strangerScreen(false));
  await Promise.all(styles);
  live.on("notice", ({ text }) => {
    // What is not kept of a session stands on its screen until the end.
    if (text !== live.error || document.body.dataset.screen !== "session") notice(text);
  });
  live.on("music_notice", ({ text }) => notice(text));
  live.on("change", updateBar);
  live.on("line", ({ failures }) => {
    // A server that forgot this browser refuses the line without a reason; a call reports it.
    if (failures === 2) api.info().catch(() => {});
  });
  keepAwake();
  showOutside();
  showReminders();
  live.open();
  start(main, screens, (screen) => drawBar(bar, screens, screen.name));
  state.onLanguage = show;
}

for (const { texts } of screens) learn(texts);
begin();

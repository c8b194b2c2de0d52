// Notifications of reminders: this browser shows them while the page is open, once the person allowed it.

import { t } from "./language.js";
import { live } from "./live.js";
import { recall, remember } from "./local.js";
import { go } from "./router.js";
import { mayAct } from "./state.js";

const workerAddress = "/app/core/reminder-worker.js";
const listeners = new Set();

/**
 * Whether this browser shows notifications: "on", "off", "ask" (never asked), "denied", "insecure" (only encrypted pages
 * and those of this computer itself may), or "none" (this browser cannot).
 */
export function notificationState() {
  if (!isSecureContext) return "insecure";
  if (!("Notification" in window)) return "none";
  if (Notification.permission === "denied") return "denied";
  if (Notification.permission === "default") return "ask";
  return recall("notifies", false) ? "on" : "off";
}

/** Asks the person where they were not asked yet; only a click may call it. */
export async function switchNotifications(isOn) {
  remember("notifies", isOn);
  if (isOn && notificationState() === "ask") await Notification.requestPermission();
  notifyServer();
  listeners.forEach((action) => action());
}

/** Calls `action()` when the state may be another one; gives what ends that. */
export function onNotificationState(action) {
  listeners.add(action);
  return () => listeners.delete(action);
}

/** Begins to show the reminders that the server sends this page. */
export function showReminders() {
  live.on("line", ({ isOpen }) => isOpen && notificationState() === "on" && notifyServer());
  live.on("reminder", show);
  navigator.serviceWorker?.addEventListener("message", ({ data }) => data.type === "practice" && go("/practice"));
}

function notifyServer() {
  if (mayAct()) live.send({ type: "notifies", on: notificationState() === "on" });
}

/** Pages that are open beside each other show one: it has the occurrence's name. */
async function show({ id, rule, text, time }) {
  if (notificationState() !== "on") return;
  const options = { tag: id, data: { rule, time }, lang: document.documentElement.lang };
  const worker = await background();
  if (worker) {
    const actions = ["snooze", "today"].map((action) => ({ action, title: t(`notify.${action}`) }));
    return worker.showNotification(text, rule === null ? options : { ...options, actions });
  }
  const notification = new Notification(text, options);
  notification.onclick = () => {
    notification.close();
    window.focus();
    go("/practice");
  };
}

/** Phones show notifications of a service worker only; null where there is none. */
async function background() {
  try {
    const worker = await navigator.serviceWorker.register(workerAddress);
    await active(worker);
    return worker;
  } catch {
    return null;
  }
}

/** Ends when the worker works: a new one shows nothing before. */
function active(worker) {
  const starting = worker.installing ?? worker.waiting;
  if (worker.active || !starting) return Promise.resolve();
  return new Promise((done) => starting.addEventListener("statechange", () => starting.state === "activated" && done()));
}

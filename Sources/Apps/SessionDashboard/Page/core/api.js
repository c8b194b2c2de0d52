// Calls of the server. Each gives what was answered, or throws a Refusal with the server's sentence.

import { spoken, t } from "./language.js";

/** The server said no, or did not answer (status 0). */
export class Refusal extends Error {
  /** `holder`: what is in the way; `field`, `range`: of a value that cannot be. Null where there is none. */
  constructor(status, text, { holder = null, field = null, range = null } = {}) {
    super(text);
    this.status = status;
    Object.assign(this, { holder, field, range });
  }
}

let onStranger = () => {};

/** What is done when the server does not know this browser. */
export function whenStranger(action) {
  onStranger = action;
}

async function call(method, path, body, signal) {
  const request = { method, credentials: "same-origin", headers: {}, signal };
  if (body instanceof Blob) {
    request.headers["Content-Type"] = "application/octet-stream";
    request.body = body;
  } else if (body !== undefined) {
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new Refusal(0, t("error.unreachable"));
  }
  const text = await response.text();
  if (response.ok) return text === "" ? {} : JSON.parse(text);
  if (response.status === 401) onStranger();
  const { error, ...more } = reasons(text);
  throw new Refusal(response.status, error ?? t("error.status", { n: response.status }), more);
}

/** What a refusal says; nothing where its body is no JSON object. */
function reasons(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** A query of what is not null: `?from=2026-11-01&to=2026-11-30`. */
function query(values) {
  const params = Object.entries(values).filter(([, value]) => value != null && value !== "");
  return params.length === 0 ? "" : "?" + new URLSearchParams(params);
}

/** The server makes texts of health records in the language that the page speaks. */
const inWords = (values = {}) => query({ ...values, language: spoken() });

const sessionPath = (id) => "/api/sessions/" + encodeURIComponent(id);
const entryPath = (id) => "/api/practice/entries/" + encodeURIComponent(id);
const reminderPath = (id) => "/api/practice/reminders/" + encodeURIComponent(id);
const songPath = (id) => "/api/music/songs/" + encodeURIComponent(id);
const uploadPath = (id) => "/api/health/uploads/" + encodeURIComponent(id);

export const api = {
  enter: (token) => call("POST", "/api/enter", { token }),
  info: () => call("GET", "/api/info"),
  begin: (body) => call("POST", "/api/session", body),
  home: () => call("GET", "/api/home"),
  sessions: (filter) => call("GET", "/api/sessions" + query(filter)),
  trends: (days) => call("GET", "/api/trends" + query({ days })),
  session: (id) => call("GET", sessionPath(id)),
  forget: (id) => call("DELETE", sessionPath(id)),
  forgetAll: () => call("DELETE", "/api/history", { confirm: "everything" }),
  settings: () => call("GET", "/api/settings"),
  saveSettings: (settings) => call("PUT", "/api/settings", settings),
  health: (after, signal) => call("GET", "/api/health" + inWords({ after }), undefined, signal),
  healthTimeline: (days) => call("GET", "/api/health/timeline" + inWords(days)),
  healthWorkout: (id) => call("GET", "/api/health/workouts/" + encodeURIComponent(id) + inWords()),
  healthNight: (date) => call("GET", "/api/health/nights/" + encodeURIComponent(date) + inWords()),
  healthTrends: (days, today) => call("GET", "/api/health/trends" + query({ days, today })),
  healthReview: (by, today) => call("GET", "/api/health/review" + query({ by, today })),
  cancelHealthImport: () => call("POST", "/api/health/cancel"),
  beginUpload: (file) => call("POST", "/api/health/uploads", file),
  upload: (id) => call("GET", uploadPath(id)),
  sendPiece: (id, at, piece) => call("PUT", uploadPath(id) + query({ at }), piece),
  importUpload: (id) => call("POST", uploadPath(id) + "/import"),
  dropUpload: (id) => call("DELETE", uploadPath(id)),
  practice: () => call("GET", "/api/practice"),
  beginPractice: (body) => call("POST", "/api/practice", { ...body, language: spoken() }),
  /** `what`: pause, next, end, cancel, extend, mute. */
  steerPractice: (what, more = {}) => call("POST", `/api/practice/${what}`, more),
  resumePractice: (more = {}) => call("POST", "/api/practice/resume", { ...more, language: spoken() }),
  resumablePractice: () => call("GET", "/api/practice/resumable"),
  practicePresets: () => call("GET", "/api/practice/presets"),
  keepPracticePreset: (preset) => call("POST", "/api/practice/presets", preset),
  dropPracticePreset: (kind, id) => call("DELETE", `/api/practice/presets/${kind}/${encodeURIComponent(id)}`),
  practiceSound: (name, more) => `/api/practice/sound/${name}` + query(more),
  practiceSpeech: (key, more) => `/api/practice/speech/${key}` + query(more),
  practiceTrack: (more) => "/api/practice/track" + query(more),
  practiceBackground: (more) => "/api/practice/background" + query(more),
  practiceBackgrounds: () => call("GET", "/api/practice/backgrounds"),
  lastPractice: () => call("GET", "/api/practice/last"),
  practiceGoal: () => call("GET", "/api/practice/goal"),
  practiceStreaks: () => call("GET", "/api/practice/streaks"),
  practiceMonth: (month) => call("GET", "/api/practice/calendar" + query({ month })),
  practiceMinutes: (by) => call("GET", "/api/practice/minutes" + query({ by })),
  practiceEntries: (day) => call("GET", "/api/practice/entries" + query({ day })),
  addPracticeEntry: (entry) => call("POST", "/api/practice/entries", entry),
  changePracticeEntry: (id, change) => call("PUT", entryPath(id), change),
  deletePracticeEntry: (id) => call("DELETE", entryPath(id)),
  practiceRest: () => call("GET", "/api/practice/rest"),
  savePracticeRest: (rest) => call("PUT", "/api/practice/rest", { rest }),
  practiceSettings: () => call("GET", "/api/practice/settings"),
  savePracticeSettings: (settings) => call("PUT", "/api/practice/settings", settings),
  reminders: () => call("GET", "/api/practice/reminders"),
  addReminder: (rule) => call("POST", "/api/practice/reminders", rule),
  changeReminder: (id, rule) => call("PUT", reminderPath(id), rule),
  deleteReminder: (id) => call("DELETE", reminderPath(id)),
  snoozeReminder: (id) => call("POST", reminderPath(id) + "/snooze", {}),
  endReminderToday: (id) => call("POST", reminderPath(id) + "/today", {}),
  music: () => call("GET", "/api/music"),
  beginMusic: (body) => call("POST", "/api/music", body),
  /** `what`: end, skip, pause, thumb, nudge, mood, context. */
  leadMusic: (what, more = {}) => call("POST", `/api/music/${what}`, more),
  musicPlaylists: () => call("GET", "/api/music/playlists"),
  musicPlaylist: (id) => call("GET", "/api/music/playlists/" + encodeURIComponent(id)),
  musicInsights: () => call("GET", "/api/music/insights"),
  musicSettings: () => call("GET", "/api/music/settings"),
  musicDebug: () => call("GET", "/api/music/debug"),
  artAddress: (id) => songPath(id) + "/art",
  exportAddress: (id, format) => sessionPath(id) + "/export" + query({ format }),
};

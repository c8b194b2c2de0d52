// Calls of the server. Each gives what was answered, or throws a Refusal with the server's sentence.

import { spoken, t } from "./language.js";

/** The server said no, or did not answer (status 0). */
export class Refusal extends Error {
  /** `holder`: the session that is in the way; null where none is. */
  constructor(status, text, holder = null) {
    super(text);
    this.status = status;
    this.holder = holder;
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
  const { error, holder } = reasons(text);
  throw new Refusal(response.status, error ?? t("error.status", { n: response.status }), holder);
}

/** What a refusal says; nothing where its body is no JSON object. */
function reasons(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** A query of what is not null: `?from=2026-11-01&apart=0`. */
function query(values) {
  const kept = Object.entries(values).filter(([, value]) => value != null && value !== "");
  return kept.length === 0 ? "" : "?" + new URLSearchParams(kept);
}

/** The server makes texts of health records in the language that the page speaks. */
const inWords = (values = {}) => query({ ...values, language: spoken() });

const sessionPath = (id) => "/api/sessions/" + encodeURIComponent(id);
const uploadPath = (id) => "/api/health/uploads/" + encodeURIComponent(id);

export const api = {
  enter: (token) => call("POST", "/api/enter", { token }),
  info: () => call("GET", "/api/info"),
  begin: (wish) => call("POST", "/api/session", wish),
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
  cancelHealthImport: () => call("POST", "/api/health/cancel"),
  beginUpload: (file) => call("POST", "/api/health/uploads", file),
  upload: (id) => call("GET", uploadPath(id)),
  sendPiece: (id, at, piece) => call("PUT", uploadPath(id) + query({ at }), piece),
  importUpload: (id) => call("POST", uploadPath(id) + "/import"),
  dropUpload: (id) => call("DELETE", uploadPath(id)),
  exportAddress: (id, format) => sessionPath(id) + "/export" + query({ format }),
};

// Data that the server sent this page once: its sources, and the person's settings.

import { haptics } from "./haptics.js";
import { speak, t } from "./language.js";
import { notice } from "./notices.js";
import { sound } from "./sound.js";
import { recall } from "./local.js";

export const state = {
  /** What `GET /api/info` gave. */
  info: null,
  /** What `GET /api/settings` gave. */
  settings: null,
  /** Called when the page speaks another language. */
  onLanguage: () => {},
};

/** Lets every part follow the settings; null: none are known yet. */
export function applySettings(settings) {
  state.settings = settings;
  speak(settings?.language ?? null);
  if (settings === null) return;
  sound.isMuted = recall("muted", false);
  sound.level = settings.sound && !sound.isMuted ? settings.soundLevel : 0;
  haptics.isOn = settings.haptics;
  haptics.intensity = settings.hapticIntensity;
}

/** Settings without a preset that the server does not know: the pacer leads, and a notice says so. */
export function knownSettings(settings) {
  if (settings.preset === null || state.info.presets.includes(settings.preset)) return settings;
  notice(t("preset.unknown", { id: settings.preset }), "error");
  return { ...settings, preset: null };
}

/** Whether this page may act, or only watch. */
export function mayAct() {
  return state.info?.role !== "view";
}

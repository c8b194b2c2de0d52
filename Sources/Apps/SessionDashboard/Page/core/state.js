// What the server told this page once: its sources, and the person's settings.

import { haptics } from "./haptics.js";
import { speak } from "./language.js";
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
export function takeSettings(settings) {
  state.settings = settings;
  speak(settings?.language ?? null);
  if (settings === null) return;
  sound.isMuted = recall("muted", false);
  sound.level = settings.sound && !sound.isMuted ? settings.soundLevel : 0;
  haptics.isOn = settings.haptics;
  haptics.intensity = settings.hapticIntensity;
}

/** Whether this page may act, or only watch. */
export function mayAct() {
  return state.info?.role !== "view";
}

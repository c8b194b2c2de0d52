// The smallest screen of music: the song, and three taps for energy and mood.

import { h, say } from "../core/dom.js";
import { number } from "../core/format.js";
import { t } from "../core/language.js";
import { music } from "../core/music.js";
import { moodButtons } from "../core/mood.js";
import { mayAct } from "../core/state.js";
import { texts } from "./text.js";

export const screen = {
  name: "music-follow",
  address: "/music/follow",
  style: "/app/music/style.css",
  texts,
  make,
};

function make() {
  const title = h("p", { class: "song-title" });
  const artist = h("p", { class: "dim" });
  const heart = h("p", { class: "number" });
  const leave = music.on(update);
  music.ask().catch((error) => say(title, error.message));
  return {
    title: t("music.followTitle"),
    node: h("section", { class: "music-follow" }, h("h1", { class: "hidden" }, t("music.followTitle")), title, artist, heart,
      mayAct() ? moodButtons([1, 3, 5], (kind, level) => t(`music.tap.${kind}.${level}`)) : null),
    leave,
  };

  function update() {
    const { current } = music;
    say(title, current === null ? t("music.watchOnly") : current.state === "away" ? t("music.away")
      : current.song?.title ?? t("music.nothing"));
    say(artist, current?.song?.artist ?? "");
    say(heart, current?.bpm === undefined ? "" : `${number(current.bpm)} ${t("unit.bpm")}`);
  }
}

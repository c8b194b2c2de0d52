// The words of the details of a choice.

export const texts = {
  en: {
    "music.debugOff": "No songs are chosen now: begin on the first view.",
    "music.player": "Player: {name}",
    "music.candidates": "The ten best songs now",
    "music.vector": "The state",
    "music.sources": "From: {names}",
    "music.noSources": "From nothing yet.",
  },
  de: {
    "music.debugOff": "Gerade werden keine Lieder gewählt: Beginnen Sie in der ersten Ansicht.",
    "music.player": "Player: {name}",
    "music.candidates": "Die zehn jetzt besten Lieder",
    "music.vector": "Der Zustand",
    "music.sources": "Aus: {names}",
    "music.noSources": "Noch aus nichts.",
  },
};

// The words of the smallest view of music.

export const texts = {
  en: {
    "music.followTitle": "Music, small",
    "music.tap.energy.1": "Tired",
    "music.tap.energy.3": "So-so",
    "music.tap.energy.5": "Awake",
    "music.tap.mood.1": "Low",
    "music.tap.mood.3": "Even",
    "music.tap.mood.5": "Good",
  },
  de: {
    "music.followTitle": "Musik, klein",
    "music.tap.energy.1": "Müde",
    "music.tap.energy.3": "Mittel",
    "music.tap.energy.5": "Wach",
    "music.tap.mood.1": "Schlecht",
    "music.tap.mood.3": "Ausgeglichen",
    "music.tap.mood.5": "Gut",
  },
};

// The words of the smallest view of music.

export const texts = {
  en: {
    "music.followTitle": "Music, small",
    "music.tap.1": "Low",
    "music.tap.3": "Even",
    "music.tap.5": "Good",
  },
  de: {
    "music.followTitle": "Musik, klein",
    "music.tap.1": "Schlecht",
    "music.tap.3": "Ausgeglichen",
    "music.tap.5": "Gut",
  },
};

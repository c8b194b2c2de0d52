// The words of home.

export const texts = {
  en: {
    "bar.home": "Home",

    "home.line": "Breathe where your heart rhythm swings most.",
    "home.watch": "Go to the session",
    "home.running": "A session is running.",
    "home.last": "Last session",
    "home.trend": { one: "The last session", other: "The last {n} sessions" },
  },
  de: {
    "bar.home": "Start",

    "home.line": "Atmen Sie dort, wo Ihr Herzrhythmus am weitesten schwingt.",
    "home.watch": "Zur Sitzung",
    "home.running": "Eine Sitzung läuft.",
    "home.last": "Letzte Sitzung",
    "home.trend": { one: "Die letzte Sitzung", other: "Die letzten {n} Sitzungen" },
  },
};

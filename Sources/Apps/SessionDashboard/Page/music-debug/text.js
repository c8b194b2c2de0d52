// The words of the details of a choice.

export const texts = {
  en: {
    "music.debugOff": "No songs are chosen now: begin on the first view.",
    "music.player": "Player: {name}",
    "music.candidates": "The ten best songs now",
    "music.vector": "The state",
    "music.sources": "From: {names}",
    "music.around": "What surrounds you",
    "music.nextEvent": "The next event of the calendar begins in {n} min.",
    "music.noEvent": "No event of the calendar begins within a day.",
    "music.noCalendar": "No calendar is read.",
    "music.desktop": "At the desktop in the last half hour: {times}",
    "music.noDesktop": "Nothing is known of the desktop.",
    "music.noSources": "From nothing yet.",
  },
  de: {
    "music.debugOff": "Gerade werden keine Lieder gewählt: Beginnen Sie in der ersten Ansicht.",
    "music.player": "Player: {name}",
    "music.candidates": "Die zehn jetzt besten Lieder",
    "music.vector": "Der Zustand",
    "music.sources": "Aus: {names}",
    "music.around": "Was Sie umgibt",
    "music.nextEvent": "Der nächste Termin im Kalender beginnt in {n} min.",
    "music.noEvent": "Im Kalender beginnt innerhalb eines Tages kein Termin.",
    "music.noCalendar": "Kein Kalender wird gelesen.",
    "music.desktop": "Am Rechner in der letzten halben Stunde: {times}",
    "music.noDesktop": "Vom Rechner ist nichts bekannt.",
    "music.noSources": "Noch aus nichts.",
  },
};

// The words of a workout's screen.

export const texts = {
  en: {
    "workout.title": "Workout",
    "workout.time": "Time",
    "workout.highest": "Highest",
    "workout.pause": "Pause",
    "workout.sources": "Sources",
    "workout.back": "All days",
  },
  de: {
    "workout.title": "Training",
    "workout.time": "Zeit",
    "workout.highest": "Höchste",
    "workout.pause": "Pause",
    "workout.sources": "Quellen",
    "workout.back": "Alle Tage",
  },
};

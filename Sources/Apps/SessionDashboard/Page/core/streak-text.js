// The words of streaks, which several screens show.

export const texts = {
  en: {
    "measure.mindful": "Mindful",
    "measure.workout": "Workouts",

    "streak.title": "Days in a row",
    "streak.calendar": "Calendar",
    "streak.length": { one: "day in a row", other: "days in a row" },
    "streak.begin": { one: "{n} minute begins a streak.", other: "{n} minutes begin a streak." },
    "streak.none": { one: "No streak: {n} minute begins one.", other: "No streak: {n} minutes begin one." },
    "streak.active": "Done for today: {time}",
    "streak.open": "Open until {time}: {left} to go",
    "streak.openMidnight": "Open until midnight: {left} to go",
    "streak.rest": "A day of rest: nothing is expected.",
    "streak.rewards": "{n} of 3 rewards",
    "streak.next": { one: "1 more day for the next", other: "{n} more days for the next" },
    "streak.rewardHint": "Seven days in a row earn a reward. It makes up for one missed day.",
    "streak.best": { one: "Best: {n} day", other: "Best: {n} days" },
  },
  de: {
    "measure.mindful": "Achtsam",
    "measure.workout": "Training",

    "streak.title": "Tage in Folge",
    "streak.calendar": "Kalender",
    "streak.length": { one: "Tag in Folge", other: "Tage in Folge" },
    "streak.begin": { one: "Mit {n} Minute beginnt eine Serie.", other: "Mit {n} Minuten beginnt eine Serie." },
    "streak.none": { one: "Keine Serie: Mit {n} Minute beginnt eine.", other: "Keine Serie: Mit {n} Minuten beginnt eine." },
    "streak.active": "Heute geschafft: {time}",
    "streak.open": "Offen bis {time}: noch {left}",
    "streak.openMidnight": "Offen bis Mitternacht: noch {left}",
    "streak.rest": "Ein Ruhetag: Nichts wird erwartet.",
    "streak.rewards": "{n} von 3 Gutschriften",
    "streak.next": { one: "noch 1 Tag bis zur nächsten", other: "noch {n} Tage bis zur nächsten" },
    "streak.rewardHint": "Sieben Tage in Folge bringen eine Gutschrift. Sie gleicht einen verpassten Tag aus.",
    "streak.best": { one: "Längste Serie: {n} Tag", other: "Längste Serie: {n} Tage" },
  },
};

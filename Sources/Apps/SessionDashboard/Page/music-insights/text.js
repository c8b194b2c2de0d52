// The words of what the plays have shown.

export const texts = {
  en: {
    "music.noPlays": "No song was played yet.",
    "music.effects": "What followed your songs",
    "music.effectsText": "Values from 0 to 1, where 0.5 is no effect. They say what came after a song, never what came of it. A change of the heart rate is shown from 5 plays with a heart.",
    "music.changeOf": "{mean} ± {error} ({n})",
    "music.changeNone": "too few ({n})",
    "music.listenings": "Times of listening",
    "music.week": "Your energy in the week",
    "music.weekText": "The mean of what was estimated in eight weeks; hours with fewer than 6 estimates on 2 days are empty.",
    "music.weekNone": "There are not enough estimates yet.",
  },
  de: {
    "music.noPlays": "Noch wurde kein Lied gespielt.",
    "music.effects": "Was auf Ihre Lieder folgte",
    "music.effectsText": "Werte von 0 bis 1, 0,5 heißt keine Wirkung. Sie sagen, was nach einem Lied kam, nie, was von ihm kam. Eine Änderung der Herzfrequenz steht ab 5 Malen mit Herz da.",
    "music.changeOf": "{mean} ± {error} ({n})",
    "music.changeNone": "zu wenige ({n})",
    "music.listenings": "Zeiten des Hörens",
    "music.week": "Ihre Energie in der Woche",
    "music.weekText": "Das Mittel dessen, was in acht Wochen geschätzt wurde; Stunden mit weniger als 6 Schätzungen an 2 Tagen sind leer.",
    "music.weekNone": "Noch gibt es zu wenige Schätzungen.",
  },
};

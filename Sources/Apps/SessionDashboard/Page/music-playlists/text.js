// The words of the playlists.

export const texts = {
  en: {
    "music.playlistsNone": "There are no playlists. In a terminal, “hrv music scan --playlists FOLDER” reads those of your folders.",
    "music.search": "Search",
    "music.best": "Best now",
    "music.recent": "Played last",
    "music.allLists": "All",
    "music.noneFound": "No playlist has this name.",
    "music.match": "{value} match",
    "music.noMatch": "no song may play now",
    "music.matchText": "The match is the mean score of a list's ten best songs now.",
    "music.matchNoHeart": "No heart is heard: the match goes by the clock and by what you said.",
    "music.listSongs": { one: "{count} song", other: "{count} songs" },
    "music.missing": { one: "{count} not here", other: "{count} not here" },
    "music.gone": "the file of the list is gone",
  },
  de: {
    "music.playlistsNone": "Es gibt keine Playlists. Im Terminal liest „hrv music scan --playlists ORDNER“ die Ihrer Ordner.",
    "music.search": "Suchen",
    "music.best": "Jetzt am besten",
    "music.recent": "Zuletzt gespielt",
    "music.allLists": "Alle",
    "music.noneFound": "Keine Playlist heißt so.",
    "music.match": "passt zu {value}",
    "music.noMatch": "jetzt darf kein Lied spielen",
    "music.matchText": "Wie gut eine Liste passt, ist das Mittel der Punkte ihrer zehn jetzt besten Lieder.",
    "music.matchNoHeart": "Es wird kein Herz gehört: Was passt, richtet sich nach der Uhr und nach dem, was Sie gesagt haben.",
    "music.listSongs": { one: "{count} Lied", other: "{count} Lieder" },
    "music.missing": { one: "{count} nicht hier", other: "{count} nicht hier" },
    "music.gone": "die Datei der Liste ist weg",
  },
};

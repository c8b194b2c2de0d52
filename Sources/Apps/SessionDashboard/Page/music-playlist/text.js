// The words of one playlist.

export const texts = {
  en: {
    "music.playList": "Choose from this list",
    "music.listTitle": "Playlist",
    "music.listEmpty": "This list has no song of the library.",
  },
  de: {
    "music.playList": "Aus dieser Liste wählen",
    "music.listTitle": "Playlist",
    "music.listEmpty": "Diese Liste hat kein Lied der Bibliothek.",
  },
};

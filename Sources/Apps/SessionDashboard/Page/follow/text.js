// The words of the second screen.

export const texts = {
  en: {
    "follow.title": "Follow",
    "follow.none": "No session",
  },
  de: {
    "follow.title": "Mitatmen",
    "follow.none": "Keine Sitzung",
  },
};

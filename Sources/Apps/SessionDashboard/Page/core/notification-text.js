// The words of notifications.

export const texts = {
  en: {
    "notify.snooze": "Later",
    "notify.today": "Not today",
  },
  de: {
    "notify.snooze": "Später",
    "notify.today": "Heute nicht",
  },
};

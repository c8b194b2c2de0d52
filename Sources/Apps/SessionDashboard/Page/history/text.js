// The words of the history.

export const texts = {
  en: {
    "bar.history": "History",

    "chart.day": "Day",

    "history.title": "History",
    "history.emptyDates": "No session between these days.",
    "history.emptyApart": "No simulated or replayed session yet.",
    "history.count": { one: "{n} session", other: "{n} sessions" },
    "history.more": "Show more",
    "history.from": "From",
    "history.to": "To",
    "history.all": "All days",
    "history.kind": "Which sessions",
    "history.apart0": "Your own",
    "history.apart1": "Simulated and replayed",
    "history.trend": "Trends",
    "history.trendSpan": "How far back",
    "history.moreTrends": "Resonance frequency and heart rate",
    "history.days": "{n} days",
  },
  de: {
    "bar.history": "Verlauf",

    "chart.day": "Tag",

    "history.title": "Verlauf",
    "history.emptyDates": "Keine Sitzung zwischen diesen Tagen.",
    "history.emptyApart": "Noch keine simulierte oder wiederholte Sitzung.",
    "history.count": { one: "{n} Sitzung", other: "{n} Sitzungen" },
    "history.more": "Mehr zeigen",
    "history.from": "Von",
    "history.to": "Bis",
    "history.all": "Alle Tage",
    "history.kind": "Welche Sitzungen",
    "history.apart0": "Ihre eigenen",
    "history.apart1": "Simulierte und wiederholte",
    "history.trend": "Trends",
    "history.trendSpan": "Wie weit zurück",
    "history.moreTrends": "Resonanzfrequenz und Herzfrequenz",
    "history.days": "{n} Tage",
  },
};

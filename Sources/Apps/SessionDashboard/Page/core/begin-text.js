// Words of a session's beginning and end, which the screens share, in each language.

export const texts = {
  en: {
    "begin.button": "Begin Session",
    "begin.source": "Source:",
    "begin.sources": "Where the heartbeats come from",
    "begin.change": "change",
    "begin.strap": "Name or address of the strap (hrv straps lists those in reach)",
    "begin.replay": "Session to replay",
    "begin.viewOnly": "This browser may watch. A session begins where the full link was opened.",
    "begin.ecg": "Find the beats in the strap's ECG",
    "begin.ecgHint": "For hearts whose odd beats a strap leaves out; Polar H10.",

    "bluetooth.absent": "This browser has no Web Bluetooth. Chrome and Edge have it, on Linux after it was switched on in chrome://flags; Firefox and Safari do not.",
    "bluetooth.insecure": "Browsers allow Bluetooth only to pages of the same machine or over TLS: open the dashboard at 127.0.0.1, or behind your own TLS proxy.",
    "bluetooth.noECG": "This strap sends no ECG: the beats come from its own intervals.",

    "holder.title": "A session is running already",
    "holder.what": "Session",
    "holder.where": "Where",
    "holder.since": "Since",
    "holder.onPage": "on a page",
    "holder.inTerminal": "in a terminal",
    "holder.text": "One session runs at a time.",
    "holder.kept": "If you end it, it is kept as far as it came.",
    "holder.watch": "Watch it",
    "holder.take": "End it and begin mine",

    "ended.faults": "Not all of this session was kept:",
    "ended.replaced": "Another program or page has taken this session's place.",
  },
  de: {
    "begin.button": "Sitzung beginnen",
    "begin.source": "Quelle:",
    "begin.sources": "Woher die Herzschläge kommen",
    "begin.change": "ändern",
    "begin.strap": "Name oder Adresse des Gurts (hrv straps zeigt, welche da sind)",
    "begin.replay": "Sitzung, die wiederholt wird",
    "begin.viewOnly": "Dieser Browser darf zusehen. Eine Sitzung beginnt dort, wo der volle Link geöffnet wurde.",
    "begin.ecg": "Die Schläge im EKG des Gurts finden",
    "begin.ecgHint": "Für Herzen, deren ungewöhnliche Schläge ein Gurt auslässt; Polar H10.",

    "bluetooth.absent": "Dieser Browser hat kein Web Bluetooth. Chrome und Edge haben es, unter Linux nach dem Einschalten in chrome://flags; Firefox und Safari nicht.",
    "bluetooth.insecure": "Browser erlauben Bluetooth nur Seiten desselben Rechners oder über TLS: Öffnen Sie das Dashboard unter 127.0.0.1 oder hinter Ihrem eigenen TLS-Proxy.",
    "bluetooth.noECG": "Dieser Gurt sendet kein EKG: Die Schläge kommen aus seinen eigenen Intervallen.",

    "holder.title": "Es läuft schon eine Sitzung",
    "holder.what": "Sitzung",
    "holder.where": "Wo",
    "holder.since": "Seit",
    "holder.onPage": "auf einer Seite",
    "holder.inTerminal": "in einem Terminal",
    "holder.text": "Es läuft immer nur eine Sitzung.",
    "holder.kept": "Wenn Sie sie beenden, bleibt sie so weit erhalten, wie sie kam.",
    "holder.watch": "Zusehen",
    "holder.take": "Beenden und meine beginnen",

    "ended.faults": "Nicht alles von dieser Sitzung wurde behalten:",
    "ended.replaced": "Ein anderes Programm oder eine andere Seite hat den Platz dieser Sitzung eingenommen.",
  },
};

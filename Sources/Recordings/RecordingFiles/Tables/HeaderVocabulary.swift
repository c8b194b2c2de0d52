/// Names that columns have in ten languages, and the kind of column that each means.
///
/// English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech and Swedish; words
/// as ``HeaderWords`` folds them.
enum HeaderVocabulary {
    /// Words that by themselves mean intervals between beats.
    static let beatWords = [
        "rri", "rrs", "rr", "nni", "nn", "ibi", "ibis", "bbi", "ppi", "pp", "r2r", "rtor", "btb",
    ]

    /// Words that say no more of such a column.
    private static let neutralWords: Set<String> = [
        "interval", "intervals", "intervall", "intervalle", "intervalles", "intervallo",
        "intervalli", "intervalo", "intervalos", "interwal", "interwaly", "odstep", "odstepy",
        "intervaly", "intervallen", "abstand", "abstande", "afstand", "avstand", "vzdalenost",
        "dauer",
        "duration", "duree", "duracion", "durata", "duracao", "length", "value", "values", "wert",
        "werte", "data", "daten", "series", "raw", "roh", "rohwerte", "time", "times", "zeit",
        "zeiten", "beat", "heart", "ecg", "ppg", "sensor", "polar", "in", "the", "of", "der", "de",
        "des", "do", "du", "list", "array", "corrected", "filtered", "clean", "cleaned", "original",
        "temps", "tempo", "tiempo", "e", "och", "entre", "zwischen", "1", "ms", "les", "los", "gli",
        "tid", "tijd", "czas", "doba", "trvani", "h10", "h9", "period", "periods", "peak", "normal",
    ]

    /// Nouns for a distance between beats, in front of ``beatNouns``.
    private static let intervalNouns: Set<String> = [
        "interval", "intervals", "intervall", "intervalle", "intervalles", "intervallo",
        "intervalli", "intervalo", "intervalos", "interwal", "interwaly", "odstep", "odstepy",
        "intervaly", "intervallen", "abstand", "abstande", "afstand", "avstand", "vzdalenost",
        "distance", "period", "time", "zeit", "czas", "tijd",
    ]
    private static let beatNouns: Set<String> = [
        "beats", "beat", "heartbeats", "schlagen", "schlage", "herzschlagen", "herzschlage",
        "battements", "latidos", "battiti", "batimentos", "hartslagen", "slagen", "uderzeniami",
        "uderzen", "udery", "uderu", "tepy", "tepu", "hjartslag", "slag", "pulsslag", "interbeat",
    ]

    /// Single names of such a column, joined.
    private static let intervalNames: Set<String> = [
        "interval", "intervals", "intervall", "intervalle", "intervallo", "intervalo", "interwal",
        "intervaly", "interbeatinterval", "interbeatintervals", "interbeat", "beatinterval",
        "beatintervals", "beattobeat", "beattobeatinterval", "beattobeatintervals", "heartperiod",
        "herzperiode", "cyclelength", "heartbeatinterval", "heartbeatintervals",
        "herzschlagintervall", "herzschlagabstand", "schlagintervall", "schlagabstand",
        "heartinterval",
        "intervallecardiaque", "intervalocardiaco", "intervallocardiaco", "hartslaginterval",
        "hartinterval", "hjartintervall", "slagintervall", "interwalserca", "srdecniinterval",
        "pulseinterval", "pulseintervals", "pulselength", "pulselengths", "pulsintervall",
        "peaktopeak",
    ]

    private static let heartRateNames: Set<String> = [
        "hr", "bpm", "heartrate", "pulse", "puls", "pulserate", "pulsrate", "herzfrequenz",
        "herzrate", "frequencecardiaque", "fc", "frecuenciacardiaca", "pulso", "frequenzacardiaca",
        "frequenciacardiaca", "hartslag", "hartfrequentie", "tetno", "tep", "tepovafrekvence",
        "hjartfrekvens", "restingheartrate", "rhr", "avghr", "meanhr", "maxhr", "minhr",
        "instanthr",
        "hartritme", "ritmocardiaco", "pouls", "polso", "czestoscskurczowserca", "srdecnifrekvence",
        "averageheartrate", "instantaneousheartrate",
    ]
    private static let heartRateWords: Set<String> = [
        "hr", "bpm", "heartrate", "herzfrequenz", "puls", "pulse", "pouls", "tetno", "tep",
    ]

    private static let timeWords: Set<String> = [
        "time", "times", "timestamp", "timestamps", "stamp", "ts", "t", "date", "datetime", "clock",
        "elapsed", "epoch", "unix", "utc", "zeit", "uhrzeit", "datum", "zeitstempel", "zeitpunkt",
        "temps", "heure", "horodatage", "tiempo", "hora", "fecha", "tempo", "ora", "orario", "data",
        "tijd", "tijdstip", "tijdstempel", "czas", "godzina", "cas", "tid", "tidpunkt",
        "klockslag", "tidsstampel", "instant", "seconds", "sekunden", "start", "since", "znacznik",
        "marcatemporale", "localtime",
    ]

    private static let signalWords: Set<String> = [
        "ecg", "ekg", "mlii", "mliii", "mli", "avr", "avl", "avf", "lead", "ppg", "pleth", "bvp",
        "emg", "eeg", "eda", "gsr", "acc", "accx", "accy", "accz", "gyro", "voltage", "adc", "raw",
        "spannung", "signal",
        "red", "ir", "infrared", "green", "filtered", "amplitude", "ableitung", "derivation",
        "canal", "kanal",
        "analog", "a0", "a1", "a2", "microvolts", "millivolts", "plethysmogram", "resp",
        "temperature",
        "temp", "trigger", "status", "marker", "belt", "abdomen", "thorax", "spo2", "napiecie",
        "napeti",
        "tension", "voltaje", "tensione", "tensao", "spanning", "spanningssignaal", "sample",
        "channel",
        "accelerometer", "magnetometer", "light", "pressure",
    ]
    private static let leadNames: Set<String> = [
        "i", "ii", "iii", "v1", "v2", "v3", "v4", "v5", "v6", "v", "exg1", "exg2", "ch1", "ch2",
        "mv2", "mcl1", "ml2",
    ]

    private static let personWords: Set<String> = [
        "participant", "subject", "subj", "person", "patient", "pid", "id", "session", "recording",
        "record", "file", "filename", "user", "userid", "case", "proband", "probandin", "vp",
        "versuchsperson",
        "teilnehmer", "teilnehmerin", "sujet", "sujeto", "participante", "soggetto", "partecipante",
        "sujeito",
        "deelnemer", "proefpersoon", "uczestnik", "badany", "pacjent", "ucastnik", "osoba",
        "deltagare", "forsoksperson", "paciente", "paziente", "sitzung", "sesion", "sessione",
        "sessao", "sessie",
        "sesja", "sezeni", "animal", "mouse", "rat", "who", "name", "individual", "code",
    ]

    /// Words that mean a session where `id` or a number stands behind them.
    private static let sessionWords: Set<String> = [
        "measurement", "messung", "mesure", "medicion", "misura", "misurazione", "medicao",
        "meting", "pomiar", "mereni", "matning", "test", "visit", "exam", "reading",
    ]

    private static let counterNames: Set<String> = [
        "n", "nr", "no", "number", "index", "idx", "i", "beat", "beatnumber", "beatno", "beatnr",
        "row", "lfd", "lfdnr", "num", "numero", "numer", "poradi", "cislo", "seq", "nseq",
        "sequence",
        "counter", "count", "schlag", "schlagnr", "sample", "samples", "samplenumber", "sampleno",
        "sampleindex", "frame", "", "unnamed0", "zahler", "battement", "latido", "battito",
        "batimento",
        "slag", "uderzenie", "uder", "line", "zeile", "cnt", "#",
    ]

    private static let peakNames: Set<String> = [
        "ecgrpeaks", "rpeaks", "rpeak", "peaks", "peak", "rpeakindex", "rpeakindices",
        "rpeaksindex",
        "peakindex", "peakindices", "qrs", "qrsindex", "qrssample", "qrssamples", "rpeaksample",
        "rpeaksamples",
        "beatsample", "beatsamples", "peaksample", "peaksamples", "rwave", "rwaves",
        "rpeakposition",
        "rpeakpositions", "rlocs", "rloc", "qrsi", "rzacken", "rzacke", "rpeakidx", "peakidx",
        "ppgpeaks",
        "annotationsample", "samplenumbersofrpeaks",
    ]

    private static let beatTimeNames: Set<String> = [
        "beattime", "beattimes", "rtime", "rtimes", "rpeaktime", "rpeaktimes", "peaktime",
        "peaktimes",
        "timeofbeat", "timeofrpeak", "rpeakstime", "schlagzeit", "schlagzeitpunkt", "beattimestamp",
    ]

    private static let breathNames: Set<String> = [
        "resp", "respiration", "respirationrate", "respiratoryrate", "breathingrate", "breathrate",
        "breaths", "brpm", "atemfrequenz", "frequencerespiratoire", "frecuenciarespiratoria",
        "frequenzarespiratoria", "frequenciarespiratoria", "ademfrequentie", "andningsfrekvens",
    ]

    private static let summaryNames: Set<String> = [
        "rmssd", "avnn", "sdnn", "lnrmssd", "pnn50", "hrv", "meannn", "meanrr", "dailyrmssd",
        "variability", "heartratevariability", "heartratevariabilityms", "restingheartrate",
        "averagehrv", "sleepscore", "recoveryscore", "strain", "readiness", "coverage",
        "lowfrequency",
        "highfrequency", "lf", "sdann", "lfhf",
    ]

    /// Words that begin a row below the intervals that sums them up.
    static let footerWords: Set<String> = [
        "mean", "average", "avg", "sd", "std", "stdev", "stddev", "min", "max", "minimum",
        "maximum",
        "median", "count", "sum", "total", "rmssd", "sdnn", "mittelwert", "mittel", "mw",
        "stabw", "standardabweichung", "anzahl", "summe", "moyenne", "ecarttype", "ecart", "summa",
        "suma", "soma", "somma", "soucet", "somme", "som", "totaal", "totale", "totalt", "gesamt",
        "insgesamt", "razem", "celkem", "mediane",
        "media", "mediana", "desviacion", "dev", "deviazione", "moda", "gemiddelde", "aantal",
        "srednia", "odchylenie", "prumer", "medelvarde", "antal", "variance", "var", "range",
        "desvio",
        "end", "eof", "ende", "fin", "fine", "fim", "einde", "koniec", "konec", "slut", "pnn50",
    ]

    /// The kind of column that a name means; nil where it says nothing.
    static func kind(_ header: HeaderWords) -> TableColumn.Kind? {
        let joined = header.joinedWords
        // `*` says nothing; a name that is missing is that of a data frame's index.
        if joined.isEmpty, !header.name.isEmpty { return nil }
        let unit = TableUnit(header.unit)
        if peakNames.contains(joined) {
            return unit?.isTime == true ? .beatTime : .peakPosition
        }
        if beatTimeNames.contains(joined) { return .beatTime }
        if summaryNames.contains(joined) { return .summary }
        if isInterval(header) { return .interval }
        if heartRateNames.contains(joined) || unit == .beatsPerMinute { return .heartRate }
        if LabelColumn(joined) != nil { return .label }
        if breathNames.contains(joined) { return .breathing }
        if counterNames.contains(joined) { return .counter }
        if let last = header.words.last,
            personWords.contains(joined)
                || header.words.contains(where: personWords.contains)
                    && (last == "id" || last == "name" || last == "code" || last == "nr"
                        || last == "no"
                        || personWords.contains(last) || header.words.count == 1)
        {
            return .person
        }
        if header.words.contains(where: sessionWords.contains),
            header.unit.lowercased() == "id" || ["nr", "no", "number"].contains(header.words.last)
        {
            return .person
        }
        if case .volts? = unit { return .signal }
        if unit == .acceleration { return .signal }
        if header.words.contains(where: timeWords.contains) || timeWords.contains(joined) {
            return .time
        }
        if joined.hasPrefix("time") || joined.hasSuffix("timestamp") || joined.hasSuffix("time") {
            return .time
        }
        if unit?.isTime == true, header.words.isEmpty || TableUnit(header.name)?.isTime == true {
            return .time
        }
        if leadNames.contains(joined) || header.words.contains(where: signalWords.contains)
            || joined.contains("ecg") || joined.contains("ekg")
        {
            return .signal
        }
        if header.words.contains(where: heartRateWords.contains) { return .heartRate }
        return nil
    }

    /// Returns true if a name has a word that may mean something other than intervals, such as
    /// `rt_ms` or `price`; single letters and numbers mean nothing.
    static func hasOtherMeaning(_ header: HeaderWords) -> Bool {
        header.words.contains { word in
            word.count > 1 && word.contains(where: \.isLetter) && !neutralWords.contains(word)
                && !intervalNouns.contains(word) && !beatNouns.contains(word)
                && !["var", "col", "column", "field", "unnamed", "ch"].contains(
                    word.filter(\.isLetter))
        }
    }

    private static let linkWords: Set<String> = [
        "between", "two", "successive", "zwischen", "zwei", "entre", "deux", "dos", "tra", "due",
        "dois",
        "tussen", "twee", "miedzy", "mezi", "mellan", "two", "i", "a", "to", "successifs",
        "sucesivos",
    ]

    /// Returns true if the name is that of intervals between beats.
    private static func isInterval(_ header: HeaderWords) -> Bool {
        if intervalNames.contains(header.joinedWords) || beatWords.contains(header.joinedWords) {
            return true
        }
        if header.words.contains(where: intervalNouns.contains),
            header.words.contains(where: beatNouns.contains),
            header.words.allSatisfy({
                intervalNouns.contains($0) || beatNouns.contains($0) || neutralWords.contains($0)
                    || linkWords.contains($0)
            })
        {
            return true
        }
        guard header.words.contains(where: beatWords.contains) else {
            return beatWords.contains { core in
                header.joinedWords.hasPrefix(core)
                    && neutralWords.contains(String(header.joinedWords.dropFirst(core.count)))
            }
        }
        // `RR timestamp` is a time, `RR count` counts.
        return header.words.allSatisfy { beatWords.contains($0) || neutralWords.contains($0) }
    }
}

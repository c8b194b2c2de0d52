/// The meaning of a name beside samples: a time, a count of samples, a voltage.
extension HeaderWords {
    private static let indexNames: Set<String> = [
        "", "nseq", "seq", "sample", "samples", "samplenumber", "sampleindex", "sampleno", "index",
        "idx", "i", "n", "no", "nr", "id", "number", "frame", "row", "unnamed0",
    ]
    private static let timeNames: Set<String> = [
        "t", "ts", "timer", "clock", "elapsed", "date", "datetime", "sincestart", "utc", "zeit",
        "uhrzeit", "temps", "heure",
        "tiempo", "hora", "tempo", "ora", "orario", "tijd", "czas", "godzina", "cas", "tid",
    ]

    /// Length of the unit of a time; s; nil where the name states none.
    var secondsPerUnit: Double? { TableUnit(unit.isEmpty ? name : unit)?.seconds }
    /// True if the values should be times.
    var isTime: Bool {
        Self.timeNames.contains(joinedWords) || joinedWords.contains("time")
            || joinedWords.contains("stamp") || unit.isEmpty && TableUnit(name)?.isTime == true
    }
    /// True if the values may count samples.
    var isIndex: Bool { Self.indexNames.contains(joinedWords) }
    /// True if the time is the sensor's own, which has no delay of a radio link.
    var isSensorTime: Bool { joinedWords.contains("sensor") }
    /// True if the time is the one at which a phone received the samples.
    var isPhoneTime: Bool { joinedWords == "phonetimestamp" }
    /// True if only a signal has such a name: an ECG, or any voltage.
    var isSignal: Bool {
        joinedWords.contains("ecg") || joinedWords.contains("ekg")
            || VoltageUnit.millivolts(per: unit) != nil
    }
    /// Turns values into mV; 1 where the unit is no voltage or none is stated.
    var scale: Double { VoltageUnit.millivolts(per: unit) ?? 1 }
    /// `mV` for a voltage, else as written.
    var displayUnit: String {
        VoltageUnit.millivolts(per: unit) == nil ? unit : VoltageUnit.millivolts
    }
}

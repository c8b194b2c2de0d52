/// The meaning of the name of a column: a unit, a time, a count of samples, an ECG.
struct ColumnName {
    /// The name without a unit in brackets.
    let name: String
    /// The unit as written; empty where there is none.
    let unit: String
    /// Lower case, letters and digits only, the unit left out.
    private let plain: String

    private static let timeUnits: [(names: Set<String>, seconds: Double)] = [
        (["s", "sec", "secs", "second", "seconds"], 1),
        (["ms", "msec", "msecs", "millisecond", "milliseconds"], 1e-3),
        (["us", "µs", "\u{3BC}s", "usec", "microsecond", "microseconds"], 1e-6),
        (["ns", "nsec", "nanosecond", "nanoseconds"], 1e-9),
        (["min", "minute", "minutes"], 60), (["h", "hour", "hours"], 3600),
    ]
    private static let timeNames: Set<String> = [
        "t", "ts", "timer", "clock", "elapsed", "date", "datetime", "sincestart", "s", "ms", "sec",
        "seconds", "min", "us", "ns", "utc", "zeit", "temps", "tiempo",
    ]
    private static let indexNames: Set<String> = [
        "", "nseq", "seq", "sample", "samples", "samplenumber", "sampleindex", "sampleno", "index",
        "idx", "i", "n", "no", "number", "frame", "row", "unnamed0",
    ]

    init(_ field: ArraySlice<UInt8>) {
        var text = TextLine.string(field)
        while let first = text.first, first == "#" || first.isWhitespace { text.removeFirst() }
        var unit = ""
        if let open = text.lastIndex(where: { $0 == "[" || $0 == "(" }),
            let last = text.last, last == "]" || last == ")"
        {
            unit = String(text[text.index(after: open)...].dropLast())
            text = String(text[..<open])
            while text.last?.isWhitespace == true { text.removeLast() }
            name = text
        } else {
            name = text
            let parts = text.split { $0 == "_" || $0 == " " || $0 == "/" || $0 == "-" }
            if parts.count > 1, let last = parts.last.map(String.init),
                VoltageUnit.millivolts(per: last) != nil || Self.seconds(per: last) != nil
            {
                unit = last
                text = parts.dropLast().joined()
            }
        }
        self.unit = unit
        plain = text.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    private static func seconds(per unit: String) -> Double? {
        timeUnits.first { $0.names.contains(unit.lowercased()) }?.seconds
    }

    /// Length of the unit of a time; s; nil where the name states none.
    var secondsPerUnit: Double? { Self.seconds(per: unit.isEmpty ? plain : unit) }
    /// True if the values should be times.
    var isTime: Bool {
        plain.contains("time") || plain.contains("stamp") || Self.timeNames.contains(plain)
    }
    /// True if the values may count samples.
    var isIndex: Bool { Self.indexNames.contains(plain) }
    /// True if the time is the sensor's own, which has no delay of a radio link.
    var isSensorTime: Bool { plain.contains("sensor") }
    /// True if the time is the one at which a phone received the samples.
    var isPhoneTime: Bool { plain == "phonetimestamp" }
    /// True if only a signal has such a name: an ECG, or any voltage.
    var isSignal: Bool {
        plain.contains("ecg") || plain.contains("ekg") || VoltageUnit.millivolts(per: unit) != nil
    }
    /// Turns values into mV; 1 where the unit is no voltage or none is stated.
    var scale: Double { VoltageUnit.millivolts(per: unit) ?? 1 }
    /// `mV` for a voltage, else as written.
    var displayUnit: String {
        VoltageUnit.millivolts(per: unit) == nil ? unit : VoltageUnit.millivolts
    }
}

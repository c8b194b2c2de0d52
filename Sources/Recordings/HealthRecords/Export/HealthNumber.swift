import RecordingFiles

/// Numbers of an export in the units of the timeline.
enum HealthNumber {
    /// A finite number with a decimal point; nil for anything else, such as `NaN`, `inf` or `72,5`.
    static func value(_ text: XMLText) -> Double? {
        guard let number = DecimalNumber(text.bytes)?.value(), number.isFinite else { return nil }
        return number
    }

    /// A number that may be missing: nil where there is no text, and where it is no number.
    static func value(_ text: XMLText?) -> Double? { text.flatMap(value) }

    /// Returns a value of a quantity in its own unit; nil for another unit, and outside of what the
    /// quantity can be.
    static func value(
        _ number: Double, unit: XMLText, of quantity: HealthQuantity
    ) -> Double? {
        switch quantity {
        case .heartRate, .restingHeartRate, .respiratoryRate:
            perMinuteFactor(unit).map { number * $0 }.flatMap { (1...300).contains($0) ? $0 : nil }
        case .sdnn, .rmssd:
            millisecondFactor(unit).map { number * $0 }.flatMap {
                (0...10_000).contains($0) ? $0 : nil
            }
        default:
            metreFactor(unit).map { number * $0 }
                .flatMap { WorkoutNumberParser.metresRange.contains($0) ? $0 : nil }
        }
    }

    /// Events a minute in one of the unit; nil for what is no rate.
    private static func perMinuteFactor(_ unit: XMLText) -> Double? {
        if unit == "count/min" { return 1 }
        return unit == "count/s" || unit == "Hz" ? 60 : nil
    }

    private static func millisecondFactor(_ unit: XMLText) -> Double? {
        unit == "ms" ? 1 : unit == "s" ? 1000 : nil
    }

    /// Metres of one unit of length; nil for another unit.
    static func metreFactor(_ unit: XMLText) -> Double? {
        switch unit {
        case _ where unit == "m": 1
        case _ where unit == "km": 1000
        case _ where unit == "mi": 1609.344
        case _ where unit == "yd": 0.9144
        case _ where unit == "ft": 0.3048
        case _ where unit == "cm": 0.01
        default: nil
        }
    }

    /// Seconds of one unit of time; nil for another unit.
    static func secondFactor(_ unit: XMLText) -> Double? {
        switch unit {
        case _ where unit == "min": 60
        case _ where unit == "s": 1
        case _ where unit == "hr": 3600
        case _ where unit == "h": 3600
        case _ where unit == "ms": 0.001
        default: nil
        }
    }

    /// Energy in kcal; nil for another unit than kcal, Cal and kJ.
    static func kilocalories(_ number: Double, unit: XMLText) -> Double? {
        switch unit {
        case _ where unit == "kcal": number
        case _ where unit == "Cal": number
        case _ where unit == "kJ": number / 4.184
        default: nil
        }
    }
}

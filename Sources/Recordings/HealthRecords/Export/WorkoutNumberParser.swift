/// Numbers of a workout in the units of the timeline, and how many were refused.
///
/// A number is refused where it is none (`NaN`, `inf`, `72,5`), has no unit or another one, or is outside of what any
/// workout can be. What is not stated at all is nil and no error.
struct WorkoutNumberParser {
    /// Durations that a workout can have; s; 30 days.
    static let secondsRange = 0.0...2_592_000
    /// Distances that a workout can have; m; a quarter of the way around the earth.
    static let metresRange = 0.0...1e7
    /// Energies that a workout can need; kcal.
    static let kilocaloriesRange = 0.0...1e6

    private(set) var rejectedCount = 0

    /// The duration that attributes state; s.
    mutating func durationSeconds(_ attributes: XMLAttributes) -> Double? {
        number(
            attributes.value("duration"), attributes.value("durationUnit"),
            within: Self.secondsRange
        ) { number, unit in HealthNumber.secondFactor(unit).map { $0 * number } }
    }

    mutating func kilocalories(_ text: XMLText?, _ unit: XMLText?) -> Double? {
        number(text, unit, within: Self.kilocaloriesRange) {
            HealthNumber.kilocalories($0, unit: $1)
        }
    }

    mutating func metres(_ text: XMLText?, _ unit: XMLText?) -> Double? {
        number(text, unit, within: Self.metresRange) { number, unit in
            HealthNumber.metreFactor(unit).map { $0 * number }
        }
    }

    /// The length of a pool, with its unit behind it: `25 m`; m.
    mutating func poolLengthMetres(_ text: XMLText) -> Double? {
        guard let space = text.bytes.firstIndex(of: UInt8(ascii: " ")) else { return nil }
        return metres(XMLText(text.base, count: space), text.dropFirst(space + 1))
            .flatMap { $0 > 0 ? $0 : nil }
    }

    /// A heart rate; beats/min.
    mutating func heartRate(_ text: XMLText?, _ unit: XMLText?) -> Double? {
        number(text, unit, within: 0...Double.greatestFiniteMagnitude) {
            HealthNumber.value($0, unit: $1, of: .heartRate)
        }
    }

    private mutating func number(
        _ text: XMLText?, _ unit: XMLText?, within range: ClosedRange<Double>,
        _ convert: (_ number: Double, _ unit: XMLText) -> Double?
    ) -> Double? {
        guard let text else { return nil }
        guard let unit, let number = HealthNumber.value(text), let value = convert(number, unit),
            range.contains(value)
        else {
            rejectedCount += 1
            return nil
        }
        return value
    }
}

/// Numbers of a workout in the units of the timeline, and how many were refused.
///
/// A number is refused where it is none (`NaN`, `inf`, `72,5`), has no unit or another one, or is outside of what any
/// workout can be. What is not stated at all is nil and no error.
struct WorkoutNumbers {
    /// Durations that a workout can have; s; 30 days.
    static let seconds = 0.0...2_592_000
    /// Distances that a workout can have; m; a quarter of the way around the earth.
    static let metres = 0.0...1e7
    /// Energies that a workout can need; kcal.
    static let kilocalories = 0.0...1e6

    private(set) var refusedCount = 0

    /// The duration that attributes state; s.
    mutating func seconds(_ attributes: XMLAttributes) -> Double? {
        number(
            attributes.value("duration"), attributes.value("durationUnit"), within: Self.seconds
        ) { number, unit in HealthNumber.seconds(unit).map { $0 * number } }
    }

    mutating func kilocalories(_ text: XMLText?, _ unit: XMLText?) -> Double? {
        number(text, unit, within: Self.kilocalories) {
            HealthNumber.kilocalories($0, unit: $1)
        }
    }

    mutating func metres(_ text: XMLText?, _ unit: XMLText?) -> Double? {
        number(text, unit, within: Self.metres) { number, unit in
            HealthNumber.metres(unit).map { $0 * number }
        }
    }

    /// A heart rate; beats/min.
    mutating func rate(_ text: XMLText?, _ unit: XMLText?) -> Double? {
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
            refusedCount += 1
            return nil
        }
        return value
    }
}

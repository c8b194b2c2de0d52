import PhysioTypes

/// The measure that the time of an entry counts as. Days and streaks of the two are kept separately.
package enum PracticeMeasure: String, Sendable, Hashable, CaseIterable {
    case mindful
    case workout
}

extension CountedEntry {
    /// Time that counts as this measure, from the start on; ms.
    package func creditMs(_ measure: PracticeMeasure) -> Int64 {
        switch measure {
        case .mindful: mindfulMs
        case .workout: workoutMs
        }
    }

    /// The time that counts as this measure; ms since 1970; nil where none does.
    package func span(_ measure: PracticeMeasure) -> Range<Int64>? {
        let credit = creditMs(measure)
        return credit > 0 ? start.unixMs..<start.unixMs + credit : nil
    }
}

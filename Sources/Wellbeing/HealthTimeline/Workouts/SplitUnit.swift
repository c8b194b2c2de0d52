/// A unit that workouts are split by.
enum SplitUnit: Sendable, CaseIterable {
    case kilometre
    case mile

    /// Length; m.
    var metres: Double {
        switch self {
        case .kilometre: 1000
        case .mile: 1609.344
        }
    }

    /// The kind of a chain of such splits where the file states them.
    var kind: SplitChain.Kind {
        switch self {
        case .kilometre: .kilometres
        case .mile: .miles
        }
    }

    /// Longest distance that is split; m. What a file states beyond it is no workout.
    static let maxMetres = 1e7

    /// Whole units of a distance. A distance that falls short of a multiple by less than a millionth of
    /// the unit, which is rounding, reaches it. At most those of ``maxMetres``.
    func completeUnitCount(in distanceMetres: Double) -> Int {
        Int((min(max(0, distanceMetres), Self.maxMetres) / metres + 1e-6).rounded(.down))
    }

    /// Both, that of the units first.
    static func ordered(_ units: TimelineOptions.Units) -> [SplitUnit] {
        units == .imperial ? [.mile, .kilometre] : [.kilometre, .mile]
    }
}

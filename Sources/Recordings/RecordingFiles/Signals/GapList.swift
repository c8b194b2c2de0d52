import PhysioTypes

/// Gaps in the time of a recording: how many, how long together, and the first few by name.
struct GapList {
    private var count = 0
    private var totalSeconds = 0.0
    private var listedGaps: [String] = []

    private static let namedLimit = 5

    /// - Parameter start: where the gap begins, from the start of the recording; s.
    mutating func add(seconds length: Double, atSeconds start: Double) {
        count += 1
        totalSeconds += length
        guard listedGaps.count < Self.namedLimit else { return }
        listedGaps.append("\(Self.shown(length)) s at \(Self.shown(start)) s")
    }

    /// - Parameter subject: what the gaps are, in the plural.
    /// - Returns: nil where there is none.
    func notice(_ subject: String) -> Notice? {
        guard count > 0 else { return nil }
        let list = listedGaps.joined(separator: ", ") + (count > listedGaps.count ? ", ..." : "")
        return Notice(
            .note, code: "time_gaps",
            "\(subject): \(count), \(Self.shown(totalSeconds)) s together (\(list))")
    }

    /// Returns the seconds rounded to a millisecond.
    static func shown(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}

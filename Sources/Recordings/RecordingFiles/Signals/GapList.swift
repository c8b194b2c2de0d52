import PhysioTypes

/// Gaps in the time of a recording: how many, how long together, and the first few by name.
struct GapList {
    private var count = 0
    private var seconds = 0.0
    private var named: [String] = []

    private static let namedLimit = 5

    /// - Parameter start: where the gap begins, from the start of the recording; s.
    mutating func add(seconds length: Double, atSeconds start: Double) {
        count += 1
        seconds += length
        guard named.count < Self.namedLimit else { return }
        named.append("\(Self.shown(length)) s at \(Self.shown(start)) s")
    }

    /// - Parameter what: what the gaps are, in the plural.
    /// - Returns: nil where there is none.
    func notice(_ what: String) -> Notice? {
        guard count > 0 else { return nil }
        let list = named.joined(separator: ", ") + (count > named.count ? ", ..." : "")
        return Notice(
            .note, code: "time_gaps",
            "\(what): \(count), \(Self.shown(seconds)) s together (\(list))")
    }

    /// To a millisecond.
    static func shown(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}

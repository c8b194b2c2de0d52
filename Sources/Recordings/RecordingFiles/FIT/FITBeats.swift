/// The R-R intervals of a FIT file, and when they were.
package struct FITBeats: Sendable, Equatable {
    /// The message that holds them; the raw values are the numbers of the profile. In this order one
    /// is preferred where several hold as much.
    package enum Kind: UInt16, Sendable, CaseIterable {
        case hrv = 78
        case beatIntervals = 290
        case hr = 132
        case rawBBI = 372

        /// Name in the profile.
        package var name: String {
            switch self {
            case .hrv: "hrv"
            case .beatIntervals: "beat_intervals"
            case .hr: "hr"
            case .rawBBI: "raw_bbi"
            }
        }
    }

    package var kind: Kind
    /// Time of the beat that begins the first interval; ms since 1970; nil where the file has no times
    /// beside the intervals.
    package var startMs: Int64?
    /// Lengths; ms; above 0; at least one.
    package var intervalsMs: [Double]
    /// Time of the beat that ends each interval; s after the start; ascending.
    package var endSeconds: [Double]
    /// Indices of intervals that do not follow the one before; ascending.
    package var gapIndices: [Int]

    /// The intervals whose beats lie within a time, with gaps; nil where there is none.
    ///
    /// - Parameter rangeMs: ms since 1970; both ends belong to it.
    package func clipped(_ rangeMs: ClosedRange<Int64>) -> FITBeats? {
        guard let startMs else { return nil }
        let selectedIndices = intervalsMs.indices.filter { index in
            let endMs = Double(startMs) + 1000 * endSeconds[index]
            return endMs - intervalsMs[index] >= Double(rangeMs.lowerBound)
                && endMs <= Double(rangeMs.upperBound)
        }
        guard let first = selectedIndices.first else { return nil }
        let shiftSeconds = endSeconds[first] - intervalsMs[first] / 1000
        var part = self
        part.startMs = startMs + Int64((1000 * shiftSeconds).rounded())
        part.intervalsMs = selectedIndices.map { intervalsMs[$0] }
        part.endSeconds = selectedIndices.map { endSeconds[$0] - shiftSeconds }
        let gaps = Set(gapIndices)
        part.gapIndices = selectedIndices.indices.dropFirst().filter { index in
            gaps.contains(selectedIndices[index])
                || selectedIndices[index] != selectedIndices[index - 1] + 1
        }
        return part
    }
}

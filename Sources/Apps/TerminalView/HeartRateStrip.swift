import LivePipeline

/// The heart's rhythm of the last minute, as a picture of block characters.
///
/// Each column shows the mean heart rate (60 000 over the interval) of the valid intervals that lie in
/// its time window, weighted by how much of them does. Where no valid interval lies it stays empty:
/// nothing is drawn across a gap. The picture spans its own range, so that the oscillation of the breath
/// fills it; the range is stated, and is never less than ``minSpanBpm``, so that a calm heart looks calm.
struct HeartRateStrip: Equatable {
    static let seconds = 60.0
    static let minSpanBpm = 4.0
    private static let blocks: [Character] = [
        " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█",
    ]

    /// Beats/min, from left to right; nil where nothing is known.
    let columns: [Double?]

    /// - Parameter now: the right end of the strip; s of the session.
    init(_ beats: [LiveBeat], atSeconds now: Double, columnCount: Int) {
        guard columnCount > 0 else {
            columns = []
            return
        }
        // Columns keep their position on the clock, so that the strip wanders by whole ones.
        let width = Self.seconds / Double(columnCount)
        let end = (now / width).rounded(.up) * width
        var sums = [Double](repeating: 0, count: columnCount)
        var weights = sums
        for beat in beats where beat.artefact == nil && beat.intervalMs > 0 {
            let last = beat.timeSeconds
            let first = last - beat.intervalMs / 1000
            let begin = end - Self.seconds
            let firstColumn = max(0, Int(((first - begin) / width).rounded(.down)))
            let lastColumn = min(columnCount - 1, Int(((last - begin) / width).rounded(.down)))
            guard firstColumn <= lastColumn else { continue }
            for column in firstColumn...lastColumn {
                let left = begin + Double(column) * width
                let share = min(last, left + width) - max(first, left)
                guard share > 0 else { continue }
                sums[column] += share * 60_000 / beat.intervalMs
                weights[column] += share
            }
        }
        // Less than half a column of sound beats does not speak for it.
        columns = zip(sums, weights).map { $1 >= width / 2 ? $0 / $1 : nil }
    }

    /// Beats/min at the bottom and the top; nil where nothing is known.
    var range: ClosedRange<Double>? {
        let knownValues = columns.compactMap { $0 }
        guard let minimum = knownValues.min(), let maximum = knownValues.max() else { return nil }
        let padding = max(0, Self.minSpanBpm - (maximum - minimum)) / 2
        return (minimum - padding)...(maximum + padding)
    }

    /// The picture, from top to bottom.
    func rows(_ rowCount: Int) -> [String] {
        guard rowCount > 0 else { return [] }
        let levelCount = 8 * rowCount
        let heights = columns.map { value -> Int in
            guard let value, let range else { return 0 }
            let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
            // The lowest value is drawn too: empty means unknown.
            return 1 + Int((share * Double(levelCount - 1)).rounded())
        }
        return (0..<rowCount).map { row in
            let levelsBelow = 8 * (rowCount - 1 - row)
            return String(heights.map { Self.blocks[min(max($0 - levelsBelow, 0), 8)] })
        }
    }
}

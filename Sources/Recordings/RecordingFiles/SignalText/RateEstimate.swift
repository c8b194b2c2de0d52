/// The rate behind a column of times, some of which are late and some of which are missing.
struct RateEstimate: Equatable {
    /// Rows in one unit of the times.
    let rateHz: Double
    /// Distance of a time from its position without anything missing; in the unit of the times.
    let jitter: Double
    /// Time from the first to the last row of the segment that was measured.
    let span: Double

    /// Share of the steps between single rows that are regular.
    private static let minRegularStepShare = 0.9

    /// Estimates the rate: first the median over steps that span a quarter of the rows, then the
    /// line of least squares through the longest segment without a gap.
    ///
    /// - Parameter times: mostly ascending; NaN is passed over.
    /// - Returns: nil where fewer than two times ascend.
    /// - Complexity: O(n log n).
    init?(times: [Double]) {
        let rows = times.enumerated().filter { !$0.element.isNaN }
        guard rows.count > 1 else { return nil }
        let lag = max(1, rows.count / 4)
        let steps = (lag..<rows.count).map { index in
            (rows[index].element - rows[index - lag].element)
                / Double(rows[index].offset - rows[index - lag].offset)
        }.sorted()
        let step = steps[steps.count / 2]
        guard step > 0, step.isFinite else { return nil }
        jitter = Self.jitter(rows, step: step)
        var clock = SampleClock(rateHz: 1 / step, jitterSeconds: jitter)
        var best = 0..<0
        var begin = 0
        var index = 0
        for time in times {
            let isNewSegment = clock.countMissingSamples(before: time) != 0 || clock.hasJumpedBack
            guard !time.isNaN else { continue }
            if isNewSegment { begin = index }
            if index + 1 - begin > best.count { best = begin..<(index + 1) }
            index += 1
        }
        let slope = Self.slope(rows[best].map { (Double($0.offset), $0.element) })
        let refined = slope.map { $0 > 0 && $0.isFinite ? $0 : step } ?? step
        rateHz = 1 / refined
        span = rows[best.upperBound - 1].element - rows[best.lowerBound].element
    }

    /// Returns the usual difference of regular steps from the step; for packets, the usual time
    /// between two of them.
    private static func jitter(
        _ rows: [(offset: Int, element: Double)], step: Double
    ) -> Double {
        let steps = zip(rows.dropFirst(), rows).map { row, before in
            row.element - before.element - Double(row.offset - before.offset - 1) * step
        }
        guard !steps.isEmpty else { return 0 }
        // Times that stand still most of the time belong to packets.
        if 2 * steps.count(where: { $0 < step / 2 }) > steps.count {
            let packetSteps = steps.filter { $0 > step }.sorted()
            return packetSteps.isEmpty ? step : packetSteps[packetSteps.count / 2]
        }
        let differences = steps.map { abs($0 - step) }.sorted()
        return differences[Int(minRegularStepShare * Double(differences.count - 1))]
    }

    private static func slope(_ points: [(x: Double, y: Double)]) -> Double? {
        guard points.count > 2, let origin = points.first else { return nil }
        let count = Double(points.count)
        let meanX = points.reduce(0) { $0 + $1.x - origin.x } / count
        let meanY = points.reduce(0) { $0 + $1.y - origin.y } / count
        var products = 0.0
        var squares = 0.0
        for point in points {
            let x = point.x - origin.x - meanX
            products += x * (point.y - origin.y - meanY)
            squares += x * x
        }
        return products / squares
    }
}

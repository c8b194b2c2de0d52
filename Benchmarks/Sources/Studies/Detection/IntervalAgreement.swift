@_spi(Studies) import KernelBenchmarks

/// Detected beats against the intervals that another device reported, which has a clock of its own.
///
/// One of the first intervals begins at one of the first detected beats, and each leads to the next:
/// the detected beat within 150 ms of where it ends, from which the next one counts; where there is
/// none, it counts from where the interval ends. So clocks need not agree for longer than a beat.
/// Intervals are compared where both ends are neighbouring detected beats; the beginning is the one of
/// which most agree within 20 ms.
public struct IntervalAgreement: Sendable {
    /// Intervals that were compared, and that were reported.
    let count: Int
    let reportedCount: Int
    /// Magnitudes of detected less reported; ms; nil where none was compared.
    let medianMs: Double?
    let highMs: Double?

    /// The number of the first beats at any of which the series may begin.
    private static let lagCount = 30
    private static let windowSeconds = 0.150
    private static let sameMs = 20.0

    /// - Parameter beatSeconds: ascending.
    /// - Parameter isUsed: of which beats both of an interval must be; all where nil.
    public init(beatSeconds: [Double], isUsed: [Bool]? = nil, intervalsMs: [Double]) {
        let isUsed = isUsed ?? beatSeconds.map { _ in true }
        let beginnings =
            beatSeconds.indices.prefix(Self.lagCount).map { ($0, 0) }
            + intervalsMs.indices.prefix(beatSeconds.isEmpty ? 0 : Self.lagCount).map { (0, $0) }
        let candidates = beginnings.map { beat, interval in
            Self.differences(beatSeconds, isUsed, from: beat, intervalsMs.dropFirst(interval))
        }
        func sameCount(_ differences: [Double]) -> Int {
            differences.count { $0 < Self.sameMs }
        }
        let best = (candidates.max { sameCount($0) < sameCount($1) } ?? []).sorted()
        reportedCount = intervalsMs.count
        count = best.count
        medianMs = best.isEmpty ? nil : best[best.count / 2]
        highMs = best.isEmpty ? nil : best[best.count * 95 / 100]
    }

    private static func differences(
        _ beats: [Double], _ isUsed: [Bool], from start: Int, _ intervalsMs: ArraySlice<Double>
    ) -> [Double] {
        var differences: [Double] = []
        var last = start
        var time = beats[start]
        var isAtBeat = true
        for interval in intervalsMs {
            time += interval / 1000
            var next = last + 1
            while next < beats.count, beats[next] < time - windowSeconds { next += 1 }
            guard next < beats.count, beats[next] <= time + windowSeconds else {
                isAtBeat = false
                continue
            }
            if isAtBeat, next == last + 1, isUsed[last], isUsed[next] {
                differences.append(abs(1000 * (beats[next] - beats[last]) - interval))
            }
            last = next
            time = beats[next]
            isAtBeat = true
        }
        return differences
    }

    public var text: String {
        guard let medianMs, let highMs else { return "no interval in common" }
        return "\(count) of \(reportedCount) intervals differ by "
            + "\(BenchmarkText.fixed(medianMs, decimals: 1)) ms (median), "
            + "\(BenchmarkText.fixed(highMs, decimals: 1)) ms (95 %)"
    }
}

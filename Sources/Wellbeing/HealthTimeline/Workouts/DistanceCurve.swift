import HealthRecords
import PhysioTypes

/// The distance covered during a workout, as it grows while the timer runs.
///
/// A sample spreads its distance evenly over the part of its time in which the timer runs; the part of
/// a sample outside the workout is left out in proportion. A sample without length, or one that lies in
/// a pause as a whole, adds nothing unless the timer runs at its moment.
struct DistanceCurve: Sendable {
    /// A segment of time over which distance grows evenly.
    private struct Piece: Sendable {
        let startMs: Int64
        let endMs: Int64
        let metres: Double
    }

    /// One distance over a time, as a file has it.
    struct DistanceSample: Sendable {
        let startMs: Int64
        let endMs: Int64
        let metres: Double
    }

    /// Ascending by time; pieces of several samples at once are cut to common edges.
    private let pieces: [Piece]
    private let timerTime: TimerTime

    /// - Complexity: O(n log n) for legs that do not overlap, as those of one source.
    init(_ distanceSamples: [DistanceSample], timerTime: TimerTime) {
        self.timerTime = timerTime
        let parts = distanceSamples.flatMap { Self.parts(of: $0, timerTime) }
        pieces = Self.withoutOverlaps(parts)
    }

    /// m.
    var totalMetres: Double { pieces.reduce(0) { $0 + $1.metres } }

    /// Moments at which the distance reaches 1, 2, 3 ... times `unitMetres`; ms.
    ///
    /// A total that falls short of a multiple by less than a millionth of the unit, which is rounding,
    /// reaches it. A distance beyond ``SplitUnit/maxMetres`` has none.
    func crossings(ofEach unitMetres: Double) -> [Double] {
        guard totalMetres <= SplitUnit.maxMetres else { return [] }
        var crossings: [Double] = []
        var metres = 0.0
        for piece in pieces {
            let endMetres = metres + piece.metres
            while true {
                let goal = unitMetres * Double(crossings.count + 1)
                guard endMetres >= goal - 1e-6 * unitMetres else { break }
                let share = piece.metres > 0 ? (goal - metres) / piece.metres : 1
                let length = Double(piece.endMs - piece.startMs)
                crossings.append(Double(piece.startMs) + min(max(share, 0), 1) * length)
            }
            metres = endMetres
        }
        return crossings
    }

    /// The part of a leg that counts, without the pauses.
    private static func parts(of leg: DistanceSample, _ running: TimerTime) -> [Piece] {
        guard leg.metres > 0 else { return [] }
        guard leg.endMs > leg.startMs else {
            let counts = running.spans.contains(leg.startMs)
            return counts
                ? [Piece(startMs: leg.startMs, endMs: leg.startMs, metres: leg.metres)] : []
        }
        let whole = leg.startMs..<leg.endMs
        let clampedRange = whole.clamped(to: running.range)
        let spans = running.spans.clamped(to: whole)
        guard spans.totalMs > 0 else { return [] }
        let metres =
            leg.metres * Double(clampedRange.upperBound - clampedRange.lowerBound)
            / Double(leg.endMs - leg.startMs)
        return spans.spans.map { span in
            let share = Double(span.upperBound - span.lowerBound) / Double(spans.totalMs)
            return Piece(
                startMs: span.lowerBound, endMs: span.upperBound, metres: metres * share)
        }
    }

    private static func withoutOverlaps(_ parts: [Piece]) -> [Piece] {
        let sorted = parts.sorted { ($0.startMs, $0.endMs) < ($1.startMs, $1.endMs) }
        let hasOverlaps = zip(sorted, sorted.dropFirst()).contains { $0.endMs > $1.startMs }
        guard hasOverlaps else { return sorted }
        let edges = Set(sorted.flatMap { [$0.startMs, $0.endMs] }).sorted()
        var sums = [Double](repeating: 0, count: edges.count)
        var instantPieces: [Piece] = []
        for part in sorted {
            guard part.endMs > part.startMs else {
                instantPieces.append(part)
                continue
            }
            let rate = part.metres / Double(part.endMs - part.startMs)
            var index = edges.partitioningIndex { $0 >= part.startMs }
            while edges[index] < part.endMs {
                sums[index] += rate * Double(edges[index + 1] - edges[index])
                index += 1
            }
        }
        let pieces = zip(zip(edges, edges.dropFirst()), sums).map {
            Piece(startMs: $0.0, endMs: $0.1, metres: $1)
        }
        return (pieces + instantPieces).sorted { ($0.startMs, $0.endMs) < ($1.startMs, $1.endMs) }
    }
}

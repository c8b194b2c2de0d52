import HealthRecords

/// Segment events of a workout, separated into the chains that they interleave.
///
/// The watch writes one event for each kilometre and one for each mile, in one list. An event belongs
/// to the chain whose end lies nearest to its start, within 1 s, and to the older of two equally near;
/// without such a chain it begins a new one.
///
/// - Complexity: linear in the segments after sorting, since few chains are open at once.
struct SegmentChains {
    /// Longest distance from the end of a chain to the start of its next event; ms.
    static let toleranceMs: Int64 = 1000
    /// Most chains that a segment is compared with. A watch writes two, and a person with an app beside it four; where
    /// more are open, the one that ends first gets no more segments.
    static let maxOpenChains = 64

    /// A segment with an end.
    struct Segment: Sendable, Hashable {
        let startMs: Int64
        let endMs: Int64
        let seconds: Double
        let part: WorkoutPart
    }

    /// The chains, in the order of their first events.
    let chains: [[Segment]]

    /// - Parameter parts: in any order; those of other kinds, and segments without a length, are left
    ///   out.
    init(_ parts: [WorkoutPart]) {
        var chains: [[Segment]] = []
        // Indices of the chains that a segment may still follow, and where these end; ascending by index.
        var open: [(chainIndex: Int, endMs: Int64)] = []
        let segments = parts.filter { $0.kind == .segment }.compactMap(Segment.init)
        for segment in segments.sorted(by: { ($0.startMs, $0.endMs) < ($1.startMs, $1.endMs) }) {
            // Starts ascend: what ended before stays ended.
            open.removeAll { segment.startMs - $0.endMs > Self.toleranceMs }
            var nearest: (distance: Int64, index: Int)?
            for (index, chain) in open.enumerated() {
                let distance = abs(chain.endMs - segment.startMs)
                guard distance <= Self.toleranceMs, distance < nearest?.distance ?? .max else {
                    continue
                }
                nearest = (distance, index)
            }
            if let nearest {
                chains[open[nearest.index].chainIndex].append(segment)
                open[nearest.index].endMs = segment.endMs
            } else {
                if open.count == Self.maxOpenChains,
                    let first = open.indices.min(by: { open[$0].endMs < open[$1].endMs })
                {
                    open.remove(at: first)
                }
                open.append((chains.count, segment.endMs))
                chains.append([segment])
            }
        }
        self.chains = chains
    }

    /// The unit of a chain's splits.
    ///
    /// A chain is of a unit if it has as many splits as the distance has whole units, or one more.
    /// Where both units fit it is the one whose length divided by the workout's speed is nearer to the
    /// chain's median full split (the kilometre where both are equally near).
    ///
    /// - Returns: nil where no unit fits, or the distance or the speed is not known.
    static func unit(
        of chain: [Segment], distanceMetres: Double?, speed: Double?
    ) -> SplitUnit? {
        guard let distanceMetres else { return nil }
        let fittingUnits = SplitUnit.allCases.filter {
            let whole = $0.completeUnitCount(in: distanceMetres)
            return chain.count == whole || chain.count == whole + 1
        }
        guard fittingUnits.count > 1, let speed, speed > 0 else { return fittingUnits.first }
        return fittingUnits.min {
            difference($0, chain, distanceMetres, speed)
                < difference($1, chain, distanceMetres, speed)
        }
    }

    /// s.
    private static func difference(
        _ unit: SplitUnit, _ chain: [Segment], _ distanceMetres: Double, _ speed: Double
    ) -> Double {
        let whole = unit.completeUnitCount(in: distanceMetres)
        // A chain of a rest alone has no full split: the rest stands for one.
        let full = whole > 0 ? chain.prefix(whole) : chain[...]
        return abs(unit.metres / speed - (median(full.lazy.map(\.seconds)) ?? 0))
    }
}

extension SegmentChains.Segment {
    /// - Returns: nil for a part without an end or a length, and for one of more than 30 days.
    init?(_ part: WorkoutPart) {
        let length = part.durationSeconds.flatMap { (0...2_592_000).contains($0) ? $0 : nil }
        let stated = length.map { part.startMs + Int64(($0 * 1000).rounded()) }
        guard let end = part.endMs ?? stated, end > part.startMs else { return nil }
        startMs = part.startMs
        endMs = end
        seconds = length ?? Double(end - part.startMs) / 1000
        self.part = part
    }
}

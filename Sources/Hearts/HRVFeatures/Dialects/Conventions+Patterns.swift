import PhysioTypes

/// Fragmentation, asymmetry, symbolic dynamics and capacities under conventions other than ours.
extension Conventions {
    func patternValues(_ nn: NNSeries) -> MetricValues {
        let words = SymbolicDynamics(
            nn,
            quantisation: symbols == .sixLevels
                ? .range(levels: 6) : .equalProbability(levels: 4))
        var values = MetricValues(present: [
            (.symbols0V, words.share0V), (.symbols1V, words.share1V),
            (.symbols2LV, words.share2LV), (.symbols2UV, words.share2UV),
            (
                .decelerationCapacity,
                PhaseRectifiedAveraging(nn, anchors: .decelerations).capacityMs
            ),
            (
                .accelerationCapacity,
                PhaseRectifiedAveraging(nn, anchors: .accelerations).capacityMs
            ),
        ])
        let asymmetryValues = Asymmetry(nn).values
        let fragmentationValues =
            fragmentation == .beats
            ? MetricValues(of: Fragmentation(nn)) : Self.segmentFragmentation(nn)
        values.merge(asymmetryValues) { first, _ in first }
        values.merge(fragmentationValues) { first, _ in first }
        return values
    }

    /// Fragmentation over segments: a segment is a run of rising or of falling intervals, level
    /// ones end it; an alternation a run of positions at which the sign of the difference changes.
    private static func segmentFragmentation(_ nn: NNSeries) -> MetricValues {
        let signs = nn.successiveDifferencesMs.map { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }
        let segmentLengths = runs(of: signs).filter { $0.sign != 0 }.map { Double($0.length) }
        let changes = zip(signs, signs.dropFirst()).map { $0 != $1 ? 1 : 0 }
        let alternationLengths = runs(of: changes).filter { $0.sign == 1 }.map { Double($0.length) }
        let total = Double(segmentLengths.count)
        return MetricValues(present: [
            (.pip, Double(changes.reduce(0, +)) / Double(signs.count + 1)),
            (.ials, ratio(total, segmentLengths.reduce(0, +))),
            (.pss, ratio(Double(segmentLengths.count { $0 < 3 }), total)),
            (
                .pas,
                ratio(
                    Double(alternationLengths.count { $0 >= 4 }), Double(alternationLengths.count))
            ),
        ])
    }

    private static func runs(of symbols: [Int]) -> [(sign: Int, length: Int)] {
        var runs: [(sign: Int, length: Int)] = []
        for symbol in symbols {
            if let last = runs.last, last.sign == symbol {
                runs[runs.count - 1].length += 1
            } else {
                runs.append((symbol, 1))
            }
        }
        return runs
    }
}

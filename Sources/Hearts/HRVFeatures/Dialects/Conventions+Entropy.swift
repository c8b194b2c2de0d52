import PhysioDSP
import PhysioTypes

/// Entropies under conventions other than ours.
extension Conventions {
    func entropies(_ nn: NNSeries, comparesAllPairs: Bool) -> MetricValues {
        var workspace = TemplateWorkspace()
        let tolerance = toleranceMs(nn)
        let pairs: [(MetricKey, Double?)] = [
            (.sampEn, tolerance.flatMap { sampleEntropy(nn, tolerance: $0, &workspace) }),
            (.apEn, ApproximateEntropy(nn).value),
            (.shanEn, shannon == .bins ? ShannonEntropy(nn).bits : Self.distinctValueBits(nn)),
            (
                .fuzzyEn,
                fuzzy == .gaussian
                    ? FuzzyEntropy(nn).value : comparesAllPairs ? exponentialEntropy(nn) : nil
            ),
        ]
        return MetricValues(present: pairs)
    }

    func multiscaleEntropies(_ nn: NNSeries, comparesAllPairs: Bool) -> MetricValues {
        var workspace = TemplateWorkspace()
        let tolerance = toleranceMs(nn)
        switch multiscale {
        case .twentyScales:
            let counts = MultiscaleCounts(nn, using: &workspace)
            return MetricValues(present: [
                (.msEn, MultiscaleEntropy(counts, method: .multiscale).mean),
                (.cmsEn, MultiscaleEntropy(counts, method: .composite).mean),
                (.rcmsEn, MultiscaleEntropy(counts, method: .refinedComposite).mean),
            ])
        case .twelfthOfCount:
            guard comparesAllPairs else { return [:] }
            let thinned = ThinnedMultiscaleEntropy(nn, tolerance: tolerance, using: &workspace)
            return MetricValues(present: [
                (.msEn, thinned.mse), (.cmsEn, thinned.cmse), (.rcmsEn, thinned.rcmse),
            ])
        }
    }

    private func toleranceMs(_ nn: NNSeries) -> Double? {
        toleranceDivisor.standardDeviation(of: nn.intervalsMs).map {
            SampleEntropy.defaultRelativeTolerance * $0
        }
    }

    private func sampleEntropy(
        _ nn: NNSeries, tolerance: Double, _ workspace: inout TemplateWorkspace
    ) -> Double? {
        // A distance below r is at most the number next to r.
        let limit = matching == .atMost ? tolerance : max(0, tolerance.nextDown)
        return entropy(
            TemplateMatching(tolerance: limit).pairs(
                in: nn.intervalsMs, runEnds: nn.adjacentRuns.map(\.upperBound),
                length: SampleEntropy.defaultLength, using: &workspace))
    }

    /// Entropy of the values themselves, each a symbol of its own; bit.
    private static func distinctValueBits(_ nn: NNSeries) -> Double? {
        guard nn.count > 0 else { return nil }
        let total = Double(nn.count)
        let counts = Dictionary(nn.intervalsMs.map { ($0, 1.0) }, uniquingKeysWith: +)
        // Sorted, so that the sum does not depend on the order of the table.
        return counts.values.sorted().reduce(0) { $0 - $1 / total * PlatformMath.log($1 / total) }
            / PlatformMath.log(2)
    }

    /// Fuzzy entropy with exp(-d/r), templates of two and three intervals less their mean.
    ///
    /// - Complexity: O(N^2).
    private func exponentialEntropy(_ nn: NNSeries) -> Double? {
        guard nn.count >= 4, let tolerance = toleranceMs(nn), tolerance > 0 else { return nil }
        let starts = nn.adjacentRuns.flatMap {
            $0.lowerBound..<max($0.lowerBound, $0.upperBound - 2)
        }
        let x = nn.intervalsMs
        // Templates less their mean: of two intervals half their difference, of three two numbers
        // and the negative of their sum.
        let halves = starts.map { (x[$0] - x[$0 + 1]) / 2 }
        let thirds = starts.map { start in
            let mean = (x[start] + x[start + 1] + x[start + 2]) / 3
            return (x[start] - mean, x[start + 1] - mean, x[start + 2] - mean)
        }
        var shorter = 0.0
        var longer = 0.0
        for i in starts.indices where !Cancellation.isRequested {
            for j in 0..<i {
                shorter += PlatformMath.exp(-abs(halves[i] - halves[j]) / tolerance)
                let distance = max(
                    abs(thirds[i].0 - thirds[j].0), abs(thirds[i].1 - thirds[j].1),
                    abs(thirds[i].2 - thirds[j].2))
                longer += PlatformMath.exp(-distance / tolerance)
            }
        }
        return longer > 0 ? PlatformMath.log(shorter / longer) : nil
    }
}

/// Multiscale sample entropies over as many scales as leave twelve intervals, a tolerance for all.
///
/// MSE is over means of s intervals; CMSE and RCMSE over every s-th interval from each of s starts.
/// Each number is the sum of trapezia over the finite scales divided by their count.
private struct ThinnedMultiscaleEntropy {
    private(set) var mse: Double?
    private(set) var cmse: Double?
    private(set) var rcmse: Double?

    init(_ nn: NNSeries, tolerance: Double?, using workspace: inout TemplateWorkspace) {
        guard let tolerance else { return }
        let x = nn.intervalsMs
        let matching = TemplateMatching(tolerance: tolerance)
        func pairs(_ series: [Double], _ workspace: inout TemplateWorkspace)
            -> TemplateMatching.Pairs
        {
            matching.pairs(
                in: series, length: SampleEntropy.defaultLength, using: &workspace)
        }
        var single: [Double?] = []
        var composite: [Double?] = []
        var refined: [Double?] = []
        for scale in 1..<max(1, x.count / 12) where !Cancellation.isRequested {
            let count = x.count / scale
            let means = (0..<count).map { block in
                x[block * scale..<(block + 1) * scale].reduce(0, +) / Double(scale)
            }
            single.append(entropy(pairs(means, &workspace)))
            let thinned = (0..<scale).map { start in
                pairs((0..<count).map { x[$0 * scale + start] }, &workspace)
            }
            let finite = thinned.compactMap(entropy)
            composite.append(Statistics.mean(finite))
            refined.append(entropy(thinned.reduce(.init(shorter: 0, longer: 0), +)))
        }
        mse = Self.area(single)
        cmse = Self.area(composite)
        rcmse = Self.area(refined)
    }

    private static func area(_ curve: [Double?]) -> Double? {
        let finite = curve.compactMap(\.self)
        guard !finite.isEmpty else { return nil }
        let sum = zip(finite, finite.dropFirst()).reduce(0) { $0 + ($1.0 + $1.1) / 2 }
        return sum / Double(finite.count)
    }
}

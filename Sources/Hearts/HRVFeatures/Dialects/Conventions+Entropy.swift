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
            (
                .shanEn,
                shannon == .bins ? ShannonEntropy(nn).bits : Self.distinctValueEntropyBits(nn)
            ),
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
            let thinnedEntropies = ThinnedMultiscaleEntropy(
                nn, tolerance: tolerance, using: &workspace)
            return MetricValues(present: [
                (.msEn, thinnedEntropies.mse), (.cmsEn, thinnedEntropies.cmse),
                (.rcmsEn, thinnedEntropies.rcmse),
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
                in: nn.intervalsMs, runEnds: nn.contiguousRanges.map(\.upperBound),
                length: SampleEntropy.defaultLength, using: &workspace))
    }

    /// Entropy of the values themselves, each a symbol of its own; bit.
    private static func distinctValueEntropyBits(_ nn: NNSeries) -> Double? {
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
        let starts = nn.contiguousRanges.flatMap {
            $0.lowerBound..<max($0.lowerBound, $0.upperBound - 2)
        }
        let x = nn.intervalsMs
        // Templates less their mean: of two intervals half their difference, of three two numbers
        // and the negative of their sum.
        let centredPairs = starts.map { (x[$0] - x[$0 + 1]) / 2 }
        let centredTriples = starts.map { start in
            let mean = (x[start] + x[start + 1] + x[start + 2]) / 3
            return (x[start] - mean, x[start + 1] - mean, x[start + 2] - mean)
        }
        var pairSimilarity = 0.0
        var tripleSimilarity = 0.0
        for i in starts.indices where !Cancellation.isRequested {
            for j in 0..<i {
                pairSimilarity += PlatformMath.exp(
                    -abs(centredPairs[i] - centredPairs[j]) / tolerance)
                let distance = max(
                    abs(centredTriples[i].0 - centredTriples[j].0),
                    abs(centredTriples[i].1 - centredTriples[j].1),
                    abs(centredTriples[i].2 - centredTriples[j].2))
                tripleSimilarity += PlatformMath.exp(-distance / tolerance)
            }
        }
        return tripleSimilarity > 0 ? PlatformMath.log(pairSimilarity / tripleSimilarity) : nil
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
        var singleEntropies: [Double?] = []
        var compositeEntropies: [Double?] = []
        var refinedEntropies: [Double?] = []
        for scale in 1..<max(1, x.count / 12) where !Cancellation.isRequested {
            let count = x.count / scale
            let means = (0..<count).map { block in
                x[block * scale..<(block + 1) * scale].reduce(0, +) / Double(scale)
            }
            singleEntropies.append(entropy(pairs(means, &workspace)))
            let thinnedPairs = (0..<scale).map { start in
                pairs((0..<count).map { x[$0 * scale + start] }, &workspace)
            }
            let finiteEntropies = thinnedPairs.compactMap(entropy)
            compositeEntropies.append(Statistics.mean(finiteEntropies))
            refinedEntropies.append(
                entropy(thinnedPairs.reduce(.init(shorterCount: 0, longerCount: 0), +)))
        }
        mse = Self.area(singleEntropies)
        cmse = Self.area(compositeEntropies)
        rcmse = Self.area(refinedEntropies)
    }

    private static func area(_ curve: [Double?]) -> Double? {
        let finiteValues = curve.compactMap(\.self)
        guard !finiteValues.isEmpty else { return nil }
        let sum = zip(finiteValues, finiteValues.dropFirst()).reduce(0) { $0 + ($1.0 + $1.1) / 2 }
        return sum / Double(finiteValues.count)
    }
}

import PhysioDSP
public import PhysioTypes

extension Conventions {
    /// Metrics that share what they are computed from.
    public enum Group: String, Sendable, CaseIterable {
        case timeDomain, spectrum, entropy, multiscale, scaling, patterns
    }

    /// The metrics of a segment of NN intervals under these conventions.
    ///
    /// - Parameter groups: what is computed; entries of the others are missing.
    /// - Parameter maxBeatsForAllPairs: up to how many intervals all pairs are compared one by one,
    ///   for fuzzy entropy by exp(-d/r), the correlation dimension and recurrence, and up to how
    ///   many multiscale entropies of a twelfth as many scales are computed; nil: any.
    /// - Returns: no entry for what cannot be computed, or is left where a `Cancellation` is wanted.
    /// - Complexity: that of the slowest rule in use.
    public func values(
        of nn: NNSeries, groups: Set<Group> = Set(Group.allCases),
        maxBeatsForAllPairs: Int? = MetricDefinition.maxBeatsForAllPairs
    ) -> MetricValues {
        let comparesAllPairs = nn.count <= maxBeatsForAllPairs ?? .max
        let beats = preparedSeries(nn)
        let detrendedSeries = timeDomainTrend == .none ? beats : detrended(beats)
        var values: MetricValues = [:]
        func merge(_ other: MetricValues) { values.merge(other) { first, _ in first } }
        func includes(_ group: Group) -> Bool {
            groups.contains(group) && !Cancellation.isRequested
        }
        if includes(.timeDomain) {
            merge(timeDomain(detrendedSeries))
            merge(geometricValues(detrendedSeries))
            merge(poincareValues(detrendedSeries))
        }
        if includes(.spectrum) { merge(spectralValues(beats)) }
        if includes(.entropy) {
            merge(entropies(detrendedSeries, comparesAllPairs: comparesAllPairs))
        }
        if includes(.multiscale) {
            merge(multiscaleEntropies(detrendedSeries, comparesAllPairs: comparesAllPairs))
        }
        if includes(.scaling) {
            merge(scalingValues(detrendedSeries, comparesAllPairs: comparesAllPairs))
        }
        if includes(.patterns) { merge(patternValues(detrendedSeries)) }
        return values
    }

    /// Indicates whether the metric's cost under these conventions, and not under ours, forbids long segments.
    public func isSlow(_ key: MetricKey) -> Bool {
        switch key {
        case .fuzzyEn: fuzzy == .exponential
        case .msEn, .cmsEn, .rcmsEn: multiscale == .twelfthOfCount
        default: false
        }
    }

    /// The intervals in use, as one segment where gaps are closed.
    func preparedSeries(_ nn: NNSeries) -> NNSeries {
        var series = nn
        if let acceptedRangeMs { series = nn.keeping { acceptedRangeMs.contains($0) } }
        return gaps == .closed ? NNSeries(intervalsMs: series.intervalsMs) : series
    }

    /// The intervals without their slow trend, their mean kept.
    private func detrended(_ nn: NNSeries) -> NNSeries {
        guard let mean = Statistics.mean(nn.intervalsMs) else { return nn }
        let detrendedIntervals = Detrending.smoothnessPriors.applied(
            to: nn.intervalsMs, at: nn.endTimesSeconds)
        return NNSeries(
            intervalsMs: detrendedIntervals.map { $0 + mean }, endTimesSeconds: nn.endTimesSeconds,
            isAdjacentToPrevious: nn.isAdjacentToPrevious, startSeconds: nn.startSeconds,
            endSeconds: nn.endSeconds)
    }
}

extension NNSeries {
    /// The intervals that `isRetained`; one that is left out is a gap.
    fileprivate func keeping(_ isRetained: (Double) -> Bool) -> NNSeries {
        var intervals: [Double] = []
        var ends: [Double] = []
        var adjacency: [Bool] = []
        var followsRetained = false
        for index in 0..<count {
            let isAccepted = isRetained(intervalsMs[index])
            if isAccepted {
                intervals.append(intervalsMs[index])
                ends.append(endTimesSeconds[index])
                adjacency.append(followsRetained && isAdjacentToPrevious[index])
            }
            followsRetained = isAccepted
        }
        return NNSeries(
            intervalsMs: intervals, endTimesSeconds: ends, isAdjacentToPrevious: adjacency,
            startSeconds: startSeconds, endSeconds: endSeconds)
    }
}

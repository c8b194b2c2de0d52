import HRVFeatures
import PhysioDSP
import PhysioTypes

/// The intervals of one row's metrics.
struct MetricConfidenceIntervals {
    private let nn: NNSeries
    private let spectrum: FrequencyDomain
    private let bootstrap: BlockBootstrap?

    init(_ nn: NNSeries, _ spectrum: FrequencyDomain, settings: UncertaintySettings) {
        self.nn = nn
        self.spectrum = spectrum
        bootstrap = BlockBootstrap(
            nn, level: UncertaintySettings.level, seed: settings.seed)
    }

    /// Returns an interval or a reason for each metric that has a value.
    func uncertainty(of metrics: [MetricResult]) -> RowUncertainty {
        let bootstrapIntervals = bootstrapIntervals(metrics)
        var intervals: [String: ClosedRange<Double>] = [:]
        var reasons: [String: MissingReason] = [:]
        for metric in metrics where metric.value != nil {
            switch interval(metric.key, bootstrapIntervals) {
            case .success(let interval): intervals[metric.key] = interval
            case .failure(let missing): reasons[metric.key] = missing.reason
            }
        }
        return RowUncertainty(
            intervals: intervals, reasons: reasons,
            blockBeatCount: bootstrapIntervals.isEmpty ? nil : bootstrap?.blockLength,
            resampleCount: bootstrapIntervals.isEmpty ? nil : bootstrap?.resampleCount)
    }

    private struct MissingConfidenceInterval: Error {
        let reason: MissingReason
    }

    private func interval(
        _ name: String, _ bootstrapIntervals: [MetricKey: ClosedRange<Double>]
    ) -> Result<ClosedRange<Double>, MissingConfidenceInterval> {
        guard let key = MetricKey(rawValue: name) else { return customBandInterval(name) }
        let bands = spectrum.bands
        switch MetricDefinition.of(key).interval {
        case .power(let band):
            return result(spectrum.powerConfidenceInterval(of: bands[band]), else: spectralReason)
        case .powerFunction(let band, let function):
            return result(
                spectrum.powerConfidenceInterval(of: bands[band]).map { Self.mapped($0, function) },
                else: spectralReason)
        case .powerRatio(let band, let secondBand, let function):
            return result(
                spectrum.powerRatioInterval(of: bands[band], over: bands[secondBand]).map {
                    Self.mapped($0, function)
                }, else: spectralReason)
        case .resampled:
            return result(bootstrapIntervals[key], else: resamplingReason)
        case .share(let share):
            let count = Double(nn.isAdjacentToPrevious.count { $0 })
            return result(
                bootstrapIntervals[share].map { Self.mapped($0) { $0 * count / 100 } },
                else: resamplingReason)
        case .none(let reason):
            return .failure(MissingConfidenceInterval(reason: reason))
        }
    }

    private func customBandInterval(_ name: String) -> Result<
        ClosedRange<Double>, MissingConfidenceInterval
    > {
        let band = spectrum.bands.custom.first { "HRV_\($0.name)_ms2" == name }?.band
        return result(
            band.flatMap { spectrum.powerConfidenceInterval(of: $0) }, else: spectralReason)
    }

    private func result(
        _ interval: ClosedRange<Double>?, else reason: MissingReason
    ) -> Result<ClosedRange<Double>, MissingConfidenceInterval> {
        interval.map { .success($0) } ?? .failure(MissingConfidenceInterval(reason: reason))
    }

    private var spectralReason: MissingReason {
        spectrum.degreesOfFreedom == nil
            ? .notMeasured("the values of an autoregressive density are no chi-squares")
            : .zeroDenominator
    }

    private var resamplingReason: MissingReason {
        guard bootstrap == nil else { return .oneSided }
        let requiredBlockCount = Double(BlockBootstrap.minimumBlockCount)
        return .tooFew(
            needed: requiredBlockCount, found: Double(BlockBootstrap.blockCount(nn)), .blocks)
    }

    // MARK: Resampling

    private func bootstrapIntervals(_ metrics: [MetricResult]) -> [MetricKey: ClosedRange<Double>] {
        guard let bootstrap else { return [:] }
        var estimates: MetricValues = [:]
        for metric in metrics {
            guard let value = metric.value, let key = MetricKey(rawValue: metric.key),
                case .resampled = MetricDefinition.of(key).interval
            else { continue }
            estimates[key] = value
        }
        guard !estimates.isEmpty else { return [:] }
        let groups = ResampledMetricGroup.allCases.filter { $0.isNeeded(for: estimates) }
        return bootstrap.intervals(of: estimates) { nn in
            groups.reduce(into: [:]) { values, group in
                values.merge(group.values(of: nn)) { first, _ in first }
            }
        }
    }

    /// The interval of a function that rises or falls throughout.
    private static func mapped(
        _ interval: ClosedRange<Double>, _ function: (Double) -> Double
    ) -> ClosedRange<Double> {
        let first = function(interval.lowerBound)
        let last = function(interval.upperBound)
        return min(first, last)...max(first, last)
    }
}

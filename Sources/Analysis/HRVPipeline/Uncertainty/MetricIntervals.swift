import HRVFeatures
import PhysioDSP
import PhysioTypes

/// The intervals of one row's metrics.
struct MetricIntervals {
    private let nn: NNSeries
    private let spectrum: FrequencyDomain
    private let bootstrap: BlockBootstrap?

    init(_ nn: NNSeries, _ spectrum: FrequencyDomain, settings: UncertaintySettings) {
        self.nn = nn
        self.spectrum = spectrum
        bootstrap = BlockBootstrap(
            nn, level: UncertaintySettings.level, seed: settings.seed)
    }

    /// For each metric that has a value an interval or a reason.
    func uncertainty(of metrics: [MetricResult]) -> RowUncertainty {
        let resampled = resampled(metrics)
        var intervals: [String: ClosedRange<Double>] = [:]
        var reasons: [String: MissingReason] = [:]
        for metric in metrics where metric.value != nil {
            switch interval(metric.key, resampled) {
            case .success(let interval): intervals[metric.key] = interval
            case .failure(let absence): reasons[metric.key] = absence.reason
            }
        }
        return RowUncertainty(
            intervals: intervals, reasons: reasons,
            blockBeatCount: resampled.isEmpty ? nil : bootstrap?.blockLength,
            resampleCount: resampled.isEmpty ? nil : bootstrap?.resampleCount)
    }

    private struct Absence: Error {
        let reason: MissingReason
    }

    private func interval(
        _ name: String, _ resampled: [MetricKey: ClosedRange<Double>]
    ) -> Result<ClosedRange<Double>, Absence> {
        guard let key = MetricKey(rawValue: name) else { return custom(name) }
        let bands = spectrum.bands
        switch MetricDefinition.of(key).interval {
        case .power(let band):
            return found(spectrum.powerInterval(of: bands[band]), else: spectralAbsence)
        case .powerFunction(let band, let function):
            return found(
                spectrum.powerInterval(of: bands[band]).map { Self.mapped($0, function) },
                else: spectralAbsence)
        case .powerRatio(let band, let other, let function):
            return found(
                spectrum.powerRatioInterval(of: bands[band], over: bands[other]).map {
                    Self.mapped($0, function)
                }, else: spectralAbsence)
        case .resampled:
            return found(resampled[key], else: resamplingAbsence)
        case .share(let share):
            let count = Double(nn.isAdjacentToPrevious.count { $0 })
            return found(
                resampled[share].map { Self.mapped($0) { $0 * count / 100 } },
                else: resamplingAbsence)
        case .none(let reason):
            return .failure(Absence(reason: reason))
        }
    }

    private func custom(_ name: String) -> Result<ClosedRange<Double>, Absence> {
        let band = spectrum.bands.custom.first { "HRV_\($0.name)_ms2" == name }?.band
        return found(
            band.flatMap { spectrum.powerInterval(of: $0) }, else: spectralAbsence)
    }

    private func found(
        _ interval: ClosedRange<Double>?, else reason: MissingReason
    ) -> Result<ClosedRange<Double>, Absence> {
        interval.map { .success($0) } ?? .failure(Absence(reason: reason))
    }

    private var spectralAbsence: MissingReason {
        spectrum.degreesOfFreedom == nil
            ? .notMeasured("the values of an autoregressive density are no chi-squares")
            : .zeroDenominator
    }

    private var resamplingAbsence: MissingReason {
        guard bootstrap == nil else { return .oneSided }
        let needed = Double(BlockBootstrap.minimumBlockCount)
        return .tooFew(needed: needed, found: Double(BlockBootstrap.blockCount(nn)), .blocks)
    }

    // MARK: Resampling

    private func resampled(_ metrics: [MetricResult]) -> [MetricKey: ClosedRange<Double>] {
        guard let bootstrap else { return [:] }
        var estimates: MetricValues = [:]
        for metric in metrics {
            guard let value = metric.value, let key = MetricKey(rawValue: metric.key),
                case .resampled = MetricDefinition.of(key).interval
            else { continue }
            estimates[key] = value
        }
        guard !estimates.isEmpty else { return [:] }
        let groups = ResampledGroup.allCases.filter { $0.isWanted(for: estimates) }
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

public import BeatCorrection
import HRVFeatures
public import PhysioDSP
import PhysioTypes
import ResonanceBreathing

/// The calls under measurement, all of them: plans and memory are made here, outside the timing.
///
/// Each run's `numbers` are its whole answer.
public enum ShippedEngines {
    /// The untapered Lomb-Scargle density for a covered time of 1 s, at `stepHz` ... `count`
    /// `stepHz`.
    public static func lombScargle(
        _ series: BenchmarkInputs.UnevenSeries, stepHz: Double, count: Int,
        engine: LombScargle.Engine = .automatic
    ) -> BenchmarkRun {
        let estimator = LombScargle(taper: .none, engine: engine)
        let grid = FrequencyGrid(firstHz: stepHz, stepHz: stepHz, count: count)
        let workspace = LombScargle.Workspace()
        var density: [Double] = []
        return BenchmarkRun {
            estimator.periodogram(
                times: series.times, values: series.values, grid: grid,
                scaling: .density(coveredSeconds: 1), into: &density, workspace: workspace)
        } numbers: {
            density
        }
    }

    /// The rate of most power between 4.0 and 7.5 breaths/min: the highest peak of the Lomb-Scargle
    /// density on rates in steps of 0.01.
    public static func resonanceSearch(_ series: BenchmarkInputs.UnevenSeries) -> BenchmarkRun {
        let estimator = LombScargle(taper: .none)
        let stepHz = 1 / 6000.0
        // One rate more on either side, so that a peak at the edge has neighbours.
        let grid = FrequencyGrid(firstHz: 399 * stepHz, stepHz: stepHz, count: 353)
        let workspace = LombScargle.Workspace()
        var density: [Double] = []
        var rate = Double.nan
        return BenchmarkRun {
            estimator.periodogram(
                times: series.times, values: series.values, grid: grid,
                scaling: .density(coveredSeconds: 1), into: &density, workspace: workspace)
            let peak = PowerSpectrum(firstHz: grid.firstHz, stepHz: stepHz, density: density)
                .peakHz(fromHz: 4.0 / 60, toHz: 7.5 / 60)
            rate = 60 * (peak ?? .nan)
        } numbers: {
            [rate]
        }
    }

    /// Welch's density by Hann segments of `segmentCount` samples that overlap by half, as
    /// `scipy.signal.welch` has it; nothing for a series shorter than a segment.
    public static func welch(
        _ samples: [Double], sampleRateHz: Double, segmentCount: Int
    ) -> BenchmarkRun {
        let settings = WelchPSD(
            segmentSeconds: Double(segmentCount) / sampleRateHz, overlap: .fixed(share: 0.5),
            taperSampling: .periodic, paddingFactor: 1)
        guard let plan = settings.plan(sampleCount: samples.count, sampleRateHz: sampleRateHz)
        else {
            return BenchmarkRun {
            } numbers: {
                []
            }
        }
        var workspace = WelchWorkspace(for: plan)
        var density = [Double](repeating: 0, count: plan.densityCount)
        return BenchmarkRun {
            var span = density.mutableSpan
            plan.density(samples.span, into: &span, using: &workspace)
        } numbers: {
            density
        }
    }

    /// The reference coherence score of every whole window of `windowCount` samples of heart rate.
    public static func coherence(
        _ samples: [Double], sampleRateHz: Double, windowCount: Int, breathHz: Double
    ) -> BenchmarkRun {
        var stream = StreamingPowerShareCoherence(
            PowerShareCoherence(sampleCount: windowCount, sampleRateHz: sampleRateHz))
        var scores = [Double](repeating: 0, count: samples.count)
        return BenchmarkRun {
            stream.reset()
            var span = scores.mutableSpan
            stream.push(samples.span, breathsPerMinute: 60 * breathHz, into: &span)
        } numbers: {
            Array(scores.dropFirst(windowCount - 1))
        }
    }

    /// Matching pairs over 2 and 3 values, and sample entropy.
    public static func sampleEntropy(_ intervalsMs: [Double]) -> BenchmarkRun {
        let nn = NNSeries(intervalsMs: intervalsMs)
        var workspace = TemplateWorkspace()
        return BenchmarkRun {
            SampleEntropy(
                nn, length: SampleEntropy.defaultLength,
                relativeTolerance: SampleEntropy.defaultRelativeTolerance, using: &workspace)
        } numbers: { entropy in
            [Double(entropy.matchCount), Double(entropy.longerMatchCount), entropy.value ?? .nan]
        }
    }

    /// alpha1 of detrended fluctuation: all boxes of 4 to 16 intervals.
    public static func dfaAlpha1(_ intervalsMs: [Double]) -> BenchmarkRun {
        let nn = NNSeries(intervalsMs: intervalsMs)
        let sizes = DetrendedFluctuation.defaultShortBoxes
        return BenchmarkRun {
            FluctuationCurve(nn, boxSizes: Array(sizes)).exponent(sizes)
        } numbers: { alpha in
            [alpha ?? .nan]
        }
    }

    /// Every metric that `hrv analyze` gives of a recording; SDNN, RMSSD, alpha1 and sample entropy
    /// of them.
    public static func everyMetric(_ intervalsMs: [Double]) -> BenchmarkRun {
        let nn = NNSeries(intervalsMs: intervalsMs)
        return BenchmarkRun {
            var values = TimeDomain(nn).values
            values.merge(Poincare(nn).values) { first, _ in first }
            values.merge(GeometricMetrics(nn).values) { first, _ in first }
            values.merge(FrequencyDomain(nn).values) { first, _ in first }
            values.merge(NonlinearMetrics(nn).values) { first, _ in first }
            values[.rsaPorgesBohrer] = PorgesBohrerRSA(nn).meanLnVariance
            values[.breathingRate] = BreathingRate(nn).breathsPerMinute
            for minutes in [1, 2, 5] {
                let segments = SegmentStatistics(nn, segmentMinutes: minutes)
                values[.sdann5] = segments.sdannMs
                values[.sdnni5] = segments.sdnnIndexMs
            }
            return values
        } numbers: { values in
            [MetricKey.sdnn, .rmssd, .dfaAlpha1, .sampEn].map { values[$0] ?? .nan }
        }
    }

    /// RMSSD of the corrected intervals.
    public static func correction(_ intervalsMs: [Double], rule: any BeatRule) -> BenchmarkRun {
        let raw = RRSeries(intervalsMs: intervalsMs)
        let correction = ArtefactCorrection(rule: rule)
        return BenchmarkRun {
            correction.correct(raw)
        } numbers: { corrected in
            let differences = corrected.nn.successiveDifferencesMs
            return [Statistics.mean(differences.map { $0 * $0 })?.squareRoot()]
        }
    }

    /// The same of a stream, interval by interval.
    public static func liveCorrection(_ intervalsMs: [Double]) -> BenchmarkRun {
        let raw = RRSeries(intervalsMs: intervalsMs)
        return BenchmarkRun {
            var correction = LiveCorrection()
            var stream: [Double] = []
            stream.reserveCapacity(2 * raw.count)
            func applyRevision(_ revision: NNRevision) {
                stream.removeLast(revision.withdrawnCount)
                for beat in revision.beats { stream.append(beat.intervalMs) }
            }
            for index in 0..<raw.count {
                applyRevision(
                    correction.push(
                        intervalMs: raw.intervalsMs[index],
                        endSeconds: raw.endTimesSeconds[index]))
            }
            applyRevision(correction.finish())
            return stream
        } numbers: { stream in
            let differences = NNSeries(intervalsMs: stream).successiveDifferencesMs
            return [Statistics.mean(differences.map { $0 * $0 })?.squareRoot()]
        }
    }
}

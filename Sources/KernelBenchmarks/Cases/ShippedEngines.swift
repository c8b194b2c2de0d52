public import PhysioDSP
import ResonanceBreathing

/// The calls under measurement, in one place: plans and memory are made here, outside the timing.
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
    /// density on rates 0.01 apart.
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
            sampling: .periodic, paddingFactor: 1)
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
        var stream = StreamingReferenceCoherence(
            ReferenceCoherence(sampleCount: windowCount, sampleRateHz: sampleRateHz))
        var scores = [Double](repeating: 0, count: samples.count)
        return BenchmarkRun {
            stream.reset()
            var span = scores.mutableSpan
            stream.push(samples.span, breathsPerMinute: 60 * breathHz, into: &span)
        } numbers: {
            Array(scores.dropFirst(windowCount - 1))
        }
    }
}

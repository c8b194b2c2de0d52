public import PhysioDSP

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
        return BenchmarkRun {
            estimator.density(
                times: series.times, values: series.values, coveredSeconds: 1, stepHz: stepHz,
                count: count)
        } numbers: {
            $0.density
        }
    }

    /// The rate of most power between 4.0 and 7.5 breaths/min: the highest peak of the Lomb-Scargle
    /// density on rates 0.01 apart.
    public static func resonanceSearch(_ series: BenchmarkInputs.UnevenSeries) -> BenchmarkRun {
        let estimator = LombScargle(taper: .none)
        return BenchmarkRun {
            estimator.density(
                times: series.times, values: series.values, coveredSeconds: 1, stepHz: 1 / 6000,
                count: 751
            ).peakHz(fromHz: 4.0 / 60, toHz: 7.5 / 60)
        } numbers: {
            [60 * ($0 ?? .nan)]
        }
    }

    /// Welch's density by Hann segments of `segmentCount` samples that overlap by half, at the
    /// segment's own frequencies 0 ... half the rate.
    public static func welch(
        _ samples: [Double], sampleRateHz: Double, segmentCount: Int
    ) -> BenchmarkRun {
        let estimator = WelchPSD(segmentSeconds: Double(segmentCount) / sampleRateHz)
        return BenchmarkRun {
            estimator.density(samples: samples, sampleRateHz: sampleRateHz)
        } numbers: { spectrum in
            guard let spectrum else { return [] }
            let padding = sampleRateHz / Double(segmentCount) / spectrum.stepHz
            return (0...segmentCount / 2).map {
                spectrum.density[Int((Double($0) * padding).rounded())]
            }
        }
    }
    /// The reference coherence score of every whole window of `windowCount` samples of heart rate.
    public static func coherence(
        _ samples: [Double], sampleRateHz: Double, windowCount: Int, breathHz: Double
    ) -> BenchmarkRun {
        let score = ReferenceScore(
            count: windowCount, sampleRateHz: sampleRateHz, breathHz: breathHz)
        let transform = RealFFT(count: windowCount)
        return BenchmarkRun {
            score.overTime(samples) { window, mean in
                let spectrum = transform.forward(window.map { $0 - mean })
                return { spectrum[$0].squaredMagnitude }
            }
        } numbers: {
            $0
        }
    }
}

import PhysioDSP
import PhysioTypes

/// The periodogram of a series with gaps.
///
/// Short gaps come filled (``GapFilling``). A longer one is bridged, so that the tapered series has
/// no step: after a few beats on either side the intervals lie on the line between the levels about
/// it. What is bridged carries no rhythm, so the density is divided by the share of the taper's
/// energy that lies outside of it, as if the gap held the same rhythms as the rest.
///
/// The estimated intervals of a filled gap vary less than true ones, by the covariance P of their
/// errors. What they lack is added: at frequency f 2 sum of P[i, j] h[i] h[j] T[i] T[j]
/// cos(2 pi f (t[i] - t[j])) over the taper's energy, with T the mean of the gap's intervals in s.
extension FrequencyDomain {
    /// Beats after which a bridge has come to 1/e of the way from its first interval to the level.
    private static let settlingBeatCount = 4.0
    /// Intervals on either side that make a level.
    private static let levelIntervalCount = 30
    /// Grid on which the part of the estimated intervals is found; Hz; a quarter of one over the
    /// longest filled gap, about a minute.
    private static let errorGridStepHz = 1.0 / 256

    static func periodogram(_ filling: GapFilling, _ settings: SpectrumSettings) -> Estimate {
        let nn = filling.series
        guard nn.count >= minimumBeatCount, let first = nn.endTimesSeconds.first,
            let last = nn.endTimesSeconds.last, last > first
        else { return Estimate() }
        let rate = SpectrumSettings.resamplingRateHz
        let bridgedSeries = BridgedSeries(
            nn,
            settings.detrending.applied(to: nn.intervalsMs, at: nn.endTimesSeconds))
        let samples = settings.resampling.resample(
            times: bridgedSeries.times, values: bridgedSeries.values, rateHz: rate)
        let estimator = WelchPSD(segmentSeconds: .greatestFiniteMagnitude, taper: settings.taper)
        guard let uncorrectedSpectrum = estimator.density(samples: samples, sampleRateHz: rate)
        else {
            return Estimate()
        }
        var weights = samples.indices.map { index in
            let weight = settings.taper.weight(
                at: (Double(index) + 0.5) / Double(samples.count))
            return weight * weight
        }
        let energy = weights.reduce(0, +)
        for bridge in bridgedSeries.bridges {
            let low = max(0, Int(((bridge.lowerBound - first) * rate).rounded(.up)))
            let high = min(samples.count, Int(((bridge.upperBound - first) * rate).rounded(.up)))
            for index in low..<max(low, high) { weights[index] = 0 }
        }
        let measuredEnergy = weights.reduce(0, +)
        guard measuredEnergy > 0 else { return Estimate() }
        let addedDensity = errorDensity(
            filling, settings.taper, energySeconds: measuredEnergy / rate)
        let factor = energy / measuredEnergy
        let density = uncorrectedSpectrum.density.indices.map { index in
            uncorrectedSpectrum.density[index] * factor
                + (addedDensity?.value(atHz: uncorrectedSpectrum.frequencyHz(index)) ?? 0)
        }
        let fourthPowerSum = weights.reduce(0) { $0 + $1 * $1 }
        return Estimate(
            spectrum: PowerSpectrum(
                firstHz: uncorrectedSpectrum.firstHz, stepHz: uncorrectedSpectrum.stepHz,
                density: density,
                degreesOfFreedom: uncorrectedSpectrum.degreesOfFreedom),
            errorDensity: addedDensity,
            independentWidthHz: fourthPowerSum * rate / (measuredEnergy * measuredEnergy))
    }

    /// The density that the errors of estimated intervals have; nil where none is estimated that
    /// can be wrong.
    ///
    /// - Parameter energySeconds: the integral of the squared taper over the measured time; s.
    private static func errorDensity(
        _ filling: GapFilling, _ taper: Taper, energySeconds: Double
    ) -> PowerSpectrum? {
        let nn = filling.series
        let uncertainGaps = filling.gaps.filter { !$0.errorCovariance.isEmpty }
        guard !uncertainGaps.isEmpty, let first = nn.endTimesSeconds.first,
            let last = nn.endTimesSeconds.last, energySeconds > 0
        else { return nil }
        let count = Int(0.5 * SpectrumSettings.resamplingRateHz / errorGridStepHz) + 1
        var density = [Double](repeating: 0, count: count)
        for gap in uncertainGaps {
            let range = gap.firstIndex..<(gap.firstIndex + gap.count)
            let mean = nn.intervalsMs[range].reduce(0, +) / Double(gap.count) / 1000
            let weights = range.map {
                mean * taper.weight(at: (nn.endTimesSeconds[$0] - first) / (last - first))
            }
            for lag in 0..<gap.count {
                var sum = 0.0
                for i in lag..<gap.count {
                    sum +=
                        weights[i] * weights[i - lag]
                        * gap.errorCovariance[i * gap.count + i - lag]
                }
                let scale = (lag == 0 ? 2 : 4) * sum / energySeconds
                for index in 0..<count {
                    let cycles = Double(index) * errorGridStepHz * Double(lag) * mean
                    density[index] += scale * PlatformMath.cos(2 * .pi * cycles)
                }
            }
        }
        return PowerSpectrum(
            firstHz: 0, stepHz: errorGridStepHz, density: density.map { max(0, $0) })
    }

    /// A series whose open gaps are bridged.
    private struct BridgedSeries {
        private(set) var times: [Double] = []
        private(set) var values: [Double] = []
        /// The range from the last beat before to the first interval behind each gap; s.
        private(set) var bridges: [ClosedRange<Double>] = []

        /// - Parameter detrended: the series' intervals without their trend; ms.
        init(_ nn: NNSeries, _ detrended: [Double]) {
            let meanMs = nn.coveredSeconds * 1000 / Double(nn.count)
            var begin = 0
            for run in nn.contiguousRanges {
                defer { begin = run.lowerBound }
                let index = run.lowerBound
                if index > 0 {
                    let start = nn.endTimesSeconds[index - 1]
                    let end = nn.endTimesSeconds[index] - nn.intervalsMs[index] / 1000
                    let count = ((end - start) * 1000 / meanMs).rounded()
                    if count >= 1 {
                        bridge(
                            start...end, Int(count),
                            before: detrended[max(begin, index - levelIntervalCount)..<index],
                            after: detrended[
                                index..<min(run.upperBound, index + levelIntervalCount)])
                    }
                }
                times += nn.endTimesSeconds[run]
                values += detrended[run]
            }
        }

        private mutating func bridge(
            _ range: ClosedRange<Double>, _ count: Int, before: ArraySlice<Double>,
            after: ArraySlice<Double>
        ) {
            guard let last = before.last, let next = after.first else { return }
            let left = before.reduce(0, +) / Double(before.count)
            let right = after.reduce(0, +) / Double(after.count)
            let length = range.upperBound - range.lowerBound
            for index in 1...count {
                let share = Double(index) / Double(count)
                let leftDecay = PlatformMath.exp(-Double(index) / settlingBeatCount)
                let rightDecay = PlatformMath.exp(-Double(count + 1 - index) / settlingBeatCount)
                times.append(range.lowerBound + share * length)
                values.append(
                    left + share * (right - left) + leftDecay * (last - left)
                        + rightDecay * (next - right))
            }
            bridges.append(range)
        }
    }
}

extension PowerSpectrum {
    /// The density between two grid points by a straight line; 0 above the last.
    fileprivate func value(atHz frequency: Double) -> Double {
        let position = (frequency - firstHz) / stepHz
        let index = Int(position)
        guard index + 1 < density.count else { return 0 }
        return density[index] + (position - Double(index)) * (density[index + 1] - density[index])
    }
}

import PhysioDSP
import PhysioTypes

/// Band powers under conventions other than ours.
extension Conventions {
    func spectralValues(_ nn: NNSeries) -> MetricValues {
        guard let spectrum = spectrum(nn) else { return [:] }
        func power(_ band: FrequencyBand) -> Double? { integration.power(spectrum, band) }
        let ulf = power(bands.ulf)
        let vlf = power(bands.vlf)
        let lf = power(bands.lf)
        let hf = power(bands.hf)
        let vhf = power(bands.vhf)
        func sum(_ terms: [Double?]) -> Double { terms.reduce(0) { $0 + ($1 ?? 0) } }
        let total =
            switch totalPower {
            case .toUpperEdgeOfHF: power(bands.total) ?? 0
            case .sumOfVLFToHF: sum([vlf, lf, hf])
            case .sumOfAllBands: sum([ulf, vlf, lf, hf, vhf])
            }
        let normalisationPower =
            switch normalisedUnits {
            case .percentOfLFAndHF: sum([lf, hf])
            case .percentOfTotalLessVLF: total - (vlf ?? 0)
            case .percentOfTotal: total
            }
        var values = MetricValues(present: [
            (.ulf, ulf), (.vlf, vlf), (.lf, lf), (.hf, hf), (.vhf, vhf), (.totalPower, total),
            (.ulfMsSquared, ulf), (.vlfMsSquared, vlf), (.lfMsSquared, lf), (.hfMsSquared, hf),
            (.vhfMsSquared, vhf), (.totalPowerMsSquared, total), (.lfhf, ratio(lf, hf)),
            (.lfn, ratio(lf, normalisationPower).map { 100 * $0 }),
            (.hfn, ratio(hf, normalisationPower).map { 100 * $0 }),
            (.lnHF, hf.flatMap { $0 > 0 ? PlatformMath.log($0) : nil }),
            (.vlfPeak, integration.peakHz(spectrum, bands.vlf)),
            (.lfPeak, integration.peakHz(spectrum, bands.lf)),
            (.hfPeak, integration.peakHz(spectrum, bands.hf)),
        ])
        if powerScale == .dividedByMaximum {
            // What has no unit is no ms^2.
            for key in Self.msSquaredKeys { values[key] = nil }
        }
        return values
    }

    private static let msSquaredKeys: [MetricKey] = [
        .ulfMsSquared, .vlfMsSquared, .lfMsSquared, .hfMsSquared, .vhfMsSquared,
        .totalPowerMsSquared,
    ]

    private func spectrum(_ nn: NNSeries) -> DialectSpectrum? {
        guard nn.count >= FrequencyDomain.minimumBeatCount,
            nn.durationSeconds <= FrequencyDomain.maxDurationSeconds
        else { return nil }
        var spectrum =
            wholeSeriesEstimator.map { wholeSeriesSpectrum(nn, $0) } ?? averagedPeriodogram(nn)
        if powerScale == .dividedByMaximum { spectrum?.divideByMaximum() }
        return spectrum
    }

    /// The estimator among ours that looks at the series as a whole.
    private var wholeSeriesEstimator: SpectrumSettings.Estimator? {
        switch estimator {
        case .periodogram: .periodogram
        case .lombScargle: .lombScargle
        case .welch300Seconds, .welch64Seconds, .welchHalves, .welchWholeOr75Seconds: nil
        }
    }

    private func wholeSeriesSpectrum(
        _ nn: NNSeries, _ estimator: SpectrumSettings.Estimator
    ) -> DialectSpectrum? {
        var settings = SpectrumSettings()
        settings.estimator = estimator
        settings.bands = bands
        settings.taper = taper == .hann ? .hann : .hamming
        settings.detrending = spectrumTrend.detrending
        return FrequencyDomain(nn, settings: settings).spectrum.map(DialectSpectrum.init)
    }

    private func averagedPeriodogram(_ nn: NNSeries) -> DialectSpectrum? {
        let detrendedIntervals =
            spectrumTrend == .mean
            ? nn.intervalsMs
            : spectrumTrend.detrending.applied(to: nn.intervalsMs, at: nn.endTimesSeconds)
        var samples = grid.samples(times: grid.times(nn), values: detrendedIntervals)
        if spectrumTrend == .mean { samples = Detrending.none.removingMean(samples) }
        return estimator.segments(of: samples.count, rateHz: grid.rateHz).flatMap {
            DialectSpectrum(
                samples, rateHz: grid.rateHz, segments: $0,
                taper: taper == .hann ? .hann : .hamming)
        }
    }
}

extension Detrending {
    fileprivate func removingMean(_ samples: [Double]) -> [Double] {
        guard let mean = Statistics.mean(samples) else { return [] }
        return samples.map { $0 - mean }
    }
}

extension Conventions.SpectrumTrend {
    /// The trend that is subtracted at the beats; every estimator subtracts the mean.
    fileprivate var detrending: Detrending {
        switch self {
        case .linear: .linear
        case .mean: .none
        case .smoothnessPriors: .smoothnessPriors
        }
    }
}

extension Conventions.ResamplingGrid {
    var rateHz: Double { self == .quadratic100Hz ? 100 : 4 }

    /// Times of the intervals as the program has them.
    ///
    /// At 100 Hz they are sums of the intervals in s from 0 on: where beats lie on hundredths of a second their rounding decides
    /// whether the grid has one point more, and that whether the spectrum has a segment more.
    fileprivate func times(_ nn: NNSeries) -> [Double] {
        guard self == .quadratic100Hz, nn.isAdjacentToPrevious.dropFirst().allSatisfy(\.self) else {
            return nn.endTimesSeconds
        }
        var sum = 0.0
        return nn.intervalsMs.map {
            sum += $0 / 1000
            return sum
        }
    }

    /// The series on an even grid from the first time on; on the splines' grids up to, but without,
    /// the last time; at 100 Hz up to the first point at or beyond it. None where a `Cancellation` is wanted.
    fileprivate func samples(times: [Double], values: [Double]) -> [Double] {
        guard let first = times.first, let last = times.last, let end = values.last else {
            return []
        }
        let step = 1 / rateHz
        let degree: Int
        switch self {
        case .bandLimited4Hz:
            return Resampling.bandLimited.resample(times: times, values: values, rateHz: rateHz)
        case .cubic4Hz: degree = 3
        case .linear4Hz: degree = 1
        case .quadratic100Hz: degree = 2
        }
        let stop = self == .quadratic100Hz ? last + step : last
        let count = Int(((stop - first) / step).rounded(.up))
        let spline = InterpolatingSpline(times: times, values: values, degree: degree)
        var samples: [Double] = []
        samples.reserveCapacity(count)
        for index in 0..<count {
            if index.isMultiple(of: 8192), Cancellation.isRequested { return [] }
            let time = first + Double(index) * step
            samples.append(time > last ? end : spline.value(at: time))
        }
        return samples
    }
}

extension Conventions.Estimator {
    /// Division of a series into segments that are tapered separately.
    struct Segmentation {
        var length: Int
        var transformCount: Int
        var keepsSegmentMeans = false
        /// Frequencies below are left out; Hz.
        var lowestHz = 0.0
    }

    /// - Returns: nil below four samples.
    fileprivate func segments(of count: Int, rateHz: Double) -> Segmentation? {
        func padded(seconds: Double) -> Segmentation {
            let length = min(count, Int(seconds * rateHz))
            return Segmentation(length: length, transformCount: max(4096, length))
        }
        guard count >= 4 else { return nil }
        switch self {
        case .periodogram, .lombScargle: return nil
        case .welch300Seconds: return padded(seconds: 300)
        case .welch64Seconds: return padded(seconds: 64)
        case .welchWholeOr75Seconds:
            let isShort = Double(count) < 300 * rateHz
            return padded(seconds: isShort ? 4096 / rateHz : 75)
        case .welchHalves:
            // In this order of operations, whose rounding decides on the last sample.
            let lowestHz = 2 * rateHz / (Double(count) / 2)
            let length = min(Int(2 / lowestHz * rateHz), Int(Double(count) / 2))
            return Segmentation(
                length: length, transformCount: 2 * length, keepsSegmentMeans: true,
                lowestHz: lowestHz)
        }
    }
}

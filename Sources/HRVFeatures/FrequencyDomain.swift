public import PhysioDSP
public import PhysioTypes

/// Frequency-domain metrics of NN intervals: power in bands, in true ms^2.
///
/// Lomb-Scargle uses every beat of the stretch, at the time of the beat that ends the interval, on
/// a grid whose step is a quarter of 1 / length; gaps are left out of the time covered and need no
/// repair. Welch uses the longest stretch without a gap, rebuilt on a 4 Hz grid by
/// ``BandLimitedResampling``. Both give a density whose integral is the variance; a band's power
/// is its integral over [low, high) with fractions of a grid cell at the edges, so bands add up.
///
/// - SeeAlso: Task Force 1996, Circulation 93:1043; Laguna 1998, IEEE Trans. Biomed. Eng. 45:698
///   (why not to interpolate linearly).
public struct FrequencyDomain: Sendable, Equatable {
    /// The density; ms^2/Hz; nil where the stretch has fewer than ``minimumBeatCount`` intervals.
    public let spectrum: PowerSpectrum?
    /// Length of the stretch that the spectrum stands for; s.
    public let stretchSeconds: Double
    /// Width below which the estimator cannot tell two frequencies apart; Hz.
    public let resolutionHz: Double
    /// Highest frequency at which the estimator keeps the power of a tone: half the mean beat rate,
    /// under Welch the end of the band-limited fit; Hz; 0 without intervals.
    public let highestFaithfulHz: Double
    public let bands: HRVBands

    /// A line, a sine and a cosine are fitted: five intervals leave something to explain.
    public static let minimumBeatCount = 5
    /// Grid points of the Lomb-Scargle density per 1 / length.
    static let oversampling = 4.0

    /// Longest stretch whose spectrum is estimated; s; 48 days, several GB of grid beyond.
    public static let longestStretchSeconds = 48.0 * 86_400

    /// - Parameter omitsSpectrum: whether only lengths and resolution are found, for a stretch
    ///   whose powers nobody will see.
    /// - Complexity: O(N + F log F) for F grid frequencies.
    public init(
        _ nn: NNSeries, settings: SpectrumSettings = SpectrumSettings(),
        omitsSpectrum: Bool = false
    ) {
        let isOmitted = omitsSpectrum || nn.durationSeconds > Self.longestStretchSeconds
        bands = settings.bands
        let halfBeatRateHz = nn.count > 0 ? 0.5 * Double(nn.count) / nn.coveredSeconds : 0
        highestFaithfulHz =
            settings.estimator.needsGrid && settings.resampling == .bandLimited
            ? BandLimitedResampling.bandShare * halfBeatRateHz : halfBeatRateHz
        switch settings.estimator {
        case .lombScargle:
            stretchSeconds = nn.durationSeconds
            resolutionHz = stretchSeconds > 0 ? 1 / stretchSeconds : .infinity
            spectrum = isOmitted ? nil : Self.lombScargle(nn, settings)
        case .welch:
            let stretch = Self.longestStretch(nn)
            stretchSeconds = stretch.durationSeconds
            let segment = min(stretchSeconds, SpectrumSettings.welchSegmentSeconds)
            resolutionHz = segment > 0 ? 1 / segment : .infinity
            spectrum = isOmitted ? nil : Self.welch(stretch, settings)
        case .multitaper:
            let stretch = Self.longestStretch(nn)
            stretchSeconds = stretch.durationSeconds
            // Half the main lobe: NW / length.
            resolutionHz =
                stretchSeconds > 0
                ? SpectrumSettings.multitaper.timeBandwidth / stretchSeconds : .infinity
            spectrum = isOmitted ? nil : Self.multitaper(stretch, settings)
        }
    }

    /// Power of one band; ms^2; nil without a spectrum.
    public func powerMsSquared(_ band: FrequencyBand) -> Double? {
        spectrum?.power(fromHz: band.lowHz, toHz: band.highHz)
    }

    /// The metrics by key; a band narrower than the resolution has none.
    public var values: MetricValues {
        func resolved(_ band: FrequencyBand) -> Double? {
            isResolved(band) ? powerMsSquared(band) : nil
        }
        let lf = resolved(bands.lf)
        let hf = resolved(bands.hf)
        let both = lf.flatMap { lf in hf.map { lf + $0 } }
        let total = resolved(bands.total)
        let ulf = resolved(bands.ulf)
        let vlf = resolved(bands.vlf)
        let vhf = resolved(bands.vhf)
        let pairs: [(MetricKey, Double?)] = [
            (.ulf, ulf), (.vlf, vlf), (.lf, lf), (.hf, hf), (.vhf, vhf), (.totalPower, total),
            (.ulfMsSquared, ulf), (.vlfMsSquared, vlf), (.lfMsSquared, lf), (.hfMsSquared, hf),
            (.vhfMsSquared, vhf), (.totalPowerMsSquared, total), (.lfhf, ratio(lf, hf)),
            (.lfn, ratio(lf, both).map { 100 * $0 }), (.hfn, ratio(hf, both).map { 100 * $0 }),
            (.lnHF, hf.flatMap { $0 > 0 ? PlatformMath.log($0) : nil }),
            (.vlfPeak, peakHz(bands.vlf)), (.lfPeak, peakHz(bands.lf)),
            (.hfPeak, peakHz(bands.hf)),
        ]
        return MetricValues(present: pairs)
    }

    /// Whether the band is at least as wide as the estimator's resolution.
    public func isResolved(_ band: FrequencyBand) -> Bool {
        band.highHz - band.lowHz >= resolutionHz
    }

    private func peakHz(_ band: FrequencyBand) -> Double? {
        guard isResolved(band) else { return nil }
        return spectrum?.peakHz(fromHz: band.lowHz, toHz: band.highHz)
    }

    private static func lombScargle(_ nn: NNSeries, _ settings: SpectrumSettings) -> PowerSpectrum?
    {
        guard nn.count >= minimumBeatCount, nn.durationSeconds > 0 else { return nil }
        let stepHz = 1 / (oversampling * nn.durationSeconds)
        let times = nn.endTimesSeconds
        return LombScargle(taper: settings.taper).density(
            times: times, values: settings.detrending.applied(to: nn.intervalsMs, at: times),
            coveredSeconds: nn.coveredSeconds, taperRange: nn.startSeconds...nn.endSeconds,
            stepHz: stepHz, count: Int((settings.bands.highestHz / stepHz).rounded(.up)) + 1)
    }

    /// The detrended intervals on the even grid.
    private static func grid(_ nn: NNSeries, _ settings: SpectrumSettings) -> [Double]? {
        guard nn.count >= minimumBeatCount else { return nil }
        let times = nn.endTimesSeconds
        return settings.resampling.resample(
            times: times, values: settings.detrending.applied(to: nn.intervalsMs, at: times),
            rateHz: SpectrumSettings.resamplingRateHz)
    }

    private static func multitaper(
        _ nn: NNSeries, _ settings: SpectrumSettings
    ) -> PowerSpectrum? {
        guard let samples = grid(nn, settings) else { return nil }
        return SpectrumSettings.multitaper.density(
            samples: samples, sampleRateHz: SpectrumSettings.resamplingRateHz)?.spectrum
    }

    private static func welch(_ nn: NNSeries, _ settings: SpectrumSettings) -> PowerSpectrum? {
        guard let samples = grid(nn, settings) else { return nil }
        return WelchPSD(
            segmentSeconds: SpectrumSettings.welchSegmentSeconds, taper: settings.taper
        ).density(samples: samples, sampleRateHz: SpectrumSettings.resamplingRateHz)
    }

    /// The longest run of intervals without a gap, by time.
    private static func longestStretch(_ nn: NNSeries) -> NNSeries {
        func begin(_ run: Range<Int>) -> Double {
            nn.endTimesSeconds[run.lowerBound] - nn.intervalsMs[run.lowerBound] / 1000
        }
        func end(_ run: Range<Int>) -> Double { nn.endTimesSeconds[run.upperBound - 1] }
        let runs = nn.adjacentRuns
        guard let longest = runs.max(by: { end($0) - begin($0) < end($1) - begin($1) }) else {
            return nn
        }
        return nn.slice(
            longest, startSeconds: max(nn.startSeconds, begin(longest)),
            endSeconds: end(longest))
    }
}

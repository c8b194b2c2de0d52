public import PhysioDSP
public import PhysioTypes

/// Frequency-domain metrics of NN intervals: power in bands, in true ms^2.
///
/// The intervals, each at the time of the beat that ends it, are rebuilt on a 4 Hz grid by
/// ``BandLimitedResampling``, and the whole segment is tapered and transformed once. Intervals that
/// are missing are estimated first (``GapFilling``). The other estimators on a grid use the longest
/// segment that has no gap after that. Lomb-Scargle takes the beats as they are, on a grid whose
/// step is a quarter of 1 / length. All give a density whose integral is the variance; a band's
/// power is its integral over [low, high) with fractions of a grid cell at the edges, so bands add
/// up.
///
/// - SeeAlso: Task Force 1996, Circulation 93:1043; Laguna 1998, IEEE Trans. Biomed. Eng. 45:698
///   (why not to interpolate linearly).
public struct FrequencyDomain: Sendable, Equatable {
    /// The density; ms^2/Hz; nil where the segment has fewer than ``minimumBeatCount`` intervals.
    public let spectrum: PowerSpectrum?
    /// The autoregressive model, where the estimator is one: its powers come from its poles.
    public let model: AutoregressiveModel?
    /// Results that several tapers give besides, where the estimator uses them.
    public let multitaper: MultitaperPSD.Result?
    /// Length of the segment that the spectrum stands for; s.
    public let analysedSeconds: Double
    /// Width below which the estimator cannot separate two frequencies; Hz.
    public let resolutionHz: Double
    /// Highest frequency at which the estimator keeps the power of a tone: half the mean beat rate,
    /// under Welch the end of the band-limited fit; Hz; 0 without intervals.
    public let highestReliableHz: Double
    public let bands: HRVBands
    /// The mean of neighbouring densities over a width W of a smooth spectrum has at least W /
    /// `independentHz` times the degrees of freedom of one; Hz; infinite where that is not known.
    public let independentWidthHz: Double
    /// The part of ``spectrum`` that stands for what estimated intervals lack of true ones;
    /// ms^2/Hz; nil where none is estimated that can be wrong.
    let errorDensity: PowerSpectrum?

    /// A line, a sine and a cosine are fitted: five intervals leave something to explain.
    public static let minimumBeatCount = 5
    /// Grid points of the Lomb-Scargle density per 1 / length.
    static let oversampling = 4.0

    /// Maximum length of a segment whose spectrum is estimated; s; 48 days, several GB of grid beyond.
    public static let maxDurationSeconds = 48.0 * 86_400

    /// - Parameter omitsSpectrum: whether only lengths and resolution are found, for a segment
    ///   whose powers are not read.
    /// - Complexity: O(N + F log F) for F grid frequencies.
    public init(
        _ nn: NNSeries, settings: SpectrumSettings = SpectrumSettings(),
        omitsSpectrum: Bool = false
    ) {
        let isOmitted = omitsSpectrum || nn.durationSeconds > Self.maxDurationSeconds
        bands = settings.bands
        let halfBeatRateHz = nn.count > 0 ? 0.5 * Double(nn.count) / nn.coveredSeconds : 0
        highestReliableHz =
            settings.estimator.needsGrid && settings.resampling == .bandLimited
            ? BandLimitedResampling.nyquistShare * halfBeatRateHz : halfBeatRateHz
        let filling = isOmitted || !settings.estimator.needsGrid ? nil : GapFilling(nn)
        let segment =
            settings.estimator.needsGapFreeSegment ? Self.gapFreeSegment(filling?.series ?? nn) : nn
        analysedSeconds = segment.durationSeconds
        let resolution = Self.resolutionHz(analysedSeconds, settings.estimator)
        resolutionHz = resolution.isFinite ? resolution : .infinity
        let estimate = isOmitted ? Estimate() : Self.estimate(segment, filling, settings)
        spectrum = estimate.spectrum
        model = estimate.model
        multitaper = estimate.multitaper
        independentWidthHz = estimate.independentWidthHz
        errorDensity = estimate.errorDensity
    }

    /// Degrees of freedom of one value of the density; nil without a spectrum, and for an
    /// autoregressive one, whose values are no chi-squares.
    ///
    /// Under the multitaper their median up to ``highestReliableHz`` and the end of the bands:
    /// beyond, where nothing is but leakage, they are few.
    public var degreesOfFreedom: Double? {
        guard let spectrum, model == nil else { return nil }
        guard let binDegreesOfFreedom = multitaper?.degreesOfFreedom else {
            return spectrum.degreesOfFreedom
        }
        let end = min(highestReliableHz, bands.highestHz)
        let inBandDegreesOfFreedom = binDegreesOfFreedom.indices.filter {
            spectrum.frequencyHz($0) <= end
        }
        .map { binDegreesOfFreedom[$0] }
        return inBandDegreesOfFreedom.sorted()[inBandDegreesOfFreedom.count / 2]
    }

    /// Power of one band; ms^2; nil without a spectrum.
    public func powerMsSquared(_ band: FrequencyBand) -> Double? {
        if let model {
            return model.power(
                fromHz: band.lowHz, toHz: band.highHz,
                sampleRateHz: SpectrumSettings.resamplingRateHz)
        }
        return spectrum?.power(fromHz: band.lowHz, toHz: band.highHz)
    }

    /// The share of a band's power that was added for what estimated intervals lack; 0...1; 0
    /// without a spectrum.
    package func estimatedPowerShare(of band: FrequencyBand) -> Double {
        guard let errorDensity, let bandPower = powerMsSquared(band), bandPower > 0 else {
            return 0
        }
        return min(1, errorDensity.power(fromHz: band.lowHz, toHz: band.highHz) / bandPower)
    }

    /// Share of a band's power from which on it is said.
    package static let estimatedShareThreshold = 0.05

    /// The metrics by key; a band narrower than the resolution has none.
    public var values: MetricValues { MetricValues(of: BandPowers(self)) }

    /// Returns true if the band is at least as wide as the estimator's resolution.
    public func isResolved(_ band: FrequencyBand) -> Bool {
        band.highHz - band.lowHz >= resolutionHz
    }

    /// The frequency of a band's maximum; Hz; nil where the band is not resolved or has none.
    func peakHz(_ band: FrequencyBand) -> Double? {
        guard isResolved(band) else { return nil }
        if let model {
            return model.peakHz(
                fromHz: band.lowHz, toHz: band.highHz,
                sampleRateHz: SpectrumSettings.resamplingRateHz)
        }
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

    /// Resolution of the estimator: one over what it looks at, for the multitaper half its lobe.
    private static func resolutionHz(
        _ analysedSeconds: Double, _ estimator: SpectrumSettings.Estimator
    ) -> Double {
        switch estimator {
        case .lombScargle, .periodogram, .burg: 1 / analysedSeconds
        case .welch: 1 / min(analysedSeconds, SpectrumSettings.welchSegmentSeconds)
        case .multitaper: SpectrumSettings.multitaper.timeBandwidth / analysedSeconds
        }
    }

    /// The result of an estimator.
    struct Estimate {
        var spectrum: PowerSpectrum?
        var errorDensity: PowerSpectrum?
        var model: AutoregressiveModel?
        var multitaper: MultitaperPSD.Result?
        var independentWidthHz = Double.infinity
    }

    private static func estimate(
        _ nn: NNSeries, _ filling: GapFilling?, _ settings: SpectrumSettings
    ) -> Estimate {
        guard settings.estimator.needsGrid else {
            return Estimate(
                spectrum: lombScargle(nn, settings),
                independentWidthHz: independentHz(
                    at: nn.endTimesSeconds, of: nn, settings.taper,
                    spacingSeconds: nn.coveredSeconds / Double(max(1, nn.count))))
        }
        if settings.estimator == .periodogram {
            return filling.map { periodogram($0, settings) } ?? Estimate()
        }
        guard nn.count >= minimumBeatCount else { return Estimate() }
        let rate = SpectrumSettings.resamplingRateHz
        let times = nn.endTimesSeconds
        let samples = settings.resampling.resample(
            times: times, values: settings.detrending.applied(to: nn.intervalsMs, at: times),
            rateHz: rate)
        switch settings.estimator {
        case .lombScargle, .periodogram:
            return Estimate()
        case .welch:
            let welch = WelchPSD(
                segmentSeconds: SpectrumSettings.welchSegmentSeconds, taper: settings.taper)
            return Estimate(spectrum: welch.density(samples: samples, sampleRateHz: rate))
        case .multitaper:
            let result = SpectrumSettings.multitaper.density(samples: samples, sampleRateHz: rate)
            return Estimate(
                spectrum: result?.spectrum, multitaper: result,
                independentWidthHz: 2 * resolutionHz(nn.durationSeconds, .multitaper))
        case .burg:
            let mean = samples.reduce(0, +) / Double(samples.count)
            let model = AutoregressiveModel.burg(
                samples.map { $0 - mean }, order: .fixed(SpectrumSettings.burgOrder))
            let densityCurve = model?.spectrum(
                stepHz: SpectrumSettings.drawingStepHz, toHz: settings.bands.highestHz,
                sampleRateHz: rate)
            return Estimate(spectrum: densityCurve, model: model)
        }
    }

    /// The integral over frequency of the correlation of two values of a periodogram of white
    /// noise: sum h^4 / (d (sum h^2)^2) for samples every d s, by Parseval's identity; under Hann
    /// 35/18 of 1 / length.
    ///
    /// The variance of the mean over a width W is at most that share of W of the variance of one
    /// value. For the multitaper the width of its lobe, 5 / length, is taken: the integral is 4.3.
    private static func independentHz(
        at times: [Double], of nn: NNSeries, _ taper: Taper, spacingSeconds: Double
    ) -> Double {
        var squares = 0.0
        var fourthPowers = 0.0
        for time in times {
            let weight = taper.weight(at: (time - nn.startSeconds) / nn.durationSeconds)
            squares += weight * weight
            fourthPowers += weight * weight * weight * weight
        }
        return squares > 0 ? fourthPowers / (spacingSeconds * squares * squares) : .infinity
    }

    /// The longest run of intervals without a gap, by time.
    private static func gapFreeSegment(_ nn: NNSeries) -> NNSeries {
        func begin(_ run: Range<Int>) -> Double {
            nn.endTimesSeconds[run.lowerBound] - nn.intervalsMs[run.lowerBound] / 1000
        }
        func end(_ run: Range<Int>) -> Double { nn.endTimesSeconds[run.upperBound - 1] }
        let runs = nn.contiguousRanges
        guard let maxRun = runs.max(by: { end($0) - begin($0) < end($1) - begin($1) }) else {
            return nn
        }
        return nn.slice(
            maxRun, startSeconds: max(nn.startSeconds, begin(maxRun)),
            endSeconds: end(maxRun))
    }
}

import PhysioDSP
import PhysioTypes

/// The decision of ``BreathingRate`` in one segment of some minutes.
///
/// Levels are set on simulated intervals (see the guide, respiration.md): each test alone passes
/// about 1 % of segments that hold 1/f noise and slow waves but no breath.
struct BreathSearch {
    private let transform: IntervalFourierTransform
    private let lowHz: Double
    private let highHz: Double

    // MARK: What counts as a rhythm

    /// The limit below which the vessels have a rhythm of their own (near 0.1 Hz), and only a line
    /// is a breath.
    static let mayerWaveLimitHz = 0.14
    /// Windows of the test for a line below ``mayerWaveLimitHz``: their bandwidth, 0.06 Hz, holds all of
    /// the vessels' rhythm; s.
    static let slowWindowSeconds = 25.0
    /// c in the least share 1 - exp(-c / T) of its power that a line below ``mayerWaveLimitHz`` explains;
    /// s. Of resonators of damping 0.05 to 0.3 about 1 % pass.
    static let slowLineConstantSeconds = 230.0
    /// Minimum share in segments above 4 minutes: what a narrow resonator reaches now and then falls
    /// more slowly than 1 - exp(-c / T).
    static let minSlowLineShare = 0.62
    /// c where a harmonic follows it, which waves do not have: next to none of them pass both; s.
    static let harmonicLineConstantSeconds = 120.0
    /// Windows of the same test above; their bandwidth is 0.09 Hz; s.
    static let windowSeconds = 16.0
    /// c above ``mayerWaveLimitHz``; s.
    static let lineConstantSeconds = 115.0
    /// Half the width of a peak of free breathing, whose period varies by 10 to 20 %; Hz.
    static let peakHalfWidthHz = 0.02
    /// The distances from such a peak, on either side, at which the noise beside it is measured;
    /// Hz.
    static let flankDistancesHz = 0.035...0.07
    /// The factor b in the least ratio exp(b / sqrt(T)) of peak to flanks; sqrt(s).
    static let broadPeakFactor = 27.0
    /// Ratio of peak to flanks from which a slow rhythm that is no line is named as such.
    static let minSlowWaveRatio = 2.0
    /// Half the width of the main lobe in which one line is looked for; in 1 / T.
    static let lobeHalfWidth = 0.75
    /// Step of the search for a broad peak; Hz: an eighth of its width.
    static let stepHz = 0.005

    // MARK: Criteria of a harmonic

    /// Periods of the lower frequency in a window: its Hann lobes keep the two separate.
    static let lockWindowPeriods = 2.5
    /// k in the phase locking 1 - exp(-k / n) over n windows from which one rhythm is the other's
    /// harmonic: of two that have nothing to do with each other fewer than 1 % pass.
    static let minLockedFactor = 8.0
    /// k up to which it is not: 2 % lie between.
    static let maxUnlockedFactor = 5.0
    /// Phase locking that a harmonic needs to speak for a slow line.
    static let minHarmonicPhaseLock = 0.5
    /// Power of a fundamental to that of its harmonic, at least, by the harmonic's order: 3.5 and
    /// 2.6 times its amplitude.
    static let minFundamentalRatio = [2: 0.08, 3: 0.15]

    /// Power beside a slow line from which a quicker rhythm may be the breath instead: a twentieth
    /// of its amplitude. Images of a line's harmonics lie below.
    static let minQuickPowerRatio = 0.002

    // MARK: Criteria of an image

    /// Highest breathing rate at rest (36/min): an image of a faster breath is not feared.
    static let highestImageHz = 0.6
    /// A rhythm is this many times higher at its own frequency than at its image, or it is not
    /// known which is which: 2 % of images pass.
    static let minImageRatio = 1.6
    /// The distance about the image within which its highest point is sought; Hz.
    static let imageHalfWidthHz = 0.03

    /// - Returns: nil where there are too few intervals or no variation.
    init?(_ nn: NNSeries, band: FrequencyBand) {
        guard let transform = IntervalFourierTransform(nn) else { return nil }
        self.transform = transform
        lowHz = band.lowHz
        highHz = min(band.highHz, 0.5 * transform.beatRateHz)
    }

    enum Outcome: Equatable {
        case rate(hz: Double)
        case absent(BreathingRate.AbsenceReason)
    }

    func outcome() -> Outcome {
        let slowMaximumHz = slowMaximumHz
        if let slow = slowMaximumHz, isLine(slow) || hasHarmonic(slow) {
            return outcome(ofLine: slow)
        }
        guard let quick = quickRhythm else {
            let isSlowWave =
                slowMaximumHz.map { ratioToFlanks($0) > Self.minSlowWaveRatio } ?? false
            return .absent(isSlowWave ? .slowWaves : .noRhythm)
        }
        return switch origin(of: quick.hz, orders: [2, 3]) {
        case .unclear: .absent(.ambiguous)
        case .harmonic(let hz): rateUnlessImage(refinedHz(hz))
        case .fundamental:
            rateUnlessImage(quick.isLine ? refinedHz(quick.hz) : meanRateHz(quick.hz))
        }
    }

    /// A slow line is the breath unless a quicker rhythm is there that is no harmonic of it.
    private func outcome(ofLine slow: Double) -> Outcome {
        var hz = slow
        switch origin(of: slow, orders: [2]) {
        case .unclear: return .absent(.ambiguous)
        case .harmonic(let fundamentalHz): hz = fundamentalHz
        case .fundamental: break
        }
        hz = refinedHz(hz)
        if let quick = quickRhythm?.hz, linePower(quick) > Self.minQuickPowerRatio * linePower(hz),
            !isHarmonic(quick, of: hz)
        {
            return .absent(.ambiguous)
        }
        return .rate(hz: hz)
    }

    // MARK: Rhythms

    private var slowMaximumHz: Double? {
        guard lowHz < min(Self.mayerWaveLimitHz, highHz) else { return nil }
        return transform.highestMaximum(fromHz: lowHz, toHz: min(Self.mayerWaveLimitHz, highHz)) {
            $1
        }
    }

    /// The strongest rhythm above the vessels', power times frequency: a line, or else a peak of
    /// free breathing.
    private var quickRhythm: (hz: Double, isLine: Bool)? {
        let quickRhythmLowHz = max(lowHz, Self.mayerWaveLimitHz)
        guard quickRhythmLowHz < highHz else { return nil }
        if let peak = transform.highestMaximum(
            fromHz: quickRhythmLowHz, toHz: highHz, by: { $0 * $1 }),
            isLine(peak)
        {
            return (peak, true)
        }
        // A wave below the edge is no part of the peak.
        var best: (hz: Double, power: Double)?
        let halfWidth = Self.peakHalfWidthHz
        for hz in stride(from: quickRhythmLowHz + halfWidth, to: highHz, by: Self.stepHz) {
            let power = hz * meanPower(about: hz, halfWidth)
            if power > best?.power ?? 0 { best = (hz, power) }
        }
        let level = PlatformMath.exp(Self.broadPeakFactor / transform.coveredSeconds.squareRoot())
        guard let best, ratioToFlanks(best.hz) > level, meanRateHz(best.hz) > quickRhythmLowHz
        else {
            return nil
        }
        return (best.hz, false)
    }

    private func isLine(_ hz: Double) -> Bool {
        hz < Self.mayerWaveLimitHz
            ? isLine(hz, seconds: Self.slowLineConstantSeconds, minShare: Self.minSlowLineShare)
            : isLine(hz, seconds: Self.lineConstantSeconds)
    }

    private func isLine(_ hz: Double, seconds: Double, minShare: Double = 0) -> Bool {
        let window = hz < Self.mayerWaveLimitHz ? Self.slowWindowSeconds : Self.windowSeconds
        let level = max(minShare, 1 - PlatformMath.exp(-seconds / transform.coveredSeconds))
        return transform.amplitudes(atHz: hz, windowSeconds: window).linePowerShare > level
    }

    private func meanPower(about hz: Double, _ halfWidth: Double) -> Double {
        transform.meanPower(fromHz: hz - halfWidth, toHz: hz + halfWidth) ?? 0
    }

    /// Mean density of a peak over the geometric mean of its two flanks; of the lower one alone
    /// where the upper lies above half the beat rate.
    private func ratioToFlanks(_ hz: Double) -> Double {
        let (near, far) = (Self.flankDistancesHz.lowerBound, Self.flankDistancesHz.upperBound)
        guard let lowerFlankPower = transform.meanPower(fromHz: hz - far, toHz: hz - near),
            lowerFlankPower > 0
        else {
            return 0
        }
        let upperFlankPower =
            transform.meanPower(
                fromHz: hz + near, toHz: min(hz + far, 0.5 * transform.beatRateHz))
            ?? lowerFlankPower
        guard upperFlankPower > 0 else { return 0 }
        return meanPower(about: hz, Self.peakHalfWidthHz)
            / (lowerFlankPower * upperFlankPower).squareRoot()
    }

    private func linePower(_ hz: Double) -> Double {
        let reach = Self.lobeHalfWidth / transform.spanSeconds
        return transform.highestPower(fromHz: hz - reach, toHz: hz + reach)
    }

    /// The maximum nearest to a line's frequency.
    private func refinedHz(_ hz: Double) -> Double {
        let reach = Self.lobeHalfWidth / transform.spanSeconds
        return transform.highestMaximum(fromHz: hz - reach, toHz: hz + reach) { $1 } ?? hz
    }

    /// Breaths over time, of a rhythm that is no line.
    private func meanRateHz(_ hz: Double) -> Double {
        transform.amplitudes(atHz: hz, windowSeconds: Self.windowSeconds).meanHz
    }

    // MARK: Harmonics

    private enum Origin {
        case fundamental
        case harmonic(of: Double)
        case unclear
    }

    /// Returns the origin of a rhythm: a harmonic of a lower one, whose phase it follows, a
    /// fundamental, or unclear.
    private func origin(of hz: Double, orders: [Int]) -> Origin {
        for order in orders {
            let lowerHz = hz / Double(order)
            let minRatio = Self.minFundamentalRatio[order] ?? 1
            guard lowerHz >= lowHz, linePower(lowerHz) > minRatio * linePower(hz) else { continue }
            let phaseLock = phaseLock(of: lowerHz, to: hz, order: order)
            guard phaseLock.share > phaseLock.threshold(Self.maxUnlockedFactor) else { continue }
            let isLocked = phaseLock.share > phaseLock.threshold(Self.minLockedFactor)
            return isLocked && isLine(lowerHz, seconds: Self.harmonicLineConstantSeconds)
                ? .harmonic(of: lowerHz) : .unclear
        }
        return isImageOfSecondHarmonic(hz) ? .unclear : .fundamental
    }

    private struct PhaseLock {
        let share: Double
        let windowCount: Int

        func threshold(_ windows: Double) -> Double {
            1 - PlatformMath.exp(-windows / Double(windowCount))
        }
    }

    private func phaseLock(of lowerHz: Double, to hz: Double, order: Int) -> PhaseLock {
        let window = Self.lockWindowPeriods / lowerHz
        let amplitudes = transform.amplitudes(atHz: lowerHz, windowSeconds: window)
        let others = transform.amplitudes(atHz: hz, windowSeconds: window)
        return PhaseLock(
            share: amplitudes.phaseLock(to: others, order: order),
            windowCount: amplitudes.values.count)
    }

    /// Indicates whether a slow rhythm is steady to some degree and has a harmonic, more than the
    /// a^2 / RR that intervals of a heart rate with an oscillation of a have of themselves.
    private func hasHarmonic(_ hz: Double) -> Bool {
        guard isLine(hz, seconds: Self.harmonicLineConstantSeconds) else { return false }
        let power = linePower(hz)
        // A sine of amplitude a has the peak density (a^2 / 2) T / 1.5 under a Hann taper.
        let amplitude =
            (2 * power * Taper.hann.noiseBandwidthBins / transform.spanSeconds).squareRoot()
        let harmonicAmplitudeRatio = amplitude * transform.beatRateHz / 1000
        let phaseLock = phaseLock(of: hz, to: 2 * hz, order: 2)
        return phaseLock.share
            > max(Self.minHarmonicPhaseLock, phaseLock.threshold(Self.minLockedFactor))
            && linePower(2 * hz) > harmonicAmplitudeRatio * harmonicAmplitudeRatio * power
    }

    /// A breath at g shows 2 g at the beat rate less 2 g where that lies above half of it.
    private func isImageOfSecondHarmonic(_ hz: Double) -> Bool {
        let breath = 0.5 * (transform.beatRateHz - hz)
        guard breath >= lowHz, breath < highHz,
            abs(breath - hz) > 2 / transform.spanSeconds
        else { return false }
        return linePower(breath) > 0.5 * linePower(hz) && isLine(breath)
    }

    /// Returns true if a frequency is a multiple of another, and follows it as far as that can be
    /// seen.
    private func isHarmonic(_ hz: Double, of lowerHz: Double) -> Bool {
        let order = (hz / lowerHz).rounded()
        guard order >= 2 else { return false }
        let reach = order * Self.lobeHalfWidth / transform.spanSeconds
        guard abs(hz - order * lowerHz) < reach else { return false }
        let phaseLock = phaseLock(of: lowerHz, to: hz, order: Int(order))
        return phaseLock.share > phaseLock.threshold(Self.maxUnlockedFactor)
    }

    // MARK: Images

    /// Uneven beats smear an image and leave the rhythm itself sharp.
    private func rateUnlessImage(_ hz: Double) -> Outcome {
        let half = 0.5 * transform.beatRateHz
        let imageHz = transform.beatRateHz - hz
        guard imageHz < IntervalFourierTransform.highestHz else { return .rate(hz: hz) }
        let reach = Self.imageHalfWidthHz
        let ownPower = transform.highestPower(fromHz: hz - reach, toHz: min(half, hz + reach))
        let mirroredPower = transform.highestPower(
            fromHz: max(half, imageHz - reach), toHz: imageHz + reach)
        let isBelowHalfBeatRate = ownPower > Self.minImageRatio * mirroredPower
        let isAboveHalfBeatRate = mirroredPower > Self.minImageRatio * ownPower
        return isAboveHalfBeatRate || (imageHz < Self.highestImageHz && !isBelowHalfBeatRate)
            ? .absent(.aboveHalfBeatRate) : .rate(hz: hz)
    }
}

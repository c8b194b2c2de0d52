public import PhysioTypes
import PhysioDSP

/// Steadiness of the heart's phase in the breath, however far it oscillates.
///
/// For every whole commanded breath of the last 120 s the first harmonic of the heart rate (accepted
/// intervals at their midpoints, the straight line over the window removed) is found by least squares of a
/// level, cos 2 pi share and sin 2 pi share; likewise that of the breathing signal, or phase 0 without
/// one. R = |mean exp(i (heart - breath))| over the N breaths. Breaths with fewer than 4 accepted
/// intervals, none in half of the breath, or no rhythm at all are left out.
///
/// Without any relation R has mean 0.52 for 3 breaths, 0.37 for 6, 0.26 for 12; its square without
/// the bias, (N R^2 - 1) / (N - 1), has mean 0 before it is cut there.
///
/// - SeeAlso: Mardia and Jupp 2000, Directional Statistics, section 2.3 (R), 6.3 (the test).
public struct PhaseSynchrony: Sendable, Equatable {
    public static let windowSeconds = 120.0
    public static let minimumBreathCount = 5
    /// Accepted intervals in a breath.
    public static let minimumBeatCount = 4
    /// Largest share of a breath without one.
    public static let maxGapShare = 0.5

    /// Breaths, N.
    public let breathCount: Int
    /// R; 0 ... 1.
    public let resultant: Double
    /// The position in the breath at which the heart rate peaks, or the phase by which it leads the
    /// signal; radians; -pi ... pi; later is negative.
    public let meanPhase: Double

    /// - Throws: `tooFew` below ``minimumBreathCount`` breaths, `notMeasured` where a breathing signal is
    ///   given and does not cover the breaths.
    /// - Complexity: O(n + m) for n intervals and m samples of the signal; allocates.
    public init(
        _ nn: NNSeries, breathing: CommandedBreathing, signal: BreathingSignal? = nil
    ) throws(MissingReason) {
        let end = nn.endTimesSeconds.last ?? 0
        try ResampledWindow.checkCorrectedShare(nn, from: end - Self.windowSeconds)
        let heart = Self.heartRates(nn, from: end - Self.windowSeconds)
        var sum = ComplexNumber(0)
        var count = 0
        for breath in breathing.breaths
        where breath.startSeconds >= end - Self.windowSeconds && breath.endSeconds <= end {
            guard let z = Self.firstHarmonic(heart.times, heart.values, in: breath), z.hasPhase
            else {
                continue
            }
            var angle = PlatformMath.angle(z)
            if let signal {
                let reference = try Self.firstHarmonic(signal, in: breath)
                guard reference.hasPhase else { continue }
                angle -= PlatformMath.angle(reference)
            }
            sum = sum + ComplexNumber(PlatformMath.cos(angle), PlatformMath.sin(angle))
            count += 1
        }
        guard count >= Self.minimumBreathCount else {
            throw .tooFew(
                needed: Double(Self.minimumBreathCount), found: Double(count), .breaths)
        }
        breathCount = count
        resultant = min(1, sum.squaredMagnitude.squareRoot() / Double(count))
        meanPhase = PlatformMath.angle(sum)
    }

    /// (N R^2 - 1) / (N - 1), not below 0; 0 ... 1.
    public var unbiasedSquaredResultant: Double {
        let n = Double(breathCount)
        return max(0, (n * resultant * resultant - 1) / (n - 1))
    }

    /// The probability that phases without any order have so large an R (Rayleigh's test):
    /// exp(sqrt(1 + 4 N + 4 N^2 (1 - R^2)) - (1 + 2 N)), right to a few per cent (Zar 1999,
    /// equation 27.4).
    public var probability: Double {
        let n = Double(breathCount)
        let complement = 1 - resultant * resultant
        return min(
            1, PlatformMath.exp((1 + 4 * n + 4 * n * n * complement).squareRoot() - (1 + 2 * n)))
    }

    private static func heartRates(
        _ nn: NNSeries, from start: Double
    ) -> (times: [Double], values: [Double]) {
        let accepted = nn.intervalsMs.indices.filter {
            !nn.isCorrected[$0] && nn.endTimesSeconds[$0] >= start
        }
        let times = accepted.map { nn.endTimesSeconds[$0] - nn.intervalsMs[$0] / 2000 }
        // The level has no part in the result; without it a constant leaves exactly nothing.
        let level = accepted.first.map { 60_000 / nn.intervalsMs[$0] } ?? 0
        let rates = accepted.map { 60_000 / nn.intervalsMs[$0] - level }
        return (times, rates.isEmpty ? [] : Detrending.linear.applied(to: rates, at: times))
    }

    private static func firstHarmonic(
        _ signal: BreathingSignal, in breath: BreathCycle
    ) throws(MissingReason) -> ComplexNumber {
        let rate = signal.sampleRateHz
        let first = ((breath.startSeconds - signal.startSeconds) * rate).rounded(.up)
        let end = ((breath.endSeconds - signal.startSeconds) * rate).rounded(.up)
        guard first >= 0, end <= Double(signal.samples.count) else { throw Self.noSignalReason }
        let indices = Int(first)..<Int(end)
        let times = indices.map { signal.startSeconds + Double($0) / rate }
        guard let z = firstHarmonic(times, Array(signal.samples[indices]), in: breath),
            z.real.isFinite
        else { throw Self.noSignalReason }
        return z
    }

    private static let noSignalReason = MissingReason.notMeasured(
        "the breathing signal does not cover the breaths")

    /// c - i s of the least squares of 1, cos and sin on the samples inside a breath.
    private static func firstHarmonic(
        _ times: [Double], _ values: [Double], in breath: BreathCycle
    ) -> ComplexNumber? {
        var harmonicSums = HarmonicSums()
        var lastShare = 0.0
        for (time, value) in zip(times, values) {
            let share = breath.share(atSeconds: time)
            guard share >= 0, share < 1 else { continue }
            guard share - lastShare <= maxGapShare else { return nil }
            lastShare = share
            harmonicSums.add(share: share, value: value)
        }
        guard harmonicSums.count >= minimumBeatCount, 1 - lastShare <= maxGapShare else {
            return nil
        }
        return harmonicSums.fittedPhasor
    }
}

extension ComplexNumber {
    fileprivate var hasPhase: Bool { squaredMagnitude > 0 }
}

/// The normal equations of a level and one harmonic.
private struct HarmonicSums {
    private(set) var count = 0
    private var c = 0.0, s = 0.0, cc = 0.0, cs = 0.0, ss = 0.0
    private var y = 0.0, cy = 0.0, sy = 0.0

    mutating func add(share: Double, value: Double) {
        let (cosine, sine) = (
            PlatformMath.cos(2 * .pi * share), PlatformMath.sin(2 * .pi * share)
        )
        count += 1
        c += cosine
        s += sine
        cc += cosine * cosine
        cs += cosine * sine
        ss += sine * sine
        y += value
        cy += cosine * value
        sy += sine * value
    }

    /// nil where cosine and sine are not distinct on the samples.
    var fittedPhasor: ComplexNumber? {
        let n = Double(count)
        let (a, b, d) = (cc - c * c / n, cs - c * s / n, ss - s * s / n)
        let (p, q) = (cy - c * y / n, sy - s * y / n)
        let determinant = a * d - b * b
        guard determinant > 1e-9 * n * n else { return nil }
        return ComplexNumber((d * p - b * q) / determinant, -(a * q - b * p) / determinant)
    }
}

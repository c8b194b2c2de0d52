/// The reason that a metric has no value. Every missing number carries one.
public enum MissingReason: Error, Sendable, Equatable, Codable {
    /// A length the metric needs and did not find.
    public enum Quantity: String, Sendable, Equatable, Codable {
        case beats
        case seconds
        case segments
        case differences = "successive differences"
        case blocks
        case breaths
        case prematureBeats = "premature beats"

        fileprivate func noun(_ count: Double) -> String {
            count == 1 ? String(rawValue.dropLast()) : rawValue
        }
    }

    /// The data are shorter than the metric needs.
    case tooFew(needed: Double, found: Double, Quantity)
    /// The segment has more beats than the metric is meant for or is quick to compute on.
    case tooMany(limit: Int, found: Int)
    /// NN intervals cover less of the segment of time than the minimum; both as shares, 0...1.
    case coverage(needed: Double, found: Double)
    /// More of the beats than the limit are artefacts, or were corrected; both as shares, 0...1.
    case corrected(limit: Double, found: Double)
    /// The heart rate changes at once, by a factor, so many seconds after the start of the recording: what
    /// the metric says is of that change more than of the beats before and after.
    case rateChange(factor: Double, seconds: Double)
    /// A ratio over zero or the logarithm of zero, as in a series without any variation.
    case zeroDenominator
    /// The band reaches above what the beats can show, half the mean beat rate or less; Hz.
    case aboveNyquist(bandHighHz: Double, nyquistHz: Double)
    /// The band is narrower than what the estimator can separate; Hz.
    case resolution(bandWidthHz: Double, resolutionHz: Double)
    /// The spectrum has no maximum inside the band.
    case noPeak
    /// The program whose conventions are followed has no such number.
    case notGiven(by: String)
    /// No stage that could have found the number was run.
    case notMeasured(String)
    /// A reason for no confidence interval: the number is an extreme, or depends on one, which no
    /// resample exceeds.
    case extreme
    /// A reason for no confidence interval: no resample of the beats has the number, or all lie on
    /// one side of it.
    case oneSided
    /// A reason for no confidence interval: the number of resampled beats is biased.
    case biased
    /// A reason for no confidence interval: the number depends on the order of more beats than a
    /// block holds together.
    case order

    /// A short word for programs; never changes.
    public var code: String {
        switch self {
        case .tooFew: "too_few"
        case .tooMany: "too_many"
        case .coverage: "coverage"
        case .corrected: "corrected"
        case .rateChange: "rate_change"
        case .zeroDenominator: "zero_denominator"
        case .aboveNyquist: "above_nyquist"
        case .resolution: "resolution"
        case .noPeak: "no_peak"
        case .notGiven: "not_given"
        case .notMeasured: "not_measured"
        case .extreme: "extreme"
        case .oneSided: "one_sided"
        case .biased: "biased"
        case .order: "order"
        }
    }

    /// Indicates whether a forced analysis (`--force`) computes the number all the same.
    public var canBeForced: Bool {
        switch self {
        case .tooFew, .tooMany, .coverage, .corrected, .rateChange, .aboveNyquist: true
        case .zeroDenominator, .resolution, .noPeak, .notGiven, .notMeasured, .extreme, .oneSided,
            .biased, .order:
            false
        }
    }

    /// One phrase for a person.
    public var text: String {
        switch self {
        case .tooFew(let needed, let found, let quantity):
            // Tenths of a second say enough of a length.
            let found = quantity == .seconds ? (found * 10).rounded() / 10 : found
            return "needs \(formatted(needed)) \(quantity.noun(needed)), has \(formatted(found))"
        case .tooMany(let limit, let found):
            return "for stretches of up to \(limit) beats, has \(found): analyse windows of it"
        case .coverage(let needed, let found):
            return "needs \(formatted(needed * 100)) % coverage, has \(formatted(found * 100)) %"
        case .corrected(let limit, let found):
            return "\(formatted(found * 100)) % of the beats are at fault, more than "
                + "\(formatted(limit * 100)) %"
        case .rateChange(let factor, let seconds):
            return
                "the heart rate changes by a factor of \(formatted((factor * 100).rounded() / 100)) at "
                + "\(formatted(seconds.rounded())) s: analyse the parts before and after"
        case .zeroDenominator:
            return "it is a ratio over zero, or the logarithm of zero"
        case .aboveNyquist(let high, let nyquist):
            return "the band reaches \(formatted(high)) Hz, the beats show frequencies up to "
                + "\(formatted(nyquist)) Hz"
        case .resolution(let width, let resolution):
            return "the band is \(formatted(width)) Hz wide, the estimator resolves "
                + "\(formatted(resolution)) Hz"
        case .noPeak:
            return "the spectrum has no maximum inside the band"
        case .notGiven(let program):
            return "\(program) does not give it, or it is not reproduced"
        case .notMeasured(let explanation):
            return explanation
        case .extreme:
            return "it stands on an extreme, which no resample of the beats exceeds"
        case .oneSided:
            return "all resamples of the beats lie on one side of it"
        case .biased:
            return "resampled beats repeat, which lowers it"
        case .order:
            return "it looks at the order of more beats than a resample keeps together"
        }
    }

    /// Returns a number as text with at most four decimals, none for a whole number.
    private func formatted(_ value: Double) -> String {
        let rounded = (value * 10_000).rounded() / 10_000
        guard rounded == rounded.rounded(), abs(rounded) < 1e15 else { return "\(rounded)" }
        return "\(Int(rounded))"
    }
}

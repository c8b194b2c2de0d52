import PhysioDSP
import PhysioTypes

/// The evidence of one series, the heart rate or a trace, about following.
///
/// Evidence is the logarithm of how much more likely a rhythm makes the series than none does: 4.6 is a
/// hundred times.
public struct FollowEvidence: Sendable, Equatable, Codable {
    /// Evidence for the commanded phase from which on there is such a rhythm: noise has it in 1 %.
    public static let pacedEvidenceThreshold = 4.6
    /// Evidence for any steady rate from which on there is such a rhythm. Of 1,000 hearts of white noise
    /// 0.6 % had it, of 1,000 of 1/f noise 1.0 %; some 34 rates are tried.
    public static let bestRateThreshold = 9.0
    /// The evidence by which a steady rate may explain the series better than the pacer's breaths
    /// while these still count as followed: ten times as likely.
    public static let followingMargin = 2.3
    /// The evidence by which a steady rate must explain the series better for the pacer's breaths
    /// to count as not followed: a hundred times as likely.
    public static let notFollowingMargin = 4.6
    /// A trace is in step if it peaks so much of a breath after the lungs should be fullest: a person
    /// who follows is rather late than early.
    public static let inPhaseLagBreaths = -1.0 / 12...1.0 / 6
    /// The heart rate rises fastest at this share of a breath, give or take ``heartLagToleranceBreaths``: it
    /// rises while air is drawn in, and later the more the vessels take part. Not in the second half
    /// of breathing out.
    public static let heartRateRiseBreathShare = 0.3
    public static let heartLagToleranceBreaths = 1.0 / 3

    /// True if the series is the heart rate.
    public let isHeart: Bool
    /// The evidence for the breaths as commanded; 0 or more.
    public let paced: Double
    /// The evidence for the best steady rate.
    public let best: Double
    public let bestBreathsPerMinute: Double
    /// Mean of what is commanded.
    public let pacedBreathsPerMinute: Double
    /// The distance of the rhythm at the commanded phase behind where it should be; breaths; -0.5
    /// ... 0.5, and -0.25 ... 0.25 where the direction of a trace is not known.
    public let lagBreaths: Double

    /// Following: there is a rhythm of the commanded phase, in step, and no steady rate explains the
    /// series ten times as well. Not following: there is a rhythm of a steady rate that explains it a
    /// hundred times as well; or a trace keeps the pace out of step. A heart that does is unknown, as
    /// is all between.
    public var outcome: FollowVerdict.Outcome {
        if best >= Self.bestRateThreshold, best - paced > Self.notFollowingMargin {
            return .notFollowing
        }
        guard paced >= Self.pacedEvidenceThreshold, best - paced < Self.followingMargin else {
            return .unknown
        }
        if isInPhase { return .following }
        return isHeart ? .unknown : .notFollowing
    }

    /// True if the rhythm peaks where it should, as far as one standard error of its phase allows:
    /// 1 / sqrt(2 paced) radians.
    public var isInPhase: Bool {
        guard paced > 0 else { return false }
        if isHeart { return abs(lagBreaths) <= Self.heartLagToleranceBreaths }
        let phaseError = 1 / (2 * .pi * (2 * paced).squareRoot())
        return lagBreaths >= Self.inPhaseLagBreaths.lowerBound - phaseError
            && lagBreaths <= Self.inPhaseLagBreaths.upperBound + phaseError
    }

    /// The larger evidence.
    var maxEvidence: Double { max(paced, best) }

    /// One line for the person.
    public var text: String {
        let subject = isHeart ? "the heart rhythm" : "the breath"
        switch outcome {
        case .following: return "Following: \(subject) keeps with the pacer"
        case .notFollowing:
            if best - paced <= Self.notFollowingMargin {
                return "Not following: breathing keeps the pace, but not in step with the pacer"
            }
            return
                "Not following: \(subject) goes at \(Self.oneDecimalText(bestBreathsPerMinute)) a minute, "
                + "the pacer at \(Self.oneDecimalText(pacedBreathsPerMinute))"
        case .unknown:
            guard max(paced, best) >= Self.pacedEvidenceThreshold else {
                return "Not clear: \(subject) is too weak to tell"
            }
            return isInPhase || paced < Self.pacedEvidenceThreshold
                ? "Not clear: \(subject) fits the pacer and other rates"
                : "Not clear: \(subject) keeps the pace, but not in step with the pacer"
        }
    }

    private static func oneDecimalText(_ value: Double) -> String {
        "\((value * 10).rounded() / 10)"
    }
}

extension BreathCycle {
    /// The share of the breath at which the first harmonic of the lungs' volume peaks, when they fill
    /// and empty along half cosines.
    var volumePeakBreathShare: Double {
        let count = 64
        var sum = ComplexNumber(0)
        for index in 0..<count {
            let share = (Double(index) + 0.5) / Double(count)
            let angle = 2 * Double.pi * share
            sum =
                sum + ComplexNumber(PlatformMath.cos(angle), PlatformMath.sin(angle))
                * relativeVolume(atShare: share)
        }
        return PlatformMath.angle(sum) / (2 * .pi)
    }

    /// 0 empty ... 1 full.
    private func relativeVolume(atShare share: Double) -> Double {
        var elapsed = share * durationSeconds
        if elapsed < inhaleSeconds {
            return 0.5 - 0.5 * PlatformMath.cos(.pi * elapsed / inhaleSeconds)
        }
        elapsed -= inhaleSeconds + holdSeconds
        if elapsed < 0 { return 1 }
        guard elapsed < exhaleSeconds else { return 0 }
        return 0.5 + 0.5 * PlatformMath.cos(.pi * elapsed / exhaleSeconds)
    }
}

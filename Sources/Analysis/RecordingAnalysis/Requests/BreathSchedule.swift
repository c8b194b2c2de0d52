package import PhysioTypes
package import ResonanceBreathing

/// The commanded breathing: `RATE:MINUTES`, `FROM-TO:MINUTES` or `free:MINUTES`, with commas
/// between them.
package struct BreathSchedule: Sendable {
    package enum Part: Equatable, Sendable {
        /// The rate goes from one to the other in equal steps of time; breaths/min.
        case paced(from: Double, to: Double, seconds: Double)
        case free(seconds: Double)

        package var seconds: Double {
            switch self {
            case .paced(_, _, let seconds), .free(let seconds): seconds
            }
        }
    }

    package let parts: [Part]

    /// Breaths/min.
    package static let rates = BreathRateLimits.userChoice
    package static let maxMinutes = 1440.0
    /// The division of a breath: inhale, hold and exhale.
    private static let phaseShares = (inhale: 0.38, hold: 0.05, exhale: 0.57)

    package init(rate: Double, minutes: Double) {
        parts = [.paced(from: rate, to: rate, seconds: minutes * 60)]
    }

    /// - Returns: nil for anything else, for a rate at which no one breathes, and for more than a day.
    package init?(_ argument: String) {
        let partTexts = argument.split(separator: ",", omittingEmptySubsequences: false)
        parts = partTexts.compactMap { Self.part($0) }
        guard parts.count == partTexts.count, minutes <= Self.maxMinutes else { return nil }
    }

    private static func part(_ text: Substring) -> Part? {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count == 2, let minutes = Double(fields[1]), minutes > 0, minutes.isFinite
        else { return nil }
        if fields[0] == "free" { return .free(seconds: minutes * 60) }
        let startAndEndRates = fields[0].split(separator: "-", omittingEmptySubsequences: false)
            .map { Double($0) ?? .nan }
        guard (1...2).contains(startAndEndRates.count), startAndEndRates.allSatisfy(rates.contains)
        else {
            return nil
        }
        return .paced(
            from: startAndEndRates[0], to: startAndEndRates[startAndEndRates.count - 1],
            seconds: minutes * 60)
    }

    package var minutes: Double { parts.reduce(0) { $0 + $1.seconds } / 60 }

    /// Breaths one after the other; a breath that begins before the end of its part is completed.
    package var breaths: [BreathCycle] {
        var breaths: [BreathCycle] = []
        var partStart = 0.0
        var start = 0.0
        for part in parts {
            start = max(start, partStart)
            if case .paced(let from, let to, let seconds) = part {
                while start < partStart + seconds - 1e-6 {
                    let share = (start - partStart) / seconds
                    let breath = Self.breath(at: start, rate: from + (to - from) * share)
                    breaths.append(breath)
                    start = breath.endSeconds
                }
            }
            partStart += part.seconds
        }
        return breaths
    }

    private static func breath(at start: Double, rate: Double) -> BreathCycle {
        let period = 60 / rate
        return BreathCycle(
            startSeconds: start, inhaleSeconds: phaseShares.inhale * period,
            holdSeconds: phaseShares.hold * period, exhaleSeconds: phaseShares.exhale * period)
    }
}

extension BreathSchedule {
    /// ``breaths``, the first of them at a time; s.
    package func breaths(fromSeconds offset: Double) -> [BreathCycle] {
        breaths.map {
            BreathCycle(
                startSeconds: $0.startSeconds + offset, inhaleSeconds: $0.inhaleSeconds,
                holdSeconds: $0.holdSeconds, exhaleSeconds: $0.exhaleSeconds,
                secondHoldSeconds: $0.secondHoldSeconds)
        }
    }

    /// Breaths at one rate throughout, the first of them at a time, as far as there are beats.
    ///
    /// - Parameter rate: breaths/min.
    /// - Parameter offset: s.
    package static func breaths(
        rate: Double, fromSeconds offset: Double, along nn: NNSeries
    ) -> [BreathCycle] {
        SteadyBreathing.startTimes(periodSeconds: 60 / rate, offsetSeconds: offset, along: nn).map {
            breath(at: $0, rate: rate)
        }
    }
}

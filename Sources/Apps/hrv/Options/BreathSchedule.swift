import ArgumentParser
import PhysioTypes
import ResonanceBreathing

/// `RATE:MINUTES`, `FROM-TO:MINUTES` or `free:MINUTES`, with commas between them.
struct BreathSchedule: ExpressibleByArgument {
    enum Part: Equatable {
        /// The rate goes from one to the other in equal steps of time; breaths/min.
        case paced(from: Double, to: Double, seconds: Double)
        case free(seconds: Double)

        var seconds: Double {
            switch self {
            case .paced(_, _, let seconds), .free(let seconds): seconds
            }
        }
    }

    let parts: [Part]

    /// Breaths/min.
    static let rates = BreathRateLimits.ownChoice
    static let longestMinutes = 1440.0
    /// How a breath is divided: inhale, hold and exhale.
    private static let shares = (inhale: 0.38, hold: 0.05, exhale: 0.57)

    init(rate: Double, minutes: Double) {
        parts = [.paced(from: rate, to: rate, seconds: minutes * 60)]
    }

    init?(argument: String) {
        let texts = argument.split(separator: ",", omittingEmptySubsequences: false)
        parts = texts.compactMap { Self.part($0) }
        guard parts.count == texts.count, minutes <= Self.longestMinutes else { return nil }
    }

    private static func part(_ text: Substring) -> Part? {
        let halves = text.split(separator: ":", omittingEmptySubsequences: false)
        guard halves.count == 2, let minutes = Double(halves[1]), minutes > 0, minutes.isFinite
        else { return nil }
        if halves[0] == "free" { return .free(seconds: minutes * 60) }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
            .map { Double($0) ?? .nan }
        guard (1...2).contains(ends.count), ends.allSatisfy(rates.contains) else { return nil }
        return .paced(from: ends[0], to: ends[ends.count - 1], seconds: minutes * 60)
    }

    var minutes: Double { parts.reduce(0) { $0 + $1.seconds } / 60 }

    /// Breaths one after the other; a breath that begins before the end of its part is completed.
    var breaths: [BreathCycle] {
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
            startSeconds: start, inhaleSeconds: shares.inhale * period,
            holdSeconds: shares.hold * period, exhaleSeconds: shares.exhale * period)
    }
}

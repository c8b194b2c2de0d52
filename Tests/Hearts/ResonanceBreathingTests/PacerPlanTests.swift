import Foundation
import ResonanceBreathing
import Testing

@Suite struct PacerPlanTests {
    private static let found = ResonanceEstimate(
        breathsPerMinute: 6.1, deviation: 0.2, low: 5.8, high: 6.4)

    @Test func aShortSessionIsQuick() {
        #expect(PacerPlan(.resonanceFit, sessionSeconds: 539).startMode == .quick)
        #expect(PacerPlan(.resonanceFit, sessionSeconds: 540).startMode == .slide)
    }

    @Test func whatIsKnownNeedsNoSlide() throws {
        var plan = PacerPlan(.resonanceFit, sessionSeconds: 900)
        plan.earlier = EarlierResonance(estimate: Self.found, ageDays: 89.9)
        #expect(plan.startMode == .known(ResonancePrior(Self.found)))
        #expect(try plan.pacer().command == .breathe(breathsPerMinute: 6.1))
        plan.findsAnew = true
        #expect(plan.startMode == .slide)
    }

    @Test(arguments: [
        (90.0, 6.1, 0.2), (-0.1, 6.1, 0.2), (.nan, 6.1, 0.2), (3, 6.1, 0.51), (3, 3.9, 0.2),
        (3, 7.6, 0.2), (3, .nan, 0.2), (3, 6.1, .nan),
    ])
    func whatIsOldOrUnsureIsNotUsed(earlier: (Double, Double, Double)) {
        var plan = PacerPlan(.resonanceFit, sessionSeconds: 300)
        plan.earlier = EarlierResonance(
            estimate: ResonanceEstimate(
                breathsPerMinute: earlier.1, deviation: earlier.2, low: 5, high: 7),
            ageDays: earlier.0)
        #expect(plan.startMode == .quick)
    }

    @Test func theStartRateBelongsToTwo() throws {
        for name in PacerName.allCases {
            var plan = PacerPlan(name, sessionSeconds: 600)
            plan.startBreathsPerMinute = 4.9
            let starts = try plan.pacer().command == .breathe(breathsPerMinute: 4.9)
            #expect(starts == name.usesStartRate, "\(name)")
            #expect(starts == [.reference, .fixed].contains(name))
            #expect(name.startRateLimits?.contains(4.9) ?? true)
        }
    }

    @Test func aStartRateOutsideIsRefused() throws {
        var plan = PacerPlan(.reference, sessionSeconds: 600)
        plan.startBreathsPerMinute = 7.1
        #expect(throws: BreathingError.rateOutOfRange(found: 7.1, lowest: 4.5, highest: 7)) {
            try plan.pacer()
        }
        plan.name = .fixed
        #expect(try plan.pacer().command == .breathe(breathsPerMinute: 7.1))
        plan.startBreathsPerMinute = .nan
        #expect(throws: BreathingError.rateNotFinite) { try plan.pacer() }
        // Who does not use it does not mind.
        plan.name = .stepped
        #expect(throws: Never.self) { try plan.pacer() }
    }

    @Test(arguments: PacerName.allCases) func everyPacerIsSavedAndResumed(name: PacerName) throws {
        var pacer = try PacerPlan(name, sessionSeconds: 600).pacer()
        for end in [11.0, 22, 33] { pacer.breathEnded(atSeconds: end) }
        let saved = try JSONEncoder().encode(try #require(SavedPacer(pacer)))
        let resumed = try JSONDecoder().decode(SavedPacer.self, from: saved).pacer
        #expect(resumed.command == pacer.command)
        #expect(resumed.phase == pacer.phase)
        #expect(resumed.finding == pacer.finding)
        #expect(type(of: resumed) == type(of: pacer))
    }

    /// A session without a single beat, for half an hour.
    @Test(arguments: PacerName.allCases) func noPacerLeavesItsLimits(name: PacerName) throws {
        var pacer = try PacerPlan(name, sessionSeconds: 900).pacer()
        let limits = type(of: pacer).limits
        var seconds = 0.0
        while seconds < 1800 {
            switch pacer.command {
            case .rest(let rest):
                #expect(rest > 0 && rest.isFinite)
                seconds += rest
            case .breathe(let rate):
                #expect(rate >= limits.lowest && rate <= limits.highest)
                seconds += 60 / rate
            }
            pacer.breathEnded(atSeconds: seconds)
            #expect(!pacer.explanation.isEmpty && !pacer.explanation.contains("\n"))
            for bad in [Double.nan, -.infinity, seconds - 1] { pacer.breathEnded(atSeconds: bad) }
        }
        #expect(pacer.finding.breathsPerMinute == nil)
    }

    /// Saved states with numbers that no pacer has.
    @Test(arguments: [
        #""slideProgress":-100"#, #""slideProgress":1e300"#, #""slideProgress":480"#,
        #""command":{"breathe":{"breathsPerMinute":100}}"#, #""command":{"rest":{"seconds":5}}"#,
        #""phase":"calibration""#, #""ditherPhase":-1"#,
        #""beginning":{"known":{"_0":{"mean":5.6,"deviation":0}}}"#,
        #""beginning":{"known":{"_0":{"mean":-1,"deviation":1}}}"#,
    ])
    func brokenStatesAreRefused(change: String) throws {
        var pacer = ResonanceFitPacer(.slide)
        pacer.breathEnded(atSeconds: 11)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let sound = String(decoding: try encoder.encode(pacer), as: UTF8.self)
        #expect(throws: Never.self) { try Self.decode(sound) }
        let key = change.prefix { $0 != ":" }
        let range = try #require(sound.range(of: key + ":"))
        // The last of two equal keys would do too, but not every decoder takes two.
        let rest = sound[range.upperBound...]
        var depth = 0
        let end = try #require(
            rest.firstIndex { character in
                if "{[".contains(character) { depth += 1 }
                if "}]".contains(character) { depth -= 1 }
                return depth < 0 || (depth == 0 && character == ",")
            })
        let broken = sound[..<range.lowerBound] + change + rest[end...]
        #expect(throws: DecodingError.self) { try Self.decode(String(broken)) }
    }

    private static func decode(_ text: String) throws -> ResonanceFitPacer {
        try JSONDecoder().decode(ResonanceFitPacer.self, from: Data(text.utf8))
    }
}

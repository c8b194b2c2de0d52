import Foundation
import PhysioDSP
import PhysioSimulation
import PhysioTypes
import ResonanceBreathing
import TestSupport
import Testing

@Suite struct ResonanceFitPacerTests {
    private static func person(
        _ index: Int = 0, _ scenario: PersonScenario = .clean,
        breathing: VirtualPerson.Breathing = .paced
    ) -> VirtualPerson {
        PersonPopulation(seed: 99, scenario: scenario).person(index, breathing: breathing)
    }

    @Test func theSlideIsEvenInTime() throws {
        var session = PersonSession(ResonanceFitPacer(.slide), Self.person())
        try session.run(toSeconds: 460)
        #expect(session.pacer.phase == .exploration)
        #expect(!session.pacer.isLocked)
        for (breath, next) in zip(session.rates, session.rates.dropFirst()) {
            // 7.2 to 4.2 in 480 s.
            #expect(abs(next.breathsPerMinute - (7.2 - breath.endSeconds / 160)) < 1e-9)
        }
    }

    @Test func theQuickWayTriesFiveRates() throws {
        var session = PersonSession(ResonanceFitPacer(.quick), Self.person())
        try session.run(toSeconds: 295)
        #expect(Set(session.rates.map(\.breathsPerMinute)) == [6.8, 6.2, 5.6, 5.0, 4.4])
        #expect(session.pacer.phase == .exploration)
        try session.run(toSeconds: 330)
        #expect(session.pacer.phase == .resonanceLock)
    }

    /// Both plants, people drawn by another seed than those that numbers were chosen on.
    @Test func itFindsThePeoplesResonance() throws {
        var errors: [Double] = []
        for index in 0..<6 {
            var session = PersonSession(ResonanceFitPacer(.slide), Self.person(index))
            try session.run(toSeconds: 780)
            #expect(session.pacer.isLocked)
            guard case .estimate(let estimate) = session.pacer.finding else {
                Issue.record("\(session.pacer.finding)")
                continue
            }
            let truth = session.person.truth.breathsPerMinute(afterSeconds: session.seconds)
            errors.append(abs(estimate.breathsPerMinute - truth))
            // Near what it found, and the last breaths in steps of 0.06 at most.
            let last = session.rates.suffix(8).map(\.breathsPerMinute)
            #expect(last.allSatisfy { abs($0 - estimate.breathsPerMinute) < 1 })
            #expect(zip(last, last.dropFirst()).allSatisfy { abs($0 - $1) < 0.06 + 1e-9 })
        }
        // Six clean people: always 5.6 would be 0.4 off in the median.
        #expect(errors.sorted()[3] < 0.25, "\(errors)")
        #expect((errors.max() ?? 9) < 0.8, "\(errors)")
    }

    @Test func anEarlierSessionIsWhereItBegins() throws {
        let earlier = ResonanceEstimate(
            breathsPerMinute: 6.1, deviation: 0.2, low: 5.8, high: 6.4)
        var session = PersonSession(
            ResonanceFitPacer(.known(ResonancePrior(earlier))), Self.person())
        #expect(session.pacer.command == .breathe(breathsPerMinute: 6.1))
        #expect(session.pacer.phase == .resonanceLock)
        #expect(!session.pacer.isLocked)
        try session.run(toSeconds: 120)
        #expect(session.explanations.contains("Beginning at 6.1, where an earlier session ended."))
        // Too early to say that of anybody.
        #expect(!session.explanations.contains { $0.contains("does not follow") })
        let rates = session.rates.map(\.breathsPerMinute)
        #expect(zip(rates, rates.dropFirst()).allSatisfy { abs($0 - $1) < 0.06 + 1e-9 })
        #expect(Set(session.rates.map(\.breathsPerMinute)).count > 5)
    }

    @Test func theSlideWaitsForAStrapThatFellOff() throws {
        var session = PersonSession(ResonanceFitPacer(.slide), Self.person())
        try session.run(toSeconds: 700) { !(200...240).contains($0) }
        let waiting = session.rates.filter { (238...262).contains($0.endSeconds) }
        #expect(Set(waiting.map(\.breathsPerMinute)).count < waiting.count)
        #expect(session.explanations.contains { $0.hasPrefix("Too few beats came: waiting") })
        // The slide ends later by what it waited: groups of three breaths.
        let lowest = session.rates.min { $0.breathsPerMinute < $1.breathsPerMinute }
        #expect((505...560).contains(lowest?.endSeconds ?? 0), "\(String(describing: lowest))")
        #expect(session.pacer.isLocked)
    }

    @Test func withoutBeatsNothingIsFound() throws {
        var session = PersonSession(ResonanceFitPacer(.slide), Self.person())
        try session.run(toSeconds: 900) { _ in false }
        #expect(session.pacer.finding == .notDetermined("No usable beats yet."))
        #expect(!session.pacer.isLocked)
        #expect(session.pacer.phase == .exploration)
    }

    @Test(arguments: [5.7, 15])
    func aPersonIgnoringThePacerGetsNoRate(freeRate: Double) throws {
        var session = PersonSession(
            ResonanceFitPacer(.slide),
            Self.person(2, .base, breathing: .free(breathsPerMinute: freeRate)))
        try session.run(toSeconds: 640)
        #expect(session.pacer.finding.breathsPerMinute == nil, "\(session.pacer.finding)")
        #expect(!session.pacer.isLocked)
    }

    @Test func timesThatGoBackOrAreNoNumbersChangeNothing() throws {
        var session = PersonSession(ResonanceFitPacer(.slide), Self.person())
        try session.run(toSeconds: 100)
        var pacer = session.pacer
        for time in [Double.nan, .infinity, -.infinity, -5, 0, session.seconds] {
            pacer.breathEnded(atSeconds: time)
            pacer.begin(BreathCycle(startSeconds: 3, inhaleSeconds: 4, exhaleSeconds: 6))
        }
        #expect(pacer.command == session.pacer.command)
        #expect(pacer.explanation == session.pacer.explanation)
    }

    @Test func theRateStaysWithinItsLimits() throws {
        for breath in stride(from: 0.5, through: 30, by: 4.9) {
            var pacer = ResonanceFitPacer(
                .known(
                    ResonancePrior(
                        ResonanceEstimate(
                            breathsPerMinute: breath, deviation: 3, low: 1, high: 40))))
            var seconds = 0.0
            for index in 0..<200 {
                seconds += index.isMultiple(of: 7) ? 300 : 0.5
                pacer.breathEnded(atSeconds: seconds)
                let rate = try #require(pacer.command.breathsPerMinute)
                #expect((4...7.5).contains(rate))
            }
        }
    }

    /// Saved in the middle and resumed, it goes on as the one that was not.
    @Test(arguments: [150.0, 560]) func itCanBeSavedAndResumed(at pause: Double) throws {
        var session = PersonSession(ResonanceFitPacer(.slide), Self.person(4))
        try session.run(toSeconds: pause)
        let pacer = try #require(session.pacer as? ResonanceFitPacer)
        let saved = try JSONEncoder().encode(pacer)
        #expect(saved.count < 60_000)
        let resumed = try JSONDecoder().decode(ResonanceFitPacer.self, from: saved)
        #expect(resumed.command == pacer.command)
        #expect(resumed.phase == pacer.phase)
        #expect(resumed.estimate == pacer.estimate && resumed.estimate != nil)

        var other = session
        other.pacer = resumed
        try session.run(toSeconds: pause + 150)
        try other.run(toSeconds: pause + 150)
        #expect(session.rates.map(\.breathsPerMinute) == other.rates.map(\.breathsPerMinute))
    }

    /// A pause, a resume minutes later and a clock that does not begin at 0 are no time spent sliding.
    @Test func onlyBreathsCountForTheSlide() throws {
        var pacer = ResonanceFitPacer(.slide)
        pacer.begin(BreathCycle(startSeconds: 1e6, inhaleSeconds: 3.3, exhaleSeconds: 5))
        pacer.breathEnded(atSeconds: 1e6 + 8.3)
        let first = try #require(pacer.command.breathsPerMinute)
        #expect(abs(first - (7.2 - 8.3 / 160)) < 1e-6)
        pacer.begin(BreathCycle(startSeconds: 1e6 + 400, inhaleSeconds: 4, exhaleSeconds: 4.5))
        pacer.breathEnded(atSeconds: 1e6 + 408.5)
        let second = try #require(pacer.command.breathsPerMinute)
        #expect(abs(second - (first - 8.5 / 160)) < 1e-6)
        #expect(pacer.phase == .exploration)
        // Without a word of the breath: no more than the longest.
        pacer.breathEnded(atSeconds: 2e6)
        let third = try #require(pacer.command.breathsPerMinute)
        #expect(abs(third - (second - 15.0 / 160)) < 1e-6)
    }

    @Test func everyExplanationIsOneLine() throws {
        var session = PersonSession(ResonanceFitPacer(.quick), Self.person(1, .noisy))
        try session.run(toSeconds: 420) { !(100...140).contains($0) }
        #expect(session.explanations.count > 5)
        for text in session.explanations {
            #expect(!text.isEmpty && text.count < 110 && !text.contains("\n"), "\(text)")
        }
    }
}

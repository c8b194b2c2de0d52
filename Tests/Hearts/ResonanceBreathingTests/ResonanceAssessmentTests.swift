import Foundation
import PhysioSimulation
import PhysioTypes
import ResonanceBreathing
import Testing

struct ResonanceAssessmentTests {
    /// Breaths of given lengths from a time on.
    private static func breaths(from start: Double, _ lengths: [Double]) -> [BreathCycle] {
        var time = start
        return lengths.map { length in
            defer { time += length }
            return BreathCycle(
                startSeconds: time, inhaleSeconds: 0.4 * length, exhaleSeconds: 0.6 * length)
        }
    }

    // MARK: Segments

    @Test func stepsLoseTheirFirstHalfMinute() {
        let steps = AssessmentSegment.segments(
            in: Self.breaths(
                from: 7, [Double](repeating: 10, count: 12) + [Double](repeating: 12, count: 4)))
        #expect(steps.map(\.breathsPerMinute) == [6, 5])
        #expect(steps.map(\.isStep) == [true, true])
        #expect(steps.map(\.startSeconds) == [37, 127])
        #expect(steps.map(\.endSeconds) == [127, 175])
    }

    @Test func aPauseEndsAStep() {
        let one = Self.breaths(from: 0, [10, 10, 10])
        let steps = AssessmentSegment.segments(in: one + Self.breaths(from: 90, [10, 10, 10]))
        #expect(steps.map(\.startSeconds) == [0, 90] && steps.map(\.endSeconds) == [30, 120])
    }

    @Test func aSlideIsCutIntoHalfBreaths() {
        let periods = SlidingPacer().periodsSeconds
        let parts = AssessmentSegment.segments(in: Self.breaths(from: 0, periods))
        #expect(parts.map(\.breathsPerMinute) == [6.5, 6, 5.5, 5, 4.5])
        #expect(parts.map(\.isStep) == [false, false, false, false, false])
        for part in parts {
            let inside = periods.filter { abs(60 / $0 - part.breathsPerMinute) <= 0.25 }
            #expect(abs(part.endSeconds - part.startSeconds - inside.reduce(0, +)) < 1e-9)
        }
    }

    /// 6.75 lies between two parts.
    @Test func aSingleBreathOfASlideIsNoPart() {
        let parts = AssessmentSegment.segments(
            in: Self.breaths(from: 0, [60 / 6.75] + SlidingPacer().periodsSeconds))
        #expect(parts.map(\.breathsPerMinute) == [6.5, 6, 5.5, 5, 4.5])
        #expect(parts.first?.startSeconds == 60 / 6.75)
    }

    @Test func noBreathsHaveNoSegment() {
        #expect(AssessmentSegment.segments(in: []).isEmpty)
    }

    // MARK: People

    /// A simulated person breathing at rates for two minutes each.
    private static func session(_ person: VirtualPerson, rates: [Double]) -> (
        NNSeries, [BreathCycle]
    ) {
        var (person, beats, breaths, now) = (person, [VirtualPerson.Beat](), [BreathCycle](), 0.0)
        for rate in rates {
            let end = now + 120
            while now < end {
                let period = 60 / rate
                let breath = BreathCycle(
                    startSeconds: now, inhaleSeconds: 0.38 * period, holdSeconds: 0.05 * period,
                    exhaleSeconds: 0.57 * period)
                beats += person.breathe(breath)
                breaths.append(breath)
                now = breath.endSeconds
            }
        }
        let nn = NNSeries(
            intervalsMs: beats.map(\.intervalMs), endTimesSeconds: beats.map(\.timeSeconds),
            isAdjacentToPrevious: beats.indices.map { $0 > 0 }, startSeconds: 0, endSeconds: now)
        return (nn, breaths)
    }

    /// The estimate over clean people is nearer to the truth than the prior's mean, 5.6.
    @Test func theEstimateIsNearerThanAGuess() throws {
        let seed: UInt64 = 31
        let people = PersonPopulation(seed: seed, scenario: .clean)
        var (errors, guesses, inside, sizes) = ([Double](), [Double](), 0, [Double]())
        for index in 0..<16 {
            let (nn, breaths) = Self.session(
                people.person(index), rates: [6.5, 6, 5.5, 5, 4.5])
            let truth = people.truth(index).breathsPerMinute
            let estimate = try #require(ResonanceAssessment(nn, breaths: breaths).estimate)
            errors.append(abs(estimate.breathsPerMinute - truth))
            guesses.append(abs(5.6 - truth))
            if estimate.low <= truth, truth <= estimate.high { inside += 1 }
            let withoutPhase = ResonanceAssessment(nn, breaths: breaths, timing: .ratesOnly)
            #expect(withoutPhase.isFollowing == nil)
            sizes.append(try #require(withoutPhase.estimate).deviation / estimate.deviation)
        }
        print("assessment, seed \(seed): errors \(errors.sorted()), \(inside) of 16 inside")
        #expect(errors.sorted()[8] < guesses.sorted()[8])
        // Of 16 intervals of 90 % fewer than 11 hold the truth once in 3000 times.
        #expect(inside >= 11)
        // Angles are informative.
        #expect(sizes.sorted()[8] > 1)
    }

    /// Files laid one after the other are answers of sizes alone: a shift of each file's clock changes
    /// nothing.
    @Test func trialsHaveNoCommonClock() throws {
        let people = PersonPopulation(seed: 5, scenario: .clean)
        let rates = [6.5, 6, 5.5, 5, 4.5]
        func trials(shift: Double) -> [(nn: NNSeries, breathsPerMinute: Double)] {
            rates.enumerated().map { index, rate in
                let (nn, _) = Self.session(people.person(index), rates: [rate])
                return (
                    NNSeries(
                        intervalsMs: nn.intervalsMs,
                        startSeconds: shift * Double(index)), rate
                )
            }
        }
        let here = ResonanceAssessment(trials: trials(shift: 0))
        let there = ResonanceAssessment(trials: trials(shift: 512))
        #expect(here.isFollowing == nil && here.responseCount > 12)
        let (one, other) = (try #require(here.estimate), try #require(there.estimate))
        #expect(abs(one.breathsPerMinute - other.breathsPerMinute) < 1e-3)
        #expect(here.criteria.points == there.criteria.points)
        for (trial, rate) in zip(here.trials, rates) {
            #expect(abs(try #require(trial.measuredBreathsPerMinute) - rate) < 0.1)
        }
        #expect(
            here.inseparableRates == rates.filter { one.low <= $0 && $0 <= one.high })
    }

    /// A person who breathes as they like at another rate does not follow.
    @Test func notFollowingIsReported() throws {
        let people = PersonPopulation(seed: 6, scenario: .clean)
        let (nn, breaths) = Self.session(
            people.person(0, breathing: .free(breathsPerMinute: 14)), rates: [6.5, 6, 5.5, 5, 4.5])
        let assessment = ResonanceAssessment(nn, breaths: breaths)
        #expect(assessment.isFollowing == false)
        #expect(assessment.finding.breathsPerMinute == nil)
    }

    @Test func nothingComesOfNothing() {
        for assessment in [
            ResonanceAssessment(NNSeries(intervalsMs: []), breaths: []),
            ResonanceAssessment(trials: []),
            ResonanceAssessment(trials: [(NNSeries(intervalsMs: [800, 810]), 6)]),
        ] {
            #expect(assessment.estimate == nil && assessment.inseparableRates.isEmpty)
            #expect(assessment.finding.breathsPerMinute == nil)
            #expect(assessment.criteria.winner == nil)
        }
    }
}

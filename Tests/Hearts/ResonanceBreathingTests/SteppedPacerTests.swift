import Foundation
import PhysioDSP
import PhysioSimulation
import PhysioTypes
import ResonanceBreathing
import Testing

struct SteppedPacerTests {
    /// The RSA amplitude is largest at 5.5 breaths/min.
    private static func amplitude(_ rate: Double) -> Double { 12 - 4 * abs(rate - 5.5) }

    @Test func stepsAndRestsFollowEachOther() {
        var pacer = SteppedPacer(stepSeconds: 60, restSeconds: 30)
        var commands: [PacerCommand] = []
        _ = PacedSession.run(
            &pacer, untilSeconds: 1000, hasEnded: \.isLocked,
            look: { pacer, _ in
                if commands.last != pacer.command { commands.append(pacer.command) }
            }, beats: PacedSession.sine(rsaAmplitudeBpm: Self.amplitude))
        let steps = SteppedPacer.rates.map { PacerCommand.breathe(breathsPerMinute: $0) }
        #expect(
            commands == Array(steps.map { [$0] }.joined(separator: [.rest(seconds: 30)])))
    }

    @Test func itLocksAtTheLargestAmplitude() throws {
        var pacer = SteppedPacer(stepSeconds: 120, restSeconds: 0)
        let heart = PacedSession.sine(rsaAmplitudeBpm: Self.amplitude)
        let breaths = PacedSession.run(&pacer, untilSeconds: 800, beats: heart)
        #expect(pacer.phase == .resonanceLock && pacer.isLocked)
        #expect(pacer.finding == .bestTried(breathsPerMinute: 5.5))
        #expect(pacer.command == .breathe(breathsPerMinute: 5.5))
        #expect(pacer.rows.map(\.breathsPerMinute) == SteppedPacer.rates)
        for row in pacer.rows {
            let expected = Self.amplitude(row.breathsPerMinute)
            let found = try #require(row[.amplitude].value)
            // Intervals average and miss the top: see AssessmentRowTests.
            #expect(found > 0.95 * expected && found < expected)
        }
        // A step's first breath starts it; 30 s of it are left out.
        #expect(pacer.rows[0].startSeconds == 30)
        let second = try #require(breaths.first { $0.breathsPerMinute < 6.4 })
        #expect(abs(pacer.rows[0].endSeconds - second.startSeconds) < 1e-9)
        #expect(pacer.rows[0].endSeconds >= 120 && pacer.rows[0].endSeconds < 120 + 60 / 6.5)
    }

    @Test func aStepWithoutBeatsHasNoValues() throws {
        var pacer = SteppedPacer(stepSeconds: 120, restSeconds: 0)
        // Silent in the middle of the step at 5.5, the third.
        let heart = PacedSession.sine(rsaAmplitudeBpm: Self.amplitude) { (300...330).contains($0) }
        _ = PacedSession.run(&pacer, untilSeconds: 800, beats: heart)
        #expect(pacer.rows[2].breathsPerMinute == 5.5)
        for criterion in AssessmentCriterion.allCases {
            #expect(pacer.rows[2][criterion].reasonCode == "coverage")
            #expect(pacer.rows[1][criterion].value != nil)
        }
        // Of 6.0 and 5.0, whose amplitudes are equal, one is chosen.
        let rate = try #require(pacer.finding.breathsPerMinute)
        #expect(rate == 6 || rate == 5)
    }

    @Test func withoutBeatsNothingIsDetermined() {
        var pacer = SteppedPacer(stepSeconds: 60, restSeconds: 0)
        _ = PacedSession.run(&pacer, untilSeconds: 500) { _, _, _ in [] }
        #expect(pacer.phase == .resonanceLock && !pacer.isLocked)
        #expect(
            pacer.finding == .notDetermined("Too few beats came to compare the rates."))
        #expect(pacer.command == .breathe(breathsPerMinute: 5.5))
        #expect(!pacer.explanation.isEmpty)
    }

    @Test func aSessionsLengthIsFilled() {
        let table: [(session: Double, step: Double, rest: Double)] = [
            (1500, 180, 60), (900, 120, 60), (600, 108, 0), (360, 60, 0), (300, 60, 0),
            (0, 60, 0), (.nan, 120, 0), (-.infinity, 60, 0), (.infinity, 180, 60),
        ]
        for (session, step, rest) in table {
            let pacer = SteppedPacer(sessionSeconds: session)
            #expect(pacer.stepSeconds == step && pacer.restSeconds == rest, "\(session) s")
        }
    }

    @Test(arguments: [360.0, 600, 900])
    func theProtocolEndsInItsSession(_ session: Double) {
        var pacer = SteppedPacer(sessionSeconds: session)
        _ = PacedSession.run(
            &pacer, untilSeconds: session, beats: PacedSession.sine(rsaAmplitudeBpm: Self.amplitude)
        )
        #expect(pacer.isLocked)
    }

    @Test func lengthsAreClamped() {
        #expect(SteppedPacer(stepSeconds: 10, restSeconds: -1).stepSeconds == 60)
        #expect(SteppedPacer(stepSeconds: 10, restSeconds: -1).restSeconds == 0)
        #expect(SteppedPacer(stepSeconds: 1e9, restSeconds: .nan).stepSeconds == 300)
        #expect(SteppedPacer(stepSeconds: 1e9, restSeconds: .nan).restSeconds == 60)
    }

    @Test func hostileTimesArePassedOver() {
        var pacer = SteppedPacer(stepSeconds: 60, restSeconds: 0)
        let heart = PacedSession.sine(rsaAmplitudeBpm: Self.amplitude)
        var expected = pacer
        _ = PacedSession.run(&expected, untilSeconds: 700, beats: heart)
        let faulty = [(Double.nan, 3.0), (800, -3), (-5, 1e6), (800, .infinity)].map {
            NNBeat(
                intervalMs: $0.0, endSeconds: $0.1, isAdjacentToPrevious: true, isCorrected: false,
                rawIndex: 0)
        }
        _ = PacedSession.run(
            &pacer, untilSeconds: 700,
            look: { pacer, now in
                guard now > 0 else { return }
                pacer.breathEnded(atSeconds: .nan)
                pacer.breathEnded(atSeconds: now - 50)
                pacer.begin(BreathCycle(startSeconds: -5, inhaleSeconds: 4, exhaleSeconds: 6))
                pacer.revise(NNRevision(beats: faulty))
            }, beats: PacedSession.sine(rsaAmplitudeBpm: Self.amplitude))
        #expect(pacer.rows == expected.rows && pacer.command == expected.command)
    }

    /// Coded after every breath, it does the same.
    @Test func itIsCodedAndContinues() throws {
        let heart = PacedSession.sine(rsaAmplitudeBpm: Self.amplitude)
        var pacer = SteppedPacer(stepSeconds: 60, restSeconds: 20)
        _ = PacedSession.run(&pacer, untilSeconds: 420, beats: heart)
        #expect(pacer.isLocked)
        var restored = SteppedPacer(stepSeconds: 60, restSeconds: 20)
        var failure: (any Error)?
        _ = PacedSession.run(
            &restored, untilSeconds: 420,
            look: { pacer, _ in
                do {
                    pacer = try JSONDecoder().decode(
                        SteppedPacer.self, from: try JSONEncoder().encode(pacer))
                } catch {
                    failure = error
                }
            }, beats: PacedSession.sine(rsaAmplitudeBpm: Self.amplitude))
        #expect(failure == nil)
        #expect(restored.rows == pacer.rows && restored.command == pacer.command)
        #expect(restored.finding == pacer.finding && restored.explanation == pacer.explanation)
    }

    /// The winner loses little of the RSA amplitude of the best step, as the person's truth has it.
    @Test func cleanPeopleAreBreathedNearTheirBestStep() throws {
        let seed: UInt64 = 20_260
        let people = PersonPopulation(seed: seed, scenario: .clean)
        var losses: [Double] = []
        for index in 0..<12 {
            var pacer = SteppedPacer(stepSeconds: 120, restSeconds: 0)
            _ = PacedSession.run(
                &pacer, untilSeconds: 900, hasEnded: \.isLocked,
                beats: PacedSession.person(people.person(index)))
            let rate = try #require(pacer.finding.breathsPerMinute)
            let truth = people.truth(index)
            let best =
                SteppedPacer.rates.map { truth.rsaAmplitudeBpm(atBreathsPerMinute: $0) }.max() ?? 0
            losses.append(1 - truth.rsaAmplitudeBpm(atBreathsPerMinute: rate) / best)
        }
        print("stepped, seed \(seed), share of the best step's swing lost: \(losses)")
        #expect(losses.sorted()[6] < 0.05)
        #expect((losses.max() ?? 1) < 0.3)
    }
}

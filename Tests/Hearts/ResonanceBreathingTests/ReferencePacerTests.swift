import ResonanceBreathing
import TestSupport
import Testing

@Suite struct ReferencePacerTests {
    @Test func itStartsInCalibration() throws {
        let pacer = try ReferencePacer()
        #expect(pacer.phase == .calibration)
        #expect(pacer.breathsPerMinute == 5.5)
        #expect(pacer.phase(elapsedSeconds: 120) == .calibration)
        #expect(pacer.phase(elapsedSeconds: 120.001) == .exploration)
        #expect(pacer.phase(elapsedSeconds: 300) == .exploration)
        #expect(pacer.phase(elapsedSeconds: 300.001) == .resonanceLock)
    }

    @Test(arguments: [true, false]) func phasesFollowFromTimeAlone(hasUpdateBetween: Bool) throws {
        var pacer = try ReferencePacer(calibrationSeconds: 10, explorationSeconds: 20)
        if hasUpdateBetween {
            pacer.update(elapsedSeconds: 11, coherence: 0.5)
            #expect(pacer.phase == .exploration)
        }
        pacer.update(elapsedSeconds: 31, coherence: 0.5)
        #expect(pacer.phase == .resonanceLock)
    }

    @Test func everyRateIsTriedForASixthOfTheTime() throws {
        var pacer = try ReferencePacer(calibrationSeconds: 2, explorationSeconds: 60)
        var rates: [Double] = []
        for elapsed in stride(from: 2.0, through: 62, by: 1) {
            pacer.update(elapsedSeconds: elapsed, coherence: 0.1)
            rates.append(pacer.breathsPerMinute)
        }
        #expect(rates[0] == 5.5)
        #expect(rates[1...9].allSatisfy { $0 == 4.5 })
        #expect(rates[10...19].allSatisfy { $0 == 5 })
        #expect(rates[50...60].allSatisfy { $0 == 7 })
    }

    @Test func moreThanThreeRatesAreTriedWhateverTheCoherence() throws {
        var random = SplitMix64(seed: 1)
        var pacer = try ReferencePacer(calibrationSeconds: 2, explorationSeconds: 60)
        var rates: Set<Double> = []
        for elapsed in stride(from: 3.0, through: 60, by: 3) {
            pacer.update(elapsedSeconds: elapsed, coherence: random.uniform(in: 0...1))
            rates.insert(pacer.breathsPerMinute)
        }
        #expect(rates.count > 3)
    }

    /// The score of 5 s belongs to the rate that was commanded then: the start rate.
    @Test func itLocksAtTheBestRate() throws {
        var pacer = try ReferencePacer(calibrationSeconds: 2, explorationSeconds: 10)
        pacer.update(elapsedSeconds: 1, coherence: 0.3)
        let rate = pacer.breathsPerMinute
        pacer.update(elapsedSeconds: 5, coherence: 0.9)
        #expect(pacer.breathsPerMinute == 5)
        #expect(pacer.update(elapsedSeconds: 13, coherence: 0.85) == .lock)
        #expect(pacer.phase == .resonanceLock)
        #expect(pacer.breathsPerMinute == rate)
    }

    @Test func firstOfEqualScoresWins() throws {
        var pacer = try ReferencePacer(calibrationSeconds: 0, explorationSeconds: 60)
        for (elapsed, score) in [(5.0, 0.1), (15, 0.8), (25, 0.8), (35, 0.2)] {
            pacer.update(elapsedSeconds: elapsed, coherence: score)
        }
        // Commanded at 5 s, and so before 15 s: the first of the six.
        pacer.update(elapsedSeconds: 61, coherence: nil)
        #expect(pacer.breathsPerMinute == 4.5)
    }

    @Test func withoutAnyScoreTheStartRateIsLocked() throws {
        var pacer = try ReferencePacer(
            startBreathsPerMinute: 6.2, calibrationSeconds: 0, explorationSeconds: 30)
        for elapsed in stride(from: 5.0, through: 40, by: 5) {
            pacer.update(elapsedSeconds: elapsed, coherence: elapsed < 20 ? nil : .nan)
        }
        #expect(pacer.phase == .resonanceLock)
        #expect(pacer.breathsPerMinute == 6.2)
    }

    /// Returns a pacer in the lock at 5.5, with scores of 0.5 so far: three of them.
    private func locked(_ scores: [Double] = [0.5, 0.5, 0.5]) throws -> ReferencePacer {
        var pacer = try ReferencePacer(calibrationSeconds: 0, explorationSeconds: 0)
        for (index, score) in scores.enumerated() {
            pacer.update(elapsedSeconds: Double(index + 1), coherence: score)
            #expect(pacer.breathsPerMinute == 5.5)
        }
        return pacer
    }

    @Test func improvingStays() throws {
        var pacer = try locked()
        #expect(pacer.update(elapsedSeconds: 4, coherence: 0.5101) == .hold)
        #expect(pacer.breathsPerMinute == 5.5)
    }

    @Test func withoutATrendItGoesUpAndDown() throws {
        var pacer = try locked()
        var rates: [Double] = []
        for elapsed in 4...7 {
            #expect(pacer.update(elapsedSeconds: Double(elapsed), coherence: 0.5) == .probe)
            rates.append(pacer.breathsPerMinute)
        }
        for (rate, expected) in zip(rates, [5.6, 5.5, 5.6, 5.5]) {
            #expect(abs(rate - expected) < 1e-12)
        }
    }

    @Test func decliningGoesTheGoodWayAndTurnsBack() throws {
        var pacer = try locked()
        #expect(pacer.update(elapsedSeconds: 4, coherence: 0.4) == .turn)
        #expect(abs(pacer.breathsPerMinute - 5.6) < 1e-12)
        // It fell on: the step up was wrong.
        #expect(pacer.update(elapsedSeconds: 5, coherence: 0.3) == .turn)
        #expect(abs(pacer.breathsPerMinute - 5.5) < 1e-12)
        // Better, and so the way down is good.
        #expect(pacer.update(elapsedSeconds: 6, coherence: 0.6) == .hold)
        #expect(pacer.update(elapsedSeconds: 7, coherence: 0.1) == .turn)
        #expect(abs(pacer.breathsPerMinute - 5.4) < 1e-12)
    }

    @Test func withoutAScoreItHolds() throws {
        var pacer = try locked()
        #expect(pacer.update(elapsedSeconds: 4, coherence: nil) == .hold)
        #expect(pacer.update(elapsedSeconds: 5, coherence: .infinity) == .hold)
        #expect(pacer.breathsPerMinute == 5.5)
    }

    @Test func itNeverLeavesTheLimits() throws {
        for seed in 0..<20 {
            var random = SplitMix64(seed: UInt64(seed))
            var pacer = try ReferencePacer(
                startBreathsPerMinute: seed % 2 == 0 ? 4.5 : 7, calibrationSeconds: 1,
                explorationSeconds: 5)
            for elapsed in stride(from: 0.5, through: 100, by: 0.5) {
                pacer.update(elapsedSeconds: elapsed, coherence: random.uniform(in: 0...1))
                #expect((4.5...7).contains(pacer.breathsPerMinute))
            }
        }
    }

    @Test func timeThatRunsBackwardsIsPassedOver() throws {
        var pacer = try locked()
        let before = pacer
        for elapsed in [2.5, -1, .nan, .infinity] {
            #expect(pacer.update(elapsedSeconds: elapsed, coherence: 0.1) == .hold)
            #expect(pacer == before)
        }
    }

    @Test func aRateThatIsNoNumberIsRefused() {
        #expect(throws: BreathingError.rateNotFinite) {
            try ReferencePacer(startBreathsPerMinute: .nan)
        }
    }
}

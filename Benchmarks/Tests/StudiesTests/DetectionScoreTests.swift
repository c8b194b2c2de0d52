import BeatDetection
import PhysioSimulation
@testable import Studies
import Testing

@Suite struct DetectionScoreTests {
    /// A beat a second for ten minutes.
    private static let beats = (1...599).map { 360.0 * Double($0) }
    private static let reference = BeatMarks(positions: beats, sampleRateHz: 360)

    private static func score(_ name: String, _ positions: [Double]) -> SignalScore {
        SignalScore(
            name: name, durationSeconds: 600, reference: reference,
            found: [("resonant", positions), ("all", beats)])
    }

    /// The beats at 10 s and 400 s are missed; there is nothing at 20.5 s.
    private static let faulty = score(
        "a", beats.filter { $0 != 3_600 && $0 != 144_000 } + [7_380])

    @Test func errorsAreThoseOfTheFirstMethodInTheirOrder() {
        #expect(
            Self.faulty.errors == [
                SignalScore.DetectionError(seconds: 10, isMissed: true),
                SignalScore.DetectionError(seconds: 20.5, isMissed: false),
                SignalScore.DetectionError(seconds: 400, isMissed: true),
            ])
    }

    @Test func theLearningTimeIsLeftOutOfTheSettledScore() {
        let ours = Self.faulty.methods[0]
        #expect(ours.whole.falseNegatives == 2 && ours.whole.falsePositives == 1)
        #expect(ours.settled.falseNegatives == 1 && ours.settled.falsePositives == 0)
        // The beats from 300 s on, but for one.
        #expect(ours.whole.truePositives == 597 && ours.settled.truePositives == 299)
    }

    @Test func sumsGoByMethod() {
        let late = Self.score("b", Self.beats.map { $0 + 3.6 })
        let gross = SignalScore.gross([Self.faulty, late])
        #expect(gross.map(\.name) == ["resonant", "all"])
        #expect(gross[0].whole.truePositives == 597 + 599)
        #expect(gross[1].whole.truePositives == 2 * 599 && gross[1].whole.f1 == 100)
        // 599 of the pairs are 10 ms late, 597 are not.
        let mean = 10.0 * 599 / (597 + 599)
        #expect(abs((gross[0].whole.offsetMeanMs ?? 0) - mean) < 1e-9)
    }

    @Test func detectorsFindTheBeatsOfASimulation() {
        let ecg = TimedSignal(rateHz: 250, noise: nil, trueRMSSDMs: 20).run(lastingSeconds: 60)
        for method in DetectionMethod.all {
            let found = method.positions(ecg.millivolts, sampleRateHz: 250)
            // Filters of the published ones may lose one at either end.
            #expect(abs(found.count - ecg.beats.count) <= (method.name == "resonant" ? 0 : 2))
            #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
        }
    }
}

@Suite struct DetectionTimeTests {
    /// Steps of the simulation's clock: none; intervals are what was asked for but for rounding.
    @Test(arguments: [20.0, 50])
    func simulatedVariationIsWhatWasAskedFor(rmssd: Double) throws {
        let signal = TimedSignal(rateHz: 130, noise: .muscle, trueRMSSDMs: rmssd)
        let times = signal.run(lastingSeconds: 120).beats.map { 1000 * $0.timeSeconds }
        let intervals = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(abs(try #require(TimeErrors.rmssd(intervals)) - rmssd) < 1e-9 * rmssd)
        #expect(signal.name == "simulated-130-muscle-\(Int(rmssd))")
    }

    @Test func constantDelayIsBiasAndNothingElse() throws {
        let ecg = TimedSignal(rateHz: 250, noise: nil, trueRMSSDMs: 50).run(lastingSeconds: 60)
        let errors = TimeErrors(
            method: "late", positions: ecg.beats.map { $0.sample + 1.5 }, in: ecg)
        #expect(errors.errorCount == 0)
        #expect(abs(try #require(errors.biasMs) - 6) < 1e-9)
        #expect(try #require(errors.deviationMs) < 1e-6)
        #expect(abs(try #require(errors.rmssdError)) < 1e-9)
    }

    /// Every other beat 2 samples, 8 ms, late: every difference of intervals changes by 16 ms, up
    /// and down by turns; without a true variation, that is all of RMSSD.
    @Test func alternatingDelaysShowInDeviationAndVariation() throws {
        var simulation = ECGSimulation(
            seed: 1, rhythm: ECGRhythm(intervalsMs: (0..<100).map { $0 % 2 == 0 ? 800 : 804 }))
        simulation.sampleRateHz = 250
        let ecg = simulation.run()
        let positions = ecg.beats.enumerated().map {
            $0.element.sample + ($0.offset % 2 == 0 ? 0 : 2)
        }
        let errors = TimeErrors(method: "uneven", positions: positions, in: ecg)
        // Intervals of 808 and 796 ms instead of 800 and 804: differences of 12 for 4.
        #expect(abs(try #require(errors.rmssdError) - 2) < 1e-9)
        let count = Double(ecg.beats.count)
        let late = Double(ecg.beats.count / 2)
        let variance = 64 * late * (count - late) / count / (count - 1)
        #expect(abs(try #require(errors.deviationMs) - variance.squareRoot()) < 1e-6)
    }

    @Test func missedBeatsAreErrors() {
        let ecg = TimedSignal(rateHz: 250, noise: nil, trueRMSSDMs: 20).run(lastingSeconds: 60)
        let positions = ecg.beats.map(\.sample)
        let errors = TimeErrors(method: "few", positions: Array(positions.dropFirst(3)), in: ecg)
        #expect(errors.errorCount == 3)
        let none = TimeErrors(method: "none", positions: [], in: ecg)
        #expect(none.errorCount == positions.count && none.biasMs == nil && none.rmssdError == nil)
    }
}

@Suite struct IntervalAgreementTests {
    /// Intervals of their own length each, so that only one position fits.
    private static let intervals = (0..<60).map { 800.0 + Double($0 * 37 % 101) }

    private static func seconds(from start: Double, _ intervals: [Double]) -> [Double] {
        var time = start
        return [start]
            + intervals.map { interval in
                time += interval / 1000
                return time
            }
    }

    @Test func theSeriesIsFoundAmongMoreBeats() {
        let beats = [0.1, 0.9, 1.65] + Self.seconds(from: 2.5, Self.intervals)
        let same = IntervalAgreement(beatSeconds: beats, intervalsMs: Self.intervals)
        #expect(same.count == 60 && same.reportedCount == 60)
        #expect((same.medianMs ?? 1) < 1e-9 && (same.highMs ?? 1) < 1e-9)
    }

    @Test func theSeriesMayBeginBeforeTheBeats() {
        let beats = Self.seconds(from: 0.3, Self.intervals)
        let longer = IntervalAgreement(
            beatSeconds: beats, intervalsMs: [421, 379, 1073] + Self.intervals)
        #expect(longer.count == 60 && longer.reportedCount == 63)
        #expect((longer.highMs ?? 1) < 1e-9)
    }

    @Test func differencesAreThoseOfTheIntervals() {
        let beats = Self.seconds(from: 2.5, Self.intervals)
        let reported = Self.intervals.enumerated().map {
            $0.element + ($0.offset % 2 == 0 ? 3 : -3)
        }
        let off = IntervalAgreement(beatSeconds: beats, intervalsMs: reported)
        #expect(off.count == 60 && abs((off.medianMs ?? 0) - 3) < 1e-9)
        #expect(off.text == "60 of 60 intervals differ by 3.0 ms (median), 3.0 ms (95 %)")
    }

    @Test func intervalsOfOtherBeatsAreLeftOut() {
        let beats = Self.seconds(from: 2.5, Self.intervals)
        var isUsed = beats.map { _ in true }
        isUsed[10] = false
        // The two intervals of that beat are far off.
        var reported = Self.intervals
        reported[9] += 60
        reported[10] -= 60
        let some = IntervalAgreement(beatSeconds: beats, isUsed: isUsed, intervalsMs: reported)
        // After the beat reported 60 ms late the series goes on from the detected one.
        #expect(some.count == 58 && (some.highMs ?? 1) < 1e-9)
        let all = IntervalAgreement(beatSeconds: beats, intervalsMs: reported)
        #expect(all.count == 60 && (all.medianMs ?? 1) < 1e-9)
    }

    @Test func intervalsAcrossAMissedBeatAreLeftOut() {
        var beats = Self.seconds(from: 2.5, Self.intervals)
        beats.remove(at: 30)
        let fewer = IntervalAgreement(beatSeconds: beats, intervalsMs: Self.intervals)
        #expect(fewer.count == 58 && (fewer.highMs ?? 1) < 1e-9)
        #expect(
            IntervalAgreement(beatSeconds: [], intervalsMs: Self.intervals).text
                == "no interval in common")
    }
}

import PhysioTypes
import TestSupport
import Testing

@testable import BeatCorrection

@Suite struct InterpolationLossTests {
    private static func noise(_ count: Int, _ generator: inout SplitMix64) -> [Double] {
        (0..<count).map { _ in 900 + 20 * generator.gaussian() }
    }

    /// White noise of variance s^2 has three squared differences of 6 s^2, and 2.78 s^2 where a
    /// cubic through two neighbours on either side divides the sum of the middle two: it is (c + d
    /// -/+ r) / 2 with r = 0.1 a - 0.5 b + 0.5 e - 0.1 f.
    @Test func whiteNoiseLosesHalfOfItsDifferences() {
        var generator = SplitMix64(seed: 5)
        var pairs = 0.0
        var ones = 0.0
        for _ in 0..<400 {
            var loss = InterpolationLoss()
            for interval in Self.noise(95, &generator) { loss.learn(interval, isMeasured: true) }
            pairs += loss.squaredDifferencesMs2.ofPair
            ones += loss.squaredDifferencesMs2.ofOne
        }
        #expect(abs(pairs / 400 / (3.22 * 400) - 1) < 0.03)
        // Of one interval 4 s^2 and, by (4 (b + d) - a - e) / 6 instead of it, 11 / 9 s^2.
        #expect(abs(ones / 400 / (25.0 / 9 * 400) - 1) < 0.03)
    }

    @Test func aCubicLosesNothing() {
        var loss = InterpolationLoss()
        for index in 0..<60 {
            let x = Double(index - 30) / 10
            loss.learn(800 + 30 * x - 12 * x * x + 4 * x * x * x, isMeasured: true)
        }
        #expect(loss.squaredDifferencesMs2.ofPair < 1e-9 && loss.squaredDifferencesMs2.ofOne < 1e-9)
    }

    /// Less is known than six measured intervals in a row show eight times.
    @Test func nothingIsGivenBackThatIsNotKnown() {
        var generator = SplitMix64(seed: 6)
        var loss = InterpolationLoss()
        for (index, interval) in Self.noise(60, &generator).enumerated() {
            loss.learn(interval, isMeasured: index % 6 != 5)
        }
        #expect(loss.squaredDifferencesMs2.ofPair == 0)
        for interval in Self.noise(12, &generator) { loss.learn(interval, isMeasured: true) }
        #expect(loss.squaredDifferencesMs2.ofPair == 0)
        for interval in Self.noise(2, &generator) { loss.learn(interval, isMeasured: true) }
        #expect(loss.squaredDifferencesMs2.ofPair > 0)
    }

    @Test func theShiftGivesBackWhatIsAsked() {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<200 {
            let x = Self.noise(4, &generator)
            let squares = generator.uniform(in: 0...4000)
            func sum(_ shift: Double) -> Double {
                let y = [x[0], x[1] + shift, x[2] - shift, x[3]]
                return zip(y.dropFirst(), y).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
            }
            let shift = InterpolationLoss.shift(x[0], x[1], x[2], x[3], squares: squares)
            #expect(abs(sum(shift) - sum(0) - squares) < 1e-6)
        }
        for _ in 0..<200 {
            let x = Self.noise(3, &generator)
            let squares = generator.uniform(in: 0...4000)
            func sum(_ shift: Double) -> Double {
                (x[1] + shift - x[0]) * (x[1] + shift - x[0])
                    + (x[2] - x[1] - shift) * (x[2] - x[1] - shift)
            }
            let shift = InterpolationLoss.shift(x[0], x[1], x[2], squares: squares)
            #expect(abs(sum(shift) - sum(0) - squares) < 1e-6)
        }
        #expect(InterpolationLoss.shift(800, 810, 820, 830, squares: 0) == 0)
    }

    /// One beat in twenty displaced in white noise: the repair alone would take 2 to 3 % off RMSSD.
    @Test func rmssdOfNoiseIsPreserved() {
        var error = 0.0
        for seed in 1...60 as ClosedRange<UInt64> {
            var generator = SplitMix64(seed: seed)
            let clean = Self.noise(400, &generator)
            let (faulty, kinds) = CorrectionSeries.withArtefacts(
                [.early], in: clean, distance: 18, seed: seed)
            let result = ArtefactCorrection(rule: KnownArtefacts(kinds: kinds)).correct(
                RRSeries(intervalsMs: faulty))
            error +=
                CorrectionSeries.rmssd(result.nn.intervalsMs) / CorrectionSeries.rmssd(clean) - 1
        }
        #expect(abs(error / 60) < 0.005)
    }
}

import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct PorgesBohrerTests {
    /// Samples of a tone every 0.5 s, on the grid itself.
    private static func tone(hz: Double, amplitudeMs: Double, seconds: Double) -> NNSeries {
        let times = (0..<Int(seconds * 2)).map { 0.5 * Double($0 + 1) }
        return NNSeries(
            intervalsMs: times.map { 500 + amplitudeMs * sin(2 * .pi * hz * $0) },
            endTimesSeconds: times, isAdjacentToPrevious: times.indices.map { $0 > 0 },
            startSeconds: 0, endSeconds: seconds)
    }

    /// Share of a tone's amplitude that is left: 1 less the cubic's sum of cosines, times the gain
    /// of a Butterworth band-pass squared, 1 / (1 + v^4) with v the frequency of the low-pass.
    private static func gain(hz: Double, lowHz: Double, highHz: Double) -> Double {
        var cubic = 0.0
        for k in -10...10 {
            let weight = Double(329 - 5 * k * k) / 3059
            cubic += weight * cos(.pi * hz * Double(k))
        }
        func warped(_ hz: Double) -> Double { tan(.pi * hz / 2) }
        let middle = warped(lowHz) * warped(highHz)
        let width = warped(highHz) - warped(lowHz)
        let v = (pow(warped(hz), 2) - middle) / (warped(hz) * width)
        return (1 - cubic) / (1 + pow(v, 4))
    }

    /// The filter settles over its first seconds, so only the epochs inside are compared. A tone
    /// of a whole number of half periods an epoch has the variance A^2 / 2 times 60 / 59.
    @Test(arguments: [0.15, 0.25, 0.35])
    func aToneHasTheVarianceOfItsGain(hz: Double) {
        let epochs = PorgesBohrerRSA(Self.tone(hz: hz, amplitudeMs: 30, seconds: 250))
            .epochLnVariances
        let gain = Self.gain(hz: hz, lowHz: 0.12, highHz: 0.40)
        let expected = log(450 * gain * gain * 60 / 59)
        #expect(epochs.count == 7 || epochs.count == 8)
        for epoch in epochs.dropFirst().dropLast() {
            #expect(abs(epoch - expected) < 0.02, "\(hz)")
        }
    }

    @Test func theBandMoves() throws {
        let nn = Self.tone(hz: 0.1, amplitudeMs: 30, seconds: 250)
        let standard = try #require(PorgesBohrerRSA(nn).epochLnVariances.dropFirst(3).first)
        let moved = PorgesBohrerRSA(nn, lowHz: 0.06, highHz: 0.2)
        let slow = try #require(moved.epochLnVariances.dropFirst(3).first)
        let ratio =
            Self.gain(hz: 0.1, lowHz: 0.06, highHz: 0.2)
            / Self.gain(hz: 0.1, lowHz: 0.12, highHz: 0.4)
        #expect(abs(slow - standard - 2 * log(abs(ratio))) < 0.05)
    }

    @Test func doublingTheAmplitudeAddsLnFour() throws {
        let x = TestSeries.formula
        let once = PorgesBohrerRSA(NNSeries(intervalsMs: x)).epochLnVariances
        let nn = NNSeries(intervalsMs: x)
        let twice = PorgesBohrerRSA(
            NNSeries(
                intervalsMs: x.map { 2 * $0 - 400 }, endTimesSeconds: nn.endTimesSeconds,
                isAdjacentToPrevious: nn.isAdjacentToPrevious, startSeconds: 0,
                endSeconds: nn.endSeconds)
        ).epochLnVariances
        #expect(once.count == 5 && twice.count == 5)
        // The resampling iterates to 1e-9.
        for (a, b) in zip(once, twice) { #expect(abs(b - a - 2 * log(2)) < 1e-7) }
    }

    @Test func segmentsAreIndependent() {
        let x = TestSeries.formula
        let parts = [Array(x[..<90]), Array(x[90..<110]), Array(x[110...])]
        let joined = PorgesBohrerRSA(TestSeries.joined(parts), resampling: .cubic).epochLnVariances
        let alone = [parts[0], parts[2]].flatMap {
            PorgesBohrerRSA(NNSeries(intervalsMs: $0), resampling: .cubic).epochLnVariances
        }
        #expect(joined.count == 4 && joined.count == alone.count)
        // The times of the second begin elsewhere and round elsewhere.
        for (a, b) in zip(joined, alone) { #expect(abs(a - b) < 1e-9) }
    }

    @Test func fortySecondsMakeAnEpochAndThirtyNineDoNot() {
        // n samples at 2 Hz span (n - 1) / 2 seconds.
        let long = PorgesBohrerRSA(Self.tone(hz: 0.25, amplitudeMs: 30, seconds: 40))
        #expect(long.epochLnVariances.count == 1)
        let short = PorgesBohrerRSA(Self.tone(hz: 0.25, amplitudeMs: 30, seconds: 39.5))
        #expect(short.epochLnVariances.isEmpty && short.meanLnVariance == nil)
    }

    @Test func segmentsWithTwoBeatsAtOneTimeAreLeftOut() {
        let nn = Self.tone(hz: 0.25, amplitudeMs: 30, seconds: 60)
        var times = nn.endTimesSeconds
        times[50] = times[49]
        let broken = NNSeries(
            intervalsMs: nn.intervalsMs, endTimesSeconds: times,
            isAdjacentToPrevious: nn.isAdjacentToPrevious, startSeconds: 0, endSeconds: 60)
        #expect(PorgesBohrerRSA(broken).epochLnVariances.isEmpty)
    }

    @Test func constantAndEmptySeriesHaveNoEpoch() {
        for nn in [
            TestSeries.constant(count: 200), NNSeries(intervalsMs: []),
            NNSeries(intervalsMs: [800]),
        ] {
            #expect(PorgesBohrerRSA(nn).epochLnVariances.isEmpty)
            #expect(PorgesBohrerRSA(nn).meanLnVariance == nil)
        }
    }

    /// scipy 1.17.1 and numpy 2.4.6 with x of ``TestSeries/formula``:
    /// `t = np.cumsum(x) / 1000; n = int((t[-1] - t[0]) * 2 * (1 + 1e-12)) + 1;
    /// g = CubicSpline(t, x, bc_type="not-a-knot")(t[0] + np.arange(n) / 2);
    /// v = (g - savgol_filter(g, 21, 3))[10:-10];
    /// y = sosfiltfilt(butter(2, [lo, hi], "bandpass", fs=2, output="sos"), v, padlen=36);
    /// np.log(np.var(y[60 * k:60 * k + 60], ddof=1))`.
    /// NeuroKit2 works on a continuous rate, fits the cubic off centre at the ends and divides the
    /// variance by 1000: not compared.
    @Test func epochsAgreeWithScipy() {
        let table: [(Double, Double, [Double])] = [
            (
                0.12, 0.40,
                [
                    5.397936262714047, 5.565754979145539, 5.365102115006765, 5.7848127166534145,
                    5.9657070734414175,
                ]
            ),
            (
                0.24, 0.80,
                [
                    6.103114860954255, 6.025028236093153, 6.2510885620526, 6.128000772861155,
                    5.8689631386660475,
                ]
            ),
        ]
        for (low, high, expected) in table {
            let found = PorgesBohrerRSA(
                NNSeries(intervalsMs: TestSeries.formula), lowHz: low, highHz: high,
                resampling: .cubic)
            #expect(found.epochLnVariances.count == expected.count)
            for (a, b) in zip(found.epochLnVariances, expected) {
                #expect(TestSeries.agree(a, b), "\(low)")
            }
            #expect(TestSeries.agree(found.meanLnVariance, expected.reduce(0, +) / 5))
        }
    }
}

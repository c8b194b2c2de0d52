import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct RespiratorySinusArrhythmiaTests {
    typealias Breath = RespiratorySinusArrhythmia.Breath

    private static func breaths(_ count: Int, every step: Double, inhale: Double) -> [Breath] {
        (0..<count).map { index in
            let start = Double(index) * step
            return Breath(
                inhaleSeconds: start, exhaleSeconds: start + inhale, endSeconds: start + step)
        }
    }

    @Test(arguments: TestSeries.kinds)
    func amplitudesAgreeWithTheirDefinition(kind: String) {
        for (seed, count) in [(1, 20), (2, 300)] {
            let nn = TestSeries.ofKind(kind, seed: UInt64(seed), count: count)
            let breaths = Self.breaths(count / 5, every: 4.7, inhale: 1.9)
            let found = RespiratorySinusArrhythmia(nn, breaths: breaths)
            let expected = breaths.map { breath -> Double? in
                func inside(_ from: Double, _ to: Double) -> [Double] {
                    nn.intervalsMs.indices.filter {
                        nn.endTimesSeconds[$0] - nn.intervalsMs[$0] / 1000 >= from
                            && nn.endTimesSeconds[$0] < to + 0.75
                    }.map { nn.intervalsMs[$0] }
                }
                let inhaled = inside(breath.inhaleSeconds, breath.exhaleSeconds)
                let exhaled = inside(breath.exhaleSeconds, breath.endSeconds)
                guard let low = inhaled.min(), let high = exhaled.max() else { return nil }
                return max(0, high - low)
            }
            #expect(found.amplitudesMs == expected, "\(kind) \(count)")
            let present = expected.compactMap { $0 }
            let mean = present.reduce(0, +) / Double(present.count)
            #expect(TestSeries.agree(found.meanMs, present.isEmpty ? nil : mean))
        }
    }

    @Test func anOscillationAgainstTheBreathHasAmplitudeZero() {
        // Long in the inhalation, short in the exhalation.
        let nn = NNSeries(intervalsMs: [900, 900, 900, 900, 900, 800, 800, 800, 800, 800, 800])
        let breath = Breath(inhaleSeconds: 0, exhaleSeconds: 4, endSeconds: 9)
        #expect(RespiratorySinusArrhythmia(nn, breaths: [breath]).amplitudesMs == [0])
    }

    @Test func theLatencyReachesIntoTheNextPhase() {
        // The interval that ends at 2.7 s belongs to an inhalation until 2 s, that at 2.8 s not.
        for (last, amplitude) in [(700.0, 200.0), (800, 0)] {
            let nn = NNSeries(intervalsMs: [1000, 1000, last, 900, 900])
            let breath = Breath(inhaleSeconds: 0, exhaleSeconds: 2, endSeconds: 5)
            #expect(RespiratorySinusArrhythmia(nn, breaths: [breath]).amplitudesMs == [amplitude])
        }
    }

    @Test func constantSeriesHaveNoRSA() {
        let nn = TestSeries.constant(count: 60)
        let found = RespiratorySinusArrhythmia(
            nn, breaths: Self.breaths(8, every: 5, inhale: 2))
        #expect(found.amplitudesMs == [Double?](repeating: 0, count: 8) && found.meanMs == 0)
    }

    @Test func phasesWithoutAnIntervalHaveNoAmplitude() {
        // Intervals until 8 s and again from 15 s on.
        let segment = [Double](repeating: 800, count: 10)
        let nn = TestSeries.joined([segment, segment])
        let breaths = [(0, 2, 4.5), (6, 8.5, 11), (9, 11, 13.5), (12, 14, 17), (15, 17, 20)].map {
            Breath(inhaleSeconds: $0.0, exhaleSeconds: $0.1, endSeconds: $0.2)
        }
        let found = RespiratorySinusArrhythmia(nn, breaths: breaths)
        #expect(found.amplitudesMs == [0, nil, nil, nil, 0])
        #expect(found.meanMs == 0)
        let empty = RespiratorySinusArrhythmia(
            NNSeries(intervalsMs: []), breaths: Self.breaths(2, every: 4, inhale: 2))
        #expect(empty.amplitudesMs == [nil, nil] && empty.meanMs == nil)
        #expect(RespiratorySinusArrhythmia(nn, breaths: []).meanMs == nil)
    }

    /// NeuroKit2 0.2.13, `_hrv_rsa_p2t(np.arange(0, 160001, 8001), peaks, 1000, rsp_peaks=onsets +
    /// 3333)` and `(np.arange(0, 160001, 4001), ..., rsp_peaks=onsets + 1500)`, with x of
    /// ``TestSeries/formula`` and `peaks = np.concatenate([[0], np.cumsum(x)])`.
    @Test func meanAgreesWithNeuroKit() {
        let nn = NNSeries(intervalsMs: TestSeries.formula)
        let slow = RespiratorySinusArrhythmia(
            nn, breaths: Self.breaths(19, every: 8.001, inhale: 3.333))
        #expect(TestSeries.agree(slow.meanMs, 68.89473684210526))
        let fast = RespiratorySinusArrhythmia(
            nn, breaths: Self.breaths(39, every: 4.001, inhale: 1.5))
        #expect(TestSeries.agree(fast.meanMs, 46.1025641025641))
    }
}

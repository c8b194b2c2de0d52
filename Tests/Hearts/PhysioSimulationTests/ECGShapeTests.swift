import Foundation
import PhysioDSP
@testable import PhysioSimulation
import Testing

/// The waveform against the model's equations, and the R times against the waveform.
@Suite struct ECGShapeTests {
    private static func still(
        _ intervalsMs: [Double], rate: Double, form: ECGSimulation.WaveHeights = .constant
    ) -> ECGSimulation {
        var simulation = ECGSimulation(seed: 1, rhythm: ECGRhythm(intervalsMs: intervalsMs))
        simulation.sampleRateHz = rate
        simulation.waveHeights = form
        simulation.breathing.modulationDepth = 0
        simulation.breathing.baselineMillivolts = 0
        return simulation
    }

    /// x, y and z of the paper, stepped by the method of Runge and Kutta at 10 kHz from the phase
    /// -pi on. Intervals are whole tenths of a millisecond, so that steps end at R peaks.
    private static func stepped(
        _ intervals: [Double], mean: Double, start: Double
    ) -> [Double] {
        let root = (1 / mean).squareRoot()
        let angles = [-70 * root.squareRoot(), -15 * root, 0, 15 * root, 100 * root.squareRoot()]
            .map { $0 * .pi / 180 }
        let a = [1.2, -5, 30, -7.5, 0.75]
        let b = [0.25, 0.1, 0.1, 0.1, 0.4].map { $0 * root }
        func slope(_ s: SIMD3<Double>, _ w: Double) -> SIMD3<Double> {
            let alpha = 1 - (s.x * s.x + s.y * s.y).squareRoot()
            let theta = atan2(s.y, s.x)
            var z = -s.z
            for i in 0..<5 {
                let d = remainder(theta - angles[i], 2 * .pi)
                z -= a[i] * d * exp(-d * d / (2 * b[i] * b[i]))
            }
            return SIMD3(alpha * s.x - w * s.y, alpha * s.y + w * s.x, z)
        }
        var state = SIMD3(-1, 0, start)
        var trace: [Double] = []
        let h = 1e-4
        for (index, interval) in ([intervals[0]] + intervals + [intervals.last ?? 0]).enumerated() {
            let isHalf = index == 0 || index == intervals.count + 1
            let w = 2 * Double.pi / interval
            for _ in 0..<Int((interval * (isHalf ? 0.5 : 1) / h).rounded()) {
                trace.append(state.z)
                let k1 = slope(state, w)
                let k2 = slope(state + h / 2 * k1, w)
                let k3 = slope(state + h / 2 * k2, w)
                let k4 = slope(state + h * k3, w)
                state += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
            }
        }
        return trace
    }

    /// The method's error is about (h / sigma)^4 / 100 of R, 1e-11 here; that of the phase, and the
    /// jump where an angle wraps inside a step, weigh more at the highest rate.
    @Test(arguments: [
        (mean: [1.0, 1.0], tolerance: 1e-9), ([0.8, 0.9123, 0.7], 1e-9), ([0.4, 0.45], 1e-7),
    ])
    func theWaveformSolvesThePublishedEquations(mean intervals: [Double], tolerance: Double) {
        let mean = intervals.reduce(0, +) / Double(intervals.count)
        let steady = SteadyBeat(intervalSeconds: mean, waveHeights: .proportional)
        let trace = Self.stepped(intervals, mean: mean, start: steady.integrator.z)
        let ecg = Self.still(intervals.map { $0 * 1000 }, rate: 500, form: .proportional).run()
        #expect(ecg.millivolts.count == trace.count / 20)
        var worst = 0.0
        for (k, value) in ecg.millivolts.enumerated() {
            worst = max(worst, abs(value - steady.offset - steady.gain * trace[20 * k]))
        }
        #expect(worst < 1.6 * tolerance, "\(worst) mV")
    }

    @Test func bothFormsAreOneAtAConstantInterval() {
        let a = Self.still([870, 870, 870], rate: 360).run()
        let b = Self.still([870, 870, 870], rate: 360, form: .proportional).run()
        for (x, y) in zip(a.millivolts, b.millivolts) { #expect(abs(x - y) < 1e-12) }
    }

    /// 1/3 s between common samples of all three rates.
    @Test func theRateChangesNoValue() {
        var traces: [[Double]] = []
        for (rate, step) in [(100.5, 67), (333, 222), (3999.0, 2666)] {
            var simulation = Self.still([800, 1000, 612, 988], rate: rate)
            simulation.breathing = .init()
            let samples = simulation.run().millivolts
            traces.append(stride(from: 0, to: samples.count, by: step).map { samples[$0] })
        }
        #expect(traces[0].count == 7)
        for trace in traces.dropFirst() {
            for (x, y) in zip(trace, traces[0]) { #expect(abs(x - y) < 2e-9) }
        }
    }

    /// Rounding must neither leave out a sample on an R peak nor give it twice.
    @Test(arguments: [100.0, 250, 300, 360, 128], [600.0, 1000, 2000.0 / 3, 703.125])
    func samplesOnPeaksAreGivenOnce(rate: Double, interval: Double) {
        let intervals = Array(repeating: interval, count: 30)
        let once = Self.still(intervals, rate: rate).run().millivolts
        let twice = Self.still(intervals, rate: 2 * rate).run().millivolts
        #expect(once.count == Int(31 * interval * rate / 1000 + 1e-9))
        for (index, value) in once.enumerated() { #expect(abs(value - twice[2 * index]) < 2e-9) }
    }

    @Test func theSteadyBeatSpansTheStatedRange() throws {
        let samples = Self.still(Array(repeating: 1000, count: 5), rate: 4000).run().millivolts
        let (low, high) = (try #require(samples.min()), try #require(samples.max()))
        // Samples miss the extremes by a parabola's 1.6 / 2 (1/8 ms / 16 ms)^2 at most.
        #expect(abs(high - 1.2) < 1e-4 && abs(low + 0.4) < 1e-4)
        // The lowest point is S, behind R: so 1.6 mV are the height from R to S.
        let s = try #require(samples.firstIndex(of: low))
        let phase = (Double(s) / 4000 + 0.5).truncatingRemainder(dividingBy: 1)
        #expect(phase > 0.01 && phase < 0.1, "\(phase)")
    }

    /// R times are sums of intervals; and the waveform's peaks lie there, too.
    @Test(arguments: [999.9, 2000, 4000])
    func intervalsPutInAreThoseBetweenThePeaks(rate: Double) {
        let intervals = [800.123, 912.456, 650.789, 1100.5, 777.7777, 820]
        let ecg = Self.still(intervals, rate: rate).run()
        #expect(ecg.beats.count == 7)
        for (index, interval) in intervals.enumerated() {
            let difference = ecg.beats[index + 1].timeSeconds - ecg.beats[index].timeSeconds
            #expect(abs(difference - interval / 1000) < 1e-9)
            #expect(abs(ecg.beats[index].sample - ecg.beats[index].timeSeconds * rate) < 1e-9)
        }
        for beat in ecg.beats {
            let near = Int(beat.sample.rounded())
            let peak = (near - 6...near + 6).max { ecg.millivolts[$0] < ecg.millivolts[$1] } ?? 0
            let (a, b) = (ecg.millivolts[peak - 1], ecg.millivolts[peak])
            let c = ecg.millivolts[peak + 1]
            let position = Double(peak) + 0.5 * (a - c) / (a - 2 * b + c)
            let lateMs = 1000 * (position - beat.sample) / rate
            #expect(lateMs > -1 && lateMs < 0, "\(lateMs) ms")
        }
    }

    @Test func heightsStayWhenIntervalsChangeUnlessPublished() {
        let intervals = [1000.0, 1000, 700, 1300, 1000, 1000]
        func range(_ form: ECGSimulation.WaveHeights) -> Double {
            let ecg = Self.still(intervals, rate: 1000, form: form).run()
            let heights = ecg.beats.map { beat -> Double in
                let r = Int(beat.sample.rounded())
                return ecg.millivolts[r] - (ecg.millivolts[r - 60..<r].min() ?? 0)
            }
            return (heights.max() ?? 0) - (heights.min() ?? 0)
        }
        #expect(range(.constant) < 0.1, "\(range(.constant))")
        #expect(range(.proportional) > 0.4, "\(range(.proportional))")
    }
}

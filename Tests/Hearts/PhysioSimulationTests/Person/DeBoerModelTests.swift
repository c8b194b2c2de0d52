import Foundation
import PhysioDSP
@testable import PhysioSimulation
import Testing

@Suite struct DeBoerModelTests {
    @Test func withoutAPushTheBeatsStayAtRest() {
        for delays in [true, false] {
            var model = DeBoerModel(seed: 1)
            model.noiseMmHg = 0
            model.breathingAmplitudeMmHg = 0
            model.delaysVagalResponse = delays
            for beat in model.beats(count: 500) {
                #expect(abs(beat.systolicMmHg - 120) < 1e-9)
                #expect(abs(beat.diastolicMmHg - 75) < 1e-9)
                #expect(abs(beat.intervalMs - 800) < 1e-8)
            }
        }
    }

    /// Power of the heart rate at a frequency, by direct sums over the beats of 300 s at a time.
    private static func power(_ beats: [DeBoerModel.Beat], _ frequencyHz: Double) -> Double {
        var total = 0.0
        var time = 0.0
        var sum = (re: 0.0, im: 0.0)
        for beat in beats {
            time += beat.intervalMs / 1000
            let value = beat.intervalMs - 800
            let taper = 0.5 - 0.5 * cos(2 * .pi * time / 300)
            sum.re += taper * value * cos(2 * .pi * frequencyHz * time)
            sum.im += taper * value * sin(2 * .pi * frequencyHz * time)
            if time >= 300 {
                total += sum.re * sum.re + sum.im * sum.im
                (time, sum) = (0, (0, 0))
            }
        }
        return total
    }

    private static func peakHz(_ model: DeBoerModel, from low: Double, to high: Double) -> Double {
        let beats = model.beats(count: 15_000)
        return stride(from: low, through: high, by: 0.004).max {
            power(beats, $0) < power(beats, $1)
        } ?? 0
    }

    /// A rhythm of ten seconds out of white noise, by the delay of the sympathetic answer.
    @Test(arguments: [true, false])
    func whiteNoiseMakesARhythmOfTenSeconds(delays: Bool) {
        var model = DeBoerModel(seed: 2)
        model.breathingAmplitudeMmHg = 0
        model.delaysVagalResponse = delays
        let peak = Self.peakHz(model, from: 0.02, to: 0.4)
        #expect((0.08...0.12).contains(peak), "\(peak)")
    }

    @Test func breathingShowsAtItsRate() {
        var model = DeBoerModel(seed: 3)
        model.noiseMmHg = 0.1
        model.breathingHz = 0.25
        #expect(abs(Self.peakHz(model, from: 0.18, to: 0.4) - 0.25) <= 0.004)
    }

    @Test func wildNoiseStaysFinite() {
        var model = DeBoerModel(seed: 4)
        model.noiseMmHg = 50
        for beat in model.beats(count: 5_000) {
            #expect((250...2_500).contains(beat.intervalMs))
            #expect(beat.systolicMmHg.isFinite && beat.diastolicMmHg.isFinite)
        }
    }

    @Test func equalSeedsGiveEqualBeats() {
        #expect(DeBoerModel(seed: 1).beats(count: 100) == DeBoerModel(seed: 1).beats(count: 100))
        #expect(DeBoerModel(seed: 1).beats(count: 100) != DeBoerModel(seed: 2).beats(count: 100))
        #expect(DeBoerModel(seed: 1).beats(count: 0).isEmpty)
    }
}

@_spi(Studies) import BeatDetection
import PhysioSimulation
import TestSupport
import Testing

@Suite struct TrainingTraceTests {
    private static func noisy() -> SimulatedECG {
        QRSTestSignal.ecg(rate: 250, seconds: 120) {
            $0.noises = [ECGNoise(.motion, level: .signalToNoise(decibels: 6))]
        }
    }

    @Test func standardWeightsFindWhatAStreamFinds() {
        let ecg = Self.noisy()
        let trace = TrainingTrace(ecg.millivolts, sampleRateHz: 250, weights: .standard)
        #expect(trace.complexes.count > 120)
        #expect(trace.complexes == QRSRun(ecg.millivolts, rate: 250).complexes)
    }

    /// The compiler of either side may contract products and sums: fifteen roundings of sums that
    /// stay below 100.
    @Test func aScoreIsTheWeightedSumOfItsMeasures() {
        var random = SplitMix64(seed: 11)
        let weights = QRSWeights(
            bias: 1, measures: QRSWeights.measureNames.map { _ in random.uniform(in: -0.5...0.5) })
        for weights in [weights, .standard] {
            let trace = TrainingTrace(Self.noisy().millivolts, sampleRateHz: 250, weights: weights)
            let count = weights.measures.count
            #expect(trace.candidates.count > 200)
            #expect(trace.measures.count == count * trace.candidates.count)
            for (index, candidate) in trace.candidates.enumerated() {
                let measures = trace.measures[(index * count)..<((index + 1) * count)]
                let sum = zip(weights.measures, measures).reduce(weights.bias) { $0 + $1.0 * $1.1 }
                #expect(abs(sum - candidate.logOdds) < 15 * 100 * 0x1p-53)
            }
        }
    }

    /// Every complex that is not late is a candidate that was called a beat, and the reverse.
    @Test func beatsAreCandidates() {
        let trace = TrainingTrace(Self.noisy().millivolts, sampleRateHz: 250, weights: .standard)
        let beats = trace.candidates.filter(\.isBeat)
        let timely = trace.complexes.filter { !$0.isFromSearchBack }
        #expect(beats.map(\.logOdds) == timely.map(\.logOdds))
        for (beat, complex) in zip(beats, timely) {
            #expect(abs(beat.sample - complex.sample) < 0.07 * 250)
            #expect(beat.size > 0)
        }
    }

    @Test func theBiasDecidesHowManyThereAre() {
        let ecg = QRSTestSignal.ecg(rate: 250)
        var weights = QRSWeights.standard
        weights.bias = -1000
        #expect(
            TrainingTrace(ecg.millivolts, sampleRateHz: 250, weights: weights).complexes.isEmpty)
        weights.bias = 1000
        let trace = TrainingTrace(ecg.millivolts, sampleRateHz: 250, weights: weights)
        #expect(trace.complexes.count > 3 * ecg.beats.count / 2)
    }

    @Test func measuresHaveNamesOfTheirOwn() {
        let names = QRSWeights.measureNames
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { !$0.isEmpty })
    }
}

import BeatDetection
import PhysioSimulation
import TestSupport
import Testing

/// Signals that are not as they should be.
@Suite struct QRSStreamArtefactTests {
    @Test(arguments: [0, 5, -1e6, .nan, .infinity, 1e300, .leastNonzeroMagnitude])
    func constantsHaveNoBeats(value: Double) {
        for count in [0, 1, 100, 5000] {
            let run = QRSRun(Array(repeating: value, count: count), rate: 250)
            #expect(run.complexes == [])
        }
    }

    /// Whatever comes in, positions are finite, lie in the signal and differ by more than 0.05 s.
    @Test(arguments: TestEffort.pick([360.0], all: [100, 360, 4000]))
    func hostileValuesDoNoHarm(rate: Double) {
        var random = SplitMix64(seed: 3)
        let values: [Double] = [
            .nan, .infinity, -.infinity, 1e300, -1e300, 1e15, .leastNonzeroMagnitude, 0, 1, -1,
            .greatestFiniteMagnitude,
        ]
        for hostile in [0.001, 0.1, 1.0] {
            let samples = (0..<40_000).map { _ in
                random.uniform(in: 0...1) < hostile
                    ? values[Int(random.next() % UInt64(values.count))] : random.gaussian()
            }
            for blocks in [[Int.max], [1, 700]] {
                let found = QRSRun(samples, rate: rate, blocks: blocks).samples
                #expect(found.allSatisfy { $0 >= 0 && $0 < 40_000 })
                #expect(zip(found, found.dropFirst()).allSatisfy { $1 - $0 > 0.05 * rate })
            }
        }
    }

    @Test(arguments: ElectrodeOutage.Kind.allCases)
    func segmentsWithoutContactHaveNoBeatsAndLoseNone(kind: ElectrodeOutage.Kind) {
        let ecg = QRSTestSignal.ecg(rate: 250) {
            $0.outages = [ElectrodeOutage(kind, rangeSeconds: 20..<30)]
        }
        let complexes = QRSRun(ecg.millivolts, rate: 250).complexes
        let within = complexes.filter { (20.0 * 250..<30.0 * 250).contains($0.sample) }
        #expect(within == [])
        for beat in ecg.beats where !(19.7..<30.5).contains(beat.timeSeconds) {
            #expect(complexes.contains { abs($0.sample - beat.sample) < 10 })
        }
        if kind == .missing {
            let after = complexes.filter { $0.sample > 30 * 250 }
            #expect(after.first?.followsGap == true)
            #expect(complexes.count { $0.followsGap } == 1)
        }
    }

    @Test func railsByTurnsHaveNoBeats() {
        let rails = (0..<40).flatMap { Array(repeating: $0 % 2 == 0 ? 5.0 : -5, count: 500) }
        #expect(QRSRun(rails, rate: 250).complexes.count <= 1)
    }

    @Test(arguments: [10, 1e3, 1e6])
    func aSpikeOfAnyHeightBlindsForLessThan3Seconds(millivolts: Double) {
        let ecg = QRSTestSignal.ecg(rate: 250)
        var samples = ecg.millivolts
        for index in 0..<25 { samples[20 * 250 + index] += millivolts }
        let found = QRSRun(samples, rate: 250).samples
        for beat in ecg.beats where !(19.5..<23).contains(beat.timeSeconds) {
            #expect(found.contains { abs($0 - beat.sample) < 10 })
        }
        #expect(found.count <= ecg.beats.count + 2)
    }

    /// A pause of 6 s with its P waves, 0.15 mV high and 0.1 s wide, one every 0.8 s.
    @Test func pausesHaveNoBeats() {
        let ecg = QRSTestSignal.ecg(rate: 250)
        let pause = (20.0 * 250)..<(26.0 * 250)
        var samples = ecg.millivolts
        let level = samples[20 * 250]
        var random = SplitMix64(seed: 8)
        for index in 5000..<6500 {
            let distance = (Double(index).truncatingRemainder(dividingBy: 200) - 100) / 12.5
            let bump = abs(distance) < 1 ? (1 - distance * distance) : 0
            samples[index] = level + 0.15 * bump + 0.01 * random.gaussian()
        }
        let found = QRSRun(samples, rate: 250).samples
        #expect(found.filter { pause.contains($0) } == [])
        for beat in ecg.beats where !(19.7..<26.3).contains(beat.timeSeconds) {
            #expect(found.contains { abs($0 - beat.sample) < 10 })
        }
    }

    /// All at once to a quarter, from one beat to the next.
    @Test func fallingAmplitudeIsFollowed() {
        let ecg = QRSTestSignal.ecg(rate: 250) {
            $0.noises = [ECGNoise(.white, level: .millivolts(0.01))]
        }
        let change = (ecg.beats[30].sample + ecg.beats[31].sample) / 2
        let samples = ecg.millivolts.enumerated().map {
            Double($0.offset) < change ? $0.element : 0.25 * $0.element
        }
        let score = QRSTestSignal.score(QRSRun(samples, rate: 250).samples, ecg)
        #expect(score.falseNegatives == 0 && score.falsePositives <= 1)
    }

    @Test func aStreamThatWasResetBeginsAnew() {
        let ecg = QRSTestSignal.ecg(rate: 250, seconds: 20)
        var stream = QRSStream(sampleRateHz: 250)
        var first: [QRSStream.Complex] = []
        stream.push(ecg.millivolts) { first.append($0) }
        stream.finish { first.append($0) }
        stream.reset()
        var second: [QRSStream.Complex] = []
        stream.push(ecg.millivolts) { second.append($0) }
        stream.finish { second.append($0) }
        #expect(first.count > 20 && first == second)
    }
}

import BeatDetection
import PhysioDSP
import PhysioSimulation
import TestSupport
import Testing

/// The complexes that a stream reports, and the number of samples that it had been given by then.
struct QRSRun {
    var complexes: [QRSStream.Complex] = []
    var knownSamples: [Int] = []

    /// - Parameter blocks: sizes by turns.
    init(_ samples: [Double], rate: Double, blocks: [Int] = [.max]) {
        var stream = QRSStream(sampleRateHz: rate)
        var start = 0
        var turn = 0
        while start < samples.count {
            let end = start + min(samples.count - start, blocks[turn % blocks.count])
            stream.push(Array(samples[start..<end])) { complexes.append($0) }
            knownSamples += Array(repeating: end, count: complexes.count - knownSamples.count)
            (start, turn) = (end, turn + 1)
        }
        stream.finish { complexes.append($0) }
        knownSamples += Array(
            repeating: samples.count, count: complexes.count - knownSamples.count)
    }

    var samples: [Double] { complexes.map(\.sample).sorted() }
}

enum QRSTestSignal {
    static func ecg(
        rate: Double, seconds: Double = 60, bpm: Double = 72, deviationBpm: Double = 3,
        _ change: (inout ECGSimulation) -> Void = { _ in }
    ) -> SimulatedECG {
        var bimodal = BimodalRhythm(seed: 5)
        bimodal.heartRateBpm = bpm
        bimodal.deviationBpm = deviationBpm
        var simulation = ECGSimulation(
            seed: 5, rhythm: ECGRhythm(intervalsMs: bimodal.intervalsMs(lastingSeconds: seconds)))
        simulation.sampleRateHz = rate
        change(&simulation)
        return simulation.run()
    }

    static func score(_ found: [Double], _ ecg: SimulatedECG) -> BeatScore {
        BeatComparison().score(
            BeatMarks(positions: found, sampleRateHz: ecg.sampleRateHz),
            reference: BeatMarks(
                positions: ecg.beats.map(\.sample), sampleRateHz: ecg.sampleRateHz))
    }
}

@Suite struct QRSStreamTests {
    @Test(arguments: [100, 125.44, 130.16, 199.9, 250, 360, 512.844, 1000, 4000])
    func everyCleanBeatIsFoundAtItsRPeak(rate: Double) throws {
        let ecg = QRSTestSignal.ecg(rate: rate)
        let found = QRSRun(ecg.millivolts, rate: rate).samples
        #expect(found.count == ecg.beats.count)
        for (sample, beat) in zip(found, ecg.beats) {
            #expect(abs(sample - beat.sample) < 0.02 * rate)
        }
    }

    @Test(arguments: [25, 40, 120, 200, 250])
    func slowAndFastHeartsAreFollowed(bpm: Double) {
        let ecg = QRSTestSignal.ecg(rate: 250, seconds: 120, bpm: bpm, deviationBpm: bpm / 50)
        let score = QRSTestSignal.score(QRSRun(ecg.millivolts, rate: 250).samples, ecg)
        #expect(score.falseNegatives + score.falsePositives <= 1)
        #expect(score.truePositives > 40)
    }

    /// A minute of a regular rhythm, another that is faster from one beat to the next, and back. Up to
    /// three beats are lost: each makes the rhythm less regular, and the next one likelier.
    @Test(arguments: [50, 70], [120.0, 160, 200])
    func aSuddenChangeOfTheRhythmIsFollowed(from slow: Double, to fast: Double) {
        var intervals: [Double] = []
        for bpm in [slow, fast, slow] {
            intervals += [Double](repeating: 60_000 / bpm, count: Int(bpm))
        }
        var simulation = ECGSimulation(seed: 6, rhythm: ECGRhythm(intervalsMs: intervals))
        simulation.sampleRateHz = 250
        simulation.noises = [ECGNoise(.muscle, level: .signalToNoise(decibels: 12))]
        let ecg = simulation.run()
        let score = QRSTestSignal.score(QRSRun(ecg.millivolts, rate: 250).samples, ecg)
        #expect(score.truePositives > Int(2 * slow + fast) - 5)
        #expect(score.falseNegatives + score.falsePositives <= 3)
    }

    /// Each of these rates comes to the inner one in a way of its own.
    @Test(arguments: [100, 250, 360, 1000, 4000])
    func blocksDoNotMatter(rate: Double) {
        let ecg = QRSTestSignal.ecg(rate: rate) {
            $0.noises = [ECGNoise(.motion, level: .signalToNoise(decibels: 6))]
            $0.outages = [ElectrodeOutage(.missing, rangeSeconds: 20..<23)]
        }
        let whole = QRSRun(ecg.millivolts, rate: rate).complexes
        #expect(whole.count > 60)
        for blocks in [[rate < 300 ? 1 : 17], [7, 1, 300], [512], [511, 2000, 3]] {
            #expect(QRSRun(ecg.millivolts, rate: rate, blocks: blocks).complexes == whole)
        }
    }

    /// AVX2 and AVX-512 give the same bits. The plain level rounds once more for every product, in
    /// single precision: 2^-24 of the envelopes, of which the log of the odds is a sum of logs.
    @Test(arguments: [100, 199.9, 250, 360, 1000])
    func instructionSetsAgree(rate: Double) {
        let ecg = QRSTestSignal.ecg(rate: rate) {
            $0.noises = [ECGNoise(.muscle, level: .signalToNoise(decibels: 6))]
        }
        let plain = InstructionSet.runLimited(to: .plain) { QRSRun(ecg.millivolts, rate: rate) }
        #expect(plain.complexes.count > 60)
        let fused = InstructionSet.runLimited(to: .avx2) { QRSRun(ecg.millivolts, rate: rate) }
        for set in InstructionSet.allCases where set > .plain && set <= .available {
            let run = InstructionSet.runLimited(to: set) { QRSRun(ecg.millivolts, rate: rate) }
            #expect(run.complexes == fused.complexes)
        }
        #expect(fused.complexes.count == plain.complexes.count)
        for (a, b) in zip(fused.complexes, plain.complexes) {
            #expect(abs(a.sample - b.sample) < 1e-4)
            #expect(abs(a.logOdds - b.logOdds) < 1e-4)
            #expect(a.isFromSearchBack == b.isFromSearchBack && a.followsGap == b.followsGap)
        }
    }

    /// Samples have 53 bits, envelopes 24: an offset costs those of its ratio to the signal.
    @Test func scalePolarityAndOffsetDoNotMatter() {
        let ecg = QRSTestSignal.ecg(rate: 250) {
            $0.noises = [ECGNoise(.muscle, level: .signalToNoise(decibels: 12))]
        }
        let plain = QRSRun(ecg.millivolts, rate: 250).complexes
        #expect(plain.count > 60)
        let same: [(Double, Double)] = [(-1, 0), (0.03, 0), (200, 1024), (1, 300), (1e6, 0)]
        for (factor, offset) in same {
            let other = QRSRun(ecg.millivolts.map { factor * $0 + offset }, rate: 250).complexes
            #expect(other.count == plain.count)
            for (a, b) in zip(plain, other) {
                #expect(abs(a.sample - b.sample) < 1e-3)
                #expect(abs(a.logOdds - b.logOdds) < 1e-3)
            }
        }
    }

    @Test(arguments: [100, 130.16, 250, 360, 512.844, 1000, 4000])
    func beatsAreReportedWithin400Ms(rate: Double) {
        let ecg = QRSTestSignal.ecg(rate: rate) {
            $0.noises = [ECGNoise(.motion, level: .signalToNoise(decibels: 12))]
        }
        let run = QRSRun(ecg.millivolts, rate: rate, blocks: [1])
        var timely = 0
        for (complex, known) in zip(run.complexes, run.knownSamples)
        where !complex.isFromSearchBack && complex.sample > 2 * rate {
            #expect(Double(known) - complex.sample <= 0.4 * rate)
            timely += 1
        }
        #expect(timely > 60)
    }

    @Test(arguments: [
        (ECGNoise.Kind.baseline, 6.0, 0), (.muscle, 6, 2), (.mains, 6, 2), (.white, 12, 2),
        (.motion, 12, 6),
    ])
    func noiseCostsFewBeats(kind: ECGNoise.Kind, decibels: Double, atMost: Int) {
        let ecg = QRSTestSignal.ecg(rate: 250, seconds: 300) {
            $0.noises = [ECGNoise(kind, level: .signalToNoise(decibels: decibels))]
        }
        let score = QRSTestSignal.score(QRSRun(ecg.millivolts, rate: 250).samples, ecg)
        #expect(score.truePositives > 340)
        #expect(score.falseNegatives + score.falsePositives <= atMost)
    }

    /// The mains lies at 40 Hz where the rate is 100 Hz.
    @Test(arguments: [100, 125.44, 250, 500])
    func mainsDoesNotMatter(rate: Double) {
        let ecg = QRSTestSignal.ecg(rate: rate)
        let samples = ecg.millivolts.enumerated().map {
            $0.element + 0.4 * PlatformMath.sin(2 * .pi * 60 / rate * Double($0.offset))
        }
        let score = QRSTestSignal.score(QRSRun(samples, rate: rate).samples, ecg)
        #expect(score.falseNegatives + score.falsePositives == 0)
    }
}

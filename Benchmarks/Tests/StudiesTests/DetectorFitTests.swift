@_spi(Studies) import BeatDetection
import PhysioDSP
import PhysioSimulation
@testable import Studies
import Testing

@Suite struct DetectorFitTests {
    // MARK: Labels

    private static func candidate(_ sample: Double, _ size: Double) -> TrainingTrace.Candidate {
        TrainingTrace.Candidate(sample: sample, size: size, logOdds: 1, isBeat: true)
    }

    private static func labels(_ candidates: [TrainingTrace.Candidate], beats: [Double]) -> [Bool] {
        TrainingRows.labels(candidates, BeatMarks(positions: beats, sampleRateHz: 1000))
    }

    @Test func ofCandidatesNearABeatTheLargestIsIt() {
        let near = [Self.candidate(950, 1), Self.candidate(1030, 3), Self.candidate(1400, 9)]
        #expect(Self.labels(near, beats: [1000]) == [false, true, false])
        // 100 ms further off a size counts for less than a seventh.
        let far = [Self.candidate(1000, 1), Self.candidate(1100, 5)]
        #expect(Self.labels(far, beats: [1000]) == [true, false])
    }

    @Test func beyond130MsNothingIsTheBeat() {
        #expect(Self.labels([Self.candidate(1131, 1)], beats: [1000]) == [false])
        #expect(Self.labels([Self.candidate(1130, 1)], beats: [1000]) == [true])
        #expect(Self.labels([], beats: [1000]).isEmpty)
        #expect(Self.labels([Self.candidate(1000, 1)], beats: []) == [false])
    }

    /// The kernel reports such candidates behind a beat that was found late.
    @Test func aCandidateDecidedTwiceIsABeatTwice() {
        let twice = [1000.0, 1300, 1000, 1300].map { Self.candidate($0, 1) }
        #expect(Self.labels(twice, beats: [1010]) == [true, false, true, false])
    }

    // MARK: Signals

    private static func recording(
        _ name: String, bpm: Double, seconds: Double = 120
    ) -> AnnotatedLeads {
        var rhythm = BimodalRhythm(seed: UInt64(bpm))
        rhythm.heartRateBpm = bpm
        var simulation = ECGSimulation(
            seed: UInt64(bpm),
            rhythm: ECGRhythm(intervalsMs: rhythm.intervalsMs(lastingSeconds: seconds)))
        simulation.sampleRateHz = 250
        let ecg = simulation.run()
        return AnnotatedLeads(
            name: name, leads: [ecg.millivolts, ecg.millivolts.map { -0.5 * $0 }],
            marks: ecg.beats.map { BeatMarks.Mark(position: $0.sample, symbol: "N") },
            sampleRateHz: 250)
    }

    private static let noise = NoiseBank(sampleRateHz: 250)

    private static func signals(_ recording: AnnotatedLeads) -> [TrainingSignal] {
        TrainingSignal.plan.indices.compactMap {
            TrainingSignal(recording, planned: $0, ordinal: 0, noise: noise)
        }
    }

    @Test func beatsStayWhereTheyAreInASignalThatIsChanged() throws {
        let recording = Self.recording("a", bpm: 70)
        let seconds = recording.reference.beats.map { $0.position / 250 }
        for (signal, plan) in zip(Self.signals(recording), TrainingSignal.plan) {
            let rate = signal.reference.sampleRateHz
            let times = signal.reference.beats.map { $0.position / rate }
            switch plan.change {
            case .faster(let factor):
                #expect(zip(times, seconds).allSatisfy { abs($0 - $1 / factor) < 1e-9 })
                #expect(signal.samples == recording.leads[plan.lead])
            case .rate(let wanted):
                #expect(rate == wanted)
                #expect(zip(times, seconds).allSatisfy { abs($0 - $1) < 1e-9 })
                // An R peak of 1 mV and more is still there, on a line between two samples.
                for beat in signal.reference.beats.dropLast() {
                    #expect(signal.samples[Int(beat.position.rounded())] > 0.6)
                }
            case .none, .noise: #expect(times == seconds)
            case .pauses: #expect(Set(times).isSubset(of: Set(seconds)))
            }
        }
    }

    @Test func pausesHaveNoBeatInThem() throws {
        let recording = Self.recording("a", bpm: 70, seconds: 600)
        let ordinal = try #require(
            TrainingSignal.plan.firstIndex {
                if case .pauses = $0.change { true } else { false }
            })
        let signal = try #require(
            TrainingSignal(recording, planned: ordinal, ordinal: 0, noise: Self.noise))
        let retained = Set(signal.reference.beats.map(\.position))
        let removed = recording.reference.beats.filter { !retained.contains($0.position) }
        #expect(removed.count > 5 && removed.count < 100)
        for beat in removed {
            let around = signal.samples[Int(beat.position) - 10...Int(beat.position) + 10]
            #expect((around.max() ?? 9) - (around.min() ?? 0) < 0.2)
        }
    }

    @Test func recordingsWithOneLeadLackTheSecond() {
        let recording = Self.recording("a", bpm: 70)
        let first = AnnotatedLeads(
            name: "a", leads: [recording.leads[0]], marks: recording.marks, sampleRateHz: 250)
        #expect(
            Self.signals(first).count == TrainingSignal.plan.filter { $0.lead == 0 }.count)
        #expect(Self.signals(recording).count == TrainingSignal.plan.count)
    }

    /// The noise stress test's ratio is 8 times the power of the noise, against the amplitude squared.
    @Test func noiseHasItsRatioToTheSignal() throws {
        let recording = Self.recording("a", bpm: 70, seconds: 1800)
        let amplitude = recording.amplitude(ofLead: 0)
        #expect(amplitude > 0.9 && amplitude < 1.8)
        #expect(abs(TrainingSignal.rootMeanSquare(8, decibels: 20) - 8.0.squareRoot() / 10) < 1e-12)
        var random = SeededGenerator(seed: 5)
        var noise = [Double](repeating: 0, count: 450_000)
        Self.noise.add(.muscle, millivolts: 0.3, to: &noise, random: &random)
        let noisy = noise.filter { $0 != 0 }
        let power = noisy.reduce(0) { $0 + $1 * $1 } / Double(noisy.count)
        // 100 000 samples and more that are nearly independent.
        #expect(abs(power.squareRoot() / 0.3 - 1) < 0.02)
        #expect(noisy.count > 150_000 && noisy.count < 400_000)
        #expect(noise[..<2500].allSatisfy { $0 == 0 })
    }

    // MARK: The fit

    /// Found from two measures alone, the beats of a person who took no part in the fit, in noise.
    @Test func fittedWeightsAreBetterThanTheFirstOnes() throws {
        let fit = DetectorFit(
            [50.0, 72, 95].map { Self.recording("\($0)", bpm: $0) }, maxRounds: 4)
        #expect(fit.roundCount > 1)
        let other = Self.recording("other", bpm: 64, seconds: 300)
        var noisy = other.leads[0]
        ECGNoise(.motion, level: .signalToNoise(decibels: 9)).add(
            to: &noisy, sampleRateHz: 250, seed: 8)
        let stressed = AnnotatedLeads(
            name: "other", leads: [noisy], marks: other.marks, sampleRateHz: 250)
        let score = fit.score(stressed, lead: 0)
        let first = DetectorFit([other], maxRounds: 0).score(stressed, lead: 0)
        #expect(try #require(score.f1) > 98)
        #expect(try #require(score.f1) > #require(first.f1))
        #expect(try #require(fit.score(other, lead: 0).f1) == 100)
    }

    @Test func equalRecordingsGiveEqualWeights() {
        let recordings = [Self.recording("a", bpm: 60, seconds: 60)]
        let fit = DetectorFit(recordings, maxRounds: 2)
        #expect(fit.weights == DetectorFit(recordings, maxRounds: 2).weights)
        // To three decimals, as the code has them.
        let numbers = [fit.weights.bias] + fit.weights.measures
        #expect(numbers.allSatisfy { $0 == ($0 * 1000).rounded() / 1000 })
        #expect(fit.weights != DetectorFit(recordings, maxRounds: 1).weights)
    }

    /// Checks the weights as they are pasted: every measure once, three decimals.
    @Test func theCodeHasEveryWeight() {
        let fit = DetectorFit([Self.recording("a", bpm: 60, seconds: 60)], maxRounds: 0)
        #expect(fit.weights == DetectorFit.start)
        let lines = fit.code.split(separator: "\n").map(String.init)
        #expect(lines.count == QRSWeights.measureNames.count + 5)
        #expect(lines[1] == "    .bias = 2.000,")
        #expect(lines.contains("        [measure_low] = 2.000,"))
        #expect(lines.contains("        [measure_early] = -2.000,"))
    }

    @Test func theReportLeavesRecordingsOut() {
        let recordings = [50.0, 64, 80].map { Self.recording("\(Int($0))", bpm: $0, seconds: 40) }
        var steps: [String] = []
        let report = DetectorFitReport(
            recordings, noisy: recordings[0], madeOf: "50", maxRounds: 1
        ) {
            steps.append($0)
        }
        #expect(steps.count == 5)
        #expect(report.text.contains(report.fit.code))
        #expect(report.text.contains("| first lead, by weights fitted to other records |"))
        #expect(report.text.contains("| 50, by weights fitted without 50 |"))
    }
}

import Foundation
import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

/// Series of hearts that beat in every way are intervals; the samples of an ECG are none.
@Suite struct SignalEvidenceTests {
    private static func verdict(_ values: [Double]) -> SignalEvidence.Verdict {
        SignalEvidence(values).verdict
    }

    /// Kinds of R-R series, each of 2,000 beats; ms.
    private static func series(_ kind: String, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        func noise(_ size: Double) -> Double {
            (0..<4).reduce(0.0) { sum, _ in sum + Double.random(in: -1...1, using: &generator) }
                * size
        }
        var values = (0..<2000).map { index -> Double in
            let beat = Double(index)
            switch kind {
            case "rest", "smoothed": return 860 + 35 * sin(beat / 0.7) + noise(15)
            case "paced": return 1000 + noise(0.5)
            case "ramp": return 1000 - 650 * sin(.pi * beat / 2000) + noise(3)
            case "interval training": return index / 120 % 2 == 0 ? 700 + noise(4) : 400 + noise(4)
            case "six a minute": return 900 + 120 * sin(beat / 1.7) + noise(1)
            case "apnoea": return 850 + 150 * sin(beat / 7) + noise(10)
            case "fibrillation": return 550 + 400 * Double.random(in: 0...1, using: &generator)
            case "newborn": return 420 + noise(6)
            case "bigeminy": return (index % 2 == 0 ? 600 : 1050) + noise(8)
            default: return 800 + (index % 37 == 0 ? -250 : index % 37 == 1 ? 250 : 0) + noise(12)
            }
        }
        if kind == "smoothed" {
            values = values.indices.map { index in
                let window = values[max(0, index - 4)...index]
                return window.reduce(0, +) / Double(window.count)
            }
        }
        return values
    }

    @Test(
        arguments: [
            "rest", "smoothed", "paced", "ramp", "interval training", "six a minute", "apnoea",
            "fibrillation", "newborn", "bigeminy", "ectopy",
        ], [1.0, 4, 7.8125])
    func everyHeartGivesIntervals(kind: String, grid: Double) {
        for seed in 1...5 {
            let values = Self.series(kind, seed: UInt64(seed)).map { ($0 / grid).rounded() * grid }
            #expect(Self.verdict(values) == .intervals, "\(seed)")
            #expect(Self.verdict(values.map { $0 / 1000 }) == .intervals, "\(seed), s")
        }
    }

    /// Complexes of Gaussian waves, 60 to 90 a minute, over two minutes; counts.
    private static func ecg(rateHz: Double, gain: Double, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        var beats: [Double] = [0.5]
        while let last = beats.last, last < 120 {
            beats.append(
                last + 0.8 + 0.05 * sin(last / 2)
                    + Double.random(in: -0.02...0.02, using: &generator))
        }
        let waves = [
            (-0.18, 0.12, 0.03), (0.0, 1.0, 0.011), (0.032, -0.25, 0.01), (0.28, 0.28, 0.05),
        ]
        var samples = [Double](repeating: 0, count: Int(120 * rateHz))
        for beat in beats {
            for (delay, height, width) in waves {
                let center = beat + delay
                let first = max(0, Int((center - 4 * width) * rateHz))
                let last = min(samples.count - 1, Int((center + 4 * width) * rateHz))
                guard first <= last else { continue }
                for index in first...last {
                    let distance = (Double(index) / rateHz - center) / width
                    samples[index] += height * exp(-distance * distance / 2)
                }
            }
        }
        return samples.map {
            (1000 + gain * $0 + Double.random(in: -2...2, using: &generator)).rounded()
        }
    }

    @Test(arguments: [100.0, 128, 250, 360, 500], [200.0, -400])
    func theSamplesOfAnECGAreASignal(rateHz: Double, gain: Double) {
        let samples = Self.ecg(rateHz: rateHz, gain: gain, seed: 49)
        #expect(Self.verdict(samples) == .signal)
        #expect(Self.verdict(samples.map { $0 / 1000 }) == .signal)
    }

    /// An ECG in V around 1.4 V, every third beat early: the distances are uneven, the base line is still. A heart whose every
    /// third beat is early has no such base line between.
    @Test func anECGOfUnevenBeatsIsASignal() {
        var generator = SplitMix64(seed: 51)
        var samples = (0..<5000).map { _ in
            1.41 + Double.random(in: -0.006...0.006, using: &generator)
        }
        var (position, beat) = (20, 0)
        while position < 4980 {
            for offset in -6...6 {
                let width = Double(offset) / 2.5
                samples[position + offset] +=
                    0.7 * exp(-width * width / 2) - 0.15 * exp(-pow(width - 2, 2))
            }
            position += [89, 54, 129][beat % 3]
            beat += 1
        }
        #expect(Self.verdict(samples.map { ($0 * 1000).rounded() / 1000 }) != .intervals)
        let trigeminy = (0..<3000).map { index in
            [1.0, 0.62, 1.4][index % 3] + Double.random(in: -0.03...0.03, using: &generator)
        }
        #expect(Self.verdict(trigeminy) == .intervals)
        // A deep breath every 60 beats.
        let sighs = (0..<2400).map { index in
            950 - (index % 60 < 8 ? 120 * sin(.pi * Double(index % 60) / 8) : 0)
                + Double.random(in: -15...15, using: &generator)
        }
        #expect(Self.verdict(sighs) == .intervals)
    }

    /// Eight complexes in counts, 1000 samples a second; a training of five equal rounds is none.
    @Test func fewComplexesOfAFastECGAreASignal() {
        var generator = SplitMix64(seed: 52)
        let samples = (0..<8000).map { index -> Double in
            let phase = Double(index % 1080 - 500) / 12
            return
                (515 + 150 * exp(-phase * phase / 2) - 40 * exp(-pow(phase - 3, 2) / 2)
                + Double.random(in: -1.5...1.5, using: &generator)).rounded()
        }
        #expect(Self.verdict(samples) == .signal)
        let training = (0..<5000).map { index in
            (index % 1000 < 500 ? 700.0 : 420) + Double.random(in: -4...4, using: &generator)
        }
        #expect(Self.verdict(training) == .intervals)
    }

    /// Breathing and a pattern that returns make steep waves at some rates, not the same at two of them.
    @Test func breathingBesideAPatternStaysIntervals() {
        for number in 0..<300 {
            let values = (0..<(120 + 20 * number)).map { beat in
                850 + (40 * sin(0.5 * Double(beat))).rounded()
                    + Double((beat * 7919 + number) % 17)
            }
            #expect(Self.verdict(values) == .intervals, "\(number)")
        }
    }

    /// Waves of a pulse with a notch, 70 a minute, sampled 1000 times a second for 10 s.
    @Test func aPulseWaveThatIsSampledFastIsAskedFor() {
        let samples = (0..<10_000).map { index -> Double in
            let phase = (Double(index) / 857 + 0.004 * sin(Double(index) / 900))
                .truncatingRemainder(dividingBy: 1)
            func wave(_ center: Double, _ width: Double) -> Double {
                exp(-pow((phase - center) / width, 2) / 2)
            }
            return
                (485 + 90 * wave(0.3, 0.07) + 35 * wave(0.55, 0.08)
                + 2 * sin(Double(index) * 1.7)).rounded()
        }
        #expect(Self.verdict(samples) == .unknown)
    }

    @Test func fewValuesAreIntervals() {
        #expect(Self.verdict([]) == .intervals)
        #expect(Self.verdict([Double](repeating: 800, count: 5000)) == .intervals)
        #expect(
            Self.verdict(Array(Self.ecg(rateHz: 250, gain: 200, seed: 1).prefix(99))) == .intervals)
    }

    @Test(
        .needsDatasets,
        arguments: [
            "rr-24h/nsr2db/nsr003_rr_secs.txt", "rhrv/a01.beats.txt", "ishne/holter.txt",
            "exports/elite-hrv/2017-07-19_07-50-42.txt",
        ])
    func realIntervalsStayIntervals(name: String) throws {
        let recording = try RecordingFile.read(path: Datasets.path(name))
        #expect(Self.verdict(recording.rr.intervalsMs) == .intervals)
    }
}

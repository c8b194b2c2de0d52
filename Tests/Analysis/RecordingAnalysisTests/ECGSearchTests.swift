import BeatDetection
import Foundation
import PhysioTypes
import RecordingFiles
import Testing
import TestSupport

@testable import RecordingAnalysis

/// The choice of the signal of a recording in which beats are sought; the waves are sums of
/// Gaussian curves at known beats, not those of the simulator.
@Suite struct ECGSearchTests {
    private let folder: TemporaryFolder
    private static let rateHz = 250.0
    private static let beats: [Double] = {
        var (time, times): (Double, [Double]) = (0.6, [])
        for index in 0... {
            guard time < 59 else { break }
            times.append(time)
            time += 0.85 + 0.03 * sin(0.35 * Double(index))
        }
        return times
    }()

    init() throws { folder = try TemporaryFolder() }

    /// A sum of Gaussian curves (delay, width, height) at each beat, and seeded noise.
    private static func wave(
        _ curves: [(delay: Double, width: Double, height: Double)], noise: Double = 0.01,
        seed: UInt64 = 1
    ) -> [Double] {
        var random = SplitMix64(seed: seed)
        var samples = (0..<Int(60 * rateHz)).map { _ in
            Double.random(in: -noise...noise, using: &random)
        }
        for beat in beats {
            for curve in curves {
                let center = beat + curve.delay
                let low = max(0, Int((center - 5 * curve.width) * rateHz))
                let high = min(samples.count, Int((center + 5 * curve.width) * rateHz) + 1)
                for index in low..<max(low, high) {
                    let distance = (Double(index) / rateHz - center) / curve.width
                    samples[index] += curve.height * exp(-0.5 * distance * distance)
                }
            }
        }
        return samples
    }

    private static let ecg = wave([
        (-0.16, 0.022, 0.12), (-0.025, 0.01, -0.12), (0, 0.011, 1), (0.028, 0.011, -0.22),
        (0.26, 0.045, 0.28),
    ])
    private static let otherLead = wave(
        [(-0.16, 0.022, 0.05), (0, 0.012, -0.6), (0.03, 0.014, 0.8), (0.26, 0.05, -0.2)], seed: 3)
    private static let pulse = wave([(0.28, 0.09, 1), (0.55, 0.1, 0.35)])
    private static let breathing = (0..<Int(60 * rateHz)).map { sin(1.6 * Double($0) / rateHz) }
    private static let noise = wave([], noise: 0.5, seed: 7)
    private static let trigger = (0..<Int(60 * rateHz)).map { $0 % 225 < 5 ? 5.0 : 0 }
    private static let flat = wave([], noise: 0).enumerated().map { $0.offset % 3 == 0 ? 0.005 : 0 }

    private func beats(
        _ signals: [(name: String, unit: String, samples: [Double])], signal: String? = nil
    ) throws -> FoundBeats {
        let files = try WFDBSignalWriter.files(
            name: "r",
            signals: signals.map {
                SampledSignal(
                    name: $0.name, unit: $0.unit, sampleRateHz: Self.rateHz, samples: $0.samples)
            })
        try folder.write(files.samplesFileName, files.samples)
        return try RecordingLoader(signal: signal).detectBeats(
            try folder.write("r.hea", files.header))
    }

    private func expectBeats(_ found: FoundBeats, of name: String, code: String?) {
        #expect(found.entry.record.signal.name == name)
        #expect(found.entry.record.beats.count == Self.beats.count)
        #expect(found.entry.notices.map(\.code) == (code.map { [$0] } ?? []))
    }

    @Test func theFirstLeadThatIsNamedCounts() throws {
        let found = try beats([
            ("Pleth", "NU", Self.pulse), ("II", "mV", Self.ecg), ("V5", "mV", Self.ecg),
        ])
        expectBeats(found, of: "II", code: nil)
    }

    @Test func aFlatLeadGivesWayToTheNext() throws {
        let found = try beats([("ECG1", "mV", Self.flat), ("ECG2", "mV", Self.ecg)])
        expectBeats(found, of: "ECG2", code: "flat_lead")
    }

    /// The classes by some leads of the record that ``beats(_:signal:)`` wrote last.
    private func classes(of found: FoundBeats, leads: [Int]) throws -> [BeatClassEstimate] {
        var reader = try RecordingFile.openSignals(path: found.name)
        let signals = try reader.wholeSignals(leads)
        var classifier = BeatClassifier(sampleRatesHz: leads.map { _ in Self.rateHz })
        for (lead, signal) in signals.enumerated() {
            classifier.push(signal.samples, lead: lead)
        }
        return classifier.finish(
            seconds: found.entry.record.beats.map { $0.sample / Self.rateHz })
    }

    @Test func theFirstTwoUsableLeadsClassTheBeats() throws {
        let signals: [(String, String, [Double])] = [
            ("Pleth", "NU", Self.pulse), ("II", "mV", Self.ecg), ("V1", "mV", Self.flat),
            ("V5", "mV", Self.otherLead), ("V6", "mV", Self.noise),
        ]
        let found = try beats(signals)
        let oneLead = try classes(of: found, leads: [1])
        let expected = try classes(of: found, leads: [1, 3])
        try #require(expected.count == Self.beats.count && expected != oneLead)
        #expect(found.entry.record.signal.name == "II" && found.entry.record.classes == expected)
        let named = try beats(signals, signal: "II")
        #expect(named.entry.record.classes == oneLead)
        let selections = [found, named].map { $0.entry.recipe["nn_selection"] }
        #expect(
            selections == [
                .text("between beats of normal kind and of class N (classes by II, V5)"),
                .text("between beats of normal kind and of class N (classes by II)"),
            ])
    }

    @Test func ofUnnamedSignalsTheClearestCounts() throws {
        let faint = zip(Self.ecg, Self.noise).map { 0.3 * $0 + 0.3 * $1 }
        let found = try beats([
            ("A0", "mV", Self.trigger), ("A1", "mV", faint), ("A2", "mV", Self.ecg),
        ])
        expectBeats(found, of: "A2", code: "signal_by_look")
    }

    @Test(arguments: ["Status", "Trigger", "STI 014", "EEG Fpz-Cz", "C3-A2", "PPG", "Resp chest"])
    func aNameOfAnotherKindIsNeverLookedAt(_ name: String) throws {
        // Even where the samples are those of an ECG.
        let found = try beats([(name, "mV", Self.ecg), ("EXG1", "mV", Self.ecg)])
        expectBeats(found, of: "EXG1", code: "signal_by_look")
    }

    @Test(arguments: [("Pleth", "NU"), ("ABP", "mmHg"), ("x", "mV")])
    func aPulseWaveIsRefusedAsOne(_ name: String, _ unit: String) throws {
        #expect(throws: RecordingError.noSignal(ECGSignal.pulseWaveSentence(name))) {
            try beats([(name, unit, Self.pulse)])
        }
    }

    @Test(arguments: [("x", breathing), ("x", noise), ("EEG O1", noise), ("Status", trigger)])
    func aSignalWithoutQRSComplexesIsRefused(_ name: String, _ samples: [Double]) throws {
        let error = #expect(throws: RecordingError.self) { try beats([(name, "mV", samples)]) }
        #expect(error?.code == "no_signal")
        #expect(error.map { "\($0)" }?.contains("pulse") == false)
    }

    @Test func aLeadIsReadWhateverItShows() throws {
        #expect(try beats([("ECG", "mV", Self.noise)]).entry.record.signal.name == "ECG")
    }
}

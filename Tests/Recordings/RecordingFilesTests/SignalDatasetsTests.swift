import Foundation
import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

/// Real recordings against the numbers of other programs.
///
/// EDF: pyedflib 0.1.42, `readSignal(i).sum()` and `readAnnotations()`. Text: numpy 2.4.6,
/// `loadtxt(...)[:, column].sum()`. ISHNE: numpy, `fromfile("holter.ecg", "<i2", offset=522)`,
/// reshaped to three columns. MIT-BIH record 100: wfdb 4.3.1, `rdrecord(...).p_signal.sum(0)`.
@Suite struct SignalDatasetsTests {
    private static func read(
        _ name: String, rateHz: Double? = nil
    ) throws -> SignalReading.Result {
        var options = RecordingFile.Options()
        options.rateHz = rateHz
        return try SignalReading.read(
            RecordingFile.openSignals(path: Datasets.path(name), options: options))
    }

    private static func sum(_ samples: [Double]) -> Double { samples.reduce(0, +) }

    @Test(.needsDatasets) func anEDFRecordingAgreesWithPyedflibAndWFDB() throws {
        let result = try Self.read("edf/mitdb100_10min.edf")
        #expect(result.reader.signals.map(\.name) == ["ECG MLII", "ECG V5"])
        #expect(result.reader.signals.map(\.unit) == ["mV", "mV"])
        #expect(result.reader.signals.map(\.sampleRateHz) == [360, 360])
        #expect(result.signals.map(\.count) == [216_000, 216_000])
        #expect(result.reader.startDate == "2000-01-01T00:00:00")
        #expect(result.signals[0].prefix(3).allSatisfy { abs($0 + 0.145) < 1e-12 })
        #expect(result.signals[1].prefix(3).allSatisfy { abs($0 + 0.065) < 1e-12 })
        // wfdb gives the same sums for the first 216,000 samples of mitdb/100.
        #expect(abs(Self.sum(result.signals[0]) + 68_348.59) < 1e-6)
        #expect(abs(Self.sum(result.signals[1]) + 49_755.61) < 1e-6)
        let weighted = result.signals[0].enumerated().reduce(0) { $0 + Double($1.0) * $1.1 }
        #expect(abs(weighted / -7_331_845_113 - 1) < 1e-12)
        #expect(result.reader.notices.isEmpty)
    }

    @Test(.needsDatasets) func annotationsOfEDFPlusAgreeWithPyedflib() throws {
        let result = try Self.read("edf/mitdb106_5min_plus.edf")
        #expect(result.reader.signals.map(\.name) == ["ECG MLII", "ECG V1"])
        #expect(abs(Self.sum(result.signals[0]) + 18_110.045) < 1e-6)
        #expect(abs(Self.sum(result.signals[1]) - 3_146.165) < 1e-6)
        let annotations = result.reader.annotations
        #expect(annotations.count == 344)
        #expect(annotations.prefix(3).map(\.text) == ["~", "+", "N"])
        #expect(annotations.prefix(3).map(\.timeSeconds) == [0.2306, 0.6361, 0.975])
        #expect(annotations.allSatisfy { $0.durationSeconds == nil })
        #expect(abs(annotations.reduce(0) { $0 + $1.timeSeconds } - 49_875.2946) < 1e-6)
        #expect(result.reader.notices.isEmpty)

        let alone = try Self.read("edf/test_edfann.edf")
        #expect(alone.signals.isEmpty)
        #expect(alone.reader.annotations.count == 856)
        #expect(alone.reader.annotations.last?.text == "Lights on@@EEG Fpz-Cz")
        #expect(
            abs(alone.reader.annotations.reduce(0) { $0 + $1.timeSeconds } - 10_952_582.17) < 1e-3)
    }

    @Test(.needsDatasets) func aHolterRecordingAgreesWithNumpy() throws {
        let result = try Self.read("ishne/holter.ecg")
        #expect(result.reader.format == "ishne")
        #expect(result.reader.signals.map(\.name) == ["ECG 1", "ECG 2", "ECG 3"])
        #expect(result.reader.signals.map(\.sampleRateHz) == [128, 128, 128])
        #expect(result.signals.map(\.count) == [597_376, 597_376, 597_376])
        #expect(result.reader.startDate == "2019-08-09T10:05:00")
        // The checksum in the file is right, and nothing else is doubtful.
        #expect(result.reader.notices.isEmpty)
        // 2441 nV a step; the sums are exact in steps.
        let steps = [-4_351_035.0, -8_000_854, -8_916_527]
        for (samples, sum) in zip(result.signals, steps) {
            #expect(abs(Self.sum(samples) / (sum * 2441e-6) - 1) < 1e-11)
        }
        for (samples, ends) in zip(result.signals, [(-205, -112), (-205, -187), (-205, 63)]) {
            #expect(samples.first == Double(ends.0) * 2441 / 1e6)
            #expect(abs((samples.last ?? 0) - Double(ends.1) * 2441e-6) < 1e-15)
        }
    }

    /// The expected values of a text: rate asked for, format, rate found, unit, samples, sum of the
    /// column, column.
    struct Text: Sendable, CustomTestStringConvertible {
        let name: String
        var askedHz: Double?
        var format = "ecg-text"
        let rateHz: Double
        var rateTolerance = 0.0
        var unit = ""
        let count: Int
        let sum: Double
        var column = 0
        var columns = 1
        var testDescription: String { name }
    }

    @Test(
        .needsDatasets,
        arguments: [
            Text(
                name: "polar-h10/polar_h10_ecg.csv", rateHz: 130.164_575_537,
                rateTolerance: 1e-6, unit: "mV", count: 39_050, sum: -2_946.417),
            Text(
                name: "neurokit/bio_resting_5min_100hz.csv", askedHz: 100, rateHz: 100,
                count: 30_000, sum: -212.737_215_27, columns: 3),
            Text(
                name: "neurokit/good_4000.csv", askedHz: 4000, rateHz: 4000, count: 50_000,
                sum: -199.204_864_501_953_12),
            Text(
                name: "nstdb-excerpts-heartpy/118e06.csv", askedHz: 360, rateHz: 360,
                count: 43_200, sum: -351_006.17),
            Text(
                name: "ppg-heartpy/data2.csv", rateHz: 116.987_754_465, rateTolerance: 1e-4,
                count: 15_000, sum: 7_244_339),
            Text(
                name: "ecg-misc/biosppy_ecg.txt", rateHz: 1000, count: 15_000, sum: 30_801_854),
            Text(
                name: "ecg-misc/pyhrv_SampleECG.txt", format: "opensignals", rateHz: 1000,
                unit: "mV", count: 22_350,
                // 11,381,448 steps of 3.3 V / 1100 / 1024, each 512 too high.
                sum: (11_381_448.0 - 512 * 22_350) * 3 / 1024),
        ])
    func textsAgreeWithNumpy(text: Text) throws {
        let result = try Self.read(text.name, rateHz: text.askedHz)
        #expect(result.reader.format == text.format)
        #expect(result.signals.count == text.columns)
        let signal = result.reader.signals[text.column]
        #expect(abs(signal.sampleRateHz - text.rateHz) <= text.rateTolerance)
        #expect(signal.unit == text.unit)
        let samples = result.signals[text.column]
        #expect(samples.count == text.count && !samples.contains(where: \.isNaN))
        #expect(abs(Self.sum(samples) - text.sum) <= 1e-8 * max(1, abs(text.sum)))
        #expect(result.gapStarts.isEmpty)
        #expect(result.reader.notices.isEmpty)
    }

    @Test(
        .needsDatasets,
        arguments: ["nstdb-excerpts-heartpy/118e00.csv", "neurokit/good_4000.csv"])
    func aTextWithoutARateAsksForIt(name: String) throws {
        #expect(throws: RecordingError.self) { try Self.read(name) }
        do { _ = try Self.read(name) } catch {
            #expect((error as? RecordingError)?.text.contains("--rate HZ") == true)
        }
    }

    @Test func aRateMayStandInTheFilesName() {
        let names: [(String, Double?)] = [
            ("ecg_1000hz.csv", 1000), ("rest 512.5 Hz.txt", 512.5), ("a-250-HZ.csv", 250),
            ("hz.csv", nil), ("100.csv", nil), ("khz.csv", nil), ("1e9hz.csv", nil),
            ("0hz.csv", nil), ("", nil),
        ]
        for (name, rate) in names { #expect(AppFileName.rateHz(of: name) == rate, "\(name)") }
    }

    @Test(
        .needsDatasets,
        arguments: [
            "polar-h10/polar_h10_ecg.csv", "ecg-misc/pyhrv_SampleECG.txt",
            "edf/mitdb106_5min_plus.edf",
            "ecg-misc/biosppy_ecg.txt",
        ])
    func packedFilesGiveTheSame(name: String) throws {
        let plain = try Self.read(name)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Datasets.path(name))))
        let packed = try SignalReading.read(ByteSource(Gzip.stored(bytes)))
        #expect(packed.signals == plain.signals)
        #expect(packed.reader.signals.map(\.name) == plain.reader.signals.map(\.name))
        #expect(
            packed.reader.signals.map(\.sampleRateHz) == plain.reader.signals.map(\.sampleRateHz))
        #expect(packed.reader.annotations == plain.reader.annotations)
        #expect(packed.reader.recipe == plain.reader.recipe)
        #expect(packed.reader.notices == plain.reader.notices)
        let piped = try SignalReading.read(SignalReading.pipe(bytes))
        #expect(piped.signals == plain.signals)
    }
}

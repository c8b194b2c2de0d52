import Foundation
import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

/// Random records of every format, encoded by the test, against what they mean.
@Suite struct WFDBRandomRecordsTests {
    private static func bits(_ signals: [[Double]]) -> [[UInt64]] {
        signals.map { $0.map(WFDBTestFolder.bits) }
    }

    @Test(arguments: 1...80 as ClosedRange<UInt64>)
    func everySampleIsWhatItWasMadeFrom(seed: UInt64) throws {
        let record = WFDBTestRecord(seed: seed, frames: 1...60, mayBeSkewed: true)
        let result = try WFDBTestFolder(samples: record.files(name: "r")).read("r")
        #expect(Self.bits(result.signals.map(\.samples)) == Self.bits(record.physical))
        #expect(result.notices.isEmpty)
    }

    /// Long enough that blocks end inside of groups and skews reach over them.
    @Test(arguments: 101...103 as ClosedRange<UInt64>)
    func blocksLeaveNoSeam(seed: UInt64) throws {
        let record = WFDBTestRecord(seed: seed, frames: 15_000...20_000, mayBeSkewed: true)
        var folder = WFDBTestFolder(samples: record.files(name: "r"))
        folder.step = 4099
        let result = try folder.read("r")
        #expect(Self.bits(result.signals.map(\.samples)) == Self.bits(record.physical))
        #expect(result.notices.isEmpty)
    }

    @Test(arguments: 201...230 as ClosedRange<UInt64>)
    func aChosenSignalIsTheSameAsAmongAll(seed: UInt64) throws {
        let record = WFDBTestRecord(seed: seed, frames: 1...40, mayBeSkewed: true)
        let folder = WFDBTestFolder(samples: record.files(name: "r"))
        for (index, expected) in record.physical.enumerated() {
            var signals = try folder.open("r")
            signals.choose([index])
            let read = try WFDBTestFolder.readAll(&signals, count: 1)
            #expect(Self.bits(read.map(\.samples)) == Self.bits([expected]))
        }
    }

    /// A record of one piece, then the same frames as segments with unrecorded time between.
    @Test(arguments: 301...340 as ClosedRange<UInt64>)
    func segmentsAreTheirRecordsOneAfterAnother(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let first = WFDBTestRecord(seed: seed, frames: 1...30, mayBeSkewed: true)
        let second = Self.like(first, frames: Int.random(in: 1...30, using: &generator))
        let pause = Int.random(in: 0...9, using: &generator)
        let total = first.frameCount + pause + second.frameCount
        let null = pause > 0 ? "~ \(pause)\n" : ""
        let count = first.physical.count
        let master =
            "m/\(pause > 0 ? 3 : 2) \(count) 100 \(total)\n"
            + "a \(first.frameCount)\n\(null)b \(second.frameCount)\n"
        let files = first.files(name: "a").merging(second.files(name: "b")) { $1 }
        let result = try WFDBTestFolder(["m.hea": master], samples: files).read("m")
        let widths = first.files.flatMap { $0.signals.map(\.samplesPerFrame) }
        let expected = zip(zip(first.physical, second.physical), widths).map { pair, width in
            pair.0 + [Double](repeating: .nan, count: pause * width) + pair.1
        }
        #expect(Self.bits(result.signals.map(\.samples)) == Self.bits(expected))
        #expect(result.notices.isEmpty)
    }

    /// Other samples under the same header lines.
    private static func like(_ record: WFDBTestRecord, frames: Int) -> WFDBTestRecord {
        var other = record
        other.frameCount = frames
        for file in other.files.indices {
            for index in other.files[file].signals.indices {
                let stored = other.files[file].signals[index].stored
                let count = frames * other.files[file].signals[index].samplesPerFrame
                // The old samples over and over; format 8 cannot jump back to the first of them.
                other.files[file].signals[index].stored = (0..<count).map { position in
                    other.files[file].format == .steps8
                        ? position % 100 : stored[position % stored.count]
                }
            }
        }
        return other
    }

    /// A record that was written to the disk is read by path, as are its segments and annotations.
    @Test func recordsOnDiskAreReadByPath() throws {
        let path = NSTemporaryDirectory() + "resonance-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        func put(_ bytes: [UInt8], _ name: String) throws {
            try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
        }
        let ecg = SampledSignal(
            name: "ECG", unit: "mV", sampleRateHz: 250, samples: [0, 0.5, .nan, -1])
        let files = try WFDBSignalWriter.files(name: "one", signals: [ecg])
        try put(files.header, "one.hea")
        try put(files.samples, files.samplesFileName)
        try put(Array("two/2 1 250 8\none 4\none 4\n".utf8), "two.hea")
        let beats = [1, 3].map { WFDBAnnotation(sample: $0, code: WFDBCode.normal) }
        try put(WFDBAnnotationWriter.bytes(of: beats), "one.qrs")

        var reader = try RecordingFile.openSignals(path: path + "/one.dat")
        let signal = try reader.wholeSignal(try ECGSignal.index(in: reader.signals))
        #expect(signal.name == "ECG" && signal.unit == "mV" && signal.sampleRateHz == 250)
        #expect(signal.samples[2].isNaN && abs(signal.samples[3] + 1) < 1e-4)
        var both = try RecordingFile.openSignals(path: path + "/two")
        #expect(try both.wholeSignal(0).samples.count == 8)
        #expect(try WFDBAnnotationFile.read(path: path + "/one").annotations == beats)
        #expect(try RecordingFile.read(path: path + "/one").rr.intervalsMs == [8])
    }
}

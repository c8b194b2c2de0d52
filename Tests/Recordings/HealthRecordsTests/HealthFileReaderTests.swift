import Foundation
import Testing
import TestSupport

@testable import HealthRecords
@testable import RecordingFiles

@Suite struct HealthFileReaderTests {
    private static let export = Array(HealthReading.export(HealthReading.record()).utf8)
    private static let clinical = Array("<?xml version=\"1.0\"?><ClinicalDocument/>".utf8)

    private static func code(_ path: String) -> HealthFileErrorCode? {
        do throws(HealthFileError) {
            _ = try HealthFileReader.open(path)
            return nil
        } catch {
            return error.code
        }
    }

    private static func code(_ bytes: [UInt8]) -> HealthFileErrorCode? {
        HealthReading.read(bytes).error?.code
    }

    private static func values(_ path: String) throws -> [Double] {
        var collected = CollectedRecords()
        _ = try HealthFileReader.open(path).read(into: &collected)
        return collected.samples.map(\.value)
    }

    // MARK: What is an export

    @Test func theExportOfAnArchiveIsKnownByItsContent() throws {
        let folder = try TemporaryFolder()
        for name in [
            "apple_health_export/export.xml", "书/导出.xml", "Exportieren.XML", "data.bin",
            "../../x.xml",
        ] {
            let archive = TestZip.archive([
                .init("apple_health_export/", []),
                .init("apple_health_export/export_cda.xml", Self.clinical),
                .init(name, Self.export), .init("workout-routes/route.gpx", Array("<gpx/>".utf8)),
                .init("electrocardiograms/ecg_2020-02-05.csv", Array("Name,x".utf8)),
            ])
            let path = try folder.write("a.zip", archive)
            #expect(try Self.values(path) == [72])
            let reader = try HealthFileReader.open(path)
            #expect(reader.origin == .apple && reader.name == "a.zip")
            #expect(
                reader.electrocardiograms.map(\.name) == ["electrocardiograms/ecg_2020-02-05.csv"])
        }
    }

    @Test func anUnpackedFolderAndTheFileAloneAreTheSame() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/apple_health_export/electrocardiograms",
            withIntermediateDirectories: true)
        try folder.write("apple_health_export/export.xml", Self.export)
        try folder.write("apple_health_export/export_cda.xml", Self.export)
        try folder.write("apple_health_export/electrocardiograms/ecg.csv", "Name,x")
        for path in ["", "/", "/apple_health_export", "/apple_health_export/export.xml"] {
            #expect(try Self.values(folder.path + path) == [72])
        }
        #expect(try HealthFileReader.open(folder.path).electrocardiograms.count == 1)
    }

    @Test func linksInAFolderAreNotFollowed() throws {
        let folder = try TemporaryFolder()
        let outside = try TemporaryFolder()
        let file = try outside.write("export.xml", Self.export)
        #expect(symlink(file, folder.path + "/export.xml") == 0)
        #expect(symlink(outside.path, folder.path + "/more") == 0)
        #expect(Self.code(folder.path) == .noExport)
        #expect(try Self.values(folder.path + "/export.xml") == [72])
    }

    @Test func whatIsNoExportSaysWhy() throws {
        let folder = try TemporaryFolder()
        #expect(Self.code(folder.path + "/missing.zip") == .notFound)
        #expect(Self.code(folder.path) == .noExport)
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        #expect(Self.code(folder.path + "/pipe") == .notAFile)
        #expect(Self.code("/dev/null") == .notAFile)
        #expect(try Self.code(folder.write("empty.xml", "")) == .noExport)
        #expect(try Self.code(folder.write("x.xml", Self.clinical)) == .noExport)
        let latin = "<?xml version=\"1.0\" encoding=\"windows-1252\"?><HealthData></HealthData>"
        #expect(try Self.code(folder.write("y.xml", latin)) == .badEncoding)
        #expect(Self.code(TestZip.archive([.init("a.xml", Array(latin.utf8))])) == .badEncoding)
    }

    @Test func archivesWithoutOneExportSayWhy() {
        let entry = TestZip.Entry("export.xml", Self.export)
        #expect(Self.code(TestZip.archive([])) == .noExport)
        #expect(Self.code(TestZip.archive([.init("export_cda.xml", Self.export)])) == .noExport)
        #expect(Self.code(TestZip.archive([entry, .init("b.xml", Self.export)])) == .ambiguous)
        #expect(Self.code(Array(TestZip.archive([entry]).dropLast())) == .zipDamaged)
        var locked = entry
        locked.flags |= 1
        #expect(Self.code(TestZip.archive([locked])) == .unsupportedZipMethod)
        var other = entry
        other.method = 93
        #expect(Self.code(TestZip.archive([other])) == .unsupportedZipMethod)
        let inner = TestZip.archive([entry])
        #expect(Self.code(TestZip.archive([.init("inner.zip", inner)])) == .noExport)
    }

    @Test func limitsOfArchivesHold() {
        var small = TestZip.Entry("export.xml", Self.export)
        small.byteCount = 100
        #expect(Self.code(TestZip.archive([small])) == .zipLimitExceeded)
        var options = HealthFileReader.Options()
        options.limits.byteCount = Self.export.count - 1
        let archive = TestZip.archive([.init("export.xml", Self.export)])
        #expect(throws: HealthFileError.self) {
            try HealthFileReader.open(archive, name: "a.zip", options: options)
        }
    }

    @Test func aWrongChecksumOrAnEarlyEndIsACut() {
        var entry = TestZip.Entry("export.xml", Self.export)
        entry.crc32 = 1
        let wrong = HealthReading.read(TestZip.archive([entry]))
        #expect(wrong.summary?.damageText?.contains("does not have the checksum") == true)
        #expect(wrong.collected.samples.count == 1)
        let short = TestZip.Entry("export.xml", Array(Self.export.dropLast(10)))
        let early = HealthReading.read(TestZip.archive([short]))
        #expect(early.summary?.damageText == "the file ends before its end")
        #expect(early.collected.samples.count == 1)
    }

    // MARK: What it is known by

    @Test func theFingerprintOfAnArchiveIsThatOfItsDirectory() throws {
        let print = { (entries: [TestZip.Entry]) in
            try HealthFileReader.open(TestZip.archive(entries), name: "a.zip").fingerprint()
        }
        let entry = TestZip.Entry("export.xml", Self.export)
        let first = try print([entry])
        #expect(first.count == 64)
        #expect(try print([entry]) == first)
        // Nothing but the directory is read: bytes that change without their checksum are not seen.
        let other = TestZip.Entry(
            "export.xml", Self.export.map { $0 == 0x37 ? 0x38 : $0 },
            crc32: TestZip.crc32(Self.export))
        #expect(try print([other]) == first)
        #expect(try print([.init("Export.xml", Self.export)]) != first)
        #expect(try print([entry, .init("a.csv", [1])]) != first)
    }

    @Test func theFingerprintOfAFileIsThatOfItsContent() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("export.xml", Self.export)
        let first = try HealthFileReader.open(path).fingerprint()
        #expect(
            try HealthFileReader.open(folder.write("export.xml", Self.export)).fingerprint()
                == first)
        let changed = Self.export.map { $0 == 0x37 ? 0x38 : $0 }
        #expect(
            try HealthFileReader.open(folder.write("export.xml", changed)).fingerprint() != first)
    }

    @Test func fingerprintingReportsProgressAndCanBeCancelled() throws {
        let folder = try TemporaryFolder()
        let text = HealthReading.export(String(repeating: " ", count: 1 << 20))
        let reader = try HealthFileReader.open(folder.write("export.xml", text))
        var reported: [Int64] = []
        _ = try reader.fingerprint { bytesRead, byteCount in
            reported.append(bytesRead)
            return byteCount == Int64(text.utf8.count)
        }
        #expect(
            reported.count > 2 && reported == reported.sorted()
                && reported.last == Int64(text.utf8.count))
        reported = []
        let error = #expect(throws: HealthFileError.self) {
            _ = try reader.fingerprint { bytesRead, _ in
                reported.append(bytesRead)
                return reported.count < 2
            }
        }
        #expect(error?.code == .cancelled && reported.count == 2)
    }

    /// Each file of an archive may have to be unpacked to find the export.
    @Test func lookingIntoManyFilesCanBeEnded() throws {
        let folder = try TemporaryFolder()
        let entries = (0..<50).map { TestZip.Entry("\($0).xml", Self.clinical) }
        let path = try folder.write("a.zip", TestZip.archive(entries))
        var count = 0
        let error = #expect(throws: HealthFileError.self) {
            _ = try HealthFileReader.open(path) {
                count += 1
                return count < 7
            }
        }
        #expect(error?.code == .cancelled && count == 7)
    }

    // MARK: Receiving

    private struct Refusal: Error {}

    /// Throws at the record or the block of this number.
    private struct Refusing: HealthSink {
        var samplesLeft = Int.max
        var blocksLeft = Int.max

        mutating func source(_ source: HealthSource) {}
        mutating func sample(_ sample: HealthSample) throws {
            samplesLeft -= 1
            if samplesLeft < 0 { throw Refusal() }
        }
        mutating func sleep(_ sample: SleepSample) {}
        mutating func beatSegment(_ beatSegment: BeatSegment) {}
        mutating func workout(_ workout: HealthWorkout) {}
        mutating func error(_ error: HealthRecordError) {}
        mutating func progress(bytesRead: Int64, byteCount: Int64?) throws {
            blocksLeft -= 1
            if blocksLeft < 0 { throw Refusal() }
        }
    }

    @Test func whatTheReceiverThrowsEndsTheReading() throws {
        let records = [String](repeating: HealthReading.record(), count: 5).joined()
        let bytes = Array(HealthReading.export(records).utf8)
        let reader = try HealthFileReader.open(bytes, name: "export.xml")
        var refusing = Refusing(samplesLeft: 2)
        #expect(throws: Refusal.self) { try reader.read(into: &refusing) }
        #expect(refusing.samplesLeft == -1)
        var impatient = Refusing(blocksLeft: 0)
        #expect(throws: Refusal.self) { try reader.read(into: &impatient) }
        var patient = Refusing()
        #expect(try reader.read(into: &patient).recordCount == 5)
    }
}

import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct ZipArchiveTests {
    @Test func whatAnotherProgramPackedIsUnpacked() throws {
        let archive = try ZipReading.open(ZipReading.plain)
        #expect(
            archive.entries.map(\.name) == [
                "apple_health_export/Exportación.xml", "apple_health_export/a/",
                "../../etc/passwd", "empty",
            ])
        #expect(archive.entries.map(\.isFolder) == [false, true, false, false])
        #expect(try ZipReading.read(archive, 0) == .init(ZipReading.text))
        #expect(try ZipReading.read(archive, 2) == .init(Array("stored\n".utf8)))
        #expect(try ZipReading.read(archive, 3) == .init([]))
    }

    @Test func sizesAfterTheDataAndSizesOfZip64AreRead() throws {
        #expect(try ZipReading.read(ZipReading.open(ZipReading.streamed)) == .init(ZipReading.text))
        let large = try ZipReading.open(ZipReading.zip64)
        #expect(large.entries.map(\.name) == ["a", "b"])
        for index in 0..<2 { #expect(try ZipReading.read(large, index) == .init(ZipReading.text)) }
    }

    @Test func bytesAroundAnArchiveArePassedOver() throws {
        let entry = TestZip.Entry("x", Array("in it".utf8))
        let around = TestZip.archive(
            [entry], prefix: Array("#!/bin/sh\n".utf8), comment: Array("PK\u{5}\u{6} no end".utf8))
        #expect(try ZipReading.read(ZipReading.open(around)) == .init(Array("in it".utf8)))
        let shifted = try ZipReading.open([1, 2, 3] + ZipReading.zip64)
        #expect(try ZipReading.read(shifted, 1) == .init(ZipReading.text))
    }

    @Test func anEntryIsReadAgainFromItsBeginning() throws {
        let archive = try ZipReading.open(ZipReading.plain)
        let source = try archive.source(of: archive.entries[0])
        #expect(source.byteCount == 156)
        let again = try #require(source.reopen)
        for _ in 0..<2 { #expect(try ZipReading.drain(again()) == .init(ZipReading.text)) }
    }

    @Test func namesAreLabelsWithoutControlCharacters() throws {
        let archive = try ZipReading.open(
            TestZip.archive([TestZip.Entry("a\u{1B}[2J\nb", [1])]))
        #expect(archive.entries.map(\.name) == ["a\u{FFFD}[2J\u{FFFD}b"])
    }

    @Test func anEmptyArchiveHasNoEntries() throws {
        let empty = TestZip.archive([])
        #expect(try ZipReading.open(empty).entries.isEmpty)
        #expect(ZipArchive.isArchive(empty[...]))
        #expect(ZipArchive.isArchive(ZipReading.plain[...]))
        #expect(!ZipArchive.isArchive(Array("PK".utf8)[...]))
    }

    @Test func largeEntriesComeInBlocks() throws {
        let large = (0..<200_000).map { UInt8($0 % 251) }
        let archive = try ZipReading.open(TestZip.archive([TestZip.Entry("large", large)]))
        var source = try archive.source(of: archive.entries[0])
        #expect(try source.readBlock().count <= RecordingFile.blockSize)
        #expect(try ZipReading.read(archive) == .init(large))
    }
}

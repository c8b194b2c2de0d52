import Foundation
import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct RandomAccessFileTests {
    private static func failure(_ path: String, followsLink: Bool = true) -> String? {
        do throws(RecordingError) {
            _ = try RandomAccessFile(path, followsLink: followsLink)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func bytesAtAnyOffsetAreRead() throws {
        let folder = try TemporaryFolder()
        let content = (0..<100_000).map { UInt8($0 % 251) }
        let file = try RandomAccessFile(folder.write("x", content))
        #expect(file.byteCount == 100_000)
        #expect(try file.bytes.read(at: 99_990, count: 7) == Array(content[99_990..<99_997]))
        #expect(try file.bytes.read(at: 99_990, count: 20) == Array(content[99_990...]))
        #expect(try file.bytes.read(at: 100_000, count: 1).isEmpty)
        #expect(try file.bytes.read(at: -1, count: 1).isEmpty)
        for _ in 0..<2 { #expect(try ZipReading.drain(file.source).bytes == content) }
    }

    @Test func whatIsNoRegularFileIsRefusedWithoutWaiting() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(Self.failure(pipe) == "not_a_file")
        #expect(Self.failure("/dev/zero") == "not_a_file")
        #expect(Self.failure(folder.path) == "not_a_file")
        #expect(Self.failure(folder.path + "/missing") == "not_found")
    }

    @Test func linksAreFollowedOnlyWhereAskedFor() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("file", "text")
        let link = folder.path + "/link"
        #expect(symlink(file, link) == 0)
        #expect(Self.failure(link) == nil)
        #expect(Self.failure(link, followsLink: false) == "not_a_file")
    }

    @Test func aFolderListsItsRegularFilesAlone() throws {
        let folder = try TemporaryFolder()
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: folder.path + "/b/c", withIntermediateDirectories: true)
        for name in ["z", "b/a", "b/c/d", ".hidden"] { try folder.write(name, "x") }
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        #expect(symlink(folder.path + "/z", folder.path + "/link") == 0)
        #expect(symlink("/", folder.path + "/root") == 0)
        #expect(FolderListing.files(in: folder.path) == ["b/a", "b/c/d", "z"])
        #expect(FolderListing.files(in: folder.path, depth: 1) == ["z"])
        #expect(FolderListing.files(in: folder.path, limit: 1).count == 1)
        #expect(FolderListing.files(in: folder.path + "/none").isEmpty)
        #expect(FolderListing.kind(of: folder.path + "/pipe") == .other)
        #expect(FolderListing.kind(of: folder.path) == .folder)
        #expect(FolderListing.kind(of: folder.path + "/link") == .file)
        #expect(FolderListing.kind(of: folder.path + "/none") == nil)
    }
}

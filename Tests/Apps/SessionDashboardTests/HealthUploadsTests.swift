import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SessionDashboard

/// Files that pages send in pieces.
@Suite struct HealthUploadsTests {
    private static func announcement(
        _ name: String = "export.zip", size: Int = 10
    ) -> HealthUploads.Announcement {
        HealthUploads.Announcement(name: name, size: size, modifiedMs: 1)
    }

    private static func piece(_ text: String) -> Data { Data(text.utf8) }

    @Test func piecesBecomeTheFile() throws {
        let folder = try TemporaryFolder()
        let uploads = HealthUploads(parent: folder.path + "/uploads")
        let id = try uploads.begin(Self.announcement()).id
        #expect(try uploads.append(Self.piece("01234"), at: 0, to: id).received == 5)
        #expect(try uploads.append(Self.piece("56789"), at: 5, to: id).received == 10)
        let path = try uploads.completePath(id)
        #expect(path.hasSuffix("/export.zip"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "0123456789")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        uploads.drop(id)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func theSameFileResumesAtItsOffset() throws {
        let folder = try TemporaryFolder()
        let uploads = HealthUploads(parent: folder.path + "/uploads")
        let id = try uploads.begin(Self.announcement()).id
        _ = try uploads.append(Self.piece("0123"), at: 0, to: id)
        let again = try uploads.begin(Self.announcement())
        #expect(again.id == id)
        #expect(again.received == 4)
        #expect(try uploads.begin(Self.announcement(size: 11)).received == 0)
    }

    /// Each refusal, and what is there stays.
    @Test(arguments: [
        (offset: 3, text: "345"), (offset: 5, text: "567"), (offset: 4, text: "4567890"),
    ])
    func aPieceThatDoesNotFitIsRefused(offset: Int, text: String) throws {
        let folder = try TemporaryFolder()
        let uploads = HealthUploads(parent: folder.path + "/uploads")
        let id = try uploads.begin(Self.announcement()).id
        _ = try uploads.append(Self.piece("0123"), at: 0, to: id)
        #expect(throws: DashboardError.self) {
            try uploads.append(Self.piece(text), at: offset, to: id)
        }
        #expect(try uploads.status(id).received == 4)
        #expect(throws: DashboardError.self) { try uploads.completePath(id) }
    }

    @Test func moreThanFourAtOnceAreRefused() throws {
        let folder = try TemporaryFolder()
        let uploads = HealthUploads(parent: folder.path + "/uploads")
        for size in 1...4 { _ = try uploads.begin(Self.announcement(size: size)) }
        #expect(throws: DashboardError.busy) { try uploads.begin(Self.announcement(size: 5)) }
        #expect(throws: DashboardError.self) { try uploads.begin(Self.announcement(size: 0)) }
    }

    @Test(arguments: [
        ("export.zip", "export.zip"), ("../../etc/passwd", "passwd"), ("a\\b\\c.fit", "c.fit"),
        ("..", "export"), ("", "export"), ("/", "export"), ("Gesundheit 1.zip", "Gesundheit 1.zip"),
    ])
    func aNameLeadsNowhereElse(name: String, expected: String) {
        #expect(HealthUploads.fileName(name) == expected)
    }

    @Test func whatAnEndedProcessLeftIsRemoved() throws {
        let folder = try TemporaryFolder()
        let parent = folder.path + "/uploads"
        // No process has a number as high; the one of this process's parent runs.
        for name in ["99999999", "\(getppid())"] {
            try FileManager.default.createDirectory(
                atPath: "\(parent)/\(name)", withIntermediateDirectories: true)
        }
        _ = HealthUploads(parent: parent)
        #expect(try FileManager.default.contentsOfDirectory(atPath: parent) == ["\(getppid())"])
    }
}

/// Uploads and the space on the disk.
@Suite struct HealthUploadsSpaceTests {
    private static func announcement(_ size: Int, _ name: String) -> HealthUploads.Announcement {
        HealthUploads.Announcement(name: name, size: size, modifiedMs: 1)
    }

    /// Every file below a folder.
    private static func files(_ path: String) -> [String] {
        (FileManager.default.subpaths(atPath: path) ?? []).sorted()
    }

    private static let mebi = 1 << 20
    private static let gibi = 1 << 30

    /// Three times the size is enough: once for the file, twice for its records; and 1 GiB for the records of any file.
    @Test(arguments: [
        (size: 10 * mebi, free: 30 * mebi), (size: 3 * gibi, free: 4 * gibi),
        (size: 1, free: 3),
    ])
    func aFileIsAcceptedWhereItAndItsRecordsFit(size: Int, free: Int) throws {
        let folder = try TemporaryFolder()
        let parent = folder.path + "/uploads"
        let short = HealthUploads(parent: parent) { _ in free - 1 }
        #expect(throws: DashboardError.noSpace) {
            try short.begin(Self.announcement(size, "export.zip"))
        }
        #expect(Self.files(folder.path).isEmpty)
        let enough = HealthUploads(parent: parent) { _ in free }
        #expect(try enough.begin(Self.announcement(size, "export.zip")).received == 0)
        #expect(Self.files(folder.path).contains { $0.hasSuffix("/export.zip") })
    }

    /// Space that another file is going to take is not free: 10 bytes each, of which the first has 4.
    @Test func spaceReservedByOtherFilesIsNotFree() throws {
        let folder = try TemporaryFolder()
        // The first wants 30. The second wants 10 + 20 and the 6 that the first one misses.
        let (free, uploads) = Self.uploads(folder, freeBytes: 30)
        let first = try uploads.begin(Self.announcement(10, "first")).id
        _ = try uploads.append(Data("0123".utf8), at: 0, to: first)
        free.set(35)
        #expect(throws: DashboardError.noSpace) {
            try uploads.begin(Self.announcement(10, "second"))
        }
        free.set(36)
        #expect(try uploads.begin(Self.announcement(10, "second")).received == 0)
        // The first goes on although a new one would be refused.
        free.set(0)
        #expect(try uploads.begin(Self.announcement(10, "first")).received == 4)
    }

    @Test func aDiskThatSaysNothingIsTried() throws {
        let folder = try TemporaryFolder()
        let uploads = HealthUploads(parent: folder.path + "/uploads") { _ in nil }
        #expect(try uploads.begin(Self.announcement(10, "export.zip")).received == 0)
    }

    /// The system's own device for this: every write to it fails as on a full disk.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no /dev/full here"))
    func aDiskThatFillsUpEndsTheUpload() throws {
        let folder = try TemporaryFolder()
        let parent = folder.path + "/uploads"
        let uploads = HealthUploads(parent: parent) { _ in .max }
        let id = try uploads.begin(Self.announcement(10, "export.zip")).id
        _ = try uploads.append(Data("0123".utf8), at: 0, to: id)
        let path = "\(parent)/\(getpid())/\(id)/export.zip"
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: "/dev/full")
        #expect(throws: DashboardError.noSpace) {
            try uploads.append(Data("4567".utf8), at: 4, to: id)
        }
        #expect(!Self.files(parent).contains { $0.contains(id) })
        #expect(throws: DashboardError.uploadNotFound) { try uploads.status(id) }
        // It begins anew, from the first byte.
        let again = try uploads.begin(Self.announcement(10, "export.zip"))
        #expect(again.id != id && again.received == 0)
    }

    /// `df` is another program's answer. Other programs write meanwhile: 1 GiB is allowed for them.
    @Test func freeSpaceIsThatOfTheDisk() throws {
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/df")
        process.arguments = ["-kP", folder.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let line = try #require(text.split(separator: "\n").dropFirst().first)
        let reported = 1024 * (try #require(Int(line.split(separator: " ")[3])))
        let found = try #require(FreeSpace.byteCount(folder.path + "/not/there/yet"))
        #expect(abs(found - reported) < Self.gibi)
    }

    private final class Free: Sendable {
        private let bytes: Mutex<Int>

        init(_ bytes: Int) { self.bytes = Mutex(bytes) }

        func set(_ value: Int) { bytes.withLock { $0 = value } }
        func get() -> Int { bytes.withLock(\.self) }
    }

    private static func uploads(
        _ folder: TemporaryFolder, freeBytes: Int
    ) -> (Free, HealthUploads) {
        let free = Free(freeBytes)
        return (free, HealthUploads(parent: folder.path + "/uploads") { _ in free.get() })
    }
}

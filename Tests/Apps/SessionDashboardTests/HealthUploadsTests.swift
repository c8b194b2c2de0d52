import Foundation
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
        let path = try uploads.finished(id)
        #expect(path.hasSuffix("/export.zip"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "0123456789")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        uploads.drop(id)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func theSameFileGoesOnWhereItWas() throws {
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
        #expect(try uploads.standing(id).received == 4)
        #expect(throws: DashboardError.self) { try uploads.finished(id) }
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
    func aNameLeadsNowhereElse(name: String, kept: String) {
        #expect(HealthUploads.fileName(name) == kept)
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

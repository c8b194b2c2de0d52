import Foundation
import PhysioRecordings
import Testing

@testable import LiveSession

@Suite struct RawLogTests {
    private static func path() -> String {
        FileManager.default.temporaryDirectory.path + "/raw-log-\(UUID().uuidString)/a/log.beatline"
    }

    @Test func linesAreKeptAsTheyCame() throws {
        let path = Self.path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let log = try RawLog(path: path)
        try log.append("{ broken", hasTime: false, arrivalMicroseconds: 10)
        try log.append(
            #"{"type":"rr","t":5,"rr1024":[900]}"#, hasTime: true, arrivalMicroseconds: 19)
        try log.append("{ broken", hasTime: false, arrivalMicroseconds: 20)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(
            text == """
                {"type":"tick","t":10}
                { broken
                {"type":"rr","t":5,"rr1024":[900]}
                { broken

                """)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func aLogIsNeverWrittenOver() throws {
        let path = Self.path()
        let log = try RawLog(path: path)
        #expect(throws: RawLog.Failure.self) { try RawLog(path: path) }
        log.discard()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// The device that is always full.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func aFullDiskIsTold() throws {
        let log = RawLog(descriptor: open("/dev/full", O_WRONLY), path: "/dev/full")
        #expect(throws: RawLog.Failure.self) {
            try log.append("{}", hasTime: true, arrivalMicroseconds: 1)
        }
    }

    @Test func theFolderFollowsTheConvention() {
        #if !os(macOS)
            #expect(RawLog.folder(environment: ["HOME": "/h"]) == "/h/.local/share/resonance/logs")
            #expect(
                RawLog.folder(environment: ["HOME": "/h", "XDG_DATA_HOME": "/x"])
                    == "/x/resonance/logs")
            #expect(
                RawLog.folder(environment: ["HOME": "/h", "XDG_DATA_HOME": "x"])
                    == "/h/.local/share/resonance/logs")
        #endif
    }
}

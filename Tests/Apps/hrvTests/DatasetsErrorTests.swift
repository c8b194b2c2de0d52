import Foundation
import RecordingFiles
import Synchronization
import TestSupport
import Testing

/// `hrv datasets fetch` while the machine fails: a full disk, a kill, two at once.
@Suite struct DatasetsErrorTests {
    private let home: TemporaryFolder
    private var folder: String { home.path + "/resonance/datasets/nsrdb/1.0.0" }
    private static let signal = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }

    init() throws { home = try TemporaryFolder() }

    /// A mirror of one record, whose signal stalls the first time where a test wants it.
    private static func mirror(stallAt: Int? = nil) throws -> LoopbackServer {
        let files = [
            "1.hea": [UInt8]("1 1 128 150000\n1.dat 16 200 16 0 0 0 0 ECG\n".utf8), "1.dat": signal,
        ]
        let sums: String = files.map { name, bytes -> String in
            var digest = SHA256()
            digest.add(bytes)
            return "\(digest.hex()) \(name)\n"
        }.joined()
        let stalls = Mutex(stallAt)
        return try LoopbackServer { request in
            let name = String(request.path.dropFirst("/nsrdb/1.0.0/".count))
            if name == "SHA256SUMS.txt" { return .init(body: Array(sums.utf8)) }
            guard let body = files[name] else { return .init(status: 404) }
            var response = LoopbackServer.Response.whole(body, to: request)
            if name == "1.dat", response.status == 200 {
                response.stallAt = stalls.withLock { stall in
                    defer { stall = nil }
                    return stall
                }
            }
            return response
        }
    }

    private func words(_ mirror: LoopbackServer) -> [String] {
        ["datasets", "fetch", "nsrdb", "--yes", "--mirror", mirror.address]
    }

    /// Returns the position in the signal from which it was last requested.
    private static func lastOffset(_ mirror: LoopbackServer) -> Int? {
        mirror.requests.last { $0.path.hasSuffix("1.dat") }?.headers["range"].flatMap {
            Int($0.dropFirst("bytes=".count).dropLast())
        }
    }

    /// A limit on the size of files stands for the disk: writing more is an error of the disk too.
    @Test func aFullDiskIsReportedAndTheSameCommandResumes() throws {
        let mirror = try Self.mirror()
        let line =
            "ulimit -f 100; trap '' XFSZ; exec \"$HRV\" \(words(mirror).joined(separator: " "))"
        let full = try CommandRunner.shell(line, home: home)
        #expect(full.status == 74)
        #expect(
            full.errors.contains("cannot write \(folder)/1.dat: ")
                && full.errors.contains("make room"))
        #expect(!FileManager.default.fileExists(atPath: folder + "/1.dat"))
        let whole = try CommandRunner.run(words(mirror), home: home)
        #expect(whole.status == 0)
        #expect(FileManager.default.contents(atPath: folder + "/1.dat") == Data(Self.signal))
        #expect(Self.lastOffset(mirror) == 102_400)
    }

    @Test func aKilledFetchResumesAndASecondOneWaits() throws {
        let mirror = try Self.mirror(stallAt: 50_000)
        let process = Process()
        process.executableURL = try CommandRunner.tool
        process.arguments = words(mirror)
        process.environment = ProcessInfo.processInfo.environment.merging([
            "XDG_DATA_HOME": home.path, "HOME": home.path,
        ]) { $1 }
        process.standardError = FileHandle.nullDevice
        try process.run()
        let part = folder + "/1.dat.part"
        func size() -> Int {
            (try? FileManager.default.attributesOfItem(atPath: part)[.size] as? Int) ?? 0
        }
        for _ in 0..<1000 where size() < 50_000 { Thread.sleep(forTimeInterval: 0.02) }
        #expect(size() == 50_000)
        let second = try CommandRunner.run(words(mirror), home: home)
        #expect(second.status == 75)
        #expect(
            second.errors.contains("process \(process.processIdentifier) fetches nsrdb already"))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let whole = try CommandRunner.run(words(mirror), home: home)
        #expect(whole.status == 0 && whole.errors.contains("1 files fetched, 1 were there"))
        #expect(FileManager.default.contents(atPath: folder + "/1.dat") == Data(Self.signal))
        #expect(Self.lastOffset(mirror) == 50_000)
    }
}

import Foundation
import LivePipeline
import LiveProtocol
import SensorProtocol
import Testing
import TestSupport

@testable import LiveSession

@Suite struct RawLogTests {
    private static func path() -> String {
        FileManager.default.temporaryDirectory.path + "/raw-log-\(UUID().uuidString)/a/log.beatline"
    }

    @Test func linesAreLoggedUnchanged() throws {
        let path = Self.path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let log = try RawLog(path: path)
        try log.append(.text("{ broken"), arrivalMicroseconds: 10)
        try log.append(
            .text(#"{"type": "rr", "t" : 5, "rr1024": [900]}"#), arrivalMicroseconds: 19)
        try log.append(.text("{ broken"), arrivalMicroseconds: 20)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(
            text == """
                {"type":"tick","t":10}
                { broken
                {"type": "rr", "t" : 5, "rr1024": [900]}
                { broken

                """)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let attributes = try FileManager.default.attributesOfItem(atPath: folder)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    /// A bridge may say what time it has when it comes, and never again.
    @Test(arguments: ["", #","t":5000000000"#])
    func whatHasNoTimeGetsThatOfItsArrival(time: String) throws {
        let file = ForgetfulFile()
        file.stride = 1000
        let log = RawLog(file, path: "")
        let hello = #"{"type":"hello","proto":"beatline","v":1\#(time)}"#
        try log.append(.text(hello), arrivalMicroseconds: 0)
        let beat = #"{"type":"rr","rr_ms":[900]}"#
        for index in 1...60 { try log.append(.text(beat), arrivalMicroseconds: 900_000 * index) }
        var lines: [String] = []
        var framer = LineFramer()
        var session = try BridgeSession(
            StreamingSettings(), clock: .bridge, applicationName: "test")
        var replay = LogReplay()
        framer.push(file.written) { line in
            if case .text(let text) = line { lines.append(text) }
            replay.apply(line, &session)
        }
        #expect(lines[0] == hello && lines[1] == #"{"type":"tick","t":900000}"# && lines[2] == beat)
        #expect(lines.count == 121)
        session.end()
        let totals = session.totals
        #expect(totals.beatCount == 60 && totals.gapCount == 0)
        #expect(abs(totals.durationSeconds - 53.1) < 1e-6)
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
    func aFullDiskIsReported() throws {
        let full = AppendOnlyFile(descriptor: open("/dev/full", O_WRONLY), path: "/dev/full")
        let log = RawLog(full, path: "/dev/full")
        #expect(throws: RawLog.Failure.self) {
            try log.append(.text("{}"), arrivalMicroseconds: 1)
        }
        #expect(log.isIncomplete)
        // Once.
        try log.append(.text("{}"), arrivalMicroseconds: 2)
    }

    /// A file that counts how often its system was really asked to keep it.
    private final class CountedFile: LogFile {
        let file: AppendOnlyFile
        private(set) var syncCount = 0

        init(_ file: AppendOnlyFile) { self.file = file }

        func write(_ bytes: ArraySlice<UInt8>) throws(RawLog.Failure) -> Int {
            try file.write(bytes)
        }

        func sync() throws(RawLog.Failure) {
            try file.sync()
            syncCount += 1
        }
    }

    /// Ten seconds of lines and steps: about once a second the disk is waited for, and at the end for the rest.
    @Test func theDiskIsAskedOnceASecond() throws {
        let path = Self.path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = CountedFile(try AppendOnlyFile(creating: path))
        let log = RawLog(file, path: path)
        for step in 0..<40 {
            let now = 250_000 * step
            try log.append(
                .text(#"{"type":"rr","t":\#(now),"rr1024":[900]}"#), arrivalMicroseconds: now)
            try log.flush(atMicroseconds: now)
        }
        #expect((10...12).contains(file.syncCount), "\(file.syncCount)")
        let before = file.syncCount
        try log.append(.text("{}"), arrivalMicroseconds: 9_950_000)
        try log.flush(atMicroseconds: 10_000_000, isForced: true)
        #expect(file.syncCount == before + 1)
        // Nothing new: nothing to wait for.
        try log.flush(atMicroseconds: 20_000_000, isForced: true)
        #expect(file.syncCount == before + 1)
    }

    /// A pipe cannot be synced: where the system is really asked, it says so each time.
    @Test func theSystemIsReallyAsked() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let file = AppendOnlyFile(descriptor: ends[1], path: "pipe")
        #expect(try file.write([0x0A][...]) == 1)
        for _ in 0..<3 {
            let failure = #expect(throws: RawLog.Failure.self) { try file.sync() }
            #expect(failure?.text == String(cString: strerror(EINVAL)))
        }
    }

    /// A log that was cut off before its last line feed: the last line counts.
    @Test func aLastLineWithoutALineFeedCounts() throws {
        let lines = (0...20).map { #"{"type":"rr","t":\#(1_000_000 * $0),"rr_ms":[1000]}"# }
        let folder = try TemporaryFolder()
        for end in ["\n", ""] {
            let log = try folder.write("a.beatline", lines.joined(separator: "\n") + end)
            var plan = SessionPlan(
                .replay, StreamingSettings(), title: "a", application: "test")
            (plan.clock, plan.speed, plan.isStored) = (.bridge, .infinity, false)
            let totals = try HostedSession.run(plan, try #require(ReplaySource(path: log))).totals
            #expect(totals.beatCount == 21 && totals.durationSeconds == 20)
        }
    }

    /// A log is read as the lines that came, whatever they are.
    @Test func invalidTextIsLoggedUnchanged() throws {
        let file = ForgetfulFile()
        file.stride = 1000
        let log = RawLog(file, path: "")
        let long = [UInt8](repeating: 0x20, count: LineFramer.maxLineBytes + 1)
        let lines: [LineFramer.Line] = [
            .text(#"{"type":"hello","proto":"beatline","v":1}"#), .notUTF8([0x7B, 0xFF, 0x00]),
            .tooLong(start: long, byteCount: 10_000_000),
            .text(#"{"type": "rr", "t" : 5, "rr1024": [900]}"#), .text(""), .text("\u{0}"),
        ]
        for line in lines { try log.append(line, arrivalMicroseconds: 0) }
        var framer = LineFramer()
        var (read, notes) = ([LineFramer.Line](), [BeatlineLogNote]())
        framer.push(file.written) { line in
            if let note = BeatlineLogNote(line) { notes.append(note) } else { read.append(line) }
        }
        let expected = lines.map { line -> LineFramer.Line in
            if case .tooLong(let start, _) = line {
                return .tooLong(start: start, byteCount: start.count)
            }
            return line
        }
        #expect(read == expected)
        #expect(notes == [.truncatedLine(byteCount: 10_000_000)])
    }

    /// The log alone writes its notes.
    @Test func aForgedNoteIsNone() throws {
        let file = ForgetfulFile()
        let log = RawLog(file, path: "")
        let forged = #"{"type":"log","left":1,"t":5}"#
        try log.append(.text(forged), arrivalMicroseconds: 0)
        try log.append(.text(forged), from: 1, arrivalMicroseconds: 7)
        try log.recordDeparture(1, atMicroseconds: 9)
        try log.recordDeparture(2, atMicroseconds: 9)
        #expect(
            String(decoding: file.written, as: UTF8.self) == """
                 \(forged)
                {"type":"log","client":1,"t":7}
                 \(forged)
                {"type":"log","left":1,"t":9}

                """)
    }

    /// The current is cut at any moment: of lines that came a second before or earlier none is missing, what
    /// is left is what came, and no half of a line says anything.
    @Test(arguments: 1...40) func aPowerCutLosesNoMoreThanTheLastSecond(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let file = ForgetfulFile()
        file.stride = Int.random(in: 1...200, using: &random)
        let log = RawLog(file, path: "")
        let end = Int.random(in: 0...20_000_000, using: &random)
        var sent: [(line: String, time: Int)] = []
        var (now, next) = (0, 0)
        // Steps as a session has them, lines in between, some long silences.
        while now < end {
            let step = now + 50_000
            while next < min(step, end) {
                let line = #"{"type":"rr","t":\#(next),"rr1024":[\#(900 + sent.count % 90)]}"#
                try log.append(.text(line), arrivalMicroseconds: next)
                sent.append((line, next))
                next += Int.random(in: 1000...1_500_000, using: &random)
                if Int.random(in: 0..<10, using: &random) == 0 { next += 4_000_000 }
            }
            now = step
            if now < end { try log.flush(atMicroseconds: now) }
        }
        let rest = file.written.count - file.syncedCount
        let remaining = file.afterPowerCut(
            keeping: Int.random(in: 0...max(0, rest), using: &random))
        var (lines, reader) = ([String](), BeatlineReader())
        var framer = LineFramer()
        func read(_ line: LineFramer.Line) {
            let reading = reader.read(line, arrivalMicroseconds: 0)
            guard reading.line != nil, case .text(let text) = line else { return }
            lines.append(text)
        }
        framer.push(remaining, read)
        framer.finish(read)
        #expect(lines == Array(sent.map(\.line).prefix(lines.count)))
        let old = sent.count { $0.time <= end - 1_000_000 }
        #expect(lines.count >= old, "\(lines.count) of \(sent.count), \(old) old")
    }

    @Test func aDiskThatFillsUpIsReportedOnce() throws {
        let file = ForgetfulFile()
        file.capacity = 1000
        let log = RawLog(file, path: "")
        var failures = 0
        for second in 0..<100 {
            do {
                try log.append(
                    .text(#"{"type":"rr","t":\#(second),"rr1024":[900]}"#),
                    arrivalMicroseconds: 1_000_000 * second)
                try log.flush(atMicroseconds: 1_000_000 * second + 500_000)
            } catch { failures += 1 }
        }
        #expect(failures == 1 && log.isIncomplete && file.written.count == 1000)
    }

    @Test func aFailedSyncIsReportedOnceAndWritingContinues() throws {
        let file = ForgetfulFile()
        file.isDeaf = true
        let log = RawLog(file, path: "")
        var failures = 0
        for second in 0..<10 {
            do {
                try log.append(.text(""), arrivalMicroseconds: 1_000_000 * second)
                try log.flush(atMicroseconds: 1_000_000 * second)
            } catch { failures += 1 }
        }
        #expect(failures == 1 && log.isIncomplete)
        #expect(file.written.count { $0 == 0x0A } == 20)
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

import Foundation
import PhysioTypes
import RecordingFiles
import SessionHistory
import Testing
import TestSupport

/// `hrv history` and `hrv backup`, as a person's shell runs them.
@Suite struct HistoryCommandTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private var store: SessionStore {
        get throws {
            try SessionStore(
                path: SessionStore.defaultPath(environment: [
                    "HOME": home.path, "XDG_DATA_HOME": home.path,
                ]))
        }
    }

    private func hrv(_ arguments: String...) throws -> CommandRunner.Output {
        try CommandRunner.run(arguments, home: home)
    }

    /// A session that ended so many days ago.
    @discardableResult
    private func keep(
        daysAgo: Double, rmssd: Double = 40, source: SessionSource = .strap, beats: [Double] = []
    ) throws -> BreathingSession {
        var session = BreathingSession(
            startedAt: Date() - 86_400 * daysAgo, utcOffsetSeconds: 0, source: source,
            pacer: "resonance-fit", toolkitVersion: "1")
        session.state = .ended
        session.durationSeconds = 600
        session.averageRMSSD = rmssd
        session.averageHeartRate = 61
        session.averageCoherence = 0.5
        session.peakCoherence = 0.9
        session.peakBreathsPerMinute = 5.4
        session.resonance = StoredResonance(
            kind: .estimate, breathsPerMinute: 5.4, low: 5.1, high: 5.7, deviation: 0.2)
        var details = SessionDetails(session: session)
        var time = 0.0
        for interval in beats {
            time += interval / 1000
            details.beats.append(StoredBeat(seconds: time, intervalMs: interval))
        }
        session.beatCount = beats.count
        details.session = session
        try store.add(details)
        return try store.session(session.id)
    }

    private func objects(_ text: String) throws -> [[String: Any]] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    }

    @Test func withoutSessionsTheListSaysSo() throws {
        let output = try hrv("history", "--output", "table")
        #expect(output.status == 0 && output.text == "No sessions yet.\n")
        #expect(try hrv("history", "list", "--json").text == "[\n\n]\n")
        #expect(try hrv("history", "show").status == 66)
        #expect(try hrv("history", "trends", "--output", "table").text.hasPrefix("No sessions"))
    }

    @Test func theListIsNewestFirstAndHasPages() throws {
        let sessions = try (0..<5).map { try keep(daysAgo: Double($0)) }
        let list = try objects(hrv("history", "list", "--json").text)
        #expect(list.compactMap { $0["id"] as? String } == sessions.map(\.id.uuidString))
        let first = try hrv("history", "list", "--limit", "2", "--output", "csv")
        #expect(first.text.split(separator: "\n").count == 3)
        let words = first.errors.split(separator: " ")
        let cursor = try #require(words.firstIndex(of: "--before").map { words[$0 + 1] })
        let second = try hrv("history", "list", "--limit", "2", "--before", "\(cursor)", "--json")
        #expect(try objects(second.text)[0]["id"] as? String == sessions[2].id.uuidString)
        let table = try hrv("history", "list", "--output", "table").text
        #expect(
            table.contains("5.4 (5.1–5.7)") && table.contains(sessions[4].id.uuidString.prefix(8)))
    }

    @Test func aLatencyIsShownWhereThereIsOne() throws {
        let without = try keep(daysAgo: 2)
        var session = BreathingSession(
            startedAt: Date() - 86_400, utcOffsetSeconds: 0, source: .strap)
        session.state = .ended
        session.latency = LatencyEstimate(seconds: 2.5625, deviationSeconds: 0.25)
        try store.add(SessionDetails(session: session))
        let shown = try hrv("history", "show", "last", "--output", "table").text
        #expect(shown.contains("\nlatency         2.6 s (± 0.3)\n"))
        let other = try hrv("history", "show", without.id.uuidString, "--output", "table").text
        #expect(!other.contains("latency"))
        let list = try hrv("history", "list", "--output", "csv").text.split(separator: "\n")
        try #require(list.count == 3)
        #expect(list[0].hasSuffix(",resonance_high_bpm,latency_s,latency_deviation_s"))
        #expect(list[1].hasSuffix(",2.5625,0.25") && list[2].hasSuffix(",5.7,,"))
    }

    @Test func datesAreDaysAndBothAreWithin() throws {
        try keep(daysAgo: 0)
        try keep(daysAgo: 10)
        func count(_ arguments: String...) throws -> Int {
            let output = try CommandRunner.run(
                ["history", "list", "--ndjson"] + arguments, home: home)
            #expect(output.status == 0)
            return output.text.split(separator: "\n").count
        }
        let format = DateFormatter()
        format.dateFormat = "yyyy-MM-dd"
        let today = format.string(from: Date())
        #expect(try count("--from", today) == 1)
        #expect(try count("--from", today, "--to", today) == 1)
        #expect(try count("--to", format.string(from: Date() - 5 * 86_400)) == 1)
        #expect(try hrv("history", "list", "--from", "2026-02-30").status == 64)
        #expect(try hrv("history", "list", "--from", today, "--to", "2020-01-01").status == 64)
    }

    @Test func simulatedSessionsAreListedSeparatelyAndInNoTrend() throws {
        try keep(daysAgo: 1)
        let excluded = try keep(daysAgo: 1, source: .simulated)
        let list = try objects(hrv("history", "list", "--apart", "--json").text)
        #expect(list.compactMap { $0["id"] as? String } == [excluded.id.uuidString])
        #expect(try objects(hrv("history", "trends", "--days", "7", "--json").text).count == 1)
        #expect(try hrv("history", "trends", "--days", "8").status == 64)
    }

    @Test func aSessionIsComparedWithTheOneBefore() throws {
        let first = try keep(daysAgo: 9, rmssd: 30)
        try keep(daysAgo: 5, rmssd: 40)
        let last = try keep(daysAgo: 1, rmssd: 52.5)
        let before = try hrv("history", "compare", "--output", "csv")
        #expect(before.text.contains("rmssd_mean_ms,40.0,52.5,12.5\n"))
        let other = try hrv(
            "history", "compare", last.id.uuidString, String(first.id.uuidString.prefix(13)),
            "--output", "csv")
        #expect(other.text.contains("rmssd_mean_ms,30.0,52.5,22.5\n"))
        let table = try hrv("history", "compare", "--output", "table")
        #expect(table.text.contains("+12.5"))
        #expect(try hrv("history", "show", "--output", "table").text.contains("RMSSD +12.5"))
        #expect(try hrv("history", "compare", first.id.uuidString).status == 66)
    }

    @Test func deletingAsksOrNeedsYes() throws {
        let session = try keep(daysAgo: 1)
        try keep(daysAgo: 2)
        #expect(try hrv("history", "delete", "last").status == 64)
        #expect(try hrv("history", "delete", "--yes").status == 64)
        #expect(try hrv("history", "delete", "FFFFFFFF-0000", "last", "--yes").status == 66)
        #expect(try store.sessions(SessionQuery()).total == 2)
        let output = try hrv("history", "delete", session.id.uuidString, "--yes")
        #expect(output.status == 0 && output.errors.contains("backups and exports remain"))
        #expect(try store.sessions(SessionQuery()).total == 1)
        #expect(try hrv("history", "delete", "--everything", "--yes").status == 0)
        #expect(try store.sessions(SessionQuery(nil)).total == 0)
    }

    @Test(arguments: ["csv", "json"]) func exportsComeBackAsTheyWere(_ format: String) throws {
        let live = try hrv("live", "--simulate", "--seed", "3", "--duration", "2")
        #expect(live.status == 0)
        let session = try #require(try store.sessions(SessionQuery(.excluded)).sessions.first)
        let file = home.path + "/session"
        let exported = try hrv(
            "history", "export", session.id.uuidString, "--format", format, "--out", file)
        #expect(exported.status == 0)
        let other = home.path + "/other.sqlite"
        let imported = try hrv("history", "import", file, "--database", other)
        #expect(imported.status == 0 && imported.errors.contains("1 imported"))
        #expect(try SessionStore(path: other).details(session.id) == store.details(session.id))
        let again = try hrv("history", "import", file, "--database", other)
        #expect(again.errors.contains("0 imported, 1 there already"))
    }

    @Test(arguments: ["rr", "wfdb"]) func beatsComeBackAsTheyWere(_ format: String) throws {
        // As straps send them, and as bridges do.
        let beats: [Double] = (0..<120).map { index in
            let ticks = Double(900 + index * 31 % 37)
            return index % 2 == 0 ? Double(880 + index * 7919 % 41) : ticks * 1000 / 1024
        }
        let session = try keep(daysAgo: 3, beats: beats)
        let folder = home.path + "/out"
        let out = format == "wfdb" ? folder : home.path + "/beats.txt"
        let exported = try hrv(
            "history", "export", session.id.uuidString, "--format", format, "--out", out)
        #expect(exported.status == 0, "\(exported.errors)")
        var file = out
        if format == "wfdb" {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            file += "/" + (try #require(names.first { $0.hasSuffix(".hea") }))
        }
        let recording = try RecordingFile.read(path: file)
        #expect(recording.rr.count == beats.count)
        for (found, beat) in zip(recording.rr.intervalsMs, beats) {
            #expect(abs(found - beat) < 1e-6)
        }
        let imported = try hrv("history", "import", file)
        #expect(imported.status == 0, "\(imported.errors)")
        let copy = try #require(
            try store.sessions(SessionQuery()).sessions.first { $0.source == .imported })
        let details = try store.details(copy.id)
        #expect(details.beats.count == beats.count)
        for (found, beat) in zip(details.beats, beats) {
            #expect(abs(found.intervalMs - beat) < 1e-6)
        }
        #expect(copy.averageRMSSD != nil && copy.averageCoherence == nil)
        #expect(copy.resonance.kind == .notDetermined)
        if format == "wfdb" {
            // A record has the time on the wall and no zone.
            let walls = [copy, session].map { $0.startedAt + Double($0.utcOffsetSeconds) }
            #expect(abs(walls[0].timeIntervalSince(walls[1])) < 1)
        }
    }

    @Test func severalSessionsGoIntoAFolder() throws {
        for day in 1...3 { try keep(daysAgo: Double(day), beats: [800, 810]) }
        let folder = home.path + "/all"
        #expect(try hrv("history", "export", "--all").status == 64)
        #expect(try hrv("history", "export", "--all", "--out", folder).status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 3 && names.allSatisfy { $0.hasSuffix(".json") })
    }

    @Test func aFileThatIsNoRecordingIsRefused() throws {
        let file = try home.write("a.json", #"{"session":{"id":"x"},"points":[]}"#)
        let output = try hrv("history", "import", file)
        #expect(output.status == 65 && output.errors.contains("no session of ours"))
        #expect(try hrv("history", "import", home.path + "/none").status == 65)
    }

    @Test func aBackupIsAHistory() throws {
        let session = try keep(daysAgo: 1)
        let path = home.path + "/backup.sqlite"
        let output = try hrv("backup", path)
        #expect(output.status == 0 && output.errors.contains("1 sessions"))
        let list = try objects(hrv("history", "list", "--json", "--database", path).text)
        #expect(list.compactMap { $0["id"] as? String } == [session.id.uuidString])
        #expect(try hrv("backup", path).status == 73)
    }

    @Test func aSessionComesBackFromItsLog() throws {
        let lines =
            [#"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":0,"caps":["rr"]}"#]
            + (1...90).map { #"{"type":"rr","t":\#($0 * 900_000),"rr_ms":[\#(895 + $0 % 11)]}"# }
        let live = try CommandRunner.run(
            ["live", "--bridge", "-", "--clock", "bridge", "--duration", "10"],
            input: lines.joined(separator: "\n") + "\n", home: home)
        #expect(live.status == 0)
        let session = try #require(try store.sessions(SessionQuery()).sessions.first)
        let before = try store.details(session.id)
        // Nothing is to be done where all is well.
        #expect(try hrv("history", "rebuild").errors.contains("0 sessions rebuilt"))
        try FileManager.default.removeItem(atPath: store.path)
        for end in ["-wal", "-shm"] { unlink(home.path + "/resonance/history.sqlite" + end) }
        let output = try hrv("history", "rebuild")
        #expect(output.status == 0 && output.errors.contains("1 session rebuilt"))
        #expect(try store.details(session.id) == before)
    }
}

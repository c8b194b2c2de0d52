import Foundation
import Testing

@testable import SessionHistory

@Suite struct SessionExportFormatTests {
    /// A session with what is awkward to write: texts with every sign, numbers of many digits, holes.
    static func details() -> SessionDetails {
        var session = BreathingSession.sample()
        session.deviceName = "Strap, \"left\"\nof two"
        session.preset = "box"
        session.recipe = #"{"a":"b,\"c\""}"#
        session.durationSeconds = 0.1 + 0.2
        var details = SessionDetails(session: session)
        details.points = [
            SessionDataPoint(seconds: 1),
            SessionDataPoint(
                seconds: 2.000001, heartRate: 1.0 / 3, rmssd: 1e-12, coherence: 0,
                breathsPerMinute: 5.5),
        ]
        details.beats = [
            StoredBeat(seconds: 0.9990234375, intervalMs: 999.0234375),
            StoredBeat(seconds: 1.5, intervalMs: 500.9765625, artefact: "ectopic"),
        ]
        details.marks = [
            StoredMark(seconds: 3, label: ""), StoredMark(seconds: 4, label: "a, \"b\"\r\nc – ü"),
        ]
        details.decisions = [StoredDecision(seconds: 5, text: "Staying near 5.5.")]
        details.resonanceDensityCurve = [StoredDensity(breathsPerMinute: 5.1, density: 0.7)]
        return details
    }

    @Test(arguments: [SessionExportFormat.csv, .json])
    func whatIsExportedComesBackToTheLastBit(_ export: SessionExportFormat) throws {
        let details = Self.details()
        let text = export.text(of: details)
        #expect(try SessionImport.details(Data(text.utf8)) == Self.imported(details))
        var bare = SessionDetails(session: .sample(rate: nil))
        bare.session.deviceName = nil
        #expect(
            try SessionImport.details(Data(export.text(of: bare).utf8)) == Self.imported(bare))
    }

    /// Every second double of a random mantissa and exponent, there and back.
    @Test(arguments: [SessionExportFormat.csv, .json])
    func everyNumberIsExact(_ export: SessionExportFormat) throws {
        var state: UInt64 = 4711
        var details = SessionDetails(session: .sample())
        for second in 0..<500 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = Double(bitPattern: state)
            guard value.isFinite else { continue }
            details.points.append(
                SessionDataPoint(seconds: Double(second), heartRate: value, rmssd: -value))
        }
        let text = export.text(of: details)
        #expect(try SessionImport.details(Data(text.utf8)) == Self.imported(details))
    }

    /// No log comes along: a name of one is of another machine, or of another session.
    private static func imported(_ details: SessionDetails) -> SessionDetails {
        var details = details
        #expect(details.session.rawLogName != nil)
        details.session.rawLogName = nil
        return details
    }

    /// A file of a version that estimated no latency has no such key.
    @Test(arguments: [SessionExportFormat.csv, .json])
    func aFileWithoutALatencyIsRead(_ export: SessionExportFormat) throws {
        var details = Self.details()
        #expect(export.text(of: details).contains("latency"))
        details.session.latency = nil
        let text = export.text(of: details)
        #expect(!text.contains("latency"))
        #expect(try SessionImport.details(Data(text.utf8)) == Self.imported(details))
    }

    @Test func intervalsAreOneALine() {
        #expect(SessionExportFormat.rr.text(of: Self.details()) == "999.0234375\n500.9765625\n")
    }

    @Test func theDocumentIsAsThePageReadsIt() throws {
        let text = SessionExportFormat.json.text(of: Self.details())
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let session = try #require(json["session"] as? [String: Any])
        #expect(session["startedAt"] as? String == "2025-11-22T09:26:40.125+01:00")
        #expect(session["averageHeartRate"] as? Double == 64.3)
        #expect(session.keys.contains("peakCoherence"))
        let latency = try #require(session["latency"] as? [String: Any])
        #expect(latency["seconds"] as? Double == 2.625)
        #expect(latency["deviationSeconds"] as? Double == 0.31)
        let points = try #require(json["points"] as? [[Any]])
        #expect(points[0].count == 5 && points[0][1] is NSNull && points[1][4] as? Double == 5.5)
        let beats = try #require(json["beats"] as? [[Any]])
        #expect(beats[0][2] is NSNull && beats[1][2] as? String == "ectopic")
        #expect((json["marks"] as? [[String: Any]])?[0]["label"] as? String == "")
        #expect(json["previous"] is NSNull)
        #expect(
            SessionExportFormat.json.fileName(of: Self.details().session).hasPrefix(
                "resonance-2025-11-22-0926-"))
    }

    @Test(arguments: [
        "", "1000\n900\n", #"{"type":"hello","proto":"beatline","v":1,"t":0}"# + "\n", "a,b\n1,2\n",
    ]) func aFileOfAnotherKindIsNone(_ text: String) throws {
        #expect(try SessionImport.details(Data(text.utf8)) == nil)
    }

    @Test(arguments: [SessionExportFormat.csv, .json], 0..<40)
    func aDamagedFileIsRefusedOrWhole(_ export: SessionExportFormat, _ seed: Int) throws {
        var bytes = Array(export.text(of: Self.details()).utf8)
        let index = (seed * 7919) % bytes.count
        if seed % 2 == 0 { bytes.removeSubrange(index...) } else { bytes[index] = 0x7B }
        do throws(HistoryError) {
            // A letter of a text may be another one; times stay in their order.
            if let details = try SessionImport.details(Data(bytes)) {
                #expect(
                    zip(details.points, details.points.dropFirst())
                        .allSatisfy { $0.seconds < $1.seconds })
            }
        } catch {
            guard case .notASession(let text) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(text.hasPrefix("no session of ours"))
        }
    }

    @Test func aSessionThatIsThereStaysAsItIs() throws {
        let history = try TemporaryHistory()
        let store = try history.store()
        var details = Self.details()
        #expect(try store.add(details))
        let stored = try store.details(details.session.id)
        #expect(stored == details)
        details.session.beatCount = 1
        #expect(try !store.add(details))
        #expect(try store.details(details.session.id) == stored)
    }

    @Test(arguments: [
        ("2026-11-22T15:00:00+01:00", 1_795_356_000.0, 3600),
        ("2026-11-22T15:00:00.250-03:30", 1_795_372_200.25, -12_600),
        ("2026-11-22T15:00:00Z", 1_795_359_600.0, 0),
    ]) func timesHaveTheirOffset(_ text: String, _ seconds: Double, _ offset: Int) throws {
        let (date, found) = try #require(LocalTime.read(text))
        #expect(date.timeIntervalSince1970 == seconds && found == offset)
        if !text.hasSuffix("Z") {
            #expect(LocalTime.text(date, utcOffsetSeconds: offset) == text)
        }
    }

    /// A start is the same after any number of ways through text.
    @Test func everyMillisecondIsExact() throws {
        for milliseconds in 0..<1000 {
            let session = BreathingSession(
                startedAt: Date(timeIntervalSince1970: 1_795_365_831 + Double(milliseconds) / 1000),
                utcOffsetSeconds: 3600, source: .strap)
            let text = try JSONEncoder().encode(session)
            #expect(try JSONDecoder().decode(BreathingSession.self, from: text) == session)
        }
    }

    @Test(arguments: ["", "2026-11-22", "yesterday", "2026-11-22T15:00:00"])
    func whatIsNoTimeIsNone(_ text: String) { #expect(LocalTime.read(text) == nil) }

    @Test(arguments: ["", "2026-02-30", "2026-1-1", "22.11.2026", "2026-11-22-1"])
    func whatIsNoDayIsNone(_ text: String) { #expect(LocalTime.day(text) == nil) }

    @Test func aDayIsThatOfTheCalendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        // Summer time ends: the day has 25 hours.
        let day = try #require(LocalTime.day("2026-10-25", calendar: calendar))
        #expect(day.duration == 25 * 3600)
    }
}

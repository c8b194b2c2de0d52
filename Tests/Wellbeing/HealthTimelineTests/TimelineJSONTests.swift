import Foundation
import HealthRecords
import PhysioTypes
import TestSupport
import Testing

@testable import HealthTimeline

@Suite struct TimelineJSONTests {
    private let day = CivilDate(named: "2025-12-28")

    private func parsed(_ text: String) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(value as? [String: Any])
    }

    private func sections(_ data: HealthData) -> [TimelineSection] {
        TimelineBuilder.sections(of: data, from: day, through: day, options: options())
    }

    private var data: HealthData {
        let session = CivilInstant(unixMs: ms("2025-12-28T21:00:00+01:00"), offsetMinutes: 60)
        let time = instant("2025-12-28T03:00:00+01:00")
        return HealthData(
            sources: threeSources,
            samples: [
                HealthSample(.sdnn, sourceIndex: watch, start: time, end: time, value: 48.25)
            ], sleep: NightTests.example,
            workouts: [SegmentChainsTests.run(SegmentChainsTests.example, metres: 4101)],
            breathing: [
                BreathingEntry(
                    id: "42", start: session, end: session, durationSeconds: 600,
                    coherencePercent: 64, breathsPerMinute: 5.5)
            ])
    }

    @Test func aTimelineIsReadBackByFoundation() throws {
        let json = try parsed(
            TimelineJSON(sources: threeSources).text(
                of: sections(data), today: day.adding(days: 1), updatedMs: 1_767_000_000_000,
                exportMs: nil))
        #expect(Set(json.keys) == ["sections", "updated_ms", "export_ms", "reasons"])
        #expect(json["updated_ms"] as? Int64 == 1_767_000_000_000)
        #expect(json["export_ms"] is NSNull)
        #expect(json["reasons"] as? [String: String] == ["export_ms": "no_export"])
        let section = try #require((json["sections"] as? [[String: Any]])?.first)
        #expect(section["id"] as? String == "2025-12-28")
        #expect(section["title"] as? String == "Yesterday")
        let entries = try #require(section["entries"] as? [[String: Any]])
        try #require(entries.count == 3)
        #expect(entries.map { $0["kind"] as? String } == ["breathing", "workout", "recovery"])
        #expect(entries[0]["id"] as? String == "breathing-42")
        #expect(entries[0]["coherence_pct"] as? Double == 64)
    }

    @Test func aWorkoutHoldsEveryKey() throws {
        let entry = try #require(sections(data).first?.entries[1])
        let json = try parsed(TimelineJSON(sources: threeSources).text(of: entry))
        #expect(
            Set(json.keys) == [
                "id", "kind", "type", "activity", "start_ms", "end_ms", "start_offset_min",
                "end_offset_min", "duration_s", "energy_kcal", "distance_m", "hr_avg_bpm",
                "hr_max_bpm", "hr_from", "speed_mps", "splits", "chains", "source", "also",
                "reasons",
            ])
        #expect(json["start_ms"] as? Int64 == ms("2025-12-28T18:44:41+01:00"))
        #expect(json["start_offset_min"] as? Int == 60)
        #expect(json["energy_kcal"] is NSNull)
        #expect((json["reasons"] as? [String: String])?["energy_kcal"] == "not_measured")
        #expect(json["distance_m"] as? Double == 4101)
        #expect(json["source"] as? String == "Watch")
        let splits = try #require(json["splits"] as? [[String: Any]])
        #expect(splits.map { $0["index"] as? Int } == [1, 2, 3, 4])
        #expect(
            Set(splits[0].keys) == [
                "index", "start_ms", "end_ms", "start_offset_min", "end_offset_min", "duration_s",
                "distance_m", "hr_avg_bpm", "speed_mps", "partial", "reasons",
            ])
        #expect(splits[0]["reasons"] as? [String: String] == ["hr_avg_bpm": "not_measured"])
        #expect(splits.map { $0["duration_s"] as? Double } == [439.92, 436.62, 421.2, 413.46])
        let chains = try #require(json["chains"] as? [[String: Any]])
        #expect(chains.map { $0["kind"] as? String } == ["kilometres", "miles"])
        #expect(chains.map { $0["unit_m"] as? Double } == [1000, 1609.344])
        #expect(chains.map { $0["count"] as? Int } == [4, 2])
    }

    @Test func aRecoveryHoldsEveryKey() throws {
        let entry = try #require(sections(data).first?.entries[2])
        let json = try parsed(TimelineJSON(sources: threeSources).text(of: entry))
        #expect(Set(json.keys) == ["id", "kind", "date", "sleep", "vitals", "naps"])
        #expect(json["id"] as? String == "recovery-2025-12-28")
        #expect((json["naps"] as? [Any])?.isEmpty == true)
        let sleep = try #require(json["sleep"] as? [String: Any])
        let figures = [
            "total_s": 24_600.0, "awake_s": 600, "rem_s": 4200, "core_s": 17_100, "deep_s": 3300,
            "unspecified_s": 0, "in_bed_s": 28_800,
        ]
        for (key, value) in figures { #expect(sleep[key] as? Double == value, "\(key)") }
        #expect(sleep["in_bed_only"] as? Bool == false)
        let segments = try #require(sleep["segments"] as? [[String: Any]])
        #expect(
            segments.map { $0["stage"] as? String } == ["core", "deep", "awake", "rem", "core"])
        let vitals = try #require(json["vitals"] as? [String: Any])
        let hrv = try #require(vitals["hrv_sdnn_ms"] as? [String: Any])
        #expect(hrv["value"] as? Double == 48.25)
        #expect(hrv["from"] as? String == "night")
        #expect(hrv["n"] as? Int == 1)
        let reasons = try #require(vitals["reasons"] as? [String: String])
        for (key, reason) in [
            ("resting_hr_bpm", "no_samples"), ("respiratory_rate", "no_samples"),
            ("rmssd_ms", "no_beats"), ("hr_mean_bpm", "no_beats"),
        ] {
            #expect(vitals[key] is NSNull && reasons[key] == reason, "\(key)")
        }
        #expect(vitals["stretches"] as? Int == 0 && vitals["differences"] as? Int == 0)
    }

    @Test func modelsStandForNamesWhereNamesAreNotWanted() throws {
        var json = TimelineJSON(sources: threeSources)
        json.showsSourceNames = false
        let text = json.text(of: sections(data), today: day, updatedMs: 0, exportMs: 0)
        #expect(text.contains("\"Watch7,5\""))
        #expect(!text.contains("\"Watch\""))
        #expect(!text.contains("Phone"))
    }

    @Test func pagesAreReadBackByFoundation() throws {
        let json = TimelineJSON(sources: threeSources)
        let id = data.workouts[0].id(source: threeSources[watch])
        let workout = try #require(TimelineBuilder.workout(id, in: data, options: options()))
        let page = try parsed(json.text(of: workout))
        #expect(Set(page.keys) == ["workout", "heart_rates", "pauses"])
        #expect((page["workout"] as? [String: Any])?["id"] as? String == "workout-\(id)")
        let night = try #require(TimelineBuilder.night(of: day, in: data, options: options()))
        let nightPage = try parsed(json.text(of: night))
        #expect(Set(nightPage.keys) == ["recovery", "sources", "stretches", "breathing"])
        let sources = try #require(nightPage["sources"] as? [[String: Any]])
        #expect(sources.map { $0["source"] as? String } == ["Watch", "Sleep App", "Phone"])
        #expect(sources[2]["total_s"] is NSNull)
        let recoveries = [night.recovery]
        let trends = HealthTrends(recoveries, breathing: data.breathing, through: day, days: 7)
        let trendsPage = try parsed(TimelineJSON.text(of: trends))
        #expect(trendsPage["from"] as? String == "2025-12-22")
        let rows = try #require(trendsPage["trends"] as? [[String: Any]])
        #expect(rows.map { $0["figure"] as? String } == ["rmssd_ms", "resting_hr_bpm", "sleep_s"])
        #expect(rows[2]["median"] as? Double == 24_600)
        #expect((rows[2]["without"] as? [String: Any])?["n"] as? Int == 1)
        #expect(rows[2]["difference"] is NSNull)
    }

    @Test func anyTextAndAnyNumberIsReadBack() throws {
        var random = SplitMix64(seed: 3)
        for _ in 0..<500 {
            let scalars = (0..<20).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x3FF, using: &random))
            }
            let string = String(String.UnicodeScalarView(scalars + ["\u{1F6B4}", "\u{2028}"]))
            let number =
                Double(bitPattern: UInt64.random(in: .min ... .max, using: &random))
            var writer = JSONWriter()
            writer.object { writer in
                writer.string(string, string)
                writer.number("\u{1}n", number)
                writer.array("a", [1, 2]) { writer, value in
                    writer.object { $0.integer("v", value) }
                }
                writer.object("empty") { _ in }
                writer.flag("flag", true)
            }
            let json = try parsed(writer.text)
            #expect(json[string] as? String == string)
            #expect((json["a"] as? [[String: Int]]) == [["v": 1], ["v": 2]])
            #expect((json["empty"] as? [String: Any])?.isEmpty == true)
            #expect(json["flag"] as? Bool == true)
            #expect((json["\u{1}n"] is NSNull) == !number.isFinite)
        }
    }

    /// Foundation's reader rounds the last digits of long numbers, so the text is read by itself.
    @Test func aNumberIsWrittenInTheDecimalsThatReadBackTheSame() {
        func text(_ number: Double) -> String {
            var writer = JSONWriter()
            writer.object { $0.number("n", number) }
            return String(writer.text.dropFirst(5).dropLast())
        }
        let table: [(Double, String)] = [
            (0, "0"), (24_600, "24600"), (0.1, "0.1"), (-2.5, "-2.5"), (1e22, "1e+22"),
            (.nan, "null"), (.infinity, "null"),
        ]
        for (number, expected) in table { #expect(text(number) == expected) }
        var random = SplitMix64(seed: 8)
        for _ in 0..<1000 {
            let number = Double(bitPattern: UInt64.random(in: .min ... .max, using: &random))
            guard number.isFinite else { continue }
            #expect(Double(text(number)) == number)
        }
    }
}

import Foundation
import HRVReports
import PhysioTypes
import Testing

/// Corrected series as csv, json and text; the records are written out by hand.
@Suite struct CorrectionStepsTests {
    static func event(
        _ kind: CorrectionEvent.Kind, _ beat: Int, _ old: [Double], _ new: [Double],
        rule: String = "test"
    ) -> CorrectionEvent {
        CorrectionEvent(
            kind: kind, beatIndex: beat, rule: rule, oldIntervalsMs: old, newIntervalsMs: new)
    }

    /// NN intervals by length, end, and whether they were made; the first of a run follows none.
    static func nn(
        _ intervals: [(ms: Double, end: Double, isMade: Bool)], firstOfRuns: Set<Int> = [0],
        endSeconds: Double
    ) -> NNSeries {
        NNSeries(
            intervalsMs: intervals.map(\.ms), endTimesSeconds: intervals.map(\.end),
            isAdjacentToPrevious: intervals.indices.map { !firstOfRuns.contains($0) },
            isCorrected: intervals.map(\.isMade), startSeconds: 0, endSeconds: endSeconds)
    }

    /// A missed beat, an ectopic one, an extra one, and an interval that no heart makes.
    static let artefacts: CorrectionRecord = {
        let raw = RRSeries(
            intervalsMs: [1000, 2000, 1000, 750, 1250, 1000, 250, 750, 1000, 5000, 1000])
        return CorrectionRecord(
            raw: raw,
            nn: nn(
                [
                    (1000, 1, false), (1000, 2, true), (1000, 3, true), (1000, 4, false),
                    (1000, 5, true), (1000, 6, true), (1000, 7, false), (1000, 8, true),
                    (1000, 9, false), (1000, 15, false),
                ], firstOfRuns: [0, 9], endSeconds: 15),
            rawIndices: [0, 1, 1, 2, 3, 4, 5, 7, 8, 10],
            events: [
                event(.missed, 1, [2000], [1000, 1000]),
                event(.ectopic, 3, [750, 1250], [1000, 1000]),
                event(.extra, 6, [250, 750], [1000]), event(.range, 9, [5000], []),
            ])
    }()

    static func entry(_ record: CorrectionRecord, name: String = "a.txt") -> CorrectionEntry {
        var recipe = Recipe()
        recipe.set(RecipeKey("correction"), .text("test"))
        recipe.set(RecipeKey("repair"), .text("time-keeping"))
        return CorrectionEntry(
            name: name,
            result: CorrectionResult(
                format: "rr-text", record: record, recipe: recipe,
                notices: [Notice(.warning, code: "artefacts", "some")]))
    }

    // MARK: CSV

    @Test func everyChangeHasItsLine() {
        let table = CorrectionTable(hasFileColumn: false)
        #expect(table.csvHeader == "t_s,rr_ms,nn_ms,flag")
        #expect(
            table.csvLines(Self.entry(Self.artefacts)) == [
                "1,1000,1000,", "2,,1000,missed", "3,2000,1000,missed", "4,1000,1000,",
                "4.75,750,1000,ectopic", "6,1250,1000,ectopic", "7,1000,1000,",
                "7.25,250,,extra", "8,750,1000,extra", "9,1000,1000,", "14,5000,,range",
                "15,1000,1000,",
            ])
    }

    @Test func irregularSegmentsGapsAndMarksAreFlagged() {
        var raw = RRSeries(intervalsMs: [800, 700, 900, 600])
        raw.append(intervalMs: 800, endSeconds: 10, marks: .afterGap)
        raw.append(intervalMs: 400, endSeconds: 10.4)
        let record = CorrectionRecord(
            raw: raw,
            nn: Self.nn(
                [(800, 0.8, false), (800, 10, false), (400, 10.4, false)], firstOfRuns: [0, 1],
                endSeconds: 10.4),
            rawIndices: [0, 4, 5],
            events: [
                Self.event(.gap, 4, [], [], rule: "recording"),
                Self.event(.short, 5, [400], [400]),
            ], irregularSegments: [1..<4])
        let lines = CorrectionTable(hasFileColumn: true).csvLines(Self.entry(record, name: "x,y"))
        #expect(
            lines.map { $0.replacing("\"x,y\",", with: "") } == [
                "0.8,800,800,", "1.5,700,,irregular", "2.4,900,,irregular", "3,600,,irregular",
                "10,800,800,gap", "10.4,400,400,short",
            ])
        #expect(lines[0].hasPrefix("\"x,y\","))
    }

    /// An interval evened out with the one before it, where the artefact ends the segment.
    @Test func aNeighbourCarriesTheArtefactItWasChangedFor() {
        let record = CorrectionRecord(
            raw: RRSeries(intervalsMs: [1000, 750, 1250]),
            nn: Self.nn(
                [(1000, 1, false), (1000, 2, true), (1000, 3, true)], endSeconds: 3),
            rawIndices: [0, 1, 2],
            events: [Self.event(.long, 2, [750, 1250], [1000, 1000])])
        #expect(
            CorrectionTable(hasFileColumn: false).csvLines(Self.entry(record)) == [
                "1,1000,1000,", "1.75,750,1000,long", "3,1250,1000,long",
            ])
    }

    /// Two intervals that are three: the raw beat inside comes where it was, among the new ones.
    @Test func linesFollowTheirTimes() {
        let record = CorrectionRecord(
            raw: RRSeries(intervalsMs: [1000, 1400, 1600, 1000]),
            nn: Self.nn(
                [
                    (1000, 1, false), (1000, 2, true), (1000, 3, true), (1000, 4, true),
                    (1000, 5, false),
                ], endSeconds: 5),
            rawIndices: [0, 2, 2, 2, 3],
            events: [Self.event(.missed, 1, [1400, 1600], [1000, 1000, 1000])])
        #expect(
            CorrectionTable(hasFileColumn: false).csvLines(Self.entry(record)) == [
                "1,1000,1000,", "2,,1000,missed", "2.4,1400,,missed", "3,,1000,missed",
                "4,1600,1000,missed", "5,1000,1000,",
            ])
    }

    @Test func anEmptySeriesHasNoLines() {
        let record = CorrectionRecord(
            raw: RRSeries(), nn: NNSeries(RRSeries()), rawIndices: [], events: [])
        #expect(CorrectionTable(hasFileColumn: false).csvLines(Self.entry(record)).isEmpty)
        #expect(CorrectionTable.svg(Self.entry(record)) == nil)
    }

    // MARK: JSON

    @Test func jsonHasCountsEventsColumnsAndRecipe() throws {
        let text = CorrectionTable.object(Self.entry(Self.artefacts)).compactText
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["artefact_pct"] as? Double == 400.0 / 11)
        #expect(
            object["artefacts"] as? [String: Int] == [
                "missed": 1, "extra": 1, "ectopic": 1, "range": 1,
            ])
        #expect(object["irregular_pct"] as? Double == 0)
        #expect(object["n_rr"] as? Int == 11 && object["n_nn"] as? Int == 10)
        let events = try #require(object["events"] as? [[String: Any]])
        #expect(events.map { $0["kind"] as? String } == ["missed", "ectopic", "extra", "range"])
        #expect(events.map { $0["beat"] as? Int } == [1, 3, 6, 9])
        #expect(events.map { $0["t_s"] as? Double } == [3, 4.75, 7.25, 14])
        #expect(events[1]["old_ms"] as? [Double] == [750, 1250])
        #expect(events[1]["new_ms"] as? [Double] == [1000, 1000])
        #expect(events[3]["new_ms"] as? [Double] == [])
        #expect(events[0]["rule"] as? String == "test" && events[0]["pass"] as? Int == 1)
        #expect((object["t_s"] as? [Double])?.count == 12)
        let raw = try #require(object["rr_ms"] as? [Any])
        #expect(raw[1] is NSNull && raw[2] as? Double == 2000)
        let nn = try #require(object["nn_ms"] as? [Any])
        #expect(nn.compactMap { $0 as? Double }.reduce(0, +) == 10_000)
        #expect((object["flag"] as? [String])?[10] == "range")
        let after = try #require(object["after"] as? [String: Any])
        #expect(after["HRV_RMSSD"] as? Double == 0 && after["HRV_SDNN"] as? Double == 0)
        let before = try #require(object["before"] as? [String: Any])
        // Differences of 1000 1000 250 500 250 750 500 250 ms; none across the interval of 5 s.
        let squares = [1000.0, 1000, 250, 500, 250, 750, 500, 250].reduce(0) { $0 + $1 * $1 }
        #expect(before["HRV_RMSSD"] as? Double == (squares / 8).squareRoot())
        #expect((object["recipe"] as? [String: String])?["repair"] == "time-keeping")
        #expect((object["warnings"] as? [[String: Any]])?.count == 1)
    }

    // MARK: Text

    @Test func theTableCountsKindsThatOccur() {
        let text = CorrectionText.render([Self.entry(Self.artefacts), Self.entry(Self.artefacts)])
        func cells(_ label: String) -> [Substring] {
            text.split(separator: "\n").first { $0.hasPrefix(label) }?
                .dropFirst(22).split(separator: " ") ?? []
        }
        #expect(cells("artefacts (%)") == ["36.36", "36.36"])
        #expect(cells("  missed") == ["1", "1"] && cells("  long") == [])
        #expect(cells("R-R intervals") == ["11", "11"] && cells("irregular (%)") == [])
        #expect(cells("RMSSD after (ms)") == ["0", "0"])
        #expect(text.contains("rule test") && text.contains("time-keeping"))
    }
}

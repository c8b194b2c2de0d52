import Foundation
import PhysioTypes
import Testing

@testable import HRVReports

@Suite struct ECGStripReportTests {
    private static func strip(unit: String = "mV") -> ECGStrip {
        ECGStrip(
            subject: .rhythm(.ventricularRun), eventSeconds: 3602...3604, eventBeatCount: 5,
            signal: SignalDescription(name: "A&B", unit: unit, sampleRateHz: 250),
            startSeconds: 3600, sampleRateHz: 125,
            samples: (0..<1000).map { $0 % 100 == 0 ? 1 : 0 },
            beats: [(3601.0, BeatClass.normal), (3602, .ventricular), (3606, .unclassifiable)]
                .map { ECGStrip.Beat(seconds: $0, label: $1) })
    }

    private static func page(_ strips: [ECGStrip]) throws -> XMLTree {
        var figures = AnalysisFigures(
            nn: NNSeries(intervalsMs: [Double](repeating: 800, count: 30)), spectrum: nil)
        figures.ecgStrips = strips
        let result = AnalysisResult(
            format: "wfdb", rows: [], recipe: Recipe(), notices: [], figures: figures)
        return try XMLTree(
            parsing: HTMLReport.render([ReportEntry(name: "a", result: result)], title: "a"))
    }

    @Test func aStripSaysTimeClassesAndScale() throws {
        let page = try Self.page([Self.strip()])
        let figure = try #require(
            page.all("figure").first { $0.attributes["class"] == "strip" })
        // Four intervals in two seconds are 120 a minute.
        #expect(
            figure.all("h3").map(\.text) == [
                "Longest run of ventricular beats: 5, 120 bpm, at 1:00:02"
            ])
        #expect(figure.all("figcaption").first?.text.contains("25 mm/s and 10 mm/mV") == true)
        #expect(figure.all("text").contains { $0.text == "A&B (mV)" })
        let letters = figure.all("svg").map { svg in
            svg.all("text").filter {
                $0.attributes["class"]?.hasPrefix("beat-class") == true
            }.map(\.text)
        }
        // A phone shows four seconds from one second before the run on.
        #expect(letters == [["N", "V", "Q"], ["N", "V"]])
    }

    @Test func theProportionsAreThoseOfPaper() throws {
        let page = try Self.page([Self.strip()])
        let svg = try #require(
            page.all("figure").first { $0.attributes["class"] == "strip" }?.all("svg").first)
        func numbers(_ name: String) -> [Double] {
            svg.all("line").filter { $0.attributes["class"] == "grid" }
                .filter { $0.attributes[name + "1"] == $0.attributes[name + "2"] }
                .compactMap { $0.attributes[name + "1"].flatMap(Double.init) }
        }
        let upright = numbers("x").sorted()
        let level = numbers("y").sorted()
        try #require(upright.count == 41 && level.count == 3)
        // 0.2 s are as long as half a millivolt is high.
        for (a, b) in zip(upright, upright.dropFirst()) + Array(zip(level, level.dropFirst())) {
            #expect(abs(b - a - 23.1) < 0.02)
        }
    }

    @Test func withoutAUnitNoScaleIsClaimed() throws {
        let page = try Self.page([Self.strip(unit: "")])
        let figure = try #require(
            page.all("figure").first { $0.attributes["class"] == "strip" })
        #expect(figure.all("figcaption").first?.text.contains("no scale in mV") == true)
        #expect(figure.all("text").contains { $0.text == "A&B (unit not stated)" })
    }

    @Test func withoutStripsThePageHasNone() throws {
        #expect(
            try Self.page([]).all("div").allSatisfy { $0.attributes["class"] != "strips" })
    }
}

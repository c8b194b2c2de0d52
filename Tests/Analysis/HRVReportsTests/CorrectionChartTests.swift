import PhysioTypes
import Testing

@testable import HRVReports

@Suite struct CorrectionChartTests {
    private static func drawing(
        _ record: CorrectionRecord, _ shape: Tachogram.Shape = .sheet
    ) throws -> Drawing {
        try Drawing(Tachogram.figure(record.nn, correction: record, shape: shape))
    }

    private static func groups(_ drawing: Drawing, _ word: String) -> [XMLTree] {
        drawing.all("g").filter { $0.class.split(separator: " ").first.map(String.init) == word }
    }

    @Test func everyArtefactHasItsSign() throws {
        let drawing = try Self.drawing(CorrectionStepsTests.artefacts)
        let marks = Self.groups(drawing, "marks")
        #expect(
            marks.map(\.class) == ["missed", "extra", "ectopic", "range"].map { "marks \($0)" })
        #expect(marks.map { $0.all("path").reduce(0) { $0 + $1.dotCount } } == [1, 1, 1, 1])
        #expect(marks.allSatisfy { $0.attributes["data-events"] == "1" })
        let names = drawing.labels("key-name")
        #expect(
            names == ["missed (1)", "extra (1)", "ectopic (1)", "range (1)", "raw", "corrected"])
    }

    /// The signs are at the end of the raw interval, at its length: the missed beat's, 2000 ms at 3
    /// s.
    @Test func signsStandAtTheRawInterval() throws {
        let drawing = try Self.drawing(CorrectionStepsTests.artefacts)
        let marks = Self.groups(drawing, "marks")
        func start(_ index: Int) throws -> (x: Double, y: Double) {
            let data = try #require(marks[index].all("path").first?.attributes["d"])
            let match = try #require(data.firstMatch(of: /M(-?[\d.]+) (-?[\d.]+)/))
            return (try #require(Double(match.1)), try #require(Double(match.2)))
        }
        let missed = try start(0)
        #expect(abs(drawing.yValue(missed.y) - 2000) < 5)
        let second = (drawing.xOfTick("0:10") - drawing.xOfTick("0:00")) / 10
        #expect(abs(missed.x + 4.5 - drawing.xOfTick("0:00") - 3 * second) < 0.2)
        // 5000 ms lie beyond the axis, two and a half times the longest NN interval.
        let range = try start(3)
        #expect(abs(drawing.yValue(range.y + 3.5) - 2500) < 5)
        #expect(drawing.figure.caption.contains("outside the axis"))
    }

    @Test func ringsStandAtWhatWasMadeAndLinesAtWhatWasReplaced() throws {
        let drawing = try Self.drawing(CorrectionStepsTests.artefacts)
        let rings = Self.groups(drawing, "made").first { $0.all("path").first != nil }
        // The legend has one of its own.
        #expect(rings?.all("path").reduce(0) { $0 + $1.dotCount } == 5)
        let raw = drawing.all("polyline").filter { $0.class == "raw" && $0.points.count > 2 }
        // Raw intervals 0 to 2, 2 to 5, 5 to 8 and 8 to 10 in one: they share their ends.
        #expect(raw.map(\.points.count) == [11])
    }

    @Test func whereNothingWasChangedNothingIsAdded() throws {
        let raw = RRSeries(intervalsMs: (0..<50).map { 900 + Double($0 % 7) })
        let record = CorrectionRecord(
            raw: raw, nn: NNSeries(raw), rawIndices: Array(0..<50), events: [])
        let figure = Tachogram.figure(record.nn, correction: record)
        let plain = Tachogram.figure(record.nn)
        #expect(figure.height == plain.height)
        #expect(figure.caption == plain.caption + " No beat was corrected.")
        #expect(try Self.drawing(record).all("path").count == 1)
    }

    @Test func irregularSegmentsAreShadedAndGapsAreNot() throws {
        let raw = RRSeries(intervalsMs: [Double](repeating: 1000, count: 180))
        let retained = (0..<60).map { (ms: 1000.0, end: Double($0 + 1), isMade: false) }
        let record = CorrectionRecord(
            raw: raw, nn: CorrectionStepsTests.nn(retained, endSeconds: 180),
            rawIndices: Array(0..<60), events: [], irregularSegments: [60..<120])
        let drawing = try Self.drawing(record)
        let shaded = drawing.all("rect").filter { $0.class == "irregular" }
        // The second one is the legend's.
        #expect(shaded.count == 2)
        let left = try #require(shaded[0].number("x"))
        let width = try #require(shaded[0].number("width"))
        #expect(abs(left - drawing.xOfTick("1:00")) < 0.1)
        #expect(abs(left + width - drawing.xOfTick("2:00")) < 0.1)
        // What lies between 120 and 180 s is not in the NN intervals for no stated reason.
        let gaps = drawing.all("rect").filter { $0.class == "gap" }
        #expect(gaps.count == 1)
        #expect(abs(try #require(gaps[0].number("x")) - drawing.xOfTick("2:00")) < 0.1)
        #expect(drawing.figure.caption.contains("33.3 % of the beats follow no rhythm"))
    }

    /// A record without one NN interval still shows what was there.
    @Test func allIrregularIsStillADrawing() throws {
        let raw = RRSeries(intervalsMs: (0..<40).map { 600 + Double($0 * 137 % 400) })
        let record = CorrectionRecord(
            raw: raw, nn: CorrectionStepsTests.nn([], endSeconds: raw.endSeconds), rawIndices: [],
            events: [], irregularSegments: [0..<40])
        let drawing = try Self.drawing(record)
        let lines = drawing.all("polyline").filter { $0.class == "raw" && $0.points.count > 2 }
        #expect(lines.map(\.points.count) == [40])
        #expect(drawing.labels("key-name") == ["raw", "irregular"])
    }

    /// A day with an extra beat every ten: each is counted, and the file stays small.
    private static let day: CorrectionRecord = {
        var intervals: [Double] = []
        var nn: [(ms: Double, end: Double, isMade: Bool)] = []
        var indices: [Int] = []
        var events: [CorrectionEvent] = []
        for index in 0..<90_000 {
            let end = Double(index + 1) * 0.9
            let isExtra = index % 10 == 5
            if isExtra {
                events.append(
                    CorrectionStepsTests.event(.extra, intervals.count, [300, 600], [900]))
                intervals += [300, 600]
            } else {
                intervals.append(900)
            }
            nn.append((900, end, isExtra))
            indices.append(intervals.count - 1)
        }
        return CorrectionRecord(
            raw: RRSeries(intervalsMs: intervals),
            nn: CorrectionStepsTests.nn(nn, endSeconds: 81_000), rawIndices: indices,
            events: events)
    }()

    @Test func aDayHasLanesOfBoundedSize() throws {
        let drawing = try Self.drawing(Self.day)
        #expect(Self.groups(drawing, "marks").isEmpty)
        let lanes = Self.groups(drawing, "lane")
        #expect(lanes.map { $0.attributes["data-events"] } == ["9000"])
        // A bar in every column of the drawing.
        #expect(lanes[0].all("path").reduce(0) { $0 + $1.dotCount } == 684)
        #expect(drawing.labels("key-name") == ["extra", "9000"])
        let size = drawing.figure.content.reduce(0) { $0 + $1.source.utf8.count }
        #expect(size < 100_000, "\(size)")
    }

    @Test(arguments: [Tachogram.Shape.wide, .narrow, .sheet])
    func everythingLiesInsideTheDrawing(shape: Tachogram.Shape) throws {
        for record in [CorrectionStepsTests.artefacts, Self.day] {
            let drawing = try Self.drawing(record, shape)
            let figure = drawing.figure
            for text in drawing.all("text") {
                #expect(try #require(text.number("y")) <= figure.height)
                #expect(try #require(text.number("x")) <= figure.width)
            }
            for line in drawing.all("polyline") {
                #expect(line.points.allSatisfy { (0...figure.height).contains($0.y) })
            }
        }
    }

    @Test func theSheetIsXMLWhateverTheName() throws {
        let source = try #require(
            CorrectionTable.svg(
                CorrectionStepsTests.entry(CorrectionStepsTests.artefacts, name: "<a>&\"b\"")))
        let root = try XMLTree(parsing: source)
        #expect(root.name == "svg")
        #expect(root.all("title").first?.text == "Beat correction of <a>&\"b\"")
        #expect(!source.contains("var(--"))
        let marks = root.all("g").filter { $0.class.hasPrefix("marks ") }
        let drawn = marks.flatMap { $0.all("path") }.reduce(0) { $0 + $1.dotCount }
        #expect(drawn == CorrectionStepsTests.artefacts.events.count)
    }
}

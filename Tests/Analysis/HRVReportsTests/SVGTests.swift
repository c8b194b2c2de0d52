import PhysioTypes
import Testing

@testable import HRVReports

// MARK: - The writer

@Test(arguments: [
    ("a < b & c > \"d\" 'e'", "a &lt; b &amp; c &gt; &quot;d&quot; &#39;e&#39;"),
    ("tab\tand\nline", "tab\tand\nline"),
    ("bell\u{7} nul\u{0} c1\u{85} \u{FFFE}", "bell\u{FFFD} nul\u{FFFD} c1\u{FFFD} \u{FFFD}"),
    ("&amp;", "&amp;amp;"), ("Å é 心 🙂", "Å é 心 🙂"), ("", ""),
])
func textIsEscapedForElementsAndAttributes(text: String, escaped: String) {
    #expect(Markup.escaped(text) == escaped)
    #expect(Markup("b", text: text).source == "<b>\(escaped)</b>")
    #expect(Markup("b", ["a": text]).source == "<b a=\"\(escaped)\"></b>")
}

@Test func elementsNestAndOnlyChildlessOnesCloseThemselves() {
    let markup = Markup("p", ["id": "x"], [Markup("i", text: "a"), Markup("b")])
    #expect(markup.source == "<p id=\"x\"><i>a</i><b></b></p>\n")
    #expect(Markup("rect", ["x": "1"]).source == "<rect x=\"1\"/>")
    #expect(Markup("td").source == "<td></td>")
}

@Test(arguments: [
    (0, "0"), (-0.001, "0"), (1, "1"), (1.005, "1"), (1.006, "1.01"), (-2.5, "-2.5"),
    (12.3456, "12.35"), (0.1, "0.1"), (100, "100"), (99.999, "100"), (-0.006, "-0.01"),
    (123_456_789.125, "123456789.13"),
])
func coordinatesHaveUpToTwoDecimals(value: Double, text: String) {
    #expect(SVGNumber.text(value) == text)
}

@Test(arguments: [(0, "0"), (12.34, "12.3"), (12.96, "13"), (-0.04, "0")])
func manyPointsHaveUpToOneDecimal(value: Double, text: String) {
    #expect(SVGNumber.oneDecimalText(value) == text)
}

@Test(arguments: [
    (0, "0"), (812.345, "812.3"), (9.99961, "10.00"), (0.0451234, "0.04512"), (-33.333, "-33.33"),
    (1_234_567.8, "1234568"), (1519.4, "1519"), (9999.6, "10000"), (0.00099996, "0.001000"),
    (1.234567e-9, "1.235e-9"), (800, "800.0"), (5, "5.000"),
])
func peopleReadFourSignificantDigits(value: Double, text: String) {
    #expect(ReportNumber.fourSignificantDigits(value) == text)
}

@Test(arguments: [
    (0, "0 s"), (11.71, "11.7 s"), (60, "1 min"), (303, "5 min 3 s"), (3599.6, "1 h"),
    (86_280, "23 h 58 min"), (7200, "2 h"),
])
func durationsAreWrittenInTheirTwoLargestUnits(seconds: Double, text: String) {
    #expect(ReportNumber.duration(seconds) == text)
}

@Test(arguments: [
    (0, "0:00:00"), (61, "0:01:01"), (3725.4, "1:02:05"), (90_000, "25:00:00"), (-5, "-0:00:05"),
])
func clockTimesCountHours(seconds: Double, text: String) {
    #expect(ReportNumber.clock(seconds) == text)
}

@Test(arguments: [
    (1, "100 %"), (0.9999, "99.9 %"), (0.99999999, "100 %"), (0.928, "92.8 %"), (0, "0 %"),
])
func aHundredPerCentMeansAll(share: Double, text: String) {
    #expect(ReportNumber.percent(share: share) == text)
}

// MARK: - Axes

@Test(arguments: [
    (0.0...10.0, 5, ["0", "2", "4", "6", "8", "10"]),
    (0.0...0.5, 5, ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5"]),
    (689.0...954.0, 5, ["700", "800", "900"]),
    (689.0...954.0, 6, ["700", "750", "800", "850", "900", "950"]),
    (-1.0...1.0, 4, ["-1.0", "-0.5", "0.0", "0.5", "1.0"]), (3.0...4.0, 2, ["3.0", "3.5", "4.0"]),
    (0.0...1000.0, 4, ["0", "500", "1000"]), (0.0...0.03, 3, ["0.00", "0.01", "0.02", "0.03"]),
])
func ticksAreRoundNumbers(range: ClosedRange<Double>, count: Int, labels: [String]) {
    #expect(SVGTicks.niceTicks(range, about: count).map(\.label) == labels)
}

@Test(arguments: [
    (0.0...150.0, 5, ["0:00", "0:30", "1:00", "1:30", "2:00", "2:30"]),
    (0.0...298.0, 5, ["0:00", "1:00", "2:00", "3:00", "4:00"]),
    (
        0.0...86_400.0, 8,
        ["0:00", "3:00", "6:00", "9:00", "12:00", "15:00", "18:00", "21:00", "24:00"]
    ),
    (3590.0...3620.0, 3, ["0:59:50", "1:00:00", "1:00:10", "1:00:20"]),
    (0.0...0.8, 4, ["0:00"]),
])
func timeTicksAreFullSecondsMinutesOrHours(
    range: ClosedRange<Double>, count: Int, labels: [String]
) {
    #expect(SVGTicks.timeTicks(range, about: count).map(\.label) == labels)
}

@Test func axisLabelsOfLargeNumbersCountThousands() {
    let axis = SVGAxis(upTo: 45_000, about: 5) { "density (\($0)ms²/Hz)" }
    #expect(axis.title == "density (1000 ms²/Hz)")
    #expect(axis.ticks.map(\.label) == ["0", "10", "20", "30", "40", "50"])
    #expect(axis.ticks.map(\.value) == [0, 10_000, 20_000, 30_000, 40_000, 50_000])
}

// MARK: - Tachogram

@Test func tachogramHasOneLineForEveryUnbrokenSegment() throws {
    let series = brokenSeries(count: 300, breaks: [1, 40, 41, 200])
    let drawing = try Drawing(Tachogram.figure(series))
    let runs = series.isAdjacentToPrevious.count { !$0 }
    #expect(drawing.all("polyline").count == runs)
    let points = drawing.all("polyline").map { $0.points.count }
    // A segment of one interval is a line from a point to itself.
    #expect(points == [2, 39, 2, 159, 100])
    #expect(drawing.all("rect").filter { $0.class == "gap" }.count == 4)
}

@Test func tachogramPointsStandForTheirIntervals() throws {
    let series = NNSeries(intervalsMs: [800, 850, 790, 1000, 812.5])
    let drawing = try Drawing(Tachogram.figure(series))
    let line = try #require(drawing.all("polyline").first)
    for (point, interval) in zip(line.points, series.intervalsMs) {
        #expect(abs(drawing.yValue(point.y) - interval) < 0.2)
    }
    #expect(drawing.all("path").map(\.dotCount).reduce(0, +) == 5)
}

@Test func longTachogramKeepsEveryExtreme() throws {
    var intervals = (0..<50_000).map { 800 + Double($0 % 50) }
    intervals[12_345] = 1600
    intervals[40_000] = 400
    let drawing = try Drawing(Tachogram.figure(NNSeries(intervalsMs: intervals)))
    let envelope = try #require(drawing.all("polygon").first { $0.class == "envelope" })
    let values = envelope.points.map { drawing.yValue($0.y) }
    // A tenth of a unit of the drawing is 0.65 ms on an axis of 1400 ms over 214 units.
    #expect(abs((values.max() ?? 0) - 1600) < 0.7)
    #expect(abs((values.min() ?? 0) - 400) < 0.7)
    #expect(envelope.points.count < 2000)
    #expect(drawing.all("polyline").count == 1)
}

@Test func longTachogramBreaksWhereAGapIsVisible() throws {
    let short = NNSeries(intervalsMs: [Double](repeating: 800, count: 5000))
    let ends = short.endTimesSeconds
    // Half an hour without a beat, and one missing beat that no column can show.
    let series = NNSeries(
        intervalsMs: short.intervalsMs,
        endTimesSeconds: ends.enumerated().map { $0 < 2500 ? $1 : $1 + 1800 },
        isAdjacentToPrevious: ends.indices.map { $0 != 0 && $0 != 2500 && $0 != 3002 },
        startSeconds: 0, endSeconds: 5800)
    let figure = Tachogram.figure(series)
    let drawing = try Drawing(figure)
    #expect(drawing.all("polygon").count == 2)
    #expect(drawing.all("rect").filter { $0.class == "gap" }.count == 1)
    #expect(figure.caption.contains("Of 2 gaps"))
}

// MARK: - Histogram

@Test func histogramBarsAreTheCountsOfTheBins() throws {
    // Bins 100, 101 and 102 begin at 781.25, 789.0625 and 796.875 ms.
    let intervals = [781.25, 789, 789.0625, 796.875, 800, 804.6]
    let drawing = try Drawing(HistogramChart.figure(NNSeries(intervalsMs: intervals)))
    let bars = drawing.all("rect").filter { $0.class == "bar" }
    let heights = bars.compactMap { $0.number("height") }
    let unit = try #require(heights.min())
    #expect(heights.map { ($0 / unit).rounded() } == [2, 1, 3])
    #expect(drawing.figure.caption.contains("796.875 to 804.6875 ms, holds 3 of 6 intervals"))
}

@Test func histogramLeavesEmptyBinsOut() throws {
    let drawing = try Drawing(HistogramChart.figure(NNSeries(intervalsMs: [400, 1200, 1201])))
    #expect(drawing.all("rect").count == 2)
}

// MARK: - Poincare plot

@Test func poincareDrawsOnlyPairsOfNeighbours() throws {
    let drawing = try Drawing(PoincareChart.figure(brokenSeries(count: 100, breaks: [10, 11, 50])))
    #expect(drawing.all("path").map(\.dotCount).reduce(0, +) == 96)
    #expect(drawing.figure.caption.contains("All 96 pairs"))
}

@Test func poincareThinsLongSeriesAndSaysSo() throws {
    let intervals = (0..<10_000).map { 800 + Double($0 * 7919 % 200) }
    let figure = PoincareChart.figure(NNSeries(intervalsMs: intervals))
    let drawing = try Drawing(figure)
    #expect(drawing.all("path").map(\.dotCount).reduce(0, +) == 3000)
    #expect(figure.caption.contains("3000 of 9999 pairs"))
    #expect(figure.content == PoincareChart.figure(NNSeries(intervalsMs: intervals)).content)
}

@Test func poincareEllipseHasTheHalfAxesOfItsLabels() throws {
    // Pairs (780, 820) and (820, 780) in turn: all scatter lies across the line of identity.
    // 59 differences of +-40, 30 of them up: variance 40^2 (59 - 1/59) / 58.
    let series = NNSeries(intervalsMs: (0..<60).map { $0.isMultiple(of: 2) ? 780 : 820 })
    let drawing = try Drawing(PoincareChart.figure(series))
    let sd1 = (1600 * (59 - 1.0 / 59) / 58 / 2).squareRoot()
    let ellipse = try #require(drawing.all("ellipse").first)
    let unitsPerMs = 1 / abs(drawing.yValue(1) - drawing.yValue(0))
    #expect(abs((ellipse.number("ry") ?? 0) - sd1 * unitsPerMs) < 0.02)
    #expect(ellipse.number("rx") == 0)
    #expect(drawing.labels("legend").first == "SD1 28.52 ms across")
}

@Test func poincareHasNoEllipseBelowFiftyBeats() throws {
    let drawing = try Drawing(PoincareChart.figure(brokenSeries(count: 49, breaks: [])))
    #expect(drawing.all("ellipse").isEmpty)
    #expect(drawing.labels("legend").isEmpty)
}

@Test func poincareIsSquare() throws {
    let drawing = try Drawing(PoincareChart.figure(brokenSeries(count: 80, breaks: [])))
    let identity = try #require(drawing.all("line").first { $0.class == "identity" })
    let width = try #require(identity.number("x2")) - (try #require(identity.number("x1")))
    let height = try #require(identity.number("y1")) - (try #require(identity.number("y2")))
    #expect(abs(width - height) < 0.02)
}

// MARK: - Help

/// Intervals around 800 ms; each index of `breaks` begins after a gap of ten seconds.
private func brokenSeries(count: Int, breaks: Set<Int>) -> NNSeries {
    let intervals = (0..<count).map { 800 + Double($0 * 37 % 101) }
    var time = 0.0
    var ends: [Double] = []
    for (index, interval) in intervals.enumerated() {
        if breaks.contains(index) { time += 10 }
        time += interval / 1000
        ends.append(time)
    }
    return NNSeries(
        intervalsMs: intervals, endTimesSeconds: ends,
        isAdjacentToPrevious: intervals.indices.map { $0 > 0 && !breaks.contains($0) },
        startSeconds: 0, endSeconds: time)
}

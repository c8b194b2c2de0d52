import Foundation
import PhysioTypes
import TestSupport
import Testing

@testable import HRVReports

// MARK: - Scale

@Test func coloursGetLighterInEvenSteps() {
    // Lightness of CIE 1976: 116 Y^(1/3) - 16.
    let lightness = SpectrogramScale.colours.map { colour in
        116 * cbrt(luminance(UInt32(colour.dropFirst(), radix: 16) ?? 0)) - 16
    }
    let steps = zip(lightness.dropFirst(), lightness).map { $0 - $1 }
    #expect(lightness.count == 16 && (lightness.first ?? 99) < 10 && (lightness.last ?? 0) > 90)
    // Evenness was sought in another lightness, OKLab's: the darkest steps are the smaller ones.
    #expect(steps.allSatisfy { $0 > 1 && $0 < 9 }, "\(steps)")
}

private func luminance(_ colour: UInt32) -> Double {
    func channel(_ shift: UInt32) -> Double {
        let value = Double(colour >> shift & 0xFF) / 255
        return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
}

@Test(arguments: [(50_000.0, 19), (100_000, 20), (100_001, 21), (0.5, -1), (1, 0), (0.0123, -7)])
func scaleEndsAtTheFirstStepAboveAndHasFourADecade(highest: Double, end: Int) throws {
    let scale = try #require(SpectrogramScale(for: [0, 0, highest, .nan]))
    #expect(scale.edges.count == 17)
    for (index, edge) in scale.edges.enumerated() {
        #expect(abs(edge / pow(10, Double(end - 16 + index) / 4) - 1) < 1e-12)
    }
    for index in 0..<16 {
        let middle = (scale.edges[index] * scale.edges[index + 1]).squareRoot()
        #expect(scale.level(of: middle) == index)
        #expect(scale.level(of: scale.edges[index]) == index)
    }
    #expect(scale.level(of: 0) == 0 && scale.level(of: highest * 1e6) == 15)
}

@Test func scaleLeavesOneValueInTwoHundredBeyondItsEnd() throws {
    let values = [Double](repeating: 90, count: 199) + [1e9]
    #expect(abs((try #require(SpectrogramScale(for: values)?.edges.last)) / 100 - 1) < 1e-12)
    #expect(SpectrogramScale(for: [0, 1e-20]) == nil)
}

@Test func scaleNamesItsDecades() throws {
    let scale = try #require(SpectrogramScale(for: [50_000]))
    #expect(scale.decadeLabels.map(\.index) == [1, 5, 9, 13])
    #expect(scale.decadeLabels.map(\.label) == ["10", "100", "1000", "10000"])
    let small = try #require(SpectrogramScale(for: [9]))
    #expect(small.decadeLabels.map(\.label) == ["0.001", "0.01", "0.1", "1", "10"])
}

// MARK: - Map

/// 50 columns of 30 s, a window of 300 s, rows of 0.005 Hz.
private func map(
    rows: Int = 100, blank: Set<Int> = [], _ density: (Int, Int) -> Double
) -> AnalysisFigures.Spectrogram {
    AnalysisFigures.Spectrogram(
        startSeconds: 0, windowSeconds: 300, stepSeconds: 30, rowWidthHz: 0.005,
        columns: (0..<50).map { column in
            blank.contains(column) ? [] : (0..<rows).map { density(column, $0) }
        })
}

private let series = NNSeries(intervalsMs: [Double](repeating: 1000, count: 1800))
private let bands: [Recipe.Value.NamedBand] = [
    .init(name: "ULF", lowHz: 0, highHz: 0.003), .init(name: "LF", lowHz: 0.04, highHz: 0.15),
    .init(name: "HF", lowHz: 0.15, highHz: 0.4),
]

private func chart(_ map: AnalysisFigures.Spectrogram) -> SVGFigure {
    SpectrogramChart.figure(map, of: series, bands: bands, estimator: "Welch")
}

/// Colour by cell, read off the paths.
private func cells(_ drawing: Drawing) -> [[Int]: String] {
    var cells: [[Int]: String] = [:]
    for path in drawing.all("path") {
        for run in (path.attributes["d"] ?? "").split(separator: "M") {
            // "12 34h3v1h-3"
            let numbers = run.split { $0 == " " || $0 == "h" || $0 == "v" }.compactMap { Int($0) }
            guard numbers.count == 5, numbers[3] == 1, numbers[4] == -numbers[2] else { continue }
            for column in numbers[0]..<numbers[0] + numbers[2] {
                cells[[column, numbers[1]]] = path.attributes["fill"]
            }
        }
    }
    return cells
}

@Test func everyCellHasTheColourOfItsDensity() throws {
    var random = SplitMix64(seed: 8)
    let values = (0..<50).map { _ in (0..<100).map { _ in pow(10, random.uniform(in: 0...5.3)) } }
    let drawing = try Drawing(chart(map(blank: [7, 8]) { values[$0][$1] }))
    let drawn = cells(drawing)
    #expect(drawn.count == 48 * 100)
    let sorted = values.enumerated().filter { ![7, 8].contains($0.offset) }.flatMap(\.element)
        .sorted()
    let end = Int((4 * log10(sorted[4799 * 199 / 200])).rounded(.up))
    for (index, colour) in drawn {
        let step = Int((4 * log10(values[index[0]][index[1]])).rounded(.down))
        #expect(colour == SpectrogramScale.colours[min(max(0, step - end + 16), 15)])
    }
}

@Test func cellsLieAtTheirTimesAndFrequencies() throws {
    let drawing = try Drawing(chart(map { column, _ in column == 20 ? 1e4 : 1 }))
    let group = try #require(drawing.all("g").first { $0.class == "cells" })
    let numbers = (group.attributes["transform"] ?? "").split { "(), ".contains($0) }
        .compactMap { Double($0) }
    try #require(numbers.count == 4)
    // The first window's middle is at 150 s, its column begins 15 s before; rows go up.
    let secondsPerUnit = 1200 / (drawing.xOfTick("25:00") - drawing.xOfTick("5:00"))
    #expect(abs((numbers[0] - drawing.xOfTick("5:00")) * secondsPerUnit + 300 - 135) < 0.1)
    #expect(abs(numbers[2] * secondsPerUnit - 30) < 0.01)
    #expect(abs(drawing.yValue(numbers[1])) < 1e-3)
    #expect(abs(drawing.yValue(numbers[1] + numbers[3]) - 0.005) < 1e-4)
    let drawn = cells(drawing)
    #expect(drawn.filter { $0.value == drawn[[20, 0]] }.keys.allSatisfy { $0[0] == 20 })
    #expect(drawn.count { $0.value == drawn[[20, 0]] } == 100)
}

@Test func blankWindowsAreShadedAndCounted() throws {
    let figure = chart(map(blank: [0, 7, 8, 9, 49]) { _, _ in 1 })
    let gaps = try Drawing(figure).all("rect").filter { $0.class == "gap" }
    let widths = gaps.compactMap { $0.number("width") }
    let unit = try #require(widths.min())
    #expect(widths.map { ($0 / unit).rounded() } == [1, 3, 1])
    #expect(figure.caption.contains("Grey: 5 of 50 windows without a spectrum"))
    #expect(!chart(map { _, _ in 1 }).caption.contains("Grey"))
}

@Test func rowsThatTheBeatsDoNotShowStayWhiteAndAreExplained() throws {
    let figure = chart(map(rows: 80) { _, _ in 1 })
    #expect(cells(try Drawing(figure)).keys.map { $0[1] }.max() == 79)
    #expect(figure.caption.contains("White at the top"))
    let whole = chart(map { _, _ in 1 })
    #expect(!whole.caption.contains("White at the top"))
}

@Test func bandEdgesAndNamesCrossTheMap() throws {
    let drawing = try Drawing(chart(map { _, _ in 1 }))
    let edges = drawing.all("line").filter { $0.class == "edge" }
        .map { drawing.yValue($0.number("y1") ?? 0) }
    for (edge, hz) in zip(edges, [0.003, 0.04, 0.15, 0.4]) { #expect(abs(edge - hz) < 1e-3) }
    #expect(edges.count == 4)
    // ULF is 2 units of the drawing high.
    #expect(drawing.labels("band-name") == ["LF", "HF"])
    #expect(drawing.all("rect").filter { $0.class == "key-colour" }.count == 16)
}

@Test func aMapOfNothingIsSaidInWords() {
    let blank = chart(map(blank: Set(0..<50)) { _, _ in 1 })
    #expect(blank.isEmpty && blank.summary.contains("no window of the recording has a spectrum"))
    let constant = chart(map { _, _ in 1e-25 })
    #expect(constant.isEmpty && constant.summary.contains("do not vary"))
    let sheet = SVGSheet(title: "Power spectrum", subject: "x", figures: [constant]).source
    #expect(sheet.contains(constant.summary))
}

@Test func theLargestMapIsAModestFile() {
    var random = SplitMix64(seed: 9)
    let columns = (0..<300).map { _ in (0..<100).map { _ in pow(10, random.uniform(in: 1...5)) } }
    let figure = SpectrogramChart.figure(
        AnalysisFigures.Spectrogram(
            startSeconds: 0, windowSeconds: 300, stepSeconds: 288, rowWidthHz: 0.005,
            columns: columns),
        of: NNSeries(intervalsMs: [Double](repeating: 1000, count: 86_400)), bands: bands,
        estimator: "Welch")
    // White noise over four decades: as good as no two neighbours have one colour.
    #expect(figure.drawing(id: "f").source.utf8.count < 600_000)
}

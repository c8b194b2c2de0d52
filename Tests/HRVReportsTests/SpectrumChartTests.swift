import Foundation
import PhysioTypes
import Testing

@testable import HRVReports

@Test func spectrumShadesAndNamesEveryBandWideEnough() throws {
    let drawing = try Drawing(SpectrumChart.figure(spectrum(count: 300) { _ in 1000 }))
    #expect(drawing.all("rect").count == 5)
    #expect(drawing.labels("band-name") == ["VLF", "LF", "HF", "VHF"])
    #expect(drawing.figure.caption.contains("ULF 0–0.003, VLF 0.003–0.04, LF 0.04–0.15"))
}

/// The area under the drawn curve, measured in the drawing, is the power of the band.
@Test(arguments: [300, 2000, 60_001])
func spectrumKeepsTheAreaOfEveryBand(count: Int) throws {
    var state: UInt64 = 1
    func noise(_: Double) -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return 1000 + Double(state >> 40) / 16_777.216
    }
    let data = spectrum(count: count, noise)
    let drawing = try Drawing(SpectrumChart.figure(data))
    let area = try #require(drawing.all("polygon").first { $0.class == "area hf" })
    let hzPerUnit = 0.5 / (drawing.xOfTick("0.5") - drawing.xOfTick("0.0"))
    let power = area.shoelace * hzPerUnit * abs(drawing.yValue(1) - drawing.yValue(0))
    let expected = data.densityMsSquaredPerHz.enumerated().filter {
        (0.15..<0.4).contains(Double($0.offset) * data.stepHz)
    }.reduce(0) { $0 + $1.element * data.stepHz }
    // The oracle's sum is a step at each end off the band; coordinates are good to 1/300.
    #expect(abs(power / expected - 1) < 0.01 + 2 * data.stepHz / 0.25)
}

@Test func spectrumSaysHowManyFrequenciesMakeAPoint() {
    // 500 units less 58 and 18 at the sides, two points a unit: 848.
    for (count, words) in [(849, "mean of 2 "), (8480, "mean of 10 "), (8481, "mean of 11 ")] {
        let caption = SpectrumChart.figure(spectrum(count: count) { _ in 1 }).caption
        #expect(caption.contains(words + "neighbouring frequencies"))
    }
    let few = SpectrumChart.figure(spectrum(count: 848) { _ in 1 })
    #expect(!few.caption.contains("neighbouring"))
}

@Test func slowPowerThatDwarfsTheRestIsCutAndStated() throws {
    let data = spectrum(count: 1000) { $0 < 0.01 ? 500_000 : 1000 }
    let drawing = try Drawing(SpectrumChart.figure(data))
    let top = try #require(drawing.all("rect").compactMap { $0.number("y") }.min())
    let line = try #require(drawing.all("polyline").first)
    #expect(line.points.allSatisfy { $0.y >= top - 0.1 })
    #expect(drawing.figure.caption.contains("rises to 500000 ms²/Hz, beyond the end of the axis"))
    #expect(drawing.labels("tick").contains("1500"))
}

@Test func bandNamesFromOutsideNeitherBecomeClassesNorMarkup() throws {
    var data = spectrum(count: 300) { _ in 1 }
    data = AnalysisFigures.Spectrum(
        firstHz: data.firstHz, stepHz: data.stepHz,
        densityMsSquaredPerHz: data.densityMsSquaredPerHz,
        bands: [.init(name: "a\"<b>", lowHz: 0.1, highHz: 0.3)])
    let drawing = try Drawing(SpectrumChart.figure(data))
    #expect(drawing.labels("band-name") == ["a\"<b>"])
    #expect(drawing.all("rect").map(\.class) == ["band other"])
}

@Test func bandsThatOverlapHaveTheirNamesOnDifferentLines() throws {
    let plain = spectrum(count: 300) { _ in 1 }
    let data = AnalysisFigures.Spectrum(
        firstHz: 0, stepHz: plain.stepHz, densityMsSquaredPerHz: plain.densityMsSquaredPerHz,
        bands: plain.bands + [.init(name: "breath", lowHz: 0.1, highHz: 0.3)])
    let names = try Drawing(SpectrumChart.figure(data)).texts("band-name")
    let breath = try #require(names.first { $0.text == "breath" })
    #expect(names.filter { $0.attributes["dy"] == breath.attributes["dy"] }.count == 1)
}

// MARK: - Confidence

/// Quantiles of the chi-square at 2.5 and 97.5 %: scipy 1.17.1, `chi2.ppf(p, nu)`.
@Test(arguments: [
    (4.0, 0.4844185570879299, 11.143286781877796), (10, 3.2469727802368413, 20.483177350807388),
    (40, 24.433039170807888, 59.34170714317118),
])
func confidenceBandLiesAtTheQuantilesOfTheChiSquare(
    freedom: Double, low: Double, high: Double
) throws {
    let certainty = AnalysisFigures.Certainty.even(
        degreesOfFreedom: freedom, independentHz: .infinity)
    let figure = SpectrumChart.figure(
        spectrum(count: 200, certainty: certainty) { $0 > 0.3 && $0 < 0.31 ? 1000 : 100 })
    let drawing = try Drawing(figure)
    let band = try #require(drawing.all("polygon").first { $0.class == "confidence" })
    let heights = band.points.filter { abs($0.x - drawing.xOfTick("0.2")) < 2 }
        .map { drawing.yValue($0.y) }
    try #require(heights.count >= 4)
    // Half a tenth of a unit of the drawing is 0.3 ms^2/Hz on an axis of 1000 over 184 units.
    for (ends, expected) in [(heights.max(), freedom / low), (heights.min(), freedom / high)] {
        #expect(abs((ends ?? 0) - 100 * expected) < 0.4)
    }
    // The peak's own band is cut off where the axis ends.
    #expect(abs(drawing.yValue(band.points.map(\.y).min() ?? 0) - 1000) < 0.4)
    let words = "95 % confidence band, \(Int(freedom)) degrees of freedom"
    #expect(figure.caption.contains(words))
    #expect(drawing.all("g").allSatisfy { $0.class != "confidence-bar" })
}

/// Two degrees of freedom: the chi-square's quantile is -2 ln(1 - p).
@Test func anIntervalThatWouldFillTheChartIsABarAtThePeak() throws {
    let certainty = AnalysisFigures.Certainty.even(degreesOfFreedom: 2, independentHz: .infinity)
    let figure = SpectrumChart.figure(
        spectrum(count: 201, certainty: certainty) { abs($0 - 0.2) < 1e-9 ? 1000 : 100 })
    let drawing = try Drawing(figure)
    #expect(drawing.all("polygon").allSatisfy { $0.class != "confidence" })
    let bar = try #require(drawing.all("g").first { $0.class == "confidence-bar" })
    let stem = try #require(bar.all("line").first)
    #expect(abs((stem.number("x1") ?? 0) - drawing.xOfTick("0.2")) < 0.1)
    #expect(abs(drawing.yValue(stem.number("y1") ?? 0) - 1000 / -log(0.025)) < 0.4)
    // 39.5 times the peak lies far beyond the axis.
    #expect(abs(drawing.yValue(stem.number("y2") ?? 0) - 1000) < 0.4)
    #expect(figure.caption.contains("2 degrees of freedom: from 0.27 to 39 times"))
}

@Test func aMeanOfManyFrequenciesIsSurerThanOne() {
    // 8480 frequencies, 10 a point: a width of 10 steps, five times the independent one.
    let step = 0.5 / 8479
    let certainty = AnalysisFigures.Certainty.even(
        degreesOfFreedom: 2, independentHz: 2 * step)
    let caption = SpectrumChart.figure(spectrum(count: 8480, certainty: certainty) { _ in 1 })
        .caption
    #expect(caption.contains("95 % confidence band, 10 degrees of freedom"))
}

@Test func degreesOfFreedomOfTheirOwnAtEachFrequencyWidenTheBandWhereTheyAreFew() throws {
    let freedom = (0..<200).map { $0 < 100 ? 4.0 : 40 }
    let figure = SpectrumChart.figure(
        spectrum(
            count: 200, certainty: .each(degreesOfFreedom: freedom, independentHz: .infinity)
        ) { $0 > 0.3 && $0 < 0.31 ? 1000 : 100 })
    let drawing = try Drawing(figure)
    let band = try #require(drawing.all("polygon").first { $0.class == "confidence" })
    func top(_ tick: String) -> Double {
        let near = band.points.filter { abs($0.x - drawing.xOfTick(tick)) < 2 }
        return drawing.yValue(near.map(\.y).min() ?? 0)
    }
    #expect(abs(top("0.1") - 100 * 4 / 0.4844185570879299) < 0.4)
    #expect(abs(top("0.4") - 100 * 40 / 24.433039170807888) < 0.4)
    #expect(figure.caption.contains("4 to 40 degrees of freedom, 40 in the middle"))
}

@Test func anEstimatorWithoutAnIntervalSaysSo() throws {
    let figure = SpectrumChart.figure(spectrum(count: 200) { _ in 100 })
    #expect(figure.caption.contains("gives no confidence interval"))
    let drawing = try Drawing(figure)
    #expect((drawing.all("polygon") + drawing.all("g")).allSatisfy { !$0.class.contains("conf") })
}

// MARK: - Sheet

@Test func aSheetHoldsItsWordsAndNoVariables() throws {
    let figure = SpectrumChart.figure(spectrum(count: 300) { _ in 100 }, shape: .sheet)
    let name = "a<b>&" + String(repeating: "/folder", count: 30) + "/file.txt"
    let source = SVGSheet(heading: name, figures: [figure]).source
    let root = try XMLTree(parsing: source)
    let captions = root.all("text").filter { $0.class == "caption" }.map(\.text)
    #expect(captions.joined(separator: " ") == figure.caption)
    let heading = try #require(root.all("text").first { $0.class == "heading" }).text
    #expect(heading.hasPrefix("…") && heading.hasSuffix("/folder/file.txt"))
    #expect(!source.contains("var(") && !source.contains("url(") && !source.contains("href"))
    let height = try #require(root.number("height"))
    #expect(root.all("text").allSatisfy { ($0.number("y") ?? 1e9) < height })
}

@Test func linesBreakAtSpacesAndOnlyLongWordsAreCut() {
    let words = (0..<60).map { String(repeating: "x", count: 1 + $0 % 11) }
    let lines = SVGSheet.lines(of: words.joined(separator: " "))
    #expect(lines.flatMap { $0.split(separator: " ").map(String.init) } == words)
    #expect(lines.count > 2 && lines.allSatisfy { $0.count <= 122 })
    let long = SVGSheet.lines(of: String(repeating: "y", count: 300))
    #expect(long.map(\.count) == [122, 122, 56])
    #expect(SVGSheet.lines(of: "").isEmpty)
}

// MARK: - Help

/// A density on a grid from 0 to 0.5 Hz with the Task Force's bands.
private func spectrum(
    count: Int, certainty: AnalysisFigures.Certainty = .unknown,
    _ density: (Double) -> Double
) -> AnalysisFigures.Spectrum {
    let step = 0.5 / Double(count - 1)
    return AnalysisFigures.Spectrum(
        firstHz: 0, stepHz: step,
        densityMsSquaredPerHz: (0..<count).map { density(Double($0) * step) },
        bands: [
            .init(name: "ULF", lowHz: 0, highHz: 0.003),
            .init(name: "VLF", lowHz: 0.003, highHz: 0.04),
            .init(name: "LF", lowHz: 0.04, highHz: 0.15),
            .init(name: "HF", lowHz: 0.15, highHz: 0.4),
            .init(name: "VHF", lowHz: 0.4, highHz: 0.5),
        ], certainty: certainty)
}

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
    let certainty = AnalysisFigures.Certainty.uniform(
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
    let certainty = AnalysisFigures.Certainty.uniform(degreesOfFreedom: 2, independentHz: .infinity)
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
    let certainty = AnalysisFigures.Certainty.uniform(
        degreesOfFreedom: 2, independentHz: 2 * step)
    let caption = SpectrumChart.figure(spectrum(count: 8480, certainty: certainty) { _ in 1 })
        .caption
    #expect(caption.contains("95 % confidence band, 10 degrees of freedom"))
}

@Test func degreesOfFreedomOfTheirOwnAtEachFrequencyWidenTheBandWhereTheyAreFew() throws {
    let freedom = (0..<200).map { $0 < 100 ? 4.0 : 40 }
    let figure = SpectrumChart.figure(
        spectrum(
            count: 200,
            certainty: .perFrequency(degreesOfFreedom: freedom, independentHz: .infinity)
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

// MARK: - Several estimators

/// An estimate with LF and HF powers and a resolution.
private func estimate(
    _ title: String, count: Int = 300, resolutionHz: Double = 0.004, lf: MetricResult? = nil,
    _ density: (Double) -> Double
) -> SpectrumEstimate {
    let metrics = [
        lf ?? MetricResult(key: "HRV_LF_ms2", value: 464.04),
        MetricResult(key: "HRV_HF_ms2", value: 568.8),
    ]
    return SpectrumEstimate(
        title: title,
        spectrum: spectrum(
            count: count, certainty: .uniform(degreesOfFreedom: 20, independentHz: .infinity),
            density),
        row: AnalysisRow(
            startSeconds: 0, durationSeconds: 300, beatCount: 300, coverage: 1,
            spectrumDegreesOfFreedom: 20.04, spectrumResolutionHz: resolutionHz,
            metrics: metrics, notices: []))
}

@Test func severalEstimatorsShareBandsAndAxesAndHaveALineEach() throws {
    let names = ["Welch", "Lomb-Scargle", "Burg"]
    let figure = SpectrumChart.figure(
        names.enumerated().map { index, name in estimate(name) { _ in 100 * Double(index + 1) } },
        shape: .sheet)
    let drawing = try Drawing(figure)
    #expect(drawing.all("rect").count == 5)
    #expect(drawing.all("polygon").map(\.class) == ["confidence"])
    let curves = drawing.all("polyline").filter { $0.class.hasPrefix("line") }
    #expect(Set(curves.map(\.class)) == ["line", "line line-2", "line line-3"])
    for curve in curves {
        let index = ["line", "line line-2", "line line-3"].firstIndex(of: curve.class) ?? 0
        let value = drawing.yValue(curve.points.first?.y ?? 0)
        #expect(abs(value - 100 * Double(index + 1)) < 0.2)
    }
    // Each with its sample, name, powers, resolution and degrees of freedom.
    let samples = drawing.all("line").filter { $0.class.hasPrefix("line") }
    #expect(samples.map(\.class) == ["line", "line line-2", "line line-3"])
    #expect(drawing.labels("key-name") == names)
    let row = ["464.0", "568.8", "0.004000", "20"]
    #expect(drawing.labels("key-number") == row + row + row)
    #expect(figure.caption.contains("Around the line of Welch: 95 % confidence band"))
    #expect(!figure.caption.contains("can be compared"))
}

@Test func everyEstimatorHasItsOwnColourAndDashes() {
    let rules = ChartStyle.standaloneRules.split(separator: "\n").filter { $0.contains(".line-") }
    func values(_ property: String) -> Set<Substring> {
        Set(
            rules.flatMap { $0.split(separator: ";") }.filter { $0.contains(property + ":") }
                .compactMap { $0.split(separator: ":").last })
    }
    #expect(rules.count == 4)
    #expect(values("stroke").count == 4 && values("stroke-dasharray").count == 4)
}

/// 0.004 Hz are 40 steps of 0.0001 Hz: the fine curve alone is drawn as their means.
@Test func aFinerEstimatorIsDrawnAsMeansOverTheCoarsestResolution() throws {
    let coarse = estimate("Welch", count: 251) { _ in 100 }
    let fine = estimate("Lomb-Scargle", count: 5001, resolutionHz: 0.0002) { hz in
        Int((hz / 0.0001).rounded()).isMultiple(of: 2) ? 0 : 200
    }
    let figure = SpectrumChart.figure([coarse, fine], shape: .sheet)
    let drawing = try Drawing(figure)
    func curve(_ name: String) throws -> XMLTree {
        try #require(drawing.all("polyline").first { $0.class == name })
    }
    #expect(try curve("line").points.count == 251)
    // The one frequency that is left over joins the last group.
    let means = try curve("line line-2").points
    #expect(means.count == 125)
    #expect(means.dropLast().allSatisfy { abs(drawing.yValue($0.y) - 100) < 0.2 })
    #expect(figure.caption.contains("means over 0.004000 Hz"))
}

@Test func aCurveThatTowersAboveAllOthersIsCutAndNamed() throws {
    let figure = SpectrumChart.figure(
        [
            estimate("Welch") { _ in 100 },
            estimate("Burg", count: 501) { abs($0 - 0.25) < 0.0004 ? 9000 : 50 },
        ], shape: .sheet)
    let drawing = try Drawing(figure)
    #expect(figure.caption.contains("Burg rises to 9000 ms²/Hz at 0.2500 Hz, beyond the end"))
    #expect(!figure.caption.contains("Welch rises"))
    #expect(drawing.labels("tick").contains("150") && !drawing.labels("tick").contains("9000"))
}

@Test func aMissingOrForcedPowerHasItsReasonInTheCaption() throws {
    let reason = MissingReason.tooFew(needed: 120, found: 80, .seconds)
    let missing = estimate("Welch", lf: MetricResult(key: "HRV_LF_ms2", missing: reason)) { _ in 1 }
    let forced = estimate(
        "Burg", lf: MetricResult(key: "HRV_LF_ms2", forced: 12, against: reason)
    ) { _ in 1 }
    let none = SpectrumEstimate(title: "Multitaper", spectrum: nil)
    let figure = SpectrumChart.figure([missing, forced, none], shape: .sheet)
    let drawing = try Drawing(figure)
    #expect(drawing.labels("key-number").first == "–")
    #expect(drawing.labels("key-number").contains("12.00*"))
    #expect(figure.caption.contains("LF by Welch is missing: needs 120 seconds, has 80."))
    #expect(figure.caption.contains("LF by Burg is forced (*): needs 120 seconds, has 80."))
    #expect(figure.caption.contains("No spectrum could be estimated by Multitaper."))
}

@Test func estimatorsThatSeeAPartOfTheRecordingAreNamed() {
    func cut(_ title: String, _ seconds: Double) -> SpectrumEstimate {
        let whole = estimate(title) { _ in 100 }
        let part = AnalysisFigures.Spectrum(
            firstHz: 0, stepHz: 0.001, densityMsSquaredPerHz: [1, 1, 1], bands: [],
            analysedSeconds: seconds)
        return SpectrumEstimate(title: title, spectrum: part, row: whole.row)
    }
    let caption = SpectrumChart.figure(
        [cut("Lomb-Scargle", 300), cut("Welch", 170), cut("Burg", 170)], shape: .sheet
    ).caption
    #expect(
        caption.contains(
            "Only the longest stretch without a gap, 2 min 50 s of 5 min, can be used by Welch, Burg."
        ))
    #expect(!SpectrumChart.figure([cut("Welch", 299.5)], shape: .sheet).caption.contains("Only"))
}

// MARK: - Sheet

@Test func aSheetHoldsItsWordsAndNoVariables() throws {
    let figure = SpectrumChart.figure(
        [SpectrumEstimate(title: "Welch", spectrum: spectrum(count: 300) { _ in 100 })],
        shape: .sheet)
    let name = "a<b>&" + String(repeating: "/folder", count: 30) + "/file.txt"
    let source = SVGSheet(title: "Power spectrum", subject: name, figures: [figure]).source
    let root = try XMLTree(parsing: source)
    let captions = root.all("text").filter { $0.class == "caption" }.map(\.text)
    #expect(captions.joined(separator: " ") == figure.caption)
    let heading = try #require(root.all("text").first { $0.class == "heading" }).text
    #expect(heading.hasPrefix("Power spectrum of …") && heading.hasSuffix("/folder/file.txt"))
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

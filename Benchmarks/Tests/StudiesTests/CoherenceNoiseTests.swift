import Foundation
import Studies
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct CoherenceNoiseTests {
    private static let report = CoherenceNoiseReport(CoherenceNoiseStudy(seed: 3, drawCount: 120))

    /// The numbers of a row whose cells begin so.
    private static func numbers(_ start: String) throws -> [Double] {
        let row = try #require(
            report.markdown.split(separator: "\n").first { $0.hasPrefix("| " + start) })
        return row.dropFirst(start.count + 2).split { !"0123456789.".contains($0) }
            .compactMap { Double($0) }
    }

    /// Three equal bins of four: Beta(3, 1), mean 3 / 4 and deviation 0.19, cut at 1; of 120 draws
    /// within 0.06.
    @Test func overThirtySecondsNoiseScoresThreeQuartersByTheReference() throws {
        let white = try Self.numbers("30 s | white noise |")
        #expect(white.count == 8)
        #expect(abs(white[1] - 0.75) < 0.07, "\(white)")
        // 0.3^3 of the draws are lower than 0.3.
        #expect(white[3] < 10, "\(white)")
        #expect(white[5] < 0.1 && white[7] > 95, "\(white)")
    }

    @Test func theHarmonicScoreKeepsNoiseFromBreathing() throws {
        for seconds in [30, 60] {
            let noise = try Self.numbers("\(seconds) s | 1/f noise |")
            let paced = try Self.numbers("\(seconds) s | paced sine and 1/f noise |")
            // The highest twentieth of noise against the lowest of breathing.
            #expect(noise[6] < paced[4], "\(noise) \(paced)")
        }
        let noise = try Self.numbers("30 s | white noise |")
        let paced = try Self.numbers("30 s | paced sine and 1/f noise |")
        #expect(noise[2] > paced[0], "the reference score tells them apart")
    }

    /// R^2 of phases without order has the mean 1 / N, for 10 or 11 breaths.
    @Test func phasesOfNoiseHaveNoOrder() throws {
        let levels = try Self.numbers("`phase_synchrony` |")
        #expect(levels.count == 4)
        for mean in [levels[0], levels[2]] { #expect(abs(mean - 0.095) < 0.04, "\(levels)") }
    }

    @Test func theFigureIsADrawing() {
        let drawing = Self.report.svg
        let parser = XMLParser(data: Data(drawing.utf8))
        #expect(parser.parse())
        #expect(drawing.split(separator: "\n").filter { $0.hasPrefix("<polyline") }.count == 12)
        #expect(Self.report.markdown.contains("Seed 3, 120 draws"))
        #expect(Self.report.markdown.contains("](" + CoherenceNoiseReport.figurePath + ")"))
    }
}

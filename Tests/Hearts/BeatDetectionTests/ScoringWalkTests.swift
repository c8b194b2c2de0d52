import BeatDetection
import Testing

/// Random annotation files against tables of a program that keeps the state of a reader as bxb
/// does (one beat ahead, two segments of flutter and of noise back).
///
/// The tables were made with Python 3.11 from the same generator; the walk there was written from
/// the behaviour of bxb (WFDB 10, revision of 7 November 2001), with counts of integer samples at
/// 360 Hz, a window of 54 samples, flutter waves left out.
@Suite struct ScoringWalkTests {
    struct Table: Sendable, CustomTestStringConvertible {
        let seed: UInt64
        let count: Int
        let start: Double
        let end: Double
        let cells: [Int]
        let offsetSum: Int
        let offsetSquareSum: Int
        var testDescription: String { "seed \(seed)" }
    }

    /// The linear congruential generator of Knuth's MMIX.
    private struct Congruential {
        var state: UInt64
        mutating func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(count))
        }
    }

    typealias Mark = (Int, Character, Int)
    private static let symbols = Array("NNNNNVVAF/Q!")

    private static func reference(_ count: Int, _ g: inout Congruential) -> ([Mark], end: Int) {
        var marks: [Mark] = []
        var t = 0
        for _ in 0..<count {
            t += 20 + g.next(300)
            marks.append((t, symbols[g.next(12)], 0))
            switch g.next(60) {
            case 0:
                marks += [(t + 5, "[", 0), (t + 30, "N", 0), (t + 60, "V", 0)]
                t += 90 + g.next(400)
                marks.append((t, "]", 0))
            case 1:
                marks.append((t + 5, "~", 48))
                t += 90 + g.next(400)
                marks.append((t, "~", 0))
            default: break
            }
        }
        return (marks, t + 100)
    }

    private static func test(
        _ reference: [Mark], end: Int, _ g: inout Congruential
    ) -> [Mark] {
        var marks: [Mark] = []
        var t = 0
        while true {
            t += 20 + g.next(300)
            if t > end { break }
            marks.append((t, symbols[g.next(11)], 0))
            let event = g.next(60)
            if event < 2 {
                marks.append((t + 5, event == 0 ? "~" : "[", event == 0 ? 48 : 0))
                t += 90 + g.next(400)
                marks.append((t, event == 0 ? "~" : "]", 0))
            }
        }
        for (sample, symbol, _) in reference where "NVAF/Q".contains(symbol) {
            guard g.next(2) == 0 else { continue }
            let position = sample + g.next(61) - 30
            marks.append((position, g.next(4) > 0 ? "N" : symbol, 0))
        }
        return withoutBeatsInUnreadableSegments(
            marks.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
                .map(\.element))
    }

    private static func withoutBeatsInUnreadableSegments(_ marks: [Mark]) -> [Mark] {
        var isOpen = false
        return marks.filter { mark in
            if isOpen && mark.1 != "~" && mark.1 != "]" { return false }
            if mark.1 == "[" || (mark.1 == "~" && mark.2 == 48) {
                isOpen = true
            } else if mark.1 == "]" || mark.1 == "~" {
                isOpen = false
            }
            return true
        }
    }

    private static func marks(_ list: [Mark]) -> BeatMarks {
        BeatMarks(
            marks: list.map { .init(position: Double($0.0), symbol: $0.1, subtype: $0.2) },
            sampleRateHz: 360)
    }

    static let tables = [
        Table(
            seed: 1, count: 400, start: 0, end: 72990,
            cells: [
                81, 8, 12, 3, 9, 45, 2, 14, 4, 0, 2, 1, 9, 0, 38, 3, 6, 2, 4, 16, 2, 17, 1, 2, 4, 2,
                11, 0, 25, 3, 8, 0, 5, 16, 4, 157, 22, 46, 15, 57, 0, 0, 4, 1, 3, 1, 1, 0, 0,
            ], offsetSum: -99, offsetSquareSum: 108645),
        Table(
            seed: 2, count: 400, start: 0, end: 73865,
            cells: [
                75, 5, 13, 4, 11, 40, 3, 11, 7, 1, 0, 2, 12, 1, 39, 2, 8, 2, 4, 14, 1, 16, 1, 1, 7,
                5, 11, 0, 37, 4, 7, 1, 8, 16, 1, 155, 20, 57, 32, 44, 0, 0, 2, 0, 1, 1, 1, 0, 0,
            ], offsetSum: 146, offsetSquareSum: 111388),
        Table(
            seed: 3, count: 300, start: 9000, end: 53853,
            cells: [
                58, 6, 5, 3, 4, 24, 1, 15, 3, 1, 1, 4, 6, 0, 24, 2, 7, 5, 5, 10, 2, 14, 0, 0, 1, 0,
                7, 0, 9, 0, 2, 1, 4, 14, 0, 75, 17, 34, 15, 32, 0, 0, 2, 0, 0, 1, 0, 0, 0,
            ], offsetSum: -44, offsetSquareSum: 79818),
        Table(
            seed: 4, count: 300, start: 9000, end: 37307,
            cells: [
                38, 2, 6, 5, 4, 16, 3, 5, 1, 0, 1, 1, 2, 2, 11, 0, 3, 0, 2, 2, 0, 7, 0, 0, 3, 1, 0,
                2, 13, 0, 0, 1, 5, 10, 1, 62, 7, 24, 5, 17, 0, 0, 1, 1, 1, 0, 0, 0, 0,
            ], offsetSum: 44, offsetSquareSum: 42952),
        Table(
            seed: 5, count: 500, start: 20011, end: 44006,
            cells: [
                17, 2, 3, 2, 2, 15, 1, 7, 2, 0, 0, 0, 4, 0, 12, 0, 1, 2, 0, 13, 2, 6, 0, 1, 0, 1, 2,
                0, 17, 1, 1, 0, 7, 4, 0, 36, 11, 15, 7, 21, 0, 0, 1, 2, 1, 1, 2, 0, 0,
            ], offsetSum: 114, offsetSquareSum: 36176),
        Table(
            seed: 6, count: 200, start: 3601, end: 30073,
            cells: [
                29, 1, 2, 3, 6, 17, 1, 5, 1, 0, 1, 0, 1, 0, 10, 0, 4, 1, 6, 5, 1, 6, 0, 2, 2, 0, 1,
                0, 15, 2, 3, 2, 6, 4, 1, 49, 10, 22, 9, 18, 0, 0, 0, 0, 1, 0, 0, 0, 0,
            ], offsetSum: -42, offsetSquareSum: 56822),
    ]

    @Test(arguments: tables)
    func countsAreThoseOfTheOtherProgram(table: Table) throws {
        var generator = Congruential(state: table.seed)
        let (reference, end) = Self.reference(table.count, &generator)
        let test = Self.test(reference, end: end, &generator)
        var comparison = BeatComparison()
        comparison.learningPeriodSeconds = table.start / 360
        comparison.endSeconds = table.end / 360
        let score = comparison.score(Self.marks(test), reference: Self.marks(reference))
        let cells = BeatLabel.allCases.flatMap { row in
            BeatLabel.allCases.map { score[row, $0] }
        }
        #expect(cells == table.cells)
        let count = Double(score.truePositives)
        let mean = 1000.0 / 360 * Double(table.offsetSum) / count
        #expect(abs(try #require(score.offsetMeanMs) - mean) < 1e-9)
        let squares =
            Double(table.offsetSquareSum) - Double(table.offsetSum * table.offsetSum) / count
        let deviation = 1000.0 / 360 * (squares / (count - 1)).squareRoot()
        #expect(abs(try #require(score.offsetDeviationMs) - deviation) < 1e-9)
    }
}

import BeatDetection
import Foundation
import RecordingFiles
import Testing
import TestSupport

/// Tables of beats and the figures from them.
@Suite struct ScoringFiguresTests {
    private static func marks(_ text: String) -> BeatMarks {
        // One symbol a second; a dot is no beat.
        let marks = text.enumerated().compactMap { index, symbol in
            symbol == "." ? nil : BeatMarks.Mark(position: Double(index), symbol: symbol)
        }
        return BeatMarks(marks: marks, sampleRateHz: 1)
    }

    /// Window rounded to 0 samples at 1 Hz: only beats of one second are pairs.
    private static func score(_ reference: String, _ test: String) -> BeatScore {
        BeatComparison().score(marks(test), reference: marks(reference))
    }

    @Test func figuresOfATableByHand() throws {
        let score = Self.score("NNNVVVFQNA.L.", "NNVVVN.QNNN.V")
        #expect(score[.normal, .normal] == 3 && score[.normal, .ventricular] == 1)
        #expect(score[.ventricular, .ventricular] == 2 && score[.ventricular, .normal] == 1)
        #expect(score[.fusion, .none] == 1 && score[.unknown, .unknown] == 1)
        #expect(score[.supraventricular, .normal] == 1 && score[.normal, .none] == 1)
        #expect(score[.none, .normal] == 1 && score[.none, .ventricular] == 1)
        #expect(score.truePositives == 9 && score.falseNegatives == 2 && score.falsePositives == 2)
        #expect(try #require(score.sensitivity) == 900.0 / 11)
        #expect(try #require(score.positivePredictivity) == 900.0 / 11)
        #expect(try #require(score.f1) == 1800.0 / 22)
        #expect(score.ventricular.truePositives == 2 && score.ventricular.falseNegatives == 1)
        #expect(score.ventricular.falsePositives == 2)
        // N N N, A N, Q Q, and the surplus N.
        #expect(score.ventricular.trueNegatives == 6)
        #expect(try #require(score.ventricular.sensitivity) == 200.0 / 3)
        #expect(try #require(score.ventricular.positivePredictivity) == 50)
        #expect(try #require(score.ventricular.falsePositiveRate) == 25)
    }

    @Test func fusionAndUnknownBeatsCalledVentricularAreNoError() {
        let score = Self.score("FQ/", "VVV")
        #expect(score.ventricular.falsePositives == 0 && score.truePositives == 3)
    }

    /// Two of four found; of those called S one is N, one V, one F, one Q and one surplus.
    @Test func figuresOfSupraventricularBeatsByHand() throws {
        let score = Self.score("AASJNVFQ.N", "SSNVSSSSSN").supraventricular
        // Two right; N and V missed; N, V, F and the surplus one false, Q ignored; N N is true.
        #expect(score.truePositives == 2 && score.falseNegatives == 2)
        #expect(score.falsePositives == 4 && score.trueNegatives == 1)
        #expect(try #require(score.sensitivity) == 50)
        #expect(try #require(score.positivePredictivity) == 100.0 / 3)
        #expect(try #require(score.falsePositiveRate) == 80)
    }

    @Test func whatHasNoDivisorHasNoValue() {
        let score = BeatScore()
        #expect(score.sensitivity == nil && score.positivePredictivity == nil && score.f1 == nil)
        #expect(score.offsetMeanMs == nil && score.offsetDeviationMs == nil)
        #expect(score.ventricular.sensitivity == nil)
        #expect(Self.score("", "N").sensitivity == nil)
        #expect(Self.score("", "N").positivePredictivity == 0)
        #expect(Self.score("N", "N").offsetDeviationMs == nil)
    }

    @Test func offsetsAreDetectedLessAnnotated() throws {
        let reference = BeatMarks(positions: [1000, 2000, 3000], sampleRateHz: 1000)
        let test = BeatMarks(positions: [1010, 2004, 2998.5], sampleRateHz: 1000)
        let score = BeatComparison().score(test, reference: reference)
        // 10, 4 and -1.5 ms: mean 25/6, squared deviations 66.17 over 2.
        #expect(abs(try #require(score.offsetMeanMs) - 25.0 / 6) < 1e-9)
        let squares = [10, 4, -1.5].reduce(0) { $0 + ($1 - 25.0 / 6) * ($1 - 25.0 / 6) }
        #expect(abs(try #require(score.offsetDeviationMs) - (squares / 2).squareRoot()) < 1e-9)
    }

    @Test func scoresAddUpAndAverage() throws {
        let a = Self.score("NNNN", "NNN.")
        let b = Self.score("NN", "NN")
        #expect((a + b).sensitivity == 500.0 / 6)
        #expect(try #require(BeatScoreAverage([a, b, BeatScore()]).sensitivity) == 87.5)
        #expect(BeatScoreAverage([]).f1 == nil)
        #expect((a + b)[.normal, .normal] == 5)
    }

    /// One of two V is found; then the one V is found and the N is called V; a record without V has
    /// no sensitivity.
    @Test func averagesOfVentricularBeatsByHand() throws {
        let scores = [("VVN", "VNN"), ("VN", "VV"), ("N", "N")].map { Self.score($0.0, $0.1) }
        let average = BeatScoreAverage(scores).ventricular
        #expect(try #require(average.sensitivity) == 75)
        #expect(try #require(average.positivePredictivity) == 75)
        // 0, 100 and 0 %.
        #expect(try #require(average.falsePositiveRate) == 100.0 / 3)
        #expect(BeatScoreAverage(scores).supraventricular.sensitivity == nil)
    }

    @Test(arguments: Array("NLRBaAJSjneVrEF/fQ?"))
    func beatSymbolsHaveAClass(symbol: Character) throws {
        let expected: [Character: String] = [
            "N": "NLRB", "S": "aAJSjne", "V": "VrE", "F": "F", "Q": "/fQ?",
        ]
        let label = try #require(BeatLabel(symbol: symbol))
        #expect(expected[label.letter]?.contains(symbol) == true)
    }

    @Test(arguments: Array("![]~+|sT*D\"=pB^tu()x@".filter { $0 != "B" }))
    func otherSymbolsAreNoBeats(symbol: Character) {
        #expect(BeatLabel(symbol: symbol) == nil)
    }

    /// The table of `expected_bxb.out`: annotators `atr` and `ann` of record 100s, from its start.
    /// All beats agree there, so `ann` has those of `atr`.
    @Test(.needsDatasets) func theExampleOfTheWFDBToolsComesOutAsThere() throws {
        let beats = try AnnotatedBeats.read(
            path: Datasets.path("wfdb-apps/100s"), annotator: "atr")
        let marks = BeatMarks(
            marks: beats.beats.map { .init(position: Double($0.sample), symbol: $0.symbol) },
            sampleRateHz: beats.sampleRateHz)
        let text = try Datasets.text("wfdb-apps/expected_bxb.out")
        let score = BeatComparison().score(marks, reference: marks)
        // `bxb` without -S counts supraventricular beats as normal.
        let normal = score[.normal, .normal] + score[.supraventricular, .supraventricular]
        #expect(text.contains(" N |   \(normal)    0    0    0    0    0\n"))
        let (tp, fn) = (score.truePositives, score.falseNegatives)
        let fp = score.falsePositives
        #expect(text.contains("QRS sensitivity: 100.00% (\(tp)/\(tp + fn))"))
        #expect(text.contains("QRS positive predictivity: 100.00% (\(tp)/\(tp + fp))"))
    }
}

import BeatDetection
import Foundation
import TestSupport
import Testing

/// The pairing of beats.
@Suite struct ScoringComparisonTests {
    private static func steps(
        reference: [Double], test: [Double], rate: Double = 1000,
        _ change: (inout BeatComparison) -> Void = { _ in }
    ) -> [BeatComparison.Step] {
        var comparison = BeatComparison()
        change(&comparison)
        return comparison.steps(
            BeatMarks(positions: test, sampleRateHz: rate),
            reference: BeatMarks(positions: reference, sampleRateHz: rate))
    }

    @Test func theWindowIsInclusive() {
        #expect(Self.steps(reference: [1000], test: [1150]) == [.matched(reference: 0, test: 0)])
        #expect(Self.steps(reference: [1000], test: [850]) == [.matched(reference: 0, test: 0)])
        #expect(
            Self.steps(reference: [1000], test: [1151])
                == [.missed(reference: 0), .surplus(test: 0)])
        #expect(
            Self.steps(reference: [1000], test: [849])
                == [.surplus(test: 0), .missed(reference: 0)])
    }

    /// 0.15 s are 37.5 samples at 250 Hz and 19.2 at 128 Hz.
    @Test(arguments: [(250.0, 38.0), (128, 19), (360, 54)])
    func theWindowIsRoundedToSamplesOfTheReference(rate: Double, samples: Double) {
        #expect(
            Self.steps(reference: [500], test: [500 + samples], rate: rate)
                == [.matched(reference: 0, test: 0)])
        #expect(
            Self.steps(reference: [500], test: [501 + samples], rate: rate).count == 2)
    }

    @Test func theNearerOfTwoIsThePartner() {
        // Of two detections the second is nearer, so the first is surplus; and the other way round.
        #expect(
            Self.steps(reference: [1000], test: [900, 1020])
                == [.surplus(test: 0), .matched(reference: 0, test: 1)])
        #expect(
            Self.steps(reference: [1000], test: [990, 1020])
                == [.matched(reference: 0, test: 0), .surplus(test: 1)])
        // Of two annotated beats likewise.
        #expect(
            Self.steps(reference: [1000, 1120], test: [1110])
                == [.missed(reference: 0), .matched(reference: 1, test: 0)])
        // As near is not nearer: the later one has it.
        #expect(
            Self.steps(reference: [1000], test: [990, 1010])
                == [.surplus(test: 0), .matched(reference: 0, test: 1)])
    }

    @Test func emptyListsHaveNoPairs() {
        #expect(Self.steps(reference: [], test: []) == [])
        #expect(
            Self.steps(reference: [5, 9], test: []) == [
                .missed(reference: 0), .missed(reference: 1),
            ])
        #expect(Self.steps(reference: [], test: [5]) == [.surplus(test: 0)])
    }

    @Test func ratesOfTheTwoMayDiffer() {
        let comparison = BeatComparison()
        let reference = BeatMarks(positions: [360, 720, 1080], sampleRateHz: 360)
        let test = BeatMarks(positions: [250, 500, 760], sampleRateHz: 250)
        let score = comparison.score(test, reference: reference)
        #expect(score.truePositives == 3)
        // 0, 0 and 40 ms.
        #expect(abs((score.offsetMeanMs ?? 0) - 40.0 / 3) < 1e-9)
    }

    @Test func theLearningPeriodIsLeftOut() {
        // The last detection before 10 s belongs to the first beat behind it.
        #expect(
            Self.steps(reference: [9000, 10_020, 11_000], test: [9000, 9980, 11_000]) {
                $0.learningPeriodSeconds = 10
            } == [.matched(reference: 1, test: 1), .matched(reference: 2, test: 2)])
        // The first behind it may belong to a beat before it: not counted.
        #expect(
            Self.steps(reference: [9950, 11_000], test: [10_050, 11_000]) {
                $0.learningPeriodSeconds = 10
            } == [.matched(reference: 1, test: 1)])
        // Later than a window behind it, it counts.
        #expect(
            Self.steps(reference: [9950, 11_000], test: [10_160, 11_000]) {
                $0.learningPeriodSeconds = 10
            } == [.surplus(test: 0), .matched(reference: 1, test: 1)])
    }

    @Test func theEndIsWhereBothListsAreBehindIt() {
        let steps = Self.steps(reference: [1000, 2010, 3000], test: [1000, 1990, 3000]) {
            $0.endSeconds = 2
        }
        #expect(steps == [.matched(reference: 0, test: 0), .matched(reference: 1, test: 1)])
    }

    @Test func nothingCountsInFlutter() {
        typealias Mark = BeatMarks.Mark
        let reference = BeatMarks(
            marks: [
                Mark(position: 1000, symbol: "N"), Mark(position: 1500, symbol: "["),
                Mark(position: 1600, symbol: "!"), Mark(position: 1900, symbol: "V"),
                Mark(position: 2500, symbol: "]"), Mark(position: 2600, symbol: "N"),
            ], sampleRateHz: 1000)
        #expect(reference.beats.map(\.position) == [1000, 2600])
        #expect(reference.flutterRanges == [1500...2500])
        func score(_ test: [Double]) -> BeatScore {
            BeatComparison().score(
                BeatMarks(positions: test, sampleRateHz: 1000), reference: reference)
        }
        let inside = score([1000, 1500, 1900, 2200, 2600])
        #expect(inside.truePositives == 2 && inside.falsePositives == 0)
        // Outside the marks a detection counts; inside, one near a beat outside is its partner.
        #expect(score([1000, 1499, 2600]).falsePositives == 1)
        #expect(score([1000, 2490]).truePositives == 2)
    }

    @Test func anOpenFlutterLastsToTheEnd() {
        let marks = BeatMarks(
            marks: [.init(position: 5, symbol: "["), .init(position: 9, symbol: "N")],
            sampleRateHz: 1)
        #expect(marks.beats.isEmpty && marks.flutterRanges == [5...Double.infinity])
    }

    @Test func unreadableSegmentsHaveTheirOwnLabel() {
        typealias Mark = BeatMarks.Mark
        let reference = BeatMarks(
            marks: [
                Mark(position: 0, symbol: "~", subtype: 0x10), Mark(position: 1000, symbol: "N"),
                Mark(position: 1200, symbol: "~", subtype: 0x30),
                Mark(position: 3000, symbol: "~", subtype: 0), Mark(position: 4000, symbol: "N"),
            ], sampleRateHz: 1000)
        #expect(reference.unreadableRanges == [1200...3000])
        let test = BeatMarks(
            marks: [
                Mark(position: 1000, symbol: "N"), Mark(position: 2000, symbol: "V"),
                Mark(position: 3500, symbol: "~", subtype: 0x30),
                Mark(position: 4500, symbol: "~", subtype: 1), Mark(position: 5000, symbol: "N"),
            ], sampleRateHz: 1000)
        let score = BeatComparison().score(test, reference: reference)
        #expect(score[.unreadable, .ventricular] == 1 && score[.normal, .unreadable] == 1)
        #expect(score[.none, .normal] == 1 && score[.normal, .normal] == 1)
        #expect(score.falsePositives == 2 && score.falseNegatives == 1)
    }

    /// The largest number of pairs within the window that keep the order, and with it the smallest
    /// sum of distances: by a table over all prefixes.
    private static func best(_ a: [Double], _ b: [Double], window: Double) -> (Int, Double) {
        var table = Array(
            repeating: Array(repeating: (0, 0.0), count: b.count + 1), count: a.count + 1)
        func isBetter(_ x: (Int, Double), _ y: (Int, Double)) -> Bool {
            x.0 > y.0 || (x.0 == y.0 && x.1 < y.1)
        }
        for i in a.indices {
            for j in b.indices {
                var value = table[i][j + 1]
                if isBetter(table[i + 1][j], value) { value = table[i + 1][j] }
                let distance = abs(a[i] - b[j])
                if distance <= window {
                    let pair = (table[i][j].0 + 1, table[i][j].1 + distance)
                    if isBetter(pair, value) { value = pair }
                }
                table[i + 1][j + 1] = value
            }
        }
        return table[a.count][b.count]
    }

    private static func beats(
        _ count: Int, separation: ClosedRange<Double>, _ generator: inout SplitMix64
    ) -> [Double] {
        var time = 0.0
        return (0..<count).map { _ in
            time += generator.uniform(in: separation)
            return time.rounded()
        }
    }

    /// Beats of one list that lie more than two windows from each other have no choice, and the
    /// walk finds the best assignment; elsewhere never a better one.
    @Test(arguments: 1...20)
    func theWalkIsTheBestAssignmentWhereNoBeatHasAChoice(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for separation in [301.0...900, 30...400] {
            let a = Self.beats(120, separation: separation, &generator)
            let b = Self.beats(120, separation: separation, &generator)
            let steps = Self.steps(reference: a, test: b)
            var pairs = 0
            var sum = 0.0
            var seenA: [Int] = []
            var seenB: [Int] = []
            for step in steps {
                switch step {
                case .matched(let r, let t):
                    pairs += 1
                    sum += abs(a[r] - b[t])
                    seenA.append(r)
                    seenB.append(t)
                case .missed(let r): seenA.append(r)
                case .surplus(let t): seenB.append(t)
                }
            }
            // Every beat once, in order.
            #expect(seenA == Array(a.indices) && seenB == Array(b.indices))
            let best = Self.best(a, b, window: 150)
            if separation.lowerBound > 300 {
                #expect(pairs == best.0 && sum == best.1)
            } else {
                #expect(pairs <= best.0 && pairs * 10 > best.0 * 7, "\(pairs) of \(best)")
            }
        }
    }
}

import Foundation
import PhysioDSP
import PhysioTypes
import ResonanceBreathing
import Testing

/// Hearts whose criteria are known by calculation.
struct AssessmentRowTests {
    /// 120 s at 6 breaths/min with a heart rate of 70 + `bpm` sin 2 pi phase, intervals not rounded.
    private static func row(bpm: Double, missing: ClosedRange<Double>? = nil) -> AssessmentRow {
        let breathing = PacedHeart.breaths(seconds: 130) { _ in 6 }
        let nn = series { 70 + bpm * sin(2 * .pi * $0 / 10) }
        let retained = nn.intervalsMs.indices.filter {
            missing?.contains(nn.endTimesSeconds[$0]) != true
        }
        let part = NNSeries(
            intervalsMs: retained.map { nn.intervalsMs[$0] },
            endTimesSeconds: retained.map { nn.endTimesSeconds[$0] },
            isAdjacentToPrevious: retained.enumerated().map {
                $0.offset > 0 && retained[$0.offset - 1] == $0.element - 1
            }, startSeconds: nn.startSeconds, endSeconds: nn.endSeconds)
        return AssessmentRow(
            part.window(startSeconds: 5, endSeconds: 125), breathing: breathing,
            breathsPerMinute: 6)
    }

    /// Beats where the integral of the heart rate is whole, for 130 s.
    private static func series(_ heartRateBpm: (Double) -> Double) -> NNSeries {
        let step = 0.001
        var (turns, last, intervals) = (0.0, 0.0, [Double]())
        for index in 0..<130_000 {
            let rise = heartRateBpm((Double(index) + 0.5) * step) / 60 * step
            if turns + rise >= 1 {
                let beat = step * Double(index) + step * (1 - turns) / rise
                intervals.append((beat - last) * 1000)
                last = beat
                turns -= 1
            }
            turns += rise
        }
        return NNSeries(intervalsMs: intervals)
    }

    /// An interval of T = 60 / 70 s averages a sine over T, which leaves sinc(0.1 T) = 0.988 of it, and
    /// its top lies at most T / 2 from the middle of an interval: cos(pi 0.1 T) = 0.964.
    @Test func aSineHasItsAmplitude() throws {
        let amplitude = try #require(Self.row(bpm: 6)[.amplitude].value)
        #expect(amplitude < 12 * 0.989 && amplitude > 12 * 0.988 * 0.964)
    }

    /// Intervals 60000 / (70 + 6 s) oscillate by 60000 / 70 * 6 / 70 = 73.47 ms about their mean, times 0.988
    /// as above: a power of half its square, all of it inside the band but for the second
    /// harmonic, of (6 / 70 / 2)^2 = 0.2 % of the power.
    @Test func aSineHasItsPower() throws {
        let row = Self.row(bpm: 6)
        let expected = 0.5 * pow(60_000.0 / 70 * 6 / 70 * 0.988, 2)
        let power = try #require(row[.lfPower].value)
        #expect(abs(power / expected - 1) < 0.02)
        // The main lobe of a Hann taper over T holds 2 T / 3 of a tone's power at its top.
        let height = try #require(row[.lfPeakHeight].value)
        #expect(abs(height / (expected * 120 * 2 / 3) - 1) < 0.03)
    }

    @Test func aSineIsSmoothAndSteady() throws {
        let row = Self.row(bpm: 6)
        #expect(try #require(row[.smoothness].value) > 0.995)
        #expect(try #require(row[.phaseSynchrony].value) > 0.995)
        #expect(row[.lfPeakCount].value == 1)
    }

    /// A rhythm of half the amplitude has a peak of 25 %, one of a sixth 3 %.
    @Test(arguments: [(3.0, 2.0), (1.0, 1.0)])
    func aSecondRhythmIsASecondPeak(_ bpm: Double, _ count: Double) {
        let breathing = PacedHeart.breaths(seconds: 130) { _ in 6 }
        let nn = Self.series { time in
            70 + 6 * sin(2 * .pi * time / 10) + bpm * sin(2 * .pi * 0.06 * time)
        }
        let row = AssessmentRow(
            nn.window(startSeconds: 5, endSeconds: 125), breathing: breathing, breathsPerMinute: 6)
        #expect(row[.lfPeakCount].value == count)
    }

    @Test func missingBeatsLeaveNoValue() {
        let row = Self.row(bpm: 6, missing: 50...65)
        for criterion in AssessmentCriterion.allCases {
            #expect(row[criterion].value == nil)
            #expect(row[criterion].reasonCode == "coverage")
        }
    }

    @Test func aShortSegmentStatesWhatItNeeds() {
        let breathing = PacedHeart.breaths(seconds: 130) { _ in 6 }
        let nn = Self.series { 70 + 6 * sin(2 * .pi * $0 / 10) }
        let row = AssessmentRow(
            nn.window(startSeconds: 30, endSeconds: 61), breathing: breathing, breathsPerMinute: 6)
        #expect(row[.amplitude].value != nil && row[.smoothness].value != nil)
        #expect(row[.phaseSynchrony].reasonCode == "too_few")
        #expect(row[.lfPower].reasonText == "needs 60 seconds, has 31")
        #expect(row[.lfPeakCount].reasonCode == "too_few")
    }

    @Test func anEmptySegmentHasNoValue() {
        let row = AssessmentRow(
            NNSeries(intervalsMs: []), breathing: CommandedBreathing(), breathsPerMinute: 6)
        #expect(AssessmentCriterion.allCases.allSatisfy { row[$0].value == nil })
    }

    @Test func rowsAreCoded() throws {
        let rows = [Self.row(bpm: 6), Self.row(bpm: 6, missing: 50...65)]
        let data = try JSONEncoder().encode(rows)
        #expect(try JSONDecoder().decode([AssessmentRow].self, from: data) == rows)
    }

    @Test func aRowOfOtherCriteriaIsRefused() throws {
        let text =
            #"{"breathsPerMinute": 6, "startSeconds": 0, "endSeconds": 90, "values": [{"value": 1}]}"#
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(AssessmentRow.self, from: Data(text.utf8))
        }
    }
}

import Foundation
import MusicSelection
import PhysioDSP
import TestSupport
import Testing

@testable import MusicStudy

@Suite struct MusicStudyTests {
    private static var small: MusicStudyPlan {
        var plan = MusicStudyPlan(seed: 3, people: 2)
        plan.librarySizes = [20]
        plan.conditions.playCount = 120
        return plan
    }

    @Test func oneSeedGivesOneReport() {
        let report = MusicStudy(Self.small).report
        #expect(report == MusicStudy(Self.small).report)
        var other = Self.small
        other.seed = 4
        #expect(report != MusicStudy(other).report)
    }

    @Test func theReportSaysFirstThatItsPeopleAreInvented() throws {
        var parts: [Int] = []
        let study = MusicStudy(Self.small) { parts.append($0) }
        #expect(parts == Array(1...MusicStudy.partCount(Self.small)))
        let lines = study.report.split(separator: "\n", omittingEmptySubsequences: true)
        #expect(lines[1].hasPrefix("The people of this report are invented"))
        #expect(lines[1].contains("One song moves a heart less than an hour does"))
        for kind in ListenerKind.allCases { #expect(study.report.contains("| \(kind.title) |")) }
    }

    /// The report that is kept was written by this study, and its winner is the default; its estimate from the log
    /// holds the truth.
    @Test func theStoredReportDeterminesTheDefault() throws {
        let path = Repository.path("Guides/music-report.md")
        let report = try String(contentsOfFile: path, encoding: .utf8)
        #expect(report.contains("`hrv music evaluate --seed 1 --people 200`"))
        #expect(report.contains("The default policy is `\(SelectionPolicy.standard.rawValue)`."))
        #expect(report.contains("which the interval holds") && report.contains("`no_support`"))
    }

    @Test func aPersonThePoliciesShareMeetsTheSameWeeks() {
        func regret(_ policy: SelectionPolicy, _ seed: UInt64) -> ListenerOutcome {
            var run = ListenerRun(
                .design, songCount: 30, policy: policy, conditions: StudyConditions(), seed: seed)
            return run.run()
        }
        #expect(regret(.reference, 5) == regret(.reference, 5))
        #expect(regret(.reference, 5) != regret(.reference, 6))
        #expect(regret(.adaptive, 5).regret < regret(.random, 5).regret)
    }

    /// A song has one true value; kinds differ as their names say.
    @Test func kindsAreWhatTheirNamesSay() {
        func listener(_ kind: ListenerKind) -> SimulatedListener {
            var generator = SeededGenerator(seed: 7)
            return SimulatedListener(kind, songCount: 400, &generator)
        }
        /// Mean change of the heart rate of fast songs less that of slow ones.
        func lift(_ kind: ListenerKind, isSecondHalf: Bool) -> Double {
            let one = listener(kind)
            func mean(_ isFast: Bool) -> Double {
                let songs = one.songs.filter { ($0.bpm > 115) == isFast }
                return songs.reduce(0) { $0 + one.heartRateChange($1, isSecondHalf: isSecondHalf) }
                    / Double(songs.count)
            }
            return mean(true) - mean(false)
        }
        #expect(lift(.design, isSecondHalf: false) > 1 && lift(.design, isSecondHalf: true) > 1)
        #expect(lift(.reversed, isSecondHalf: false) < -1)
        #expect(lift(.changed, isSecondHalf: false) > 1 && lift(.changed, isSecondHalf: true) < -1)
        #expect(lift(.none, isSecondHalf: false) == 0)
        let peak = listener(.peak)
        let near = peak.songs.filter { abs($0.bpm - 105) < 10 }
        let far = peak.songs.filter { abs($0.bpm - 105) > 45 }
        func calm(_ songs: [SimulatedListener.Song]) -> Double {
            songs.reduce(0) { $0 + peak.value($1, .calm, isSecondHalf: false) }
                / Double(songs.count)
        }
        #expect(calm(near) > calm(far))
    }

    /// A share of the tempos is off by two, with the true one among the rivals.
    @Test func aFifthOfTheTemposIsOffByTwo() {
        var generator = SeededGenerator(seed: 8)
        let listener = SimulatedListener(.design, songCount: 2000, &generator)
        let facts = listener.facts(octaveErrorShare: 0.2, &generator)
        let off = zip(facts, listener.songs).filter { $0.bpm != $1.bpm }
        // 400 are expected, deviation 18.
        #expect(abs(off.count - 400) < 90)
        for (song, truth) in off { #expect(song.alternativeTempos.first?.bpm == truth.bpm) }
    }

    @Test func aRatioOfSumsAndItsInterval() {
        let ratio = RatioEstimate([1, 2, 3], over: [2, 4, 6])
        #expect(ratio.value == 0.5 && ratio.low == 0.5 && ratio.high == 0.5)
        // Differences from 2/3 x b: -1/3, 1, -2/3 ... of a = 1, 3, 2 over b = 2, 3, 4.
        let other = RatioEstimate([1, 3, 2], over: [2, 3, 4])
        let reach = 1.959964 * (7.0 / 9).squareRoot() / 3.0.squareRoot() / 3
        #expect(abs(other.value - 2.0 / 3) < 1e-12)
        #expect(abs(other.high - other.value - reach) < 1e-12)
    }
}

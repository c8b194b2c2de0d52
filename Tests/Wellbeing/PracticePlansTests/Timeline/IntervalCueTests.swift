import Testing

@testable import PracticePlans

@Suite struct IntervalCueTests {
    private func run(_ plan: IntervalPlan) -> [PracticeCue] {
        Timeline(.interval(plan), [TimedInput(.start, timeSeconds: 0)])
            .cues(after: -.infinity, through: 1e6)
    }

    private func times(_ sound: SoundName, _ cues: [PracticeCue]) -> [Double] {
        cues.filter { $0.content == .sound(.named(sound)) }.map(\.timeSeconds)
    }

    private func said(_ cues: [PracticeCue], _ language: PracticeLanguage = .en) -> [String] {
        cues.compactMap { cue in
            guard case .words(let phrase) = cue.content else { return nil }
            return "\(cue.timeSeconds) \(phrase.text(language))"
        }
    }

    /// The example of the design: P 10, W 30, R 15, N 3.
    @Test func theExampleSoundsAsDesigned() throws {
        let cues = run(try IntervalPlan(rounds: 3))
        #expect(times(.leadIn, cues) == [0])
        #expect(times(.changeToWork, cues) == [10, 55, 100])
        #expect(times(.changeToRest, cues) == [40, 85])
        #expect(times(.close, cues) == [130])
        #expect(
            times(.tick, cues) == [
                7, 8, 9, 37, 38, 39, 52, 53, 54, 70, 82, 83, 84, 97, 98, 99, 127, 128, 129,
            ])
        #expect(
            said(cues) == [
                "0.4 Get ready", "10.4 Round 1 of 3", "40.4 Rest", "55.4 Round 2 of 3",
                "70.4 Halfway", "85.4 Last round", "100.4 Round 3 of 3", "130.4 Done",
            ])
        #expect(
            said(cues, .de) == [
                "0.4 Mach dich bereit", "10.4 Runde 1 von 3", "40.4 Pause", "55.4 Runde 2 von 3",
                "70.4 Halbzeit", "85.4 Letzte Runde", "100.4 Runde 3 von 3", "130.4 Geschafft",
            ])
    }

    @Test func withoutRestsTheLastRoundReplacesItsNumber() throws {
        let cues = run(try IntervalPlan(prepareSeconds: 0, restSeconds: 0, rounds: 3))
        #expect(times(.changeToRest, cues).isEmpty && times(.changeToWork, cues) == [0, 30, 60])
        #expect(
            said(cues) == [
                "0.4 Round 1 of 3", "30.4 Round 2 of 3", "45.4 Halfway", "60.4 Last round",
                "90.4 Done",
            ])
        let single = run(try IntervalPlan(prepareSeconds: 0, restSeconds: 0, rounds: 1))
        #expect(said(single) == ["0.4 Round 1 of 1", "30.4 Done"])
        #expect(times(.tick, single) == [27, 28, 29])
    }

    /// The middle of an even number of rounds without rests is the start of one: its words win.
    @Test func theUpperRowStaysWhereWordsOverlap() throws {
        let cues = run(try IntervalPlan(prepareSeconds: 0, restSeconds: 0, rounds: 4))
        #expect(
            cues.filter { $0.timeSeconds == 60 }.map(\.content)
                == [.sound(.named(.changeToWork)), .sound(.named(.tick))])
        #expect(said(cues).filter { $0.hasPrefix("60.4") } == ["60.4 Round 3 of 4"])
        // A rest of 1 s: the round, which begins 1 s later, is above it, and so is the last round.
        let short = run(try IntervalPlan(prepareSeconds: 0, restSeconds: 1, rounds: 3))
        #expect(
            said(short) == [
                "0.4 Round 1 of 3", "31.4 Round 2 of 3", "46.4 Halfway", "62.4 Round 3 of 3",
                "92.4 Done",
            ])
        #expect(times(.changeToRest, short) == [30, 61])
    }

    @Test func aLongWorkPhaseAnnouncesItsLast30Seconds() throws {
        let cues = run(try IntervalPlan(prepareSeconds: 0, workSeconds: 60, rounds: 3))
        // In the second work the middle of all falls on the same moment, and stays.
        #expect(
            said(cues) == [
                "0.4 Round 1 of 3", "30.4 30 seconds left", "60.4 Rest", "75.4 Round 2 of 3",
                "105.4 Halfway", "135.4 Last round", "150.4 Round 3 of 3", "180.4 30 seconds left",
                "210.4 Done",
            ])
        let less = run(try IntervalPlan(workSeconds: 59.9, rounds: 1))
        #expect(!said(less).contains { $0.contains("30 seconds") })
    }

    @Test func numbersAreCountedWhereTheyFit() throws {
        let cues = run(
            try IntervalPlan(
                prepareSeconds: 5, workSeconds: 5, restSeconds: 4.9, rounds: 2, countsAloud: true))
        // Half of 14.9 s of workout lies in the rest: 5 + 7.45.
        #expect(
            said(cues) == [
                "0.4 Get ready", "2.4 3", "3.4 2", "4.4 1", "5.4 Round 1 of 2", "7.4 3", "8.4 2",
                "9.4 1", "10.4 Last round", "12.85 Halfway", "15.3 Round 2 of 2", "17.3 3",
                "18.3 2", "19.3 1", "20.3 Done",
            ])
        // A rest below 5 s has no ticks but that of the middle.
        #expect(times(.tick, cues).filter { (10..<14.9).contains($0) } == [12.45])
    }

    @Test func shortPartsHaveNoTicks() throws {
        let cues = run(
            try IntervalPlan(prepareSeconds: 4.9, workSeconds: 5, restSeconds: 0, rounds: 1))
        #expect(times(.tick, cues) == [6.9, 7.9, 8.9])
    }

    /// Every word of random plans against moments in closed form and a plain search for overlaps.
    @Test func wordsKeepTheirSlots() throws {
        var random = SplitMix(state: 20_261_124)
        for _ in 0..<300 {
            let plan = try IntervalPlan(
                prepareSeconds: Double(Int.random(in: 0...12, using: &random)),
                workSeconds: Double(Int.random(in: 10...140, using: &random)) / 2,
                restSeconds: Double(Int.random(in: 0...12, using: &random)) / 2,
                rounds: Int.random(in: 1...12, using: &random), countsAloud: true)
            #expect(said(run(plan)) == Self.expectedWords(plan), "\(plan)")
        }
    }

    private static func expectedWords(_ plan: IntervalPlan) -> [String] {
        let (p, w, r) = (plan.prepareSeconds, plan.workSeconds, plan.restSeconds)
        let rounds = plan.rounds
        let end = p + Double(rounds) * w + Double(rounds - 1) * r
        let works = (0..<rounds).map { p + Double($0) * (w + r) }
        let rests = r > 0 ? works.dropLast().map { $0 + w } : []
        var rows: [[(Double, String, Double)]] = [
            p > 0 ? [(0, "Get ready", 2)] : [],
            works.enumerated().map { n, time in
                (
                    time,
                    r == 0 && rounds > 1 && n == rounds - 1
                        ? "Last round" : "Round \(n + 1) of \(rounds)", 2
                )
            },
            rests.enumerated().map { n, time in (time, n == rounds - 2 ? "Last round" : "Rest", 2)
            },
            [(end, "Done", 2)],
            rounds > 1 ? [((p + end) / 2, "Halfway", 2)] : [],
            w >= 60 ? works.map { ($0 + w - 30, "30 seconds left", 2) } : [],
        ]
        let ends = [(p, p)] + works.map { (w, $0 + w) } + rests.map { (r, $0 + r) }
        rows.append(
            ends.filter { $0.0 >= 5 }.flatMap { _, end in
                [3.0, 2, 1].map { (end - $0, "\(Int($0))", 1) }
            }.sorted { $0.0 < $1.0 })
        var accepted: [(Double, String, Double)] = []
        for entry in rows.joined() {
            let isFree = accepted.allSatisfy {
                entry.0 + entry.2 <= $0.0 + 1e-9 || $0.0 + $0.2 <= entry.0 + 1e-9
            }
            if isFree { accepted.append(entry) }
        }
        return accepted.sorted { $0.0 < $1.0 }.map { time, text, _ in
            "\(((time + 0.4) * 1e6).rounded() / 1e6) \(text)"
        }
    }
}

/// Random numbers from a seed.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

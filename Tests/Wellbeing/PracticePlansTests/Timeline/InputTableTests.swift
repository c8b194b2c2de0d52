import PhysioTypes
import ResonanceBreathing
import Testing

@testable import PracticePlans

/// The table of inputs of the design, cell by cell.
@Suite struct InputTableTests {
    /// An input in a situation, and what it leads to.
    struct Cell: Sendable, CustomTestStringConvertible {
        let plan: String
        let before: [TimedInput]
        let input: PracticeInput
        let at: Double
        let result: InputResult
        let state: String
        let end: Double?

        var testDescription: String { "\(plan) \(before.map(\.input.name)) \(input) at \(at)" }
    }

    private static func plan(_ name: String) throws -> PracticePlan {
        switch name {
        case "sit": .timer(try TimerPlan(prepareSeconds: 10, phase1Seconds: 60, phase2Seconds: 30))
        case "open":
            .timer(try TimerPlan(prepareSeconds: 10, phase1Seconds: nil, phase2Seconds: 30))
        case "breathe":
            .breathing(
                try BreathingPlan(
                    prepareSeconds: 10, pattern: BreathPreset.extendedExhale.pattern, repetitions: 5
                ))
        default: .interval(try IntervalPlan(rounds: 3))
        }
    }

    /// A state in words; numbers are whole in every cell.
    private static func text(_ moment: PracticeStateSnapshot) -> String {
        let words: [String] =
            switch moment.state {
            case .idle: ["idle"]
            case .preparing(let left): ["preparing", "\(left)"]
            case .phase1(let left): ["phase1", "\(left)"]
            case .openPhase1(let elapsed): ["open", "\(elapsed)"]
            case .phase2(let left): ["phase2", "\(left)"]
            case .breathing(let phase, let breath, let phaseLeft, let left):
                [phase.rawValue, "\(breath)", "\(phaseLeft)", "\(left)"]
            case .work(let round, let left): ["work", "\(round)", "\(left)"]
            case .rest(let round, let left): ["rest", "\(round)", "\(left)"]
            case .finished: ["finished"]
            case .cancelled: ["cancelled"]
            }
        return (words + (moment.isPaused ? ["paused"] : [])).joined(separator: " ")
            .replacing(".0", with: "")
    }

    private static func cells(
        _ plan: String, _ before: [(PracticeInput, Double)], at: Double,
        _ row: [(PracticeInput, InputResult, String, Double?)]
    ) -> [Cell] {
        row.map { input, result, state, end in
            Cell(
                plan: plan, before: before.map { TimedInput($0.0, timeSeconds: $0.1) },
                input: input, at: at, result: result, state: state, end: end)
        }
    }

    static let begun: (PracticeInput, Double) = (.start, 100)

    static let sits: [Cell] =
        cells(
            "sit", [], at: 100,
            [
                (.start, .accepted, "preparing 10", 200), (.pause, .notRunning, "idle", nil),
                (.resume, .notRunning, "idle", nil), (.next, .notRunning, "idle", nil),
                (.extend(minutes: 2), .notRunning, "idle", nil), (.end, .notRunning, "idle", nil),
                (.cancel, .notRunning, "idle", nil),
            ])
        + cells(
            "sit", [begun], at: 104,
            [
                (.start, .conflict, "preparing 6", 200),
                (.pause, .accepted, "preparing 6 paused", 200),
                (.resume, .noEffect, "preparing 6", 200), (.next, .accepted, "phase1 60", 194),
                (.extend(minutes: 2), .accepted, "preparing 6", 320),
                (.end, .accepted, "cancelled", nil), (.cancel, .accepted, "cancelled", nil),
            ])
        + cells(
            "sit", [begun], at: 120,
            [
                (.start, .conflict, "phase1 50", 200), (.pause, .accepted, "phase1 50 paused", 200),
                (.resume, .noEffect, "phase1 50", 200), (.next, .accepted, "phase2 30", 150),
                (.extend(minutes: 2), .accepted, "phase1 170", 320),
                (.end, .accepted, "finished", nil), (.cancel, .accepted, "cancelled", nil),
            ])
        + cells(
            "sit", [begun], at: 180,
            [
                (.start, .conflict, "phase2 20", 200), (.pause, .accepted, "phase2 20 paused", 200),
                (.resume, .noEffect, "phase2 20", 200), (.next, .accepted, "finished", 180),
                (.extend(minutes: 2), .accepted, "phase2 140", 320),
                (.end, .accepted, "finished", nil), (.cancel, .accepted, "cancelled", nil),
            ])
        + cells(
            "sit", [begun, (.pause, 104)], at: 109,
            [
                (.start, .conflict, "preparing 6 paused", 205),
                (.pause, .noEffect, "preparing 6 paused", 205),
                (.resume, .accepted, "preparing 6", 205), (.next, .accepted, "phase1 60", 199),
                (.extend(minutes: 2), .accepted, "preparing 6 paused", 325),
                (.end, .accepted, "cancelled", nil), (.cancel, .accepted, "cancelled", nil),
            ])
        + cells(
            "sit", [begun, (.pause, 120)], at: 125,
            [
                (.start, .conflict, "phase1 50 paused", 205),
                (.pause, .noEffect, "phase1 50 paused", 205),
                (.resume, .accepted, "phase1 50", 205), (.next, .accepted, "phase2 30", 155),
                (.extend(minutes: 2), .accepted, "phase1 170 paused", 325),
                (.end, .accepted, "finished", nil), (.cancel, .accepted, "cancelled", nil),
            ])
        + cells(
            "sit", [begun, (.pause, 180)], at: 185,
            [
                (.start, .conflict, "phase2 20 paused", 205),
                (.pause, .noEffect, "phase2 20 paused", 205),
                (.resume, .accepted, "phase2 20", 205), (.next, .accepted, "finished", 185),
                (.extend(minutes: 2), .accepted, "phase2 140 paused", 325),
                (.end, .accepted, "finished", nil), (.cancel, .accepted, "cancelled", nil),
            ])
        // Ends are half-open: at its end the sit is over.
        + cells(
            "sit", [begun], at: 200,
            [
                (.start, .accepted, "preparing 10", 300), (.pause, .notRunning, "finished", 200),
                (.resume, .notRunning, "finished", 200), (.next, .notRunning, "finished", 200),
                (.extend(minutes: 2), .notRunning, "finished", 200),
                (.end, .notRunning, "finished", 200), (.cancel, .notRunning, "finished", 200),
            ])
        + cells(
            "sit", [begun, (.cancel, 120)], at: 130,
            [
                (.start, .accepted, "preparing 10", 230), (.pause, .notRunning, "cancelled", nil),
                (.resume, .notRunning, "cancelled", nil), (.next, .notRunning, "cancelled", nil),
                (.extend(minutes: 2), .notRunning, "cancelled", nil),
                (.end, .notRunning, "cancelled", nil), (.cancel, .notRunning, "cancelled", nil),
            ])

    static let openSits: [Cell] =
        cells(
            "open", [begun], at: 104,
            [
                (.extend(minutes: 2), .noEffect, "preparing 6", nil),
                (.next, .accepted, "open 0", nil),
            ])
        + cells(
            "open", [begun], at: 130,
            [
                (.extend(minutes: 2), .noEffect, "open 20", nil),
                (.next, .accepted, "phase2 30", 160),
                (.pause, .accepted, "open 20 paused", nil), (.end, .accepted, "finished", nil),
            ])
        + cells(
            "open", [begun, (.pause, 130)], at: 140,
            [
                (.extend(minutes: 2), .noEffect, "open 20 paused", nil),
                (.resume, .accepted, "open 20", nil), (.next, .accepted, "phase2 30", 170),
            ])
        + cells(
            "open", [begun, (.next, 130)], at: 140,
            [(.extend(minutes: 2), .accepted, "phase2 140", 280)])

    /// 5 breaths of 4 s in and 6 s out, from 110 to 160.
    static let breaths: [Cell] =
        cells(
            "breathe", [begun], at: 104,
            [
                (.start, .conflict, "preparing 6", 160),
                (.pause, .accepted, "preparing 6 paused", 160),
                (.resume, .noEffect, "preparing 6", 160),
                (.next, .accepted, "inhale 1 4 50", 154),
                (.extend(minutes: 1), .accepted, "preparing 6", 220),
                (.end, .accepted, "cancelled", nil), (.cancel, .accepted, "cancelled", nil),
            ])
        + cells(
            "breathe", [begun], at: 127,
            [
                (.start, .conflict, "exhale 2 3 33", 160),
                (.pause, .accepted, "exhale 2 3 33 paused", 160),
                (.resume, .noEffect, "exhale 2 3 33", 160), (.next, .accepted, "exhale 2 3 3", 130),
                (.extend(minutes: 1), .accepted, "exhale 2 3 93", 220),
                // 45 s are at least 5 breaths.
                (.extend(minutes: 0.75), .accepted, "exhale 2 3 83", 210),
                (.end, .accepted, "finished", nil), (.cancel, .accepted, "cancelled", nil),
            ])
        // At the start of a breath that breath is the one in progress.
        + cells("breathe", [begun], at: 130, [(.next, .accepted, "inhale 3 4 10", 140)])
        + cells("breathe", [begun], at: 152, [(.next, .noEffect, "inhale 5 2 8", 160)])
        + cells(
            "breathe", [begun, (.next, 127)], at: 128, [(.next, .noEffect, "exhale 2 2 2", 130)])
        + cells(
            "breathe", [begun, (.pause, 127)], at: 132,
            [
                (.start, .conflict, "exhale 2 3 33 paused", 165),
                (.pause, .noEffect, "exhale 2 3 33 paused", 165),
                (.resume, .accepted, "exhale 2 3 33", 165), (.next, .accepted, "exhale 2 3 3", 135),
                (.extend(minutes: 1), .accepted, "exhale 2 3 93 paused", 225),
                (.end, .accepted, "finished", nil), (.cancel, .accepted, "cancelled", nil),
            ])

    /// Work 110-140, rest 140-155, work 155-185, rest 185-200, work 200-230.
    static let intervals: [Cell] =
        cells(
            "interval", [begun], at: 104,
            [
                (.start, .conflict, "preparing 6", 230),
                (.pause, .accepted, "preparing 6 paused", 230),
                (.resume, .noEffect, "preparing 6", 230), (.next, .accepted, "work 1 30", 224),
                (.extend(minutes: 2), .conflict, "preparing 6", 230),
                (.end, .accepted, "cancelled", nil), (.cancel, .accepted, "cancelled", nil),
            ])
        + cells(
            "interval", [begun], at: 120,
            [
                (.start, .conflict, "work 1 20", 230), (.pause, .accepted, "work 1 20 paused", 230),
                (.resume, .noEffect, "work 1 20", 230), (.next, .accepted, "rest 1 15", 210),
                (.extend(minutes: 2), .conflict, "work 1 20", 230),
                (.end, .accepted, "finished", nil), (.cancel, .accepted, "cancelled", nil),
            ])
        + cells(
            "interval", [begun], at: 145,
            [
                (.next, .accepted, "work 2 30", 220),
                (.extend(minutes: 2), .conflict, "rest 1 10", 230),
                (.end, .accepted, "finished", nil),
            ])
        + cells("interval", [begun], at: 210, [(.next, .accepted, "finished", 210)])
        + cells(
            "interval", [begun, (.pause, 145)], at: 150,
            [
                (.start, .conflict, "rest 1 10 paused", 235),
                (.pause, .noEffect, "rest 1 10 paused", 235),
                (.resume, .accepted, "rest 1 10", 235), (.next, .accepted, "work 2 30", 225),
                (.extend(minutes: 2), .conflict, "rest 1 10 paused", 235),
                (.end, .accepted, "finished", nil), (.cancel, .accepted, "cancelled", nil),
            ])

    @Test(arguments: sits + openSits + breaths + intervals)
    func aCellIsAsDesigned(cell: Cell) throws {
        var timeline = Timeline(try Self.plan(cell.plan), cell.before)
        let previous = timeline
        #expect(timeline.apply(cell.input, at: cell.at) == cell.result)
        #expect(Self.text(timeline.state(at: cell.at)) == cell.state)
        #expect(timeline.plannedEndSeconds(at: cell.at) == cell.end)
        // Only what was accepted is remembered, and the past stays.
        #expect((timeline == previous) == (cell.result != .accepted))
        for time in stride(from: 95, to: cell.at, by: 0.5) {
            #expect(timeline.state(at: time) == previous.state(at: time))
        }
    }

    @Test(arguments: [0, -1, 1e9, .nan, .infinity]) func minutesThatCannotBeAddedChangeNothing(
        minutes: Double
    ) throws {
        var timeline = Timeline(try Self.plan("sit"), [TimedInput(.start, timeSeconds: 0)])
        #expect(timeline.apply(.extend(minutes: minutes), at: 20) == .noEffect)
        #expect(
            throws: PlanError(field: "extend", range: "0.1 to 1440 min", found: "\(minutes)")
        ) { try PracticeInput.extend(minutes: minutes).checked() }
    }

    /// `next` sounds the cue of what it begins, at its own time.
    @Test func nextComesWithItsCue() throws {
        var timeline = Timeline(try Self.plan("sit"), [TimedInput(.start, timeSeconds: 0)])
        timeline.apply(.next, at: 20)
        timeline.apply(.next, at: 25)
        let found = timeline.cues(after: -.infinity, through: 1000)
            .map { SoundAt($0.timeSeconds, $0.content) }
        #expect(
            found == [
                SoundAt(10, .sound(.named(.gong))), SoundAt(20, .sound(.named(.gongTriple))),
                SoundAt(25, .sound(.named(.gongEnd))),
            ])
    }
}

/// A time and what comes then, easy to write.
struct SoundAt: Equatable {
    let time: Double
    let content: PracticeCue.Content

    init(_ time: Double, _ content: PracticeCue.Content) {
        self.time = time
        self.content = content
    }
}

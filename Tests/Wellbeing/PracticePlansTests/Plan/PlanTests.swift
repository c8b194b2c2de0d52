import Foundation
import ResonanceBreathing
import Testing

@testable import PracticePlans

@Suite struct PlanTests {
    private static func error(_ make: () throws -> Void) -> PlanError? {
        do {
            try make()
            return nil
        } catch { return error as? PlanError }
    }

    /// Field, range, both ends, and a value on either side; each plan is made with one field changed.
    @Test(arguments: [
        ("prepare", "0 to 600 s", 0.0, 600.0, -0.001, 600.001),
        ("phase1", "1 to 86400 s, or null for an open end", 1, 86_400, 0.999, 86_400.1),
        ("phase2", "0 to 86400 s", 0, 86_400, -0.001, 86_400.1),
        ("every", "0.1 to 1440 min", 0.1, 1440, 0, 1440.1),
        ("at", "0.1 to 1440 min", 0.1, 1440, 0.05, 1441),
        ("work", "5 to 3600 s", 5, 3600, 4.99, 3600.01),
        ("rest", "0 to 3600 s", 0, 3600, -1, 3601),
    ]) func aLengthOutsideIsRefusedWithItsRange(
        field: String, range: String, low: Double, high: Double, below: Double, above: Double
    ) {
        func make(_ value: Double) throws {
            switch field {
            case "prepare":
                _ = try TimerPlan(prepareSeconds: value)
                _ = try IntervalPlan(prepareSeconds: value)
                _ = try BreathingPlan(
                    prepareSeconds: value, pattern: BreathPreset.box.pattern, repetitions: 1)
            case "phase1": _ = try TimerPlan(phase1Seconds: value)
            case "phase2": _ = try TimerPlan(phase2Seconds: value)
            case "every": _ = try TimerPlan(bells: [.half, .every(minutes: value)])
            case "at": _ = try TimerPlan(bells: [.at(minutes: value)])
            case "work": _ = try IntervalPlan(workSeconds: value)
            default: _ = try IntervalPlan(restSeconds: value)
            }
        }
        for value in [low, high] { #expect(Self.error { try make(value) } == nil) }
        for value in [below, above, .nan, .infinity, -.infinity, 1e9] {
            #expect(
                Self.error { try make(value) }
                    == PlanError(field: field, range: range, found: "\(value)"))
        }
    }

    @Test func countsOutsideAreRefused() throws {
        for rounds in [0, 100, -1, .max] {
            #expect(
                Self.error { _ = try IntervalPlan(rounds: rounds) }
                    == PlanError(field: "rounds", range: "1 to 99", found: "\(rounds)"))
        }
        let box = BreathPreset.box.pattern
        for repetitions in [0, 2001, .max] {
            #expect(
                Self.error { _ = try BreathingPlan(pattern: box, repetitions: repetitions) }
                    == PlanError(field: "repetitions", range: "1 to 2000", found: "\(repetitions)"))
        }
        #expect(try BreathingPlan(pattern: box, repetitions: 2000).lengthSeconds == 32_000)
        #expect(
            Self.error { _ = try TimerPlan(phase1Seconds: nil, bells: [.half]) }?.field == "half")
        #expect(
            Self.error { _ = try TimerPlan(bells: Array(repeating: .half, count: 21)) }?.field
                == "bells")
        #expect(
            PlanError(field: "rounds", range: "1 to 99", found: "100").message
                == "rounds must be 1 to 99; it is 100")
    }

    @Test func usualPlansLastAsDesigned() throws {
        #expect(try TimerPlan().lengthSeconds == 1080)
        #expect(try TimerPlan(phase1Seconds: nil).lengthSeconds == nil)
        #expect(try IntervalPlan().lengthSeconds == 10 + 300 + 135)
        #expect(try IntervalPlan(rounds: 3).lengthSeconds == 130)
        #expect(
            try BreathingPlan(
                prepareSeconds: 5, pattern: BreathPreset.calm.pattern, repetitions: 20
            ).lengthSeconds == 305)
    }
}

@Suite struct PlanCodingTests {
    static let forms = [
        #"{"bells":[],"kind":"timer","phase1":900,"phase2":180,"prepare":0,"version":1}"#,
        #"{"bells":[{"every":5},{"at":12.5}],"kind":"timer","phase1":null,"phase2":0,"prepare":10,"version":1}"#,
        #"{"bells":["half"],"kind":"timer","phase1":60,"phase2":0,"prepare":0,"version":1}"#,
        #"{"cues":["tones","taps"],"exhale":8,"hold":7,"inhale":4,"kind":"breathe","prepare":5,"repetitions":4,"secondHold":0,"version":1}"#,
        #"{"countAloud":true,"kind":"interval","prepare":10,"rest":15,"rounds":3,"version":1,"work":30}"#,
    ]

    /// The form is kept for years: these texts are its definition.
    @Test(arguments: forms) func aPlanIsWrittenAsItIsRead(text: String) throws {
        let plan = try JSONDecoder().decode(PracticePlan.self, from: Data(text.utf8))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(plan), as: UTF8.self) == text)
    }

    @Test func aTextIsThePlanItSays() throws {
        func read(_ index: Int) throws -> PracticePlan {
            try JSONDecoder().decode(PracticePlan.self, from: Data(Self.forms[index].utf8))
        }
        #expect(try read(0) == .timer(TimerPlan()))
        #expect(
            try read(1)
                == .timer(
                    TimerPlan(
                        prepareSeconds: 10, phase1Seconds: nil, phase2Seconds: 0,
                        bells: [.every(minutes: 5), .at(minutes: 12.5)])))
        #expect(
            try read(3)
                == .breathing(
                    BreathingPlan(
                        prepareSeconds: 5, pattern: BreathPreset.fourSevenEight.pattern,
                        repetitions: 4, cues: [.taps, .tones])))
        #expect(try read(4) == .interval(IntervalPlan(rounds: 3, countsAloud: true)))
    }

    /// The form, the text that is replaced in it, its replacement, and the field that is named.
    @Test(arguments: [
        (0, #""version":1"#, #""version":2"#, "version"),
        (0, #""version":1"#, #""version":"1""#, "version"),
        (0, #","version":1"#, "", "version"),
        (0, #""kind":"timer""#, #""kind":"nap""#, "kind"),
        (0, #""kind":"timer""#, #""kind":"interval""#, "bells"),
        (0, #""phase1":900"#, #""phase1":900,"colour":"red""#, "colour"),
        (0, #""phase1":900,"#, "", "phase1"),
        (0, #""phase1":900"#, #""phase1":0"#, "phase1"),
        (0, #""phase1":900"#, #""phase1":"long""#, "phase1"),
        (0, #""phase2":180"#, #""phase2":null"#, "phase2"),
        (0, "[]", #"["third"]"#, "bells"), (0, "[]", "[{}]", "bells"),
        (0, "[]", #"[{"every":5,"at":5}]"#, "bells"), (0, "[]", #"[{"often":5}]"#, "often"),
        (0, "[]", #"[{"every":0}]"#, "every"), (0, "[]", "7", "bells"),
        (3, #""hold":7"#, #""hold":1"#, "hold"), (3, #""taps""#, #""smells""#, "cues"),
        (3, #""repetitions":4"#, #""repetitions":0"#, "repetitions"),
        (3, #""inhale":4"#, #""inhale":1"#, "inhale"),
        (4, #""rounds":3"#, #""rounds":2.5"#, "rounds"),
        (4, #""rounds":3"#, #""rounds":100"#, "rounds"),
        (4, #""countAloud":true"#, #""countAloud":1"#, "countAloud"),
    ]) func whatIsNotKnownIsRefused(form: Int, old: String, new: String, field: String) {
        let text = Self.forms[form].replacing(old, with: new)
        #expect(text != Self.forms[form])
        do {
            _ = try JSONDecoder().decode(PracticePlan.self, from: Data(text.utf8))
            Issue.record("read: \(text)")
        } catch { #expect((error as? PlanError)?.field == field, "\(error)") }
    }

    @Test func inputsAreEncodedAsText() throws {
        let inputs: [PracticeInput] = [
            .start, .pause, .resume, .next, .extend(minutes: 2.5), .end, .cancel,
        ]
        let timed = inputs.enumerated().map { TimedInput($1, timeSeconds: Double($0) + 0.25) }
        let data = try JSONEncoder().encode(timed)
        #expect(try JSONDecoder().decode([TimedInput].self, from: data) == timed)
        for text in [
            #"{"at":1,"input":"jump"}"#, #"{"at":1,"input":"extend"}"#, #"{"input":"end"}"#,
            #"{"at":1,"input":"extend","minutes":0}"#, #"{"at":1,"input":"end","by":"me"}"#,
        ] {
            #expect(throws: PlanError.self) {
                try JSONDecoder().decode(TimedInput.self, from: Data(text.utf8))
            }
        }
    }
}

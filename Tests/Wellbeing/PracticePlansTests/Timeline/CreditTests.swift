import ResonanceBreathing
import Testing

@testable import PracticePlans

@Suite struct CreditTests {
    private func timeline(
        _ plan: PracticePlan, _ inputs: [(PracticeInput, Double)]
    ) -> Timeline {
        Timeline(plan, inputs.map { TimedInput($0.0, timeSeconds: $0.1) })
    }

    private var sit: PracticePlan {
        get throws { .timer(try TimerPlan(prepareSeconds: 10, phase1Seconds: 600)) }
    }

    @Test func aSitIsWorthItsFirstPhase() throws {
        let whole = timeline(try sit, [(.start, 100)])
        #expect(
            whole.credit(at: 5000)
                == PracticeCredit(
                    startSeconds: 110, mindfulMs: 600_000, workoutMs: 0, pauseMs: 0, sleptMs: 0))
        #expect(whole.credit(at: 140)?.mindfulMs == 30_000)
        #expect(whole.credit(at: 750)?.mindfulMs == 600_000)
        let yoga = whole.credit(at: 5000, CreditRules(sittingIsYoga: true, workoutIsMindful: true))
        #expect(yoga?.mindfulMs == 600_000 && yoga?.workoutMs == 600_000)
    }

    @Test func pausesCountFromTheStartOfTheEntryOn() throws {
        let paused = timeline(
            try sit,
            [
                (.start, 0), (.pause, 4), (.resume, 9), (.pause, 35), (.extend(minutes: 1), 40),
                (.resume, 55), (.next, 100), (.pause, 110), (.end, 130),
            ])
        // Prepared until 15, sat 15-35 and 55-100, paused 35-55 and 110-130.
        #expect(
            paused.credit(at: 200)
                == PracticeCredit(
                    startSeconds: 15, mindfulMs: 65_000, workoutMs: 0, pauseMs: 40_000, sleptMs: 0))
    }

    @Test func belowTenSecondsNothingIsStored() throws {
        let begun = timeline(try sit, [(.start, 0)])
        #expect(begun.credit(at: 5) == nil && begun.credit(at: 19.999) == nil)
        #expect(begun.credit(at: 20)?.mindfulMs == 10_000)
        #expect(timeline(try sit, [(.start, 0), (.end, 9)]).credit(at: 100) == nil)
        #expect(timeline(try sit, [(.start, 0), (.end, 19.9)]).credit(at: 100) == nil)
        #expect(timeline(try sit, [(.start, 0), (.end, 20)]).credit(at: 100)?.mindfulMs == 10_000)
        #expect(timeline(try sit, [(.start, 0), (.cancel, 300)]).credit(at: 400) == nil)
        #expect(timeline(try sit, []).credit(at: 400) == nil)
    }

    @Test func theNewestActivityCounts() throws {
        let twice = timeline(try sit, [(.start, 0), (.end, 300), (.start, 1000)])
        #expect(twice.credit(at: 500)?.mindfulMs == 290_000)
        #expect(twice.credit(at: 1005) == nil)
        #expect(twice.credit(at: 1040)?.startSeconds == 1010)
        #expect(twice.credit(at: 1040)?.mindfulMs == 30_000)
    }

    @Test func breathsAndWorkoutsCountAsTheTableSays() throws {
        let breathing = PracticePlan.breathing(
            try BreathingPlan(
                prepareSeconds: 5, pattern: BreathPreset.coherent.pattern, repetitions: 6))
        let breathed = timeline(breathing, [(.start, 0), (.pause, 20), (.resume, 30), (.next, 41)])
        // Begun at 5, at 15 and 35 (with the pause) new breaths; the one in progress ends at 45.
        #expect(
            breathed.credit(at: 100)
                == PracticeCredit(
                    startSeconds: 5, mindfulMs: 30_000, workoutMs: 0, pauseMs: 10_000, sleptMs: 0))
        let interval = timeline(.interval(try IntervalPlan(rounds: 3)), [(.start, 0)])
        let rested = interval.credit(at: 60)
        #expect(rested?.workoutMs == 50_000 && rested?.mindfulMs == 0)
        let both = interval.credit(at: 999, CreditRules(workoutIsMindful: true))
        #expect(both?.workoutMs == 120_000 && both?.mindfulMs == 120_000)
    }

    /// Suspended time counts and is noted; an open sit loses it. Spans may overlap, and lie in pauses.
    @Test func suspendedTimeIsNoted() throws {
        let spans = [5.0...50, 40...60, 200...230, 640...700]
        let slept = timeline(try sit, [(.start, 0), (.pause, 210), (.resume, 220)])
        // Counted: 10-210 and 220-620.
        let credit = try #require(slept.credit(at: 5000, suspended: spans))
        #expect(credit.mindfulMs == 600_000 && credit.sleptMs == 50_000 + 10_000 + 10_000)
        let open = timeline(
            .timer(try TimerPlan(prepareSeconds: 10, phase1Seconds: nil)),
            [(.start, 0), (.pause, 210), (.resume, 220), (.end, 620)])
        let less = try #require(open.credit(at: 5000, suspended: spans))
        #expect(less.mindfulMs == 530_000 && less.sleptMs == 70_000)
    }
}

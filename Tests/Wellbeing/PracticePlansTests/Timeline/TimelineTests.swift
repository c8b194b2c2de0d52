import PhysioTypes
import ResonanceBreathing
import Testing

@testable import PracticePlans

@Suite struct TimelineTests {
    private static func begun(_ plan: PracticePlan, at time: Double = 0) -> Timeline {
        Timeline(plan, [TimedInput(.start, timeSeconds: time)])
    }

    /// The phases of the usual sit, [start, end): each end belongs to what follows.
    @Test func endsAreHalfOpen() throws {
        let timeline = Self.begun(.timer(try TimerPlan(prepareSeconds: 0.1)), at: 0.2)
        #expect(timeline.state(at: 0.1).state == .idle)
        #expect(timeline.state(at: 0.3).state == .phase1(leftSeconds: 900.3 - 0.3))
        #expect(timeline.state(at: 900.3).state == .phase2(leftSeconds: 1080.3 - 900.3))
        #expect(timeline.state(at: 1080.3).state == .finished)
        #expect(timeline.plannedEndSeconds(at: 1) == 1080.3)
        guard case .phase1(let left) = timeline.state(at: 900.299_99).state else {
            Issue.record("the first phase lasts to its end")
            return
        }
        #expect(left > 0 && left < 2e-5)
        // A clock that has run for a year.
        let late = Self.begun(.timer(try TimerPlan()), at: 31_536_000.123_456)
        let end = try #require(late.plannedEndSeconds(at: 31_536_000.2))
        #expect(late.state(at: end).state == .finished)
        #expect(abs(end - 31_537_080.123_456) < 1e-6)
    }

    @Test func pausesMoveEveryEnd() throws {
        var timeline = Self.begun(.timer(try TimerPlan()))
        timeline.apply(.pause, at: 100)
        #expect(
            timeline.state(at: 5000)
                == PracticeStateSnapshot(state: .phase1(leftSeconds: 800), isPaused: true))
        #expect(timeline.plannedEndSeconds(at: 400) == 1380)
        #expect(timeline.cues(after: 100, through: 1e5).isEmpty)
        timeline.apply(.resume, at: 400)
        #expect(timeline.state(at: 400).state == .phase1(leftSeconds: 800))
        #expect(timeline.cues(after: 400, through: 1e5).map(\.timeSeconds) == [1200, 1380])
    }

    @Test func bellsRingWithinTheFirstPhaseOnly() throws {
        let plan = try TimerPlan(
            phase1Seconds: 900,
            bells: [.every(minutes: 5), .at(minutes: 10), .half, .at(minutes: 15)])
        let cues = Self.begun(.timer(plan)).cues(after: -1, through: 2000)
        let found = cues.compactMap { cue in cue.soundCue.map { "\($0.timeSeconds) \($0.sound)" } }
        func line(_ time: Double, _ name: SoundName) -> String {
            "\(time) \(PracticeSound.named(name))"
        }
        #expect(
            found == [
                line(0, .gong), line(300, .bell), line(450, .bell), line(600, .bell),
                line(900, .gongTriple), line(1080, .gongEnd),
            ])
        let plain = Self.begun(.timer(try TimerPlan(phase2Seconds: 0)))
        #expect(
            plain.cues(after: -1, through: 2000).map(\.content)
                == [.sound(.named(.gong)), .sound(.named(.gongEnd))])
    }

    /// Half moves with an extension, but it never rings twice.
    @Test func halfRingsOnce() throws {
        let plan = PracticePlan.timer(try TimerPlan(phase1Seconds: 600, bells: [.half]))
        func bells(extendedAt time: Double) -> [Double] {
            var timeline = Self.begun(plan)
            timeline.apply(.extend(minutes: 10), at: time)
            return timeline.cues(after: -1, through: 5000)
                .filter { $0.content == .sound(.named(.bell)) }.map(\.timeSeconds)
        }
        #expect(bells(extendedAt: 299) == [600])
        #expect(bells(extendedAt: 300) == [300])
        #expect(bells(extendedAt: 400) == [300])
    }

    @Test func aBreathHasItsTonesWordsAndTaps() throws {
        let plan = try BreathingPlan(
            pattern: BreathPreset.fourSevenEight.pattern, repetitions: 2,
            cues: [.tones, .words, .taps])
        let cues = Self.begun(.breathing(plan), at: 50).cues(after: 0, through: 500)
        let tones = cues.filter { $0.soundCue != nil }
        #expect(tones.map(\.timeSeconds) == [50, 54, 61, 69, 73, 80, 88])
        #expect(tones[1].content == .sound(.breath(.hold, durationSeconds: 7)))
        #expect(tones.last?.content == .sound(.named(.gongEnd)))
        let words = cues.compactMap { cue -> String? in
            guard case .words(let phrase) = cue.content else { return nil }
            return "\(cue.timeSeconds) \(phrase.text(.de))"
        }
        #expect(
            words.prefix(4) == ["50.0 Einatmen", "54.0 Halten", "61.0 Ausatmen", "69.0 Einatmen"])
        let taps = cues.filter { if case .tap = $0.content { true } else { false } }
        let breaths = [50.0, 69].map { plan.pattern.cycle(startSeconds: $0) }
        let expected = breaths.flatMap { HapticSchedule.taps(of: $0) }
        #expect(taps.count == expected.count)
        for (tap, expected) in zip(taps, expected) {
            #expect(abs(tap.timeSeconds - expected.timeSeconds) < 1e-6)
            #expect(tap.content == .tap(expected.kind))
        }
        let silent = try BreathingPlan(
            pattern: BreathPreset.box.pattern, repetitions: 2, cues: [])
        #expect(Self.begun(.breathing(silent)).cues(after: -1, through: 100).isEmpty)
    }

    @Test func the120SecondsAheadAreKnown() throws {
        let timeline = Self.begun(.interval(try IntervalPlan()))
        let ahead = timeline.upcomingCues(from: 40)
        #expect(ahead == timeline.cues(after: 40, through: 160))
        #expect(ahead.first?.timeSeconds == 40.4 && ahead.last?.timeSeconds == 145.4)
    }

    // MARK: Late

    /// Three hours of suspend in a sit of 15 + 3 min: the last gong sounds once, with its true time.
    @Test func afterASuspendTheNewestChangeSoundsOnce() throws {
        let timeline = Self.begun(
            .timer(try TimerPlan(bells: [.every(minutes: 5)])), at: 1000)
        let wake = 1100 + 3 * 3600.0
        let dueCues = timeline.dueCues(after: 1100, now: wake)
        #expect(dueCues.cues.isEmpty)
        #expect(
            dueCues.lateChange
                == PracticeChange(timeSeconds: 2080, state: .finished, sound: .gongEnd))
        #expect(timeline.state(at: wake).state == .finished)
        let again = timeline.dueCues(after: wake, now: wake + 0.05)
        #expect(again.cues.isEmpty && again.lateChange == nil)
        // In an open sit nothing has changed.
        let open = Self.begun(.timer(try TimerPlan(phase1Seconds: nil)), at: 1000)
        let still = open.dueCues(after: 1100, now: wake)
        #expect(still.cues.isEmpty && still.lateChange == nil)
    }

    /// A hole in intervals: of many changes the newest; what is at most 1 s old is in time.
    @Test func lateCuesAreDropped() throws {
        let timeline = Self.begun(.interval(try IntervalPlan(rounds: 3)))
        let hole = timeline.dueCues(after: 12, now: 57)
        #expect(hole.cues.isEmpty)
        #expect(hole.lateChange?.timeSeconds == 55 && hole.lateChange?.sound == .changeToWork)
        #expect(hole.lateChange?.state == .work(round: 2, leftSeconds: 30))
        let exact = timeline.dueCues(after: 12, now: 56)
        #expect(exact.cues.map(\.timeSeconds) == [55, 55.4] && exact.lateChange == nil)
        let over = timeline.dueCues(after: 12, now: 56.000_001)
        #expect(over.cues.map(\.timeSeconds) == [55.4] && over.lateChange?.timeSeconds == 55)
        // Who looks every 250 ms meets every cue, and none as a late one.
        var seen = -0.25
        var found: [PracticeCue] = []
        while seen < 140 {
            let dueCues = timeline.dueCues(after: seen, now: seen + 0.25)
            #expect(dueCues.lateChange == nil)
            found += dueCues.cues
            seen += 0.25
        }
        #expect(found == timeline.cues(after: -1, through: 140))
    }

    // MARK: Kept inputs

    @Test func aTimelineComesBackFromItsInputs() throws {
        var timeline = Self.begun(.timer(try TimerPlan()), at: 7)
        for (input, time) in [
            (PracticeInput.pause, 20.0), (.pause, 21), (.extend(minutes: 3), 22), (.resume, 30),
            (.next, 40), (.start, 41),
        ] { timeline.apply(input, at: time) }
        #expect(
            timeline.inputs.map(\.input) == [.start, .pause, .extend(minutes: 3), .resume, .next])
        #expect(Timeline(timeline.plan, timeline.inputs) == timeline)
        // One that comes too late in order counts as of the moment of the last.
        #expect(timeline.apply(.pause, at: 5) == .accepted)
        #expect(timeline.inputs.last == TimedInput(.pause, timeSeconds: 40))
    }
}

@Suite struct ClockTextTests {
    @Test(arguments: [
        (900, "15:00"), (0.2, "0:01"), (0, "0:00"), (-3, "0:00"), (59.1, "1:00"), (60, "1:00"),
        (3599, "59:59"), (3599.5, "1:00:00"), (3600, "1:00:00"), (3661, "1:01:01"),
        (86_400, "24:00:00"), (1000.3 - 100.3, "15:00"), (9.000_1, "0:10"),
    ]) func aClockRoundsUp(seconds: Double, text: String) {
        #expect(ClockText.text(seconds) == text)
    }
}

import TestSupport
import Testing

@testable import MusicSelection

/// Contexts and needs over all hours, motions and sources: the first rule that holds decides.
@Suite struct SituationTableTests {
    private static let now = 1_800_000_000.0

    /// The heart data of half an hour: nothing, a still heart, a moving one, a workout.
    enum Heart: CaseIterable {
        case none, still, moving, workout

        var bpm: Double? {
            switch self {
            case .none: nil
            case .still: 80
            case .moving: 100
            case .workout: 120
            }
        }
    }

    /// The desktop data of half an hour.
    enum DesktopState: CaseIterable {
        case none, meeting, deepWork, casual, workMode

        func report(_ time: Double, _ motion: Motion?) -> DesktopReport {
            switch self {
            case .none: DesktopReport(timeSeconds: time, motion: motion)
            case .meeting: DesktopReport(timeSeconds: time, isInMeeting: true, motion: motion)
            case .deepWork:
                DesktopReport(
                    timeSeconds: time, app: "editor", category: "productivity", idleSeconds: 3,
                    motion: motion)
            case .casual:
                DesktopReport(timeSeconds: time, app: "game", category: "game", motion: motion)
            case .workMode:
                DesktopReport(timeSeconds: time, focus: "Homework mode", motion: motion)
            }
        }
    }

    private static func inputs(
        hour: Int, motion: Motion?, heart: Heart, desktop: DesktopState
    ) throws -> ContextInputs {
        ContextInputs(
            nowSeconds: now, hour: hour,
            desktop: motion == nil && desktop == .none
                ? [] : (0..<60).map { desktop.report(now - 30 * Double($0), motion) },
            heartRates: heart.bpm.map { bpm in
                (0..<180).map { HeartRateSample(timeSeconds: now - 10 * Double($0), bpm: bpm) }
            } ?? [],
            range: try #require(HeartRateRange(restBpm: 60, maxBpm: 160)))
    }

    /// The rules of the page in its words, without those said or timed.
    private static func expected(
        hour: Int, motion: Motion?, heart: Heart, desktop: DesktopState
    ) -> MusicContext {
        if heart == .workout { return .workout }
        if desktop == .meeting { return .work }
        if desktop == .workMode || desktop == .deepWork { return .deepWork }
        if motion == .vehicle { return .commute }
        var still: Bool?
        if let motion {
            still = motion == .still
        } else if heart != .none {
            still = heart == .still
        }
        if hour < 7, still == true { return .preSleep }
        if hour < 7, still == false { return .morning }
        if hour < 7 { return hour < 6 ? .preSleep : .morning }
        if hour >= 22 { return .preSleep }
        if hour >= 6, hour < 10, still == true { return .morning }
        return still == true ? .relaxation : .unknown
    }

    @Test(arguments: 0..<24) func contextOfEveryHourMotionHeartAndDesktopState(hour: Int) throws {
        for motion in [nil] + Motion.allCases.map(Optional.init) {
            for heart in Heart.allCases {
                for desktop in DesktopState.allCases {
                    let inputs = try Self.inputs(
                        hour: hour, motion: motion, heart: heart, desktop: desktop)
                    let context = ContextInference.context(inputs).context
                    let wanted = Self.expected(
                        hour: hour, motion: motion, heart: heart, desktop: desktop)
                    #expect(context == wanted, "\(hour) \(motion as Any) \(heart) \(desktop)")
                }
            }
        }
    }

    /// The contexts of a day by its hours, written down: p before sleep, m morning, r rest, u unknown.
    @Test(
        arguments: [
            (nil, Heart.none, "ppppppmuuuuuuuuuuuuuuupp"),
            (nil, .still, "pppppppmmmrrrrrrrrrrrrpp"),
            (nil, .moving, "mmmmmmmuuuuuuuuuuuuuuupp"), (.still, .none, "pppppppmmmrrrrrrrrrrrrpp"),
            (.moving, .none, "mmmmmmmuuuuuuuuuuuuuuupp"),
            (.still, .moving, "pppppppmmmrrrrrrrrrrrrpp"),
            (.moving, .still, "mmmmmmmuuuuuuuuuuuuuuupp"),
        ] as [(Motion?, Heart, String)])
    func aNightIsANight(_ motion: Motion?, _ heart: Heart, _ day: String) throws {
        let letters: [MusicContext: Character] = [
            .preSleep: "p", .morning: "m", .relaxation: "r", .unknown: "u",
        ]
        let found = try (0..<24).map { hour in
            let inputs = try Self.inputs(
                hour: hour, motion: motion, heart: heart, desktop: .none)
            let context = ContextInference.context(inputs)
            #expect(context.context == .unknown || !context.sources.isEmpty)
            return letters[context.context] ?? "?"
        }
        #expect(String(found) == day)
    }

    @Test func whatIsSaidOrTimedGoesBeforeAllElse() throws {
        var inputs = try Self.inputs(hour: 23, motion: .vehicle, heart: .workout, desktop: .meeting)
        inputs.isBusy = true
        func context() -> MusicContext { ContextInference.context(inputs).context }
        for manualContext in MusicContext.allCases {
            inputs.manualContext = ManualContext(manualContext, timeSeconds: Self.now - 3599)
            #expect(context() == manualContext)
        }
        inputs.manualContext = ManualContext(.social, timeSeconds: Self.now - 3600)
        #expect(context() == .workout)
        inputs.heartRates = []
        #expect(context() == .work)
        inputs.workoutEndSeconds = Self.now - 899
        #expect(context() == .postWorkout)
        inputs.workoutEndSeconds = Self.now - 900
        #expect(context() == .work)
        inputs.isWorkout = true
        #expect(context() == .workout)
    }

    @Test func aBusyCalendarIsWorkBeforeAFocusMode() throws {
        var inputs = try Self.inputs(hour: 15, motion: nil, heart: .none, desktop: .workMode)
        inputs.isBusy = true
        #expect(ContextInference.context(inputs) == InferredContext(.work, sources: [.calendar]))
        inputs.isBusy = false
        #expect(ContextInference.context(inputs).context == .deepWork)
    }

    @Test func socialIsNeverInferred() throws {
        for hour in 0..<24 {
            for heart in Heart.allCases {
                let inputs = try Self.inputs(
                    hour: hour, motion: nil, heart: heart, desktop: .casual)
                #expect(ContextInference.context(inputs).context != .social)
            }
        }
    }

    @Test func relaxationRequiresThirtyMinutes() throws {
        var inputs = try Self.inputs(hour: 15, motion: nil, heart: .still, desktop: .none)
        #expect(ContextInference.context(inputs).context == .relaxation)
        inputs.heartRates.removeAll { Self.now - $0.timeSeconds >= 1500 }
        #expect(ContextInference.context(inputs).context == .unknown)
    }

    @Test func deepWorkNeedsTwentyMinutesOfOneAppAndAnActiveUser() {
        func reports(_ productive: Int, idle: Double = 0) -> [DesktopReport] {
            (0..<60).map {
                DesktopReport(
                    timeSeconds: Self.now - 30 * Double($0),
                    app: $0 < productive ? "editor" : "game",
                    category: $0 < productive ? "creative" : "game", idleSeconds: idle)
            }
        }
        func activity(_ reports: [DesktopReport]) -> DesktopActivity? {
            DesktopActivity.inferred(reports, nowSeconds: Self.now)
        }
        #expect(activity(reports(41)) == .deepWork)
        #expect(activity(reports(40)) == .casual)
        #expect(activity(reports(60, idle: 299)) == .deepWork)
        #expect(activity(reports(60, idle: 300)) == .idle)
        #expect(activity([]) == nil)
        #expect(activity([DesktopReport(timeSeconds: Self.now - 120)]) == nil)
    }

    /// Every need over contexts and states by the page's list, on both sides of each limit.
    @Test(arguments: MusicContext.allCases) func needOfEveryContextAndState(
        context: MusicContext
    ) {
        for (arousal, stress, energy, focus) in Self.states {
            let state = StateVector(
                timeSeconds: Self.now, arousal: arousal, stress: stress, energy: energy,
                focus: focus)
            var expected = MusicNeed.maintain
            if context == .workout {
                expected = energy < 0.5 ? .energize : .maintain
            } else if context == .postWorkout || context == .preSleep {
                expected = .calm
            } else if context == .deepWork {
                expected = .focus
            } else if stress > 0.7 {
                expected = .calm
            } else if energy < 0.3, arousal < 0.4 {
                expected = .energize
            } else if context == .work, focus > 0.6 {
                expected = .focus
            }
            #expect(NeedInference.need(state: state, context: context) == expected)
        }
    }

    private static var states: [(Double, Double, Double, Double)] {
        [0.39, 0.4].flatMap { a in
            [0.7, 0.71].flatMap { s in
                [0.29, 0.3, 0.5].flatMap { e in [0.55, 0.6, 0.61].map { (a, s, e, $0) } }
            }
        }
    }

    @Test func adaptiveUsesTheFocusThatWorkCanHave() {
        let state = StateVector(timeSeconds: Self.now, arousal: 0.5, stress: 0.5, focus: 0.55)
        #expect(NeedInference.need(state: state, context: .work) == .maintain)
        #expect(NeedInference.need(state: state, context: .work, policy: .adaptive) == .focus)
    }

    @Test func aQuarterInFiveMinutesIsATransition() {
        func state(_ ago: Double, _ arousal: Double, known: Bool = true) -> StateVector {
            StateVector(
                timeSeconds: Self.now - ago, arousal: arousal,
                arousalConfidence: known ? 0.5 : 0)
        }
        func need(_ recent: [StateVector]) -> MusicNeed {
            NeedInference.need(state: state(0, 0.75), context: .unknown, recent: recent)
        }
        #expect(need([state(300, 0.5)]) == .transition)
        #expect(need([state(301, 0.5)]) == .maintain)
        #expect(need([state(200, 0.51)]) == .maintain)
        #expect(need([state(200, 0.5, known: false)]) == .maintain)
    }
}

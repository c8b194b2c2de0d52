import CommandSupport
import Foundation
import LiveSession
import PhysioTypes
import PracticePlans
import PracticeRuntime
import SessionHistory
import TerminalView

/// Runs a practice in a terminal, or with lines where standard output is none: time, sound, keys, and what is shown.
struct PracticeLoop {
    private let run: PracticeRun
    private let options: PracticeStartOptions
    private let clock: any PracticeClock
    private let diagnostics: Diagnostics
    private let sounds: PracticeSounds?
    private let view: KeyedView<PracticeKeyCommand>?
    private let sleepInhibitor: SleepInhibitor?
    /// nil where no heart is heard.
    private let heart: PracticeHeartRecorder?
    private let language: PracticeLanguage
    private var isMuted = false
    private var message = ""
    private var messageEndSeconds = 0.0
    private var hasRequestedEnd = false

    /// The time between two frames of the view; s.
    private static let frameSeconds = 0.05
    /// Longest sleep of the thread, which stands still while the computer sleeps; a replaced practice falls silent at
    /// the next look; s.
    private static let maxSleepSeconds = 0.15
    private static let messageSeconds = 5.0
    /// The time that + adds; min.
    private static let extensionMinutes = 5.0

    init(
        _ run: PracticeRun, _ options: PracticeStartOptions, heart: PracticeHeartRecorder?,
        clock: any PracticeClock, database: String, _ diagnostics: Diagnostics
    ) {
        self.run = run
        self.options = options
        self.heart = heart
        self.clock = clock
        self.diagnostics = diagnostics
        language = run.start.language
        let environment = ProcessInfo.processInfo.environment
        sounds = Self.sounds(run.start, options, clock, database, environment, diagnostics)
        sleepInhibitor =
            options.allowSleep
            ? nil : SleepInhibitor(run.start.title, environment: environment)
        view = KeyedView.makeForTerminal(environment)
    }

    private static func sounds(
        _ start: PracticeStart, _ options: PracticeStartOptions, _ clock: any PracticeClock,
        _ database: String, _ environment: [String: String], _ diagnostics: Diagnostics
    ) -> PracticeSounds? {
        let players = options.players
        guard !players.isEmpty else { return nil }
        let ownSounds = CustomSounds(
            folder: CustomSounds.folder(ofDatabase: database), environment: environment)
        for warning in ownSounds.warnings { diagnostics.summary(warning) }
        if let background = start.background, ownSounds.loop(background) == nil {
            diagnostics.summary(ownSounds.refusal(of: background.name))
        }
        let speech = start.speaks ? SpeechRenderer(environment: environment) : nil
        if let speech, !speech.isAvailable { diagnostics.summary(SpeechRenderer.installHint) }
        let isVerbose = options.verbose
        let sounds = PracticeSounds(start, clock: clock, customSounds: ownSounds, speech: speech) {
            track in
            SoundOutput(track, players: players, clock: clock, environment: environment) { report in
                switch report {
                case .playing(let words):
                    if isVerbose { diagnostics.summary("sound by \(words.joined(separator: " "))") }
                case .lost(let words):
                    diagnostics.summary("the player \(words[0]) is gone: another one is tried")
                case .stalled(let words):
                    diagnostics.summary("the player \(words[0]) reads nothing, so it is ended")
                case .noPlayer:
                    diagnostics.summary(
                        "no player works, so the terminal's bell stands in: install pulseaudio-utils, "
                            + "pipewire-bin or alsa-utils, or name one with --player")
                }
            }
        }
        sounds.prepare(start.plan)
        return sounds
    }

    /// - Parameter isNew: whether the practice begins now, and is not taken up.
    mutating func run(isNew: Bool) -> PracticeOutcome {
        defer {
            view?.close()
            sleepInhibitor?.release()
        }
        if isNew {
            // A device that sleeps is awake before the first sound.
            let leadSeconds = sounds == nil ? 0 : PracticeSounds.leadSeconds(run.start.plan)
            run.begin(atSeconds: clock.seconds + leadSeconds)
        }
        sounds?.begin(run.timeline)
        if sleepInhibitor?.isHeld == false {
            diagnostics.summary(
                "nothing here keeps the computer awake: install systemd, or use --allow-sleep")
        }
        var isReplaced = false
        while true {
            let step = run.step()
            show(step)
            sounds?.update(step, run.timeline)
            if step.hasEnded {
                isReplaced = step.isReplaced
                break
            }
            for key in view?.keys() ?? [] { handleKey(key) }
            if Interruption.code != nil, !hasRequestedEnd {
                hasRequestedEnd = true
                run.apply(.end)
            }
            sleepUntilNextStep()
        }
        let outcome = run.finish()
        view?.close()
        // The lock is free while the last gong rings on.
        if isReplaced || outcome.isCancelled { sounds?.stop() } else { sounds?.finish() }
        return outcome
    }

    private func sleepUntilNextStep() {
        let maxSeconds = view == nil ? Self.maxSleepSeconds : Self.frameSeconds
        usleep(UInt32(1e6 * max(0.002, run.idleSeconds(atMost: maxSeconds))))
    }

    // MARK: Keys

    private mutating func handleKey(_ key: PracticeKeyCommand) {
        switch key {
        case .pause:
            let isPaused = run.timeline.state(at: clock.seconds).isPaused
            reply(run.apply(isPaused ? .resume : .pause))
        case .next: reply(run.apply(.next))
        case .extend: reply(run.apply(.extend(minutes: Self.extensionMinutes)))
        case .mute:
            isMuted.toggle()
            sounds?.setMuted(isMuted)
        case .end: run.apply(.end)
        }
    }

    private mutating func reply(_ reply: InputResult) {
        guard reply == .conflict else { return }
        message = PracticeWords.text("practice.notPossible", language)
        messageEndSeconds = clock.seconds + Self.messageSeconds
    }

    // MARK: Showing

    private func show(_ step: PracticeRun.Step) {
        if let error = step.error { diagnostics.error("\(error)", code: "history") }
        if let lateChange = step.lateChange {
            diagnostics.summary(
                "\(lateChange.state.text(language)): \(clockText(lateChange.timeSeconds)), while nobody looked"
            )
        }
        for notice in heart?.drainNotices() ?? [] where notice.kind != .note {
            diagnostics.summary("heart: \(notice.text)")
        }
        if options.verbose {
            for (change, lateness) in step.changes {
                let ms = (lateness * 1000).rounded() / 1000
                diagnostics.summary(
                    "\(change.state.name) at \(clockText(change.timeSeconds)), \(ms) s late")
            }
        }
        guard let view else {
            for (change, _) in step.changes {
                print("\(clockText(change.timeSeconds)) \(change.state.text(language))")
            }
            fflush(nil)
            return
        }
        view.draw(frame(step))
    }

    private func clockText(_ seconds: Double) -> String {
        let date = run.date(seconds)
        return String(
            LocalTime.text(date, utcOffsetSeconds: clock.zone.secondsFromGMT(for: date))
                .dropFirst(11).prefix(8))
    }

    private func frame(_ step: PracticeRun.Step) -> PracticeFrame {
        let state = step.moment.state
        var frame = PracticeFrame(
            title: run.start.title,
            // It begins in a moment.
            part: state == .idle
                ? PracticeState.preparing(leftSeconds: 0).text(language) : state.text(language),
            time: state.time,
            share: state.elapsedShare(of: run.start.plan),
            help: PracticeWords.text("practice.keys", language))
        if case .breathing(let phase, let breath, let left, _) = state {
            frame.detail =
                PracticeWords.text(WordKey.of(phase).rawValue, language)
                + " \(ClockText.text(left)) · \(breath)"
        }
        frame.isPaused = step.moment.isPaused
        if step.moment.isPaused {
            frame.detail = PracticeWords.text(WordKey.paused.rawValue, language)
        }
        if let figures = heart?.figures { frame.heart = Self.text(figures) }
        if isMuted { frame.message = PracticeWords.text(WordKey.muted.rawValue, language) }
        if clock.seconds < messageEndSeconds { frame.message = message }
        return frame
    }
}

extension PracticeLoop {
    /// The heart now: its rate, and RMSSD where it is known; why not, where there is none.
    private static func text(_ figures: PracticeHeartRecorder.Figures) -> String {
        guard let bpm = figures.bpm else { return figures.missing.map { "♥ – (\($0))" } ?? "♥ –" }
        let rmssd = figures.rmssdMs.map { " · RMSSD \(Int($0.rounded())) ms" } ?? ""
        return "♥ \(Int(bpm.rounded()))/min\(rmssd)"
    }
}

extension PracticeState {
    /// The part that goes on, in words.
    func text(_ language: PracticeLanguage) -> String {
        func word(_ key: WordKey) -> String { PracticeWords.text(key.rawValue, language) }
        return switch self {
        case .idle: word(.idle)
        case .preparing: word(.preparing)
        case .phase1, .openPhase1: word(.phase1)
        case .phase2: word(.phase2)
        case .breathing: word(.breathing)
        case .work(let round, _): word(.work) + " \(round)"
        case .rest: word(.resting)
        case .finished: word(.finished)
        case .cancelled: word(.cancelled)
        }
    }

    /// The time that is left of the part, or that an open one has lasted.
    var time: String {
        switch self {
        case .preparing(let left), .phase1(let left), .phase2(let left), .work(_, let left),
            .rest(_, let left), .breathing(_, _, _, let left):
            ClockText.text(left)
        case .openPhase1(let elapsed): ClockText.text(elapsed.rounded(.down))
        case .idle, .finished, .cancelled: ""
        }
    }

    /// Returns the share of the part that has gone by; nil if its length is not the plan's, or it
    /// has none.
    func elapsedShare(of plan: PracticePlan) -> Double? {
        func share(_ left: Double, _ totalSeconds: Double?) -> Double? {
            totalSeconds.flatMap { $0 > 0 && left <= $0 ? 1 - left / $0 : nil }
        }
        switch (self, plan) {
        case (.preparing(let left), _): return share(left, plan.prepareSeconds)
        case (.phase1(let left), .timer(let plan)): return share(left, plan.phase1Seconds)
        case (.phase2(let left), .timer(let plan)): return share(left, plan.phase2Seconds)
        case (.work(_, let left), .interval(let plan)): return share(left, plan.workSeconds)
        case (.rest(_, let left), .interval(let plan)): return share(left, plan.restSeconds)
        case (.breathing(let phase, _, let left, _), .breathing(let plan)):
            let pattern = plan.pattern
            return switch phase {
            case .inhale: share(left, pattern.inhaleSeconds)
            case .exhale: share(left, pattern.exhaleSeconds).map { 1 - $0 }
            case .hold: 1
            case .secondHold: 0
            }
        default: return nil
        }
    }
}

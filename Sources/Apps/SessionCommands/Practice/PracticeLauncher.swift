import ArgumentParser
import CommandSupport
import Foundation
import LiveSession
import PhysioTypes
import PracticePlans
import PracticeRuntime
import ResonanceBreathing
import SessionHistory
import TerminalView

/// The parts that every command shares that begins a practice: the history, presets, and the loop
/// in the terminal.
struct PracticeLauncher {
    let options: PracticeStartOptions
    private let diagnostics: Diagnostics
    private let store: SessionStore?
    private let settings: PracticeSettings
    private let language: PracticeLanguage
    private let clock = SystemPracticeClock()
    /// The background sound of a sit, instead of that of the settings; nil for that of the
    /// settings.
    var backgroundName: String?
    /// Its level; dB; nil for that of the settings.
    var backgroundLevelDB: Double?

    init(_ options: PracticeStartOptions) throws {
        self.options = options
        diagnostics = Diagnostics(isQuiet: options.quiet)
        store = try options.location.openIfPossible(
            "nothing is kept of this practice", diagnostics)
        settings = (try? store?.practiceSettings()) ?? PracticeSettings()
        language = store?.practiceLanguage() ?? .environmentLanguage
    }

    func showSummary(_ text: String) { diagnostics.summary(text) }

    // MARK: Presets

    /// - Parameter isOnlyOption: whether no other option shapes the plan.
    /// - Returns: nil where none is asked for.
    func preset(
        _ id: String?, _ kind: PracticeKind, isOnlyOption: Bool
    ) throws -> PracticePreset? {
        guard let id else { return nil }
        guard isOnlyOption else {
            throw ValidationError("a preset has its own lengths: leave them out, or --preset")
        }
        let ownPresets = (try? store?.practicePresets(kind)) ?? []
        if let found = PracticePreset.find(id, kind, own: ownPresets) { return found }
        let knownIDs = (ownPresets + PracticePreset.builtIn).filter { $0.plan.kind == kind }.map(
            \.id)
        diagnostics.error(
            knownIDs.isEmpty
                ? "no preset \(id) is kept"
                : "no preset \(id): there are \(knownIDs.joined(separator: ", "))",
            code: "usage")
        throw ExitStatus.usage.exitCode
    }

    /// Keeps a plan as a preset of the person's own, with one name in both languages.
    func saveAsPreset(_ plan: PracticePlan, _ name: String) throws {
        let store = try options.location.open(diagnostics)
        do {
            let preset = try store.makePreset(PresetName(en: name, de: name), plan)
            try store.save(items: [StoredPreset.item(preset)])
            diagnostics.summary(
                "kept as \(preset.id): hrv practice \(plan.kind.rawValue) --preset \(preset.id)")
        } catch let error as PlanError {
            throw ValidationError(error.message)
        } catch let error as HistoryError {
            throw error.exitCode(diagnostics)
        }
    }

    /// Returns the name of an entry if the person gives none.
    func title(_ preset: PracticePreset?, _ kind: PracticeKind) -> String {
        return preset.map { language == .de ? $0.name.de : $0.name.en }
            ?? PracticeWords.text("practice.kind.\(kind.rawValue)", language)
    }

    // MARK: Running

    /// Begins the newest practice of this program again, by its plan and its title.
    func runAgain() async throws {
        let store = try options.location.open(diagnostics)
        let entry: PracticeEntry?
        do throws(HistoryError) {
            entry = try store.newestOwnPractice()
        } catch {
            throw error.exitCode(diagnostics)
        }
        guard let entry, let stored = StoredPractice(entry, clock: clock) else {
            diagnostics.error(
                "no practice was run here yet: begin one with hrv practice timer, breathe or interval",
                code: "not_found")
            throw ExitStatus.noInput.exitCode
        }
        try await run(stored.plan, usualTitle: entry.title)
    }

    /// - Parameter preset: what the plan is of; nil for one of the options.
    func run(_ plan: PracticePlan, _ preset: PracticePreset?) async throws {
        try await run(plan, usualTitle: title(preset, plan.kind))
    }

    private func run(_ plan: PracticePlan, usualTitle: String) async throws {
        var start = options.start(plan, usualTitle: usualTitle, settings, language)
        start.background = settings.backgroundSound(
            plan.kind, name: backgroundName, levelDB: backgroundLevelDB)
        let id = UUID()
        let reservation = try reservation(start, id)
        let heart = try await openHeartRecorder(&start, reservation)
        try await run(
            PracticeRun(start, clock: clock, store: store, claim: reservation.claim), reservation,
            heart,
            isNew: true)
    }

    /// Goes on with a practice that was interrupted; without a heart.
    func resume(_ stored: StoredPractice, _ store: SessionStore) async throws {
        var start = options.start(
            stored.plan, usualTitle: stored.entry.title, settings, language)
        start.background = settings.backgroundSound(stored.plan.kind)
        let reservation = try reservation(start, stored.entry.id)
        try await run(
            PracticeRun(
                resuming: stored.entry, stored.events, start, clock: clock, store: store,
                claim: reservation.claim), reservation, nil, isNew: false)
    }

    /// A heart that runs, and what is closed behind it.
    private struct OpenedHeartRecorder {
        let heart: PracticeHeartRecorder
        let close: () async -> Void
    }

    /// Begins to listen to the heart that is asked for.
    private func openHeartRecorder(
        _ start: inout PracticeStart, _ reservation: ActivityReservation
    ) async throws -> OpenedHeartRecorder? {
        guard let choice = try options.heartSource else { return nil }
        let wake = WakeSignal()
        do {
            let launcher = SessionLauncher(
                store: store, database: options.location.path,
                logsFolder: options.location.logsFolder,
                version: ToolkitVersion.current)
            let preparedSession = try launcher.prepare(
                PracticeHeartRecorder.plan(
                    choice.kind, beside: start.plan, title: choice.title,
                    application: "hrv practice \(ToolkitVersion.current)", isStored: start.isStored),
                diagnostics)
            let opened = try await choice.open(wake, diagnostics)
            start.session = preparedSession.id
            start.isExcluded = choice.kind.isExcluded
            return OpenedHeartRecorder(
                heart: PracticeHeartRecorder(
                    preparedSession, opened.source, clock: clock, wake: wake),
                close: opened.close)
        } catch {
            reservation.release()
            throw error
        }
    }

    private func reservation(_ start: PracticeStart, _ id: UUID) throws -> ActivityReservation {
        let activity = Activity(
            id: id, owner: .terminalCommand, title: start.title, kind: start.plan.kind.rawValue,
            endsAt: start.plan.lengthSeconds.map { Date() + $0 })
        do throws(ActivityReservation.Refusal) {
            let reservation = try ActivityReservation(
                activity, isForced: options.force, store: store, database: options.location.path
            ) { $0.credited(clock) }
            if let warning = reservation.warning { diagnostics.summary(warning) }
            return reservation
        } catch {
            throw error.exitCode(diagnostics)
        }
    }

    private func run(
        _ run: PracticeRun, _ reservation: ActivityReservation, _ opened: OpenedHeartRecorder?,
        isNew: Bool
    ) async throws {
        let wake = WakeSignal()
        Interruption.install(waking: wake)
        let outcome = await SessionThread.run {
            var loop = PracticeLoop(
                run, options, heart: opened?.heart, clock: clock, database: options.location.path,
                diagnostics)
            return loop.run(isNew: isNew)
        }
        reservation.release()
        let storedOutcome = storeHeartData(opened?.heart, outcome, run.timeline)
        await opened?.close()
        try reportOutcome(storedOutcome, run.start)
    }

    /// Keeps what the heart did with the entry, where there is one.
    private func storeHeartData(
        _ heart: PracticeHeartRecorder?, _ outcome: PracticeOutcome, _ timeline: Timeline
    ) -> PracticeOutcome {
        guard let heart else { return outcome }
        var outcome = outcome
        let (report, errors) = outcome.saveHeartData(heart, timeline, in: store)
        for error in errors { diagnostics.summary(error) }
        for part in report.parts { diagnostics.summary(part.text) }
        return outcome
    }

    private func reportOutcome(_ outcome: PracticeOutcome, _ start: PracticeStart) throws {
        if outcome.isReplaced {
            diagnostics.summary("another program has taken this practice's place")
        } else if let entry = outcome.entry {
            let creditedMs = max(entry.mindfulMs, entry.workoutMs)
            diagnostics.summary(
                "\(entry.title): \(ClockText.text(Double(creditedMs) / 1000)) kept as "
                    + entry.id.uuidString.prefix(8))
        } else if outcome.isCancelled || !start.isStored {
            diagnostics.summary("nothing is kept of this practice")
        } else if outcome.error == nil, store != nil {
            diagnostics.summary("less than 10 s: nothing is kept of this practice")
        }
        if let error = outcome.error { throw error.exitCode(diagnostics) }
        if let code = Interruption.code { throw ExitCode(code) }
    }
}

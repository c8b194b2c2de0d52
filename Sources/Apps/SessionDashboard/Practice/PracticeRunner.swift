import Foundation
import LiveSession
import PracticePlans
import PracticeRuntime
import SessionHistory

/// Runs one practice of the page on a thread of its own: its time, the sound of the machine, and the reports to pages.
struct PracticeRunner: Sendable {
    let start: PracticeStart
    /// The entry of one that was interrupted; nil: it begins now.
    let resumedPractice: StoredPractice?
    let activity: Activity
    let reservation: ActivityReservation
    let resources: PracticeResources
    let control: PracticeControl
    let sound: PracticeSettings.SoundDestination
    /// nil where none is heard.
    let heart: PracticeHeartRecorder?
    /// Takes the reports to pages.
    let report: @Sendable (Report) -> Void

    enum Report: Sendable {
        /// Something has changed, or some time has passed.
        case state(PracticeSnapshot, hasNewPlan: Bool)
        case ended(PracticeOutcome, hasFinished: Bool)
        /// The sensor of its heart is let go, after the end.
        case heartDataStored
    }

    /// Longest sleep of the thread, which stands still while the computer sleeps; s.
    private static let maxSleepSeconds = 0.25
    /// Time that a page has to schedule the first sound; s.
    private static let firstSoundLeadSeconds = 0.6

    func begin() {
        let thread = Thread { run() }
        thread.name = "practice.page"
        thread.start()
    }

    private func run() {
        let sounds = sound == .page || resources.players.isEmpty ? nil : makeMachineSounds()
        sounds?.prepare(start.plan)
        let run = makeRun()
        if resumedPractice == nil {
            // A device that sleeps is awake before the first sound.
            let leadSeconds = sounds == nil ? Self.firstSoundLeadSeconds : SoundFeed.leadInSeconds
            run.begin(
                atSeconds: resources.clock.seconds + max(0, leadSeconds - start.plan.prepareSeconds)
            )
        }
        sounds?.begin(run.timeline)
        let sleepInhibitor = SleepInhibitor(start.title, environment: resources.environment)
        reservation.claim?.onChange { [control] in control.wake.signal() }
        var isMuted = false
        // Who asked for something is answered when what came of it can be seen.
        var replies: [() -> Void] = []
        while true {
            let wasMuted = isMuted
            replies = applyCommands(run, sounds, &isMuted)
            let step = run.step()
            sounds?.update(step, run.timeline)
            if step.hasEnded { break }
            report(
                .state(
                    snapshot(run.timeline, isMuted: isMuted),
                    hasNewPlan: step.hasNewPlan || !step.changes.isEmpty || wasMuted != isMuted))
            for reply in replies { reply() }
            let sleepSeconds = max(0.002, run.idleSeconds(atMost: Self.maxSleepSeconds))
            control.wake.wait(milliseconds: Int32((1000 * sleepSeconds).rounded(.up)))
        }
        control.close()
        let outcome = run.finish()
        sleepInhibitor.release()
        reservation.release()
        let hasFinished = !outcome.isReplaced && !outcome.isCancelled
        report(.ended(outcome, hasFinished: hasFinished))
        for reply in replies { reply() }
        storeHeartData(outcome, run.timeline)
        // The lock is free while the last gong rings on.
        if hasFinished { sounds?.finish() } else { sounds?.stop() }
    }

    /// Keeps what the heart did on a thread of its own: a sensor may take seconds to be let go, and sound goes on.
    private func storeHeartData(_ outcome: PracticeOutcome, _ timeline: Timeline) {
        guard let heart else { return }
        Thread.detachNewThread { [resources, report] in
            var outcome = outcome
            let errors = outcome.saveHeartData(heart, timeline, in: resources.store).errors
            for error in errors { resources.heartSources?.report(error) }
            report(.heartDataStored)
        }
    }

    private func makeRun() -> PracticeRun {
        if let resumedPractice, let store = resources.store {
            return PracticeRun(
                resuming: resumedPractice.entry, resumedPractice.events, start,
                clock: resources.clock,
                store: store,
                claim: reservation.claim)
        }
        return PracticeRun(
            start, clock: resources.clock, store: resources.store, claim: reservation.claim)
    }

    private func makeMachineSounds() -> PracticeSounds {
        let speech = start.speaks ? SpeechRenderer(environment: resources.environment) : nil
        return PracticeSounds(
            start, clock: resources.clock, customSounds: resources.ownSounds, speech: speech
        ) { [resources] track in
            SoundOutput(
                track, players: resources.players, clock: resources.clock,
                environment: resources.environment, report: { _ in })
        }
    }

    /// Does what pages want.
    ///
    /// - Returns: what answers them.
    private func applyCommands(
        _ run: PracticeRun, _ sounds: PracticeSounds?, _ isMuted: inout Bool
    ) -> [() -> Void] {
        var replies: [() -> Void] = []
        for command in control.drain() {
            switch command {
            case .input(let input, let continuation):
                let reply = run.apply(input)
                replies.append { continuation.resume(returning: reply) }
            case .mute(let shouldMute):
                isMuted = shouldMute
                sounds?.setMuted(shouldMute)
            }
        }
        return replies
    }

    private func snapshot(_ timeline: Timeline, isMuted: Bool) -> PracticeSnapshot {
        var snapshot = PracticeSnapshot(activity: activity, isHere: true, timeline: timeline)
        snapshot.sound = sound
        snapshot.level = start.level
        snapshot.speaks = start.speaks
        snapshot.background = start.background
        snapshot.language = start.language
        snapshot.isMuted = isMuted
        snapshot.heart = heart?.figures
        return snapshot
    }
}

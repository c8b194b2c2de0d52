import ArgumentParser
import CommandSupport
import Foundation
import LivePipeline
import LiveSession
import PhysioTypes
import ResonanceBreathing
import SessionHistory

extension LiveCommand {
    /// Returns the plan that the options ask for.
    func plan(_ store: SessionStore?, _ diagnostics: Diagnostics) throws -> SessionPlan {
        let minutes = pacing.duration ?? (simulate ? PacingOptions.defaultMinutes : nil)
        var settings = try pacing.settings(minutes: minutes ?? PacingOptions.defaultMinutes, store)
        addFindings(of: store, to: &settings, diagnostics)
        var plan = SessionPlan(
            source, settings, title: title, application: "hrv live \(ToolkitVersion.current)")
        plan.minutes = minutes
        plan.preset = pacing.preset
        (plan.device, plan.wantsECG) = (dev, ecg)
        plan.clock = source.isExcluded ? .bridge : clock ?? .wall
        // A person is watched, or lives as fast as they can be reckoned; a log is read as fast as that.
        let isRealTime = dashboard || clock == .wall
        if source.isExcluded, !isRealTime { plan.speed = .infinity }
        plan.isStored = isStored
        if !source.isExcluded, !noRawLog, !discard { plan.logging = .required }
        if showsView {
            plan.readiness = strap != nil ? .strap : bridge != nil ? .bridge : nil
        }
        let isBridgePiped = bridge == "-" && isatty(STDIN_FILENO) == 0
        if !source.isExcluded, !isBridgePiped { plan.claim = .init(.liveCommand, isForced: force) }
        return plan
    }

    /// The name of the session for a person.
    var title: String {
        strap
            ?? (bridge != nil
                ? "bridge" : simulate ? "Simulated person \(personChoice.index)" : "replay")
    }

    var source: SessionSource {
        simulate ? .simulated : replay != nil ? .replay : strap != nil ? .strap : .bridge
    }

    // MARK: The history

    /// True if the session is to be in the history.
    var isStored: Bool { !discard && (replay == nil || keep) }

    /// The history, where it is needed: to keep the session, for what the last one found, and for the lock against
    /// other programs.
    func openHistory(_ diagnostics: Diagnostics) throws -> SessionStore? {
        let isOwnPreset = pacing.preset.map { BreathPreset.find($0) == nil } ?? false
        guard isStored || !source.isExcluded || isOwnPreset else { return nil }
        return try location.openIfPossible(
            "this session is not kept there (hrv history rebuild can have it from its log later), and other "
                + "programs do not see what runs here",
            diagnostics)
    }

    /// Adds what the session may begin with, a resonance frequency and latencies of sensors: for a
    /// person what earlier sessions found; for a log what its session began with; for a simulated
    /// person nothing.
    private func addFindings(
        of store: SessionStore?, to settings: inout StreamingSettings, _ diagnostics: Diagnostics
    ) {
        if let replay, replay != "-" {
            let loggedSettings = (try? LoggedSession(path: replay))?.start.settings
            settings.plan?.earlier = loggedSettings?.plan?.earlier
            settings.knownLatencies = loggedSettings?.knownLatencies
            return
        }
        guard !source.isExcluded, let store else { return }
        do throws(HistoryError) {
            settings.plan?.earlier = try store.earlierResonance()
            let latencies = try store.latencies()
            if !latencies.isEmpty { settings.knownLatencies = latencies }
        } catch {
            diagnostics.error("\(error)", code: "history")
        }
    }
}

import BluetoothStraps
import CommandSupport
import Foundation
import LivePipeline
import LiveSession
import PhysioSimulation
import PhysioTypes
import PracticeRuntime
import ResonanceBreathing
import SessionDashboard
import SessionHistory
import Synchronization
import TerminalView

/// Begins the sessions that pages ask for, each on a thread of its own, one at a time.
final class DashboardSessions: SessionStarter {
    private let hub: SessionHub
    /// nil where none is kept.
    private let store: SessionStore?
    private let logsFolder: String
    /// The transport by which bridges connect; nil if no address was named.
    private let bridges: (any BridgeTransport)?
    private let diagnostics: Diagnostics
    private let launcher: SessionLauncher
    private let isStopped = Mutex(false)
    private let sessionGroup = DispatchGroup()

    init(
        hub: SessionHub, store: SessionStore?, logsFolder: String, bridges: (any BridgeTransport)?,
        _ diagnostics: Diagnostics
    ) {
        self.hub = hub
        self.store = store
        self.logsFolder = logsFolder
        self.bridges = bridges
        self.diagnostics = diagnostics
        launcher = SessionLauncher(
            store: store, logsFolder: logsFolder, version: ToolkitVersion.current,
            finalizeEntry: { $0.credited(SystemPracticeClock()) })
    }

    private static let speedRange = 1.0...100.0

    // MARK: What there is

    var sourceOptions: [SessionSourceOption] {
        SourceChoice.allCases.map {
            SessionSourceOption($0.rawValue, unavailable: unavailableReason(of: $0))
        }
    }

    /// Returns the reason that a session cannot be started with a source; nil if it can.
    private func unavailableReason(of choice: SourceChoice) -> String? {
        switch choice {
        case .simulated, .webBluetooth, .none: nil
        case .strap: Self.radioError
        case .bridge:
            bridges != nil ? nil : "hrv dashboard --bridge ADDRESS tells where bridges are to come"
        case .replay: store == nil ? "no history is kept" : nil
        }
    }

    private static var radioError: String? {
        StrapRadio.isBuiltIn ? nil : "this program was built without Bluetooth (trait BlueZ)"
    }

    // MARK: Beginning

    func begin(_ request: SessionRequest) async throws(SessionRequestError) {
        let plan = try plan(request)
        let connectSource = try makeSourceConnector(request)
        try await endRunningSession(for: request)
        let preparedSession = try prepare(plan)
        // Pages hear of a session that begins, and of no other.
        guard hub.open(SessionInfo(plan, source: request.source)) else { throw .running(holder) }
        begin(preparedSession, connectSource())
    }

    /// Ends the session that runs here, where that is wished.
    private func endRunningSession(for request: SessionRequest) async throws(SessionRequestError) {
        guard hub.isRunning else { return }
        guard request.isForced == true else { throw .running(holder) }
        hub.end()
        for _ in 0..<Self.maxWaitSteps where hub.isRunning {
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    /// A strap is let go within some seconds.
    private static let maxWaitSteps = 300

    private func prepare(_ plan: SessionPlan) throws(SessionRequestError) -> PreparedSession {
        do throws(SessionLauncher.Refusal) {
            return try launcher.prepare(plan)
        } catch {
            switch error {
            case .reservation(.occupied(let activity)),
                .reservation(.notReplaceable(let activity, _)):
                throw .running(RunningActivityInfo(activity, store))
            case .reservation(.unknownActivity): throw .running(nil)
            case .breathing:
                throw .invalid(
                    "rate lies in \(BreathRateLimits.startRate.text()) breaths/min, for the fixed pacer in "
                        + BreathRateLimits.userChoice.text())
            }
        }
    }

    /// The holder of the activity lock, where it is a session of this page.
    private var holder: RunningActivityInfo? {
        if let activity = (try? store?.activity()) ?? nil {
            return RunningActivityInfo(activity, store, isHere: true)
        }
        return hub.info.map { RunningActivityInfo($0) }
    }

    private func begin(_ preparedSession: PreparedSession, _ source: any LiveSource) {
        sessionGroup.enter()
        SessionThread.begin { [self] in
            let outcome = preparedSession.run(
                source, observers: [hub, self.errorPrinter], wake: hub.wake
            ) {
                self.isStopped.withLock { $0 }
            }
            if let failure = outcome.failure {
                diagnostics.error(failure.text, code: failure.code)
            }
            for line in LiveSummary.lines(outcome.totals) { diagnostics.summary(line) }
            sessionGroup.leave()
        }
    }

    /// Printer of errors at the terminal.
    private var errorPrinter: LivePrinter {
        LivePrinter(style: .errors, waitsForReader: false, diagnostics)
    }

    /// A name that is not known is refused before it counts.
    private static func sessionSource(_ source: String) -> SessionSource {
        SourceChoice(rawValue: source)?.source ?? .strap
    }

    // MARK: What is asked for

    private func plan(_ request: SessionRequest) throws(SessionRequestError) -> SessionPlan {
        let choice = SourceChoice(rawValue: request.source)
        let preset = try preset(request)
        var plan = SessionPlan(
            Self.sessionSource(request.source), try settings(request, preset),
            title: title(request),
            application: "hrv dashboard \(ToolkitVersion.current)")
        (plan.minutes, plan.preset) = (request.minutes, preset?.id)
        plan.speed = try speed(request)
        plan.clock = plan.source.isExcluded ? .bridge : .wall
        let hasSensor = !plan.source.isExcluded && plan.source != .none
        // A simulated person and a replay have no log: the one comes of its seed, the other of a log.
        if hasSensor, store != nil { plan.logging = .ifPossible }
        plan.wantsECG = hasSensor && request.wantsECG == true
        if hasSensor, request.checksSensor == true {
            plan.readiness = choice == .bridge ? .bridge : .strap
        }
        if !plan.source.isExcluded { plan.claim = .init(.page, isForced: request.isForced == true) }
        return plan
    }

    /// Returns the name of the session for a person.
    private func title(_ request: SessionRequest) -> String {
        switch SourceChoice(rawValue: request.source) {
        case .strap: request.strap ?? "strap"
        case .webBluetooth: "strap of a browser"
        case .bridge: "bridge"
        case .simulated: "simulated person"
        case .replay: "replay"
        case .some(.none), nil: "breathing without a sensor"
        }
    }

    /// The preset that is to be breathed; nil where a pacer leads.
    private func preset(_ request: SessionRequest) throws(SessionRequestError) -> BreathPreset? {
        guard let name = request.preset else { return nil }
        let ownPresets = store?.ownBreathPresets ?? []
        if let found = BreathPreset.find(name, own: ownPresets) { return found }
        guard let storedSettings = try? store?.settings(), storedSettings.preset == name else {
            throw .invalid(BreathPreset.unknownMessage(name, own: ownPresets))
        }
        diagnostics.summary(
            "the preset \(name) of the settings is gone: the pacer \(storedSettings.pacer) leads")
        return nil
    }

    private func settings(
        _ request: SessionRequest, _ preset: BreathPreset?
    ) throws(SessionRequestError) -> StreamingSettings {
        let storedSettings = (try? store?.settings()) ?? UserSettings()
        guard let pacer = PacerName(rawValue: request.pacer ?? storedSettings.pacer) else {
            throw .invalid(
                "pacer is one of " + PacerName.allCases.map(\.rawValue).joined(separator: ", "))
        }
        if let minutes = request.minutes, !UserSettings.minutesRange.contains(minutes) {
            throw .invalid("minutes lies in 0.1 to 1440")
        }
        var plan = PacerPlan(
            preset == nil ? pacer : .fixed, sessionSeconds: 60 * (request.minutes ?? 1440))
        plan.startBreathsPerMinute = request.rate ?? storedSettings.startRate
        plan.findsAnew = request.findsAnew ?? false
        let source = Self.sessionSource(request.source)
        if !source.isExcluded { plan.earlier = try? store?.earlierResonance() }
        do throws(BreathingError) {
            _ = try plan.pacer()
            var settings = StreamingSettings(plan: plan)
            settings.pattern = preset?.pattern
            settings.haptics = HapticSettings(
                isOn: storedSettings.haptics, intensity: storedSettings.hapticIntensity)
            let hasSensor = !source.isExcluded && source != .none
            if hasSensor, let latencies = try? store?.latencies(), !latencies.isEmpty {
                settings.knownLatencies = latencies
            }
            return settings
        } catch {
            throw .invalid(
                "rate lies in \(BreathRateLimits.startRate.text()) breaths/min, for the fixed pacer in "
                    + BreathRateLimits.userChoice.text())
        }
    }

    private func speed(_ request: SessionRequest) throws(SessionRequestError) -> Double {
        guard let speed = request.speed else { return 1 }
        guard Self.sessionSource(request.source).isExcluded, Self.speedRange.contains(speed) else {
            throw .invalid("speed lies in 1 to 100, for a simulated person and a replay")
        }
        return speed
    }

    /// - Returns: what connects to the source, once the session has its lock.
    private func makeSourceConnector(
        _ request: SessionRequest
    ) throws(SessionRequestError) -> () -> any LiveSource {
        if let sourceOption = sourceOptions.first(where: { $0.id == request.source }),
            let reason = sourceOption.reason
        {
            throw .invalid(reason)
        }
        switch SourceChoice(rawValue: request.source) {
        case .simulated:
            let seed = UInt64(clamping: request.seed ?? Int.random(in: 0..<1 << 53))
            return {
                VirtualPersonSource(
                    VirtualPersonBridge(
                        PersonPopulation(seed: seed, scenario: .base).person(0),
                        sendsRespiration: false), name: "Simulated person, seed \(seed)")
            }
        case .strap:
            guard let name = request.strap, !name.isEmpty else {
                throw .invalid("strap is a name or an address: hrv straps lists those in reach")
            }
            return { [hub] in
                StrapSource(
                    StrapRadio(), StrapChoice(name), wantsECG: request.wantsECG == true,
                    wake: hub.wake,
                    application: "hrv dashboard \(ToolkitVersion.current)")
            }
        case .webBluetooth: return { [hub] in BrowserStrapSource(hub) }
        case .bridge:
            guard let bridges else { throw .invalid("no bridge can come") }
            return { BridgeSource(bridges, isShared: true) }
        case .some(.none): return { NoSensorSource() }
        case .replay:
            let replaySource = try replay(request.replayedSessionID)
            return { replaySource }
        case nil:
            throw .invalid("source is one of " + sourceOptions.map(\.id).joined(separator: ", "))
        }
    }

    private func replay(_ id: String?) throws(SessionRequestError) -> ReplaySource {
        guard let id = id.flatMap(UUID.init), let session = try? store?.session(id) else {
            throw .invalid("of is the id of a session in the history")
        }
        guard let name = session.rawLogName, !name.contains("/"), name.hasSuffix(".beatline"),
            let source = ReplaySource(path: logsFolder + "/" + name)
        else { throw .invalid("this session has no log that could be played again") }
        return source
    }

    /// Discards the messages that bridges send while no session runs; to be called now and then.
    func discardIdleMessages() {
        if !hub.isRunning { bridges?.discardEvents() }
    }

    // MARK: The end

    /// Ends the session that runs, and waits until it is kept.
    func close() {
        isStopped.withLock { $0 = true }
        hub.wake.signal()
        _ = sessionGroup.wait(timeout: .now() + .seconds(10))
    }
}

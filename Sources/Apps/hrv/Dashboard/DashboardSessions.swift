import BluetoothStraps
import Foundation
import LivePipeline
import LiveSession
import PhysioSimulation
import PhysioTypes
import ResonanceBreathing
import SessionDashboard
import SessionHistory
import Synchronization
import TerminalView

/// Begins the sessions that pages ask for, each on a thread of its own, one at a time.
final class DashboardSessions: SessionStarter {
    private let room: SessionRoom
    /// nil where none is kept.
    private let store: SessionStore?
    private let logsFolder: String
    /// Where bridges come; nil where no address was named.
    private let gate: SharedGate?
    private let diagnostics: Diagnostics
    private let isStopped = Mutex(false)
    private let running = DispatchGroup()

    init(
        room: SessionRoom, store: SessionStore?, logsFolder: String, gate: SharedGate?,
        _ diagnostics: Diagnostics
    ) {
        self.room = room
        self.store = store
        self.logsFolder = logsFolder
        self.gate = gate
        self.diagnostics = diagnostics
    }

    private static let speeds = 1.0...100.0

    // MARK: What there is

    var offers: [SourceOffer] {
        SourceChoice.allCases.map { SourceOffer($0.rawValue, unavailable: fault(of: $0)) }
    }

    /// Why a session cannot be started with it; nil where it can.
    private func fault(of choice: SourceChoice) -> String? {
        switch choice {
        case .simulated, .webBluetooth, .none: nil
        case .strap: Self.radioFault
        case .bridge:
            gate != nil ? nil : "hrv dashboard --bridge ADDRESS tells where bridges are to come"
        case .replay: store == nil ? "no history is kept" : nil
        }
    }

    private static var radioFault: String? {
        StrapRadio.isBuiltIn ? nil : "this program was built without Bluetooth (trait BlueZ)"
    }

    // MARK: Beginning

    func begin(_ request: SessionRequest) throws(SessionRefusal) {
        guard !room.isRunning else { throw .running }
        let settings = try settings(request)
        let source = try source(request)
        var about = SessionAbout(
            source: request.source, pacer: settings.plan?.name.rawValue ?? "none",
            preset: request.preset,
            startedAt: LocalTime.text(
                Date(), utcOffsetSeconds: TimeZone.current.secondsFromGMT()),
            minutes: request.minutes, haptics: settings.haptics)
        about.speed = try speed(request)
        guard room.open(about) else { throw .running }
        let launch = Launch(
            request: request, settings: settings, source: source, speed: about.speed)
        running.enter()
        let box = UnsafeTransfer(launch)
        Thread.detachNewThread { [self] in
            run(box.value)
            running.leave()
        }
    }

    private struct Launch {
        let request: SessionRequest
        let settings: StreamingSettings
        let source: any LiveSource
        let speed: Double
    }

    /// Goes to one other thread, and is used there alone.
    private struct UnsafeTransfer<Value>: @unchecked Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    private func run(_ launch: Launch) {
        let records = records(launch)
        do throws(BreathingError) {
            var host = try SessionHost(
                launch.settings, minutes: launch.request.minutes, source: launch.source,
                room: room, records: records, speed: launch.speed,
                application: "hrv dashboard \(ToolkitVersion.current)")
            let outcome = host.run { isStopped.withLock { $0 } }
            if let failure = outcome.failure {
                diagnostics.error(failure, code: "source")
                room.notify(code: "source", failure)
            }
            for line in LiveSummary.lines(outcome.totals) { diagnostics.summary(line) }
        } catch {
            // The rate was checked before.
            room.close(kept: nil)
        }
    }

    /// A simulated person and a replay have no log: the one comes of its seed, the other of a log.
    private func records(_ launch: Launch) -> SessionRecords {
        let kind = Self.kind(launch.request.source)
        var start = SessionStart(
            kind, launch.settings, minutes: launch.request.minutes, preset: launch.request.preset,
            toolkitVersion: ToolkitVersion.current)
        var log: RawLog?
        if !kind.isApart, kind != .none, store != nil {
            do throws(RawLog.Failure) {
                let name = RawLog.newName()
                start.rawLogName = name
                log = try RawLog(path: logsFolder + "/" + name)
                try log?.begin(start.note)
            } catch {
                room.notify(
                    code: "log", "no log can be kept at \(error.path): \(error.text)")
            }
        }
        let keeper = store.map { SessionKeeper($0, start) }
        return SessionRecords(log: log, keeper: keeper) { [room, diagnostics] notice in
            diagnostics.notice("history", notice)
            room.notify(code: notice.code, notice.text)
        }
    }

    /// A name that is not known is refused before it counts.
    private static func kind(_ source: String) -> SessionSource {
        SourceChoice(rawValue: source)?.source ?? .strap
    }

    // MARK: What is asked for

    private func settings(_ request: SessionRequest) throws(SessionRefusal) -> StreamingSettings {
        let kept = (try? store?.settings()) ?? UserSettings()
        guard let pacer = PacerName(rawValue: request.pacer ?? kept.pacer) else {
            throw .unsound(
                "pacer is one of " + PacerName.allCases.map(\.rawValue).joined(separator: ", "))
        }
        if let minutes = request.minutes, !UserSettings.minutesRange.contains(minutes) {
            throw .unsound("minutes lies in 0.1 to 1440")
        }
        var preset: BreathPreset?
        if let name = request.preset {
            guard let found = BreathPreset(rawValue: name) else {
                throw .unsound(
                    "preset is one of "
                        + BreathPreset.allCases.map(\.rawValue).joined(separator: ", "))
            }
            preset = found
        }
        var plan = PacerPlan(
            preset == nil ? pacer : .fixed, sessionSeconds: 60 * (request.minutes ?? 1440))
        plan.startBreathsPerMinute = request.rate ?? kept.startRate
        plan.findsAnew = request.findsAnew ?? false
        if !Self.kind(request.source).isApart { plan.earlier = try? store?.earlier() }
        do throws(BreathingError) {
            _ = try plan.pacer()
            var settings = StreamingSettings(plan: plan)
            settings.pattern = try preset?.pattern
            settings.haptics = HapticSettings(
                isOn: kept.haptics, intensity: kept.hapticIntensity)
            return settings
        } catch {
            throw .unsound(
                "rate lies in \(BreathRateLimits.startRate.text()) breaths/min, for the fixed pacer in "
                    + BreathRateLimits.ownChoice.text())
        }
    }

    private func speed(_ request: SessionRequest) throws(SessionRefusal) -> Double {
        guard let speed = request.speed else { return 1 }
        guard Self.kind(request.source).isApart, Self.speeds.contains(speed) else {
            throw .unsound("speed lies in 1 to 100, for a simulated person and a replay")
        }
        return speed
    }

    private func source(_ request: SessionRequest) throws(SessionRefusal) -> any LiveSource {
        if let offer = offers.first(where: { $0.id == request.source }), let reason = offer.reason {
            throw .unsound(reason)
        }
        switch SourceChoice(rawValue: request.source) {
        case .simulated:
            let seed = UInt64(clamping: request.seed ?? Int.random(in: 0..<1 << 53))
            return PersonSource(
                PersonBridge(
                    PersonPopulation(seed: seed, scenario: .base).person(0),
                    sendsRespiration: false), name: "Simulated person, seed \(seed)")
        case .strap:
            guard let name = request.strap, !name.isEmpty else {
                throw .unsound("strap is a name or an address: hrv straps lists those in reach")
            }
            return StrapSource(
                StrapRadio(), StrapChoice(name), bell: room.bell,
                application: "hrv dashboard \(ToolkitVersion.current)")
        case .webBluetooth: return PageSource(room)
        case .bridge:
            guard let gate else { throw .unsound("no bridge can come") }
            return GateSource(gate)
        case .some(.none): return SilentSource()
        case .replay: return try replay(request.of)
        case nil:
            throw .unsound("source is one of " + offers.map(\.id).joined(separator: ", "))
        }
    }

    private func replay(_ id: String?) throws(SessionRefusal) -> ReplaySource {
        guard let id = id.flatMap(UUID.init), let session = try? store?.session(id) else {
            throw .unsound("of is the id of a session in the history")
        }
        guard let name = session.rawLogName, !name.contains("/"), name.hasSuffix(".beatline"),
            let data = FileManager.default.contents(atPath: logsFolder + "/" + name)
        else { throw .unsound("this session has no log that could be played again") }
        return ReplaySource(log: data)
    }

    /// What bridges say while no session runs is left out; to be called now and then.
    func idle() {
        if !room.isRunning { gate?.idle() }
    }

    // MARK: The end

    /// Ends the session that runs, and waits until it is kept.
    func close() {
        isStopped.withLock { $0 = true }
        room.bell.ring()
        _ = running.wait(timeout: .now() + .seconds(10))
    }
}

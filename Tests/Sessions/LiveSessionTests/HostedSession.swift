import LivePipeline
import LiveProtocol
import ResonanceBreathing
import SensorProtocol
import SessionHistory

@testable import LiveSession

/// Runs a session as a front end does, for tests.
enum HostedSession {
    static func settings() -> StreamingSettings {
        StreamingSettings(plan: PacerPlan(.resonanceFit, sessionSeconds: 600))
    }

    static func plan(
        _ source: SessionSource = .bridge, clock: BridgeSession.Clock = .bridge,
        minutes: Double? = nil
    ) -> SessionPlan {
        var plan = SessionPlan(source, settings(), title: "a", application: "test")
        (plan.clock, plan.minutes, plan.speed, plan.isStored) = (clock, minutes, 100, false)
        return plan
    }

    static let about = SessionInfo(
        source: "replay", pacer: "resonance-fit", startedAt: "", minutes: nil, speed: 100)

    /// - Parameter folder: of the logs.
    static func run(
        _ plan: SessionPlan, _ source: any LiveSource, store: SessionStore? = nil,
        folder: String = "", observers: [any SessionObserver] = [],
        isStopped: @escaping () -> Bool = { false }
    ) throws -> SessionOutcome {
        try SessionLauncher(store: store, logsFolder: folder, version: "1").prepare(plan)
            .run(source, observers: observers, wake: WakeSignal(), isStopped: isStopped)
    }
}

extension SessionHub {
    /// Takes one step of a host: reports how far a session is that has begun, and does what those who watch want.
    @discardableResult
    func serve(_ session: inout BridgeSession, clockSeconds: Double? = nil) -> [SessionCommand] {
        let commands = drainCommands()
        for command in commands {
            switch command {
            case .pause: session.pause()
            case .resume: session.resume()
            case .mark(let label): session.mark(label)
            case .choose(let device): session.choose(device)
            case .end, .discard: session.end()
            case .pauseOrResume, .begin: break
            }
        }
        follow(
            SessionProgress(
                seconds: clockSeconds ?? session.seconds, activeSeconds: session.activeSeconds,
                isPaused: session.isPaused, hasBegun: true, devices: session.devices,
                device: session.activeDevice))
        return commands
    }

    /// Publishes the output of a session that was not paused before.
    func publish(_ outputs: [BridgeSession.Output]) { publish(outputs, pauseSeconds: 0) }
}

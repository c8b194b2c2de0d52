package import LivePipeline
package import LiveProtocol
package import PhysioTypes
package import SensorProtocol

/// An observer that follows a hosted session: a terminal, a page, the history.
///
/// The host calls everything here on its own thread; nothing here may wait for a person or a network.
package protocol SessionObserver: AnyObject {
    /// The longest time between two calls of ``follow(_:)`` that this observer bears; ms.
    var maxWaitMs: Double { get }
    /// True if a person still has something to do here before the session may begin.
    var delaysStart: Bool { get }

    /// The session is that far; called in each of the host's steps.
    func follow(_ progress: SessionProgress)

    /// Returns the commands of the people here since the last call.
    func drainCommands() -> [SessionCommand]

    /// Takes what the session gave out.
    ///
    /// - Parameter now: us of the session, by the host's clock.
    func receive(
        _ outputs: [BridgeSession.Output], _ session: borrowing BridgeSession,
        atMicroseconds now: Int)

    /// Takes what the source, or those who keep the session, report.
    func notify(_ notice: Notice)

    /// The session is over; its source is still to be let go, which may take a while.
    func sessionEnded()

    /// Everything is done; the last call.
    func finish(_ outcome: SessionOutcome)
}

extension SessionObserver {
    package var maxWaitMs: Double { .infinity }
    package var delaysStart: Bool { false }
    package func follow(_ moment: SessionProgress) {}
    package func drainCommands() -> [SessionCommand] { [] }
    package func receive(
        _ outputs: [BridgeSession.Output], _ session: borrowing BridgeSession,
        atMicroseconds now: Int
    ) {}
    package func notify(_ notice: Notice) {}
    package func sessionEnded() {}
    package func finish(_ outcome: SessionOutcome) {}
}

/// A command of a person to a session.
package enum SessionCommand: Sendable, Equatable {
    case pause, resume
    /// Whichever of both is possible.
    case pauseOrResume
    case mark(String)
    /// The session begins whatever its checks say.
    case begin
    /// The beats of this device count from now on.
    case choose(BridgeDevice)
    case end
    /// The session ends, and nothing of it is kept.
    case discard

    /// Reads a command of another program.
    ///
    /// - Returns: nil for a command that a session cannot fulfil.
    package init?(_ text: String) {
        switch text {
        case "pause": self = .pause
        case "resume": self = .resume
        case "end": self = .end
        default: return nil
        }
    }
}

/// The progress of a hosted session: the data that observers have besides its outputs.
package struct SessionProgress: Sendable {
    /// The time since the session began, by the host's clock, which runs on between the lines of a
    /// bridge; pauses included; s.
    package var seconds = 0.0
    /// The time since the session began, pauses left out; s.
    package var activeSeconds = 0.0
    package var isPaused = false
    /// True if the source has sent something: the session's time does not run before.
    package var hasBegun = false
    /// The name of the sensor; nil where no line gives it.
    package var deviceName: String?
    /// The devices that bridges have reported, and the one that counts.
    package var devices: [BridgeDevice] = []
    package var device: BridgeDevice?
    /// The checks before the session begins; nil once it has begun, or where nothing is checked.
    package var checks: [SessionReadiness.Check]?
    /// Everything as of now, twice a second during a pause, in which no figures come by themselves.
    package var figuresDuringPause: LiveFigures?
}

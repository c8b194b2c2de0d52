package import LiveProtocol
package import PhysioTypes
package import SensorProtocol

/// Source of the lines of a hosted session.
///
/// The host asks what came up to now, and reports what the session answered; between two questions it lets the source
/// wait. Nothing else here waits, but for a bridge whose own time counts.
package protocol LiveSource {
    /// True if the session's time does not run until the first line.
    var startsAtFirstLine: Bool { get }

    /// Returns the events since the last call.
    ///
    /// - Parameter now: how far the session should be by the host's clock; us.
    /// - Parameter reachedMicroseconds: how far it is; us.
    mutating func events(untilMicroseconds now: Int, reachedMicroseconds: Int) -> [LiveSourceEvent]

    /// Returns the time of its next event, where its own time counts; us of the session.
    ///
    /// - Parameter reachedMicroseconds: how far the session is; us.
    func dueMicroseconds(reachedMicroseconds: Int) -> Int

    /// Waits until something may have happened, the wake-up is signalled, or so long.
    mutating func wait(milliseconds: Int32, _ wake: WakeSignal)

    /// Takes what the session answers.
    mutating func receive(_ outputs: [BridgeSession.AddressedOutput])

    /// Lets one of several bridges go, which has said goodbye.
    mutating func disconnect(_ client: Int)

    /// Lets the sensor go; the last call.
    mutating func close()
}

/// An event that a source reports.
package enum LiveSourceEvent: Sendable, Equatable {
    /// One of several bridges has come, or gone; us of the session, nil for now.
    case joined(Int, atMicroseconds: Int?)
    case left(Int, atMicroseconds: Int?)
    /// A line as it came.
    case line(LineFramer.Line, from: Int)
    /// A line of a sender in this process, which never was text.
    case parsedLine(BeatlineLine)
    /// A notice, such as the state of the search for the sensor.
    case notice(Notice)
    /// Nothing more comes; with the reason where that is a failure.
    case ended(SourceFailure?)
}

extension LiveSource {
    package func dueMicroseconds(reachedMicroseconds: Int) -> Int { reachedMicroseconds }
    package mutating func wait(milliseconds: Int32, _ wake: WakeSignal) {
        wake.wait(milliseconds: milliseconds)
    }
    package mutating func receive(_ outputs: [BridgeSession.AddressedOutput]) {}
    package mutating func disconnect(_ client: Int) {}
    package mutating func close() {}
}

package import BluetoothStraps
import Dispatch
import PhysioTypes
import SensorProtocol

/// A Bluetooth strap through the system's radio.
package struct StrapSource: LiveSource {
    package let startsAtFirstLine = true

    private let feed: StrapFeed
    private let application: String
    /// nil before the strap talks.
    private var lines: StrapLineEncoder?
    private var pendingEvents: [StrapEvent] = []

    /// Begins to look for it.
    ///
    /// - Parameter wake: of the thread that waits for it.
    package init(
        _ radio: StrapRadio, _ choice: StrapChoice, wantsECG: Bool = false, wake: WakeSignal,
        application: String
    ) {
        feed = StrapFeed(radio, choice, wantsECG: wantsECG, wake: wake)
        self.application = application
    }

    package mutating func events(untilMicroseconds now: Int, reachedMicroseconds: Int)
        -> [LiveSourceEvent]
    {
        var events: [LiveSourceEvent] = []
        if let failure = feed.drainECGFailure() {
            let text =
                "no ECG: \(failure.message); a session without the ECG goes by the strap's intervals"
            events.append(.notice(Notice(.warning, code: "no_ecg", text)))
        }
        for event in feed.receive() { receive(event, now, into: &events) }
        return events
    }

    /// The session begins with the strap's first word, not with the search for it.
    private mutating func receive(
        _ event: StrapEvent, _ now: Int, into events: inout [LiveSourceEvent]
    ) {
        if case .failed(let failure) = event {
            events.append(
                .ended(
                    SourceFailure(
                        code: "strap", failure.message, exitCode: failure.exitCode)))
            return
        }
        if let notice = Self.notice(of: event) { events.append(.notice(notice)) }
        pendingEvents.append(event)
        let time = StrapRadio.monotonicSeconds()
        if lines == nil, Self.startsSession(event) {
            lines = StrapLineEncoder(startSeconds: time)
            events.append(.parsedLine(StrapLineEncoder.hello(application: application)))
        }
        // The strap's clock may stand still where the session's goes on, as when the computer sleeps.
        lines?.startSeconds = time - Double(now) / 1e6
        guard lines != nil else { return }
        for event in pendingEvents {
            if let line = lines?.line(of: event, atSeconds: time) {
                events.append(.parsedLine(line))
            }
        }
        pendingEvents.removeAll()
    }

    private static func startsSession(_ event: StrapEvent) -> Bool {
        switch event {
        case .subscribed(.heartRateMeasurement), .value: true
        default: false
        }
    }

    private static func notice(of event: StrapEvent) -> Notice? {
        switch event {
        case .found(let strap):
            Notice(.note, code: "found", "found \(strap.name): connecting")
        case .connected: Notice(.note, code: "connected", "connected")
        case .lost(let reason, _):
            Notice(
                .note, code: "lost", "the link is lost (\(reason.text)): looking for it again")
        case .battery(let percent): Notice(.note, code: "battery", "battery \(percent) %")
        case .subscribed, .value, .dropped, .failed, .ended: nil
        }
    }

    /// Waits until the strap is let go, unless that takes too long.
    package mutating func close() {
        let (feed, released) = (feed, DispatchSemaphore(value: 0))
        Task {
            await feed.end()
            released.signal()
        }
        _ = released.wait(timeout: .now() + Self.closeTimeout)
    }

    private static let closeTimeout = DispatchTimeInterval.seconds(4)
}

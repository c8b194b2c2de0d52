package import BluetoothStraps
import PhysioTypes
import SensorProtocol

/// A Bluetooth strap through the system's radio.
package struct StrapSource: LiveSource {
    package let clock = BridgeSession.Clock.wall
    package let isAwaited = true

    private let feed: StrapFeed
    private let application: String
    /// nil before the strap talks.
    private var lines: StrapLines?
    private var early: [StrapEvent] = []

    /// Begins to look for it.
    ///
    /// - Parameter bell: of whoever waits for it.
    package init(
        _ radio: StrapRadio, _ choice: StrapChoice, wantsECG: Bool = false, bell: SessionBell,
        application: String
    ) {
        feed = StrapFeed(radio, choice, wantsECG: wantsECG, bell: bell)
        self.application = application
    }

    package mutating func events(untilMicroseconds now: Int, reached: Int) -> [LiveSourceEvent] {
        var events: [LiveSourceEvent] = []
        if let failure = feed.takeECGFailure() {
            events.append(.notice(Notice(.warning, code: "no_ecg", "no ECG: \(failure.message)")))
        }
        for event in feed.take() { take(event, into: &events) }
        return events
    }

    /// The session begins with the strap's first word, not with the search for it.
    private mutating func take(_ event: StrapEvent, into events: inout [LiveSourceEvent]) {
        if case .failed(let failure) = event {
            events.append(.over(failure.message))
            return
        }
        if let notice = Self.notice(of: event) { events.append(.notice(notice)) }
        early.append(event)
        let now = StrapRadio.monotonicSeconds()
        if lines == nil, Self.begins(event) {
            lines = StrapLines(startSeconds: now)
            events.append(Self.line(StrapLines.hello(application: application)))
        }
        guard lines != nil else { return }
        for event in early {
            if let line = lines?.line(of: event, atSeconds: now) { events.append(Self.line(line)) }
        }
        early.removeAll()
    }

    private static func line(_ line: BeatlineLine) -> LiveSourceEvent {
        .line(.text(line.text), from: BridgeSession.onlyClient)
    }

    private static func begins(_ event: StrapEvent) -> Bool {
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
        case .subscribed, .value, .battery, .dropped, .failed, .ended: nil
        }
    }

    package mutating func close() {
        let feed = feed
        Task { await feed.end() }
    }
}

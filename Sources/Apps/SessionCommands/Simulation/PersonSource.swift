import CommandSupport
import LiveProtocol
import LiveSession
import SensorProtocol

/// A simulated person as the source of a hosted session: lives as the session's time goes on.
struct PersonSource: LiveSource {
    let isAwaited = false

    private var person: PersonBridge
    private let name: String
    private var hasGreeted = false

    init(_ person: PersonBridge, name: String) {
        self.person = person
        self.name = name
    }

    mutating func events(untilMicroseconds now: Int, reached: Int) -> [LiveSourceEvent] {
        if !hasGreeted {
            hasGreeted = true
            return person.greeting(name: name).map { .value($0) }
        }
        guard person.now + PersonBridge.tickMicroseconds <= now else { return [] }
        return person.advance().map { .value($0) }
    }

    func dueMicroseconds(reached: Int) -> Int {
        hasGreeted ? person.now + PersonBridge.tickMicroseconds : 0
    }

    mutating func receive(_ outputs: [BridgeSession.Addressed]) {
        for output in outputs {
            if case .reply(let reply) = output.output { _ = person.read(reply) }
        }
    }
}

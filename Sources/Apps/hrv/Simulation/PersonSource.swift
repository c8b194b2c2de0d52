import LiveSession
import SensorProtocol

/// A simulated person as the source of a hosted session: lives as the session's time goes on.
struct PersonSource: LiveSource {
    let clock = BridgeSession.Clock.bridge
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
            return lines(person.greeting(name: name))
        }
        guard person.now + PersonBridge.stretchMicroseconds <= now else { return [] }
        return lines(person.stretch())
    }

    func dueMicroseconds(reached: Int) -> Int {
        hasGreeted ? person.now + PersonBridge.stretchMicroseconds : 0
    }

    private func lines(_ texts: [String]) -> [LiveSourceEvent] {
        texts.map { .line(.text($0), from: BridgeSession.onlyClient) }
    }

    mutating func take(_ outputs: [BridgeSession.Addressed]) {
        for output in outputs {
            if case .reply(let reply) = output.output { _ = person.read(reply.text) }
        }
    }
}

import CommandSupport
import LiveProtocol
import LiveSession
import SensorProtocol

/// A simulated person as the source of a hosted session: lives as the session's time goes on.
struct PersonSource: LiveSource {
    let startsAtFirstLine = false

    private var person: PersonBridge
    private let name: String
    private var hasGreeted = false

    init(_ person: PersonBridge, name: String) {
        self.person = person
        self.name = name
    }

    mutating func events(untilMicroseconds nowMicroseconds: Int, reachedMicroseconds: Int)
        -> [LiveSourceEvent]
    {
        if !hasGreeted {
            hasGreeted = true
            return person.greeting(name: name).map { .parsedLine($0) }
        }
        guard person.nowMicroseconds + PersonBridge.tickMicroseconds <= nowMicroseconds else {
            return []
        }
        return person.advance().map { .parsedLine($0) }
    }

    func dueMicroseconds(reachedMicroseconds: Int) -> Int {
        hasGreeted ? person.nowMicroseconds + PersonBridge.tickMicroseconds : 0
    }

    mutating func receive(_ outputs: [BridgeSession.AddressedOutput]) {
        for output in outputs {
            if case .reply(let reply) = output.output { _ = person.read(reply) }
        }
    }
}

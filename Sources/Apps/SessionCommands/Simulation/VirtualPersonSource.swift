import CommandSupport
import LiveProtocol
import LiveSession
import SensorProtocol

/// A simulated person as the source of a hosted session: lives as the session's time goes on.
struct VirtualPersonSource: LiveSource {
    let startsAtFirstLine = false

    private var person: VirtualPersonBridge
    private let name: String
    private var hasSentGreeting = false

    init(_ person: VirtualPersonBridge, name: String) {
        self.person = person
        self.name = name
    }

    mutating func events(untilMicroseconds nowMicroseconds: Int, reachedMicroseconds: Int)
        -> [LiveSourceEvent]
    {
        if !hasSentGreeting {
            hasSentGreeting = true
            return person.greeting(name: name).map { .parsedLine($0) }
        }
        guard person.nowMicroseconds + VirtualPersonBridge.tickMicroseconds <= nowMicroseconds
        else {
            return []
        }
        return person.advance().map { .parsedLine($0) }
    }

    func dueMicroseconds(reachedMicroseconds: Int) -> Int {
        hasSentGreeting ? person.nowMicroseconds + VirtualPersonBridge.tickMicroseconds : 0
    }

    mutating func receive(_ outputs: [BridgeSession.AddressedOutput]) {
        for output in outputs {
            if case .reply(let reply) = output.output { _ = person.read(reply) }
        }
    }
}

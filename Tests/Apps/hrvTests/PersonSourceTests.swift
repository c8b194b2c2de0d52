import LivePipeline
import LiveSession
import PhysioSimulation
import ResonanceBreathing
import SensorProtocol
import TestSupport
import Testing

@testable import hrv

/// A simulated person as the source of a hosted session.
@Suite struct PersonSourceTests {
    private static func settings(_ name: PacerName) -> StreamingSettings {
        StreamingSettings(plan: PacerPlan(name, sessionSeconds: 240))
    }

    private static func person(_ index: Int) -> PersonBridge {
        PersonBridge(
            PersonPopulation(seed: 4711, scenario: .base).person(index), sendsRespiration: false)
    }

    /// The same conversation without a host: the person's lines in, the session's answers back.
    private static func totals(_ name: PacerName, _ index: Int) throws -> SessionTotals {
        var session = try BridgeSession(
            settings(name), clock: .bridge, durationSeconds: 240, application: "test")
        var person = person(index)
        var lines = person.greeting(name: "a")
        while !session.hasEnded {
            for line in lines { session.take(.text(line), arrivalMicroseconds: person.now) }
            for case .reply(let reply) in session.drain() { _ = person.read(reply.text) }
            lines = person.stretch()
        }
        return session.totals
    }

    /// How quickly a session runs, and when its host looks, changes nothing of it.
    @Test(arguments: [PacerName.resonanceFit, .reference], TestEffort.pick([3], all: [0, 3]))
    func aHostedSessionIsTheOneOfTheTerminal(name: PacerName, index: Int) throws {
        let room = SessionRoom()
        _ = room.open(
            SessionAbout(
                source: "simulated", pacer: name.rawValue, startedAt: "", minutes: 4, speed: 100))
        var host = try SessionHost(
            Self.settings(name), minutes: 4, source: PersonSource(Self.person(index), name: "a"),
            room: room, records: SessionRecords(log: nil, keeper: nil) { _ in }, speed: 100,
            application: "test")
        let outcome = host.run { false }
        #expect(outcome.totals == (try Self.totals(name, index)))
        #expect(outcome.totals.beatCount > 150 && outcome.totals.durationSeconds == 240)
    }
}

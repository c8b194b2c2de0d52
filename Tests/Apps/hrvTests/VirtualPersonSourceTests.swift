import LivePipeline
import LiveProtocol
import LiveSession
import PhysioSimulation
import ResonanceBreathing
import SensorProtocol
import TestSupport
import Testing

@testable import SessionCommands

/// A simulated person as the source of a hosted session.
@Suite struct VirtualPersonSourceTests {
    private static func settings(_ name: PacerName) -> StreamingSettings {
        StreamingSettings(plan: PacerPlan(name, sessionSeconds: 240))
    }

    private static func person(_ index: Int) -> VirtualPersonBridge {
        VirtualPersonBridge(
            PersonPopulation(seed: 4711, scenario: .base).person(index), sendsRespiration: false)
    }

    /// The same conversation without a host: the person's lines in, the session's answers back.
    private static func totals(_ name: PacerName, _ index: Int) throws -> SessionTotals {
        var session = try BridgeSession(
            settings(name), clock: .bridge, durationSeconds: 240, applicationName: "test")
        var person = person(index)
        var lines = person.greeting(name: "a")
        while !session.hasEnded {
            for line in lines {
                session.receive(.text(line.text), arrivalMicroseconds: person.nowMicroseconds)
            }
            for case .reply(let reply) in session.drain() { _ = person.read(reply.text) }
            lines = person.advance()
        }
        return session.totals
    }

    /// The speed of a session, and the times at which its host looks, change nothing of it.
    @Test(arguments: [100, Double.infinity], TestEffort.pick([3], all: [0, 3]))
    func aHostedSessionIsTheSessionItself(speed: Double, index: Int) throws {
        let name = speed.isFinite ? PacerName.resonanceFit : .reference
        var plan = SessionPlan(
            .simulated, Self.settings(name), title: "a", application: "test")
        (plan.minutes, plan.clock, plan.speed, plan.isStored) = (4, .bridge, speed, false)
        let outcome = try SessionLauncher(store: nil, logsFolder: "", version: "1").prepare(plan)
            .run(
                VirtualPersonSource(Self.person(index), name: "a"), observers: [],
                wake: WakeSignal()
            ) { false }
        #expect(outcome.totals == (try Self.totals(name, index)))
        #expect(outcome.totals.beatCount > 150 && outcome.totals.durationSeconds == 240)
    }
}

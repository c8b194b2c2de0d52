import CommandSupport
import LiveProtocol
import LiveSession
import SessionHistory
import Testing

@testable import SessionCommands

/// The plans that result from the options of `hrv live`.
@Suite struct LivePlanTests {
    struct Case: Sendable {
        let options: [String]
        let source: SessionSource
        let clock: BridgeSession.Clock
        let speed: Double
        let claims: Bool
        let logs: Bool
        let isStored: Bool
    }

    static let person = Case(
        options: ["--simulate"], source: .simulated, clock: .bridge, speed: .infinity,
        claims: false, logs: false, isStored: true)

    @Test(arguments: [
        person,
        Case(
            options: ["--simulate", "--clock", "wall"], source: .simulated, clock: .bridge,
            speed: 1, claims: false, logs: false, isStored: true),
        Case(
            options: ["--simulate", "--dashboard"], source: .simulated, clock: .bridge, speed: 1,
            claims: false, logs: false, isStored: true),
        Case(
            options: ["--replay", "/no/such/log"], source: .replay, clock: .bridge,
            speed: .infinity, claims: false, logs: false, isStored: false),
        Case(
            options: ["--replay", "/no/such/log", "--keep"], source: .replay, clock: .bridge,
            speed: .infinity, claims: false, logs: false, isStored: true),
        Case(
            options: ["--bridge", "unix:/tmp/a", "--dashboard"], source: .bridge, clock: .wall,
            speed: 1, claims: true, logs: true, isStored: true),
        Case(
            options: ["--bridge", "tcp://127.0.0.1:0", "--clock", "bridge"], source: .bridge,
            clock: .bridge, speed: 1, claims: true, logs: true, isStored: true),
        Case(
            options: ["--bridge", "ws://127.0.0.1:0", "--discard"], source: .bridge, clock: .wall,
            speed: 1, claims: true, logs: false, isStored: false),
        Case(
            options: ["--strap", "H10", "--no-raw-log"], source: .strap, clock: .wall, speed: 1,
            claims: true, logs: false, isStored: true),
    ]) func optionsBecomeAPlan(expected: Case) throws {
        let command = try LiveCommand.parse(expected.options)
        let plan = try command.plan(nil, Diagnostics(isQuiet: true))
        #expect(plan.source == expected.source && plan.clock == expected.clock)
        #expect(plan.speed == expected.speed && plan.isStored == expected.isStored)
        #expect((plan.claim != nil) == expected.claims)
        #expect(plan.logging == (expected.logs ? .required : .none))
        // The speed that is reported to pages of a session they may watch is a number.
        if command.dashboard { #expect(plan.speed.isFinite) }
    }
}

import Foundation
import GRDB
import PhysioTypes
import Testing

@testable import SessionHistory

/// Latency of sensors, as sessions of the history estimated it.
@Suite struct SessionLatencyTests {
    private let history: TemporaryHistory
    private let store: SessionStore

    init() throws {
        history = try TemporaryHistory()
        store = try history.store()
    }

    private static func latency(_ seconds: Double) -> LatencyEstimate {
        LatencyEstimate(seconds: seconds, deviationSeconds: 0.2)
    }

    /// Stores an ended session of a device, with a latency or without.
    @discardableResult
    private func keep(
        _ latency: LatencyEstimate?, of device: String? = "Polar H10 A1", daysAgo: Double = 0,
        source: SessionSource = .strap
    ) throws -> BreathingSession {
        var session = BreathingSession.sample(source: source, daysAgo: daysAgo)
        session.deviceName = device
        session.latency = latency
        try store.keep(session)
        return session
    }

    @Test func theNewestLatencyOfEachDeviceIsFound() throws {
        try keep(Self.latency(2.4), daysAgo: 9)
        try keep(Self.latency(2.7), daysAgo: 2)
        try keep(Self.latency(2.5), daysAgo: 5)
        try keep(nil, daysAgo: 1)
        try keep(Self.latency(0.5), of: "Movesense 7", daysAgo: 3)
        try keep(Self.latency(1.1), of: nil)
        #expect(try store.latency(ofDevice: "Polar H10 A1") == Self.latency(2.7))
        #expect(try store.latency(ofDevice: "Movesense 7") == Self.latency(0.5))
        // The name is matched as a whole.
        #expect(try store.latency(ofDevice: "Polar H10") == nil)
        #expect(
            try store.latencies() == [
                "Polar H10 A1": Self.latency(2.7), "Movesense 7": Self.latency(0.5),
            ])
    }

    @Test func withoutSessionsNoLatencyIsKnown() throws {
        #expect(try store.latency(ofDevice: "Polar H10 A1") == nil)
        #expect(try store.latencies().isEmpty)
        #expect(try store.forgetLatency(ofDevice: "Polar H10 A1") == 0)
    }

    @Test(arguments: SessionSource.allCases)
    func simulatedAndReplayedSessionsAreIgnored(_ source: SessionSource) throws {
        try keep(Self.latency(1), daysAgo: 1)
        try keep(Self.latency(3), source: source)
        let expected = Self.latency(source.isExcluded ? 1 : 3)
        #expect(try store.latency(ofDevice: "Polar H10 A1") == expected)
        #expect(try store.latencies() == ["Polar H10 A1": expected])
    }

    /// An imported file can state anything; what no session estimates is not used.
    @Test(arguments: [
        LatencyEstimate(seconds: .infinity, deviationSeconds: 0.2),
        LatencyEstimate(seconds: 1e200, deviationSeconds: 0.2),
        LatencyEstimate(seconds: 2, deviationSeconds: .infinity),
        LatencyEstimate(seconds: 2, deviationSeconds: -0.2),
    ])
    func anImplausibleLatencyIsIgnored(_ latency: LatencyEstimate) throws {
        try keep(Self.latency(1), daysAgo: 1)
        try keep(latency)
        #expect(try store.latencies() == ["Polar H10 A1": Self.latency(1)])
    }

    @Test func aForgottenLatencyLeavesTheSessions() throws {
        var sessions = [
            try keep(Self.latency(2.4), daysAgo: 4), try keep(nil, daysAgo: 3),
            try keep(Self.latency(2.6), daysAgo: 2, source: .replay),
        ]
        let other = try keep(Self.latency(0.5), of: "Movesense 7", daysAgo: 1)
        #expect(try store.forgetLatency(ofDevice: "Polar H10 A1") == 2)
        for index in sessions.indices {
            sessions[index].latency = nil
            #expect(try store.session(sessions[index].id) == sessions[index])
        }
        #expect(try store.session(other.id) == other)
        #expect(try store.latencies() == ["Movesense 7": Self.latency(0.5)])
        #expect(try store.forgetLatency(ofDevice: "Polar H10 A1") == 0)
    }

    /// A file of the third version gets the columns; all that was in it stays.
    @Test func anEarlierFileGetsTheColumns() throws {
        var session = try keep(Self.latency(2.6))
        try store.pool.write { db in
            try db.execute(
                sql: """
                    ALTER TABLE session DROP COLUMN latency_s;
                    ALTER TABLE session DROP COLUMN latency_deviation_s;
                    DELETE FROM grdb_migrations WHERE identifier = '4';
                    """)
        }
        let migrated = try history.store()
        session.latency = nil
        #expect(try migrated.session(session.id) == session)
        #expect(try migrated.latencies().isEmpty)
        #expect(try migrated.practiceLog().count == 1)
        session.latency = Self.latency(2.8)
        try migrated.keep(session)
        #expect(try migrated.session(session.id) == session)
    }
}

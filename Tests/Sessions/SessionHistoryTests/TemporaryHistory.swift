import Foundation
import GRDB
import PhysioTypes
import SessionHistory

/// A history in a folder of its own, which goes with the test.
final class TemporaryHistory {
    let folder: String
    var path: String { folder + "/history.sqlite" }
    var logs: String { folder + "/logs" }

    init() throws {
        folder = NSTemporaryDirectory() + "history-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func store() throws -> SessionStore { try SessionStore(path: path) }

    /// Returns the rows of a direct query, past the store.
    func rows(_ sql: String) throws -> [Row] {
        try DatabaseQueue(path: path).read { try Row.fetchAll($0, sql: sql) }
    }

    func count(_ table: String) throws -> Int {
        try rows("SELECT count(*) AS n FROM \(table)")[0]["n"]
    }
}

extension BreathingSession {
    /// A session that is over, with a value in every field.
    static func sample(
        _ number: Int = 0, source: SessionSource = .strap, daysAgo: Double = 0,
        rate: Double? = 5.5
    ) -> BreathingSession {
        var session = BreathingSession(
            startedAt: Date(timeIntervalSince1970: 1_763_800_000.125 - daysAgo * 86_400),
            utcOffsetSeconds: 3600, source: source, deviceName: "Polar H10", pacer: "resonance-fit",
            preset: nil, recipe: #"{"minutes":10}"#, toolkitVersion: "0.9.0",
            rawLogName: "\(number).beatline")
        session.state = .ended
        session.durationSeconds = 600 + 0.1 * Double(number)
        session.beatCount = 700 + number
        session.correctedCount = 3
        session.gapCount = 1
        session.breathCount = 55
        session.averageHeartRate = 64.3 + Double(number)
        session.averageRMSSD = 48.25
        session.averageCoherence = 0.613
        session.peakCoherence = 0.92
        session.peakBreathsPerMinute = 5.6
        session.resonance =
            rate.map {
                StoredResonance(
                    kind: .estimate, breathsPerMinute: $0, low: $0 - 0.3, high: $0 + 0.3,
                    deviation: 0.18)
            } ?? StoredResonance(kind: .notDetermined, reason: "Not yet determined.")
        session.latency = LatencyEstimate(seconds: 2.625, deviationSeconds: 0.31)
        session.phases = [
            .init(name: "exploration", startSeconds: 1),
            .init(name: "resonanceLock", startSeconds: 481),
        ]
        return session
    }
}

extension SessionStore {
    /// Keeps a session that is over.
    func keep(_ session: BreathingSession, seconds: Int = 0) throws {
        let recorder = makeRecorder(session)
        for second in 1..<(seconds + 1) {
            recorder.record(SessionDataPoint(seconds: Double(second), heartRate: 60))
        }
        try recorder.finish(session)
    }
}

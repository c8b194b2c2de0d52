import CommandSupport
import Foundation
import MusicLibrary
import MusicSelection
import PhysioDSP
import SessionHistory

/// Hearts of the kept sessions, for plays that other programs report.
final class SessionHeartData {
    private let store: SessionStore?
    private let sessions: [BreathingSession]
    /// The hearts of the sessions that were read last: plays come in the order of time.
    private var cachedHeartData: [UUID: HistoryHeartData] = [:]

    /// - Parameter store: nil where there is no history.
    init(_ store: SessionStore?) throws {
        self.store = store
        let query = SessionQuery(.own, limit: 1_000_000)
        sessions = try store?.sessions(query).sessions.filter { $0.state != .running } ?? []
    }

    /// The hearts of a time, the session that began last first.
    func heartData(_ span: ClosedRange<Double>) throws -> [HistoryHeartData] {
        guard let store else { return [] }
        let found = sessions.filter { Self.span($0).overlaps(span) }
        cachedHeartData = cachedHeartData.filter { id, _ in found.contains { $0.id == id } }
        return try found.map { session in
            if let heart = cachedHeartData[session.id] { return heart }
            let heart = Self.heart(try store.details(session.id))
            cachedHeartData[session.id] = heart
            return heart
        }
    }

    /// Returns the span from the start to a day after it at least: a session may have had pauses.
    private static func span(_ session: BreathingSession) -> ClosedRange<Double> {
        let start = session.startedAt.timeIntervalSince1970
        return start...(start + max(session.durationSeconds, 86_400))
    }

    private static func heart(_ details: SessionDetails) -> HistoryHeartData {
        let session = details.session
        let start = session.startedAt.timeIntervalSince1970
        let end = start + (details.beats.last?.seconds ?? session.durationSeconds)
        let samples = SessionHeartSamples(details.beats, startSeconds: start)
        return HistoryHeartData(
            session: session.id, heartRates: samples.heartRates, hrv: samples.hrv,
            pacedSpan: session.pacer == "none" ? nil : start...max(start, end))
    }
}

/// Heart rates of 10 s each and the SDNN of the last 60 s, every 30 s, of the beats of a session.
struct SessionHeartSamples {
    private(set) var heartRates: [HeartRateSample] = []
    private(set) var hrv: [HRVSample] = []

    /// - Parameter startSeconds: of the session; s since 1970.
    init(_ beats: [StoredBeat], startSeconds: Double) {
        guard let last = beats.last?.seconds, last.isFinite, last < 7 * 86_400 else { return }
        var end = HeartRateSample.seconds
        while end <= last + HeartRateSample.seconds {
            let window = Self.window(beats, end - HeartRateSample.seconds, end)
            if let mean = Statistics.mean(window.validIntervalsMs), mean > 0 {
                heartRates.append(
                    HeartRateSample(
                        timeSeconds: startSeconds + end, bpm: 60_000 / mean,
                        quality: min(1, window.coverage) * (1 - window.correctedShare)))
            }
            end += HeartRateSample.seconds
        }
        end = 60
        while end <= last {
            let window = Self.window(beats, end - 60, end)
            if let sdnn = Statistics.standardDeviation(window.validIntervalsMs) {
                hrv.append(
                    HRVSample(
                        timeSeconds: startSeconds + end, valueMs: sdnn,
                        coverage: min(1, window.coverage), correctedShare: window.correctedShare))
            }
            end += 30
        }
    }

    private static func window(
        _ beats: [StoredBeat], _ start: Double, _ end: Double
    ) -> (validIntervalsMs: [Double], coverage: Double, correctedShare: Double) {
        let first = beats.partitioningIndex { $0.seconds >= start }
        var validIntervalsMs: [Double] = []
        var count = 0
        for beat in beats[first...] {
            guard beat.seconds < end else { break }
            count += 1
            if beat.artefact == nil { validIntervalsMs.append(beat.intervalMs) }
        }
        let coverage = validIntervalsMs.reduce(0, +) / 1000 / (end - start)
        return (
            validIntervalsMs, coverage,
            count > 0 ? Double(count - validIntervalsMs.count) / Double(count) : 0
        )
    }
}

extension [StoredBeat] {
    /// The first index from which on a condition holds for all.
    fileprivate func partitioningIndex(_ predicate: (StoredBeat) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if predicate(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

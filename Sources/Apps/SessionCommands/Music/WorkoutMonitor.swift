import CommandSupport
import Foundation
import HealthHistory
import MusicSession
import PracticePlans
import SessionHistory
import Synchronization

/// Workouts of a person: an interval timer that runs, by whichever program, the intervals of the history, and the
/// workouts of the health records.
///
/// A source that cannot be read reports no workout: it does not prevent music.
final class WorkoutMonitor: Sendable {
    private struct State {
        var store: SessionStore?
        /// The health records were read last; s since 1970.
        var lastReadSeconds = -Double.infinity
        var recordedWorkouts: [ClosedRange<Double>] = []
    }

    private let path: String
    private let healthPath: String
    private let state = Mutex(State())

    /// Workouts that ended earlier say nothing of now; s.
    private static let lookbackSeconds = 3600.0
    /// Health records are read as often; s.
    private static let readIntervalSeconds = 300.0

    init(_ location: DatabaseOption) {
        path = location.path
        healthPath = location.healthPath
    }

    /// - Parameter now: s since 1970, UTC.
    func times(atSeconds now: Double) -> WorkoutStatus {
        state.withLock { state in
            if now - state.lastReadSeconds >= Self.readIntervalSeconds {
                state.recordedWorkouts = recordedWorkouts(now)
                state.lastReadSeconds = now
            }
            var times = practiceWorkoutTimes(&state, now)
            for workout in state.recordedWorkouts where workout.lowerBound <= now {
                if workout.contains(now) { times.isRunning = true }
                guard workout.upperBound <= now else { continue }
                times.lastEndSeconds = max(times.lastEndSeconds ?? 0, workout.upperBound)
            }
            return times
        }
    }

    private func practiceWorkoutTimes(_ state: inout State, _ now: Double) -> WorkoutStatus {
        guard FileManager.default.fileExists(atPath: path) else { return WorkoutStatus() }
        if state.store == nil { state.store = try? SessionStore(path: path) }
        guard let store = state.store else { return WorkoutStatus() }
        let kind = PracticeKind.interval.rawValue
        var times = WorkoutStatus(isRunning: (try? store.activity())??.kind == kind)
        var query = PracticeQuery()
        query.kinds = [kind]
        query.startedFrom = Date(timeIntervalSince1970: now - 86_400)
        query.limit = 8
        // One that is written down afterwards may have its end wrong, but not by an hour.
        times.lastEndSeconds = (try? store.practiceLog(query))?.filter {
            $0.state != .running && $0.workoutMs > 0
        }.map(\.endedAt.timeIntervalSince1970).filter { $0 <= now }.max()
        return times
    }

    private func recordedWorkouts(_ now: Double) -> [ClosedRange<Double>] {
        guard FileManager.default.fileExists(atPath: healthPath),
            let store = try? HealthStore.open(path: healthPath),
            let data = try? store.data(
                fromMs: Int64(1000 * (now - Self.lookbackSeconds)), toMs: Int64(1000 * now))
        else { return [] }
        return data.workouts.compactMap { workout in
            let (start, end) = (
                Double(workout.start.unixMs) / 1000, Double(workout.end.unixMs) / 1000
            )
            guard start <= end, end >= now - Self.lookbackSeconds else { return nil }
            return start...end
        }
    }
}

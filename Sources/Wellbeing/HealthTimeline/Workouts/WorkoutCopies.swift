import HealthRecords
import PhysioTypes

/// Workouts that are one and the same, recorded by several sources.
///
/// Two are copies if they overlap by at least 80 % of the shorter one. The best leads: of a FIT file,
/// then of a watch, then with the most fields, then the earlier one; every copy of a leader is one of
/// its group, and not a leader any more.
enum WorkoutCopies {
    /// Share of the shorter workout by which copies overlap.
    static let minOverlapShare = 0.8

    /// Groups, the leader of each first; ascending by the leader's start.
    ///
    /// - Complexity: O(n k) for n workouts, of which at most k start within one.
    static func groups(_ workouts: [HealthWorkout], _ ranking: SourceRanking) -> [[HealthWorkout]] {
        let workoutsByStart = workouts.sorted { $0.start < $1.start }
        let maxMs = workoutsByStart.map(length).max() ?? 0
        var isGrouped = [Bool](repeating: false, count: workoutsByStart.count)
        var groups: [[HealthWorkout]] = []
        let rankedIndices = workoutsByStart.indices.sorted {
            let (a, b) = (rank(workoutsByStart[$0], ranking), rank(workoutsByStart[$1], ranking))
            return a != b ? a < b : $0 < $1
        }
        for leader in rankedIndices where !isGrouped[leader] {
            isGrouped[leader] = true
            var group = [workoutsByStart[leader]]
            let earliestStartMs = workoutsByStart[leader].start.unixMs - maxMs
            var index = workoutsByStart.partitioningIndex { $0.start.unixMs >= earliestStartMs }
            while index < workoutsByStart.count,
                workoutsByStart[index].start < workoutsByStart[leader].end
            {
                if !isGrouped[index], isCopy(workoutsByStart[index], workoutsByStart[leader]) {
                    isGrouped[index] = true
                    group.append(workoutsByStart[index])
                }
                index += 1
            }
            groups.append(group)
        }
        return groups.sorted { $0[0].start < $1[0].start }
    }

    private static func isCopy(_ a: HealthWorkout, _ b: HealthWorkout) -> Bool {
        let shorterLengthMs = min(length(a), length(b))
        let overlapMs =
            min(a.end.unixMs, b.end.unixMs) - max(a.start.unixMs, b.start.unixMs)
        return shorterLengthMs > 0 && Double(overlapMs) >= minOverlapShare * Double(shorterLengthMs)
    }

    private static func length(_ workout: HealthWorkout) -> Int64 {
        workout.end.unixMs - workout.start.unixMs
    }

    /// Smaller leads.
    private static func rank(_ workout: HealthWorkout, _ ranking: SourceRanking) -> (Int, Int, Int)
    {
        (
            ranking.isFIT(workout.sourceIndex) ? 0 : 1,
            ranking.kind(workout.sourceIndex) == .watch ? 0 : 1, -fieldCount(workout)
        )
    }

    /// Returns the number of the figures that the file states; a list of parts and a track count as
    /// one each.
    private static func fieldCount(_ workout: HealthWorkout) -> Int {
        let figures = [
            workout.durationSeconds, workout.energyKcal, workout.distanceMetres,
            workout.averageHeartRateBpm, workout.maximumHeartRateBpm,
            workout.speedMetresPerSecond,
        ]
        let lists = [workout.parts.isEmpty, workout.track.isEmpty]
        return figures.count { $0 != nil } + lists.count { !$0 }
    }
}

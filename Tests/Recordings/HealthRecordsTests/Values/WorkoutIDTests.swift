import Testing

@testable import HealthRecords

@Suite struct WorkoutIDTests {
    /// Python 3.11.7: hashlib.sha256("apple|HKWorkoutActivityTypeRunning|Anna’s Watch|1600000000000|1600001800000"
    /// .encode()).hexdigest()[:16].
    @Test func aWorkoutIsNamedByWhatTheFileSays() {
        let source = HealthSource(name: "Anna’s Watch")
        let workout = HealthWorkout(
            sourceIndex: 0, type: "HKWorkoutActivityTypeRunning",
            start: HealthInstant(unixMs: 1_600_000_000_000, writtenOffsetMinutes: 60),
            end: HealthInstant(unixMs: 1_600_001_800_000))
        #expect(workout.id(source: source) == "e5185b9365a56b4c")
    }
}

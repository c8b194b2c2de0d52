import HealthRecords
import PhysioTypes
import Testing

@testable import HealthTimeline

@Suite struct WorkoutPaceTests {
    private static func workout(_ type: String) -> WorkoutEntry {
        let moment = CivilInstant(unixMs: 0, offsetMinutes: 0)
        return WorkoutEntry(
            id: "1", activity: WorkoutActivity(type: type), type: type, start: moment, end: moment,
            durationSeconds: 1, sourceIndex: 0)
    }

    @Test(arguments: [
        ("HKWorkoutActivityTypeRunning", "km", "mi", 1000.0),
        ("HKWorkoutActivityTypeSwimming", "100 m", "100 yd", 100),
        ("sport 5 sub 17", "100 m", "100 yd", 100), ("sport 15", "500 m", "500 m", 500),
        ("HKWorkoutActivityTypeRowing", "500 m", "500 m", 500),
        ("sport 4 sub 14", "500 m", "500 m", 500),
    ]) func eachSportHasItsUnit(type: String, metric: String, imperial: String, metres: Double) {
        let workout = Self.workout(type)
        #expect(workout.paceUnit(.metric) == PaceUnit(metres: metres, text: metric))
        #expect(workout.paceUnit(.imperial)?.text == imperial)
    }

    @Test(arguments: ["HKWorkoutActivityTypeSwimBikeRun", "sport 18"])
    func severalSportsHaveNoPace(type: String) {
        #expect(Self.workout(type).paceUnit(.metric) == nil)
    }

    @Test(arguments: [
        (400.0 as Double?, TimelineOptions.Units.metric, "last 0.4 km", "letzte 0,4 km"),
        (1299, .metric, "last 1.2 km", "letzte 1,2 km"), (50, .metric, "last 50 m", "letzte 50 m"),
        (804.672, .imperial, "last 0.5 mi", "letzte 0,5 mi"),
        (91.44, .imperial, "last 100 yd", "letzte 100 yd"),
        (nil, .metric, "last part", "letzter Teil"),
    ]) func theLastPartIsCalledByItsLength(
        metres: Double?, units: TimelineOptions.Units, english: String, german: String
    ) {
        let rest = Split(
            index: 6, startMs: 0, endMs: 1, durationSeconds: 1, distanceMetres: metres,
            isPartial: true)
        #expect(rest.label(units, .english) == english)
        #expect(rest.label(units, .german) == german)
        let whole = Split(index: 5, startMs: 0, endMs: 1, durationSeconds: 1)
        #expect(whole.label(units, .german) == "5")
    }
}

import Testing

@testable import HealthTimeline

@Suite struct WorkoutActivityTests {
    @Test(arguments: [
        ("HKWorkoutActivityTypeRunning", WorkoutActivity.run, "Running"),
        ("HKWorkoutActivityTypeCycling", .cycling, "Cycling"),
        ("HKWorkoutActivityTypeSwimming", .swimming, "Swimming"),
        ("HKWorkoutActivityTypeWalking", .walk, "Walking"),
        ("HKWorkoutActivityTypeHiking", .hike, "Hiking"),
        ("HKWorkoutActivityTypeYoga", .yoga, "Yoga"),
        (
            "HKWorkoutActivityTypeFunctionalStrengthTraining", .strengthFunctional,
            "Functional Strength Training"
        ),
        (
            "HKWorkoutActivityTypeTraditionalStrengthTraining", .strengthTraditional,
            "Traditional Strength Training"
        ),
        (
            "HKWorkoutActivityTypeHighIntensityIntervalTraining", .hiit,
            "High Intensity Interval Training"
        ),
        ("HKWorkoutActivityTypeWaterPolo", .workout, "Water Polo"),
        ("HKWorkoutActivityTypeOther", .workout, "Other"),
        ("HKWorkoutActivityType", .workout, "HKWorkoutActivityType"),
        ("sport 1", .run, "sport 1"), ("sport 2", .cycling, "sport 2"),
        ("sport 5", .swimming, "sport 5"), ("sport 11", .walk, "sport 11"),
        ("sport 17", .hike, "sport 17"), ("sport 62", .hiit, "sport 62"),
        ("sport 10 sub 43", .yoga, "Training"),
        ("sport 10 sub 20", .strengthTraditional, "Training"),
        ("sport 1 sub 70", .hiit, "sport 1 sub 70"), ("sport 1 sub 2", .run, "sport 1 sub 2"),
        ("sport 15", .workout, "Rowing"), ("sport 250 sub 1", .workout, "sport 250 sub 1"),
        ("sport", .workout, "sport"), ("sport x sub y", .workout, "sport x sub y"),
        ("sport 15 sup 43", .workout, "sport 15 sup 43"), ("", .workout, ""),
    ])
    func aTypeHasANameAndWords(type: String, activity: WorkoutActivity, words: String) {
        #expect(WorkoutActivity(type: type) == activity)
        #expect(WorkoutActivity.words(ofType: type) == words)
    }
}

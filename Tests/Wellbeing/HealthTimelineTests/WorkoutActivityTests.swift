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
        ("sport 1", .run, "Running"), ("sport 2", .cycling, "Cycling"),
        ("sport 5", .swimming, "Swimming"), ("sport 11", .walk, "Walking"),
        ("sport 17", .hike, "Hiking"), ("sport 62", .hiit, "Hiit"),
        ("sport 10 sub 43", .yoga, "Training (Yoga)"),
        ("sport 10 sub 20", .strengthTraditional, "Training (Strength Training)"),
        ("sport 1 sub 70", .hiit, "Running (Hiit)"), ("sport 1 sub 2", .run, "Running (Street)"),
        ("sport 15", .workout, "Rowing"),
        ("sport 250 sub 1", .workout, "unknown sport 250 (Treadmill)"),
        ("sport 0", .workout, "Generic"), ("sport 0 sub 44", .workout, "Pilates"),
        ("sport 12 sub 250", .workout, "Cross Country Skiing"),
        ("sport 99", .workout, "unknown sport 99"),
        ("sport", .workout, "sport"), ("sport x sub y", .workout, "sport x sub y"),
        ("sport 15 sup 43", .workout, "sport 15 sup 43"), ("", .workout, ""),
    ])
    func aTypeHasANameAndWords(type: String, activity: WorkoutActivity, words: String) {
        #expect(WorkoutActivity(type: type) == activity)
        #expect(WorkoutActivity.words(ofType: type) == words)
    }

    /// The names of the profile, as another reader of FIT files spells them.
    @Test(arguments: [
        ("sport 0", "generic"), ("sport 1", "running"), ("sport 2", "cycling"),
        ("sport 12", "cross_country_skiing"), ("sport 21", "e_biking"), ("sport 53", "diving"),
        ("sport 10 sub 20", "training/strength_training"),
        ("sport 5 sub 17", "swimming/lap_swimming"),
        ("sport 99", "unknown sport 99"),
        ("HKWorkoutActivityTypeRunning", "HKWorkoutActivityTypeRunning"),
    ])
    func programsReadTheNamesOfTheProfile(type: String, key: String) {
        #expect(WorkoutActivity.key(ofType: type) == key)
    }
}

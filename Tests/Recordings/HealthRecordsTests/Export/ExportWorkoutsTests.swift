import Testing

@testable import HealthRecords

@Suite struct ExportWorkoutsTests {
    private static let start = "2026-11-20 08:00:00 +0100"
    private static let startMs = HealthDateTests.instant(start)?.unixMs ?? 0

    private static func read(
        _ content: String = "", attributes: String = "", type: String = "Running"
    ) -> HealthReading.Result {
        HealthReading.read(
            HealthReading.export(
                """
                <Workout workoutActivityType="HKWorkoutActivityType\(type)" \(attributes) sourceName="Watch" \
                startDate="\(start)" endDate="2026-11-20 09:00:00 +0100">\(content)</Workout>
                """))
    }

    private static func workout(
        _ content: String = "", attributes: String = ""
    ) throws -> HealthWorkout {
        try #require(read(content, attributes: attributes).collected.workouts.first)
    }

    private static func statistics(_ type: String, _ fields: String) -> String {
        "<WorkoutStatistics type=\"HKQuantityTypeIdentifier\(type)\" \(fields)/>"
    }

    private static func event(_ type: String, _ time: String, _ minutes: Double? = nil) -> String {
        let duration = minutes.map { " duration=\"\($0)\" durationUnit=\"min\"" } ?? ""
        return
            "<WorkoutEvent type=\"HKWorkoutEventType\(type)\" date=\"2026-11-20 \(time) +0100\"\(duration)/>"
    }

    /// Seconds after the start.
    private static func at(_ seconds: Int64) -> Int64 { startMs + seconds * 1000 }

    @Test func attributesOfOlderExportsAreRead() throws {
        let workout = try Self.workout(
            attributes: """
                duration="42.5" durationUnit="min" totalDistance="5.2" totalDistanceUnit="mi" \
                totalEnergyBurned="1000" totalEnergyBurnedUnit="kJ"
                """)
        #expect(workout.type == "HKWorkoutActivityTypeRunning")
        #expect(workout.durationSeconds == 2550)
        #expect(abs((workout.distanceMetres ?? 0) - 8368.5888) < 1e-9)
        #expect(abs((workout.energyKcal ?? 0) - 239.005736) < 1e-6)
        #expect(abs((workout.speedMetresPerSecond ?? 0) - 8368.5888 / 2550) < 1e-9)
        #expect(workout.start.unixMs == Self.startMs)
    }

    @Test func unitsOfDurationAreMinutesSecondsAndHours() throws {
        for (number, unit, seconds) in [(30.0, "min", 1800.0), (90, "s", 90), (1.5, "hr", 5400)] {
            let workout = try Self.workout(
                attributes: "duration=\"\(number)\" durationUnit=\"\(unit)\"")
            #expect(workout.durationSeconds == seconds)
        }
    }

    @Test func whatIsNotStatedIsNil() throws {
        let workout = try Self.workout(
            attributes:
                "duration=\"x\" durationUnit=\"min\" totalEnergyBurned=\"0\" totalEnergyBurnedUnit=\"kcal\""
        )
        #expect(workout.durationSeconds == nil && workout.energyKcal == nil)
        #expect(workout.distanceMetres == nil && workout.speedMetresPerSecond == nil)
        #expect(
            workout.averageHeartRateBpm == nil && workout.pauses.isEmpty && workout.parts.isEmpty)
    }

    /// A value that cannot be is counted and left out; the others stay.
    @Test(arguments: ["NaN", "inf", "1e999", "72,5", "-1", "1e12", ""])
    func whatNoWorkoutCanBeIsRefused(number: String) throws {
        let result = Self.read(
            Self.event("Lap", "08:05:00").replacing(
                "/>", with: " duration=\"\(number)\" durationUnit=\"s\"/>")
                + Self.statistics("DistanceCycling", "sum=\"\(number)\" unit=\"km\"")
                + Self.statistics("DistanceWalkingRunning", "sum=\"5.1\" unit=\"km\""),
            attributes: """
                duration="\(number)" durationUnit="min" totalEnergyBurned="\(number)" \
                totalEnergyBurnedUnit="kcal" totalDistance="\(number)" totalDistanceUnit="m"
                """)
        let workout = try #require(result.collected.workouts.first)
        #expect(workout.durationSeconds == nil && workout.energyKcal == nil)
        #expect(workout.distanceMetres == 5100)
        #expect(workout.parts == [WorkoutPart(.lap, startMs: Self.at(300))])
        #expect(result.collected.errors == [HealthRecordError](repeating: .badValue, count: 5))
        #expect(result.summary?.recordCount == 1)
    }

    /// 30 days and 10,000 km are the longest; beyond them nothing is said.
    @Test func aWorkoutOfMaximumLengthIsRead() throws {
        let atLimit = try Self.workout(
            attributes:
                "duration=\"720\" durationUnit=\"hr\" totalDistance=\"10000\" totalDistanceUnit=\"km\""
        )
        #expect(atLimit.durationSeconds == 2_592_000 && atLimit.distanceMetres == 1e7)
        let beyond = try Self.workout(
            attributes:
                "duration=\"720.1\" durationUnit=\"hr\" totalDistance=\"10000.1\" totalDistanceUnit=\"km\""
        )
        #expect(beyond.durationSeconds == nil && beyond.distanceMetres == nil)
    }

    /// The events of all activities count together.
    @Test func eventsBeyondTheLimitAreLeftOut() throws {
        let inner =
            "<WorkoutActivity startDate=\"\(Self.start)\">"
            + String(repeating: Self.event("Lap", "08:05:00"), count: 6000) + "</WorkoutActivity>"
        let result = Self.read(inner + inner)
        #expect(result.collected.workouts.first?.parts.filter { $0.kind == .lap }.count == 10_000)
        #expect(result.collected.errors == [.badRecord])
        #expect(Self.read(inner).collected.errors.isEmpty)
    }

    @Test func statisticsArePreferredToTotals() throws {
        let workout = try Self.workout(
            Self.statistics("ActiveEnergyBurned", "sum=\"350\" unit=\"Cal\"")
                + Self.statistics("BasalEnergyBurned", "sum=\"70\" unit=\"Cal\"")
                + Self.statistics("DistanceWalkingRunning", "sum=\"5.1\" unit=\"km\"")
                + Self.statistics("DistanceCycling", "sum=\"40\" unit=\"m\"")
                + Self.statistics(
                    "HeartRate",
                    "average=\"142.4\" minimum=\"90\" maximum=\"171\" unit=\"count/min\""),
            attributes: """
                totalDistance="9" totalDistanceUnit="km" totalEnergyBurned="999" totalEnergyBurnedUnit="kcal"
                """)
        #expect(workout.energyKcal == 350)
        #expect(workout.distanceMetres == 5100)
        #expect(workout.averageHeartRateBpm == 142.4 && workout.maximumHeartRateBpm == 171)
    }

    @Test func activitiesAreAddedUp() throws {
        let activity = { (start: String, end: String?, way: String, km: Double) in
            "<WorkoutActivity uuid=\"x\" startDate=\"2026-11-20 \(start) +0100\""
                + (end.map { " endDate=\"2026-11-20 \($0) +0100\"" } ?? "")
                + " duration=\"10\" durationUnit=\"min\">"
                + Self.statistics("Distance\(way)", "sum=\"\(km)\" unit=\"km\"")
                + "</WorkoutActivity>"
        }
        let workout = try Self.workout(
            activity("08:00:00", "08:10:00", "Swimming", 0.75)
                + activity("08:12:00", nil, "Cycling", 20))
        #expect(workout.distanceMetres == 20_750)
        #expect(workout.parts.map(\.kind) == [.activity, .activity])
        #expect(workout.parts.map(\.startMs) == [Self.at(0), Self.at(720)])
        #expect(workout.parts.map(\.endMs) == [Self.at(600), nil])
        #expect(workout.parts.map(\.distanceMetres) == [750, 20_000])
        #expect(workout.parts.map(\.speedMetresPerSecond) == [1.25, 20_000 / 600.0])
        // A lone one is the workout.
        let lone = try Self.workout(activity("08:00:00", "09:00:00", "Cycling", 20))
        #expect(lone.parts.isEmpty && lone.distanceMetres == 20_000)
    }

    /// 600 s at 130 and 1200 s at 160 are 150 on average; what the workout itself states counts before.
    @Test func heartRatesOfActivitiesAreThoseOfTheWorkout() throws {
        let activity = { (minutes: Int, average: Int, maximum: Int) in
            "<WorkoutActivity startDate=\"\(Self.start)\" duration=\"\(minutes)\" durationUnit=\"min\">"
                + Self.statistics(
                    "HeartRate",
                    "average=\"\(average)\" maximum=\"\(maximum)\" unit=\"count/min\"")
                + "</WorkoutActivity>"
        }
        let inner = activity(10, 130, 181) + activity(20, 160, 175)
        let workout = try Self.workout(inner)
        #expect(workout.averageHeartRateBpm == 150 && workout.maximumHeartRateBpm == 181)
        let stated = try Self.workout(
            inner
                + Self.statistics(
                    "HeartRate", "average=\"140\" maximum=\"180\" unit=\"count/min\""))
        #expect(stated.averageHeartRateBpm == 140 && stated.maximumHeartRateBpm == 180)
    }

    @Test(arguments: [("25 m", 25.0), ("50 yd", 45.72), ("2500 cm", 25), ("25", nil), ("x m", nil)])
    func lapsHaveTheLengthOfThePool(text: String, metres: Double?) throws {
        let workout = try Self.workout(
            "<MetadataEntry key=\"HKLapLength\" value=\"\(text)\"/>"
                + Self.event("Lap", "08:00:00", 0.5) + Self.event("Lap", "08:01:00", 0.5)
                + Self.event("Segment", "08:00:00", 2))
        #expect(workout.parts.map(\.distanceMetres) == [metres, metres, nil])
    }

    @Test func pausesLastToTheNextResumption() throws {
        let workout = try Self.workout(
            Self.event("Pause", "08:10:00") + Self.event("Pause", "08:11:00")
                + Self.event("Resume", "08:12:00") + Self.event("Resume", "08:13:00")
                + Self.event("MotionPaused", "08:20:00") + Self.event("Pause", "08:50:00"))
        #expect(
            workout.pauses == [
                WorkoutPause(startMs: Self.at(600), endMs: Self.at(720)),
                WorkoutPause(startMs: Self.at(3000), endMs: Self.at(3600)),
            ])
    }

    @Test func lapsAndSegmentsAreInTheOrderOfTheFile() throws {
        let workout = try Self.workout(
            Self.event("Segment", "08:00:00", 7.332) + Self.event("Segment", "08:00:00", 11.955)
                + Self.event("Lap", "08:05:00") + Self.event("Marker", "08:06:00"))
        #expect(workout.parts.map(\.kind) == [.segment, .segment, .lap])
        #expect(
            workout.parts.map(\.endMs) == [Self.startMs + 439_920, Self.startMs + 717_300, nil])
        #expect(workout.parts[0].durationSeconds.map { abs($0 - 439.92) < 1e-9 } == true)
    }

    @Test func eventsOfActivitiesCountWhereTheWorkoutHasNone() throws {
        let inner =
            "<WorkoutActivity startDate=\"\(Self.start)\">" + Self.event("Lap", "08:05:00")
            + "</WorkoutActivity>"
        #expect(try Self.workout(inner).parts.map(\.startMs) == [Self.at(300)])
        let both = try Self.workout(inner + Self.event("Lap", "08:06:00"))
        #expect(both.parts.map(\.startMs) == [Self.at(360)])
    }

    @Test func theZoneOfAWorkoutAndOfARecordInItAreTheirOwn() {
        let zone = { (name: String) in "<MetadataEntry key=\"HKTimeZone\" value=\"\(name)\"/>" }
        let result = Self.read(
            HealthReading.record(content: zone("Europe/Paris")) + zone("Europe/Berlin")
                + "<MetadataEntry key=\"HKIndoorWorkout\" value=\"0\"/>" + HealthReading.record())
        #expect(result.collected.workouts.map(\.timeZone) == ["Europe/Berlin"])
        #expect(result.collected.samples.map(\.timeZone) == ["Europe/Paris", nil])
        #expect(result.summary?.recordCount == 3)
    }

    @Test func aWorkoutWithoutItsAttributesIsLeftOut() {
        for (text, error) in [
            (
                "<Workout sourceName=\"a\" startDate=\"\(Self.start)\" endDate=\"\(Self.start)\"/>",
                HealthRecordError.badRecord
            ),
            (
                "<Workout workoutActivityType=\"a\" startDate=\"\(Self.start)\" endDate=\"\(Self.start)\"/>",
                .badRecord
            ),
            (
                "<Workout workoutActivityType=\"a\" sourceName=\"a\" endDate=\"\(Self.start)\"/>",
                .badRecord
            ),
            (
                "<Workout workoutActivityType=\"a\" sourceName=\"a\" startDate=\"\(Self.start)\" endDate=\"2026\"/>",
                .badDate
            ),
        ] {
            let result = HealthReading.read(HealthReading.export(text + HealthReading.record()))
            #expect(result.collected.errors == [error])
            #expect(result.collected.workouts.isEmpty && result.collected.samples.count == 1)
        }
    }
}

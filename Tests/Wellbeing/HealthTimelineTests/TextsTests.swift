import HealthRecords
import PhysioTypes
import Testing

@testable import HealthTimeline

@Suite struct TextsTests {
    private let homeZone = ZoneRules(name: "Home") { _ in 60 }
    private let start = CivilInstant(unixMs: ms("2025-12-28T18:44:41+01:00"), offsetMinutes: 60)

    @Test(arguments: [
        ("2025-12-28", "2025-12-28", "Today", "Heute"),
        ("2025-12-27", "2025-12-28", "Yesterday", "Gestern"),
        ("2025-12-31", "2026-01-01", "Yesterday", "Gestern"),
        ("2025-12-28", "2025-12-30", "Sunday, Dec 28", "Sonntag, 28. Dez."),
        ("2025-12-29", "2025-12-28", "Monday, Dec 29", "Montag, 29. Dez."),
        ("2025-12-28", "2026-01-02", "Sunday, Dec 28, 2025", "Sonntag, 28. Dez. 2025"),
        ("2024-02-29", "2024-03-02", "Thursday, Feb 29", "Donnerstag, 29. Feb."),
        ("2025-05-03", "2025-06-02", "Saturday, May 3", "Samstag, 3. Mai"),
        ("2025-09-10", "2025-10-02", "Wednesday, Sep 10", "Mittwoch, 10. Sept."),
        ("2025-03-04", "2025-10-02", "Tuesday, Mar 4", "Dienstag, 4. März"),
        ("2025-07-04", "2025-10-02", "Friday, Jul 4", "Freitag, 4. Juli"),
    ])
    func aDayHasATitle(date: String, today: String, english: String, german: String) {
        let day = CivilDate(named: date)
        #expect(day.title(today: CivilDate(named: today), .english) == english)
        #expect(day.title(today: CivilDate(named: today), .german) == german)
    }

    @Test(arguments: [
        (0.0, "0m", "0 min"), (59.999, "0m", "0 min"), (60, "1m", "1 min"),
        (2579, "42m", "42 min"), (3599.9, "59m", "59 min"), (3600, "1h 0m", "1 h 0 min"),
        (3900, "1h 5m", "1 h 5 min"), (28_800, "8h 0m", "8 h 0 min"),
        (93_780, "26h 3m", "26 h 3 min"),
    ])
    func durationsAreCut(seconds: Double, english: String, german: String) {
        #expect(CellNumberFormat.duration(seconds, .english) == english)
        #expect(CellNumberFormat.duration(seconds, .german) == german)
    }

    private func cell(
        _ units: TimelineOptions.Units = .metric, _ language: TimelineLanguage = .english,
        _ change: (inout WorkoutEntry) -> Void
    ) -> WorkoutCell {
        var workout = WorkoutEntry(
            id: "0", activity: .run, type: "HKWorkoutActivityTypeRunning", start: start, end: start,
            durationSeconds: 2579, sourceIndex: 0)
        change(&workout)
        return WorkoutCell(workout, homeZone: homeZone, units: units, language)
    }

    @Test(arguments: [
        (5200.0, "5.20 km", "5,20 km", "3.23 mi"), (5209.99, "5.20 km", "5,20 km", "3.23 mi"),
        (999.99, "999 m", "999 m", "0.62 mi"), (1000, "1.00 km", "1,00 km", "0.62 mi"),
        (800, "800 m", "800 m", "0.49 mi"), (42_195, "42.19 km", "42,19 km", "26.21 mi"),
        (1149.9999999999998, "1.15 km", "1,15 km", "0.71 mi"),
        (1609.344, "1.60 km", "1,60 km", "1.00 mi"), (0.5, "0 m", "0 m", "0.00 mi"),
    ])
    func distancesAreCut(metres: Double, english: String, german: String, imperial: String) {
        #expect(cell { $0.distanceMetres = metres }.distance == english)
        #expect(cell(.metric, .german) { $0.distanceMetres = metres }.distance == german)
        #expect(cell(.imperial) { $0.distanceMetres = metres }.distance == imperial)
    }

    @Test func aFullWorkoutHasEveryText() {
        let split = Split(index: 1, startMs: 0, endMs: 1, durationSeconds: 1)
        func full(_ workout: inout WorkoutEntry) {
            workout.energyKcal = 350.9
            workout.distanceMetres = 5200
            workout.averageHeartRateBpm = 142.99
            workout.chains = [SplitChain(.kilometres, [split, split, split, split])]
        }
        let english = cell(.metric, .english, full)
        #expect(english.name == "Run")
        #expect(english.type == nil)
        #expect(english.start == "18:44")
        #expect(english.duration == "42m")
        #expect(english.energy == "350 kcal")
        #expect(english.distance == "5.20 km")
        #expect(english.heartRate == "142 bpm avg")
        #expect(english.splits == "4 splits")
        let german = cell(.metric, .german, full)
        #expect(german.name == "Laufen")
        #expect(german.duration == "42 min")
        #expect(german.heartRate == "Ø 142 Schläge/min")
        #expect(german.splits == "4 Abschnitte")
    }

    @Test func whatIsNotThereIsLeftOut() {
        let empty = cell { _ in }
        #expect(empty.energy == nil)
        #expect(empty.distance == nil)
        #expect(empty.heartRate == nil)
        #expect(empty.splits == nil)
    }

    @Test func oneSplitIsOneAndARestIsNone() {
        let split = Split(index: 1, startMs: 0, endMs: 1, durationSeconds: 1)
        var rest = split
        rest.isPartial = true
        let one = cell { $0.chains = [SplitChain(.computed, [split, rest])] }
        #expect(one.splits == "1 split")
        let german = cell(.metric, .german) { $0.chains = [SplitChain(.laps, [split])] }
        #expect(german.splits == "1 Abschnitt")
        #expect(cell { $0.chains = [SplitChain(.computed, [rest])] }.splits == nil)
    }

    @Test func anotherActivityShowsItsTypeInWords() {
        let polo = cell {
            $0.activity = .workout
            $0.type = "HKWorkoutActivityTypeWaterPolo"
        }
        #expect(polo.name == "Workout")
        #expect(polo.type == "Water Polo")
    }

    @Test func anotherClockThanTheOneAtHomeShowsItsOffset() {
        let away = cell { $0.start = CivilInstant(unixMs: start.unixMs, offsetMinutes: 345) }
        #expect(away.start == "23:29 (+05:45)")
        let west = cell { $0.start = CivilInstant(unixMs: start.unixMs, offsetMinutes: -210) }
        #expect(west.start == "14:14 (-03:30)")
    }

    private func sleep(_ change: (inout SleepEntry) -> Void) -> SleepEntry {
        var sleep = SleepEntry(
            start: start, end: start, totalSeconds: 24_600, awakeSeconds: 600, remSeconds: 4200,
            coreSeconds: 17_100, deepSeconds: 3300, unspecifiedSeconds: 0, inBedSeconds: 28_800,
            segments: [], sourceIndex: 0)
        change(&sleep)
        return sleep
    }

    @Test func aRecoveryHasItsStagesVitalsAndNaps() {
        let night = sleep { _ in }
        let nap = sleep { $0.totalSeconds = 2700 }
        let vitals = VitalsEntry(
            restingHeartRateBpm: VitalValue(value: 52.9, origin: .day, count: 1),
            hrvSDNNMs: VitalValue(value: 48.99, origin: .night, count: 9),
            respiratoryRatePerMinute: VitalValue(value: 14.16, origin: .night, count: 60),
            beats: NightHRV(
                rmssdMs: 36.7, rawRMSSDMs: 37.4, pNN50Percent: 12, meanHeartRateBpm: 58,
                beatSegmentCount: 12, differenceCount: 700))
        let recovery = RecoveryEntry(
            date: CivilDate(named: "2025-12-28"), sleep: night, vitals: vitals, naps: [nap])
        let english = RecoveryCell(recovery, .english)
        #expect(english.title == "Night" && english.total == "6h 50m")
        // Without sleep it is no night.
        var values = recovery
        values.sleep = nil
        #expect(RecoveryCell(values, .english).title == "Morning values")
        #expect(RecoveryCell(values, .german).title == "Morgenwerte")
        values.vitals = nil
        #expect(RecoveryCell(values, .english).title == nil)
        #expect(
            english.stages.map { "\($0.label) \($0.duration)" } == [
                "Awake 10m", "REM 1h 10m", "Core 4h 45m", "Deep 55m",
            ])
        #expect(
            english.vitals.map { "\($0.label) \($0.value)" } == [
                "Resting HR 52 bpm", "HRV 48 ms", "Resp Rate 14.2 br/min", "RMSSD 36 ms",
            ])
        #expect(english.naps.map { "\($0.label) \($0.value)" } == ["Nap 45m"])
        let german = RecoveryCell(recovery, .german)
        #expect(
            german.stages.map { "\($0.label) \($0.duration)" } == [
                "Wach 10 min", "REM 1 h 10 min", "Kern 4 h 45 min", "Tief 55 min",
            ])
        #expect(
            german.vitals.map { "\($0.label) \($0.value)" } == [
                "Ruhepuls 52 Schläge/min", "HRV 48 ms", "Atemfrequenz 14,2 Atemzüge/min",
                "RMSSD 36 ms",
            ])
        #expect(german.naps.map { "\($0.label) \($0.value)" } == ["Nickerchen 45 min"])
    }

    @Test func unspecifiedSleepIsAsleepAndOnlyInBedIsSaid() {
        let date = CivilDate(named: "2025-12-28")
        let asleep = sleep {
            $0.coreSeconds = 0
            $0.remSeconds = 0
            $0.deepSeconds = 0
            $0.awakeSeconds = 0
            $0.unspecifiedSeconds = 24_600
        }
        let cell = RecoveryCell(RecoveryEntry(date: date, sleep: asleep), .english)
        #expect(cell.stages.map { "\($0.label) \($0.duration)" } == ["Asleep 6h 50m"])
        let inBed = sleep { $0.totalSeconds = nil }
        let bed = RecoveryCell(RecoveryEntry(date: date, sleep: inBed), .english)
        #expect(bed.total == nil)
        #expect(bed.stages.map { "\($0.label) \($0.duration)" } == ["In bed 8h 0m"])
        let empty = RecoveryCell(RecoveryEntry(date: date), .german)
        #expect(empty.stages.isEmpty && empty.vitals.isEmpty && empty.naps.isEmpty)
    }

    @Test func aBreathingSessionHasItsTexts() {
        var session = BreathingEntry(
            id: "1", start: start, end: start, durationSeconds: 659, coherencePercent: 64.9,
            breathsPerMinute: 5.6)
        let english = BreathingCell(session, homeZone: homeZone, .english)
        #expect(english.duration == "10m")
        #expect(english.coherence == "64 % coherence")
        #expect(english.rate == "5.6 br/min")
        let german = BreathingCell(session, homeZone: homeZone, .german)
        #expect(german.coherence == "64 % Kohärenz")
        #expect(german.rate == "5,6 Atemzüge/min")
        session.coherencePercent = nil
        session.breathsPerMinute = nil
        let empty = BreathingCell(session, homeZone: homeZone, .english)
        #expect(empty.coherence == nil && empty.rate == nil)
    }
}

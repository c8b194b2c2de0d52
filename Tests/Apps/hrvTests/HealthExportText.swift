/// A small export of Apple Health, as text.
struct HealthExportText {
    var exportDate = "2026-11-22 08:00:00 +0100"
    var elements: [String] = []

    var xml: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!ELEMENT HealthData (ExportDate,Me,Record*,Workout*)>
        ]>
        <HealthData locale="de_DE">
         <ExportDate value="\(exportDate)"/>
         <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-01-02"/>
        \(elements.joined(separator: "\n"))
        </HealthData>
        """
    }

    static let watch = """
        sourceName="Mara’s Watch" device="&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, \
        manufacturer:Apple Inc., model:Watch, hardware:Watch7,5, software:11.1&gt;"
        """

    mutating func sleep(_ stage: String, _ start: String, _ end: String) {
        elements.append(
            """
            <Record type="HKCategoryTypeIdentifierSleepAnalysis" \(Self.watch) \
            startDate="\(start) +0100" endDate="\(end) +0100" \
            value="HKCategoryValueSleepAnalysis\(stage)"/>
            """)
    }

    mutating func record(_ type: String, _ unit: String, _ value: String, at start: String) {
        elements.append(
            """
            <Record type="HKQuantityTypeIdentifier\(type)" \(Self.watch) unit="\(unit)" \
            startDate="\(start) +0100" endDate="\(start) +0100" value="\(value)"/>
            """)
    }

    mutating func workout(_ start: String, _ end: String, minutes: Int) {
        elements.append(
            """
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="\(minutes)" \
            durationUnit="min" \(Self.watch) startDate="\(start) +0100" endDate="\(end) +0100">
             <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" \
            startDate="\(start) +0100" endDate="\(end) +0100" sum="5.2" unit="km"/>
             <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" \
            startDate="\(start) +0100" endDate="\(end) +0100" average="142.6" minimum="90" \
            maximum="171" unit="count/min"/>
            </Workout>
            """)
    }

    /// A run on the 20th, and the night after it: core 4 h 45 min, deep 55 min, REM 1 h 10 min, awake 10 min.
    static var example: HealthExportText {
        var export = HealthExportText()
        export.workout("2026-11-20 18:00:00", "2026-11-20 18:42:30", minutes: 42)
        export.sleep("AsleepCore", "2026-11-20 23:40:00", "2026-11-21 00:55:00")
        export.sleep("AsleepDeep", "2026-11-21 00:55:00", "2026-11-21 01:50:00")
        export.sleep("Awake", "2026-11-21 01:50:00", "2026-11-21 02:00:00")
        export.sleep("AsleepREM", "2026-11-21 02:00:00", "2026-11-21 03:10:00")
        export.sleep("AsleepCore", "2026-11-21 03:10:00", "2026-11-21 06:40:00")
        export.record("RestingHeartRate", "count/min", "52", at: "2026-11-21 07:00:00")
        export.record("HeartRateVariabilitySDNN", "ms", "48.7", at: "2026-11-21 02:30:00")
        return export
    }
}

import CommandSupport
import HRVReports
import HealthRecords
import HealthTimeline
import PhysioTypes

/// A timeline in every shape.
struct TimelineText {
    let sections: [TimelineSection]
    let sources: [HealthSource]
    let showsSourceNames: Bool
    let clock: HealthDateContext
    var units: TimelineOptions.Units = .metric

    private var json: TimelineJSON {
        var json = TimelineJSON(sources: sources)
        json.showsSourceNames = showsSourceNames
        return json
    }

    func text(_ shape: HistoryShape, exportMs: Int64?) -> String {
        switch shape {
        case .json:
            json.text(
                of: sections, today: clock.today, updatedMs: clock.nowMs, exportMs: exportMs) + "\n"
        case .ndjson:
            sections.flatMap(\.entries).map { json.text(of: $0) + "\n" }.joined()
        case .csv:
            HealthRows(columns: Self.columns.map(\.name), rows: rows).text(.csv) { "" }
        case .table: table
        }
    }

    // MARK: Table

    private var table: String {
        guard !sections.isEmpty else { return "Nothing on these days.\n" }
        return sections.map { section in
            section.date.title(today: clock.today, .english) + "\n"
                + section.entries.map { "  " + line($0) + "\n" }.joined()
        }.joined(separator: "\n")
    }

    private func line(_ entry: TimelineEntry) -> String {
        switch entry {
        case .workout(let workout):
            let cell = WorkoutCell(workout, homeZone: clock.homeZone, units: units, .english)
            return joined(
                [cell.start, cell.name, cell.type, cell.duration, cell.distance, cell.energy]
                    + [cell.heartRate, cell.splits, workout.id])
        case .recovery(let recovery):
            let cell = RecoveryCell(recovery, .english)
            let stages = cell.stages.map { "\($0.label) \($0.duration)" }
            let lines = (cell.vitals + cell.naps).map { "\($0.label) \($0.value)" }
            return joined([cell.title, cell.total] + stages + lines)
        case .breathing(let session):
            let cell = BreathingCell(session, homeZone: clock.homeZone, .english)
            return joined([cell.start, cell.name, cell.duration, cell.coherence, cell.rate])
        }
    }

    private func joined(_ parts: [String?]) -> String {
        parts.compactMap(\.self).joined(separator: "  ")
    }

    // MARK: Rows

    private var rows: [HealthRows.Row] {
        sections.flatMap { section in
            section.entries.map { entry in
                Self.columns.map { ($0.name, $0.value(entry, section.date)) }
            }
        }
    }

    private struct Column: Sendable {
        let name: String
        let value: @Sendable (TimelineEntry, CivilDate) -> OrderedJSON

        init(_ name: String, _ value: @escaping @Sendable (TimelineEntry, CivilDate) -> OrderedJSON)
        {
            self.name = name
            self.value = value
        }

        /// Returns a column of the span of every entry.
        static func span(_ name: String, _ value: @escaping @Sendable (Span) -> Int64) -> Column {
            Column(name) { entry, _ in OrderedJSON(TimelineText.span(entry).map(value)) }
        }

        static func workout(
            _ name: String, _ value: @escaping @Sendable (WorkoutEntry) -> Double?
        ) -> Column {
            Column(name) { entry, _ in OrderedJSON(TimelineText.workout(entry).flatMap(value)) }
        }

        static func sleep(
            _ name: String, _ value: @escaping @Sendable (SleepEntry) -> Double?
        ) -> Column {
            Column(name) { entry, _ in OrderedJSON(TimelineText.sleep(entry).flatMap(value)) }
        }

        static func vitals(
            _ name: String, _ value: @escaping @Sendable (VitalsEntry) -> Double?
        ) -> Column {
            Column(name) { entry, _ in OrderedJSON(TimelineText.vitals(entry).flatMap(value)) }
        }

        static func breathing(
            _ name: String, _ value: @escaping @Sendable (BreathingEntry) -> Double?
        ) -> Column {
            Column(name) { entry, _ in OrderedJSON(TimelineText.breathing(entry).flatMap(value)) }
        }
    }

    private typealias Span = (start: CivilInstant, end: CivilInstant)

    private static let columns: [Column] =
        entryColumns + workoutColumns + sleepColumns + vitalsColumns + breathingColumns

    private static let entryColumns: [Column] = [
        Column("date") { OrderedJSON.text($1.text) },
        Column("kind") { entry, _ in OrderedJSON.text(kind(entry)) },
        Column("id") { entry, _ in OrderedJSON.text(entry.id) },
        .span("start_ms") { $0.start.unixMs },
        .span("end_ms") { $0.end.unixMs },
        .span("start_offset_min") { Int64($0.start.offsetMinutes) },
        .span("end_offset_min") { Int64($0.end.offsetMinutes) },
        Column("duration_s") { entry, _ in OrderedJSON(duration(entry)) },
    ]

    private static let workoutColumns: [Column] = [
        Column("type") { entry, _ in
            OrderedJSON(workout(entry).map { WorkoutActivity.key(ofType: $0.type) })
        },
        .workout("energy_kcal") { $0.energyKcal },
        .workout("distance_m") { $0.distanceMetres },
        .workout("hr_avg_bpm") { $0.averageHeartRateBpm },
        .workout("hr_max_bpm") { $0.maximumHeartRateBpm },
        .workout("speed_mps") { $0.speedMetresPerSecond },
        Column("splits") { entry, _ in OrderedJSON(workout(entry)?.chains.first?.count) },
    ]

    private static let sleepColumns: [Column] = [
        .sleep("total_s") { $0.totalSeconds },
        .sleep("awake_s") { $0.awakeSeconds },
        .sleep("rem_s") { $0.remSeconds },
        .sleep("core_s") { $0.coreSeconds },
        .sleep("deep_s") { $0.deepSeconds },
        .sleep("unspecified_s") { $0.unspecifiedSeconds },
        .sleep("in_bed_s") { $0.inBedSeconds },
    ]

    private static let vitalsColumns: [Column] = [
        .vitals("resting_hr_bpm") { $0.restingHeartRateBpm?.value },
        .vitals("hrv_sdnn_ms") { $0.hrvSDNNMs?.value },
        .vitals("respiratory_rate") { $0.respiratoryRatePerMinute?.value },
        .vitals("rmssd_ms") { $0.beats?.rmssdMs },
        .vitals("rmssd_raw_ms") { $0.beats?.rawRMSSDMs },
        .vitals("pnn50_pct") { $0.beats?.pNN50Percent },
    ]

    private static let breathingColumns: [Column] = [
        .breathing("coherence_pct") { $0.coherencePercent },
        .breathing("breathing_rate") { $0.breathsPerMinute },
    ]

    private static func kind(_ entry: TimelineEntry) -> String {
        switch entry {
        case .workout: "workout"
        case .recovery: "recovery"
        case .breathing: "breathing"
        }
    }

    private static func span(_ entry: TimelineEntry) -> Span? {
        switch entry {
        case .workout(let workout): (workout.start, workout.end)
        case .recovery(let recovery): recovery.sleep.map { ($0.start, $0.end) }
        case .breathing(let session): (session.start, session.end)
        }
    }

    private static func duration(_ entry: TimelineEntry) -> Double? {
        workout(entry)?.durationSeconds ?? breathing(entry)?.durationSeconds
    }

    private static func workout(_ entry: TimelineEntry) -> WorkoutEntry? {
        if case .workout(let workout) = entry { workout } else { nil }
    }

    private static func breathing(_ entry: TimelineEntry) -> BreathingEntry? {
        if case .breathing(let session) = entry { session } else { nil }
    }

    private static func sleep(_ entry: TimelineEntry) -> SleepEntry? {
        if case .recovery(let recovery) = entry { recovery.sleep } else { nil }
    }

    private static func vitals(_ entry: TimelineEntry) -> VitalsEntry? {
        if case .recovery(let recovery) = entry { recovery.vitals } else { nil }
    }
}

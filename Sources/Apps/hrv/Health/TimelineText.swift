import HealthRecords
import HealthTimeline
import HRVReports

/// A timeline in every shape.
struct TimelineText {
    let sections: [TimelineSection]
    let sources: [HealthSource]
    let namesSources: Bool
    let clock: HealthClock
    var units: TimelineOptions.Units = .metric

    private var json: TimelineJSON {
        var json = TimelineJSON(sources: sources)
        json.namesSources = namesSources
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
            HealthRows(columns: Self.columns.map(\.0), rows: rows).text(.csv) { "" }
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
            let cell = WorkoutCell(workout, home: clock.home, units: units, .english)
            return joined(
                [cell.start, cell.name, cell.type, cell.duration, cell.distance, cell.energy]
                    + [cell.heartRate, cell.splits, workout.id])
        case .recovery(let recovery):
            let cell = RecoveryCell(recovery, .english)
            let stages = cell.stages.map { "\($0.label) \($0.duration)" }
            let lines = (cell.vitals + cell.naps).map { "\($0.label) \($0.value)" }
            return joined(["Night", cell.total] + stages + lines)
        case .breathing(let session):
            let cell = BreathingCell(session, home: clock.home, .english)
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
                Self.columns.map { ($0.0, $0.1(entry, section.date)) }
            }
        }
    }

    private typealias Column = (String, @Sendable (TimelineEntry, CivilDate) -> JSONText)

    private static let columns: [Column] =
        [
            ("date", { .text($1.text) }), ("kind", { entry, _ in .text(kind(entry)) }),
            ("id", { entry, _ in .text(entry.id) }),
            ("start_ms", { entry, _ in JSONText(span(entry)?.0.unixMs) }),
            ("end_ms", { entry, _ in JSONText(span(entry)?.1.unixMs) }),
            ("start_offset_min", { entry, _ in JSONText(span(entry)?.0.offsetMinutes) }),
            ("duration_s", { entry, _ in JSONText(duration(entry)) }),
        ] + workoutColumns + recoveryColumns + [
            ("coherence_pct", { entry, _ in JSONText(breathing(entry)?.coherencePercent) }),
            ("breathing_rate", { entry, _ in JSONText(breathing(entry)?.breathsPerMinute) }),
        ]

    private static let workoutColumns: [Column] = [
        ("type", { entry, _ in JSONText(workout(entry)?.type) }),
        ("energy_kcal", { entry, _ in JSONText(workout(entry)?.energyKcal) }),
        ("distance_m", { entry, _ in JSONText(workout(entry)?.distanceMetres) }),
        ("hr_avg_bpm", { entry, _ in JSONText(workout(entry)?.averageHeartRateBpm) }),
        ("hr_max_bpm", { entry, _ in JSONText(workout(entry)?.maximumHeartRateBpm) }),
        ("speed_mps", { entry, _ in JSONText(workout(entry)?.speedMetresPerSecond) }),
        ("splits", { entry, _ in JSONText(workout(entry)?.chains.first?.count) }),
    ]

    private static let recoveryColumns: [Column] = [
        ("total_s", { entry, _ in JSONText(sleep(entry)?.totalSeconds) }),
        ("awake_s", { entry, _ in JSONText(sleep(entry)?.awakeSeconds) }),
        ("rem_s", { entry, _ in JSONText(sleep(entry)?.remSeconds) }),
        ("core_s", { entry, _ in JSONText(sleep(entry)?.coreSeconds) }),
        ("deep_s", { entry, _ in JSONText(sleep(entry)?.deepSeconds) }),
        ("unspecified_s", { entry, _ in JSONText(sleep(entry)?.unspecifiedSeconds) }),
        ("in_bed_s", { entry, _ in JSONText(sleep(entry)?.inBedSeconds) }),
        ("resting_hr_bpm", { entry, _ in JSONText(vitals(entry)?.restingHeartRateBpm?.value) }),
        ("hrv_sdnn_ms", { entry, _ in JSONText(vitals(entry)?.hrvSDNNMs?.value) }),
        (
            "respiratory_rate",
            { entry, _ in JSONText(vitals(entry)?.respiratoryRatePerMinute?.value) }
        ),
        ("rmssd_ms", { entry, _ in JSONText(vitals(entry)?.beats?.rmssdMs) }),
        ("rmssd_raw_ms", { entry, _ in JSONText(vitals(entry)?.beats?.rawRMSSDMs) }),
    ]

    private static func kind(_ entry: TimelineEntry) -> String {
        switch entry {
        case .workout: "workout"
        case .recovery: "recovery"
        case .breathing: "breathing"
        }
    }

    private static func span(_ entry: TimelineEntry) -> (CivilInstant, CivilInstant)? {
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

import CommandSupport
import HRVReports
import HealthRecords
import HealthTimeline
import PhysioTypes

/// One workout in full, for a person and as CSV.
enum WorkoutText {
    static func table(
        _ detail: WorkoutDetail, source: String, homeZone: ZoneRules, _ units: TimelineOptions.Units
    ) -> String {
        let workout = detail.entry
        let cell = WorkoutCell(workout, homeZone: homeZone, units: units, .english)
        var lines = [("workout", workout.id)]
        lines.append(("began", "\(workout.start.date.text) \(cell.start)"))
        lines.append(("type", [cell.name, cell.type].compactMap(\.self).joined(separator: ", ")))
        lines.append(("time", clockText(workout.durationSeconds)))
        lines.append(("pauses", detail.pauses.isEmpty ? "none" : "\(detail.pauses.count)"))
        let optionalLines = [
            ("distance", cell.distance), ("energy", cell.energy), ("heart", cell.heartRate),
            ("highest", workout.maximumHeartRateBpm.map { "\(CellNumberFormat.whole($0)) bpm" }),
            ("pace", workout.speedMetresPerSecond.flatMap { pace($0, workout.paceUnit(units)) }),
        ]
        for (name, value) in optionalLines { if let value { lines.append((name, value)) } }
        lines.append(("source", source))
        if !workout.copies.isEmpty { lines.append(("copies", "\(workout.copies.count)")) }
        let head = TextColumns.text(
            titles: ["", ""], rows: lines.map { [$0.0, $0.1] }, rightAligned: [false, false])
        return head.drop { $0 == "\n" }
            + workout.chains.map { chain($0, units, workout.paceUnit(units)) }.joined()
    }

    private static func chain(
        _ chain: SplitChain, _ units: TimelineOptions.Units, _ paceUnit: PaceUnit?
    ) -> String {
        let rows = chain.splits.map { split in
            [
                split.label(units, .english),
                clockText(split.durationSeconds),
                split.distanceMetres.map { WorkoutCell.distance($0, units, .english) } ?? "",
                split.averageHeartRateBpm.map { "\(CellNumberFormat.whole($0)) bpm" } ?? "",
                split.speedMetresPerSecond.flatMap { pace($0, paceUnit) } ?? "",
            ]
        }
        return "\n\(chain.title)\n"
            + TextColumns.text(
                titles: ["split", "time", "distance", "heart", "pace"], rows: rows,
                rightAligned: [false, true, true, true, true])
    }

    /// Every split of every chain.
    static func csv(_ detail: WorkoutDetail) -> String {
        let rows = detail.entry.chains.flatMap { chain in
            chain.splits.map { split -> HealthRows.Row in
                [
                    ("chain", .text(chain.kind.rawValue)),
                    ("unit_m", OrderedJSON(chain.unitMetres)),
                    ("index", .integer(split.index)),
                    ("start_ms", OrderedJSON(split.startMs)), ("end_ms", OrderedJSON(split.endMs)),
                    ("duration_s", .number(split.durationSeconds)),
                    ("distance_m", OrderedJSON(split.distanceMetres)),
                    ("hr_avg_bpm", OrderedJSON(split.averageHeartRateBpm)),
                    ("speed_mps", OrderedJSON(split.speedMetresPerSecond)),
                    ("partial", .flag(split.isPartial)),
                ]
            }
        }
        let columns = [
            "chain", "unit_m", "index", "start_ms", "end_ms", "duration_s", "distance_m",
            "hr_avg_bpm",
            "speed_mps", "partial",
        ]
        return HealthRows(columns: columns, rows: rows).text(.csv) { "" }
    }

    /// `1:05:09`, below an hour `5:09`.
    static func clockText(_ seconds: Double) -> String {
        let whole = CellNumberFormat.whole(seconds)
        func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let minutesAndSeconds = "\(twoDigits(whole % 3600 / 60)):\(twoDigits(whole % 60))"
        return whole < 3600
            ? "\(whole / 60):\(twoDigits(whole % 60))" : "\(whole / 3600):\(minutesAndSeconds)"
    }

    /// Time of a kilometre or a mile, or of what the sport counts by.
    private static func pace(_ speed: Double, _ unit: PaceUnit?) -> String? {
        guard let unit, speed > 0.1 else { return nil }
        return "\(clockText(unit.metres / speed)) /\(unit.text)"
    }
}

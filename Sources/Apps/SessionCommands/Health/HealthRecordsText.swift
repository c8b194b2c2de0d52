import CommandSupport
import HRVReports
import HealthRecords
import HealthTimeline

/// The kept records themselves, for other programs. Moments are ms since 1970.
struct HealthRecordsText {
    private let data: HealthData
    private let showsSourceNames: Bool

    /// - Parameter range: of the starts of records; others are left out.
    init(_ data: HealthData, within range: Range<Int64>, showsSourceNames: Bool) {
        var data = data
        data.samples.removeAll { !range.contains($0.start.unixMs) }
        data.sleep.removeAll { !range.contains($0.start.unixMs) }
        data.beatSegments.removeAll { !range.contains($0.start.unixMs) }
        data.workouts.removeAll { !range.contains($0.start.unixMs) }
        self.data = data
        self.showsSourceNames = showsSourceNames
    }

    private func sourceLabel(_ index: Int) -> String? {
        showsSourceNames ? data.sources[index].name : data.sources[index].model
    }

    // MARK: JSON

    /// Rows are made while they are written: there may be millions.
    var json: OrderedJSON {
        .object([
            ("samples", column(data.samples, sample)), ("sleep", column(data.sleep, sleep)),
            ("stretches", column(data.beatSegments, beatSegment)),
            ("workouts", column(data.workouts, workout)),
        ])
    }

    private func column<Record: Sendable>(
        _ records: [Record], _ row: @escaping @Sendable (Record) -> HealthRows.Row
    ) -> OrderedJSON {
        .column(count: records.count) { .object(row(records[$0])) }
    }

    private func sample(_ sample: HealthSample) -> HealthRows.Row {
        [
            ("kind", .text(sample.quantity.key)), ("start_ms", OrderedJSON(sample.start.unixMs)),
            ("end_ms", OrderedJSON(sample.end.unixMs)), ("value", .number(sample.value)),
            ("source", OrderedJSON(sourceLabel(sample.sourceIndex))),
        ]
    }

    private func sleep(_ sample: SleepSample) -> HealthRows.Row {
        [
            ("stage", .text(sample.stage.key)), ("start_ms", OrderedJSON(sample.start.unixMs)),
            ("end_ms", OrderedJSON(sample.end.unixMs)),
            ("source", OrderedJSON(sourceLabel(sample.sourceIndex))),
        ]
    }

    private func beatSegment(_ beatSegment: BeatSegment) -> HealthRows.Row {
        [
            ("start_ms", OrderedJSON(beatSegment.start.unixMs)),
            ("end_ms", OrderedJSON(beatSegment.end.unixMs)),
            ("sdnn_ms", .number(beatSegment.sdnnMs)),
            ("first_beat_ms", OrderedJSON(beatSegment.firstBeatMs)),
            (
                "beats_ms",
                .array(beatSegment.ticks.map { .integer(BeatSegment.tickMs * Int($0)) })
            ),
            (
                "gaps",
                .array(
                    beatSegment.isAfterGap.indices.filter { beatSegment.isAfterGap[$0] }.map {
                        .integer($0)
                    })
            ),
            ("source", OrderedJSON(sourceLabel(beatSegment.sourceIndex))),
        ]
    }

    private func workout(_ workout: HealthWorkout) -> HealthRows.Row {
        [
            ("id", .text("workout-" + workout.id(source: data.sources[workout.sourceIndex]))),
            ("type", .text(WorkoutActivity.key(ofType: workout.type))),
            ("start_ms", OrderedJSON(workout.start.unixMs)),
            ("end_ms", OrderedJSON(workout.end.unixMs)),
            ("duration_s", OrderedJSON(workout.durationSeconds)),
            ("energy_kcal", OrderedJSON(workout.energyKcal)),
            ("distance_m", OrderedJSON(workout.distanceMetres)),
            ("hr_avg_bpm", OrderedJSON(workout.averageHeartRateBpm)),
            ("hr_max_bpm", OrderedJSON(workout.maximumHeartRateBpm)),
            ("speed_mps", OrderedJSON(workout.speedMetresPerSecond)),
            (
                "pauses",
                .array(
                    workout.pauses.map {
                        .object([
                            ("start_ms", OrderedJSON($0.startMs)),
                            ("end_ms", OrderedJSON($0.endMs)),
                        ])
                    })
            ), ("source", OrderedJSON(sourceLabel(workout.sourceIndex))),
        ]
    }

    // MARK: CSV

    private static let columns = "record,kind,start_ms,end_ms,value,source\n"

    /// A row a record: `value` of a workout is its duration in s, of a beat segment its SDNN in ms.
    var csvLines: some Sequence<String> {
        let samples = data.samples.lazy.map {
            line("sample", $0.quantity.key, $0.start, $0.end, $0.value, $0.sourceIndex)
        }
        let sleep = data.sleep.lazy.map {
            line("sleep", $0.stage.key, $0.start, $0.end, nil, $0.sourceIndex)
        }
        let beatSegments = data.beatSegments.lazy.map {
            line("stretch", "beats", $0.start, $0.end, $0.sdnnMs, $0.sourceIndex)
        }
        let workouts = data.workouts.lazy.map {
            line(
                "workout", WorkoutActivity.key(ofType: $0.type), $0.start, $0.end,
                $0.durationSeconds, $0.sourceIndex)
        }
        return [
            AnySequence([Self.columns]), AnySequence(samples), AnySequence(sleep),
            AnySequence(beatSegments), AnySequence(workouts),
        ].joined()
    }

    private func line(
        _ record: String, _ kind: String, _ start: HealthInstant, _ end: HealthInstant,
        _ value: Double?, _ sourceIndex: Int
    ) -> String {
        [
            record, HealthRows.quoted(kind), "\(start.unixMs)", "\(end.unixMs)",
            OrderedJSON(value) == .null ? "" : OrderedJSON(value).compactText,
            HealthRows.quoted(sourceLabel(sourceIndex) ?? ""),
        ].joined(separator: ",") + "\n"
    }

    // MARK: Intervals

    /// Lines of intervals, none of which crosses a gap or two segments.
    var intervalLines: [String] {
        var parts: [(startMs: Int64, text: String)] = []
        for beatSegment in data.beatSegments {
            let lines = beatSegment.ticks.indices.dropFirst().map { index in
                beatSegment.isAfterGap[index]
                    ? "# gap\n"
                    : "\(BeatSegment.tickMs * (Int(beatSegment.ticks[index]) - Int(beatSegment.ticks[index - 1])))\n"
            }
            parts.append((beatSegment.firstBeatMs, lines.joined()))
        }
        for workout in data.workouts {
            guard let beats = workout.beats else { continue }
            let gaps = Set(beats.gapIndices)
            let lines = beats.intervalsMs.enumerated().map { index, interval in
                (gaps.contains(index) ? "# gap\n" : "") + OrderedJSON.number(interval).compactText
                    + "\n"
            }
            parts.append((beats.startMs, lines.joined()))
        }
        return parts.sorted { $0.startMs < $1.startMs }.map { "# \($0.startMs)\n\($0.text)" }
    }
}

extension HealthQuantity {
    /// The key that programs read.
    var key: String {
        switch self {
        case .heartRate: "heart_rate"
        case .restingHeartRate: "resting_hr"
        case .sdnn: "sdnn"
        case .rmssd: "rmssd"
        case .respiratoryRate: "respiratory_rate"
        case .distanceWalkingRunning: "distance_walking_running"
        case .distanceCycling: "distance_cycling"
        case .distanceSwimming: "distance_swimming"
        case .distanceOther: "distance_other"
        }
    }
}

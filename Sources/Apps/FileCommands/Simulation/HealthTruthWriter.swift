import CommandSupport
import HRVReports
import HealthSimulation

/// A writer of the truth about a simulated export, as JSON.
struct HealthTruthWriter {
    let simulation: HealthSimulation
    let truth: SimulatedHealth
    let fitFiles: [SimulatedFIT]
    /// Good elements by type.
    let counts: [String: Int]
    let errorCounts: [SimulatedHealthError: Int]
    let spacedAttributeCount: Int

    var entries: [(String, OrderedJSON)] {
        let zone = simulation.zone(day: simulation.days.upperBound)
        return [
            ("first_date", .text(HealthCalendar.text(simulation.days.lowerBound))),
            ("export_date", .text(HealthCalendar.text(simulation.days.upperBound))),
            ("export_ms", .integer(Int(simulation.exportMs))),
            ("export_offset_min", .integer(zone.offsetMinutes(simulation.exportMs))),
            ("zone", .text(simulation.homeZone.name)),
            ("era", .integer(simulation.era.rawValue)),
            ("locale", .text(simulation.locale.identifier)),
            ("offset", .text(simulation.offsetStyle.rawValue)),
            (
                "records",
                .object(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })
            ),
            ("faults", .array(errors)),
            ("spaced_attribute_records", .integer(spacedAttributeCount)),
            ("nights", .array(truth.nights.map(Self.sleep))),
            ("naps", .array(truth.naps.map(Self.sleep))),
            ("vitals", .array(truth.vitals.map(Self.vitals))),
            ("workouts", .array(truth.workouts.map(Self.workout))),
            ("fit", .array(fitFiles.map(Self.fit))),
            ("added", .array(truth.addedChanges.map(Self.change))),
            ("removed", .array(truth.removedChanges.map(Self.change))),
            (
                "stretches",
                .column(count: truth.beatSegments.count) { [truth] in
                    Self.beatSegment(truth.beatSegments[$0])
                }
            ),
        ]
    }

    /// Each with its name, the code that a reader is to answer with, and how often it was put in.
    private var errors: [OrderedJSON] {
        simulation.errors.map { error in
            .object([
                ("name", .text(error.rawValue)),
                ("code", error.code.map { .text($0) } ?? .null),
                ("count", .integer(errorCounts[error] ?? 0)),
            ])
        }
    }

    // MARK: Nights

    private static func sleep(_ sleep: SimulatedHealth.Sleep) -> OrderedJSON {
        func seconds(_ stage: SimulatedStage) -> OrderedJSON { .integer(sleep.seconds[stage] ?? 0) }
        return .object([
            ("date", .text(HealthCalendar.text(sleep.date))),
            ("start_ms", .integer(Int(sleep.startMs))), ("end_ms", .integer(Int(sleep.endMs))),
            ("start_offset_min", .integer(sleep.startOffsetMinutes)),
            ("end_offset_min", .integer(sleep.endOffsetMinutes)),
            ("total_s", sleep.asleepSeconds.map { .integer($0) } ?? .null),
            ("awake_s", seconds(.awake)), ("rem_s", seconds(.rem)), ("core_s", seconds(.core)),
            ("deep_s", seconds(.deep)), ("unspecified_s", seconds(.unspecified)),
            ("in_bed_s", .integer(sleep.inBedSeconds)), ("source", .text(sleep.leader.name)),
            (
                "segments",
                .array(
                    sleep.pieces.map { piece in
                        .object([
                            ("stage", .text(piece.stage.rawValue)),
                            ("start_ms", .integer(Int(piece.startMs))),
                            ("end_ms", .integer(Int(piece.endMs))),
                            ("source", .text(piece.device.name)),
                        ])
                    })
            ),
        ])
    }

    private static func vitals(_ vitals: SimulatedHealth.Vitals) -> OrderedJSON {
        func value(_ vital: SimulatedHealth.Vital?) -> OrderedJSON {
            guard let vital else { return .null }
            return .object([
                ("value", .number(vital.value)),
                ("from", .text(vital.isNightMedian ? "night" : "day")),
                ("n", .integer(vital.count)),
            ])
        }
        return .object([
            ("date", .text(HealthCalendar.text(vitals.date))),
            ("resting_hr_bpm", number(vitals.restingBpm)),
            ("hrv_sdnn_ms", value(vitals.sdnnMs)),
            ("respiratory_rate", value(vitals.breathsPerMinute)),
            ("rmssd_ms", number(vitals.rmssdMs)), ("rmssd_raw_ms", number(vitals.rawRMSSDMs)),
            ("stretches", .integer(vitals.beatSegmentCount)),
            ("differences", .integer(vitals.differenceCount)),
        ])
    }

    private static func beatSegment(_ beatSegment: SimulatedBeatSegment) -> OrderedJSON {
        .object([
            ("start_ms", .integer(Int(beatSegment.startMs))),
            ("end_ms", .integer(Int(beatSegment.endMs))),
            ("offset_min", .integer(beatSegment.offsetMinutes)),
            ("sdnn_ms", .number(beatSegment.sdnnMs)),
            ("rmssd_ms", .number(beatSegment.rmssdMs)),
            ("beat_ms", .array(beatSegment.beatTimesMs.map { .number($0) })),
            // Across a beat that was not seen there is no interval.
            ("rr_ms", .array(beatSegment.intervalsMs.map { number($0) })),
        ])
    }

    // MARK: Workouts

    private static func workout(_ entry: SimulatedHealth.Workout) -> OrderedJSON {
        let workout = entry.workout
        var chains = workout.chains
        if !entry.computed.isEmpty { chains.append(("computed", entry.computed)) }
        return .object([
            ("activity", .text(workout.activity.rawValue)), ("type", .text(workout.activity.type)),
            ("start_ms", .integer(Int(workout.startMs))), ("end_ms", .integer(Int(workout.endMs))),
            ("start_offset_min", .integer(entry.startOffsetMinutes)),
            ("end_offset_min", .integer(entry.endOffsetMinutes)),
            ("source", .text(workout.device.name)),
            ("duration_s", .number(workout.durationSeconds)),
            ("energy_kcal", number(workout.energyKcal)),
            ("distance_m", number(workout.distanceMetres)),
            ("hr_avg_bpm", number(workout.averageBpm)), ("hr_max_bpm", number(workout.maximumBpm)),
            (
                "hr_from",
                workout.averageBpm == nil
                    ? .null : .text(workout.hasHeartRateStatistics ? "statistics" : "samples")
            ),
            ("speed_mps", number(workout.speedMetresPerSecond)),
            ("pauses", .array(workout.pauses.map(span))),
            (
                "chains",
                .array(
                    chains.map { chain in
                        .object([
                            ("kind", .text(chain.kind)),
                            ("splits", .array(chain.splits.map(split))),
                        ])
                    })
            ),
            ("app_copy", .flag(workout.hasAppCopy)), ("fit_copy", .flag(workout.hasFITCopy)),
        ])
    }

    private static func split(_ split: SimulatedSplit) -> OrderedJSON {
        .object([
            ("start_ms", .integer(Int(split.startMs))), ("end_ms", .integer(Int(split.endMs))),
            ("duration_s", .number(split.durationSeconds)),
            ("distance_m", number(split.distanceMetres)),
            ("hr_avg_bpm", number(split.averageBpm)), ("partial", .flag(split.isPartial)),
        ])
    }

    private static func fit(_ fit: SimulatedFIT) -> OrderedJSON {
        .object([
            ("file", .text(fit.name)), ("sport", .integer(fit.sport)),
            ("start_ms", .integer(Int(fit.workout.startMs))),
            ("end_ms", .integer(Int(fit.workout.endMs))),
            ("offset_min", .integer(fit.offsetMinutes)),
            ("duration_s", .number(fit.workout.durationSeconds)),
            ("distance_m", number(fit.workout.distanceMetres)),
            ("pauses", .array(fit.workout.pauses.map(span))),
            ("laps", .array(fit.laps.map(split))),
            ("rr_ms", .array(fit.intervalsMs.map { .integer($0) })),
            ("gap_indices", .array(fit.gapIndices.map { .integer($0) })),
        ])
    }

    private static func change(_ change: SimulatedHealth.Change) -> OrderedJSON {
        .object([
            ("type", .text(change.type)), ("source", .text(change.device.name)),
            ("start_ms", .integer(Int(change.startMs))), ("end_ms", .integer(Int(change.endMs))),
        ])
    }

    private static func span(_ span: SimulatedSpan) -> OrderedJSON {
        .object([
            ("start_ms", .integer(Int(span.startMs))), ("end_ms", .integer(Int(span.endMs))),
        ])
    }

    private static func number(_ value: Double?) -> OrderedJSON {
        value.map { .number($0) } ?? .null
    }
}

import PhysioTypes

extension TimelineJSON {
    func write(_ workout: WorkoutEntry, to writer: inout JSONWriter) {
        writer.string("kind", "workout")
        writer.string("type", WorkoutActivity.key(ofType: workout.type))
        writer.string("activity", workout.activity.rawValue)
        writer.span(workout.start, workout.end)
        writer.number("duration_s", workout.durationSeconds)
        writer.number("energy_kcal", workout.energyKcal)
        writer.number("distance_m", workout.distanceMetres)
        writer.number("hr_avg_bpm", workout.averageHeartRateBpm)
        writer.number("hr_max_bpm", workout.maximumHeartRateBpm)
        writer.string("hr_from", workout.heartRateOrigin?.rawValue)
        writer.number("speed_mps", workout.speedMetresPerSecond)
        writer.reasons([
            ("energy_kcal", workout.energyKcal == nil ? .notMeasured : nil),
            ("distance_m", workout.distanceMetres == nil ? .notMeasured : nil),
            ("hr_avg_bpm", workout.averageHeartRateBpm == nil ? .notMeasured : nil),
            ("hr_max_bpm", workout.maximumHeartRateBpm == nil ? .notMeasured : nil),
            ("hr_from", workout.heartRateOrigin == nil ? .notMeasured : nil),
            ("speed_mps", workout.speedMetresPerSecond == nil ? .notMeasured : nil),
            ("source", source(workout.sourceIndex) == nil ? .noModel : nil),
        ])
        writer.array("splits", workout.chains.first?.splits ?? []) { writer, split in
            Self.write(split, of: workout, to: &writer)
        }
        writer.array("chains", workout.chains) { writer, chain in
            writer.object { writer in
                writer.string("kind", chain.kind.rawValue)
                writer.number("unit_m", chain.unitMetres)
                writer.integer("count", chain.count)
                writer.reasons([("unit_m", chain.unitMetres == nil ? .noCommonSplitLength : nil)])
                writer.array("splits", chain.splits) { writer, split in
                    Self.write(split, of: workout, to: &writer)
                }
            }
        }
        writer.string("source", source(workout.sourceIndex))
        writer.array("also", workout.copies) { writer, copy in
            writer.object { writer in
                writer.string("id", "workout-\(copy.id)")
                writer.string("source", source(copy.sourceIndex))
                writer.reasons([("source", source(copy.sourceIndex) == nil ? .noModel : nil)])
            }
        }
    }

    /// The offsets of splits are those of the workout: of its start, and at its end of its end.
    private static func write(
        _ split: Split, of workout: WorkoutEntry, to writer: inout JSONWriter
    ) {
        func civilInstant(_ timeMs: Int64) -> CivilInstant {
            let edge = timeMs >= workout.end.unixMs ? workout.end : workout.start
            return CivilInstant(unixMs: timeMs, offsetMinutes: edge.offsetMinutes)
        }
        writer.object { writer in
            writer.integer("index", split.index)
            writer.span(civilInstant(split.startMs), civilInstant(split.endMs))
            writer.number("duration_s", split.durationSeconds)
            writer.number("distance_m", split.distanceMetres)
            writer.number("hr_avg_bpm", split.averageHeartRateBpm)
            writer.number("speed_mps", split.speedMetresPerSecond)
            writer.flag("partial", split.isPartial)
            writer.reasons([
                ("distance_m", split.distanceMetres == nil ? .notMeasured : nil),
                ("hr_avg_bpm", split.averageHeartRateBpm == nil ? .notMeasured : nil),
                ("speed_mps", split.speedMetresPerSecond == nil ? .notMeasured : nil),
            ])
        }
    }
}

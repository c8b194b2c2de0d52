import HealthRecords

extension TimelineJSON {
    func write(_ recovery: RecoveryEntry, to writer: inout JSONWriter) {
        writer.string("kind", "recovery")
        writer.string("date", recovery.date.text)
        if let sleep = recovery.sleep {
            writer.object("sleep") { write(sleep, to: &$0) }
        } else {
            writer.null("sleep")
        }
        if let vitals = recovery.vitals {
            writer.object("vitals") { Self.write(vitals, to: &$0) }
        } else {
            writer.null("vitals")
        }
        writer.reasons([
            ("sleep", recovery.sleep == nil ? .noSleep : nil),
            ("vitals", recovery.vitals == nil ? .noSamples : nil),
        ])
        writer.array("naps", recovery.naps) { writer, nap in
            writer.object { write(nap, to: &$0) }
        }
    }

    func write(_ sleep: SleepEntry, to writer: inout JSONWriter) {
        writer.span(sleep.start, sleep.end)
        writer.number("total_s", sleep.totalSeconds)
        writer.number("awake_s", sleep.awakeSeconds)
        writer.number("rem_s", sleep.remSeconds)
        writer.number("core_s", sleep.coreSeconds)
        writer.number("deep_s", sleep.deepSeconds)
        writer.number("unspecified_s", sleep.unspecifiedSeconds)
        writer.number("in_bed_s", sleep.inBedSeconds)
        writer.flag("in_bed_only", sleep.isInBedOnly)
        writer.array("segments", sleep.segments) { writer, segment in
            writer.object { writer in
                writer.string("stage", segment.stage.key)
                writer.integer("start_ms", segment.startMs)
                writer.integer("end_ms", segment.endMs)
                writer.string("source", source(segment.sourceIndex))
                writer.reasons([("source", source(segment.sourceIndex) == nil ? .noModel : nil)])
            }
        }
        writer.string("source", source(sleep.sourceIndex))
        writer.reasons([
            ("total_s", sleep.totalSeconds == nil ? .inBedOnly : nil),
            ("source", source(sleep.sourceIndex) == nil ? .noModel : nil),
        ])
    }

    private static func write(_ vitals: VitalsEntry, to writer: inout JSONWriter) {
        write("resting_hr_bpm", vitals.restingHeartRateBpm, to: &writer)
        write("hrv_sdnn_ms", vitals.hrvSDNNMs, to: &writer)
        write("respiratory_rate", vitals.respiratoryRatePerMinute, to: &writer)
        let beats = vitals.beats
        writer.number("rmssd_ms", beats?.rmssdMs)
        writer.number("rmssd_raw_ms", beats?.rawRMSSDMs)
        writer.number("pnn50_pct", beats?.pNN50Percent)
        writer.number("hr_mean_bpm", beats?.meanHeartRateBpm)
        writer.integer("stretches", vitals.beatSegmentCount)
        writer.integer("differences", vitals.differenceCount)
        let beatsReason = beats == nil ? vitals.missingBeatsReason ?? .noBeats : nil
        writer.reasons([
            ("resting_hr_bpm", vitals.restingHeartRateBpm == nil ? .noSamples : nil),
            ("hrv_sdnn_ms", vitals.hrvSDNNMs == nil ? .noSamples : nil),
            ("respiratory_rate", vitals.respiratoryRatePerMinute == nil ? .noSamples : nil),
            ("rmssd_ms", beatsReason), ("rmssd_raw_ms", beatsReason), ("pnn50_pct", beatsReason),
            ("hr_mean_bpm", beatsReason),
        ])
    }

    private static func write(_ name: String, _ value: VitalValue?, to writer: inout JSONWriter) {
        guard let value else {
            writer.null(name)
            return
        }
        writer.object(name) { writer in
            writer.number("value", value.value)
            writer.string("from", value.origin.rawValue)
            writer.integer("n", value.count)
        }
    }
}

extension SleepStage {
    /// The name of the stage that programs read.
    package var key: String {
        switch self {
        case .inBed: "in_bed"
        case .awake: "awake"
        case .rem: "rem"
        case .core: "core"
        case .deep: "deep"
        case .unspecified: "unspecified"
        }
    }
}

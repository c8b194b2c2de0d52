public import PhysioTypes

/// The detected beats of one recording, with the notices for the person.
public struct DetectionEntry: Sendable {
    public let name: String
    public let format: String
    public let record: DetectionRecord
    public let recipe: Recipe
    public let notices: [Notice]

    public init(
        name: String, format: String, record: DetectionRecord, recipe: Recipe, notices: [Notice]
    ) {
        self.name = name
        self.format = format
        self.record = record
        self.recipe = recipe
        self.notices = notices
    }
}

/// Detected beats as CSV and JSON.
public struct DetectionTable: Sendable {
    /// True if a csv begins with the name of the file.
    public let hasFileColumn: Bool

    public init(hasFileColumn: Bool) {
        self.hasFileColumn = hasFileColumn
    }

    /// The line of column names.
    public var csvHeader: String {
        (hasFileColumn ? "file," : "") + "sample,time_s,rr_ms,quality,class,class_probability"
    }

    /// A line a beat: the nearest sample, the time of the R peak between samples, the interval that
    /// ends there (empty at the first beat and after a gap), and the quality (empty where nothing
    /// measured it). Each line is made when it is asked for.
    public func csvLines(_ entry: DetectionEntry) -> LazyMapCollection<Range<Int>, String> {
        let prefix = hasFileColumn ? ResultTable.field(entry.name) + "," : ""
        let record = entry.record
        return record.beats.indices.lazy.map { index in
            let beat = record.beats[index]
            return prefix + "\(Self.nearestSample(beat)),"
                + OrderedJSON.plain(record.seconds(of: beat))
                + ","
                + (record.intervalMs(at: index).map(OrderedJSON.plain) ?? "") + ","
                + (beat.quality.map { OrderedJSON.plain(Self.rounded($0)) } ?? "") + ","
                + (record.classes.isEmpty ? "," : Self.classFields(record.classes[index]))
        }
    }

    /// The signal, counts, and the beats, the quality and the breathing as one array a column.
    public static func object(_ entry: DetectionEntry) -> OrderedJSON {
        let record = entry.record
        let beats = record.beats
        func column(_ value: @escaping @Sendable (Int) -> OrderedJSON) -> OrderedJSON {
            .column(count: beats.count, at: value)
        }
        let columns: [(String, OrderedJSON)] = [
            ("file", .text(entry.name)), ("format", .text(entry.format)),
            ("signal", .text(record.signal.name)), ("unit", .text(record.signal.unit)),
            ("sample_rate_hz", .number(record.signal.sampleRateHz)),
            ("n_samples", .integer(record.sampleCount)),
            ("duration_s", .number(Double(record.sampleCount) / record.signal.sampleRateHz)),
            ("n_beats", .integer(beats.count)),
            ("n_not_normal", record.nonNormalBeatCount.map { .integer($0) } ?? .null),
            ("sample", column { .integer(nearestSample(beats[$0])) }),
            ("time_s", column { .number(record.seconds(of: beats[$0])) }),
            ("rr_ms", column { record.intervalMs(at: $0).map { .number($0) } ?? .null }),
            ("quality", column { beats[$0].quality.map { .number(rounded($0)) } ?? .null }),
            ("kind", column { beats[$0].kind.map { .text(kindText($0)) } ?? .null }),
            ("late", column { .flag(beats[$0].isFromSearchBack) }),
            ("stretches", .array(record.quality.map(window))),
            ("breathing", .array(record.breathing.map(breathing))),
        ]
        let rhythms = RhythmSummary(classed: record).map(rhythmColumns) ?? []
        return .object(
            columns + classColumns(record) + rhythms + reasons(record) + [
                ("recipe", OrderedJSON(entry.recipe)),
                ("warnings", .array(entry.notices.map(OrderedJSON.init))),
            ])
    }

    private static let missingKindReason = MissingReason.notMeasured(
        "the detector tells where beats are, not of what kind they are")
    private static let missingQualityReason = MissingReason.notMeasured(
        "the detector does not measure how well the signal carries a beat")

    /// Returns the reasons that columns have no values; nothing if all have.
    private static func reasons(_ record: DetectionRecord) -> [(String, OrderedJSON)] {
        var missingColumns: [(name: String, reason: MissingReason)] = []
        if record.nonNormalBeatCount == nil {
            missingColumns += [("n_not_normal", missingKindReason), ("kind", missingKindReason)]
        }
        if record.beats.contains(where: { $0.quality == nil }) {
            missingColumns.append(("quality", missingQualityReason))
        }
        guard !missingColumns.isEmpty else { return [] }
        return [
            ("reasons", .object(missingColumns.map { ($0.name, .text($0.reason.code)) })),
            ("reason_details", .object(missingColumns.map { ($0.name, .text($0.reason.text)) })),
        ]
    }

    private static func classFields(_ estimate: BeatClassEstimate) -> String {
        "\(estimate.label.letter)," + OrderedJSON.plain(rounded(estimate.probability))
    }

    /// The class and the probabilities of each beat, and how many there are of each class; nothing where
    /// beats were not classed.
    private static func classColumns(_ record: DetectionRecord) -> [(String, OrderedJSON)] {
        let classes = record.classes
        guard !classes.isEmpty else { return [] }
        func column(_ value: @escaping @Sendable (BeatClassEstimate) -> OrderedJSON) -> OrderedJSON
        {
            .column(count: classes.count) { value(classes[$0]) }
        }
        return [
            ("n_ventricular", .integer(classes.count { $0.label == .ventricular })),
            ("n_supraventricular", .integer(classes.count { $0.label == .supraventricular })),
            ("n_fusion", .integer(classes.count { $0.label == .fusion })),
            ("n_unclassifiable", .integer(classes.count { $0.label == .unclassifiable })),
            ("class", column { .text(String($0.label.letter)) }),
            ("v_probability", column { .number(rounded($0.ventricularProbability)) }),
            ("s_probability", column { .number(rounded($0.supraventricularProbability)) }),
            ("f_probability", column { .number(rounded($0.fusionProbability)) }),
            ("q_probability", column { .number(rounded($0.unclassifiableProbability)) }),
        ]
    }

    static func kindText(_ kind: DetectedBeat.Kind) -> String {
        switch kind {
        case .normal: "normal"
        case .other: "other"
        case .unclassified: "unclassified"
        }
    }

    private static func nearestSample(_ beat: DetectedBeat) -> Int { Int(beat.sample.rounded()) }

    private static func window(_ quality: SignalQuality) -> OrderedJSON {
        let names: [(SignalQuality.Flags, String)] = [
            (.leadOff, "lead_off"), (.saturated, "saturated"), (.noisy, "noisy"),
            (.noBeats, "no_beats"),
        ]
        return .object([
            ("start_s", .number(quality.startSeconds)),
            ("duration_s", .number(quality.durationSeconds)),
            ("quality", .number(rounded(quality.value))),
            (
                "faults",
                .array(names.filter { quality.flags.contains($0.0) }.map { .text($0.1) })
            ),
        ])
    }

    private static func breathing(_ epoch: BreathingEpoch) -> OrderedJSON {
        .object([
            ("start_s", .number(epoch.startSeconds)),
            ("duration_s", .number(epoch.durationSeconds)),
            ("breaths_per_min", epoch.breathsPerMinute.map { .number($0) } ?? .null),
        ])
    }

    /// A quality has no more than three digits of meaning.
    private static func rounded(_ quality: Double) -> Double { (quality * 1000).rounded() / 1000 }
}

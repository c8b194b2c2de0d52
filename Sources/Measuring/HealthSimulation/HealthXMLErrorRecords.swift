/// Writes records that something is wrong with. Each line is one error.
struct HealthXMLErrorRecords {
    private let simulation: HealthSimulation
    private let day: Int
    private let records: HealthXMLRecords

    init(_ simulation: HealthSimulation) {
        self.simulation = simulation
        // The day before the export, in the evening: no workout lies there.
        day = simulation.exportDay - 1
        records = HealthXMLRecords(simulation, day: day)
    }

    /// Errors that have no records.
    static func affectsWholeFile(_ error: SimulatedHealthError) -> Bool {
        switch error {
        case .cut, .badEncoding, .noExport: true
        default: error.needsZip
        }
    }

    /// The lines of an error that follow the good records of a kind.
    func lines(_ error: SimulatedHealthError, after kind: HealthKind) -> [[UInt8]] {
        // Files without a watch have no heart rates; their errors stand behind the nights.
        let targetKind = simulation.era.hasWatch ? HealthKind.heartRate : .sleepAnalysis
        switch error {
        case .badRecord: return kind == targetKind ? badRecords : []
        case .brokenXML: return kind == targetKind ? brokenXML : []
        case .entities: return kind == targetKind ? entities : []
        case .badValue: return kind == targetKind ? badValues : []
        case .badDate: return kind == targetKind ? badDates : []
        case .controlBytes: return kind == .heartRate ? controlBytes : []
        case .range: return kind == .sleepAnalysis ? [overlongSleep] : []
        case .badBeatTime: return kind == .heartRateVariabilitySDNN ? beatTimes : []
        case .repeated: return repeated(kind)
        default: return []
        }
    }

    private func instantMs(_ second: Int) -> Int64 {
        simulation.instantMs(day: day, minute: 21 * 60) + 1000 * Int64(second)
    }

    private func dateText(_ unixMs: Int64) -> String {
        var text = HealthXMLText(era: simulation.era)
        text.addDate(
            unixMs,
            offsetMinutes: simulation.writtenOffsetMinutes(day: day, unixMs: unixMs))
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// A heart rate; a part that is nil is left out, every other one stands as it is.
    private func heartRate(
        second: Int, start: String?, end: String? = nil, value: String?, contents: String = ""
    ) -> [UInt8] {
        var text = HealthXMLText(era: simulation.era)
        text.add(" <Record type=\"HKQuantityTypeIdentifierHeartRate\"")
        records.addSource(.watch, to: &text)
        text.add(" unit=\"count/min\"")
        if let start { text.add(" startDate=\"\(start)\"") }
        text.add(" endDate=\"\(end ?? dateText(instantMs(second)))\"")
        if let value { text.add(" value=\"\(value)\"") }
        text.add(contents.isEmpty ? "/>\n" : ">\(contents)</Record>\n")
        return text.bytes
    }

    private var badRecords: [[UInt8]] {
        [
            heartRate(second: 0, start: nil, value: "70"),
            heartRate(second: 1, start: dateText(instantMs(1)), value: nil),
            heartRate(second: 2, start: nil, value: nil),
        ]
    }

    private var brokenXML: [[UInt8]] {
        let nestedEntries =
            String(repeating: "<MetadataEntry key=\"a\" value=\"b\">", count: 20)
            + String(repeating: "</MetadataEntry>", count: 20)
        let longText = String(repeating: "x", count: 1_100_000)
        let start = dateText(instantMs(3))
        let unquotedRecord = " <Record type=\"HKQuantityTypeIdentifierHeartRate\" value=70 unit>\n"
        return [
            Array(unquotedRecord.utf8),
            heartRate(second: 3, start: start, value: "70", contents: nestedEntries),
            heartRate(
                second: 3, start: start, value: "70",
                contents: "<MetadataEntry key=\"a\" value=\"\(longText)\"/>"),
        ]
    }

    private var entities: [[UInt8]] {
        (4...6).map {
            heartRate(second: $0, start: dateText(instantMs($0)), value: "&e\($0 + 3);")
        }
    }

    private var badValues: [[UInt8]] {
        ["NaN", "inf", "72,5", "400", "0", "1e400", "many"].enumerated().map {
            heartRate(second: 10 + $0, start: dateText(instantMs(10 + $0)), value: $1)
        }
    }

    private var badDates: [[UInt8]] {
        let validDate = dateText(instantMs(30))
        let texts = [
            "2026-11-01 08:00:00", "2026-02-30 08:00:00 +0100",
            "\u{662}\u{660}\u{662}\u{666}-11-01 08:00:00 +0100", "2569-11-01 08:00:00 +0100",
            "yesterday",
        ].map { text in
            simulation.era == .ios8 ? text.filter { !"-: ".contains($0) } : text
        }
        let futureDate = dateText(simulation.exportMs + 3 * HealthCalendar.dayMs)
        return texts.map { heartRate(second: 30, start: $0, end: $0, value: "70") } + [
            heartRate(second: 30, start: futureDate, end: futureDate, value: "70"),
            heartRate(second: 30, start: validDate, end: dateText(instantMs(29)), value: "70"),
        ]
    }

    /// Right but for the version of the source, which no reader needs.
    private var controlBytes: [[UInt8]] {
        let invalidBytes: [[UInt8]] = [[0x0B], [0xFF, 0xFE], [0xC3, 0x28]]
        return invalidBytes.enumerated().map { index, bytes in
            let line = heartRate(
                second: 40 + index, start: dateText(instantMs(40 + index)), value: "\(70 + index)",
                contents: "<MetadataEntry key=\"note\" value=\"@\"/>")
            return line.flatMap { $0 == UInt8(ascii: "@") ? bytes : [$0] }
        }
    }

    private var overlongSleep: [UInt8] {
        var record = SimulatedRecord(
            .sleepAnalysis, .phone, day: day, startMs: instantMs(0) - 30 * 3_600_000,
            endMs: instantMs(0) - 5 * 3_600_000)
        record.stage = .inBed
        return line(of: record)
    }

    private var beatTimes: [[UInt8]] {
        for day in simulation.days {
            guard
                let record = simulation.records(.heartRateVariabilitySDNN, day: day)
                    .first(where: { $0.beatSegment != nil }), var beatSegment = record.beatSegment
            else { continue }
            beatSegment.startMs += 300_000
            beatSegment.endMs += 300_000
            var text = HealthXMLText(era: simulation.era)
            text.add(" <Record type=\"\(record.kind.identifier)\"")
            records.addSource(.watch, to: &text)
            text.add(" unit=\"ms\"")
            records.addDate("startDate", beatSegment.startMs, to: &text)
            records.addDate("endDate", beatSegment.endMs, to: &text)
            text.add("value", record.value)
            text.add(">\n")
            // Seven minutes off: no zone differs by as much.
            HealthXMLBeats.add(beatSegment, simulation, to: &text, shiftMs: 7 * 60_000)
            text.add(" </Record>\n")
            return [text.bytes]
        }
        return []
    }

    private func repeated(_ kind: HealthKind) -> [[UInt8]] {
        let count =
            switch kind {
            case .heartRate: 5
            case .sleepAnalysis: 3
            case .heartRateVariabilitySDNN, .restingHeartRate: 1
            default: 0
            }
        guard count > 0 else { return [] }
        for day in simulation.days {
            let found = simulation.records(kind, day: day)
            if !found.isEmpty { return found.prefix(count).map { line(of: $0) } }
        }
        return []
    }

    private func line(of record: SimulatedRecord) -> [UInt8] {
        var text = HealthXMLText(era: simulation.era)
        HealthXMLRecords(simulation, day: record.day).add(record, to: &text)
        return text.bytes
    }
}

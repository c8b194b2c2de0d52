/// Writes records of one day.
struct HealthXMLRecords {
    private let simulation: HealthSimulation
    private let day: Int
    /// The one offset of all dates; nil where each has its own. Asked once: rules of zones are slow.
    private let offsetMinutes: Int?

    init(_ simulation: HealthSimulation, day: Int) {
        self.simulation = simulation
        self.day = day
        offsetMinutes =
            simulation.offsetStyle == .one
            ? simulation.writtenOffsetMinutes(day: day, unixMs: simulation.exportMs) : nil
    }

    /// - Parameter extraAttributes: attributes as they are written, a space before each.
    func add(_ record: SimulatedRecord, to text: inout HealthXMLText, extraAttributes: String = "")
    {
        let era = simulation.era
        text.add(" <Record")
        text.add("type", record.kind.identifier)
        addSource(record.device, to: &text)
        if let unit = record.kind.unit { text.add("unit", unit) }
        if era != .ios8 { addDate("creationDate", record.endMs, to: &text) }
        addDate("startDate", record.startMs, to: &text)
        addDate("endDate", record.endMs, to: &text)
        if let stage = record.stage {
            text.add("value", "HKCategoryValueSleepAnalysis" + Self.name(stage, era))
        } else {
            text.add("value", record.value)
        }
        text.add(extraAttributes)
        addContents(of: record, to: &text)
    }

    private func addContents(of record: SimulatedRecord, to text: inout HealthXMLText) {
        if let beatSegment = record.beatSegment {
            text.add(">\n")
            HealthXMLBeats.add(beatSegment, simulation, to: &text)
            text.add(" </Record>\n")
        } else if let zone = record.zoneName {
            text.add(">\n  <MetadataEntry key=\"HKTimeZone\"")
            text.add("value", zone)
            text.add("/>\n </Record>\n")
        } else if record.kind == .heartRate {
            text.add(
                ">\n  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"0\"/>")
            text.add("\n </Record>\n")
        } else {
            text.add("/>\n")
        }
    }

    func addSource(_ device: HealthDevice, to text: inout HealthXMLText) {
        guard simulation.era != .ios8 else { return text.add("source", device.name) }
        text.add("sourceName", device.name)
        text.add("sourceVersion", device.version(simulation.era))
        if let hardware = device.hardware(simulation.era) {
            let name = device == .watch ? "Apple Watch" : "iPhone"
            let model = device == .watch ? "Watch" : "iPhone"
            // Real files name another address after each restart of the phone.
            let address = String(0x2_8000_0000 + (day / 5) * 0x1240, radix: 16)
            text.add(
                "device",
                "<<HKDevice: 0x\(address)>, name:\(name), manufacturer:Apple Inc., "
                    + "model:\(model), hardware:\(hardware), "
                    + "software:\(device.version(simulation.era))>")
        }
    }

    func addDate(_ name: String, _ unixMs: Int64, to text: inout HealthXMLText) {
        text.add(
            name, dateMs: unixMs,
            offsetMinutes: offsetMinutes
                ?? simulation.writtenOffsetMinutes(day: day, unixMs: unixMs))
    }

    /// The end of the name of a stage; before stages there was one for all sleep.
    static func name(_ stage: SimulatedStage, _ era: HealthSimulation.Era) -> String {
        switch stage {
        case .inBed: "InBed"
        case .awake: "Awake"
        case .rem: "AsleepREM"
        case .core: "AsleepCore"
        case .deep: "AsleepDeep"
        case .unspecified: era.hasStages ? "AsleepUnspecified" : "Asleep"
        }
    }
}

/// Writes the beats of a record, by the clock on the wall where they were measured.
enum HealthXMLBeats {
    /// - Parameter shiftMs: how much the clock of the beats is wrong; 0 but for a simulated error.
    static func add(
        _ beatSegment: SimulatedBeatSegment, _ simulation: HealthSimulation,
        to text: inout HealthXMLText, shiftMs: Int64 = 0
    ) {
        text.add("  <HeartRateVariabilityMetadataList>\n")
        let wallClockMs = beatSegment.startMs + Int64(beatSegment.offsetMinutes) * 60_000 + shiftMs
        for (index, written) in beatSegment.writtenTimesMs.enumerated() {
            let msOfDay = Int((wallClockMs + Int64(written)) % HealthCalendar.dayMs)
            text.add(
                "   <InstantaneousBeatsPerMinute bpm=\"\(beatSegment.heartRatesBpm[index])\" time=\""
            )
            addTime(msOfDay, simulation, to: &text)
            text.add("\"/>\n")
        }
        text.add("  </HeartRateVariabilityMetadataList>\n")
    }

    /// `20:14:07.68`, or `8:14:07.68 PM` with a narrow no-break space in newer files.
    private static func addTime(
        _ msOfDay: Int, _ simulation: HealthSimulation, to text: inout HealthXMLText
    ) {
        let locale = simulation.locale
        let hour = msOfDay / 3_600_000
        if locale.usesTwelveHourClock {
            text.add("\(hour % 12 == 0 ? 12 : hour % 12)")
        } else {
            text.addDigits(hour, 2)
        }
        text.add(":")
        text.addDigits(msOfDay / 60_000 % 60, 2)
        text.add(":")
        text.addDigits(msOfDay / 1000 % 60, 2)
        text.add(locale.decimalMark)
        text.addDigits(msOfDay / 10 % 100, 2)
        guard locale.usesTwelveHourClock else { return }
        text.add(simulation.era.hasStages ? "\u{202F}" : " ")
        text.add(hour < 12 ? "AM" : "PM")
    }
}

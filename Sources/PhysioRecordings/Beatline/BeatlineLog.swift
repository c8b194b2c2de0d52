import PhysioTypes

/// Reads the log of a session, lines of the line protocol, as a recording of beats.
///
/// Times are those of the lines; the recording begins at its first one. Lines that are damaged are left
/// out and counted.
struct BeatlineLog {
    /// Whether an input begins as a log does: with an object.
    static func isKnown(_ head: some Sequence<UInt8>) -> Bool {
        let blank: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
        return head.first { !blank.contains($0) } == UInt8(ascii: "{")
    }

    private var framer = LineFramer()
    private var reader = BeatlineReader()
    private var sensor: BeatlineSensor
    private var beats = SensorBeats()
    private var rr = RRSeries()
    private var clock = SenderClock()
    private var counts: [(code: String, text: String, line: Int, count: Int)] = []

    /// - Parameter device: key of the device to read; nil for the first.
    init(device: String? = nil) { sensor = BeatlineSensor(device: device) }

    mutating func consume(_ block: [UInt8]) {
        var lines: [LineFramer.Line] = []
        framer.push(block) { lines.append($0) }
        for line in lines { take(line) }
    }

    private mutating func take(_ line: LineFramer.Line) {
        let reading = reader.read(line, arrivalMicroseconds: clock.nowMicroseconds)
        for fault in reading.faults { count(fault.code, fault.text, reading.lineNumber) }
        guard let message = reading.line else { return }
        let time = clock.time(of: reading)
        if reading.opensGap(for: sensor.device) { add(beats.interrupt()) }
        let (events, fault) = sensor.events(of: message, atMicroseconds: time)
        if let fault { count(fault.code, fault.text, reading.lineNumber) }
        for event in events { add(beats.take(event)) }
    }

    private mutating func add(_ events: [StrapClock.Event]) {
        for event in events {
            switch event {
            case .beat(let beat):
                rr.append(
                    intervalMs: beat.intervalMs,
                    endSeconds: max(beat.endSeconds, rr.endTimesSeconds.last ?? 0),
                    marks: beat.isAfterGap && rr.count > 0 ? .afterGap : [])
            case .gap: count("gap", "beats are missing", nil)
            case .lostBeat: count("lost_beat", "a beat is missing", nil)
            case .tooMany: count("over", "more beats than time: left out", nil)
            case .duplicate: count("dup", "a packet came twice: one is counted", nil)
            }
        }
    }

    private mutating func count(_ code: String, _ text: String, _ line: Int?) {
        if let place = counts.firstIndex(where: { $0.code == code }) {
            counts[place].count += 1
        } else {
            counts.append((code, text, line ?? reader.lineCount, 1))
        }
    }

    /// - Throws: `noRR` where no line tells of beats, `empty` where there is none.
    mutating func finish() throws(RecordingError) -> Recording {
        var lines: [LineFramer.Line] = []
        framer.finish { lines.append($0) }
        for line in lines { take(line) }
        add(beats.interrupt())
        guard reader.lineCount > 0 else { throw .empty("the log has no lines") }
        guard rr.count > 0 else {
            throw .noRR(
                "the log has \(reader.lineCount) lines and no R-R interval"
                    + (counts.first.map { " (line \($0.line): \($0.text))" } ?? ""))
        }
        var recipe = Recipe()
        if let device = sensor.device { recipe.set("device", .text(device)) }
        return Recording(
            format: RecordingFormat.beatline, rr: rr, recipe: recipe, notices: notices)
    }

    private var notices: [Notice] {
        counts.map { entry in
            let times = entry.count > 1 ? " (\(entry.count) times, first here)" : ""
            return Notice(.warning, code: entry.code, entry.text + times, line: entry.line)
        }
    }
}

import PhysioTypes
import SensorProtocol

/// Reads the log of a session, lines of the line protocol, as a recording of beats.
///
/// Times are those of the lines; the recording begins at its first one. Lines that are damaged are left
/// out and counted.
struct BeatlineLog: BeatReader {
    static let formats = [
        RecordingFormat(
            name: RecordingFormat.beatline,
            summary: "log of a live session: JSON lines of the line protocol", canBeForced: true)
    ]

    static func probe(_ head: InputHead) -> Likelihood {
        isLog(head.start) || isLog(head.text.prefix(InputHead.startSize)) ? .certain : .none
    }

    /// Returns true if an input begins as a log does: with an object in one line that states its
    /// type.
    private static func isLog(_ head: ArraySlice<UInt8>) -> Bool {
        let blankBytes: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
        let start = head.drop { blankBytes.contains($0) }
        guard start.first == UInt8(ascii: "{") else { return false }
        return start.prefix { $0 != 0x0A && $0 != 0x0D }.contains(text: "\"type\"")
    }

    /// One of the bridges whose lines are in the log.
    private struct Client {
        var reader = BeatlineReader()
        var clock: SenderClock
    }

    private var framer = LineFramer()
    private var lineCount = 0
    private var sensors: BeatlineSensors
    private var beats = SensorBeatClock()
    private var rr = RRSeries()
    private var clients: [Int: Client] = [:]
    /// The bridge whose lines come now.
    private var currentClient = 0
    private var problemCounts: [(code: String, text: String, line: Int, count: Int)] = []

    init(_ input: BeatInput) { sensors = BeatlineSensors(device: nil) }

    mutating func consume(_ block: ArraySlice<UInt8>) {
        var lines: [LineFramer.Line] = []
        framer.push(Array(block)) { lines.append($0) }
        for line in lines { process(line) }
    }

    private mutating func process(_ line: LineFramer.Line) {
        lineCount += 1
        if let note = BeatlineLogNote(line) {
            process(note)
            return
        }
        var client = clients[currentClient] ?? Client(clock: SenderClock())
        let reading = client.reader.read(
            line, arrivalMicroseconds: client.clock.nowMicroseconds)
        for error in reading.errors { count(error.code, error.text) }
        let time = reading.line == nil ? 0 : client.clock.time(of: reading)
        clients[currentClient] = client
        guard let message = reading.line else { return }
        if reading.opensGap(for: sensors.device), sensors.mayBeActive(currentClient) {
            add(beats.interrupt())
        }
        let (events, error) = sensors.events(of: message, from: currentClient, atMicroseconds: time)
        if let error { count(error.code, error.text) }
        for event in events { add(beats.push(event)) }
    }

    private mutating func process(_ note: BeatlineLogNote) {
        switch note {
        case .client(let client, let time):
            currentClient = client
            if clients[client] == nil {
                clients[client] = Client(clock: SenderClock(atMicroseconds: time))
            }
        case .disconnected(let client, _):
            clients[client] = nil
            if sensors.removeClient(client) { add(beats.interrupt()) }
        case .truncatedLine, .session: break
        }
    }

    private mutating func add(_ events: [StrapClock.Event]) {
        for event in events {
            switch event {
            case .beat(let beat):
                rr.append(
                    intervalMs: beat.intervalMs,
                    endSeconds: max(beat.endSeconds, rr.endTimesSeconds.last ?? 0),
                    marks: beat.isAfterGap && rr.count > 0 ? .afterGap : [])
            case .gap: count("gap", "beats are missing")
            case .lostBeat: count("lost_beat", "a beat is missing")
            case .tooMany: count("over", "more beats than time: left out")
            case .duplicate: count("dup", "a packet came twice: one is counted")
            }
        }
    }

    private mutating func count(_ code: String, _ text: String) {
        if let index = problemCounts.firstIndex(where: { $0.code == code }) {
            problemCounts[index].count += 1
        } else {
            problemCounts.append((code, text, lineCount, 1))
        }
    }

    /// - Throws: `noRR` where no line reports beats, `empty` where there is none.
    mutating func finish() throws(RecordingError) -> Recording {
        var lines: [LineFramer.Line] = []
        framer.finish { lines.append($0) }
        for line in lines { process(line) }
        add(beats.interrupt())
        guard lineCount > 0 else { throw .empty("the log has no lines") }
        guard rr.count > 0 else {
            throw .noRR(
                "the log has \(lineCount) lines and no R-R interval"
                    + (problemCounts.first.map { " (line \($0.line): \($0.text))" } ?? ""))
        }
        var recipe = Recipe()
        if let device = sensors.device { recipe.set(.device, .text(device)) }
        return Recording(
            format: RecordingFormat.beatline, rr: rr, recipe: recipe, notices: notices)
    }

    private var notices: [Notice] {
        problemCounts.map { problem in
            let times = problem.count > 1 ? " (\(problem.count) times, first here)" : ""
            return Notice(.warning, code: problem.code, problem.text + times, line: problem.line)
        }
    }
}

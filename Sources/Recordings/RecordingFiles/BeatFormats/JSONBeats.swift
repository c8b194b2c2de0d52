import PhysioTypes
import SensorProtocol

/// Reads the R-R intervals of a JSON document: lists of numbers, or objects with an interval each,
/// under a name that means intervals.
///
/// So are the exports of Polar (`"sample-type": 11`, `"rr"`), Suunto (`"R-R": {"Data": ...}`) and Movesense (`"rrData"`), of
/// Health Auto Export with beats, and plain lists of numbers.
struct JSONBeats: BeatReader {
    static let formats = [
        RecordingFormat(
            name: "json",
            summary: "JSON: lists of R-R intervals under their name (Polar, Suunto, ...)")
    ]

    /// Longest document; bytes.
    private static let sizeLimit = 1 << 27
    /// The type of samples in which Polar lists R-R intervals.
    private static let polarRRSampleType = "11"

    private let options: RRTextOptions
    private var text: [UInt8] = []
    private var transcoder = TextTranscoder()
    /// Rows by the names on the way to them, in the order in which these were met.
    private var found: [(path: String, rows: [Row])] = []
    private var objectKinds: [String] = []

    private struct Row: Equatable {
        let value: DecimalNumber
        let time: DecimalNumber?
        let written: WrittenTime?
    }

    static func probe(_ head: InputHead) -> Likelihood {
        let blankBytes: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
        // Wide text is looked at where it was narrowed.
        let bytes = head.text.isEmpty ? head.start : head.text[...]
        let start = bytes.prefix(InputHead.startSize).drop { blankBytes.contains($0) }
        guard let first = start.first else { return .none }
        if first == UInt8(ascii: "{") { return .certain }
        // `[Params]` begins a file of Polar.
        guard first == UInt8(ascii: "[") else { return .none }
        // Numbers in brackets on a line are a row of a table, and the same intervals.
        let rest = start.dropFirst()
        if rest.first != 0x0A, rest.first != 0x0D,
            rest.prefix(while: { $0 != 0x0A && $0 != 0x0D }).allSatisfy({
                $0 &- 0x30 < 10 || [0x2C, 0x20, 0x2E, 0x3B, 0x09, 0x7C, 0x5D].contains($0)
            })
        {
            return .none
        }
        let next = rest.first { !blankBytes.contains($0) }
        return next.map { $0 == 0x7B || $0 == 0x5B || $0 &- 0x30 < 10 || $0 == 0x22 } == true
            ? .certain : .none
    }

    init(_ input: BeatInput) { options = input.text }

    var usedOptions: Set<InputOption> {
        let hasDates = found.contains { $0.rows.contains { $0.written != nil } }
        return options.optionsOfIntervals.union(hasDates ? [.dates] : [])
    }

    mutating func consume(_ block: ArraySlice<UInt8>) throws(RecordingError) {
        transcoder.narrow(block, into: &text)
        guard text.count <= Self.sizeLimit else {
            throw .unknownFormat(
                "this JSON document is longer than \(Self.sizeLimit >> 20) MiB", line: nil)
        }
    }

    mutating func finish() throws(RecordingError) -> Recording {
        transcoder.finish(into: &text)
        let document: JSONObject
        do {
            document = try JSONScanner.object("{\"\":" + TextLine.string(text[...]) + "}")
        } catch {
            let line = 1 + text.prefix(max(0, error.byteOffset - 4)).count { $0 == 0x0A }
            throw .unknownFormat("this begins as JSON does and is none", line: line)
        }
        text = []
        if let root = document[""] { visit(root, path: "", name: nil) }
        return try recording()
    }

    // MARK: Search

    private mutating func visit(_ value: JSONValue, path: String, name: String?) {
        switch value {
        case .array(let values): visit(values, path: path, name: name)
        case .object(let object): visit(object, path: path, name: name)
        default: break
        }
    }

    private mutating func visit(_ values: [JSONValue], path: String, name: String?) {
        let numbers = values.compactMap(Self.number)
        let isInterval =
            name.map { HeaderVocabulary.kind(HeaderWords($0)) == .interval } ?? path.isEmpty
        if isInterval, !numbers.isEmpty, 10 * numbers.count >= 9 * values.count {
            add(numbers.map { Row(value: $0, time: nil, written: nil) }, path: path)
            return
        }
        for value in values { visit(value, path: path, name: name) }
    }

    /// Names of a list that say nothing: the object around it has the name.
    private static let genericListNames: Set<String> = [
        "data", "values", "value", "samples", "items",
    ]

    private mutating func visit(_ object: JSONObject, path: String, name objectName: String?) {
        if Self.text(object["sample-type"]) == Self.polarRRSampleType
            || Self.text(object["sampleType"]) == Self.polarRRSampleType,
            let list = Self.text(object["data"])
        {
            let numbers = list.split(separator: ",").compactMap {
                DecimalNumber(Array($0.utf8)[...])
            }
            add(numbers.map { Row(value: $0, time: nil, written: nil) }, path: path + ".data")
            return
        }
        for (name, value) in zip(object.names, object.values) {
            let inner = path.isEmpty ? name : "\(path).\(name)"
            if HeaderVocabulary.kind(HeaderWords(name)) == .interval,
                let number = Self.number(value) ?? Self.duration(value)
            {
                add([row(number, in: object)], path: inner)
            } else if name == "duration", path.hasSuffix("rr"), let number = Self.duration(value) {
                add([Row(value: number, time: nil, written: nil)], path: inner)
            } else {
                if objectKinds.count < 12, !objectKinds.contains(name) { objectKinds.append(name) }
                let isPlain = Self.genericListNames.contains(name.lowercased())
                visit(value, path: inner, name: isPlain ? objectName ?? name : name)
            }
        }
    }

    private func row(_ value: DecimalNumber, in object: JSONObject) -> Row {
        for (name, other) in zip(object.names, object.values)
        where HeaderVocabulary.kind(HeaderWords(name)) == .time {
            if let number = Self.number(other) {
                return Row(value: value, time: number, written: nil)
            }
            if let text = Self.text(other), let written = WrittenTime(Array(text.utf8)[...]) {
                return Row(value: value, time: nil, written: written)
            }
        }
        return Row(value: value, time: nil, written: nil)
    }

    private mutating func add(_ rows: [Row], path: String) {
        if let index = found.firstIndex(where: { $0.path == path }) {
            found[index].rows += rows
        } else {
            found.append((path, rows))
        }
    }

    // MARK: Values

    private static func number(_ value: JSONValue) -> DecimalNumber? {
        switch value {
        case .integer(let number): DecimalNumber(digits: Int64(number), exponent: 0)
        case .real(let number):
            number.isFinite ? DecimalNumber(Array("\(number)".utf8)[...]) : nil
        case .string(let text): DecimalNumber(Array(text.utf8)[...])
        default: nil
        }
    }

    /// `PT0.812S`; s.
    private static func duration(_ value: JSONValue) -> DecimalNumber? {
        guard case .string(let text) = value, text.hasPrefix("PT"), text.hasSuffix("S") else {
            return nil
        }
        return DecimalNumber(Array(text.dropFirst(2).dropLast().utf8)[...])
    }

    private static func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): "\(number)"
        default: nil
        }
    }

    // MARK: Recording

    private func recording() throws(RecordingError) -> Recording {
        // `"interval": 300` states the spacing of the values beside it.
        let found = found.filter { entry in
            !entry.path.hasSuffix(".interval")
                || entry.rows.contains { $0.value != entry.rows[0].value }
        }
        let distinctEntries = found.filter { entry in
            !found.contains { $0.path < entry.path && $0.rows == entry.rows }
        }
        guard let entry = distinctEntries.first else {
            let names = objectKinds.prefix(8).joined(separator: ", ")
            throw .noRR(
                "this JSON has no list of R-R intervals"
                    + (names.isEmpty
                        ? "" : " (it has \(names)\(objectKinds.count > 8 ? ", ..." : ""))")
                    + ": rates and daily values are no intervals")
        }
        guard distinctEntries.count == 1 else {
            throw .ambiguous(
                "\(distinctEntries.count) lists of this JSON hold R-R intervals "
                    + "(\(distinctEntries.prefix(4).map(\.path).joined(separator: ", "))): write the one that is "
                    + "meant to a file of its own")
        }
        var table = RRTable()
        let hasTimes = entry.rows.allSatisfy { $0.time != nil || $0.written != nil }
        for (index, row) in entry.rows.enumerated() {
            table.append(
                row.value, line: index + 1, time: row.time, hasTimeColumn: hasTimes,
                writtenTime: row.written, hasDateColumn: hasTimes)
        }
        let words = HeaderWords(entry.path.split(separator: ".").last.map(String.init) ?? "")
        var interpreter = RRInterpreter(
            table: table, statedUnit: words.unit.isEmpty ? nil : TableUnit(words.unit),
            options: options)
        return try interpreter.recording(format: Self.name, startDate: nil, offsetSeconds: 0)
    }
}

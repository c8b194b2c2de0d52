/// A stream of an XDF file, as its header describes it.
struct XDFStream {
    /// A value of each sample.
    struct Channel {
        var name = ""
        var unit = ""
    }

    let name: String
    /// The kind of its content, such as `ECG`.
    let contentType: String
    /// Samples a second; Hz; 0 for samples that come when they do.
    let rateHz: Double
    /// Type of the values; nil for texts.
    let type: NumberType?
    let channels: [Channel]

    private static let channelLimit = 4096

    private static let numberTypesByName: [String: NumberType?] = [
        "float32": .float32, "double64": .float64, "int8": .int8, "int16": .int16,
        "int32": .int32, "int64": .int64, "string": NumberType?.none,
    ]

    /// - Parameter xml: the document of a stream's header.
    /// - Returns: nil where it is no description of a stream.
    init?(_ xml: ArraySlice<UInt8>) {
        guard let fields = try? Fields(xml),
            let type = Self.numberTypesByName[fields["channel_format"]],
            let count = Int(fields["channel_count"]), (1...Self.channelLimit).contains(count),
            let rateHz = Double(fields["nominal_srate"]),
            rateHz == 0 || RecordingLimits.rateRangeHz.contains(rateHz)
        else { return nil }
        name = fields["name"]
        contentType = fields["type"]
        self.rateHz = rateHz
        self.type = type
        channels = (0..<count).map { $0 < fields.channels.count ? fields.channels[$0] : Channel() }
    }

    /// Texts of a header that are needed.
    private struct Fields {
        private var texts: [String: String] = [:]
        private(set) var channels: [Channel] = []

        init(_ xml: ArraySlice<UInt8>) throws(XMLScanner.SyntaxError) {
            var scanner = XMLScanner(xml)
            var path: [String] = []
            while let event = try scanner.next() {
                switch event {
                case .begin(let name, _):
                    path.append(name)
                    if path.suffix(2) == ["channels", "channel"] { channels.append(Channel()) }
                case .end(let name):
                    guard path.popLast() == name else { throw XMLScanner.SyntaxError() }
                case .text(let text): add(text, path)
                }
            }
        }

        private mutating func add(_ text: String, _ path: [String]) {
            if path.count == 2, path[0] == "info" {
                texts[path[1], default: ""] += text
            } else if path.count > 3, path.dropLast().suffix(2) == ["channels", "channel"],
                !channels.isEmpty
            {
                if path.last == "label" { channels[channels.count - 1].name += text }
                if path.last == "unit" { channels[channels.count - 1].unit += text }
            }
        }

        subscript(name: String) -> String {
            TextLine.string(TextLine.trimmed(Array((texts[name] ?? "").utf8)[...]))
        }
    }

    // MARK: What it holds

    /// True if the stream as a whole is an ECG.
    var isECG: Bool { Self.isECG(contentType) || Self.isECG(name) }

    static func isECG(_ name: String) -> Bool {
        let name = name.uppercased()
        return name.contains("ECG") || name.contains("EKG")
    }

    /// Index of the channel of R-R intervals, of a stream whose samples come with the beats; nil where
    /// there is none.
    var intervalChannel: Int? {
        guard rateHz == 0 else { return nil }
        func isInterval(_ name: String) -> Bool {
            HeaderVocabulary.kind(HeaderWords(name)) == .interval
        }
        if let index = channels.firstIndex(where: { isInterval($0.name) }) { return index }
        return channels.count == 1 && (isInterval(contentType) || isInterval(name)) ? 0 : nil
    }

    /// Name of a channel as a signal.
    ///
    /// - Parameter isAlone: whether no other stream has signals.
    func signalName(_ index: Int, isAlone: Bool) -> String {
        var words = channels[index].name
        if words.isEmpty { words = channels.count == 1 ? name : "\(name) \(index + 1)" }
        if !isAlone, !channels[index].name.isEmpty { words = "\(name) \(words)" }
        return isECG && !Self.isECG(words) ? "ECG \(words)" : words
    }
}

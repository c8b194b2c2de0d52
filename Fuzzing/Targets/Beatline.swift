import SensorProtocol

extension FuzzTarget {
    /// The lines of a bridge, at once and in pieces whose lengths the lines themselves say: the
    /// readings are the same. What was read comes back from its own text; every line is given to
    /// the reader of the other direction too.
    static let beatline = FuzzTarget(name: "beatline") { bytes in
        let whole = readings(bytes) { _ in bytes.count }
        let pieces = readings(bytes) { 1 + Int($0) }
        precondition(whole.count == pieces.count)
        for (one, other) in Swift.zip(whole, pieces) {
            // By their texts: a missing sample is equal to nothing.
            precondition(one.line?.text == other.line?.text && one.errors == other.errors)
            precondition(one.time == other.time && one.warnings == other.warnings)
            precondition(one.warnings.count <= 2)
            precondition(one.errors.allSatisfy { !$0.text.isEmpty })
            if let line = one.line { checkReturn(line.text) }
        }
        var framer = LineFramer()
        framer.push(bytes) { line in
            if case .text(let text) = line, let reply = try? BeatlineReply(parsing: text) {
                precondition((try? BeatlineReply(parsing: reply.text))?.text == reply.text)
            }
        }
    }

    private static func checkReturn(_ text: String) {
        var errors: [BeatlineError] = []
        let again = try? BeatlineLine(parsing: text, errors: &errors)
        precondition(again?.text == text)
    }

    /// - Parameter size: length of a piece, from its first byte.
    private static func readings(
        _ bytes: [UInt8], _ size: (UInt8) -> Int
    ) -> [BeatlineReading] {
        var framer = LineFramer()
        var reader = BeatlineReader()
        var readings: [BeatlineReading] = []
        var rest = bytes[...]
        func read(_ line: LineFramer.Line) {
            readings.append(reader.read(line, arrivalMicroseconds: 100_000 * readings.count))
        }
        while let first = rest.first {
            let piece = rest.prefix(size(first))
            framer.push(Array(piece), read)
            rest = rest.dropFirst(piece.count)
        }
        framer.finish(read)
        return readings
    }
}

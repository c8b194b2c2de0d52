/// A content line of a calendar: a name, its parameters, and a value.
///
/// Source: RFC 5545, 3.1. Names and parameters are in capitals.
struct CalendarLine: Equatable {
    var name: String
    var parameters: [String: String]
    var value: String

    /// Lines that are longer say nothing of a time; bytes.
    static let maxByteCount = 16_384

    /// - Parameter text: an unfolded line; nil where it has no name or no value.
    init?(_ text: some StringProtocol) {
        var isQuoted = false
        var pieces: [String] = []
        var piece = ""
        var rest = text[...].makeIterator()
        var hasValue = false
        while let character = rest.next() {
            if character == "\"" {
                isQuoted.toggle()
            } else if !isQuoted, character == ":" {
                hasValue = true
                break
            } else if !isQuoted, character == ";" {
                pieces.append(piece)
                piece = ""
            } else {
                piece.append(character)
            }
        }
        pieces.append(piece)
        guard hasValue, let first = pieces.first, !first.isEmpty else { return nil }
        name = first.uppercased()
        parameters = [:]
        for piece in pieces.dropFirst() {
            guard let sign = piece.firstIndex(of: "=") else { continue }
            parameters[piece[..<sign].uppercased()] = String(piece[piece.index(after: sign)...])
        }
        value = ""
        while let character = rest.next() { value.append(character) }
    }

    /// Unfolds the bytes of a file, a line at a time: a line that begins with a space or a tab goes on with the one
    /// before.
    ///
    /// - Parameter receive: gets each unfolded line; one that is longer than ``maxByteCount`` is left out.
    static func forEach(
        in bytes: some RandomAccessCollection<UInt8>, receive: (CalendarLine) -> Void
    ) {
        var line: [UInt8] = []
        func end() {
            guard !line.isEmpty, line.count <= maxByteCount else { return }
            if let read = CalendarLine(String(decoding: line, as: UTF8.self)) { receive(read) }
        }
        for part in bytes.split(separator: 10, omittingEmptySubsequences: true) {
            var part = part[...]
            if part.last == 13 { part.removeLast() }
            if part.first == 32 || part.first == 9 {
                if line.count <= maxByteCount { line += part.dropFirst().prefix(maxByteCount + 1) }
                continue
            }
            end()
            line = Array(part.prefix(maxByteCount + 1))
        }
        end()
    }
}

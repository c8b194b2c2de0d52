/// A command of MPD's protocol with its arguments, as one line.
///
/// Source: the protocol of MPD 0.23, "Requests".
package struct MPDCommand: Sendable, Equatable {
    /// The line without its end.
    let line: [UInt8]
    /// True if the answer may have a binary chunk.
    let expectsBinary: Bool

    /// Longest line that is sent, in bytes: MPD closes the connection where its buffer of 8,192 is full.
    static let maxByteCount = 8_000

    /// Quotes what must be quoted.
    ///
    /// - Parameters:
    ///   - name: letters and underscores.
    ///   - arguments: any text; quotes and backslashes are escaped.
    /// - Returns: nil where an argument has a line end or a 0, or the line is too long: such a thing cannot be said.
    package init?(_ name: String, _ arguments: [String] = [], expectsBinary: Bool = false) {
        var line = Array(name.utf8)
        for argument in arguments {
            line.append(UInt8(ascii: " "))
            line.append(UInt8(ascii: "\""))
            for byte in argument.utf8 {
                if byte == 0 || byte == 10 || byte == 13 { return nil }
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                    line.append(UInt8(ascii: "\\"))
                }
                line.append(byte)
            }
            line.append(UInt8(ascii: "\""))
        }
        guard line.count <= Self.maxByteCount else { return nil }
        self.line = line
        self.expectsBinary = expectsBinary
    }

    /// A command of constants, which needs no quotes.
    private init(constant: StaticString) {
        line = constant.withUTF8Buffer(Array.init)
        expectsBinary = false
    }

    static let status = MPDCommand(constant: "status")
    static let currentSong = MPDCommand(constant: "currentsong")
    static let config = MPDCommand(constant: "config")
    static let next = MPDCommand(constant: "next")
    static let previous = MPDCommand(constant: "previous")
    static let play = MPDCommand(constant: "play")
    static let pause = MPDCommand(constant: "pause 1")
    static let resume = MPDCommand(constant: "pause 0")
    static let noIdle = MPDCommand(constant: "noidle")
    /// Waits for changes of what matters here.
    static let idle = MPDCommand(
        constant: "idle player playlist mixer options database stored_playlist sticker")

    static func id(_ name: Verb, _ id: Int) -> MPDCommand {
        MPDCommand(numbered: name.rawValue, id)
    }

    /// Commands whose one argument is the number of an entry.
    enum Verb: String {
        case entry = "playlistid"
        case delete = "deleteid"
        case play = "playid"
    }

    private init(numbered name: String, _ number: Int) {
        line = Array("\(name) \(number)".utf8)
        expectsBinary = false
    }
}

import Foundation
import TestSupport

@testable import MusicPlayers

/// A recorded dialogue with a real MPD; `Dialogues/record.py` says how it came about.
struct Dialogue {
    enum Turn {
        /// A command, or a list of some.
        case sent([[String]], isList: Bool)
        /// The end of an `idle`, which has no answer of its own.
        case interrupted
        /// Lines with their ends, and chunks.
        case received([UInt8])
    }

    struct BadLine: Error {}

    private(set) var turns: [Turn] = []

    init(_ name: String) throws {
        let path = "Tests/Wellbeing/MusicPlayersTests/Dialogues/\(name).txt"
        let text = try String(contentsOfFile: Repository.path(path), encoding: .utf8)
        var list: [[String]]?
        for line in text.split(separator: "\n") {
            let bytes = try Self.unescaped(line.dropFirst(2))
            if line.hasPrefix("> ") {
                let command = try Self.words(bytes)
                if command == ["command_list_ok_begin"] {
                    list = []
                } else if command == ["command_list_end"] {
                    turns.append(.sent(list ?? [], isList: true))
                    list = nil
                } else if command == ["noidle"] {
                    turns.append(.interrupted)
                } else if list != nil {
                    list?.append(command)
                } else {
                    turns.append(.sent([command], isList: false))
                }
            } else if case .received(let before)? = turns.last {
                turns[turns.count - 1] = .received(before + bytes + [10])
            } else {
                turns.append(.received(bytes + [10]))
            }
        }
    }

    /// Returns the messages that a machine makes of the dialogue when the bytes come in pieces.
    ///
    /// - Parameter cut: splits the bytes of one turn.
    func messages(_ cut: ([UInt8]) -> [ArraySlice<UInt8>]) throws -> [MPDMessage] {
        var machine = MPDProtocol()
        var messages: [MPDMessage] = []
        for turn in turns {
            switch turn {
            case .sent(let commands, let isList):
                let said = try commands.map(Self.command)
                if isList { _ = machine.send(list: said) } else { _ = machine.send(said[0]) }
            case .interrupted: _ = machine.interruptIdle()
            case .received(let bytes):
                for piece in cut(bytes) { messages += machine.receive(piece) }
            }
        }
        return messages
    }

    static func command(_ words: [String]) throws -> MPDCommand {
        guard
            let command = MPDCommand(
                words[0], Array(words.dropFirst()),
                expectsBinary: ["albumart", "readpicture"].contains(words[0]))
        else { throw BadLine() }
        return command
    }

    /// The messages as a slow reader finds them: whole lines of text, one after the other.
    func expected() throws -> [String] {
        var found: [String] = []
        for case .received(let bytes) in turns {
            var rest = bytes[...]
            var parts: [String] = []
            var pairs: [String] = []
            while let end = rest.firstIndex(of: 10) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest = rest[(end + 1)...]
                if line.hasPrefix("OK MPD ") {
                    found.append("greeting " + line.dropFirst("OK MPD ".count))
                } else if line == "OK" {
                    if parts.isEmpty { parts = [pairs.joined(separator: "|")] }
                    found.append("answer " + parts.joined(separator: " / "))
                    (parts, pairs) = ([], [])
                } else if line == "list_OK" {
                    parts.append(pairs.joined(separator: "|"))
                    pairs = []
                } else if line.hasPrefix("ACK ") {
                    found.append(line)
                    (parts, pairs) = ([], [])
                } else if line.hasPrefix("binary: ") {
                    guard let count = Int(line.dropFirst("binary: ".count)) else { throw BadLine() }
                    let sum = rest.prefix(count).reduce(0) { $0 &* 31 &+ Int($1) }
                    pairs.append("binary \(count) \(sum)")
                    rest = rest.dropFirst(count + 1)
                } else {
                    pairs.append(line)
                }
            }
        }
        return found
    }

    /// A message as ``expected()`` writes it.
    static func text(_ message: MPDMessage) -> String {
        switch message {
        case .greeting(let major, let minor, let patch): "greeting \(major).\(minor).\(patch)"
        case .response(let response):
            "answer " + response.parts.map(text).joined(separator: " / ")
        case .refusal(let refusal):
            "ACK [\(refusal.code)@\(refusal.index)] {\(refusal.command)} \(refusal.words)"
        case .violation(let violation): "breach \(violation)"
        }
    }

    private static func text(_ part: MPDResponsePart) -> String {
        var pairs = part.pairs.map { "\($0.key): \($0.value)" }
        if let binary = part.binaryChunk {
            let sum = binary.reduce(0) { $0 &* 31 &+ Int($1) }
            pairs.append("binary \(binary.count) \(sum)")
        }
        return pairs.joined(separator: "|")
    }

    private static func unescaped(_ text: Substring) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.dropFirst().prefix(2), as: UTF8.self)
            guard let value = UInt8(digits, radix: 16) else { throw BadLine() }
            bytes.append(value)
            rest = rest.dropFirst(3)
        }
        return bytes
    }

    /// The words of a command, without the quotes.
    private static func words(_ line: [UInt8]) throws -> [String] {
        var words: [[UInt8]] = [[]]
        var isQuoted = false
        var isEscaped = false
        for byte in line {
            if isEscaped {
                words[words.count - 1].append(byte)
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: " "), !isQuoted {
                words.append([])
            } else {
                words[words.count - 1].append(byte)
            }
        }
        return words.map { String(decoding: $0, as: UTF8.self) }
    }
}

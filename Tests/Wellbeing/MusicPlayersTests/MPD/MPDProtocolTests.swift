import Foundation
import TestSupport
import Testing

@testable import MusicPlayers

@Suite struct MPDProtocolTests {
    private static let dialogues = ["commands", "changes"]

    @Test(arguments: dialogues)
    func aDialogueIsReadAsASlowReaderReadsIt(name: String) throws {
        let dialogue = try Dialogue(name)
        let messages = try dialogue.messages { [$0[...]] }
        #expect(messages.count > 12)
        #expect(try messages.map(Dialogue.text) == dialogue.expected())
    }

    @Test(arguments: dialogues)
    func whereTheBytesAreCutMakesNoDifference(name: String) throws {
        let dialogue = try Dialogue(name)
        let whole = try dialogue.messages { [$0[...]] }
        #expect(try dialogue.messages { bytes in bytes.indices.map { bytes[$0...$0] } } == whole)
        let maxCount = try #require(
            dialogue.turns.map { if case .received(let bytes) = $0 { bytes.count } else { 0 } }
                .max())
        for cut in 1..<maxCount {
            let messages = try dialogue.messages { bytes in
                cut < bytes.count ? [bytes[..<cut], bytes[cut...]] : [bytes[...]]
            }
            #expect(messages == whole, "cut at \(cut)")
        }
    }

    @Test func changesAreNamed() throws {
        let changed = try Dialogue("changes").messages { [$0[...]] }.compactMap {
            message -> Set<String>? in
            guard case .response(let response) = message, response.parts.count == 1 else {
                return nil
            }
            return Set(response.parts[0].pairs.map(\.value))
        }
        #expect(
            changed == [
                ["playlist"], ["player"], ["player"], ["options"], ["sticker"], ["player"],
                ["playlist"], ["options"], [],
            ])
    }

    // MARK: What breaks the protocol

    private static let greeting = Array("OK MPD 0.23.5\n".utf8)

    struct Hostile: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let violation: MPDProtocolViolation
        var command = MPDCommand.status
        var listCount = 0
        var greeting = MPDProtocolTests.greeting

        init(
            _ name: String, _ text: String, _ violation: MPDProtocolViolation,
            command: MPDCommand = .status, listCount: Int = 0,
            greeting: [UInt8] = MPDProtocolTests.greeting
        ) {
            (self.name, bytes, self.violation) = (name, Array(text.utf8), violation)
            (self.command, self.listCount, self.greeting) = (command, listCount, greeting)
        }

        var testDescription: String { name }
    }

    private static let art = MPDCommand("albumart", ["a", "0"], expectsBinary: true) ?? .status

    private static let hostile: [Hostile] = [
        Hostile("another program", "", .wrongGreeting, greeting: Array("HTTP/1.1 400\n".utf8)),
        Hostile("no version", "", .wrongGreeting, greeting: Array("OK MPD \n".utf8)),
        Hostile("two numbers", "", .wrongGreeting, greeting: Array("OK MPD 0.23\n".utf8)),
        Hostile("a letter", "", .wrongGreeting, greeting: Array("OK MPD 0.23.x\n".utf8)),
        Hostile("a sign", "", .wrongGreeting, greeting: Array("OK MPD 0.-3.5\n".utf8)),
        Hostile(
            "a long greeting", "", .wrongGreeting,
            greeting: Array(String(repeating: "x", count: 65).utf8)),
        Hostile("no colon", "state play\n", .badLine),
        Hostile("no space", "state:play\n", .badLine),
        Hostile("no key", ": play\n", .badLine),
        Hostile("nothing", "\n", .badLine),
        Hostile("a long key", String(repeating: "k", count: 65) + ": v\n", .badLine),
        Hostile("a second OK", "OK\nOK\n", .unexpectedResponse),
        Hostile("a pair after OK", "OK\nstate: play\n", .unexpectedResponse),
        Hostile("list_OK without a list", "list_OK\n", .wrongResponseCount),
        Hostile("too many parts", "list_OK\nlist_OK\nlist_OK\n", .wrongResponseCount, listCount: 2),
        Hostile("too few parts", "list_OK\nOK\n", .wrongResponseCount, listCount: 2),
        Hostile(
            "a pair behind the last part", "list_OK\na: b\nOK\n", .wrongResponseCount, listCount: 1),
        Hostile("no brackets", "ACK no\n", .badErrorResponse),
        Hostile("no number", "ACK [x@0] {} no\n", .badErrorResponse),
        Hostile("a huge number", "ACK [99999999999999999999@0] {} no\n", .badErrorResponse),
        Hostile("no place", "ACK [5] {} no\n", .badErrorResponse),
        Hostile("no command", "ACK [5@0] no\n", .badErrorResponse),
        Hostile("9e18 in words", "binary: 9e18\n", .badBinary, command: art),
        Hostile("9e18 in digits", "binary: 9000000000000000000\n", .badBinary, command: art),
        Hostile("a negative chunk", "binary: -1\n", .badBinary, command: art),
        Hostile("an empty count", "binary: \n", .badBinary, command: art),
        Hostile("more than 1 MiB", "binary: 1048577\n", .badBinary, command: art),
        Hostile("a chunk nobody asked for", "binary: 3\nabc\n", .badBinary),
        Hostile("two chunks", "binary: 1\na\nbinary: 1\na\n", .badBinary, command: art),
        Hostile("a chunk longer than told", "binary: 3\nabcd\n", .badBinary, command: art),
    ]

    @Test(arguments: hostile)
    func aBreachEndsTheConversation(row: Hostile) {
        var whole = MPDProtocol()
        var single = MPDProtocol()
        for isSingle in [false, true] {
            var machine = MPDProtocol()
            if row.listCount > 0 {
                _ = machine.send(
                    list: [MPDCommand](repeating: row.command, count: row.listCount))
            } else {
                _ = machine.send(row.command)
            }
            let bytes = row.greeting + row.bytes
            let messages =
                isSingle ? bytes.flatMap { machine.receive([$0]) } : machine.receive(bytes)
            #expect(messages.last == .violation(row.violation))
            if isSingle { single = machine } else { whole = machine }
        }
        // Nothing is read afterwards.
        #expect(whole.receive(Self.greeting + Array("OK\n".utf8)).isEmpty)
        #expect(single.receive(Self.greeting).isEmpty)
        #expect(!whole.isIdle)
    }

    @Test func nothingIsAllocatedForALineOf10MB() {
        var machine = MPDProtocol()
        _ = machine.receive(Self.greeting)
        _ = machine.send(.status)
        let before = Self.residentMaximum()
        let line = Array("Title: ".utf8) + [UInt8](repeating: 65, count: 16 << 10)
        var messages = machine.receive(line)
        for _ in 0..<640 where messages.isEmpty {
            messages += machine.receive(repeatElement(65, count: 16 << 10))
        }
        #expect(messages == [.violation(.longLine)])
        #expect(Self.residentMaximum() - before < 4 << 20)
    }

    @Test func aTooLongResponseIsAViolation() {
        var machine = MPDProtocol()
        _ = machine.receive(Self.greeting)
        _ = machine.send(.status)
        let line = Array("Title: ".utf8) + [UInt8](repeating: 65, count: 8_000) + [10]
        var messages: [MPDMessage] = []
        var count = 0
        while messages.isEmpty, count < 10_000 {
            messages = machine.receive(line)
            count += 1
        }
        #expect(messages == [.violation(.responseTooLong)])
        #expect(count * 8_000 > 30 << 20 && count * 8_000 < 34 << 20)
    }

    /// Largest memory of the process so far, in bytes.
    private static func residentMaximum() -> Int {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_SELF, &usage)
            return Int(usage.ru_maxrss)
        #else
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return Int(usage.ru_maxrss) * 1_024
        #endif
    }

    // MARK: Values

    @Test func aLongTitleIsTruncatedAndItsLineReadToItsEnd() throws {
        var machine = MPDProtocol()
        _ = machine.receive(Self.greeting)
        _ = machine.send(.currentSong)
        let title = [UInt8](repeating: 65, count: 1 << 20)
        let messages = machine.receive(Array("Title: ".utf8) + title + Array("\nOK\n".utf8))
        guard case .response(let response)? = messages.first else {
            Issue.record("no answer: \(messages)")
            return
        }
        let pair = try #require(response.parts.first?.pairs.first)
        #expect(pair.value.utf8.count == MPDProtocol.maxStoredByteCount - "Title: ".utf8.count)
        #expect(!pair.isExact)
    }

    @Test func anAddressThatIsNoUTF8IsNotExact() throws {
        var machine = MPDProtocol()
        _ = machine.receive(Self.greeting)
        _ = machine.send(.currentSong)
        let messages = machine.receive(
            Array("file: a".utf8) + [0xFF] + Array(".mp3\nTitle: T\nfile: b: c\nOK\n".utf8))
        guard case .response(let response)? = messages.first, let part = response.parts.first else {
            Issue.record("no answer: \(messages)")
            return
        }
        #expect(part.pairs.map(\.isExact) == [false, true, true])
        #expect(part.pairs.last?.value == "b: c")
        // The title belongs to the song that is left out.
        #expect(MPDSong.songs(in: part, musicFolder: nil) == [PlayerSong(uri: "b: c")])
    }

    // MARK: Commands

    @Test(arguments: [
        ("a.wav", "addid \"a.wav\""),
        ("a \"b\" \\ c", "addid \"a \\\"b\\\" \\\\ c\""),
        ("", "addid \"\""),
        ("ü", "addid \"ü\""),
        ("'single'", "addid \"'single'\""),
    ])
    func argumentsAreQuoted(argument: String, line: String) throws {
        let command = try #require(MPDCommand("addid", [argument]))
        #expect(String(decoding: command.line, as: UTF8.self) == line)
    }

    @Test(arguments: ["a\nkill", "a\r", "a\0b", "\n", String(repeating: "x", count: 8_000)])
    func whatCannotBeSaidIsNoCommand(argument: String) {
        #expect(MPDCommand("addid", [argument]) == nil)
    }

    @Test func theRecordedLinesAreTheOnesWeSend() throws {
        // MPD understood these.
        let command = try Dialogue.command(["addid", "b \"quoted\" \\ ü.wav"])
        let path = Repository.path("Tests/Wellbeing/MusicPlayersTests/Dialogues/commands.txt")
        let recorded = try String(contentsOfFile: path, encoding: .utf8)
        let escaped = String(decoding: command.line, as: UTF8.self)
            .replacing("\\", with: "\\x5c").replacing("ü", with: "\\xc3\\xbc")
        #expect(recorded.contains("> " + escaped + "\n< Id: 2\n"))
    }
}

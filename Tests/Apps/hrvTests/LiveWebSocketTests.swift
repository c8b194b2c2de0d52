import Foundation
import TestSupport
import Testing

/// A client that speaks WebSocket by hand: no other program's idea of it.
private final class WebSocketClient {
    private let socket: TestBridge
    private var received: [UInt8] = []

    /// - Returns: the first line of the answer.
    static func open(
        port: UInt16, origin: String? = nil
    ) throws -> (client: WebSocketClient, statusLine: String) {
        let client = try WebSocketClient(port: port)
        var request = "GET /bridge HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
        if let origin { request += "Origin: \(origin)\r\n" }
        request +=
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        client.socket.send(request)
        let head = client.head()
        return (client, String(head.prefix { $0 != "\r\n" && $0 != "\r" }))
    }

    private init(port: UInt16) throws { socket = try TestBridge(port: port) }

    private func head() -> String {
        let end = Array("\r\n\r\n".utf8)
        while true {
            for index in received.indices where received[index...].starts(with: end) {
                let head = String(decoding: received[..<index], as: UTF8.self)
                received.removeFirst(index + end.count)
                return head
            }
            guard let block = socket.block() else {
                return String(decoding: received, as: UTF8.self)
            }
            received += block
        }
    }

    func close() { socket.close() }

    /// - Parameter isWhole: whether the message ends here.
    func send(_ text: String, opcode: UInt8 = 1, isWhole: Bool = true) {
        let mask: [UInt8] = [7, 11, 13, 17]
        let bytes = Array(text.utf8)
        var frame: [UInt8] = [(isWhole ? 0x80 : 0) | opcode]
        if bytes.count < 126 {
            frame.append(0x80 | UInt8(bytes.count))
        } else {
            frame += [0x80 | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
        }
        frame += mask
        frame += bytes.enumerated().map { $0.element ^ mask[$0.offset % 4] }
        socket.send(frame)
    }

    /// The next frame; nil at the end.
    func next() -> (opcode: UInt8, text: String)? {
        while true {
            if received.count >= 2 {
                var (length, begin) = (Int(received[1] & 0x7F), 2)
                if length == 126, received.count >= 4 {
                    (length, begin) = (Int(received[2]) << 8 | Int(received[3]), 4)
                }
                if received[1] & 0x7F != 126 || begin == 4, received.count >= begin + length {
                    let opcode = received[0] & 0x0F
                    let text = String(
                        decoding: received[begin..<(begin + length)], as: UTF8.self)
                    received.removeFirst(begin + length)
                    return (opcode, text)
                }
            }
            guard let block = socket.block() else { return nil }
            received += block
        }
    }

    /// Frames up to one whose text has this.
    func frames(until text: String) -> [(opcode: UInt8, text: String)] {
        var frames: [(opcode: UInt8, text: String)] = []
        while let frame = next() {
            frames.append(frame)
            if frame.text.contains(text) { break }
        }
        return frames
    }
}

/// `hrv live --bridge ws://...`.
@Suite struct LiveWebSocketTests {
    private static let hello =
        #"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":0}"#

    private static func port(_ live: LiveProcess) throws -> UInt16 {
        let address = try live.address()
        let rest = try #require(address.split(separator: ":").last?.split(separator: "/"))
        #expect(rest.last == "bridge")
        return try #require(rest.first.flatMap { UInt16($0) })
    }

    /// The socket file that the bridges are led to is its owner's alone, and so is its folder.
    @Test func theSocketIsItsOwnersAlone() throws {
        let folder = try TemporaryFolder()
        let live = try LiveProcess(
            ["live", "--bridge", "ws://127.0.0.1:0"], environment: ["TMPDIR": folder.path])
        _ = try live.address()
        func names(_ path: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        }
        try live.wait(for: "the socket") { _ in
            names(folder.path).contains { !names(folder.path + "/" + $0).isEmpty }
        }
        let inside = names(folder.path).filter { $0.hasPrefix("hrv-") }
        #expect(!inside.isEmpty)
        for name in inside {
            let path = folder.path + "/" + name
            #expect(try Self.mode(path) == 0o700)
            for file in names(path) where file == "bridge" {
                #expect(try Self.mode(path + "/" + file) == 0o600)
            }
        }
        live.send(signal: SIGINT)
        #expect(try live.end() == 130)
        #expect(names(folder.path).isEmpty)
    }

    private static func mode(_ path: String) throws -> Int {
        let value = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        return try #require(value as? Int)
    }

    @Test func messagesAreLinesBothWays() throws {
        let live = try LiveProcess(["live", "--bridge", "ws://127.0.0.1:0", "--ndjson"])
        let (client, statusLine) = try WebSocketClient.open(
            port: try Self.port(live), origin: "http://localhost:3000")
        #expect(statusLine == "HTTP/1.1 101 Switching Protocols")
        // Several lines in a message, one in two pieces, and one with its own line feed.
        client.send(Self.hello + "\n" + #"{"type":"rr","t":1000000,"rr_ms":[1001]}"#)
        client.send(#"{"type":"rr","t":20000"#, isWhole: false)
        client.send(#"00,"rr_ms":[1002]}"#, opcode: 0)
        client.send(#"{"type":"ping","id":7}"# + "\n")
        client.send("are you there", opcode: 9)
        let frames = client.frames(until: #""type":"pong""#)
        #expect(frames.allSatisfy { $0.opcode == 1 || $0.opcode == 10 })
        #expect(frames.contains { $0.text.hasPrefix(#"{"type":"hello""#) })
        #expect(frames.last?.text.contains(#""id":7"#) == true)
        let metric = try #require(client.frames(until: #""type":"metric""#).last)
        #expect(metric.opcode == 1 && !metric.text.contains("\n"))
        // An answer to a ping of the protocol goes out with the next line.
        let pongs = (frames + client.frames(until: #""type":"metric""#)).filter { $0.opcode == 10 }
        #expect(pongs.map(\.text) == ["are you there"])
        live.send(signal: SIGINT)
        let rest = client.frames(until: "no such text")
        #expect(rest.contains { $0.text == #"{"type":"bye"}"# })
        #expect(rest.last?.opcode == 8)
        #expect(try live.end() == 130)
        #expect(live.beatCount == 2)
    }

    /// Clients that leave, with and without a word, free their slots: more come than may be there at once.
    @Test func aDisconnectedBridgeFreesItsSlot() throws {
        let live = try LiveProcess(["live", "--bridge", "ws://127.0.0.1:0", "--no-raw-log"])
        let port = try Self.port(live)
        for round in 0..<20 {
            let (client, statusLine) = try WebSocketClient.open(port: port)
            #expect(statusLine == "HTTP/1.1 101 Switching Protocols")
            client.send(Self.hello)
            #expect(!client.frames(until: #""type":"hello""#).isEmpty, "\(round)")
            if round.isMultiple(of: 2) {
                client.send("", opcode: 8)
                #expect(client.frames(until: "no such text").last?.opcode == 8)
            } else {
                client.close()
            }
            try live.wait(for: "its going") { $0.errors.contains("bridge \(round + 1) has gone") }
        }
        live.send(signal: SIGINT)
        #expect(try live.end() == 130)
    }

    @Test func pagesOfOthersAreTurnedAway() throws {
        let live = try LiveProcess(["live", "--bridge", "ws://127.0.0.1:0", "--no-raw-log"])
        let port = try Self.port(live)
        #expect(
            try WebSocketClient.open(port: port, origin: "http://example.org").statusLine
                == "HTTP/1.1 403 Forbidden")
        // And the session goes on for who may come.
        let (client, statusLine) = try WebSocketClient.open(port: port)
        #expect(statusLine == "HTTP/1.1 101 Switching Protocols")
        client.send(Self.hello)
        #expect(!client.frames(until: #""type":"hello""#).isEmpty)
        live.send(signal: SIGTERM)
        #expect(try live.end() == 143)
    }
}

import Foundation
import LiveProtocol
import SensorProtocol
import Testing
import TestSupport

@testable import LiveSession

@Suite struct BridgeAddressTests {
    @Test func addressesAreRead() {
        #expect(BridgeAddress("tcp://127.0.0.1:80") == .tcp(host: "127.0.0.1", port: 80))
        #expect(BridgeAddress("tcp://[::1]:0") == .tcp(host: "::1", port: 0))
        #expect(BridgeAddress("unix:a b") == .unix(path: "a b"))
        for text in ["tcp://[::1]:5", "tcp://localhost:0", "unix:/a"] {
            #expect(BridgeAddress(text)?.text == text)
        }
    }

    @Test(arguments: [
        "", "-", "tcp://", "tcp://:1", "tcp://a", "tcp://a:65536", "tcp://a:-1", "tcp://a:",
        "udp://a:1",
        "unix:", "unix:a\u{0}b", "unix:" + String(repeating: "a", count: 104), "tcp://[]:1",
    ])
    func whatIsNoneIsRefused(text: String) {
        #expect(BridgeAddress(text) == nil)
    }
}

@Suite struct BridgeListenerTests {
    private static func mode(_ path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int
    }

    @Test func aSocketFileIsItsOwnersAndGoesAway() throws {
        let folder = try SocketFolder()
        do {
            let listener = try BridgeListener(.unix(path: folder.socket))
            #expect(Self.mode(folder.socket) == 0o600)
            #expect(listener.address == .unix(path: folder.socket))
            #expect(throws: BridgeListener.Failure.inUse("unix:\(folder.socket)")) {
                try BridgeListener(.unix(path: folder.socket))
            }
            // Who was refused has taken nothing away.
            #expect(Self.mode(folder.socket) == 0o600)
        }
        #expect(Self.mode(folder.socket) == nil)
    }

    /// A socket without a listener, as a killed program leaves one.
    @Test func aSocketWithoutAListenerIsReplaced() throws {
        let folder = try SocketFolder()
        let descriptor = socket(AF_UNIX, SocketFolder.stream, 0)
        let address = try #require(SocketAddress(path: folder.socket))
        #expect(address.bind(descriptor) == 0)
        close(descriptor)
        #expect(Self.mode(folder.socket) != nil)
        let listener = try BridgeListener(.unix(path: folder.socket))
        #expect(Self.mode(folder.socket) == 0o600)
        #expect(try listener.address.connect() >= 0)
    }

    @Test func whatIsNoSocketStays() throws {
        let folder = try SocketFolder()
        try "precious".write(toFile: folder.socket, atomically: false, encoding: .utf8)
        #expect(throws: BridgeListener.Failure.occupied(path: folder.socket)) {
            try BridgeListener(.unix(path: folder.socket))
        }
        #expect(try String(contentsOfFile: folder.socket, encoding: .utf8) == "precious")
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: folder.path + "/nowhere")
        #expect(throws: BridgeListener.Failure.occupied(path: link)) {
            try BridgeListener(.unix(path: link))
        }
    }

    @Test func aForeignFileAtTheSocketPathIsNotRemoved() throws {
        let folder = try SocketFolder()
        do {
            let listener = try BridgeListener(.unix(path: folder.socket))
            unlink(folder.socket)
            try "another".write(toFile: folder.socket, atomically: false, encoding: .utf8)
            #expect(listener.address == .unix(path: folder.socket))
        }
        #expect(Self.mode(folder.socket) != nil)
    }

    @Test(arguments: ["127.0.0.1", "localhost", "127.1.2.3"])
    func aFreePortIsChosen(host: String) throws {
        let listener = try BridgeListener(.tcp(host: host, port: 0))
        guard case .tcp(let name, let port) = listener.address else {
            Issue.record("\(listener.address)")
            return
        }
        #expect(name == host && port > 0)
        let descriptor = try listener.address.connect()
        close(descriptor)
        #expect(throws: BridgeListener.Failure.inUse(listener.address.text)) {
            try BridgeListener(.tcp(host: host, port: port))
        }
    }

    @Test(arguments: ["0.0.0.0", "::", "192.0.2.1", "8.8.8.8"])
    func otherMachinesCannotConnect(host: String) {
        #expect(throws: BridgeListener.Failure.notLoopback(host: host)) {
            try BridgeListener(.tcp(host: host, port: 0))
        }
    }
}

@Suite struct BridgeServerTests {
    private let folder: SocketFolder
    private let server: BridgeServer

    init() throws {
        folder = try SocketFolder()
        server = BridgeServer(try BridgeListener(.unix(path: folder.socket)))
    }

    /// Events until there are so many of those that count.
    private func events(_ count: Int, where isWanted: (BridgeServer.Event) -> Bool) -> [BridgeServer
        .Event]
    {
        var events: [BridgeServer.Event] = []
        for _ in 0..<1000 where events.count(where: isWanted) < count {
            events += server.pollEvents(milliseconds: 10)
        }
        return events
    }

    private static func isLine(_ event: BridgeServer.Event) -> Bool {
        if case .line = event { true } else { false }
    }

    private static func hasLeft(_ event: BridgeServer.Event) -> Bool {
        if case .left = event { true } else { false }
    }

    @Test func linesCarryTheirClient() throws {
        let one = try TestBridge(server.address.connect())
        #expect(events(1) { _ in true } == [.joined(1)])
        let two = try TestBridge(server.address.connect())
        two.send("b\nla")
        one.send("a\n")
        two.send("st")
        var lines = Set(events(2, where: Self.isLine).map { "\($0)" })
        two.close()
        let rest = events(1, where: Self.hasLeft)
        lines.formUnion(rest.map { "\($0)" })
        let expected: [BridgeServer.Event] = [
            .joined(2), .line(.text("a"), from: 1), .line(.text("b"), from: 2),
            .line(.text("last"), from: 2), .left(2),
        ]
        #expect(lines == Set(expected.map { "\($0)" }))
        #expect(rest.last == .left(2))
    }

    @Test func repliesGoToOneOrToAll() throws {
        let bridges = try (0..<3).map { _ in try TestBridge(server.address.connect()) }
        _ = events(3) { _ in true }
        server.send(.pong(id: 1, timeMicroseconds: nil), to: 2)
        server.send(.bye(reason: nil), to: nil)
        server.send(.bye(reason: nil), to: 99)
        let pong = #"{"type":"pong","id":1}"#
        let bye = #"{"type":"bye"}"#
        #expect(bridges[0].lines(1) == [bye])
        #expect(bridges[1].lines(2) == [pong, bye])
        #expect(bridges[2].lines(1) == [bye])
    }

    @Test func theNinthBridgeIsRefusedAndDisconnected() throws {
        var bridges = try (0..<8).map { _ in try TestBridge(server.address.connect()) }
        #expect(events(8) { _ in true } == (1...8).map { .joined($0) })
        let ninth = try TestBridge(server.address.connect())
        ninth.send(#"{"type":"hello","proto":"beatline","v":1}"# + "\n")
        #expect(events(1) { _ in true } == [.refused])
        let received = ninth.everything()
        #expect(received.count == 1 && received[0].contains(#""code":"too_many""#))
        bridges.removeLast().close()
        #expect(events(1, where: Self.hasLeft) == [.left(8)])
        bridges.append(try TestBridge(server.address.connect()))
        #expect(events(1) { _ in true } == [.joined(9)])
    }

    /// A bridge that never reads: the others get everything, and it loses figures before beats, and no cue.
    @Test func aSlowReaderIsNotWaitedFor() throws {
        let (slow, quick) = (
            try TestBridge(server.address.connect()), try TestBridge(server.address.connect())
        )
        _ = events(2) { _ in true }
        var sent: [String] = []
        var read: [String] = []
        for second in 0..<3000 {
            var replies: [BeatlineReply] = [
                .metric(BeatlineMetric(timeMicroseconds: second)),
                .beat(.init(timeMicroseconds: second, intervalMs: 1000, flag: .ok)),
            ]
            if second % 4 == 0 {
                replies.append(
                    .pace(.init(id: second, timeMicroseconds: 0, leadMs: 1, phase: .inhale)))
            }
            for reply in replies { server.send(reply, to: nil) }
            sent += replies.map(\.text)
            read += quick.lines(replies.count)
        }
        #expect(read == sent)
        // Now it reads: what waited comes.
        var late: [String] = []
        while !server.drainReplies(milliseconds: 1) { late += slow.lines(1) }
        server.close(1)
        late += slow.everything()
        func paces(_ lines: [String]) -> [String] { lines.filter { $0.contains(#""pace""#) } }
        #expect(paces(late) == paces(sent))
        #expect(late.count < sent.count)
        // In order, and nothing twice.
        #expect(sent.count { Set(late).contains($0) } == late.count)
    }

    @Test func aBridgeThatNeverReadsItsRepliesIsDisconnected() throws {
        let bridge = try TestBridge(server.address.connect())
        _ = events(1) { _ in true }
        var (pongCount, hasLeft) = (0, false)
        while pongCount < 100_000, !hasLeft {
            server.send(.pong(id: pongCount, timeMicroseconds: 1), to: 1)
            pongCount += 1
            hasLeft = server.pollEvents(milliseconds: 0).contains(.left(1))
        }
        #expect(hasLeft && pongCount > ReplyQueue.maxPendingReplies)
        #expect(bridge.lines(1).count == 1)
    }
}

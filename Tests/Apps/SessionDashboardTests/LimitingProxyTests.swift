import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SessionDashboard

@Suite struct LimitingProxyTests {
    /// A server at a socket file that answers each line with the same line, until it is stopped.
    private final class Echo: Sendable {
        let folder: SocketFolder
        private let descriptor: Int32

        init() throws {
            folder = try SocketFolder()
            descriptor = socket(AF_UNIX, SocketFolder.stream, 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { [folder] in
                $0.copyBytes(from: folder.socket.utf8)
            }
            let status = withUnsafePointer(to: address) { [descriptor] in
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(status == 0 && listen(descriptor, 64) == 0)
            let listener = descriptor
            Thread.detachNewThread {
                while true {
                    let client = accept(listener, nil, nil)
                    guard client >= 0 else { return }
                    Thread.detachNewThread {
                        let bridge = TestBridge(client)
                        while let line = bridge.lines(1).first {
                            // Who whispers gets no answer.
                            if !line.hasPrefix("psst") { bridge.send(line + "\n") }
                        }
                        bridge.close()
                    }
                }
            }
        }

        deinit {
            shutdown(descriptor, Int32(SHUT_RDWR))
            close(descriptor)
        }
    }

    private static func proxy(
        _ echo: Echo, _ change: (inout LimitingProxy.Limits) -> Void = { _ in }
    )
        throws -> LimitingProxy
    {
        var limits = LimitingProxy.Limits()
        change(&limits)
        return try LimitingProxy(
            host: "127.0.0.1", port: 0, socketFile: echo.folder.socket, limits: limits)
    }

    /// Bytes pass as they are, however many, in both directions.
    @Test func whatIsSaidIsHeard() throws {
        let echo = try Echo()
        let proxy = try Self.proxy(echo)
        defer { proxy.close() }
        var random = SplitMix64(seed: 9)
        let clients = try (0..<5).map { _ in try TestBridge(port: proxy.port) }
        for _ in 0..<20 {
            for client in clients {
                let text = String(
                    (0..<Int.random(in: 1...20_000, using: &random)).map { _ in
                        Character(Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &random)))
                    })
                client.send(text + "\n")
                #expect(client.lines(1) == [text])
            }
        }
    }

    @Test func excessConnectionsGetServiceUnavailable() throws {
        let echo = try Echo()
        let proxy = try Self.proxy(echo) { $0.connectionCount = 3 }
        defer { proxy.close() }
        let inside = try (0..<3).map { _ in try TestBridge(port: proxy.port) }
        for client in inside {
            client.send("here\n")
            #expect(client.lines(1) == ["here"])
        }
        let outside = try TestBridge(port: proxy.port)
        #expect(outside.everything().first == "HTTP/1.1 503 Service Unavailable\r")
        inside[0].close()
        // The server's side of the closed connection ends in a thread of its own.
        try eventually("there is capacity again") {
            let next = try TestBridge(port: proxy.port)
            next.send("again\n")
            return next.lines(1) == ["again"]
        }
        inside[1].send("still\n")
        #expect(inside[1].lines(1) == ["still"])
    }

    @Test func anEndlessRequestIsDisconnected() throws {
        let echo = try Echo()
        let proxy = try Self.proxy(echo) { $0.maxUnansweredBytes = 10_000 }
        defer { proxy.close() }
        let client = try TestBridge(port: proxy.port)
        for _ in 0..<20 { client.send("psst" + String(repeating: "y", count: 1000) + "\n") }
        #expect(client.everything() == [])
        // Answers begin the count anew.
        let other = try TestBridge(port: proxy.port)
        for _ in 0..<20 {
            let line = String(repeating: "y", count: 1000)
            other.send(line + "\n")
            #expect(other.lines(1) == [line])
        }
    }

    /// Connections that wait for nothing in particular keep no client out.
    @Test func anIdleConnectionIsClosedForANewOne() throws {
        let echo = try Echo()
        let proxy = try Self.proxy(echo) { $0.connectionCount = 2 }
        defer { proxy.close() }
        let idle = try (0..<2).map { _ in try TestBridge(port: proxy.port) }
        for client in idle {
            client.send("here\n")
            #expect(client.lines(1) == ["here"])
        }
        usleep(1_200_000)
        let next = try TestBridge(port: proxy.port)
        next.send("again\n")
        #expect(next.lines(1) == ["again"])
        #expect(idle[0].everything() == [])
    }

    /// A WebSocket may be silent for longer.
    @Test func whatIsNoRequestAnyMoreMayBeSilent() throws {
        let echo = try Echo()
        let proxy = try Self.proxy(echo) { ($0.idleTimeoutSeconds, $0.connectionCount) = (0.4, 2) }
        defer { proxy.close() }
        let (socket, plain) = (try TestBridge(port: proxy.port), try TestBridge(port: proxy.port))
        for (client, line) in [(socket, "HTTP/1.1 101 x"), (plain, "HTTP/1.1 200 x")] {
            client.send(line + "\n")
            #expect(client.lines(1) == [line])
        }
        #expect(plain.everything() == [])
        usleep(400_000)
        socket.send("still\n")
        #expect(socket.lines(1) == ["still"])
    }

    @Test func anIdleClientIsDisconnected() throws {
        let echo = try Echo()
        let proxy = try Self.proxy(echo) {
            ($0.maxFirstResponseSeconds, $0.idleTimeoutSeconds) = (0.3, 0.6)
        }
        defer { proxy.close() }
        #expect(try TestBridge(port: proxy.port).everything() == [])
        let client = try TestBridge(port: proxy.port)
        client.send("one\n")
        #expect(client.everything() == ["one"])
    }

    @Test func withoutAServerNoClientWaits() throws {
        let folder = try SocketFolder()
        let proxy = try LimitingProxy(host: "127.0.0.1", port: 0, socketFile: folder.socket)
        defer { proxy.close() }
        let client = try TestBridge(port: proxy.port)
        #expect(client.everything().first == "HTTP/1.1 503 Service Unavailable\r")
    }

    @Test func aClosedProxyAcceptsNoConnection() throws {
        let echo = try Echo()
        let proxy = try Self.proxy(echo)
        let client = try TestBridge(port: proxy.port)
        client.send("here\n")
        #expect(client.lines(1) == ["here"])
        proxy.close()
        #expect(client.everything() == [])
        #expect(throws: LimitingProxy.Failure.self) {
            try LimitingProxy(host: "no address", port: 0, socketFile: "")
        }
    }
}

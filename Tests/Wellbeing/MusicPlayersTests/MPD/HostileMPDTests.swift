import Foundation
import Synchronization
import TestPlayers
import TestSupport
import Testing

@testable import MusicPlayers

/// Programs that listen where MPD should, and do as they like.
@Suite struct HostileMPDTests {
    /// Answers each connection with bytes, and closes it once the other side does.
    private final class Server: Sendable {
        let folder: TemporaryFolder
        let connectionCount = Mutex(0)
        private let listener: Int32
        var path: String { folder.path + "/socket" }

        init(_ said: [UInt8], closes: Bool = false) throws {
            folder = try TemporaryFolder()
            let path = folder.path + "/socket"
            #if canImport(Darwin)
                listener = socket(AF_UNIX, SOCK_STREAM, 0)
            #else
                listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            #endif
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let listener = listener
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, size)
                }
            }
            try #require(result == 0 && listen(listener, 8) == 0)
            Thread.detachNewThread { [self] in
                while case let connection = accept(listener, nil, nil), connection >= 0 {
                    connectionCount.withLock { $0 += 1 }
                    Thread.detachNewThread { Self.talk(connection, said, closes) }
                }
            }
        }

        deinit { shutdown(listener, 2) }

        func stop() { shutdown(listener, 2) }

        private static func talk(_ connection: Int32, _ said: [UInt8], _ closes: Bool) {
            // The player may close at any time.
            var sent = 0
            while sent < said.count {
                let count = said[sent...].withUnsafeBytes {
                    #if canImport(Darwin)
                        send(connection, $0.baseAddress, $0.count, 0)
                    #else
                        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    #endif
                }
                if count <= 0 { break }
                sent += count
            }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while !closes, read(connection, &buffer, buffer.count) > 0 {}
            close(connection)
        }
    }

    private func thrownError(_ server: Server) async throws -> PlayerError? {
        let player = try MPDPlayer(
            MPDAddress(.socket(path: server.path)),
            environment: ["XDG_RUNTIME_DIR": server.folder.path])
        var found: PlayerError?
        do throws(PlayerError) { try await player.ready() } catch { found = error }
        #expect(player.status == .unreachable)
        await player.close()
        server.stop()
        return found
    }

    private static let greeting = Array("OK MPD 0.23.5\n".utf8)

    private static let hostile: [([UInt8], MPDProtocolViolation)] = [
        (Array("HTTP/1.1 400 Bad Request\r\n".utf8), .wrongGreeting),
        ([UInt8](repeating: 65, count: 10 << 20), .wrongGreeting),
        (greeting + [UInt8](repeating: 65, count: 10 << 20), .longLine),
        (greeting + Array("binary: 9000000000000000000\n".utf8), .badBinary),
        (greeting + Array("no pair\n".utf8), .badLine),
    ]

    @Test(arguments: hostile.indices)
    func theConnectionIsClosed(row: Int) async throws {
        let (said, violation) = Self.hostile[row]
        let thrownError = try await thrownError(try Server(said))
        guard case .protocolError(let words)? = thrownError else {
            Issue.record("\(String(describing: thrownError))")
            return
        }
        // What comes before anything was asked is a breach of that.
        #expect(
            [violation.rawValue, MPDProtocolViolation.unexpectedResponse.rawValue].contains(words))
    }

    @Test func anOldMPDIsRefused() async throws {
        #expect(
            try await thrownError(try Server(Array("OK MPD 0.22.0\n".utf8)))
                == .protocolError("its protocol is 0.22.0, and 0.23 is needed"))
    }

    @Test func aConnectionThatEndsIsAway() async throws {
        #expect(
            try await thrownError(try Server([], closes: true))
                == .unreachable("it closed the connection")
        )
    }

    @Test func itIsTriedAgain() async throws {
        let server = try Server([], closes: true)
        let player = try MPDPlayer(
            MPDAddress(.socket(path: server.path)),
            environment: ["XDG_RUNTIME_DIR": server.folder.path])
        let log = EventLog(player)
        try await until("three attempts", log) { server.connectionCount.withLock { $0 >= 3 } }
        // The same error is reported once; the first attempt may have ended before anybody listens.
        #expect(log.errors.count <= 1)
        #expect(log.errors.allSatisfy { $0 == .unreachable("it closed the connection") })
        await player.close()
        server.stop()
    }

    @Test(.slow) func silenceIsATimeout() async throws {
        #expect(try await thrownError(try Server([])) == .timedOut)
    }
}

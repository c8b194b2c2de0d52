import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PracticeRuntime

/// A webhook on a socket of the test's own.
@Suite struct WebhookWayTests {
    /// Answers each connection with one text, and keeps what it was sent.
    private final class Server: Sendable {
        let port: UInt16
        private let socket: Int32
        private let heard = Mutex<[String]>([])

        /// - Parameter response: nil: the connection stays open, and nothing comes.
        init(_ response: String?) throws {
            #if os(Linux)
                socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #else
                socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
            #endif
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let (file, size) = (socket, length)
            let bound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(file, $0, size) }
            }
            try #require(bound == 0 && listen(socket, 8) == 0)
            _ = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getsockname(file, $0, &length)
                }
            }
            port = UInt16(bigEndian: address.sin_port)
            Thread.detachNewThread { [weak self] in
                while case let client = accept(file, nil, nil), client >= 0 {
                    self?.serve(client, response)
                }
            }
        }

        deinit { shutdown(socket, Int32(SHUT_RDWR)) }

        var requests: [String] { heard.withLock(\.self) }

        private func serve(_ client: Int32, _ response: String?) {
            var text = ""
            var block = [UInt8](repeating: 0, count: 4096)
            while !text.hasSuffix("}") {
                let count = read(client, &block, block.count)
                guard count > 0 else { break }
                text += String(decoding: block[..<count], as: UTF8.self)
            }
            heard.withLock { $0.append(text) }
            guard let response else { return }
            _ = response.withCString { write(client, $0, strlen($0)) }
            close(client)
        }
    }

    private let note = ReminderNote(
        id: "x", text: "Sit \"now\"", at: Date(timeIntervalSince1970: 1_795_503_600), .gmt)

    private func deliver(_ server: Server, timeoutSeconds: Double = 5) -> DeliveryResult {
        WebhookNotifier.deliver(
            note, "http://127.0.0.1:\(server.port)/r", timeoutSeconds: timeoutSeconds)
    }

    @Test func theReminderIsPostedAsJSON() throws {
        let server = try Server("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        #expect(deliver(server) == .delivered)
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("POST /r HTTP/1.1\r\n"))
        #expect(request.lowercased().contains("content-type: application/json\r\n"))
        #expect(
            request.hasSuffix(
                #"{"rule":null,"text":"Sit \"now\"","time":"2026-11-24T07:00:00Z"}"#))
    }

    @Test func aServerThatSendsElsewhereIsNotFollowed() throws {
        let other = try Server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let server = try Server(
            "HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:\(other.port)/\r\nContent-Length: 0\r\n"
                + "Connection: close\r\n\r\n")
        guard case .failed(let reason) = deliver(server) else {
            Issue.record("it was followed")
            return
        }
        #expect(reason.contains("not followed"))
        #expect(other.requests.isEmpty)
    }

    @Test func aServerThatFailsIsNamed() throws {
        let server = try Server(
            "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        #expect(deliver(server) == .failed("127.0.0.1 answered with 500"))
    }

    @Test func aServerThatHangsIsLeft() throws {
        let server = try Server(nil)
        let begin = ContinuousClock.now
        guard case .failed = deliver(server, timeoutSeconds: 0.5) else {
            Issue.record("it was delivered")
            return
        }
        #expect(ContinuousClock.now - begin < .seconds(5))
    }

    @Test func aMissingServerFailsDelivery() {
        guard case .failed = WebhookNotifier.deliver(note, "http://127.0.0.1:1/") else {
            Issue.record("it was delivered")
            return
        }
    }
}

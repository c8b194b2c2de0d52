import Foundation
import Synchronization

/// A server on this machine that answers each request as the test says, also wrongly: with bodies that are cut, ranges
/// that are ignored, and redirects to anywhere.
public final class LoopbackServer: Sendable {
    public struct Request: Sendable {
        public let path: String
        /// The headers by name in lower case.
        public let headers: [String: String]
    }

    public struct Response: Sendable {
        public var status = 200
        public var headers: [String: String] = [:]
        public var body: [UInt8] = []
        /// The number of bytes of the body that are sent before the connection is closed.
        public var cutAt: Int?
        /// Waits before it answers; s.
        public var delay = 0.0
        /// The number of bytes of the body behind which nothing comes for a minute.
        public var stallAt: Int?

        public init(
            status: Int = 200, headers: [String: String] = [:], body: [UInt8] = [],
            cutAt: Int? = nil, delay: Double = 0, stallAt: Int? = nil
        ) {
            self.status = status
            self.headers = headers
            self.body = body
            self.cutAt = cutAt
            self.delay = delay
            self.stallAt = stallAt
        }
    }

    private let descriptor: Int32
    public let port: Int
    private let response: @Sendable (Request) -> Response
    private let seen = Mutex<[Request]>([])

    /// All requests so far.
    public var requests: [Request] { seen.withLock(\.self) }
    public var address: String { "http://127.0.0.1:\(port)" }

    public init(_ response: @escaping @Sendable (Request) -> Response) throws {
        self.response = response
        descriptor = socket(AF_INET, Self.stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { [descriptor] address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [weak self, descriptor] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { return }
                guard let self else {
                    close(connection)
                    return
                }
                Thread.detachNewThread { self.serve(connection) }
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    #if canImport(Darwin)
        private static let stream = SOCK_STREAM
    #else
        private static let stream = Int32(SOCK_STREAM.rawValue)
    #endif

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard read(connection, &byte, 1) == 1 else { return }
            head.append(byte)
        }
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count > 1 else { return }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let request = Request(path: String(words[1]), headers: headers)
        seen.withLock { $0.append(request) }
        let response = response(request)
        if response.delay > 0 { usleep(UInt32(response.delay * 1e6)) }
        var text = "HTTP/1.1 \(response.status) Told\r\nConnection: close\r\n"
        text += "Content-Length: \(response.body.count)\r\n"
        for (name, value) in response.headers { text += "\(name): \(value)\r\n" }
        let body = response.body.prefix(response.cutAt ?? .max)
        let first = body.prefix(response.stallAt ?? .max)
        guard Self.send(Array("\(text)\r\n".utf8) + first, to: connection) else { return }
        if response.stallAt != nil { sleep(60) }
        guard Self.send(Array(body.dropFirst(first.count)), to: connection) else { return }
        shutdown(connection, Int32(SHUT_WR))
        // The other side closes when it has all.
        _ = read(connection, &byte, 1)
    }

    private static func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var begin = 0
        while begin < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.send(
                    connection, $0.baseAddress?.advanced(by: begin), bytes.count - begin, noSignal)
            }
            guard count > 0 else { return false }
            begin += count
        }
        return true
    }

    #if canImport(Darwin)
        private static let noSignal: Int32 = 0
    #else
        private static let noSignal = Int32(MSG_NOSIGNAL)
    #endif
}

extension LoopbackServer.Response {
    /// The answer of a server that knows ranges: the whole body, or that end of it which is asked for.
    public static func whole(_ body: [UInt8], to request: LoopbackServer.Request) -> Self {
        let tag = "\"one\""
        if request.headers["if-range"] == tag, let range = request.headers["range"],
            let from = Int(range.dropFirst("bytes=".count).dropLast())
        {
            guard from < body.count else { return Self(status: 416) }
            let contentRange = "bytes \(from)-\(body.count - 1)/\(body.count)"
            return Self(
                status: 206, headers: ["ETag": tag, "Content-Range": contentRange],
                body: Array(body[from...]))
        }
        return Self(headers: ["ETag": tag], body: body)
    }
}

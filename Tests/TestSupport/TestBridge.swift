public import Foundation

/// A bridge of a test: a connected socket that says and hears lines.
public final class TestBridge: @unchecked Sendable {
    // One thread at a time uses a bridge; the mark is for tests that hand it to another one.
    private let descriptor: Int32
    private var waiting: [UInt8] = []
    private var isOpen = true

    public struct ConnectionFailure: Error {}

    /// Bridge of a socket that is connected already. A read that waits for longer than two minutes gets the end.
    public init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var timeout = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout,
            socklen_t(MemoryLayout<timeval>.size))
    }

    /// Two that are connected to each other.
    public static func pair() throws -> (TestBridge, TestBridge) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, SocketFolder.stream, 0, &ends) == 0 else {
            throw ConnectionFailure()
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (TestBridge(ends[0]), TestBridge(ends[1]))
    }

    /// Connects to a socket file.
    public convenience init(path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        self.init(try Self.connected(AF_UNIX, address))
    }

    /// Connects to a port of this machine.
    public convenience init(port: UInt16) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        self.init(try Self.connected(AF_INET, address))
    }

    deinit { close() }

    public func close() {
        if isOpen { Foundation.close(descriptor) }
        isOpen = false
    }

    /// The handle for a program whose output it is to be.
    public var handle: FileHandle { FileHandle(fileDescriptor: descriptor, closeOnDealloc: false) }

    private static func connected<Address>(_ family: Int32, _ address: Address) throws -> Int32 {
        let descriptor = socket(family, SocketFolder.stream, 0)
        let status = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        if status == 0 { return descriptor }
        Foundation.close(descriptor)
        throw ConnectionFailure()
    }

    /// Says a text as it is; what a closed socket does not take is lost.
    public func send(_ text: String) { send(Array(text.utf8)) }

    public func send(_ bytes: [UInt8]) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                systemSend(descriptor, $0.baseAddress?.advanced(by: offset), bytes.count - offset)
            }
            guard count > 0 else { return }
            offset += count
        }
    }

    /// The next lines, waited for; fewer at the end.
    public func lines(_ count: Int) -> [String] {
        var lines: [String] = []
        while lines.count < count, let line = next() { lines.append(line) }
        return lines
    }

    /// Every line until the other side ends.
    public func everything() -> [String] { lines(.max) }

    /// The lines up to the first that has this text, which is the last of them.
    public func lines(until text: String) -> [String] {
        var lines: [String] = []
        while let line = next() {
            lines.append(line)
            if line.contains(text) { break }
        }
        return lines
    }

    /// Returns the bytes that came, as they came, after a wait; nil at the end.
    public func block() -> [UInt8]? {
        var block = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &block, block.count)
        return count > 0 ? Array(block[..<count]) : nil
    }

    private func next() -> String? {
        while true {
            if let end = waiting.firstIndex(of: 0x0A) {
                defer { waiting.removeSubrange(...end) }
                return String(decoding: waiting[..<end], as: UTF8.self)
            }
            guard let block = block() else { return nil }
            waiting += block
        }
    }
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
        send(descriptor, bytes, count, 0)
    #else
        send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
}

/// A folder with a short name, which goes away with the test: a socket's path has little space.
public final class SocketFolder: Sendable {
    public let path: String
    /// The path of a socket in it.
    public var socket: String { path + "/s" }

    public static var stream: Int32 {
        #if canImport(Darwin)
            SOCK_STREAM
        #else
            Int32(SOCK_STREAM.rawValue)
        #endif
    }

    public init() throws {
        path = "/tmp/resonance-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

import Foundation

/// A socket at which bridges knock: only those of this machine can.
///
/// A socket file is its owner's alone from its first moment on, replaces one without a listener,
/// and is taken away at the end.
package final class BridgeListener {
    /// The reason why no bridge can connect there.
    package enum Failure: Error, Sendable, Equatable {
        case notLoopback(host: String)
        case inUse(String)
        /// A path at which there is something else.
        case occupied(path: String)
        case notPermitted(String)
        case failed(String, reason: String)

        /// A sentence for a person.
        package var text: String {
            switch self {
            case .notLoopback(let host):
                "\(host) can be reached from other machines: listen at 127.0.0.1, ::1, localhost or unix:PATH"
            case .inUse(let address): "somebody listens at \(address) already"
            case .occupied(let path): "\(path) is there already and no socket"
            case .notPermitted(let address): "not permitted to listen at \(address)"
            case .failed(let address, let reason): "cannot listen at \(address): \(reason)"
            }
        }
    }

    /// The address at which it listens, with the port that was chosen.
    package let address: BridgeAddress
    let descriptor: Int32
    /// The path, device and inode of the socket file: only that file is removed.
    private var socketFile: (path: String, device: UInt64, node: UInt64)?

    private static let backlog: Int32 = 16

    package init(_ address: BridgeAddress) throws(Failure) {
        switch address {
        case .tcp(let host, _):
            (descriptor, self.address) = try Self.listen(address, host: host)
        case .unix(let path):
            descriptor = try Self.listen(address, path: path)
            self.address = address
            var status = stat()
            if lstat(path, &status) == 0 {
                socketFile = (path, UInt64(status.st_dev), UInt64(status.st_ino))
            }
        }
        Self.makeNonblocking(descriptor)
    }

    deinit {
        close(descriptor)
        removeFile()
    }

    /// Takes the socket file away. Without it that happens with the last reference, which a thread that just ended may
    /// hold longer than the program lives.
    func removeFile() {
        guard let socketFile else { return }
        self.socketFile = nil
        var status = stat()
        guard lstat(socketFile.path, &status) == 0, UInt64(status.st_dev) == socketFile.device,
            UInt64(status.st_ino) == socketFile.node
        else { return }
        unlink(socketFile.path)
    }

    static func makeNonblocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    // MARK: TCP

    private static func listen(
        _ address: BridgeAddress, host: String
    ) throws(Failure) -> (Int32, BridgeAddress) {
        let candidates = address.socketAddresses
        guard !candidates.isEmpty else {
            throw .failed(address.text, reason: "nobody knows this host")
        }
        guard candidates.allSatisfy(\.isLoopback) else { throw .notLoopback(host: host) }
        var failure = Failure.failed(address.text, reason: "no socket")
        for candidate in candidates {
            let descriptor = candidate.socket()
            guard descriptor >= 0 else { continue }
            // A port that was used a moment ago is free.
            var isOn: Int32 = 1
            setsockopt(
                descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn,
                socklen_t(MemoryLayout<Int32>.size))
            if candidate.bind(descriptor) == 0, systemListen(descriptor, backlog) == 0 {
                let port = SocketAddress(boundTo: descriptor)?.port ?? 0
                return (descriptor, .tcp(host: host, port: port))
            }
            failure = Self.failure(address)
            close(descriptor)
        }
        throw failure
    }

    // MARK: Socket files

    private static func listen(
        _ address: BridgeAddress, path: String
    ) throws(Failure) -> Int32 {
        guard let candidate = SocketAddress(path: path) else {
            throw .failed(address.text, reason: "the path is too long")
        }
        try removeStaleSocket(candidate, path, address)
        let descriptor = candidate.socket()
        guard descriptor >= 0 else { throw failure(address) }
        // The file is made with what the mask leaves: it is never wider.
        let previousMask = umask(0o177)
        let status = candidate.bind(descriptor)
        let reason = errno
        umask(previousMask)
        errno = reason
        guard status == 0, systemListen(descriptor, backlog) == 0 else {
            defer { close(descriptor) }
            throw failure(address)
        }
        return descriptor
    }

    /// Removes a socket that has no listener any more.
    private static func removeStaleSocket(
        _ candidate: SocketAddress, _ path: String, _ address: BridgeAddress
    ) throws(Failure) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .occupied(path: path) }
        let descriptor = candidate.connectedSocket()
        if descriptor >= 0 {
            close(descriptor)
            throw .inUse(address.text)
        }
        guard errno == ECONNREFUSED else { throw failure(address) }
        guard unlink(path) == 0 else { throw failure(address) }
    }

    private static func failure(_ address: BridgeAddress) -> Failure {
        switch errno {
        case EADDRINUSE: .inUse(address.text)
        case EACCES, EPERM: .notPermitted(address.text)
        default: .failed(address.text, reason: String(cString: strerror(errno)))
        }
    }
}

/// `listen(2)`; inside the class the name means its own methods.
private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
    listen(descriptor, backlog)
}

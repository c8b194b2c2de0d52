import Foundation

/// Where the data go: standard output, or a file that appears only when it is complete.
final class OutputSink {
    enum Failure: Error {
        /// Nobody reads any more: the end, and no error.
        case closed
        case cannotCreate(String)
        case cannotWrite(String)
    }

    private let path: String?
    private let temporaryPath: String?
    private let handle: FileHandle
    private var pending = Data()

    /// Bytes collected before they are written.
    private static let blockSize = 64 * 1024

    /// - Parameter path: the file to make; standard output where nil or `-`.
    init(path: String?) throws(Failure) {
        guard let path, path != "-" else {
            self.path = nil
            temporaryPath = nil
            handle = .standardOutput
            return
        }
        // A device, a pipe or another special file is written to, never replaced.
        var isFolder: ObjCBool = false
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        if FileManager.default.fileExists(atPath: target, isDirectory: &isFolder),
            !Self.isRegularFile(target)
        {
            guard !isFolder.boolValue, let handle = FileHandle(forWritingAtPath: target) else {
                throw .cannotCreate("cannot create \(path): it is a folder, or not writable")
            }
            self.path = nil
            temporaryPath = nil
            self.handle = handle
            return
        }
        let temporary = target + ".part-\(ProcessInfo.processInfo.processIdentifier)"
        guard FileManager.default.createFile(atPath: temporary, contents: nil),
            let handle = FileHandle(forWritingAtPath: temporary)
        else {
            throw .cannotCreate("cannot create \(path): \(Self.reason())")
        }
        self.path = target
        temporaryPath = temporary
        self.handle = handle
        Interruption.removeOnSignal(temporary)
    }

    /// Makes a file of these bytes.
    static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(Failure) {
        let sink = try OutputSink(path: path)
        try sink.write(bytes)
        try sink.finish()
    }

    func write(_ text: String) throws(Failure) { try write(text.utf8) }

    func write(_ bytes: some Sequence<UInt8>) throws(Failure) {
        pending.append(contentsOf: bytes)
        if pending.count >= Self.blockSize { try flush() }
    }

    func write(_ bytes: [UInt8]) throws(Failure) {
        pending.append(contentsOf: bytes)
        if pending.count >= Self.blockSize { try flush() }
    }

    /// Writes what is pending, so that a reader sees whole lines as soon as they are known.
    func flush() throws(Failure) {
        guard !pending.isEmpty else { return }
        let data = pending
        pending = Data()
        let status = data.withUnsafeBytes { bytes -> Int32 in
            var offset = 0
            while offset < bytes.count {
                let count = systemWrite(
                    handle.fileDescriptor, bytes.baseAddress?.advanced(by: offset),
                    bytes.count - offset)
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno
                }
                offset += count
            }
            return 0
        }
        guard status == 0 else {
            discard()
            if status == EPIPE { throw .closed }
            throw .cannotWrite(
                "cannot write \(path ?? "standard output"): \(String(cString: strerror(status)))")
        }
    }

    /// Puts the finished file in its place.
    func finish() throws(Failure) {
        try flush()
        guard let path, let temporaryPath else { return }
        try? handle.close()
        guard rename(temporaryPath, path) == 0 else {
            let reason = Self.reason()
            discard()
            throw .cannotCreate("cannot put \(path) in its place: \(reason)")
        }
        Interruption.forget(temporaryPath)
    }

    /// Takes back an unfinished file.
    func discard() {
        guard let temporaryPath else { return }
        try? FileManager.default.removeItem(atPath: temporaryPath)
        Interruption.forget(temporaryPath)
    }

    private static func isRegularFile(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeRegular
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}

/// `write(2)`; inside the class the name means its own method.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

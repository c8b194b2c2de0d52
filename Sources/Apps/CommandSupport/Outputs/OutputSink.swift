package import ArgumentParser
import RecordingFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The destination of the data: standard output, or a file that appears only when it is complete.
package final class OutputSink {
    package enum Failure: Error {
        /// An output that no program reads any more: the end, and no error.
        case closed
        case cannotCreate(String)
        case cannotWrite(String)
    }

    private let path: String?
    private let temporaryPath: String?
    /// -1 once it is closed.
    private var descriptor: Int32
    private var pendingBytes: [UInt8] = []

    /// Bytes collected before they are written.
    private static let blockSize = 64 * 1024

    /// - Parameter path: the file to make; standard output where nil or `-`.
    package init(path: String?) throws(Failure) {
        guard let path, path != "-" else {
            self.path = nil
            temporaryPath = nil
            descriptor = STDOUT_FILENO
            return
        }
        // A device, a pipe or another special file is written to, never replaced.
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        if let kind = FolderListing.kind(of: target), kind != .file {
            let openedDescriptor = kind == .folder ? -1 : open(target, O_WRONLY | O_CLOEXEC)
            guard openedDescriptor >= 0 else {
                throw .cannotCreate("cannot create \(path): it is a folder, or not writable")
            }
            self.path = nil
            temporaryPath = nil
            descriptor = openedDescriptor
            return
        }
        let partPath = target + ".part-\(getpid())"
        let openedDescriptor = open(partPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard openedDescriptor >= 0 else {
            throw .cannotCreate("cannot create \(path): \(POSIXFiles.reason)")
        }
        self.path = target
        temporaryPath = partPath
        descriptor = openedDescriptor
        Interruption.removeOnSignal(partPath)
    }

    deinit { closeFile() }

    /// Closes what was opened here; standard output stays open.
    private func closeFile() {
        if descriptor > STDERR_FILENO { close(descriptor) }
        if descriptor != STDOUT_FILENO { descriptor = -1 }
    }

    /// Makes a file of these bytes.
    package static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(Failure) {
        let sink = try OutputSink(path: path)
        try sink.write(bytes)
        try sink.finish()
    }

    package func write(_ text: String) throws(Failure) { try write(text.utf8) }

    package func write(_ bytes: some Sequence<UInt8>) throws(Failure) {
        pendingBytes.append(contentsOf: bytes)
        if pendingBytes.count >= Self.blockSize { try flush() }
    }

    package func write(_ bytes: [UInt8]) throws(Failure) {
        pendingBytes.append(contentsOf: bytes)
        if pendingBytes.count >= Self.blockSize { try flush() }
    }

    /// Writes what is pending, so that a reader sees whole lines as soon as they are known.
    package func flush() throws(Failure) {
        guard !pendingBytes.isEmpty else { return }
        let status = POSIXFiles.write(pendingBytes, to: descriptor)
        pendingBytes.removeAll(keepingCapacity: true)
        if let status {
            discard()
            if status == EPIPE { throw .closed }
            throw .cannotWrite(
                "cannot write \(path ?? "standard output"): \(String(cString: strerror(status)))")
        }
    }

    /// Moves the finished file to its path.
    package func finish() throws(Failure) {
        try flush()
        guard let path, let temporaryPath else { return }
        closeFile()
        guard rename(temporaryPath, path) == 0 else {
            let reason = POSIXFiles.reason
            discard()
            throw .cannotCreate("cannot put \(path) in its place: \(reason)")
        }
        Interruption.forget(temporaryPath)
    }

    /// Takes back an unfinished file.
    package func discard() {
        guard let temporaryPath else { return }
        unlink(temporaryPath)
        Interruption.forget(temporaryPath)
    }
}

extension OutputSink.Failure {
    /// Reports the failure, and gives the code to end with; a closed pipe is no failure.
    package func exitCode(_ diagnostics: Diagnostics) -> ExitCode {
        switch self {
        case .closed:
            return ExitStatus.ok.exitCode
        case .cannotCreate(let text):
            diagnostics.error(text, code: "cannot_create")
            return ExitStatus.cannotCreate.exitCode
        case .cannotWrite(let text):
            diagnostics.error(text, code: "io")
            return ExitStatus.ioError.exitCode
        }
    }
}

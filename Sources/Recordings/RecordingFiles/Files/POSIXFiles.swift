#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Whole files and folders by the C library alone, so that each failure has the system's own reason.
package enum POSIXFiles {
    /// Makes a folder and all folders above it that are missing.
    ///
    /// - Returns: nil where the folder is there at the end; else the system's reason as a sentence without a subject.
    package static func makeFolders(_ path: String) -> String? {
        if mkdir(path, 0o755) == 0 || FolderListing.kind(of: path) == .folder { return nil }
        var reason = errno
        if reason == ENOENT {
            let parentFolder = FilePath.folder(of: path)
            guard !parentFolder.isEmpty, parentFolder != path else { return text(reason) }
            if let failure = makeFolders(parentFolder) { return failure }
            if mkdir(path, 0o755) == 0 || FolderListing.kind(of: path) == .folder { return nil }
            reason = errno
        }
        return text(reason)
    }

    /// Writes all of some bytes to an open file.
    ///
    /// - Returns: the error number; nil where all are written.
    package static func write(_ bytes: some Sequence<UInt8>, to descriptor: Int32) -> Int32? {
        func writeAll(_ bytes: UnsafeRawBufferPointer) -> Int32? {
            var begin = 0
            while begin < bytes.count {
                let count = systemWrite(
                    descriptor, bytes.baseAddress?.advanced(by: begin), bytes.count - begin)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return errno }
                begin += count
            }
            return nil
        }
        return bytes.withContiguousStorageIfAvailable { writeAll(UnsafeRawBufferPointer($0)) }
            ?? Array(bytes).withUnsafeBytes(writeAll)
    }

    /// Writes a text to standard error; where that is closed or full, nothing is said.
    package static func writeToStandardError(_ text: String) {
        _ = write(text.utf8, to: STDERR_FILENO)
    }

    /// The file of the running program, links followed; nil where the system does not say.
    package static var executablePath: String? {
        #if canImport(Darwin)
            var size: UInt32 = 0
            _NSGetExecutablePath(nil, &size)
            var path = [CChar](repeating: 0, count: Int(size))
            guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
            let name = String(cString: path)
        #else
            let name = "/proc/self/exe"
        #endif
        guard let found = realpath(name, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    /// The last failure of a call to the system, as a sentence without a subject.
    package static var reason: String { text(errno) }

    private static func text(_ number: Int32) -> String { String(cString: strerror(number)) }
}

/// `write(2)`; inside the type the name means its own function.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

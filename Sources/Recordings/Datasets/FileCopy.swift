import RecordingFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Copies a file of a mirror that is a folder, by a part file as what comes by the web.
enum FileCopy {
    static func copy(
        _ source: String, into part: PartFile, onProgress: @Sendable (Int) -> Void
    ) throws(DatasetFailure) -> WebOutcome {
        guard FolderListing.kind(of: source) == .file else {
            return .status(404, retryAfter: nil)
        }
        var file: ByteSource
        do throws(RecordingError) {
            file = try RecordingFile.bytes(path: source)
        } catch {
            return .transferFailed("\(source) cannot be read: \(error.text)")
        }
        let descriptor = try part.open(from: 0, tag: nil)
        defer { close(descriptor) }
        while true {
            let block: [UInt8]
            do throws(RecordingError) {
                block = Array(try file.readBlock())
            } catch {
                return .transferFailed("\(source) cannot be read: \(error.text)")
            }
            if block.isEmpty { return .complete }
            if let code = POSIXFiles.write(block, to: descriptor) {
                throw DatasetFailure(
                    .io,
                    "cannot write \(part.path): \(String(cString: strerror(code))): make room, and fetch again"
                )
            }
            onProgress(block.count)
        }
    }
}

@testable import LiveSession

/// A file on a disk that forgets, at a power cut, all that was not synced.
final class ForgetfulFile: LogFile {
    /// All that was written so far.
    private(set) var written: [UInt8] = []
    private(set) var syncedCount = 0
    /// Number of bytes there is space for.
    var capacity = Int.max
    /// The largest number of bytes that a call takes.
    var stride = Int.max
    var isDeaf = false

    /// Returns the bytes that are left after a power cut: those that were synced, and possibly some
    /// of the rest.
    func afterPowerCut(keeping extra: Int = 0) -> [UInt8] {
        Array(written.prefix(syncedCount + extra))
    }

    func write(_ bytes: ArraySlice<UInt8>) throws(RawLog.Failure) -> Int {
        let count = min(bytes.count, capacity - written.count, stride)
        guard count > 0 else { throw RawLog.Failure(path: "", text: "full") }
        written += bytes.prefix(count)
        return count
    }

    func sync() throws(RawLog.Failure) {
        if isDeaf { throw RawLog.Failure(path: "", text: "deaf") }
        syncedCount = written.count
    }
}

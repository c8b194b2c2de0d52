@testable import RecordingFiles

extension FuzzTarget {
    /// Any bytes as a zip archive: each entry is unpacked, never to more than is declared.
    static let zip = FuzzTarget(name: "zip") { bytes in
        var limits = ZipLimits()
        limits.ratioExemptByteCount = 1 << 16
        limits.byteCount = 1 << 24
        guard let archive = try? ZipArchive(RandomAccessBytes(bytes), limits: limits) else {
            return
        }
        for entry in archive.entries.prefix(16) {
            guard var source = try? archive.source(of: entry) else { continue }
            var byteCount = 0
            while let block = try? source.readBlock(), !block.isEmpty { byteCount += block.count }
            precondition(byteCount <= entry.byteCount)
            precondition(source.notices().count <= 1)
        }
    }
}

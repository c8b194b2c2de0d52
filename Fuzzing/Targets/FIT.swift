@testable import RecordingFiles

extension FuzzTarget {
    /// Any bytes as FIT files, and behind a header that makes them one.
    static let fit = FuzzTarget(name: "fit") { bytes in
        check(bytes)
        let size = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
        check([12, 0x20, 0, 0] + size + Array(FITDecoder.signature.utf8) + bytes)
    }

    private static func check(_ bytes: [UInt8]) {
        let source = bytes.count % 2 == 0 ? ByteSource(bytes) : pipe(bytes)
        guard let activities = try? FITFile.activities(source) else { return }
        precondition(!activities.isEmpty && activities.count <= FITDecoder.fileCountLimit)
        for activity in activities {
            precondition(activity.messageCount <= bytes.count)
            precondition(activity.errorNotices.allSatisfy { !$0.text.isEmpty })
            guard let beats = activity.beats else { continue }
            precondition(beats.intervalsMs.count <= bytes.count)
            precondition(beats.intervalsMs.count == beats.endSeconds.count)
            precondition(beats.endSeconds.allSatisfy { $0.isFinite })
        }
        var reader = FITReader(BeatInput())
        guard (try? reader.consume(bytes[...])) != nil, let outcomes = try? reader.finishAll()
        else {
            return
        }
        for case .success(let recording) in outcomes {
            precondition(recording.rr.count > 0 && recording.rr.durationSeconds.isFinite)
        }
    }
}

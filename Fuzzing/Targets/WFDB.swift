@testable import RecordingFiles

extension FuzzTarget {
    /// The header alone.
    static let wfdbHeader = FuzzTarget(name: "wfdb-header") { bytes in
        do throws(RecordingError) {
            let header = try WFDBHeader(bytes)
            precondition(header.signals.count <= header.signalCount)
            precondition(RecordingLimits.rateRangeHz.contains(header.sampleRateHz))
        } catch {
            precondition(!error.text.isEmpty)
        }
    }

    /// Annotations alone.
    static let wfdbAnnotations = FuzzTarget(name: "wfdb-annotations") { bytes in
        var annotations = WFDBAnnotations()
        do throws(RecordingError) {
            try annotations.consume(bytes)
            annotations.finish()
            let times = annotations.annotations.map(\.sample)
            precondition(Swift.zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
            precondition((times.first ?? 0) >= 0 && times.count <= bytes.count)
            let series = annotations.series(sampleRateHz: 360)
            precondition(series.count <= bytes.count)
            _ = AnnotatedBeats(annotations.file(sampleRateHz: 360))
        } catch {
            precondition(!error.text.isEmpty)
        }
    }

    /// A record and its segments: the headers `r`, `s` and `t`, each ended by a zero byte, and then
    /// the bytes of every signal file.
    static let wfdbSignals = FuzzTarget(name: "wfdb-signals") { bytes in
        let parts = bytes.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false)
            .map(Array.init)
        let headers = Dictionary(uniqueKeysWithValues: Swift.zip(["r", "s", "t"], parts))
        let samples = parts.count > 3 ? parts[3] : []
        let folder = WFDBFolder(
            header: { name throws(RecordingError) in
                guard let header = headers[name] else { throw .missingCompanion(name) }
                return try WFDBHeader(header)
            },
            samples: { _ throws(RecordingError) in ByteSource(samples) })
        do throws(RecordingError) {
            let signals = try WFDBSignals(try folder.header("r"), folder)
            var decoder: any SignalDecoder = signals
            try drain(&decoder)
        } catch {
            precondition(!error.text.isEmpty)
        }
    }
}

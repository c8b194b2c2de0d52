import RecordingFiles

extension FuzzTarget {
    /// R-R text in any shape; the length of the input chooses what the person says about it.
    static let rrText = FuzzTarget(name: "rr-text") { bytes in
        var options = RRTextOptions()
        if bytes.count % 8 == 1 { options.decimalMark = .comma }
        if bytes.count % 8 == 2 { options.unit = .seconds }
        var reader = RRTextReader(
            options: options, fileName: nil,
            format: bytes.count % 8 == 3 ? RecordingFormat.beatTimes : nil)
        do throws(RecordingError) {
            try reader.consume(bytes)
            let series = try reader.finish().rr
            precondition(series.count > 0 && series.count <= bytes.count)
            precondition(series.durationSeconds.isFinite)
        } catch {
            precondition(!error.text.isEmpty)
        }
    }
}

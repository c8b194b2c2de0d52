import Foundation

extension RecordingFile {
    /// Whether the input at `path` holds beats or signals.
    ///
    /// A WFDB record holds beats where annotations lie beside it, or where they are asked for: by an
    /// annotator's name or by the format.
    ///
    /// - Throws: where the input cannot be opened or unpacked.
    public static func content(
        path: String, options: Options = Options()
    ) throws(RecordingError) -> RecordingContent {
        if let record = WFDBRecordFiles(
            path: path, isForced: options.format == RecordingFormat.wfdb)
        {
            let isAskedFor = options.annotator != nil || options.format == RecordingFormat.wfdb
            return isAskedFor || !record.annotators().isEmpty ? .beats : .signals
        }
        var source = try GzipSource.unpacked(source(path: path))
        return try RecordingContent.found(in: &source, options: options)
    }

    /// The recording at `path`, as beats or as signals, whichever it holds.
    ///
    /// - Throws: every case of ``RecordingError``.
    public static func openInput(
        path: String, options: Options = Options()
    ) throws(RecordingError) -> RecordingInput {
        switch try content(path: path, options: options) {
        case .beats: .beats(try read(path: path, options: options))
        case .signals: .signals(try openSignals(path: path, options: options))
        }
    }

    /// What comes on standard input, as beats or as signals, whichever it is.
    public static func openStandardInput(
        options: Options = Options()
    ) throws(RecordingError) -> RecordingInput {
        var source = try GzipSource.unpacked(source(.standardInput))
        return switch try RecordingContent.found(in: &source, options: options) {
        case .beats: .beats(try read(source, fileName: nil, options: options))
        case .signals:
            .signals(SignalReader(try SignalFormats.open(source, fileName: nil, options: options)))
        }
    }
}

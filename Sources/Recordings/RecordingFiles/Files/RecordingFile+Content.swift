extension RecordingFile {
    /// Returns the kind of content of the input at `path`: beats or signals.
    ///
    /// A WFDB record holds beats where annotations lie beside it, or where they are asked for: by an
    /// annotator's name or by the format.
    ///
    /// - Throws: where the input cannot be opened or unpacked.
    public static func content(
        path: String, options: Options = Options()
    ) throws(RecordingError) -> RecordingContent {
        let name = InputName(path)
        if let record = try record(name, options) { return content(of: record, options) }
        if name.part == nil, try RecordingArchive(name.path) != nil { return .beats }
        var (input, _) = try opened(name, options)
        return switch try input.content() {
        case .beats, .document: .beats
        case .signals: .signals
        }
    }

    /// The recording at `path`, as beats or as signals, whichever it holds.
    ///
    /// - Parameter path: a file, or a WFDB record by any of its names; `#2` behind it means the
    ///   second recording of a file that holds several.
    /// - Throws: every case of ``RecordingError``.
    public static func openInput(
        path: String, options: Options = Options()
    ) throws(RecordingError) -> RecordingInput {
        let name = InputName(path)
        guard let record = try record(name, options) else {
            if name.part == nil, let archive = try RecordingArchive(name.path) {
                return .recordings(try archive.beats(options))
            }
            let (input, inner) = try opened(name, options)
            return try read(input, inner)
        }
        return try openInput(record, options)
    }

    /// A WFDB record as beats or as signals, whichever it holds.
    static func openInput(
        _ record: WFDBRecordFiles, _ options: Options
    ) throws(RecordingError) -> RecordingInput {
        switch content(of: record, options) {
        case .beats: .beats(try record.read(options))
        case .signals: .signals(SignalReader(try record.openSignals(), options))
        }
    }

    /// The recording in a file of an archive, as beats or as signals, whichever it holds.
    ///
    /// - Parameter name: path of the archive with the file behind a `#`, and which recording of the file is meant.
    package static func openInput(
        _ source: ByteSource, name: InputName, fileName: String, options: Options
    ) throws(RecordingError) -> RecordingInput {
        try read(
            OpenedInput(source, fileName: fileName, options: options, part: name.part), name)
    }

    /// The signals in a file of an archive.
    package static func openSignals(
        _ source: ByteSource, fileName: String, options: Options
    ) throws(RecordingError) -> SignalReader {
        var input = try OpenedInput(source, fileName: fileName, options: options)
        return SignalReader(try input.signals(), options)
    }

    /// Opens standard input as beats or as signals, according to its content.
    public static func openStandardInput(
        options: Options = Options()
    ) throws(RecordingError) -> RecordingInput {
        try openStandardInput(options: options, part: nil)
    }

    /// Opens standard input as beats or as signals.
    ///
    /// - Parameter part: which of its recordings is meant; nil for all of them.
    package static func openStandardInput(
        options: Options, part: String?
    ) throws(RecordingError) -> RecordingInput {
        try read(
            OpenedInput(
                SequentialFile.standardInput.source(), fileName: nil, options: options, part: part),
            InputName(path: "-", part: part))
    }

    private static func read(
        _ opened: OpenedInput, _ name: InputName
    ) throws(RecordingError) -> RecordingInput {
        var input = opened
        if let recordings = try input.recordings(name) {
            return recordings.count > 1
                ? .recordings(recordings) : .beats(try recordings.onlyRecording())
        }
        return .signals(SignalReader(try input.signals(), opened.options))
    }

    /// The table that a file holds; nil for binary data, documents and WFDB records.
    static func table(
        path: String, options: Options
    ) throws(RecordingError) -> TableReading? {
        let name = InputName(path)
        guard try record(name, options) == nil else { return nil }
        if name.part == nil, try RecordingArchive(name.path) != nil { return nil }
        var (input, _) = try opened(name, options)
        return try input.table()
    }

    private static func content(
        of record: WFDBRecordFiles, _ options: Options
    ) -> RecordingContent {
        let wantsBeats = options.annotator != nil || options.format == RecordingFormat.wfdb
        return wantsBeats || record.isLoneAnnotation || !record.annotators().isEmpty
            ? .beats : .signals
    }
}

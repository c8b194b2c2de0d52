import PhysioTypes

/// An input that was opened once, that is no WFDB record: unpacked, looked at, and read by the
/// reader that its beginning calls for.
struct OpenedInput {
    /// What an input holds.
    enum Content {
        case beats(any BeatReader.Type)
        case signals
    }

    private var source: ByteSource
    private let head: InputHead
    /// The decoder whose mark the input begins with.
    private let decoder: (any SignalFileDecoder.Type)?
    private let fileName: String?
    private let options: RecordingFile.Options

    /// - Parameter fileName: of the input, where it has one.
    /// - Throws: where the input cannot be read or unpacked.
    init(
        _ source: ByteSource, fileName: String?, options: RecordingFile.Options
    ) throws(RecordingError) {
        self.source = try GzipSource.unpacked(source)
        self.fileName = fileName
        self.options = options
        let head = InputHead(
            start: try self.source.peek(InputHead.startSize), options: options)
        self.head = head
        decoder = ReadFormats.signals.first { $0.probe(head) == .certain }
    }

    // MARK: What it is

    /// Determines the content by the first bytes, and by what the person said.
    ///
    /// A text is taken for beats wherever it may be one: signals are known by a rate or a unit of
    /// voltage that it states, by a column called ECG, and by values below 0. `--rate` and
    /// `--format` decide where the text does not.
    mutating func content() throws(RecordingError) -> Content {
        let asked = ReadFormats.asked(options.format)
        if let reader = asked as? any BeatReader.Type { return .beats(reader) }
        if asked is any SignalFileDecoder.Type || decoder != nil { return .signals }
        if let reader = reader(head, .certain) { return .beats(reader) }
        // The reader of texts says what it is that has no beats.
        guard UnreadInput.reasonForNoSignals(head.start) == nil else {
            return .beats(reader(head, .likely) ?? RRTextReader.self)
        }
        source = try source.narrowed()
        let text = head.asText(Array(try source.peek(InputHead.textSize)))
        if let reader = reader(text, .certain) { return .beats(reader) }
        if options.rateHz != nil { return .signals }
        let mayHoldSignals = ReadFormats.signals.contains { $0.probe(text) != .none }
        if mayHoldSignals, !BeatWords.occur(in: text) { return .signals }
        return .beats(reader(text, .likely) ?? RRTextReader.self)
    }

    /// The first reader that is so sure; that of texts where the person named another format.
    private func reader(
        _ head: InputHead, _ likelihood: Likelihood
    ) -> (any BeatReader.Type)? {
        let found = ReadFormats.beats.first { $0.probe(head) == likelihood }
        return options.format == nil ? found : found.map { _ in RRTextReader.self }
    }

    // MARK: Reading

    /// The beats of the input.
    ///
    /// - Throws: `noRR` where it holds signals, and every other case of ``RecordingError``.
    mutating func beats() throws(RecordingError) -> Recording {
        guard case .beats(let reader) = try content() else {
            throw UnreadInput.holdsSignals("a recording of samples")
        }
        return try beats(reader)
    }

    /// The beats of the input, by the reader that ``content()`` found.
    ///
    /// - Throws: also where the input holds several recordings.
    mutating func beats(_ type: any BeatReader.Type) throws(RecordingError) -> Recording {
        try InputName(path: fileName ?? "-").recordings(recordings(type)).only()
    }

    /// Every recording of beats of the input, by the reader that ``content()`` found.
    mutating func recordings(
        _ type: any BeatReader.Type
    ) throws(RecordingError) -> [Result<Recording, RecordingError>] {
        var reader: any BeatReader = type.init(
            BeatInput(
                text: options.text, fileName: fileName.map(AppFileName.unpacked),
                format: options.format))
        while case let block = try source.readBlock(), !block.isEmpty {
            try reader.consume(block)
        }
        let outcomes = try reader.finishAll()
        let notices = type == BeatlineLog.self ? [] : source.notices()
        guard !notices.isEmpty else { return outcomes }
        return outcomes.map { outcome in
            outcome.map { $0.with(notices: $0.notices + notices) }
        }
    }

    /// The signals of the input, whatever else it may hold.
    ///
    /// - Throws: `noSignal` for formats that hold none, and what the format's decoder throws.
    func signals() throws(RecordingError) -> any SignalDecoder {
        guard !head.start.isEmpty else { throw .empty("the input is empty") }
        if let decoder {
            return try decoder.init(
                SignalInput(source: source, fileName: fileName, options: options))
        }
        if let reason = UnreadInput.reasonForNoSignals(head.start) { throw reason }
        return try SignalTextDecoder(
            SignalInput(source: source.narrowed(), fileName: fileName, options: options))
    }
}

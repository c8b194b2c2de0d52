import PhysioTypes

/// An input that was opened once, that is no WFDB record: unpacked, looked at, and read by the
/// reader that its beginning calls for.
struct OpenedInput {
    /// The content of an input.
    enum Content {
        case beats(any BeatReader.Type)
        /// Recordings that the opening of a document has read.
        case document([Result<Recording, RecordingError>], partNames: [String]?)
        case signals
    }

    private var source: ByteSource
    private var head: InputHead
    /// The document that the input is, until its table replaces it.
    private var document: (any DocumentFormat.Type)?
    /// Name of the document whose table is read.
    private var container: String?
    /// The content of the document that was opened: it comes only once.
    private var openedDocument: DocumentContent?
    /// The decoder whose mark the input begins with.
    private let decoder: (any SignalFileDecoder.Type)?
    private let fileName: String?
    let options: RecordingFile.Options
    /// The recording of the input that is meant; of a document with several tables the one of its table.
    private var part: String?
    /// The table that was chosen of a document, and the names of all.
    private var chosenTableName: String?
    private var tableNames: [String] = []
    /// The table of a text, once it was looked at.
    private var knownTable: TableReading?

    /// - Parameter fileName: of the input, where it has one.
    /// - Parameter part: what of it is meant; nil for all.
    /// - Throws: where the input cannot be read or unpacked.
    init(
        _ source: ByteSource, fileName: String?, options: RecordingFile.Options,
        part: String? = nil
    ) throws(RecordingError) {
        self.source = try GzipSource.unpacked(source)
        self.fileName = fileName
        self.options = options
        self.part = part
        let head = InputHead(
            start: try self.source.peek(InputHead.startSize), options: options)
        self.head = head
        decoder = ReadableFormats.signalDecoders.first { $0.probe(head) == .certain }
        document = ReadableFormats.documentFormats.first { $0.probe(head) }
    }

    // MARK: What it is

    /// Determines the content by the first bytes, by the table that a text holds, and by what the
    /// person said.
    mutating func content() throws(RecordingError) -> Content {
        if let openedContent = try openDocument(wantsSignals: false) { return openedContent }
        let requestedFormat = ReadableFormats.requestedFormat(options.format)
        if let reader = requestedFormat as? any BeatReader.Type { return .beats(reader) }
        if requestedFormat is any SignalFileDecoder.Type || decoder != nil { return .signals }
        if let reader = reader(head, .certain) { return .beats(reader) }
        // The reader of texts says what it is that has no beats.
        guard UnsupportedInput.reasonForNoSignals(head.start) == nil else {
            return .beats(reader(head, .likely) ?? RRTextReader.self)
        }
        source = try source.transcodedToUTF8()
        let text = head.asText(Array(try source.peek(InputHead.textSize)))
        if let reader = reader(text, .certain) { return .beats(reader) }
        if Self.holdsPart(text) { return .beats(RRTextReader.self) }
        if text.firstLine?.hasPrefix(text: OpenSignalsHeader.magic) == true { return .signals }
        return content(of: text)
    }

    /// Opens the document that the input is; of one that holds a table, the input is the table from
    /// then on.
    ///
    /// - Returns: nil for a table, and for an input that is no document.
    private mutating func openDocument(wantsSignals: Bool) throws(RecordingError) -> Content? {
        if let document, openedDocument == nil {
            let input = SignalInput(
                source: source, fileName: fileName, options: options, part: part)
            openedDocument = try document.open(input, wantsSignals: wantsSignals)
            if case .table(let table, let name, let names)? = openedDocument {
                (source, container) = (table, document.name)
                (chosenTableName, tableNames) = (name, names)
                if name != nil { part = part.flatMap(Self.rest) }
                head = InputHead(start: try source.peek(InputHead.startSize), options: options)
            }
        }
        switch openedDocument {
        case .table?, nil: return nil
        case .beats(let outcomes, let partNames)?: return .document(outcomes, partNames: partNames)
        case .signals?: return .signals
        }
    }

    /// The part of a table that stands behind the name of the table.
    private static func rest(_ part: String) -> String? {
        part.firstIndex(of: "#").map { String(part[part.index(after: $0)...]) }
    }

    /// The content of a table.
    private mutating func content(of text: InputHead) -> Content {
        guard let line = text.firstLine, UnsupportedInput.reasonForNoBeats(line) == nil,
            UnsupportedInput.reasonForNoTable(line, 1) == nil
        else { return .beats(reader(text, .likely) ?? RRTextReader.self) }
        knownTable = table(text)
        if case .samples? = knownTable?.verdict { return .signals }
        return .beats(RRTextReader.self)
    }

    /// The table at the beginning of a text; nil where its lines are too long for one.
    private func table(_ text: InputHead) -> TableReading? {
        try? TableReading(
            text.text, isWhole: text.text.count < InputHead.textSize, options: options.text,
            fileName: fileName.map(AppFileName.unpacked), format: nil)
    }

    /// The table that the input holds; nil for binary data and documents.
    mutating func table() throws(RecordingError) -> TableReading? {
        if try openDocument(wantsSignals: false) != nil { return nil }
        guard decoder == nil, reader(head, .certain) == nil,
            UnsupportedInput.reasonForNoSignals(head.start) == nil
        else { return nil }
        source = try source.transcodedToUTF8()
        let text = head.asText(Array(try source.peek(InputHead.textSize)))
        guard reader(text, .certain) == nil, !Self.holdsPart(text), let line = text.firstLine,
            UnsupportedInput.reasonForNoBeats(line) == nil,
            UnsupportedInput.reasonForNoTable(line, 1) == nil
        else { return nil }
        return table(text)
    }

    /// Returns true if the text is a document, or a table whose first line is an application's.
    private static func holdsPart(_ text: InputHead) -> Bool {
        guard let line = text.firstLine else { return false }
        let head = InputHead(firstLine: line)
        if ReadableFormats.beatTextFormats.contains(where: { $0.probe(head) != .none }) {
            return true
        }
        guard line.count < 200, let fields = try? TextLine(line, number: 1).fields else {
            return false
        }
        return ReadableFormats.tableFormats.contains { $0.opening(fields) != nil }
    }

    /// The first reader that is so sure; that of texts where the person named another format.
    private func reader(
        _ head: InputHead, _ likelihood: Likelihood
    ) -> (any BeatReader.Type)? {
        let found = ReadableFormats.beatReaders.first { $0.probe(head) == likelihood }
        return options.format == nil ? found : found.map { _ in RRTextReader.self }
    }

    // MARK: Reading

    /// The beats of the input.
    ///
    /// - Throws: `noRR` where it holds signals, and every other case of ``RecordingError``.
    mutating func beats() throws(RecordingError) -> Recording {
        guard let recordings = try recordings(InputName(path: fileName ?? "-")) else {
            throw UnsupportedInput.holdsSignalsError("a recording of samples")
        }
        return try recordings.onlyRecording()
    }

    /// Every recording of beats of the input that a name means; nil where it holds signals.
    mutating func recordings(
        _ name: InputName
    ) throws(RecordingError) -> [NamedRecording]? {
        switch try content() {
        case .signals: nil
        case .document(let outcomes, let partNames):
            try name.recordings(
                outcomes.map { outcome in
                    outcome.map {
                        $0.addingUnusedOptionNotices(options, used: options.text.optionsOfIntervals)
                    }
                }, partNames: partNames
            ).mergingOptionNotices
        case .beats(let reader): try recordings(reader, nameInTable(name))
        }
    }

    /// The name with the table as a part of the path, where one was chosen.
    private func nameInTable(_ name: InputName) -> InputName {
        guard let chosenTable = chosenTableName else { return name }
        return InputName(
            path: InputName.name(ofPart: chosenTable, in: name.path), part: part)
    }

    private mutating func recordings(
        _ type: any BeatReader.Type, _ name: InputName
    ) throws(RecordingError) -> [NamedRecording] {
        var reader: any BeatReader = type.init(
            BeatInput(
                text: options.text, fileName: fileName.map(AppFileName.unpacked),
                format: options.format, table: options.format == nil ? knownTable : nil,
                container: container))
        while case let block = try source.readBlock(), !block.isEmpty {
            try reader.consume(block)
        }
        let outcomes = try reader.finishAll()
        let notices = type == BeatlineLog.self ? [] : source.notices()
        let used = reader.usedOptions
        let outcomesWithNotices = outcomes.map { outcome in
            outcome.map {
                $0.with(notices: $0.notices + notices).addingUnusedOptionNotices(
                    options, used: used)
            }
        }
        do throws(RecordingError) {
            return try name.recordings(outcomesWithNotices, partNames: reader.partNames)
                .mergingOptionNotices
        } catch {
            guard case .cannotRead(let text, .notFound) = error, tableNames.count > 1 else {
                throw error
            }
            let tables = tableNames.map { "\"\($0)\"" }.joined(separator: ", ")
            throw .cannotRead("\(text), and the workbook the sheets \(tables)", .notFound)
        }
    }

    /// The signals of the input, whatever else it may hold.
    ///
    /// - Throws: `noSignal` for formats that hold none, and what the format's decoder throws.
    mutating func signals() throws(RecordingError) -> any SignalDecoder {
        guard !head.start.isEmpty else { throw .empty("the input is empty") }
        _ = try openDocument(wantsSignals: true)
        switch openedDocument {
        case .table?, nil: break
        case .signals(let decoder)?:
            try InputName(path: fileName ?? "-", part: part).checkHasNoPart()
            return decoder
        case .beats?: throw UnsupportedInput.beatsInsteadOfSignalsError
        }
        if let decoder {
            try InputName(path: fileName ?? "-", part: part).checkHasNoPart()
            return try decoder.init(
                SignalInput(source: source, fileName: fileName, options: options))
        }
        if let reason = UnsupportedInput.reasonForNoSignals(head.start) { throw reason }
        return try SignalTextDecoder(
            SignalInput(
                source: source.transcodedToUTF8(), fileName: fileName, options: options, part: part,
                container: container, table: knownTable))
    }
}

package import PhysioTypes

/// The result of the look at an input, and the reasons: the kind, the columns of a table, and where
/// two readings fit, both with the option that chooses each.
package struct InputDescription: Sendable {
    /// Outcomes of the look at an input.
    package enum Outcome: String, Sendable {
        /// Recordings that can be read as they are.
        case read
        /// Two readings fit, or something such as a rate is missing.
        case question
        /// Nothing that is read.
        case refused
    }

    /// A column of a table.
    package struct Column: Sendable {
        /// Counted from 0.
        package let index: Int
        /// Empty where the column has none.
        package let name: String
        /// Empty where none is stated.
        package let unit: String
        package let kind: String
        /// The first numbers or times; empty for words, names and dates of birth.
        package let firstValues: [String]
    }

    /// A reading of the input, and the option that asks for it.
    package struct Choice: Sendable {
        package let meaning: String
        package let option: String
    }

    /// A recording or signal of the input.
    package struct Part: Sendable {
        /// The name that opens it.
        package let name: String
        /// Intervals, or samples a second for a signal.
        package let summary: String
        /// Time between the first and the last beat; s; nil for signals, which are not read through.
        package let seconds: Double?
    }

    package let path: String
    package let outcome: Outcome
    /// `beats` or `signals`; nil where nothing is read.
    package let content: RecordingContent?
    /// The format as `hrv formats` lists it; nil where nothing is read.
    package let format: String?
    /// The way in which the kind was found, a clause; empty for formats with a mark of their own.
    package let evidence: String
    /// The separator of the cells of a table, in words; nil for anything else.
    package let separator: String?
    /// Line of the names of the columns; nil where there is none.
    package let headerLine: Int?
    /// Line of the first row; nil for anything but a table.
    package let firstRowLine: Int?
    package let columns: [Column]
    /// Samples a second, of signals and of positions in samples; Hz.
    package let rateHz: Double?
    package let parts: [Part]
    package let notices: [Notice]
    /// The sentence of a question or a refusal.
    package let problem: RecordingError?
    package let choices: [Choice]

    /// The command that reads the input; nil where it is refused.
    package var command: String? {
        switch outcome {
        case .read:
            "hrv \(content == .signals ? "detect" : "analyze") \(Self.quoted(path))"
        case .question: choices.first.map { "hrv analyze \(Self.quoted(path)) \($0.option)" }
        case .refused: nil
        }
    }

    private static func quoted(_ path: String) -> String {
        path.contains { $0.isWhitespace || "'\"$&;()#*?".contains($0) }
            ? "'" + path.replacing("'", with: "'\\''") + "'" : path
    }

    /// The description of the input at `path`.
    package init(path: String, options: RecordingFile.Options = .init()) {
        self.path = path
        let reading = try? RecordingFile.table(path: path, options: options)
        var (content, format): (RecordingContent?, String?)
        var parts: [Part] = []
        var notices: [Notice] = []
        var rateHz = reading?.statedRateHz
        var problem: RecordingError?
        do throws(RecordingError) {
            switch try RecordingFile.openInput(path: path, options: options) {
            case .beats(let recording):
                (content, format) = (.beats, recording.format)
                parts = [Part(path, recording)]
                notices = recording.notices
            case .recordings(let recordings):
                content = .beats
                for named in recordings {
                    switch named.outcome {
                    case .success(let recording):
                        format = format ?? recording.format
                        parts.append(Part(named.name, recording))
                        if notices.isEmpty { notices = recording.notices }
                    case .failure(let error):
                        parts.append(Part(name: named.name, summary: error.text, seconds: nil))
                    }
                }
            case .signals(let reader):
                (content, format) = (.signals, reader.format)
                rateHz = reader.signals.first?.sampleRateHz
                notices = reader.notices
                if let count = reader.partCount {
                    notices.append(
                        Notice(
                            .note, code: "parts",
                            "\(count) blocks with pauses between them: --part 1 to --part \(count) reads one"
                        ))
                }
                parts = reader.signals.enumerated().map { index, signal in
                    Part(
                        name: signal.name.isEmpty ? "\(index)" : signal.name,
                        summary: "\(signal.sampleRateHz) Hz"
                            + (signal.unit.isEmpty ? "" : ", \(signal.unit)")
                            + (SignalKind(signal).phrase.map { ", \($0)" } ?? ""), seconds: nil)
                }
            }
        } catch {
            problem = error
        }
        var choices: [Choice] = []
        if problem != nil, let reading {
            if case .question(_, let readings) = reading.verdict {
                choices = readings.map { Choice(meaning: $0.meaning, option: $0.option) }
            } else if case .samples = reading.verdict {
                switch problem {
                case .ambiguousDecimal where reading.shape.separator == .comma:
                    choices = (TableReading.decimalsChoices + reading.intervalChoices).map {
                        Choice(meaning: $0.meaning, option: $0.option)
                    }
                case .ambiguous, .ambiguousDecimal:
                    choices = ([reading.samplesChoice] + reading.intervalChoices).map {
                        Choice(meaning: $0.meaning, option: $0.option)
                    }
                default: break
                }
            }
        }
        outcome = problem == nil ? .read : choices.isEmpty ? .refused : .question
        (self.content, self.format, self.parts, self.notices) = (content, format, parts, notices)
        (self.rateHz, self.problem, self.choices) = (rateHz, problem, choices)
        let isTable = reading.map { !$0.shape.rows.isEmpty } ?? false
        evidence = isTable ? reading?.evidence ?? "" : ""
        separator = isTable ? reading.map { $0.shape.separatorName } : nil
        headerLine = reading?.shape.headerLine?.number
        firstRowLine = reading?.shape.rows.first?.number
        columns = isTable ? reading?.columns.map { Column($0) } ?? [] : []
    }
}

extension InputDescription.Part {
    init(_ name: String, _ recording: Recording) {
        self.init(
            name: name, summary: "\(recording.rr.count) intervals",
            seconds: recording.rr.durationSeconds)
    }
}

extension InputDescription.Column {
    private static let shownCount = 3

    init(_ column: TableColumn) {
        index = column.index
        name = column.header?.name ?? ""
        unit = column.header?.unit ?? ""
        let isPersonal = column.namedKind == .person || column.isBirthDate
        if let named = column.namedKind {
            kind = named.rawValue
        } else if column.isClock {
            kind = TableColumn.Kind.time.rawValue
        } else if column.countsUp {
            kind = TableColumn.Kind.counter.rawValue
        } else {
            kind = column.isNumeric ? "numbers" : "words"
        }
        if isPersonal {
            firstValues = []
        } else if column.isNumeric {
            firstValues = column.values.prefix(Self.shownCount).map { value in
                value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
            }
        } else {
            firstValues = column.firstTimeTexts.prefix(Self.shownCount).map { $0 }
        }
    }
}

import PhysioTypes

/// Reads columns of samples from text: Apple Watch ECGs, Polar Sensor Logger, OpenSignals, and any
/// table of numbers with one row a sample.
///
/// Rows are equally spaced in time. A column of times, or one that counts samples, serves to find the
/// rate and the positions where rows are missing; its jitter moves nothing. A row that cannot be read
/// keeps its position as a missing sample, unless a time column states the positions.
struct SignalTextDecoder: SignalFileDecoder {
    /// Any table of samples; those of applications are ``SignalTextFormat``.
    static let formats = [
        RecordingFormat(
            name: RecordingFormat.signalText,
            summary: "columns of samples, with a time column, a stated rate or --rate",
            canBeForced: true)
    ]

    let signals: [SignalDescription]
    let recipe: Recipe
    let format: String
    let usedOptions: Set<InputOption>
    private let layout: SignalTextLayout
    private let rate: SignalTextRate
    private var source: ByteSource
    /// The columns that are parsed, in the order of the text.
    private var chosen: [SignalTextLayout.Column]
    /// Index in `chosen` of each signal of a block.
    private var slots: [Int]
    private var parser: SignalRowParser
    private var clock: SampleClock
    private var lines: LineBuffer
    /// True if the parser holds a row that follows a gap and begins the next block.
    private var hasPendingRow = false
    private let usesTimes: Bool
    private let secondsPerUnit: Double
    /// Position of the next sample.
    private var nextSample = 0
    private var badLineNotices = LimitedNoticeList()
    private var block: SignalTextBlock
    /// The block that is read, counted from 1; nil for all of them.
    private var wantedBlock: Int?
    /// The text from its beginning, where it can be read again.
    private let again: (() throws(RecordingError) -> ByteSource)?

    private static let blockRowCount = 8192

    static func probe(_ head: InputHead) -> Likelihood {
        // A table that holds no beats is left to this decoder.
        .none
    }

    init(_ input: SignalInput) throws(RecordingError) {
        var source = input.source
        let options = input.options
        let head = Array(try source.peek(InputHead.textSize))
        let isWhole = head.count < InputHead.textSize
        var tableOptions = options.text
        tableOptions.rateHz = options.rateHz ?? options.text.rateHz
        var table = input.table
        if table == nil {
            table = try TableReading(
                head, isWhole: isWhole, options: tableOptions, fileName: input.fileName, format: nil
            )
        }
        guard let table else { throw .empty("the input holds no number") }
        layout = try SignalTextProbe(head, table: table, isWhole: isWhole).layout()
        usedOptions =
            !isWhole || head.contains(0x2C) ? [.rate, .format, .decimal] : [.rate, .format]
        if let part = input.part {
            guard let number = Int(part), number > 0 else {
                throw .cannotRead(
                    "there is no part \(part): the blocks of a text of samples are counted from 1",
                    .notFound)
            }
            wantedBlock = number
        }
        again = source.reopen
        format = input.container ?? layout.format
        block = SignalTextBlock(head, before: layout.firstRowOffset)
        if let asked = options.rateHz, !RecordingLimits.rateRangeHz.contains(asked) {
            throw .unknownFormat("a rate of \(asked) Hz is none that a recorder has", line: nil)
        }
        rate = try SignalTextRate(
            layout, head: head, isWhole: isWhole, forcedHz: options.rateHz,
            namedHz: input.fileName.flatMap(AppFileName.rateHz), again: source.reopen?())
        let (layout, rate) = (layout, rate)
        signals = layout.columns.map {
            SignalDescription(name: $0.name, unit: $0.unit, sampleRateHz: rate.rateHz)
        }
        recipe = Self.recipe(layout, rate)
        clock = SampleClock(
            rateHz: rate.rateHz, jitterSeconds: rate.jitterSeconds ?? 0,
            minGapSamples: layout.time?.secondsPerUnit == nil ? 0.5 : 2.5)
        try source.skip(layout.firstRowOffset)
        self.source = source
        lines = LineBuffer(lineNumber: layout.firstLine)
        chosen = layout.columns
        slots = Array(chosen.indices)
        usesTimes = layout.time != nil && rate.jitterSeconds != nil
        // A counter of samples is a clock, too.
        secondsPerUnit = layout.time?.secondsPerUnit ?? 1 / rate.rateHz
        parser = Self.parser(layout, chosen, usesTimes: usesTimes)
    }

    private static func recipe(_ layout: SignalTextLayout, _ rate: SignalTextRate) -> Recipe {
        var recipe = Recipe()
        recipe.set(.inputRateHz, .number(rate.rateHz))
        recipe.set(.inputRateSource, .text(rate.origin))
        if let time = layout.time, rate.jitterSeconds != nil {
            recipe.set(.inputTimeColumn, .number(Double(time.index + 1)))
            if let unit = time.secondsPerUnit { recipe.set(.inputTimeUnitSeconds, .number(unit)) }
        }
        return recipe
    }

    /// Nil for a block behind the first: the header states when that one began.
    var startDate: String? { (wantedBlock ?? 1) == 1 ? layout.startDate : nil }

    /// Blocks of a text of LabChart, for which it is read once more.
    var partCount: Int? {
        guard block.hasHeader, wantedBlock == nil, let source = try? again?(),
            let count = try? SignalTextBlock.count(source)
        else { return nil }
        return count > 1 ? count : nil
    }

    var annotations: [SignalAnnotation] { [] }

    mutating func choose(_ indices: [Int]) {
        let wanted = Array(Set(indices)).sorted()
        slots = indices.map { index in wanted.firstIndex(of: index) ?? 0 }
        chosen = wanted.map { layout.columns[$0] }
        parser = Self.parser(layout, chosen, usesTimes: usesTimes)
    }

    /// Values come in the order of the columns, the time after them.
    private static func parser(
        _ layout: SignalTextLayout, _ columns: [SignalTextLayout.Column], usesTimes: Bool
    ) -> SignalRowParser {
        let time = usesTimes ? layout.time?.index : nil
        return SignalRowParser(
            layout.dialect, columns: columns.map(\.index) + (time.map { [$0] } ?? []),
            timeColumn: time)
    }

    // MARK: Blocks

    mutating func nextBlock() throws(RecordingError) -> SignalBlock? {
        var samples = [[Double]](repeating: [], count: chosen.count)
        for column in samples.indices { samples[column].reserveCapacity(Self.blockRowCount) }
        var firstSample = nextSample
        var rowCount = 0
        if hasPendingRow {
            append(to: &samples)
            rowCount = 1
            hasPendingRow = false
        }
        while rowCount < Self.blockRowCount, let skipped = try nextRow() {
            nextSample += skipped
            if skipped > 0, rowCount > 0 {
                // A block has no gap inside.
                hasPendingRow = true
                break
            }
            if rowCount == 0 { firstSample = nextSample }
            append(to: &samples)
            rowCount += 1
        }
        guard rowCount > 0 else { return nil }
        return SignalBlock(
            pieces: slots.map { .init(firstSample: firstSample, samples: samples[$0]) })
    }

    /// The parser's row, in the units of the signals.
    private mutating func append(to samples: inout [[Double]]) {
        for (index, column) in chosen.enumerated() {
            samples[index].append(parser.values[index] * column.scale + column.offset)
        }
        nextSample += 1
    }

    /// Reads on to the next row.
    ///
    /// - Returns: how many samples are missing before it; nil after the last row.
    private mutating func nextRow() throws(RecordingError) -> Int? {
        while let line = try nextLine() {
            // A line of the header may hold a number, such as the date of a block.
            if block.consume(lines.bytes[line]) { continue }
            switch parser.parse(lines.bytes, line) {
            case .nothing:
                continue
            case .unreadable:
                if let wantedBlock, block.number != wantedBlock { continue }
                noteBadLine(line)
                if usesTimes { continue }
                return 0
            case .row:
                if let wantedBlock {
                    block.beginRow()
                    if block.number < wantedBlock { continue }
                    if block.number > wantedBlock { return nil }
                    guard usesTimes, let time = parser.values.last else { return 0 }
                    return clock.countMissingSamples(before: time * secondsPerUnit)
                }
                let pause = block.pauseSampleCount(rateHz: rate.rateHz, position: nextSample)
                guard usesTimes, let time = parser.values.last else { return pause ?? 0 }
                let skipped = clock.countMissingSamples(before: time * secondsPerUnit)
                guard let pause else { return skipped }
                clock.pause(pause)
                return pause
            }
        }
        if let wantedBlock, block.number < wantedBlock {
            throw .cannotRead(
                "there is no part \(wantedBlock): the text has \(block.number) "
                    + (block.number == 1 ? "block" : "blocks"), .notFound)
        }
        return nil
    }

    private mutating func nextLine() throws(RecordingError) -> Range<Int>? {
        while true {
            if let line = lines.next() { return line }
            guard !lines.isAtEnd else { return nil }
            guard lines.pendingByteCount <= LineSplitter.maxLineByteCount else {
                throw .tooWide(line: lines.lineNumber)
            }
            let block = try source.readBlock()
            lines.append { $0 += block }
            if block.isEmpty { lines.end() }
        }
    }

    // MARK: Notices

    private mutating func noteBadLine(_ line: Range<Int>) {
        // Up to a separator only: names of persons stand behind it where headers are repeated.
        let text = lines.bytes[line].prefix { $0 != 0x2C && $0 != 0x3B && $0 != 0x09 }
        badLineNotices.add(
            Notice(
                .warning, code: "bad_number",
                "\"\(TextLine.excerpt(TextLine.trimmed(text)))\" holds no sample",
                line: lines.lineNumber - 1))
    }

    var notices: [Notice] {
        let lineNotices = badLineNotices.list { "further lines that hold no sample: \($0)" }
        return rate.notices + lineNotices + clock.notices + source.notices()
    }
}

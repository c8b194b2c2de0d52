import PhysioTypes

/// The signals of an XDF file: every channel of every stream of numbers with a rate.
///
/// Samples are equally spaced between gaps, at the rate that the times of a stream make where it is
/// about the stated one. Streams begin when their first samples were. Memory: one chunk.
struct XDFSignals: SignalDecoder {
    /// A stream that has signals.
    private struct Source {
        let stream: XDFStream
        let rateHz: Double
        /// Nil where samples are not placed by times.
        var clock: SampleClock?
        /// Position of the next sample.
        var position: Int
        /// Channels that are wanted, and the index of each in a block.
        var wanted: [(channel: Int, slot: Int)] = []
    }

    let signals: [SignalDescription]
    let recipe: Recipe
    /// Stream and channel of each signal.
    private let locations: [(stream: UInt32, channel: Int)]
    private var sources: [UInt32: Source] = [:]
    private var chunks: XDFChunks
    private var chosen: [Int] = []
    private var blocks: [SignalBlock] = []
    private let scanNotices: [Notice]

    private static let blockSize = 8192

    /// - Parameter again: the file from its first byte.
    /// - Parameter rateHz: what the person said; Hz.
    init(
        _ scan: XDFScan, _ again: ByteSource, rateHz: Double?, notices: [Notice]
    ) throws(RecordingError) {
        let found = scan.streams.filter {
            $0.content.stream.type != nil && $0.content.sampleCount > 0
                && ($0.content.stream.rateHz > 0 || $0.content.stream.isECG)
        }
        guard let first = found.first else { throw Self.noSignalError(scan) }
        chunks = XDFChunks(again)
        let origin = Self.origin(found.map(\.content))
        var signals: [SignalDescription] = []
        var locations: [(stream: UInt32, channel: Int)] = []
        for (id, content) in found {
            let stream = content.stream
            let (rate, jitter) = try Self.rate(content, forcedHz: rateHz)
            let begin = content.first.map { $0 + content.clockOffset } ?? origin ?? 0
            let offset = ((begin - (origin ?? begin)) * rate).rounded()
            sources[id] = Source(
                stream: stream, rateHz: rate,
                clock: jitter.map { SampleClock(rateHz: rate, jitterSeconds: $0) },
                position: Int(offset))
            for (channel, description) in stream.channels.enumerated() {
                let isVoltage = VoltageUnit.millivolts(per: description.unit) != nil
                signals.append(
                    SignalDescription(
                        name: stream.signalName(channel, isAlone: found.count == 1),
                        unit: isVoltage ? VoltageUnit.millivolts : description.unit,
                        sampleRateHz: rate))
                locations.append((id, channel))
            }
        }
        self.signals = signals
        self.locations = locations
        scanNotices = notices
        var recipe = Recipe()
        if let rate = sources[first.id]?.rateHz { recipe.set(.inputRateHz, .number(rate)) }
        self.recipe = recipe
        choose(Array(signals.indices))
    }

    private static func noSignalError(_ scan: XDFScan) -> RecordingError {
        if scan.streams.contains(where: { $0.content.table.count > 0 }) {
            return UnsupportedInput.beatsInsteadOfSignalsError
        }
        let streamList = scan.streams.prefix(8).map { _, content in
            "\(content.stream.name) \(content.stream.contentType)"
        }.joined(separator: ", ")
        return .noSignal(
            "no stream of this XDF file holds R-R intervals or a signal (\(streamList)"
                + (scan.streams.count > 8 ? ", ..." : "") + ")")
    }

    /// Time of the first sample of all streams; s; nil where their clocks have nothing in common.
    private static func origin(_ contents: [XDFScan.StreamContent]) -> Double? {
        let startTimes = contents.compactMap { content in
            content.first.map { $0 + content.clockOffset }
        }
        guard let first = startTimes.min(), let last = startTimes.max() else { return nil }
        return last - first <= RecordingLimits.maxDurationSeconds / 366 ? first : nil
    }

    // MARK: Rate

    /// Rates that agree within this share are the same, one of them being nominal.
    private static let nominalRateTolerance = 0.005
    /// The least relative difference of a recorder's rate from its nominal one that shows.
    private static let minClockDrift = 2e-5

    /// The rate of a stream, and what its times may be off by; nil where they are not used.
    ///
    /// - Throws: `ambiguous` where the times make another rate than the stated one.
    private static func rate(
        _ content: XDFScan.StreamContent, forcedHz: Double?
    ) throws(RecordingError) -> (rateHz: Double, jitterSeconds: Double?) {
        let stated = content.stream.rateHz
        guard let estimate = RateEstimate(times: content.times), estimate.span > 0,
            RecordingLimits.rateRangeHz.contains(estimate.rateHz)
        else {
            guard let rate = forcedHz ?? (stated > 0 ? stated : nil) else {
                throw .ambiguous(
                    "the stream \(content.stream.name) states no rate: say it with --rate HZ")
            }
            return (rate, nil)
        }
        let uncertainty = 2 * estimate.jitter / estimate.span + minClockDrift
        var rate = estimate.rateHz
        if let first = content.first, let last = content.last, last.seconds > first {
            let whole = Double(last.index) / (last.seconds - first)
            if abs(whole / rate - 1) <= uncertainty { rate = whole }
        }
        rate = (rate * 1e6).rounded() / 1e6
        let known = forcedHz ?? stated
        guard known > 0 else { return (rate, estimate.jitter) }
        let difference = abs(rate / known - 1)
        if difference <= uncertainty { return (known, estimate.jitter) }
        guard difference < nominalRateTolerance else {
            if forcedHz != nil { return (known, nil) }
            throw .ambiguous(
                "the stream \(content.stream.name) states \(stated) Hz, but its times make \(rate) Hz: "
                    + "say which with --rate HZ")
        }
        return (forcedHz ?? rate, estimate.jitter)
    }

    // MARK: Blocks

    var format: String { XDFDocument.name }
    var startDate: String? { nil }
    var annotations: [SignalAnnotation] { [] }
    var usedOptions: Set<InputOption> { [.rate] }
    var notices: [Notice] {
        scanNotices
            + locations.filter { $0.channel == 0 }.flatMap { location in
                sources[location.stream]?.clock?.notices ?? []
            }
    }

    mutating func choose(_ indices: [Int]) {
        chosen = indices
        for id in sources.keys { sources[id]?.wanted = [] }
        for (slot, index) in indices.enumerated() {
            sources[locations[index].stream]?.wanted.append((locations[index].channel, slot))
        }
    }

    mutating func nextBlock() throws(RecordingError) -> SignalBlock? {
        while blocks.isEmpty {
            guard let chunk = try chunks.next() else { return nil }
            guard chunk.tag == XDFChunks.Tag.samples, var source = sources[chunk.stream],
                !source.wanted.isEmpty
            else { continue }
            read(chunk.content, &source)
            sources[chunk.stream] = source
        }
        return blocks.removeFirst()
    }

    private mutating func read(_ content: ArraySlice<UInt8>, _ source: inout Source) {
        guard let type = source.stream.type else { return }
        let scales = source.wanted.map {
            VoltageUnit.millivolts(per: source.stream.channels[$0.channel].unit) ?? 1
        }
        var samples = XDFSamples(content, of: source.stream)
        var columns = [[Double]](repeating: [], count: source.wanted.count)
        func flush() {
            guard columns.first?.isEmpty == false else { return }
            let count = columns[0].count
            var pieces = chosen.map { index in
                let other = sources[locations[index].stream]?.position ?? 0
                return SignalBlock.Piece(firstSample: other, samples: [])
            }
            for (column, wanted) in source.wanted.enumerated() {
                pieces[wanted.slot] = SignalBlock.Piece(
                    firstSample: source.position - count, samples: columns[column])
                columns[column] = []
            }
            blocks.append(SignalBlock(pieces: pieces))
        }
        while let sample = samples.next() {
            let seconds = sample.seconds.isFinite ? sample.seconds : .nan
            let skipped = source.clock?.countMissingSamples(before: seconds) ?? 0
            if skipped > 0 || columns[0].count >= Self.blockSize {
                flush()
                source.position += skipped
            }
            for (column, wanted) in source.wanted.enumerated() {
                let start = sample.values.startIndex + wanted.channel * type.byteCount
                columns[column].append(type.value(sample.values, at: start) * scales[column])
            }
            source.position += 1
        }
        flush()
    }
}

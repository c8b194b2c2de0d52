import PhysioTypes

/// The rate of a text of samples, and where it comes from.
struct SignalTextRate {
    let rateHz: Double
    /// `--rate`, `stated`, `file name` or `time column`.
    let origin: String
    /// The usual error of the times; s; nil where rows are not placed by times.
    let jitterSeconds: Double?
    private(set) var notices: [Notice] = []

    /// Rates that agree within this share are the same, one of them being nominal.
    private static let nominalRateTolerance = 0.005
    /// The relative change of the rate of a recorder while it runs.
    private static let minClockDrift = 2e-5
    /// Decimals of a rate that are kept: a day at them is shifted by less than a microsecond.
    private static let decimals = 1e6

    /// - Parameter head: the beginning of the text.
    /// - Parameter namedHz: by the file's name; nil where it says nothing.
    /// - Parameter again: the same text from its beginning; nil where it comes only once.
    /// - Throws: `ambiguous` where nothing states the rate.
    init(
        _ layout: SignalTextLayout, head: [UInt8], isWhole: Bool, forcedHz: Double?,
        namedHz: Double?, again: ByteSource?
    ) throws(RecordingError) {
        let known = forcedHz ?? layout.rateHz ?? namedHz
        let origin = forcedHz != nil ? "--rate" : layout.rateHz != nil ? "stated" : "file name"
        guard let time = layout.time else {
            guard let known else { throw Self.unknownRateError(layout, head, isWhole: isWhole) }
            self.init(known, origin: origin, jitterSeconds: nil)
            return
        }
        guard let unit = time.secondsPerUnit else {
            guard let known else { throw Self.unknownRateError(layout, head, isWhole: isWhole) }
            // A counter of samples is exact.
            self.init(known, origin: origin, jitterSeconds: 0)
            return
        }
        let times = Self.times(layout, head, isWhole: isWhole).map { $0 * unit }
        guard let estimate = RateEstimate(times: times),
            RecordingLimits.rateRangeHz.contains(estimate.rateHz)
        else {
            guard let known else { throw Self.unknownRateError(layout, head, isWhole: isWhole) }
            self.init(known, origin: origin, jitterSeconds: nil)
            return
        }
        if let forcedHz {
            let agrees = abs(forcedHz / estimate.rateHz - 1) < Self.nominalRateTolerance
            self.init(
                forcedHz, origin: "--rate", jitterSeconds: agrees ? estimate.jitter : nil)
            if !agrees {
                notices.append(
                    Notice(
                        .warning, code: "rate_times",
                        "the times make a rate of \(Self.rounded(estimate.rateHz)) Hz, not "
                            + "\(forcedHz) Hz as asked: they are not used, and gaps do not show"))
            }
            return
        }
        var rate = estimate.rateHz
        if !isWhole, let rewoundSource = again {
            rate = try Self.rateOverWholeText(
                layout, estimate, unit: unit, first: times.first, rewoundSource)
        }
        self.init(Self.rounded(rate), origin: "time column", jitterSeconds: estimate.jitter)
        if !isWhole, again == nil {
            notices.append(
                Notice(
                    .note, code: "rate_from_start",
                    "the rate was found in the first \(times.count) rows: the input comes only "
                        + "once"))
        }
    }

    private init(_ rateHz: Double, origin: String, jitterSeconds: Double?) {
        self.rateHz = rateHz
        self.origin = origin
        self.jitterSeconds = jitterSeconds
        if origin == "file name" {
            notices = [
                Notice(
                    .note, code: "rate_from_name",
                    "\(rateHz) samples a second by the file's name: say another with --rate HZ")
            ]
        }
    }

    /// Returns the reason that there is no rate: the text does not state it, or the values are no
    /// samples.
    private static func unknownRateError(
        _ layout: SignalTextLayout, _ head: [UInt8], isWhole: Bool
    ) -> RecordingError {
        let unknownRateText = "nothing in the text tells how many samples there are a second"
        guard layout.time == nil, layout.columns.count == 1,
            let unit = intervalUnit(
                of: values(ofColumn: layout.columns[0].index, layout, head, isWhole: isWhole))
        else { return .ambiguous("\(unknownRateText): say it with --rate HZ") }
        return .ambiguous(
            "\(unknownRateText), and the values look like R-R intervals in \(unit): hrv analyze "
                + "--format rr-text reads those; if they are samples of an ECG, say --rate HZ")
    }

    /// Share of the values that a heart can have as intervals, from which they look like some.
    private static let minIntervalShare = 0.9

    /// `ms` or `s` where nearly all values are intervals of a heart in that unit.
    private static func intervalUnit(of values: [Double]) -> String? {
        [("ms", 1.0), ("s", 1000)].first { _, msPerUnit in
            let count = values.count { RRSeries.plausibleRangeMs.contains($0 * msPerUnit) }
            return count > 0 && Double(count) >= minIntervalShare * Double(values.count)
        }?.0
    }

    private static func rounded(_ rateHz: Double) -> Double {
        (rateHz * decimals).rounded() / decimals
    }

    private static func times(
        _ layout: SignalTextLayout, _ bytes: [UInt8], isWhole: Bool
    ) -> [Double] {
        guard let column = layout.time?.index else { return [] }
        return values(ofColumn: column, layout, bytes, isWhole: isWhole)
    }

    private static func values(
        ofColumn column: Int, _ layout: SignalTextLayout, _ bytes: [UInt8], isWhole: Bool
    ) -> [Double] {
        let timeColumn = layout.time?.index == column ? column : nil
        var parser = SignalRowParser(layout.dialect, columns: [column], timeColumn: timeColumn)
        var lines = TextLines(position: layout.firstRowOffset)
        var values: [Double] = []
        while let line = lines.next(in: bytes, isLast: isWhole) {
            if !values.isEmpty, SignalTextBlock.begins(at: bytes[line]) { break }
            if case .row = parser.parse(bytes, line) { values.append(parser.values[0]) }
        }
        return values
    }

    // MARK: The whole input

    /// The rate from the first to the last row, where it agrees with the rate at the beginning as
    /// well as that is known; else something is missing between, and the beginning counts.
    private static func rateOverWholeText(
        _ layout: SignalTextLayout, _ estimate: RateEstimate, unit: Double, first: Double?,
        _ rewoundSource: ByteSource
    ) throws(RecordingError) -> Double {
        var source = try rewoundSource.transcodedToUTF8()
        try source.skip(layout.firstRowOffset)
        var rowCount = 0
        var tail: [UInt8] = []
        while case let block = try source.readBlock(), !block.isEmpty {
            rowCount += lineEndCount(block)
            tail = Array((tail + block).suffix(tailSize))
        }
        if tail.last != 0x0A, tail.last != 0x0D { rowCount += 1 }
        var tailLayout = layout
        // The first line of the tail may be cut.
        tailLayout.firstRowOffset = tail.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? 0
        guard rowCount > 2, let first,
            let last = times(tailLayout, tail, isWhole: true).last(where: { !$0.isNaN })
        else { return estimate.rateHz }
        let rate = Double(rowCount - 1) / (last * unit - first)
        let uncertainty = 2 * estimate.jitter / estimate.span + minClockDrift
        return abs(rate / estimate.rateHz - 1) <= uncertainty ? rate : estimate.rateHz
    }

    private static let tailSize = 1 << 14

    private static func lineEndCount(_ block: ArraySlice<UInt8>) -> Int {
        block.withUnsafeBufferPointer { bytes in
            var lineFeedCount = 0
            var carriageReturnCount = 0
            for byte in bytes {
                lineFeedCount += byte == 0x0A ? 1 : 0
                carriageReturnCount += byte == 0x0D ? 1 : 0
            }
            return lineFeedCount > 0 ? lineFeedCount : carriageReturnCount
        }
    }
}

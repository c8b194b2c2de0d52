import PhysioTypes

/// Collects the R-R intervals of a file from every kind of message that holds some.
struct FITBeatCollector {
    /// Bits of a value of raw_bbi.
    private enum RawBBI {
        static let lengthMask = 0x3FFF
        static let confidenceBit = 0x4000
        static let gapBit = 0x8000
    }

    /// Longer ones fit in no message of the profile; ms.
    private static let maxIntervalMs = 65_535.0

    private var runs: [FITBeats.Kind: FITBeatRuns] = [:]
    private var clock = FITBeatClock()
    /// Intervals of raw_bbi that the device does not trust.
    private var lowConfidenceCount = 0

    mutating func add(_ message: FITMessage) {
        guard let kind = FITBeats.Kind(rawValue: message.number) else { return }
        // Taken out, so that there is one owner and nothing is copied.
        var runs = runs.removeValue(forKey: kind) ?? FITBeatRuns()
        switch kind {
        case .hrv: Self.append(message.numbers(0), into: &runs)
        case .beatIntervals:
            Self.append(message.numbers(1), into: &runs)
            runs.recordArrival(message.arrivalMs)
        case .hr: clock.decode(message, into: &runs)
        case .rawBBI: appendRaw(message, into: &runs)
        }
        self.runs[kind] = runs
    }

    /// Notes a time that a record states: the intervals before it in the file had ended by then.
    mutating func noteTime(_ unixMs: Int64) { runs[.hrv]?.recordArrival(unixMs) }

    /// The timer was started: of intervals without times of their own the next one follows a gap.
    /// The times of the others say themselves whether there is one.
    ///
    /// Intervals between a stop and the next start follow those before the stop: devices write the
    /// last ones late.
    mutating func noteTimerStart() { runs[.hrv]?.beginNewRun() }

    /// Fillers, which may stand anywhere, are nil.
    private static func append(_ values: [Double?], into runs: inout FITBeatRuns) {
        for case let lengthMs? in values where lengthMs > 0 {
            if lengthMs < maxIntervalMs { runs.append(lengthMs) } else { runs.beginNewRun() }
        }
    }

    /// Values are lengths with a bit of confidence, or lengths of gaps.
    private mutating func appendRaw(_ message: FITMessage, into runs: inout FITBeatRuns) {
        let values = message.numbers(1).compactMap { $0.flatMap { Int(exactly: $0) } }
        var remainingMs = values.reduce(0) { $0 + $1 & RawBBI.lengthMask }
        for bits in values {
            let lengthMs = Double(bits & RawBBI.lengthMask)
            if bits & RawBBI.gapBit != 0 {
                runs.recordArrival(message.arrivalMs.map { $0 - Int64(remainingMs) })
                runs.beginNewRun(pauseMs: lengthMs)
            } else if lengthMs > 0 {
                runs.append(lengthMs)
                if bits & RawBBI.confidenceBit == 0 { lowConfidenceCount += 1 }
            }
            remainingMs -= bits & RawBBI.lengthMask
        }
        runs.recordArrival(message.arrivalMs)
    }

    // MARK: The choice

    /// The intervals of the kind that covers the longest time, and what there is to say of it.
    func finish() -> (beats: FITBeats?, notices: [Notice]) {
        // The first of several that are as long is kept.
        var chosen: (kind: FITBeats.Kind, runs: FITBeatRuns)?
        for kind in FITBeats.Kind.allCases {
            guard let runs = runs[kind], runs.intervalCount > 0 else { continue }
            if runs.sumMs > chosen?.runs.sumMs ?? 0 { chosen = (kind, runs) }
        }
        guard let (kind, chosenRuns) = chosen else { return (nil, []) }
        var runs = chosenRuns
        let alignment = FITBeatAlignment(runs.finish())
        let beats = FITBeats(
            kind: kind, startMs: alignment.startMs, intervalsMs: alignment.intervalsMs,
            endSeconds: alignment.endSeconds, gapIndices: alignment.gapIndices)
        return (beats, notices(kind, alignment))
    }

    private func notices(
        _ kind: FITBeats.Kind, _ alignment: FITBeatAlignment
    ) -> [Notice] {
        var notices: [Notice] = []
        let otherCounts = FITBeats.Kind.allCases.compactMap { otherKind in
            otherKind == kind
                ? nil
                : runs[otherKind].flatMap {
                    $0.intervalCount > 0 ? (otherKind, $0.intervalCount) : nil
                }
        }
        if !otherCounts.isEmpty {
            let names = otherCounts.map { "\($0.1) in \($0.0.name)" }.joined(separator: ", ")
            notices.append(
                Notice(
                    .note, code: "fit_other_beats",
                    "the \(alignment.intervalsMs.count) intervals of the \(kind.name) messages are "
                        + "used; there are also \(names)"))
        }
        if kind == .rawBBI, lowConfidenceCount > 0 {
            notices.append(
                Notice(
                    .note, code: "fit_doubtful",
                    "the device does not trust \(lowConfidenceCount) intervals: they are kept"))
        }
        if alignment.detectedGapCount > 0 {
            notices.append(
                Notice(
                    .note, code: "gap",
                    "beats are missing in \(alignment.detectedGapCount) places, by the times of the "
                        + "messages around them"))
        }
        if alignment.exceedsElapsedTime {
            notices.append(
                Notice(
                    .warning, code: "over",
                    "the intervals are longer than the time in which they were recorded: some may "
                        + "be there twice"))
        }
        return notices
    }
}

extension FITMessage {
    /// Time of a message of intervals, with the milliseconds of field 0; ms since 1970.
    fileprivate var arrivalMs: Int64? {
        unixMs.map { $0 + Int64(number(0) ?? 0) }
    }
}

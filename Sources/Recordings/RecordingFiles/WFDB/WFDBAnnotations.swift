import PhysioTypes

/// Reads WFDB annotations in the MIT format.
///
/// Words of 16 bits, low byte first: a code in the high 6 bits, the samples since the last
/// annotation in the low 10. Codes from 59 on are no annotations but longer steps, and what else
/// belongs to the annotation before. The reader takes bytes as they come, never reads past the end,
/// and turns every damage into a warning: what stands before it is kept.
///
/// - SeeAlso: "WFDB Applications Guide", annotation file formats, PhysioNet.
struct WFDBAnnotations {
    private enum Word {
        static let skip = 59
        static let number = 60
        static let subtype = 61
        static let channel = 62
        static let auxiliary = 63
    }

    /// An AHA file begins with a zero byte and one of these.
    private static let ahaCodes = Set("NVFEPQOUR[]".utf8)

    private enum Expectation {
        case word
        case skipHigh
        case skipLow(high: Int)
        case auxiliary(remaining: Int, isPadded: Bool)
        case end
    }

    /// The annotations as they come, but in the order of their times after ``finish()``.
    private(set) var annotations: [WFDBAnnotation] = []
    private(set) var notices: [Notice] = []
    /// Ticks a second, where the file states them itself.
    private(set) var ticksPerSecond: Double?
    private(set) var definedSymbols: [UInt8: String] = [:]

    private var expectation = Expectation.word
    private var lowByte: UInt8?
    private var currentSample = 0
    /// True if what follows still belongs to the last annotation.
    private var hasCurrentAnnotation = false
    /// Both last until they change.
    private var channel: UInt8 = 0
    private var number: Int8 = 0
    private var isInDefinitions = false
    private var isOutOfOrder = false
    private var auxiliaryText: [UInt8] = []
    private var isFirstWord = true

    mutating func consume(_ bytes: some Sequence<UInt8>) throws(RecordingError) {
        for byte in bytes {
            if case .auxiliary(let remaining, let isPadded) = expectation {
                appendAuxiliary(byte, remaining, isPadded)
            } else if let low = lowByte {
                lowByte = nil
                try decode(word: Int(byte) << 8 | Int(low))
            } else {
                lowByte = byte
            }
        }
    }

    /// Checks what the end of the input cut off.
    mutating func finish() {
        switch expectation {
        case .end:
            break
        case .auxiliary:
            warn("ann_aux", "a text reaches past the end of the file: it was cut")
        case .skipHigh, .skipLow:
            warn("ann_no_eof", "the file ends inside a time step: it may have been cut")
        case .word:
            warn("ann_no_eof", "the file has no end mark: it may have been cut")
        }
        expectation = .end
        guard isOutOfOrder else { return }
        isOutOfOrder = false
        warn("ann_order", "annotations were not in the order of their times: they were sorted")
        let sorted = annotations.enumerated().sorted {
            ($0.element.sample, $0.offset) < ($1.element.sample, $1.offset)
        }
        annotations = sorted.map(\.element)
    }

    /// - Parameter sampleRateHz: ticks a second, unless the file states its own.
    func file(sampleRateHz: Double) -> WFDBAnnotationFile {
        WFDBAnnotationFile(
            sampleRateHz: ticksPerSecond ?? sampleRateHz, annotations: annotations,
            definedSymbols: definedSymbols, notices: notices)
    }

    mutating func warn(_ code: String, _ text: String) {
        notices.append(Notice(.warning, code: code, text))
    }

    // MARK: Words

    private mutating func decode(word: Int) throws(RecordingError) {
        switch expectation {
        case .end, .auxiliary:
            return
        case .skipHigh:
            expectation = .skipLow(high: word)
        case .skipLow(let high):
            expectation = .word
            currentSample += Int(Int32(truncatingIfNeeded: high << 16 | word))
        case .word:
            if isFirstWord, word & 0xFF == 0, Self.ahaCodes.contains(UInt8(word >> 8)) {
                let letter = Unicode.Scalar(UInt8(word >> 8))
                throw .unknownFormat(
                    "this is an annotation file in the AHA format (first code \(letter)), which "
                        + "is not read: convert it to the MIT format",
                    line: nil)
            }
            isFirstWord = false
            decode(code: word >> 10, value: word & 0x3FF)
        }
    }

    private mutating func decode(code: Int, value: Int) {
        switch code {
        case 0 where value == 0:
            expectation = .end
        case 0:
            // Only a step: some programs put one of 1 after a skip of -1.
            currentSample += value
            hasCurrentAnnotation = false
        case Word.skip:
            expectation = .skipHigh
        case Word.number:
            number = Int8(truncatingIfNeeded: value)
            updateLast { $0.number = Int8(truncatingIfNeeded: value) }
        case Word.subtype:
            updateLast { $0.subtype = Int8(truncatingIfNeeded: value) }
        case Word.channel:
            channel = UInt8(truncatingIfNeeded: value)
            updateLast { $0.channel = UInt8(truncatingIfNeeded: value) }
        case Word.auxiliary:
            auxiliaryText = []
            if value > 0 {
                expectation = .auxiliary(remaining: value, isPadded: !value.isMultiple(of: 2))
            }
        default:
            currentSample += value
            add(UInt8(code))
        }
    }

    private mutating func add(_ code: UInt8) {
        guard currentSample >= 0 else {
            warn(
                "ann_skip",
                "a time step leads \(-currentSample) samples before the start: reading stops there"
            )
            expectation = .end
            return
        }
        if let last = annotations.last, currentSample < last.sample { isOutOfOrder = true }
        annotations.append(
            WFDBAnnotation(sample: currentSample, code: code, channel: channel, number: number))
        hasCurrentAnnotation = true
    }

    private mutating func updateLast(_ change: (inout WFDBAnnotation) -> Void) {
        guard hasCurrentAnnotation else { return }
        change(&annotations[annotations.count - 1])
    }

    // MARK: Texts

    private mutating func appendAuxiliary(_ byte: UInt8, _ remaining: Int, _ isPadded: Bool) {
        guard remaining > 0 else {
            expectation = .word
            return
        }
        auxiliaryText.append(byte)
        let nextRemaining = remaining - 1
        if nextRemaining == 0 { endAuxiliary() }
        expectation =
            nextRemaining == 0 && !isPadded
            ? .word : .auxiliary(remaining: nextRemaining, isPadded: isPadded)
    }

    private mutating func endAuxiliary() {
        guard hasCurrentAnnotation, let last = annotations.last else { return }
        let bytes = auxiliaryText[...].prefix { $0 != 0 }
        if last.code == WFDBCode.note, last.sample == 0, parseDefinition(bytes) {
            annotations.removeLast()
            hasCurrentAnnotation = false
        } else {
            updateLast { $0.text = TextLine.string(bytes) }
        }
    }

    /// Reads a note at time 0 that describes the file.
    ///
    /// - Returns: false for any other note.
    private mutating func parseDefinition(_ text: ArraySlice<UInt8>) -> Bool {
        if text.hasPrefix(text: WFDBNote.timeResolution) {
            parseTimeResolution(text[(text.startIndex + WFDBNote.timeResolution.utf8.count)...])
        } else if text.hasPrefix(text: WFDBNote.definitionsBegin) {
            isInDefinitions = true
        } else if text.hasPrefix(text: WFDBNote.definitionsEnd) {
            isInDefinitions = false
        } else if isInDefinitions {
            // Code, symbol, description.
            let fields = TextLine.string(text).split(maxSplits: 2, whereSeparator: \.isWhitespace)
            if fields.count > 1, let code = UInt8(fields[0]), WFDBCode.valid.contains(code) {
                definedSymbols[code] = String(fields[1])
            }
        } else {
            return false
        }
        return true
    }

    private mutating func parseTimeResolution(_ text: ArraySlice<UInt8>) {
        let value = TextLine.trimmed(text)
        if let rate = DecimalNumber(value)?.value(), RecordingLimits.rateRangeHz.contains(rate) {
            ticksPerSecond = rate
        } else {
            warn("ann_rate", "the stated time resolution is no rate: the header's is used")
        }
    }
}

/// Notes at time 0 by which an annotation file speaks of itself.
enum WFDBNote {
    static let timeResolution = "## time resolution:"
    static let definitionsBegin = "## annotation type definitions"
    static let definitionsEnd = "## end of definitions"
}

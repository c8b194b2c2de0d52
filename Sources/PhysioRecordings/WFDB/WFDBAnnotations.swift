import PhysioTypes

/// The codes of the MIT annotation format, as far as beats need them.
enum WFDBCode {
    static let normal = 1
    static let noise = 14
    /// Premature ventricular beats: V, and r, which falls on a T wave.
    static let ventricular: Set<Int> = [5, 41]
    static let note = 22
    static let rhythm = 28
    static let skip = 59
    static let number = 60
    static let subtype = 61
    static let channel = 62
    static let auxiliary = 63

    /// Codes of beats, the set of the WFDB library, with the symbols it prints for them.
    static let symbols: [Int: Character] = [
        1: "N", 2: "L", 3: "R", 4: "a", 5: "V", 6: "F", 7: "J", 8: "A", 9: "S", 10: "E", 11: "j",
        12: "/", 13: "Q", 25: "B", 30: "?", 31: "!", 34: "e", 35: "n", 38: "f", 41: "r",
    ]
}

/// Reads WFDB annotations in the MIT format, and makes intervals of the beats among them.
///
/// Words of 16 bits, low byte first: a code in the high 6 bits, the samples since the last
/// annotation in the low 10. The reader takes bytes as they come, never reads past the end, and
/// turns every damage into a warning: what stands before it is kept.
///
/// - SeeAlso: "WFDB Applications Guide", annotation file formats, PhysioNet.
struct WFDBAnnotations {
    private struct Beat {
        let sample: Int
        let symbol: Character
        let isNormal: Bool
        let isVentricular: Bool
        /// Noise was annotated between this beat and the one before.
        let afterNoise: Bool
    }

    /// An AHA file begins with a zero byte and one of these.
    private static let ahaCodes = Set("NVFEPQOUR[]".utf8)

    private enum Expectation {
        case word
        case skipHigh
        case skipLow(high: Int)
        case auxiliary(remaining: Int, isPadded: Bool)
        case nothing
    }

    private(set) var notices: [Notice] = []
    /// Ticks a second, where the file states them itself.
    private(set) var ticksPerSecond: Double?
    /// Where a rhythm begins, and what it is called.
    private(set) var rhythms: [AnnotatedBeats.Rhythm] = []

    private var beats: [Beat] = []
    private var expectation = Expectation.word
    private var lowByte: UInt8?
    private var time = 0
    private var lastCode = 0
    private var lastTime = 0
    private var afterNoise = false
    private var isBackwards = false
    private var auxiliaryText: [UInt8] = []
    private var isFirstWord = true

    var beatCount: Int { beats.count }

    mutating func consume(_ bytes: some Sequence<UInt8>) throws(RecordingError) {
        for byte in bytes {
            if case .auxiliary(let remaining, let isPadded) = expectation {
                takeAuxiliary(byte, remaining, isPadded)
            } else if let low = lowByte {
                lowByte = nil
                try take(word: Int(byte) << 8 | Int(low))
            } else {
                lowByte = byte
            }
        }
    }

    /// Checks what the end of the input cut off.
    mutating func finish() {
        switch expectation {
        case .nothing:
            return
        case .auxiliary:
            warn("ann_aux", "a text reaches past the end of the file: it was cut")
        case .skipHigh, .skipLow:
            warn("ann_no_eof", "the file ends inside a time step: it may have been cut")
        case .word:
            warn("ann_no_eof", "the file has no end mark: it may have been cut")
        }
        expectation = .nothing
    }

    /// The intervals between successive beats; NN where both are normal and no noise lies between.
    ///
    /// - Parameter sampleRateHz: ticks a second, unless the file states its own.
    mutating func series(sampleRateHz: Double) -> RRSeries {
        if isBackwards {
            warn("ann_order", "annotations were not in the order of their times: they were sorted")
            beats.sort { $0.sample < $1.sample }
        }
        let rate = ticksPerSecond ?? sampleRateHz
        var series = RRSeries(startSeconds: beats.first.map { Double($0.sample) / rate })
        series.reserveCapacity(beats.count)
        var duplicateCount = 0
        var previous = beats.first
        for beat in beats.dropFirst() {
            guard let last = previous else { break }
            let samples = beat.sample - last.sample
            if samples == 0 {
                duplicateCount += 1
                previous = Beat(
                    sample: beat.sample, symbol: beat.symbol,
                    isNormal: beat.isNormal && last.isNormal,
                    isVentricular: beat.isVentricular || last.isVentricular,
                    afterNoise: beat.afterNoise || last.afterNoise)
                continue
            }
            let isNormal = beat.isNormal && last.isNormal && !beat.afterNoise
            series.append(
                intervalMs: Double(samples) * 1000 / rate, endSeconds: Double(beat.sample) / rate,
                marks: isNormal
                    ? [] : beat.isVentricular ? [.notNormal, .ventricular] : .notNormal)
            previous = beat
        }
        if duplicateCount > 0 {
            warn("ann_duplicate", "\(duplicateCount) beats share their time with another")
        }
        return series
    }

    /// The beats with their symbols, by time, and the rhythms.
    ///
    /// - Parameter sampleRateHz: ticks a second, unless the file states its own.
    func annotatedBeats(sampleRateHz: Double) -> AnnotatedBeats {
        let beats = beats.map { AnnotatedBeats.Beat(sample: $0.sample, symbol: $0.symbol) }
        return AnnotatedBeats(
            sampleRateHz: ticksPerSecond ?? sampleRateHz,
            beats: beats.sorted { $0.sample < $1.sample },
            rhythms: rhythms.sorted { $0.sample < $1.sample })
    }

    // MARK: Words

    private mutating func take(word: Int) throws(RecordingError) {
        switch expectation {
        case .nothing, .auxiliary:
            return
        case .skipHigh:
            expectation = .skipLow(high: word)
        case .skipLow(let high):
            expectation = .word
            takeSkip(Int(Int32(truncatingIfNeeded: high << 16 | word)))
        case .word:
            if isFirstWord, word & 0xFF == 0, Self.ahaCodes.contains(UInt8(word >> 8)) {
                let letter = Unicode.Scalar(UInt8(word >> 8))
                throw .unknownFormat(
                    "this is an annotation file in the AHA format (first code \(letter)), which "
                        + "is not read: convert it to the MIT format",
                    line: nil)
            }
            isFirstWord = false
            takeAnnotation(code: word >> 10, step: word & 0x3FF)
        }
    }

    private mutating func takeAnnotation(code: Int, step: Int) {
        switch code {
        case 0 where step == 0:
            expectation = .nothing
        case WFDBCode.skip:
            expectation = .skipHigh
        case WFDBCode.number, WFDBCode.subtype, WFDBCode.channel:
            break
        case WFDBCode.auxiliary:
            auxiliaryText = []
            if step > 0 {
                expectation = .auxiliary(remaining: step, isPadded: !step.isMultiple(of: 2))
            }
        default:
            time += step
            takeEvent(code)
        }
    }

    private mutating func takeEvent(_ code: Int) {
        lastCode = code
        if code == WFDBCode.noise { afterNoise = true }
        guard let symbol = WFDBCode.symbols[code] else { return }
        if time < lastTime { isBackwards = true }
        lastTime = time
        beats.append(
            Beat(
                sample: time, symbol: symbol, isNormal: code == WFDBCode.normal,
                isVentricular: WFDBCode.ventricular.contains(code), afterNoise: afterNoise))
        afterNoise = false
    }

    private mutating func takeSkip(_ samples: Int) {
        guard time + samples >= 0 else {
            warn(
                "ann_skip",
                "a time step of \(samples) samples leads before the start: reading "
                    + "stops there")
            expectation = .nothing
            return
        }
        time += samples
    }

    private mutating func takeAuxiliary(_ byte: UInt8, _ remaining: Int, _ isPadded: Bool) {
        guard remaining > 0 else {
            expectation = .word
            return
        }
        auxiliaryText.append(byte)
        let left = remaining - 1
        if left == 0 {
            noteTimeResolution()
            noteRhythm()
        }
        expectation =
            left == 0 && !isPadded ? .word : .auxiliary(remaining: left, isPadded: isPadded)
    }

    /// `## time resolution: 360` in a note at time 0.
    private mutating func noteTimeResolution() {
        let prefix = "## time resolution:"
        guard lastCode == WFDBCode.note, time == 0, auxiliaryText[...].hasPrefix(text: prefix)
        else { return }
        let value = TextLine.trimmed(auxiliaryText[prefix.utf8.count...].prefix { $0 != 0 })
        if let rate = DecimalNumber(value)?.value(), RecordingLimits.rateHz.contains(rate) {
            ticksPerSecond = rate
        } else {
            warn("ann_rate", "the stated time resolution is no rate: the header's is used")
        }
    }

    /// `(AFIB` in the text of a change of rhythm.
    private mutating func noteRhythm() {
        guard lastCode == WFDBCode.rhythm else { return }
        let name = TextLine.string(TextLine.trimmed(auxiliaryText[...].prefix { $0 != 0 }))
        rhythms.append(AnnotatedBeats.Rhythm(sample: time, name: name))
    }

    private mutating func warn(_ code: String, _ text: String) {
        notices.append(Notice(.warning, code: code, text))
    }
}

/// Writes EDF and BDF recordings field by field.
struct EDFBuilder {
    struct Signal {
        var label = "ECG"
        var unit = "mV"
        var physical = ("-1", "1")
        var digital = ("-1000", "1000")
        var samplesPerRecord = "4"
    }

    var isBDF = false
    var recording = ""
    var date = "02.03.24"
    var time = "12.34.56"
    var headerBytes: String?
    var reserved = ""
    var recordCount = "1"
    var recordSeconds = "1"
    var signalCount: String?
    var signals = [Signal()]

    var header: [UInt8] {
        let version = isBDF ? [0xFF] + Array("BIOSEMI".utf8) : Self.field("0", 8)
        var bytes = version + Self.field("X secret subject", 80) + Self.field(recording, 80)
        bytes += Self.field(date, 8) + Self.field(time, 8)
        bytes += Self.field(headerBytes ?? "\(256 * (signals.count + 1))", 8)
        bytes += Self.field(reserved, 44) + Self.field(recordCount, 8)
        bytes += Self.field(recordSeconds, 8) + Self.field(signalCount ?? "\(signals.count)", 4)
        let columns: [((Signal) -> String, Int)] = [
            ({ $0.label }, 16), ({ _ in "" }, 80), ({ $0.unit }, 8), ({ $0.physical.0 }, 8),
            ({ $0.physical.1 }, 8), ({ $0.digital.0 }, 8), ({ $0.digital.1 }, 8), ({ _ in "" }, 80),
            ({ $0.samplesPerRecord }, 8), ({ _ in "" }, 32),
        ]
        for (text, width) in columns {
            for signal in signals { bytes += Self.field(text(signal), width) }
        }
        return bytes
    }

    static func field(_ text: String, _ width: Int) -> [UInt8] {
        let bytes = Array(text.utf8.prefix(width))
        return bytes + [UInt8](repeating: 0x20, count: width - bytes.count)
    }

    func samples(_ values: [Int]) -> [UInt8] {
        values.flatMap { value in
            (0..<(isBDF ? 3 : 2)).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
    }

    /// Entries of an annotation signal, filled up with zeros.
    static func annotations(_ entries: [String], byteCount: Int) -> [UInt8] {
        let bytes: [UInt8] = entries.flatMap { Array($0.utf8) + [UInt8(0)] }
        return bytes + [UInt8](repeating: 0, count: byteCount - bytes.count)
    }

    /// A recording of one ECG at 4 Hz and an annotation signal, a record for each onset.
    ///
    /// Record k holds 100 k + 1 ... 4, k counted anew after `valuesRepeatAfter`.
    static func plus(
        _ kind: String, onsets: [String], texts: [[String]] = [], valuesRepeatAfter: Int = .max
    ) -> [UInt8] {
        var builder = EDFBuilder()
        builder.reserved = kind
        builder.recordCount = "\(onsets.count)"
        builder.signals.append(
            Signal(
                label: "EDF Annotations", unit: "", digital: ("-32768", "32767"),
                samplesPerRecord: "30"))
        var bytes = builder.header
        for (index, onset) in onsets.enumerated() {
            bytes += builder.samples((1...4).map { 100 * (index % valuesRepeatAfter) + $0 })
            let own = index < texts.count ? texts[index] : []
            bytes += annotations(["\(onset)\u{14}\u{14}"] + own, byteCount: 60)
        }
        return bytes
    }
}

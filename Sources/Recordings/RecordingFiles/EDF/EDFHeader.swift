import PhysioTypes

/// The header of an EDF, EDF+ or BDF recording.
///
/// Texts about the subject are never kept.
///
/// - SeeAlso: Kemp et al. 1992, doi:10.1016/0013-4694(92)90009-7; Kemp and Olivan 2003,
///   doi:10.1016/S1388-2457(03)00123-8 (EDF+).
struct EDFHeader {
    /// A signal, and where its samples lie in a record.
    struct Channel {
        let description: SignalDescription
        /// First byte in a record.
        let byteOffset: Int
        let samplesPerRecord: Int
        let digitalMinimum: Double
        let physicalMinimum: Double
        /// Units of the description a digital step.
        let gain: Double
    }

    /// Name of the format.
    let format: String
    /// Bytes before the first record.
    let byteCount: Int
    /// 2 in EDF, 3 in BDF.
    let bytesPerSample: Int
    let startDate: String?
    /// Indicates whether there may be gaps between records (`EDF+D`).
    let isDiscontinuous: Bool
    /// The number of records as stated; nil where unknown.
    let recordCount: Int?
    let recordSeconds: Double
    let bytesPerRecord: Int
    let channels: [Channel]
    /// Bytes of a record that hold annotations, in their order.
    let annotationByteRanges: [Range<Int>]
    private(set) var notices: [Notice] = []

    static let fixedSize = 256
    /// Larger records are taken for damage: a block of memory must hold one.
    static let maxRecordBytes = 1 << 26

    /// The field has four digits; `5E16` states no number of signals.
    private static let signalCountRange = 1...9999
    /// More than eight digits can state.
    private static let recordCountLimit = 1 << 30

    private static let bdfMagic: [UInt8] = [0xFF] + "BIOSEMI".utf8
    /// Widths of the fields that follow each other for every signal: label, transducer, unit, the
    /// physical and digital ranges, filter, samples a record, reserved.
    private static let fieldWidths = [16, 80, 8, 8, 8, 8, 8, 80, 8, 32]

    /// Name of the format whose first bytes these are.
    static func format(of start: ArraySlice<UInt8>) -> String? {
        if start.hasPrefix(text: "0       ") { return "edf" }
        return start.starts(with: bdfMagic) ? "bdf" : nil
    }

    /// - Parameter source: at the first byte; afterwards at the first record.
    init(_ source: inout ByteSource) throws(RecordingError) {
        let fixedFields = Array(try source.read(Self.fixedSize))
        guard fixedFields.count == Self.fixedSize, let format = Self.format(of: fixedFields[...])
        else {
            throw .badHeader("the header ends after \(fixedFields.count) of 256 bytes", line: nil)
        }
        let count = try Self.signalCount(fixedFields, byteCount: source.byteCount)
        let fields = Array(try source.read(Self.fixedSize * count))
        guard fields.count == Self.fixedSize * count else {
            throw .badHeader(
                "number of signals: the header states \(count), the input ends before their "
                    + "descriptions",
                line: nil)
        }
        self.format = format
        byteCount = Self.fixedSize * (count + 1)
        bytesPerSample = format == "bdf" ? 3 : 2
        let reservedField = EDFField.text(fixedFields[192..<236])
        isDiscontinuous = reservedField.hasPrefix("EDF+D") || reservedField.hasPrefix("BDF+D")
        startDate = EDFField.startDate(
            date: fixedFields[168..<176], time: fixedFields[176..<184],
            recording: fixedFields[88..<168])
        let stated = EDFField.integer(fixedFields[236..<244]) ?? -1
        recordCount = (1...Self.recordCountLimit).contains(stated) ? stated : nil
        recordSeconds = EDFField.number(fixedFields[244..<252]) ?? 0
        var layout = Layout(fields, count, bytesPerSample, recordSeconds)
        try layout.readChannels()
        channels = layout.channels
        annotationByteRanges = layout.annotationRanges
        bytesPerRecord = layout.bytesPerRecord
        notices = layout.notices
        if EDFField.integer(fixedFields[184..<192]) != byteCount {
            notices.append(
                Notice(
                    .warning, code: "edf_header",
                    "the header states a wrong length of itself: \(byteCount) bytes, by its number "
                        + "of signals, are right"))
        }
    }

    private static func signalCount(
        _ fixedFields: [UInt8], byteCount: Int?
    ) throws(RecordingError) -> Int {
        guard let count = EDFField.integer(fixedFields[252..<256]), signalCountRange.contains(count)
        else {
            throw .badHeader(
                "number of signals: the header states "
                    + "\"\(TextLine.excerpt(TextLine.trimmed(fixedFields[252..<256])))\"",
                line: nil)
        }
        if let byteCount, fixedSize * (count + 1) > byteCount {
            throw .badHeader(
                "number of signals: the header states \(count), whose descriptions alone are "
                    + "longer than the file",
                line: nil)
        }
        return count
    }

    /// The content of the descriptions of the signals, read one after the other.
    private struct Layout {
        private(set) var channels: [Channel] = []
        private(set) var annotationRanges: [Range<Int>] = []
        private(set) var bytesPerRecord = 0
        private(set) var notices: [Notice] = []
        private let fields: [UInt8]
        private let count: Int
        private let bytesPerSample: Int
        private let recordSeconds: Double

        private static let rangeNames = [
            "physical minimum", "physical maximum", "digital minimum", "digital maximum",
        ]

        init(_ fields: [UInt8], _ count: Int, _ bytesPerSample: Int, _ recordSeconds: Double) {
            self.fields = fields
            self.count = count
            self.bytesPerSample = bytesPerSample
            self.recordSeconds = recordSeconds
        }

        mutating func readChannels() throws(RecordingError) {
            for index in 0..<count {
                let label = EDFField.text(field(0, index))
                guard let samples = EDFField.integer(field(8, index)), samples >= 0,
                    samples <= maxRecordBytes / bytesPerSample
                else {
                    throw .badHeader(
                        "samples in a record of signal \(index): "
                            + "\"\(TextLine.excerpt(TextLine.trimmed(field(8, index))))\" is no "
                            + "possible number",
                        line: nil)
                }
                let begin = bytesPerRecord
                bytesPerRecord += samples * bytesPerSample
                guard bytesPerRecord <= maxRecordBytes else {
                    throw .badHeader(
                        "samples in a record: more than \(maxRecordBytes) bytes", line: nil)
                }
                if label == "EDF Annotations" || label == "BDF Annotations" {
                    annotationRanges.append(begin..<bytesPerRecord)
                } else if let error = addChannel(index, label, begin, samples) {
                    notices.append(
                        Notice(
                            .warning, code: "edf_signal",
                            "signal \(index) is left out: \(error)"))
                }
            }
            guard bytesPerRecord > 0 else {
                throw .badHeader("samples in a record: every signal has 0", line: nil)
            }
            if channels.isEmpty, let error = notices.first {
                throw .badHeader("no signal can be read: \(error.text)", line: nil)
            }
        }

        /// - Returns: why the signal cannot be read; nil where it can.
        private mutating func addChannel(
            _ index: Int, _ label: String, _ byteOffset: Int, _ samples: Int
        ) -> String? {
            guard samples > 0 else { return "samples in a record: 0" }
            guard RecordingLimits.rateRangeHz.contains(Double(samples) / recordSeconds) else {
                return "length of a record: \(samples) samples in \(recordSeconds) s"
            }
            var range: [Double] = []
            for (rangeIndex, name) in Self.rangeNames.enumerated() {
                let text = field(3 + rangeIndex, index)
                guard let number = EDFField.number(text) else {
                    let shown = TextLine.excerpt(TextLine.trimmed(text))
                    return "\(name): \"\(shown)\" is no number"
                }
                range.append(number)
            }
            let (physicalMinimum, physicalMaximum) = (range[0], range[1])
            let (digitalMinimum, digitalMaximum) = (range[2], range[3])
            guard physicalMinimum != physicalMaximum else {
                return "physical minimum and maximum: both are \(physicalMinimum)"
            }
            guard digitalMinimum != digitalMaximum else {
                return "digital minimum and maximum: both are \(digitalMinimum)"
            }
            let unit = EDFField.text(field(2, index))
            let scale = VoltageUnit.millivolts(per: unit)
            channels.append(
                Channel(
                    description: SignalDescription(
                        name: label, unit: scale == nil ? unit : VoltageUnit.millivolts,
                        sampleRateHz: Double(samples) / recordSeconds),
                    byteOffset: byteOffset, samplesPerRecord: samples,
                    digitalMinimum: digitalMinimum, physicalMinimum: physicalMinimum * (scale ?? 1),
                    gain: (physicalMaximum - physicalMinimum) * (scale ?? 1)
                        / (digitalMaximum - digitalMinimum)))
            return nil
        }

        private func field(_ fieldIndex: Int, _ index: Int) -> ArraySlice<UInt8> {
            let begin =
                EDFHeader.fieldWidths[..<fieldIndex].reduce(0, +) * count + fieldWidths[fieldIndex]
                * index
            return fields[begin..<(begin + fieldWidths[fieldIndex])]
        }
    }
}

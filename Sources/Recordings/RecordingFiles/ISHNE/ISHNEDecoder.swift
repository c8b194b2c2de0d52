import PhysioTypes

/// Reads the samples of an ISHNE Holter recording: 16 bits, the lowest byte first, the leads in turn.
///
/// Whole rows of samples are used as far as the input goes, whatever number the header states; an
/// input without a row is an error.
/// The lowest number stands for a missing sample.
struct ISHNEDecoder: SignalFileDecoder {
    static let formats = [
        RecordingFormat(name: ISHNEHeader.format, summary: "ISHNE 1.0 Holter (.ecg)")
    ]
    static let fileExtensions = ["ecg"]

    /// Their number of samples is what the file's length gives, else what the header states.
    let signals: [SignalDescription]
    private let header: ISHNEHeader
    private var source: ByteSource
    private var selectedLeads: [Int]
    private var rowCount = 0
    private var partialRowBytes: Int?

    /// Rows in a block.
    private static let blockRowCount = 8192

    static func probe(_ head: InputHead) -> Likelihood {
        head.start.hasPrefix(text: ISHNEHeader.magic) ? .certain : .none
    }

    init(_ input: SignalInput) throws(RecordingError) {
        source = input.source
        header = try ISHNEHeader(&source)
        let (header, byteCount) = (header, source.byteCount)
        let count =
            byteCount.map { max(0, $0 - header.byteCount) / (2 * header.leads.count) }
            ?? header.sampleCount
        signals = header.leads.map { lead in
            SignalDescription(
                name: lead.name, unit: lead.millivoltsPerStep == nil ? "" : VoltageUnit.millivolts,
                sampleRateHz: header.sampleRateHz, sampleCount: count)
        }
        selectedLeads = Array(signals.indices)
    }

    var format: String { ISHNEHeader.format }
    var startDate: String? { header.startDate }
    var recipe: Recipe { Recipe() }
    var annotations: [SignalAnnotation] { [] }

    mutating func choose(_ indices: [Int]) { selectedLeads = indices }

    mutating func nextBlock() throws(RecordingError) -> SignalBlock? {
        let rowSize = 2 * signals.count
        let bytes = try source.read(Self.blockRowCount * rowSize)
        let count = bytes.count / rowSize
        if count < Self.blockRowCount, partialRowBytes == nil {
            partialRowBytes = bytes.count % rowSize
        }
        guard count > 0 else {
            guard rowCount > 0 else { throw .empty("no sample follows the header") }
            return nil
        }
        defer { rowCount += count }
        return SignalBlock(
            pieces: selectedLeads.map { lead in
                SignalBlock.Piece(
                    firstSample: rowCount, samples: decode(bytes, lead: lead, count: count))
            })
    }

    private func decode(_ bytes: ArraySlice<UInt8>, lead: Int, count: Int) -> [Double] {
        let scale = header.leads[lead].millivoltsPerStep ?? 1
        let rowSize = 2 * signals.count
        return [Double](unsafeUninitializedCapacity: count) { samples, initialized in
            var offset = bytes.startIndex + 2 * lead
            for row in 0..<count {
                let digitalValue = Int16(
                    truncatingIfNeeded: Int32(bytes[offset]) | Int32(bytes[offset + 1]) << 8)
                samples[row] = digitalValue == .min ? .nan : Double(digitalValue) * scale
                offset += rowSize
            }
            initialized = count
        }
    }

    var notices: [Notice] {
        var notices = header.notices
        if let partialRowBytes {
            if partialRowBytes > 0 {
                notices.append(
                    Notice(
                        .warning, code: "short_data",
                        "the last row has \(partialRowBytes) of \(2 * signals.count) bytes: left out"
                    ))
            }
            if let stated = header.sampleCount, stated != rowCount {
                notices.append(
                    Notice(
                        .warning, code: "short_data",
                        "the header states \(stated) samples a lead, the input holds \(rowCount): "
                            + "these are used"))
            }
        }
        return notices + source.notices()
    }
}

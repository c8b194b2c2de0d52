import PhysioTypes

/// The header of an ISHNE Holter recording.
///
/// Name, number and birth date of the subject are never kept.
///
/// - SeeAlso: Badilini, "The ISHNE Holter Standard Output File Format", Annals of Noninvasive
///   Electrocardiology 3, 1998, doi:10.1111/j.1542-474X.1998.tb00353.x.
struct ISHNEHeader {
    struct Lead {
        let name: String
        /// mV a digital step; nil where the header states none.
        let millivoltsPerStep: Double?
    }

    static let format = "ishne"
    static let magic = "ISHNE1.0"
    /// The first bytes of annotation files, which hold no samples.
    static let annotationMagic = "ANN  1.0"

    let leads: [Lead]
    let sampleRateHz: Double
    /// Samples a lead, as stated; nil where it is no possible number.
    let sampleCount: Int?
    let startDate: String?
    /// Bytes before the first sample.
    let byteCount: Int
    private(set) var notices: [Notice] = []

    /// Magic, checksum and the fixed fields.
    private static let fixedSize = 522
    private static let maxLeadCount = 12
    /// Text of any length after the fixed fields; more is damage.
    private static let variableBlockLimit = 1 << 20
    /// Names of the leads by their number in the standard; 0 and 1 say nothing.
    private static let leadNames = [
        "", "", "X", "Y", "Z", "I", "II", "III", "aVR", "aVL", "aVF", "V1", "V2", "V3", "V4", "V5",
        "V6", "ES", "AS", "AI",
    ]
    private static let qualities = [
        2: "intermittent noise", 3: "frequent noise", 4: "intermittent disconnection",
        5: "frequent disconnection",
    ]

    /// - Parameter source: at the first byte; afterwards at the first sample.
    init(_ source: inout ByteSource) throws(RecordingError) {
        let fixedFields = Array(try source.read(Self.fixedSize))
        guard fixedFields.count == Self.fixedSize else {
            throw .badHeader(
                "the header ends after \(fixedFields.count) of \(Self.fixedSize) bytes", line: nil)
        }
        let variableBlockSize = Self.int32(fixedFields, 10)
        guard (0...Self.variableBlockLimit).contains(variableBlockSize) else {
            throw .badHeader("length of the variable block: \(variableBlockSize) bytes", line: nil)
        }
        let variableBlock = Array(try source.read(variableBlockSize))
        let headerSize = Self.fixedSize + variableBlockSize
        let statedOffset = Self.int32(fixedFields, 22)
        guard variableBlock.count == variableBlockSize,
            statedOffset <= source.byteCount ?? statedOffset,
            statedOffset <= headerSize + Self.variableBlockLimit
        else {
            throw .badHeader(
                "place of the samples: byte \(max(statedOffset, headerSize)) is beyond the input",
                line: nil)
        }
        byteCount = max(statedOffset, headerSize)
        try source.skip(byteCount - headerSize)

        let leadCount = Self.int16(fixedFields, 156)
        guard (1...Self.maxLeadCount).contains(leadCount) else {
            throw .badHeader("number of leads: \(leadCount), 1 to 12 expected", line: nil)
        }
        sampleRateHz = Double(Self.int16(fixedFields, 272))
        guard sampleRateHz > 0 else {
            throw .badHeader("sampling rate: \(Int(sampleRateHz)) Hz", line: nil)
        }
        let count = Self.int32(fixedFields, 14)
        sampleCount = count > 0 ? count : nil
        startDate = Self.startDate(fixedFields)
        leads = (0..<leadCount).map { Self.lead(fixedFields, $0) }
        verifyChecksum(fixedFields, variableBlock)
        addQualityNotices(fixedFields)
    }

    private static func lead(_ fixedFields: [UInt8], _ index: Int) -> Lead {
        let kind = int16(fixedFields, 158 + 2 * index)
        let name = leadNames.indices.contains(kind) ? leadNames[kind] : ""
        let nanovoltsPerStep = int16(fixedFields, 206 + 2 * index)
        return Lead(
            name: name.isEmpty ? "ECG \(index + 1)" : name,
            millivoltsPerStep: nanovoltsPerStep > 0 ? Double(nanovoltsPerStep) / 1e6 : nil)
    }

    private static func startDate(_ fixedFields: [UInt8]) -> String? {
        let date = (0..<3).map { int16(fixedFields, 138 + 2 * $0) }
        guard let day = EDFField.day(year: date[2], month: date[1], day: date[0]) else {
            return nil
        }
        let time = (0..<3).map { int16(fixedFields, 150 + 2 * $0) }
        guard (0..<24).contains(time[0]), (0..<60).contains(time[1]), (0..<60).contains(time[2])
        else { return day }
        return day + "T" + time.map(EDFField.twoDigits).joined(separator: ":")
    }

    // MARK: What is doubtful

    private mutating func verifyChecksum(_ fixedFields: [UInt8], _ variableBlock: [UInt8]) {
        let statedChecksum = UInt16(truncatingIfNeeded: Self.int16(fixedFields, 8))
        if CRC16.checksum(fixedFields[10...] + variableBlock) != statedChecksum {
            notices.append(
                Notice(
                    .warning, code: "ishne_checksum",
                    "the checksum of the header is wrong: a number in it may be damaged"))
        }
    }

    private mutating func addQualityNotices(_ fixedFields: [UInt8]) {
        for (index, lead) in leads.enumerated() {
            if let quality = Self.qualities[Self.int16(fixedFields, 182 + 2 * index)] {
                notices.append(
                    Notice(
                        .note, code: "lead_quality",
                        "the recorder states \(quality) of \(lead.name)"))
            }
            if lead.millivoltsPerStep == nil {
                notices.append(
                    Notice(
                        .warning, code: "no_resolution",
                        "the header states no resolution of \(lead.name): its samples have no unit")
                )
            }
        }
    }

    private static func int16(_ bytes: [UInt8], _ offset: Int) -> Int {
        Int(Int16(truncatingIfNeeded: Int(bytes[offset]) | Int(bytes[offset + 1]) << 8))
    }

    private static func int32(_ bytes: [UInt8], _ offset: Int) -> Int {
        int16(bytes, offset + 2) << 16 | (int16(bytes, offset) & 0xFFFF)
    }
}

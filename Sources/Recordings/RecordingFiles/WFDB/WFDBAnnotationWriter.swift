/// Writes annotations in the MIT format of WFDB.
///
/// ```swift
/// let beats = [370, 662].map { WFDBAnnotation(sample: $0, code: WFDBCode.normal) }
/// let bytes = WFDBAnnotationWriter.bytes(of: beats)
/// ```
public enum WFDBAnnotationWriter {
    /// Largest step a word holds, and largest one of a skip.
    private static let maxWordStep = 0x3FF
    private static let maxSkipStep = Int(Int32.max)
    /// Longest text; bytes.
    public static let textLimit = 255

    /// The bytes of an annotation file.
    ///
    /// - Parameter annotations: in any order; those of one time stay as they are.
    /// - Parameter ticksPerSecond: stated in the file where it is not the record's sampling rate; Hz.
    /// - Precondition: samples are 0 or more, codes of ``WFDBCode/valid``, texts without a zero byte
    ///   and of ``textLimit`` bytes at most.
    /// - Complexity: O(n) in the order of their times, else O(n log n) with a copy of them all.
    public static func bytes(
        of annotations: [WFDBAnnotation], ticksPerSecond: Double? = nil
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * annotations.count + 64)
        if let ticksPerSecond {
            append(word: WFDBCode.note, 0, to: &bytes)
            append(
                text: "\(WFDBNote.timeResolution) \(WFDBText.number(ticksPerSecond))", to: &bytes)
            // A step back and a word that only steps forward separate the note from what follows.
            append(skip: -1, to: &bytes)
            append(word: 0, 1, to: &bytes)
        }
        var last = WFDBAnnotation(sample: 0, code: WFDBCode.normal)
        for annotation in sortedBySample(annotations) {
            append(annotation, after: last, to: &bytes)
            last = annotation
        }
        append(word: 0, 0, to: &bytes)
        return bytes
    }

    private static func sortedBySample(_ annotations: [WFDBAnnotation]) -> [WFDBAnnotation] {
        let isInOrder = zip(annotations, annotations.dropFirst())
            .allSatisfy { $0.sample <= $1.sample }
        return isInOrder
            ? annotations : annotations.enumerated().sorted(by: isBefore).map(\.element)
    }

    private static func isBefore(
        _ a: (offset: Int, element: WFDBAnnotation), _ b: (offset: Int, element: WFDBAnnotation)
    ) -> Bool {
        (a.element.sample, a.offset) < (b.element.sample, b.offset)
    }

    private static func append(
        _ annotation: WFDBAnnotation, after last: WFDBAnnotation, to bytes: inout [UInt8]
    ) {
        precondition(annotation.sample >= 0, "a sample is 0 or more")
        precondition(WFDBCode.valid.contains(annotation.code), "a code is 1 to 49")
        var step = annotation.sample - last.sample
        while step > maxWordStep {
            let skip = min(step, maxSkipStep)
            append(skip: skip, to: &bytes)
            step -= skip
        }
        append(word: annotation.code, step, to: &bytes)
        // Number and channel last until they change; the others belong to one annotation.
        if annotation.number != last.number {
            append(word: 60, Int(UInt8(bitPattern: annotation.number)), to: &bytes)
        }
        if annotation.subtype != 0 {
            append(word: 61, Int(UInt8(bitPattern: annotation.subtype)), to: &bytes)
        }
        if annotation.channel != last.channel {
            append(word: 62, Int(annotation.channel), to: &bytes)
        }
        if !annotation.text.isEmpty { append(text: annotation.text, to: &bytes) }
    }

    private static func append(word code: UInt8, _ value: Int, to bytes: inout [UInt8]) {
        bytes.append(UInt8(value & 0xFF))
        bytes.append(code << 2 | UInt8(value >> 8))
    }

    /// The high half first, each half low byte first.
    private static func append(skip: Int, to bytes: inout [UInt8]) {
        append(word: 59, 0, to: &bytes)
        for shift in [16, 24, 0, 8] { bytes.append(UInt8(truncatingIfNeeded: skip >> shift)) }
    }

    private static func append(text: String, to bytes: inout [UInt8]) {
        let text = Array(text.utf8)
        precondition(text.count <= textLimit && !text.contains(0), "a text has 255 bytes at most")
        append(word: 63, text.count, to: &bytes)
        bytes += text
        if !text.count.isMultiple(of: 2) { bytes.append(0) }
    }
}

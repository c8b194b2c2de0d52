/// A problem of a packet of a strap. Where it is thrown, the packet is not used; where it is a
/// warning, the rest of the packet is.
public enum PacketError: Error, Sendable, Equatable {
    /// A heart rate measurement ends before the fields that its flags promise.
    case heartRateTooShort(neededBytes: Int, foundBytes: Int)
    /// One byte is left after the last whole R-R interval of a heart rate measurement.
    case heartRateTrailingByte
    /// A frame or reply of Polar's measurement data service ends too early.
    case pmdTooShort(neededBytes: Int, foundBytes: Int)
    /// A block of a compressed frame has no width, one above 32 bits, or more values than bytes.
    case pmdInvalidDelta(byteOffset: Int)
    /// A stream or a layout of samples that is not read.
    case unsupportedFrame(stream: UInt8, frameType: UInt8)
    /// The time stamp of a frame does not lie after the one before.
    case pmdTimeBackwards(previousNanoseconds: UInt64, foundNanoseconds: UInt64)
    /// A reply that is none: another first byte.
    case pmdInvalidReply(firstByte: UInt8)
    /// The device refuses a command; its reason is a ``PolarStatus`` as a rule.
    case pmdRefused(command: UInt8, status: UInt8)
    /// A page of an ANT+ sensor has not 8 bytes.
    case antTooShort(foundBytes: Int)

    /// A short word for programs; never changes.
    public var code: String {
        switch self {
        case .heartRateTooShort: "hr_short"
        case .heartRateTrailingByte: "hr_odd_tail"
        case .pmdTooShort: "pmd_short"
        case .pmdInvalidDelta: "pmd_delta"
        case .unsupportedFrame: "unsupported_frame"
        case .pmdTimeBackwards: "pmd_time"
        case .pmdInvalidReply: "pmd_reply"
        case .pmdRefused: "pmd_refused"
        case .antTooShort: "ant_short"
        }
    }

    /// One sentence for a person.
    public var text: String {
        switch self {
        case .heartRateTooShort(let needed, let found):
            "a heart rate measurement of \(found) bytes, whose flags need \(needed): left out"
        case .heartRateTrailingByte:
            "half an R-R interval at the end of a heart rate measurement: left out"
        case .pmdTooShort(let needed, let found):
            "a Polar packet of \(found) bytes, which needs \(needed): left out"
        case .pmdInvalidDelta(let offset):
            "a compressed Polar frame is damaged at byte \(offset): left out"
        case .unsupportedFrame(let stream, let type):
            "a Polar frame of stream \(stream) and type \(type), which is not read: left out"
        case .pmdTimeBackwards(let previous, let found):
            "a Polar frame's time \(found) ns is not after \(previous) ns: its clock begins anew"
        case .pmdInvalidReply(let first):
            "a Polar control packet that begins with \(first): left out"
        case .pmdRefused(let command, let status):
            "the device refuses command \(command): "
                + (PolarStatus(rawValue: status)?.text ?? "reason \(status)")
        case .antTooShort(let found):
            "an ANT+ page of \(found) bytes, which needs 8: left out"
        }
    }
}

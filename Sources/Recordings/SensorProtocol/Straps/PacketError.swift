/// A problem of a packet of a strap. Where it is thrown, the packet is not used; where it is a
/// warning, the rest of the packet is.
public enum PacketError: Error, Sendable, Equatable {
    /// A heart rate measurement ends before the fields that its flags promise.
    case heartRateShort(neededBytes: Int, foundBytes: Int)
    /// One byte is left after the last whole R-R interval of a heart rate measurement.
    case heartRateOddTail
    /// A frame or reply of Polar's measurement data service ends too early.
    case pmdShort(neededBytes: Int, foundBytes: Int)
    /// A block of a compressed frame has no width, one above 32 bits, or more values than bytes.
    case pmdDelta(byteOffset: Int)
    /// A stream or a layout of samples that is not read.
    case unsupportedFrame(stream: UInt8, frameType: UInt8)
    /// The time stamp of a frame does not lie after the one before.
    case pmdTime(previousNanoseconds: UInt64, foundNanoseconds: UInt64)
    /// A reply that is none: another first byte.
    case pmdReply(firstByte: UInt8)
    /// The device refuses a command; its reason is a ``PolarStatus`` as a rule.
    case pmdRefused(command: UInt8, status: UInt8)
    /// A page of an ANT+ sensor has not 8 bytes.
    case antShort(foundBytes: Int)

    /// A short word for programs; never changes.
    public var code: String {
        switch self {
        case .heartRateShort: "hr_short"
        case .heartRateOddTail: "hr_odd_tail"
        case .pmdShort: "pmd_short"
        case .pmdDelta: "pmd_delta"
        case .unsupportedFrame: "unsupported_frame"
        case .pmdTime: "pmd_time"
        case .pmdReply: "pmd_reply"
        case .pmdRefused: "pmd_refused"
        case .antShort: "ant_short"
        }
    }

    /// One sentence for a person.
    public var text: String {
        switch self {
        case .heartRateShort(let needed, let found):
            "a heart rate measurement of \(found) bytes, whose flags need \(needed): left out"
        case .heartRateOddTail:
            "half an R-R interval at the end of a heart rate measurement: left out"
        case .pmdShort(let needed, let found):
            "a Polar packet of \(found) bytes, which needs \(needed): left out"
        case .pmdDelta(let offset):
            "a compressed Polar frame is damaged at byte \(offset): left out"
        case .unsupportedFrame(let stream, let type):
            "a Polar frame of stream \(stream) and type \(type), which is not read: left out"
        case .pmdTime(let previous, let found):
            "a Polar frame's time \(found) ns is not after \(previous) ns: its clock begins anew"
        case .pmdReply(let first):
            "a Polar control packet that begins with \(first): left out"
        case .pmdRefused(let command, let status):
            "the device refuses command \(command): "
                + (PolarStatus(rawValue: status)?.text ?? "reason \(status)")
        case .antShort(let found):
            "an ANT+ page of \(found) bytes, which needs 8: left out"
        }
    }
}

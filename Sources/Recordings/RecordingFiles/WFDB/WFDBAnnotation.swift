/// A mark of an annotator on a WFDB record: a beat, a rhythm, noise, a note, or another kind.
///
/// ```swift
/// WFDBAnnotation(sample: 370, code: WFDBCode.rhythm, text: "(AFIB")
/// ```
public struct WFDBAnnotation: Sendable, Equatable {
    /// The number of the sample in the record, from 0 on.
    public var sample: Int
    /// The kind of the annotation; see ``WFDBCode``.
    public var code: UInt8
    /// Depends on the code; of noise, one bit a signal: 1, 2, 4, 8 noisy, 16, 32, ... unreadable.
    public var subtype: Int8
    /// The signal it belongs to; 255 for all of them.
    public var channel: UInt8
    /// Depends on the annotator.
    public var number: Int8
    /// May be empty.
    public var text: String

    public init(
        sample: Int, code: UInt8, subtype: Int8 = 0, channel: UInt8 = 0, number: Int8 = 0,
        text: String = ""
    ) {
        self.sample = sample
        self.code = code
        self.subtype = subtype
        self.channel = channel
        self.number = number
        self.text = text
    }

    /// The symbol as the WFDB library prints it; nil where the code has no meaning of its own.
    public var symbol: Character? { WFDBCode.symbol(of: code) }

    public var isBeat: Bool { WFDBCode.isBeat(code) }
}

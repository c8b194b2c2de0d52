/// Tells the formats of sampled signals apart by their first bytes.
enum SignalFormats {
    /// The decoder of an input that is no WFDB record.
    ///
    /// - Parameter fileName: of the input, where it has one.
    static func open(
        _ source: ByteSource, fileName: String?, options: RecordingFile.Options
    ) throws(RecordingError) -> any SignalDecoder {
        throw .noSignal("this format holds no signal that is read")
    }
}

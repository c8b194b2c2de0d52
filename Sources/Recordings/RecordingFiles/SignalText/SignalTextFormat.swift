/// A text of samples as an application writes it: ``SignalTextDecoder`` reads its rows, and the
/// format is known by the lines before them.
protocol SignalTextFormat: ReadableFormat {
    /// Returns the layout of the rows; nil where the lines before them are not those of the format.
    ///
    /// - Throws: where the lines are those of the format and describe no signal.
    static func layout(_ probe: SignalTextProbe) throws(RecordingError) -> SignalTextLayout?

    /// Returns true if a table of these columns is of the format; it is then read as any table is.
    static func hasColumns(_ columns: [HeaderWords]) -> Bool
}

extension SignalTextFormat {
    static func layout(_ probe: SignalTextProbe) throws(RecordingError) -> SignalTextLayout? { nil }
    static func hasColumns(_ columns: [HeaderWords]) -> Bool { false }
}

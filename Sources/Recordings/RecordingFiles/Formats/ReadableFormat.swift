/// A format that recordings are read from, as ``ReadableFormats`` lists it.
///
/// Types adopt it through the protocol that says how the format is read: ``BeatReader``,
/// ``BeatText``, ``RRTableFormat``, ``SignalFileDecoder``, ``SignalTextFormat`` or ``DocumentFormat``.
protocol ReadableFormat: SendableMetatype {
    /// The entries that `hrv formats` lists: one, or several where one reader finds out which it
    /// is.
    static var formats: [RecordingFormat] { get }
    /// Endings of files that a folder is searched for; others may be needed for none.
    static var fileExtensions: [String] { get }
}

extension ReadableFormat {
    static var fileExtensions: [String] { [] }
    /// The name that results carry, of a format with one entry.
    static var name: String { formats[0].name }
}

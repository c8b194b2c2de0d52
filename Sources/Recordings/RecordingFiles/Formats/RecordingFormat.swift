/// A format the toolkit reads, as `hrv formats` lists it.
public struct RecordingFormat: Sendable {
    /// The name results carry.
    public let name: String
    /// A description of the format and of the signs by which it is known.
    public let summary: String
    /// True if a person may ask for the format by name (`--format`).
    public let canBeForced: Bool

    public static let plainText = "rr-text"
    public static let beatTimes = "beat-times"
    public static let wfdb = "wfdb-annotations"
    /// The log of a session.
    public static let beatline = "beatline"
    /// An activity of a watch or a bike computer.
    static let fit = "fit"
    /// The beats of about a minute in an export of health data, which another module reads.
    package static let appleBeats = "apple-beats"
    /// Any table of samples.
    public static let signalText = "ecg-text"

    package init(name: String, summary: String, canBeForced: Bool = false) {
        self.name = name
        self.summary = summary
        self.canBeForced = canBeForced
    }

    /// Every format, in the order of the list.
    public static let all: [RecordingFormat] = ReadableFormats.all.flatMap { $0.formats }
}

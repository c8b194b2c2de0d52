/// A format the toolkit reads, as `hrv formats` lists it.
public struct RecordingFormat: Sendable {
    /// The name results carry.
    public let name: String
    /// What it is and by what it is known.
    public let summary: String
    /// Whether a person may ask for it by name (`--format`).
    public let canBeForced: Bool

    public static let plainText = "rr-text"
    public static let beatTimes = "beat-times"
    public static let wfdb = "wfdb-annotations"
    /// The log of a session.
    public static let beatline = "beatline"
    /// Any table of samples.
    public static let signalText = "ecg-text"

    /// Every format, in the order of the list.
    public static let all: [RecordingFormat] = [
        .init(
            name: plainText, summary: "one R-R interval a line, ms or s; comments, one header line",
            canBeForced: true),
        .init(
            name: "rr-table", summary: "columns with or without names: times and R-R intervals",
            canBeForced: false),
        .init(
            name: beatTimes,
            summary: "one beat time a line, s or ms: more than 10 strictly ascending values",
            canBeForced: true),
        .init(
            name: wfdb,
            summary: "WFDB beat annotations (.atr, .ecg, .qrs, any annotator) with their .hea",
            canBeForced: true),
        .init(
            name: beatline, summary: "log of a live session: JSON lines of the line protocol",
            canBeForced: true),
        .init(
            name: "hrv-logger", summary: "HRV Logger: header `date,rr,since start`",
            canBeForced: false),
        .init(
            name: "elite-hrv", summary: "Elite HRV: R-R in ms, the start time in the file's name",
            canBeForced: false),
        .init(
            name: "polar-sensor-logger",
            summary: "Polar Sensor Logger: header `Phone timestamp;RR-interval [ms]`",
            canBeForced: false),
        .init(
            name: "polar-hrm", summary: "Polar .hrm with Interval=238 (R-R intervals)",
            canBeForced: false),
        .init(
            name: "empatica-ibi",
            summary: "Empatica IBI.csv: a start time, then offset and interval",
            canBeForced: false),
        .init(
            name: "kubios-report", summary: "Kubios report text: its RR INTERVAL DATA block",
            canBeForced: false),
        .init(
            name: "vns-analyse", summary: "VNS Analyse: the section of raw R-R intervals",
            canBeForced: false),
        .init(
            name: "hrvas", summary: "HRVAS .ibi: one or two columns, s", canBeForced: false),
        .init(
            name: "suunto-xml", summary: "Suunto XML: the IBI element", canBeForced: false),
        .init(
            name: "wfdb", summary: "WFDB signals (.hea with .dat): ECG and others",
            canBeForced: false),
        .init(
            name: "edf", summary: "EDF, EDF+C, EDF+D: signals and annotations", canBeForced: false),
        .init(name: "bdf", summary: "BDF, BDF+: EDF of 24 bits", canBeForced: false),
        .init(name: "ishne", summary: "ISHNE 1.0 Holter (.ecg)", canBeForced: false),
        .init(
            name: "apple-ecg", summary: "Apple Watch ECG: CSV of an Apple Health export",
            canBeForced: false),
        .init(
            name: "polar-ecg",
            summary: "Polar Sensor Logger ECG: header `Phone timestamp;sensor timestamp [ns];...`",
            canBeForced: false),
        .init(
            name: "opensignals", summary: "OpenSignals text: BITalino and others",
            canBeForced: false),
        .init(
            name: signalText,
            summary: "columns of samples, with a time column, a stated rate or --rate",
            canBeForced: true),
    ]
}

/// An error that is put into an export. The raw values are those of `--error`.
///
/// Erroneous records come beside the good ones and never replace them, so the truth of nights and
/// workouts holds with errors and without.
package enum SimulatedHealthError: String, Sendable, CaseIterable {
    /// Records without a date or a value.
    case badRecord = "bad_record"
    /// Records that are no XML, or nested too deep, or longer than a mebibyte.
    case brokenXML = "broken_xml"
    /// Values that refer to entities, as the DTD of a hostile file defines them.
    case entities
    /// `NaN`, `inf`, `72,5` and rates outside 1 to 300.
    case badValue = "bad_value"
    /// Dates without an offset, in other digits, far ahead, or the end before the start.
    case badDate = "bad_date"
    /// A night of 25 h.
    case range
    /// Beats that fit their record in no offset.
    case badBeatTime = "beat_time"
    /// Records that come twice.
    case repeated
    /// Control bytes and broken UTF-8 in the texts of records that are right otherwise.
    case controlBytes = "control_bytes"
    /// The file ends within a record after the last good one.
    case cut
    /// An encoding that no reader knows.
    case badEncoding = "bad_encoding"
    /// No element of health data.
    case noExport = "no_export"
    /// 80 MiB of spaces between two records.
    case zipLimitExceeded = "zip_limit"
    /// A zip without its end.
    case zipDamaged = "zip_damaged"
    /// A zip whose entries are packed by an unknown method.
    case unsupportedZipMethod = "zip_method"
    /// A wrong checksum in the zip.
    case badCRC = "bad_crc"
    /// Two files of health data in a zip.
    case ambiguous
    /// Entries of the zip named with `..` and `/`, and a zip in the zip.
    case oddNames = "odd_names"

    /// The code that a reader is to report: of a record that is left out, or of the whole file; nil
    /// where everything is read as if nothing were wrong.
    package var code: String? {
        switch self {
        case .brokenXML, .entities: "bad_record"
        case .badCRC: "cut"
        case .controlBytes, .oddNames: nil
        default: rawValue
        }
    }

    /// True if only a zip can have it.
    package var needsZip: Bool {
        switch self {
        case .zipLimitExceeded, .zipDamaged, .unsupportedZipMethod, .badCRC, .ambiguous, .oddNames:
            true
        default: false
        }
    }
}

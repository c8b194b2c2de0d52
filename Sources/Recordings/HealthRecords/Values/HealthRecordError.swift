/// The reason that one record of a health file was left out; the raw values are the codes that
/// programs read.
package enum HealthRecordError: String, Sendable, CaseIterable {
    /// An attribute is missing, a tag is too long or too deep, the XML is broken there, or a workout has more events than
    /// are read.
    case badRecord = "bad_record"
    /// A value is no number, or outside what the quantity can be. Of a workout only this value is left out.
    case badValue = "bad_value"
    /// A date cannot be read, or cannot be right.
    case badDate = "bad_date"
    /// A sleep sample of more than 24 h.
    case sleepTooLong = "range"
    /// The times of beats fit their record in no offset.
    case badBeatTime = "beat_time"
    /// The same record came before.
    case repeated
}

/// The reason that a health file as a whole cannot be read; the raw values are the codes that
/// programs read.
package enum HealthFileErrorCode: String, Sendable {
    case zipDamaged = "zip_damaged"
    case unsupportedZipMethod = "zip_method"
    case zipLimitExceeded = "zip_limit"
    case noExport = "no_export"
    case ambiguous
    case badEncoding = "bad_encoding"
    case notAFile = "not_a_file"
    case notFound = "not_found"
    case notPermitted = "not_permitted"
    case inputOutput = "io"
    /// The caller ended the reading.
    case cancelled
}

/// A health file that cannot be read: what, where, and what to do about it.
package struct HealthFileError: Error, Sendable, Equatable {
    package var code: HealthFileErrorCode
    /// One sentence for a person.
    package var text: String

    package init(_ code: HealthFileErrorCode, _ text: String) {
        self.code = code
        self.text = text
    }
}

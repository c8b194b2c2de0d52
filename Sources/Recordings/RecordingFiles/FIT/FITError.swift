import PhysioTypes

/// Something that is wrong with a FIT file; what was read before it is used.
package struct FITError: Sendable, Equatable {
    /// The kind of the error.
    package enum Kind: String, Sendable, CaseIterable {
        /// The input ends before the file does.
        case truncated = "fit_cut"
        /// Data come before their definition; the rest of the file cannot be read.
        case missingDefinition = "fit_undefined"
        /// A message is longer than what the file has left.
        case overrun = "fit_overrun"
        /// A check does not fit the bytes.
        case checksum = "fit_checksum"
        /// Bytes behind the last check are no FIT file.
        case trailingBytes = "fit_trailing"
        /// The size of a field is no multiple of the size of its values.
        case field = "fit_field"
    }

    package let kind: Kind
    /// Offset in the input, in bytes from 0.
    package let offset: Int

    var notice: Notice {
        let text =
            switch kind {
            case .truncated: "the file ends early, at byte \(offset): what comes before is used"
            case .missingDefinition:
                "data come before their definition at byte \(offset): what comes before is used"
            case .overrun:
                "a message at byte \(offset) is longer than the file says: what comes before is used"
            case .checksum:
                "the checksum at byte \(offset) does not fit the file: it may be damaged"
            case .trailingBytes:
                "what follows from byte \(offset) on is no FIT file: it is left out"
            case .field:
                "a field defined at byte \(offset) has a size that its type cannot have: it is left "
                    + "out"
            }
        return Notice(.warning, code: kind.rawValue, text)
    }
}

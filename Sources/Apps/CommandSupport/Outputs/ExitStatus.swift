package import ArgumentParser
package import RecordingFiles

/// The exit codes of the tool, after sysexits.h.
package enum ExitStatus: Int32 {
    case ok = 0
    case someFailed = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    /// A device or program that does not answer the tool.
    case unavailable = 69
    case internalError = 70
    case cannotCreate = 73
    case ioError = 74
    /// Another session is running; or a strap was lost.
    case occupied = 75
    case noPermission = 77

    package var exitCode: ExitCode { ExitCode(rawValue) }

    /// The code of an input that could not be read.
    package init(_ error: RecordingError) {
        self =
            switch error {
            case .empty, .cannotRead(_, .notFound), .missingCompanion: .noInput
            case .cannotRead(_, .notPermitted): .noPermission
            case .cannotRead(_, .failed): .ioError
            case .ambiguousRRUnit, .ambiguousDecimal, .tooWide, .noRR, .noSignal, .unknownFormat,
                .badHeader,
                .badPath, .nestedSegment, .ambiguous, .badArchive, .cannotRead(_, .notAFile):
                .badData
            }
    }
}

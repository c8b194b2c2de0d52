import CommandSupport
import HealthHistory
import HealthRecords
import RecordingFiles

/// The check whether a path that a person names can be watched.
enum WatchablePath {
    /// Refuses what will never be an export: nothing, a device or a named pipe, a file of something else.
    ///
    /// An archive without its end is not refused: it may still be on its way.
    ///
    /// - Throws: the exit code of the first one, after a sentence on each.
    static func check(_ paths: [String], _ diagnostics: Diagnostics) throws {
        var status: ExitStatus?
        for path in paths where FolderListing.kind(of: path) != .folder {
            do throws(HealthFileError) {
                _ = try HealthFileReader.open(path)
            } catch {
                if error.code == .zipDamaged { continue }
                diagnostics.error(path, error.text, code: error.code.rawValue)
                status = status ?? ExitStatus(error.code)
            }
        }
        if let status { throw status.exitCode }
    }
}

extension ExitStatus {
    /// The code of a health file that could not be read.
    init(_ code: HealthFileErrorCode) {
        self =
            switch code {
            case .notFound: .noInput
            case .notPermitted: .noPermission
            case .inputOutput, .cancelled: .ioError
            case .zipDamaged, .unsupportedZipMethod, .zipLimitExceeded, .noExport, .ambiguous,
                .badEncoding,
                .notAFile:
                .badData
            }
    }
}

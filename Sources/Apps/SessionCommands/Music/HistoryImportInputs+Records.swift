import Foundation
import HealthHistory
import MusicLibrary
import SessionHistory

extension HistoryImportInputs {
    /// Hearts and nights of the sessions and the health records of a person, as far as there are some.
    ///
    /// - Throws: what keeps the history or the health records from being opened.
    init(historyPath: String, healthPath: String) throws {
        let sessions = try SessionHearts(
            FileManager.default.fileExists(atPath: historyPath)
                ? SessionStore(path: historyPath) : nil)
        let recordedHearts = try RecordedHearts(path: healthPath)
        self.init(
            utcOffsetSeconds: {
                TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: $0))
            }, hearts: { try sessions.hearts($0) + recordedHearts.hearts($0) },
            sleep: { try recordedHearts.sleep(after: $0) })
    }
}

extension WeeklyLook {
    /// The look of this program, with the hearts that are kept beside a history.
    static func ofThisProgram(_ location: DatabaseOption) -> WeeklyLook {
        let (historyPath, healthPath) = (location.path, location.healthPath)
        return WeeklyLook(
            programs: DecoderPrograms.find(path: ProcessInfo.processInfo.environment["PATH"])
        ) { try HistoryImportInputs(historyPath: historyPath, healthPath: healthPath) }
    }
}

import Foundation
import HealthHistory
import MusicLibrary
import SessionHistory

extension HistoryImportDependencies {
    /// Hearts and nights of the sessions and the health records of a person, as far as there are some.
    ///
    /// - Throws: what keeps the history or the health records from being opened.
    init(historyPath: String, healthPath: String) throws {
        let sessions = try SessionHeartData(
            FileManager.default.fileExists(atPath: historyPath)
                ? SessionStore(path: historyPath) : nil)
        let recordedHeartData = try RecordedHeartData(path: healthPath)
        self.init(
            utcOffsetSeconds: {
                TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: $0))
            }, heartData: { try sessions.heartData($0) + recordedHeartData.heartData($0) },
            sleep: { try recordedHeartData.sleep(after: $0) })
    }
}

extension WeeklyUpdate {
    /// The look of this program, with the hearts that are kept beside a history.
    static func ofThisProgram(_ location: DatabaseOption) -> WeeklyUpdate {
        let (historyPath, healthPath) = (location.path, location.healthPath)
        return WeeklyUpdate(
            programs: DecoderPrograms.find(path: ProcessInfo.processInfo.environment["PATH"])
        ) { try HistoryImportDependencies(historyPath: historyPath, healthPath: healthPath) }
    }
}

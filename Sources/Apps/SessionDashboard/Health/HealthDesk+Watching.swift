import Foundation
import HealthHistory

extension HealthDesk {
    /// Imports what changes in the watched files and folders, on a thread of its own, until the desk closes.
    ///
    /// A file that is refused is told to pages as one that was chosen.
    func watch() {
        Thread.detachNewThread { [weak self] in
            var watcher: HealthWatcher?
            while let desk = self, !desk.isClosed {
                do throws(HealthStoreError) {
                    if watcher == nil { watcher = try HealthWatcher(desk.store) }
                    try desk.importChanges(&watcher)
                } catch {
                    // A store that another process holds, or a disk that is full, may be well at the next look.
                    watcher = nil
                }
                Thread.sleep(forTimeInterval: HealthWatcher.pollSeconds)
            }
        }
    }

    private func importChanges(_ watcher: inout HealthWatcher?) throws(HealthStoreError) {
        let progress = progressTeller()
        let reports = try watcher?.importChanges(options: Self.options(), progress: progress) ?? []
        guard !reports.isEmpty else { return }
        finishImport(reports.lazy.compactMap(Self.refusal).first)
    }
}

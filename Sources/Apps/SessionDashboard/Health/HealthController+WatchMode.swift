import Foundation
import HealthHistory

extension HealthController {
    /// Imports what changes in the watched files and folders, on a thread of its own, until the controller closes.
    ///
    /// Files that are refused are reported to pages as one that was chosen.
    func watch() {
        Thread.detachNewThread { [weak self] in
            var watcher: HealthWatcher?
            while let controller = self, !controller.isClosed {
                // A store that another process holds may be well at the next look.
                if var currentWatcher = watcher ?? (try? HealthWatcher(controller.store)) {
                    controller.importChanges(&currentWatcher)
                    watcher = currentWatcher
                }
                Thread.sleep(forTimeInterval: HealthWatcher.pollSeconds)
            }
        }
    }

    /// Looks once. A look that finds nothing notifies no page, nor does one at a list that cannot be read.
    func importChanges(
        _ watcher: inout HealthWatcher, _ options: ImportOptions = HealthController.options()
    ) {
        guard let number = claimImport() else { return }
        let outcomes = try? watcher.importChangesSeparately(
            options: options, progress: progressHandler(number))
        let uncancelledOutcomes = outcomes?.filter { !$0.isCancelled } ?? []
        guard !uncancelledOutcomes.isEmpty || isImportAnnounced else {
            return releaseImportClaim(number)
        }
        finishImport(number, uncancelledOutcomes.flatMap { Self.refusals($0.path, $0.result) })
    }
}

extension WatchedOutcome {
    fileprivate var isCancelled: Bool {
        if case .failure(.cancelled) = result { true } else { false }
    }
}

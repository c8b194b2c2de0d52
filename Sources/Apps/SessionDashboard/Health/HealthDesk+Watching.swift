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

    /// A look that finds nothing tells pages nothing.
    private func importChanges(_ watcher: inout HealthWatcher?) throws(HealthStoreError) {
        guard let number = claim() else { return }
        var refusal: Refusal?
        var isWorthTelling = false
        defer {
            if isWorthTelling || isTold { finishImport(number, refusal) } else { release(number) }
        }
        do throws(HealthStoreError) {
            let reports =
                try watcher?.importChanges(
                    options: Self.options(), progress: progressTeller(number)) ?? []
            isWorthTelling = !reports.isEmpty
            refusal = reports.lazy.compactMap(Self.refusal).first
        } catch {
            if error != .cancelled {
                isWorthTelling = true
                refusal = Refusal(code: "store", text: error.description)
            }
            throw error
        }
    }
}

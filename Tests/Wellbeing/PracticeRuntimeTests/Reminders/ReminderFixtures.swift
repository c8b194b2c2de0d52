import Foundation
import PracticePlans
import PracticeRuntime
import SessionHistory
import Synchronization
import TestSupport

/// A history of its own, gone with the test.
final class ReminderHistory {
    let folder: TemporaryFolder
    let store: SessionStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SessionStore(path: folder.path + "/history.sqlite")
    }

    /// Returns the store as another program sees it.
    func other() throws -> SessionStore { try SessionStore(path: store.path) }

    func keep(_ rules: ReminderRule...) throws {
        try store.save(items: rules.map(StoredReminder.item))
    }

    /// State of each occurrence of a reminder.
    func states(_ id: String) throws -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: try store.reminderEvents(of: [id], from: "").map {
                ($0.occurrence, $0.state)
            })
    }
}

extension ReminderRule {
    static func sample(
        _ id: String = "sit", at times: String = "07:00", via: [ReminderChannel] = [.desktop],
        quiet: String? = nil, condition: ReminderCondition = .always, sinceMs: Int64 = 0
    ) throws -> ReminderRule {
        var form = ReminderForm(times: times, text: "Time to sit <b> & breathe")
        form.channels = via
        form.quiet = quiet
        form.condition = condition
        return try form.rule(id: id, sinceMs: sinceMs)
    }
}

/// Takes what a runner announces.
final class RecordedDeliveries: Sendable {
    struct Line: Sendable, Hashable {
        let id: String
        let atMs: Int64
    }

    private let lines = Mutex<[Line]>([])
    private let clock: any PracticeClock
    private let via: String?

    /// - Parameter via: the way that succeeds; nil: none does.
    init(_ clock: any PracticeClock, via: String? = "desktop") {
        (self.clock, self.via) = (clock, via)
    }

    var all: [Line] { lines.withLock(\.self) }

    func receive(_ note: ReminderNote, _ ways: [ReminderChannel]) -> String? {
        let now = Int64((clock.date.timeIntervalSince1970 * 1000).rounded())
        lines.withLock { $0.append(Line(id: note.id, atMs: now)) }
        return via
    }
}

extension ReminderRunner {
    /// A runner, as one of several programs.
    static func with(
        _ store: SessionStore, _ clock: any PracticeClock, _ deliveries: RecordedDeliveries
    ) -> ReminderRunner {
        ReminderRunner(store, clock: clock, language: .en) { deliveries.receive($0, $1) }
    }

    /// Looks, and waits until what is due is announced.
    func look() throws -> Int64? {
        defer { waitForDeliveries(timeoutSeconds: 30) }
        return try announceDue()
    }
}

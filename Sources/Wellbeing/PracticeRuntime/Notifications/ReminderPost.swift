import Foundation
package import PracticePlans
import Synchronization

/// Delivers notes: on each way of a reminder in its order until one succeeds, three times at most.
package final class ReminderPost: Sendable {
    package typealias Way = @Sendable (ReminderNote) -> DeliveryResult

    private let desktop: Way
    private let page: Way?
    private let environment: [String: String]
    private let pauseSeconds: [Double]
    private let complain: @Sendable (String) -> Void
    /// Ways that failed the last time, which was said.
    private let broken = Mutex<Set<String>>([])

    /// Before the second and the third attempt; s.
    package static let usualPauseSeconds = [2.0, 10.0]

    /// - Parameter desktop: shows a notification on the desktop.
    /// - Parameter page: shows one in pages of the browser; nil where no page is served here.
    /// - Parameter complain: called with the reason why a way failed, once until it succeeds again.
    package init(
        desktop: @escaping Way, page: Way?, environment: [String: String],
        pauseSeconds: [Double] = usualPauseSeconds, complain: @escaping @Sendable (String) -> Void
    ) {
        self.desktop = desktop
        self.page = page
        self.environment = environment
        self.pauseSeconds = pauseSeconds
        self.complain = complain
    }

    /// - Returns: the name of the way that succeeded; nil where none did.
    package func deliver(_ note: ReminderNote, _ ways: [ReminderChannel]) -> String? {
        var left = ways
        for pause in [0] + pauseSeconds where !left.isEmpty {
            if pause > 0 { usleep(UInt32(1e6 * pause)) }
            for way in left {
                switch send(note, way) {
                case .delivered:
                    broken.withLock { _ = $0.remove(way.text) }
                    return way.name
                case .failed(let reason): say(way, reason)
                case .unanswered(let reason):
                    say(way, reason)
                    left.removeAll { $0 == way }
                }
            }
        }
        return nil
    }

    private func send(_ note: ReminderNote, _ way: ReminderChannel) -> DeliveryResult {
        switch way {
        case .desktop: desktop(note)
        case .page: page?(note) ?? .failed("no page is served by this program")
        case .command(let words): CommandWay.deliver(note, words, environment)
        case .webhook(let address): WebhookWay.deliver(note, address)
        }
    }

    private func say(_ way: ReminderChannel, _ reason: String) {
        if broken.withLock({ $0.insert(way.text).inserted }) {
            complain("\(way.name): \(reason)")
        }
    }

    /// Whether a way can be tried at all in this program.
    package static func isPossible(
        _ way: ReminderChannel, isServingPage: Bool, environment: [String: String]
    ) -> Bool {
        switch way {
        case .desktop: DesktopWay.isPossible(environment)
        case .page: isServingPage
        case .command(let words):
            words.first.flatMap { PlayerProcess.path(of: $0, environment: environment) } != nil
        case .webhook: true
        }
    }
}

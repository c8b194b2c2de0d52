import Foundation
package import PracticePlans
import Synchronization

/// Delivers notes: on each way of a reminder in its order until one succeeds, three times at most.
package final class ReminderDispatcher: Sendable {
    package typealias ChannelSender = @Sendable (ReminderNote) -> DeliveryResult

    private let showNotification: ChannelSender
    private let showOnPage: ChannelSender?
    private let environment: [String: String]
    private let retryDelaysSeconds: [Double]
    private let reportProblem: @Sendable (String) -> Void
    /// Ways that failed the last time, which was said.
    private let failedChannels = Mutex<Set<String>>([])

    /// The pauses before the second and the third attempt; s.
    package static let defaultRetryDelaysSeconds = [2.0, 10.0]

    /// - Parameter showNotification: shows a notification on the desktop.
    /// - Parameter showOnPage: shows one in pages of the browser; nil where no page is served here.
    /// - Parameter reportProblem: called with the reason why a way failed, once until it succeeds again.
    package init(
        showNotification: @escaping ChannelSender, showOnPage: ChannelSender?,
        environment: [String: String],
        retryDelaysSeconds: [Double] = defaultRetryDelaysSeconds,
        reportProblem: @escaping @Sendable (String) -> Void
    ) {
        self.showNotification = showNotification
        self.showOnPage = showOnPage
        self.environment = environment
        self.retryDelaysSeconds = retryDelaysSeconds
        self.reportProblem = reportProblem
    }

    /// - Returns: the name of the way that succeeded; nil where none did.
    package func deliver(_ note: ReminderNote, _ channels: [ReminderChannel]) -> String? {
        var remaining = channels
        for pause in [0] + retryDelaysSeconds where !remaining.isEmpty {
            if pause > 0 { usleep(UInt32(1e6 * pause)) }
            for channel in remaining {
                switch send(note, channel) {
                case .delivered:
                    failedChannels.withLock { _ = $0.remove(channel.text) }
                    return channel.name
                case .failed(let reason): reportFailure(channel, reason)
                case .unanswered(let reason):
                    reportFailure(channel, reason)
                    remaining.removeAll { $0 == channel }
                }
            }
        }
        return nil
    }

    private func send(_ note: ReminderNote, _ channel: ReminderChannel) -> DeliveryResult {
        switch channel {
        case .desktop: showNotification(note)
        case .page: showOnPage?(note) ?? .failed("no page is served by this program")
        case .command(let words): CommandNotifier.deliver(note, words, environment)
        case .webhook(let address): WebhookNotifier.deliver(note, address)
        }
    }

    private func reportFailure(_ channel: ReminderChannel, _ reason: String) {
        if failedChannels.withLock({ $0.insert(channel.text).inserted }) {
            reportProblem("\(channel.name): \(reason)")
        }
    }

    /// Returns true if a way can be tried at all in this program.
    package static func isPossible(
        _ channel: ReminderChannel, isServingPage: Bool, environment: [String: String]
    ) -> Bool {
        switch channel {
        case .desktop: DesktopNotifier.isPossible(environment)
        case .page: isServingPage
        case .command(let words):
            words.first.flatMap { PlayerProcess.path(of: $0, environment: environment) } != nil
        case .webhook: true
        }
    }
}

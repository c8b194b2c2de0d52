import Foundation
package import LiveProtocol
import PhysioTypes
import SensorProtocol

/// A bridge on standard input, which may be answered on standard output.
package struct StandardInputSource: LiveSource {
    package let startsAtFirstLine = false

    private let channel: LineChannel
    private let sendsReplies: Bool
    /// True if the session waits for the bridge, since its time is the session's.
    private let waitsForReader: Bool
    /// Replies for a reader that is not waited for.
    private var queue = ReplyQueue()
    /// Indicates whether the replies are not read any more.
    private var isOutputClosed = false

    /// Lines that are handed on at once.
    private static let maxLines = 256
    /// A reader has so long for what still waits at the end; ms.
    private static let closeTimeoutMs = 1000

    /// - Parameter clock: of the session.
    /// - Parameter sendsReplies: whether the replies go to standard output.
    package init(clock: BridgeSession.Clock, sendsReplies: Bool) {
        self.init(
            LineChannel(input: STDIN_FILENO, output: STDOUT_FILENO), clock: clock,
            sendsReplies: sendsReplies)
    }

    init(_ channel: LineChannel, clock: BridgeSession.Clock, sendsReplies: Bool) {
        self.channel = channel
        self.sendsReplies = sendsReplies
        waitsForReader = clock == .bridge
    }

    package mutating func events(untilMicroseconds now: Int, reachedMicroseconds: Int)
        -> [LiveSourceEvent]
    {
        // The replies are not read any more: the end, and no error.
        guard !isOutputClosed else { return [.ended(nil)] }
        var events: [LiveSourceEvent] = []
        while events.count < Self.maxLines {
            switch channel.next(withinMs: 0) {
            case .line(let line): events.append(.line(line, from: BridgeSession.defaultClient))
            case .timedOut: return events
            case .end: return events + [.ended(nil)]
            }
        }
        return events
    }

    /// Returns no due time: only its lines move its time.
    package func dueMicroseconds(reachedMicroseconds: Int) -> Int { .max }

    package mutating func wait(milliseconds: Int32, _ wake: WakeSignal) {
        guard !isOutputClosed else { return }
        let outputPollDescriptors = queue.isEmpty ? [] : channel.outputPollDescriptors
        wake.wait(
            milliseconds: channel.hasLines ? 0 : milliseconds,
            besides: channel.inputPollDescriptors + outputPollDescriptors)
        send()
    }

    package mutating func receive(_ outputs: [BridgeSession.AddressedOutput]) {
        guard sendsReplies, !isOutputClosed else { return }
        let replies = outputs.compactMap { $0.reply(for: BridgeSession.defaultClient) }
        if waitsForReader {
            do { try channel.write(replies.map(\.text)) } catch { isOutputClosed = true }
            return
        }
        for reply in replies { queue.push(reply) }
        send()
    }

    /// Writes what the reader takes now.
    private mutating func send() {
        do {
            while channel.isWritable, let next = queue.next() { try channel.write([next]) }
        } catch {
            isOutputClosed = true
        }
        // Who asks and asks and never reads is let go, as at a socket.
        if queue.count > ReplyQueue.maxPendingReplies { isOutputClosed = true }
    }

    package mutating func close() {
        let end = ContinuousClock.now + .milliseconds(Self.closeTimeoutMs)
        while !isOutputClosed, !queue.isEmpty, ContinuousClock.now < end {
            var descriptors = channel.outputPollDescriptors
            poll(&descriptors, nfds_t(descriptors.count), 100)
            send()
        }
    }
}

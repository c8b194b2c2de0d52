public import Foundation
import SensorProtocol

/// The log of a session once more, at its own pace or quicker.
public struct ReplaySource: LiveSource {
    public let clock = BridgeSession.Clock.bridge
    public let isAwaited = false

    private var lines: ArraySlice<LineFramer.Line>
    private var replay = LogReplay()

    /// - Parameter log: its bytes.
    public init(log: Data) {
        var framer = LineFramer()
        var lines: [LineFramer.Line] = []
        framer.push([UInt8](log)) { lines.append($0) }
        framer.finish { lines.append($0) }
        self.lines = lines[...]
    }

    public mutating func events(untilMicroseconds now: Int, reached: Int) -> [LiveSourceEvent] {
        guard reached <= now else { return [] }
        while let line = lines.popFirst() {
            if let event = replay.event(of: line) { return [event] }
        }
        return [.over(nil)]
    }
}

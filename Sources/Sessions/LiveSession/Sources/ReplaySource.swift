package import Foundation
import SensorProtocol

/// The log of a session once more, at its own pace or quicker.
package struct ReplaySource: LiveSource {
    package let clock = BridgeSession.Clock.bridge
    package let isAwaited = false

    private var lines: ArraySlice<LineFramer.Line>
    private var replay = LogReplay()

    /// - Parameter log: its bytes.
    package init(log: Data) {
        var framer = LineFramer()
        var lines: [LineFramer.Line] = []
        framer.push([UInt8](log)) { lines.append($0) }
        framer.finish { lines.append($0) }
        self.lines = lines[...]
    }

    package mutating func events(untilMicroseconds now: Int, reached: Int) -> [LiveSourceEvent] {
        guard reached <= now else { return [] }
        while let line = lines.popFirst() {
            if let event = replay.event(of: line) { return [event] }
        }
        return [.over(nil)]
    }
}

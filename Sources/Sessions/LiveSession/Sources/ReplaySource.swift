import Foundation
import SensorProtocol

/// The log of a session once more, at its own pace, quicker, or as fast as it is read.
package struct ReplaySource: LiveSource {
    package let startsAtFirstLine = false

    private let channel: LineChannel
    /// The file, closed at the end; nil for one that the caller owns.
    private let file: FileHandle?
    private var replay = LogReplay()

    /// - Parameter descriptor: from which it is read; it stays open.
    package init(descriptor: Int32) {
        channel = LineChannel(input: descriptor)
        file = nil
    }

    /// - Returns: nil where the file is not there, or may not be read.
    package init?(path: String) {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        self.file = file
        channel = LineChannel(input: file.fileDescriptor)
    }

    package mutating func events(untilMicroseconds now: Int, reachedMicroseconds: Int)
        -> [LiveSourceEvent]
    {
        guard reachedMicroseconds <= now else { return [] }
        while true {
            switch channel.next(withinMs: 0) {
            case .line(let line):
                if let event = replay.event(of: line) { return [event] }
            case .timedOut: return []
            case .end: return [.ended(nil)]
            }
        }
    }

    package mutating func wait(milliseconds: Int32, _ wake: WakeSignal) {
        // A file is always readable: at a pace of its own it waits for its time.
        wake.wait(
            milliseconds: milliseconds, besides: file == nil ? channel.inputPollDescriptors : [])
    }

    package mutating func close() { try? file?.close() }
}

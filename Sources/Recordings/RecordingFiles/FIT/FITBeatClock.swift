/// Follows the clock of beats in `hr` messages: the times of beats in steps of 1/1024 s.
///
/// A message with a whole time is a beat, and ties the clock to the time of day. In the others two
/// times share three bytes, of which each has the low twelve bits.
struct FITBeatClock {
    private enum Field {
        static let fraction: UInt8 = 0
        static let wholeTime: UInt8 = 9
        static let packedTimes: UInt8 = 10
    }

    private static let stepsPerSecond = 1024.0
    private static let fractionsPerSecond = 32_768.0
    /// Steps that twelve bits distinguish: 4 s. What is longer begins anew.
    private static let wrapSteps: UInt32 = 4096

    /// Time of the last beat; steps; nil before the first one.
    private var lastSteps: UInt32?

    mutating func decode(_ message: FITMessage, into runs: inout FITBeatRuns) {
        var referenceMs: Double?
        if let unixMs = message.unixMs {
            let fraction = message.number(Field.fraction) ?? 0
            referenceMs = Double(unixMs) + fraction * 1000 / Self.fractionsPerSecond
        }
        for case let value? in message.numbers(Field.wholeTime) {
            guard let time = UInt32(exactly: value) else { continue }
            decodeUnpacked(time, referenceMs, into: &runs)
            // The time of day is that of the first beat.
            referenceMs = nil
        }
        guard let bytes = message.fieldBytes(Field.packedTimes) else { return }
        for time in Self.unpackTimes(bytes) { decodePacked(time, into: &runs) }
    }

    /// The twelve-bit times in packed bytes; bytes that hold no whole time are left out.
    static func unpackTimes(_ bytes: ArraySlice<UInt8>) -> [UInt32] {
        let bytes = bytes.map(UInt32.init)
        var times: [UInt32] = []
        for index in stride(from: 0, to: bytes.count - 1, by: 3) {
            times.append(bytes[index] | (bytes[index + 1] & 15) << 8)
            if index + 2 < bytes.count {
                times.append(bytes[index + 1] >> 4 | bytes[index + 2] << 4)
            }
        }
        return times
    }

    private mutating func decodeUnpacked(
        _ time: UInt32, _ referenceMs: Double?, into runs: inout FITBeatRuns
    ) {
        let step = lastSteps.map { time &- $0 }
        lastSteps = time
        if let step, step < Self.wrapSteps {
            append(step, into: &runs)
        } else {
            // A clock that goes back was set anew, and indicates no pause.
            let pause = step.flatMap { $0 <= UInt32.max / 2 ? Double($0) : nil } ?? 0
            runs.beginNewRun(startMs: referenceMs, pauseMs: pause * 1000 / Self.stepsPerSecond)
        }
    }

    private mutating func decodePacked(_ time: UInt32, into runs: inout FITBeatRuns) {
        guard let previousSteps = lastSteps else {
            lastSteps = time
            return
        }
        let step = (time &- previousSteps) % Self.wrapSteps
        lastSteps = previousSteps &+ step
        append(step, into: &runs)
    }

    /// A step of 0 fills up a message.
    private func append(_ step: UInt32, into runs: inout FITBeatRuns) {
        if step > 0 { runs.append(Double(step) * 1000 / Self.stepsPerSecond) }
    }
}

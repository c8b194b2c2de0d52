/// The beats of a record of SDNN: times of day on the clock on the wall, on a grid of 10 ms, and rates.
enum BeatTimes {
    /// A beat as the export lists it.
    struct Beat: Equatable {
        /// Time of day; ticks of 10 ms since 00:00.
        var ticks: Int
        /// Rate of the interval before the beat; nil where it cannot be read.
        var bpm: Double?
    }

    /// The beats on the time line.
    struct LocatedBeats: Equatable {
        var firstBeatMs: Int64
        var ticks: [UInt16]
        var isAfterGap: [Bool]
        /// The offset of the beats' clock from the clock of the record, positive where it is ahead;
        /// a multiple of 15; min.
        var clockShiftMinutes: Int
    }

    private static let ticksPerMinute = 6000
    private static let ticksPerDay = 24 * 60 * ticksPerMinute
    /// Clocks differ by multiples of this; min.
    private static let shiftStepMinutes = 15
    /// Records state whole seconds: beats may lie so much outside of them; ticks.
    private static let toleranceTicks = 100
    /// The share of the stated interval above which a beat is missing between two.
    private static let gapTolerance = 0.2
    private static let maxTickCount = 32_768

    /// Time of day of a text such as `20:14:07.68`, `6:14:48.94 PM` or `3:10:02,11 AM`.
    ///
    /// A space of any kind, U+202F and U+00A0 too, may stand before AM or PM, which may have points and small letters.
    ///
    /// - Returns: ticks of 10 ms since 00:00, rounded; nil for anything else.
    static func ticks(_ text: XMLText) -> Int? {
        var remaining = text.bytes[...]
        guard let hour = parseNumber(&remaining, 1...2), consume(&remaining, ":"),
            let minute = parseNumber(&remaining, 2...2),
            minute < 60, consume(&remaining, ":"), let second = parseNumber(&remaining, 2...2),
            second < 60
        else { return nil }
        var fraction = 0
        if consume(&remaining, ".") || consume(&remaining, ",") {
            guard let ticks = parseHundredths(&remaining) else { return nil }
            fraction = ticks
        }
        guard let meridiem = meridiem(remaining),
            meridiem == .none ? hour < 24 : (1...12).contains(hour)
        else {
            return nil
        }
        let hours = meridiem == .none ? hour : hour % 12 + (meridiem == .afternoon ? 12 : 0)
        return (hours * 60 + minute) * ticksPerMinute + second * 100 + fraction
    }

    /// Puts beats into their record.
    ///
    /// Their clock may differ from that of the record by a multiple of 15 min, and the day may change among them. An
    /// interval that differs by more than 20 % from what the rate says is a gap, and so is one without a rate.
    ///
    /// - Parameter start: of the record; the offset is the one that the record is written in.
    /// - Returns: nil where the times fit the record by no such multiple, go back, or last longer than 327 s. A time
    ///   that comes twice is one beat.
    static func locate(_ beats: [Beat], start: HealthInstant, end: HealthInstant) -> LocatedBeats? {
        guard let first = beats.first else { return nil }
        let localMs = start.unixMs + Int64(start.writtenOffsetMinutes) * 60_000
        let startTicks = Int((localMs % 86_400_000 + 86_400_000) % 86_400_000) / 10
        // From the clock of the record to that of the beats, the shorter way around the day.
        var difference = first.ticks - startTicks
        if difference > ticksPerDay / 2 { difference -= ticksPerDay }
        if difference <= -ticksPerDay / 2 { difference += ticksPerDay }
        let stepTicks = shiftStepMinutes * ticksPerMinute
        let shiftStepCount = Int(
            (Double(difference) / Double(stepTicks)).rounded(.toNearestOrAwayFromZero))
        let offsetTicks = difference - shiftStepCount * stepTicks
        guard let (ticks, gaps) = elapsedTicks(beats), let last = ticks.last else { return nil }
        let spanTicks = Int(end.unixMs - start.unixMs) / 10
        guard offsetTicks >= -toleranceTicks, offsetTicks + Int(last) <= spanTicks + toleranceTicks
        else {
            return nil
        }
        // Half a day is taken for the east: clocks there are 12 h and more before UTC, none is 12 h behind.
        let isHalfDay = shiftStepCount * shiftStepMinutes == -12 * 60
        return LocatedBeats(
            firstBeatMs: start.unixMs + Int64(offsetTicks) * 10, ticks: ticks, isAfterGap: gaps,
            clockShiftMinutes: isHalfDay ? 12 * 60 : shiftStepCount * shiftStepMinutes)
    }

    private static func elapsedTicks(_ beats: [Beat]) -> (ticks: [UInt16], gaps: [Bool])? {
        var ticks: [UInt16] = [0]
        var gaps = [false]
        var total = 0
        for (beat, previousBeat) in zip(beats.dropFirst(), beats) {
            var interval = beat.ticks - previousBeat.ticks
            if interval < -ticksPerDay / 2 { interval += ticksPerDay }
            if interval == 0 { continue }
            total += interval
            guard interval > 0, total < maxTickCount else { return nil }
            ticks.append(UInt16(total))
            gaps.append(isGap(Double(interval * BeatSegment.tickMs), beat.bpm))
        }
        return (ticks, gaps)
    }

    private static func isGap(_ intervalMs: Double, _ bpm: Double?) -> Bool {
        guard let bpm, bpm > 0 else { return true }
        let statedMs = 60_000 / bpm
        return abs(intervalMs - statedMs) > gapTolerance * statedMs
    }

    // MARK: Text

    private typealias ByteText = Slice<UnsafeBufferPointer<UInt8>>

    private enum Meridiem { case none, morning, afternoon }

    private static func consume(_ remaining: inout ByteText, _ character: Unicode.Scalar) -> Bool {
        guard remaining.first == UInt8(ascii: character) else { return false }
        remaining = remaining.dropFirst()
        return true
    }

    private static func parseNumber(_ remaining: inout ByteText, _ digits: ClosedRange<Int>) -> Int?
    {
        var value = 0
        var count = 0
        while count < digits.upperBound, let byte = remaining.first, byte &- 0x30 < 10 {
            value = value * 10 + Int(byte - 0x30)
            remaining = remaining.dropFirst()
            count += 1
        }
        return digits.contains(count) ? value : nil
    }

    /// Digits after the mark, at least one; hundredths, rounded.
    private static func parseHundredths(_ remaining: inout ByteText) -> Int? {
        var value = 0
        var count = 0
        while let byte = remaining.first, byte &- 0x30 < 10 {
            if count < 3 { value = value * 10 + Int(byte - 0x30) }
            remaining = remaining.dropFirst()
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in count..<max(count, 3) { value *= 10 }
        return (value + 5) / 10
    }

    /// Nil for what is neither nothing, AM nor PM.
    private static func meridiem(_ remaining: ByteText) -> Meridiem? {
        let text = String(decoding: remaining, as: UTF8.self).lowercased()
        let letters = text.unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "." }
        switch String(String.UnicodeScalarView(letters)) {
        case "": return Meridiem.none
        case "am": return .morning
        case "pm": return .afternoon
        default: return nil
        }
    }
}

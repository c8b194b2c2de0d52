extension BeatlineReply {
    /// A line holds no larger whole number: 2^53 - 1.
    private static let maxInteger = 9_007_199_254_740_991

    /// The same with its time on another clock; a reply without a time stays as it is.
    ///
    /// - Parameter origin: what the other clock shows when this one shows 0; µs.
    package func shifted(byMicroseconds origin: Int) -> BeatlineReply {
        guard origin != 0 else { return self }
        func shifted(_ time: Int?) -> Int? {
            time.map { min(max($0 + origin, -Self.maxInteger), Self.maxInteger) }
        }
        switch self {
        case .hello(var hello):
            hello.timeMicroseconds = shifted(hello.timeMicroseconds)
            return .hello(hello)
        case .pace(var pace):
            pace.timeMicroseconds = shifted(pace.timeMicroseconds)
            return .pace(pace)
        case .haptic(var haptic):
            haptic.timeMicroseconds = shifted(haptic.timeMicroseconds)
            return .haptic(haptic)
        case .beat(var beat):
            beat.timeMicroseconds = shifted(beat.timeMicroseconds)
            return .beat(beat)
        case .metric(var metric):
            metric.timeMicroseconds = shifted(metric.timeMicroseconds)
            return .metric(metric)
        case .breath(var breath):
            breath.timeMicroseconds = shifted(breath.timeMicroseconds)
            return .breath(breath)
        case .pong(let id, let time): return .pong(id: id, timeMicroseconds: shifted(time))
        case .go(let time): return .go(timeMicroseconds: shifted(time) ?? time)
        case .command, .warning, .bye, .workout: return self
        }
    }
}

import LivePipeline

/// The heart data of a session: rates of each second, and beats; on the clock of the session.
struct HeartRecord: Sendable, Equatable {
    struct Rate: Sendable, Equatable {
        let seconds: Double
        let bpm: Double
    }

    /// s of the practice's clock at which the session's shows 0; nil before its first line.
    var originSeconds: Double?
    var rates: [Rate] = []
    var beats: [LiveBeat] = []

    mutating func add(_ output: LiveOutput, atSeconds seconds: Double) {
        switch output {
        case .beat(let beat): beats.append(beat)
        case .figures(let figures):
            if let bpm = figures.heartRate.value {
                rates.append(Rate(seconds: seconds, bpm: bpm))
            }
        default: break
        }
    }
}

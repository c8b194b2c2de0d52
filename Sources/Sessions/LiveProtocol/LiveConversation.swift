import LivePipeline
import PhysioTypes
import ResonanceBreathing
public import SensorProtocol

/// A live session as a conversation in lines: those of a bridge in, replies out, by the clock of the bridge.
///
/// It is what `hrv live --bridge - --clock bridge` does, for programs that carry the lines themselves. The same lines give
/// the same replies, to the byte, however they are cut.
///
/// ```swift
/// var live = try LiveConversation(json: #"{"pacer": "fixed", "rate": 6}"#)
/// let replies = live.push(Array("{\"type\":\"hello\",\"proto\":\"beatline\",\"v\":1}\n".utf8))
/// ```
public struct LiveConversation: ~Copyable {
    private var session: BridgeSession
    private var framer = LineFramer()

    /// The options that there are.
    public static let options: Set<String> = [
        "pacer", "rate", "duration", "find-rate", "no-hold", "dev", "ecg",
    ]

    private static let minutes = 0.1...1440.0
    private static let defaultMinutes = 10.0

    /// - Parameter json: one object with the long options of `hrv live` as its keys; nil for none.
    /// - Throws: for options that are wrong.
    public init(json: String?) throws(OptionError) {
        var (pacer, rate, minutes) = (PacerName.defaultPacer, Double?.none, Double?.none)
        var (searchesFullRange, hasHold, wantsECG) = (false, true, false)
        var device: String?
        for (key, value) in try OptionObject.options(json, keys: Self.options) {
            switch key {
            case "pacer": pacer = try value.choice()
            case "rate": rate = try value.number()
            case "duration": minutes = try value.number()
            case "find-rate": searchesFullRange = try value.flag()
            case "no-hold": hasHold = !(try value.flag())
            case "dev": device = try value.text()
            default: wantsECG = try value.flag()
            }
        }
        if let minutes, !Self.minutes.contains(minutes) {
            throw OptionError("--duration is 0.1 to 1440 min")
        }
        if let rate, pacer.startRateLimits?.contains(rate) != true {
            throw OptionError("--rate \(rate) is none for the pacer \(pacer.rawValue)")
        }
        var plan = PacerPlan(pacer, sessionSeconds: 60 * (minutes ?? Self.defaultMinutes))
        plan.findsAnew = searchesFullRange
        if let rate { plan.startBreathsPerMinute = rate }
        var settings = StreamingSettings(plan: plan)
        settings.hasHold = hasHold
        do throws(BreathingError) {
            session = try BridgeSession(
                settings, clock: .bridge, durationSeconds: minutes.map { 60 * $0 }, device: device,
                wantsECG: wantsECG, applicationName: "hrv live \(ToolkitVersion.current)")
        } catch {
            throw OptionError("the pacer cannot begin: \(error)")
        }
    }

    /// True if the session is over: nothing is answered any more.
    public var hasEnded: Bool { session.hasEnded }

    /// Takes bytes of a bridge, cut anywhere.
    ///
    /// - Returns: the replies to the lines that are complete, each with a line feed.
    public mutating func push(_ bytes: [UInt8]) -> String {
        var lines: [LineFramer.Line] = []
        framer.push(bytes) { lines.append($0) }
        for line in lines { session.receive(line, arrivalMicroseconds: 0) }
        return replies()
    }

    /// Nothing more comes: a last line without a line feed counts, and the session ends.
    ///
    /// - Returns: the last replies.
    public mutating func finish() -> String {
        var lines: [LineFramer.Line] = []
        framer.finish { lines.append($0) }
        for line in lines { session.receive(line, arrivalMicroseconds: 0) }
        session.end()
        return replies()
    }

    private mutating func replies() -> String {
        var text = ""
        for case .reply(let reply) in session.drain() {
            text += reply.text
            text += "\n"
        }
        return text
    }
}

import ArgumentParser
import Foundation
import LivePipeline
import LiveSession
import PhysioTypes
import ResonanceBreathing
import SensorProtocol

/// `hrv pace`: paces breathing, without a sensor.
struct PaceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pace",
        abstract: "Pace breathing; no sensor is needed.",
        discussion: """
            On a terminal a bar fills while breathing in and empties while breathing out. \
            Elsewhere every phase and tap is a line of the line protocol, 250 to 500 ms ahead.

            Breathe gently; stop when you feel light-headed.
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "\(BreathRateLimits.ownChoice.text()) (default: \(BreathRateLimits.usualStartRate)).",
            valueName: "breaths/min"))
    var rate: Double?

    @Option(
        help: ArgumentHelp(
            "A pattern: " + BreathPreset.allCases.map(\.rawValue).joined(separator: ", ") + ".",
            valueName: "name"))
    var preset: BreathPreset?

    @Flag(help: "No pause between breathing in and out.")
    var noHold = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Length (default: until Ctrl-C).", valueName: "min"))
    var duration: Double?

    func validate() throws {
        let limits = BreathRateLimits.ownChoice
        if let rate {
            guard preset == nil else {
                throw ValidationError("a preset has its own rate: leave out --rate or --preset")
            }
            guard limits.contains(rate) else {
                throw ValidationError(
                    "--rate lies in \(limits.lowest) to \(limits.highest) breaths/min")
            }
        }
        if let duration, !(duration > 0 && duration <= 1440) {
            throw ValidationError("--duration is above 0 and at most 1440 min")
        }
    }

    func run() throws {
        GracefulInterruption.install()
        let pacer = try FixedPacer(breathsPerMinute: rate ?? BreathRateLimits.usualStartRate)
        var pacing = PacedBreathing(
            pacer, pattern: try preset?.pattern, holds: !noHold)
        pacing.begin(atSeconds: 0)
        let channel = LineChannel(input: STDIN_FILENO, output: STDOUT_FILENO)
        var replies = SessionReplies()
        let isShown = Terminal.isOutput
        let start = ContinuousClock.now
        func now() -> Double { (ContinuousClock.now - start) / .seconds(1) }
        let end = duration.map { 60 * $0 } ?? .infinity
        do {
            while GracefulInterruption.code == nil, now() < end {
                let time = now()
                var outputs: [LiveOutput] = []
                pacing.advance(toSeconds: time) { outputs.append($0) }
                let lines = outputs.flatMap { replies.replies(to: $0, atSeconds: time) }
                if isShown {
                    try channel.show(Self.bar(pacing, atSeconds: time))
                } else {
                    try channel.write(lines.map(\.text))
                }
                usleep(Self.pollMicroseconds)
            }
            if isShown {
                try channel.show("\n")
            } else {
                try channel.write(
                    replies.replies(to: .stop, atSeconds: now()).map(\.text))
            }
        } catch {
            // Nobody reads any more: the end, and no error.
        }
        if let code = GracefulInterruption.code { throw ExitCode(code) }
    }

    private static let pollMicroseconds: UInt32 = 40_000
    private static let barWidth = 32

    /// One line that is drawn over and over.
    static func bar(_ pacing: PacedBreathing, atSeconds time: Double) -> String {
        guard let cycle = pacing.current(atSeconds: time),
            let place = cycle.position(atSeconds: time)
        else { return "\r\u{1B}[K" }
        let fill =
            switch place.phase {
            case .inhale: place.progress
            case .hold: 1.0
            case .exhale: 1 - place.progress
            case .secondHold: 0.0
            }
        let filled = Int((fill * Double(barWidth)).rounded())
        let bar =
            String(repeating: "█", count: filled) + String(repeating: "·", count: barWidth - filled)
        let label = place.text + String(repeating: " ", count: max(0, 12 - place.text.count))
        return "\r\(label) \(bar)\u{1B}[K"
    }
}

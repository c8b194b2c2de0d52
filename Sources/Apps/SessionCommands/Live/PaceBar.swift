import CommandSupport
import LivePipeline
import LiveProtocol
import LiveSession
import PhysioTypes
import ResonanceBreathing

/// A bar on one line of the terminal: it fills while the person breathes in, and empties while they breathe out.
final class PaceBar: SessionObserver {
    private let channel = LineChannel(input: -1, output: 1, waitsForTerminal: false)
    /// The last two breaths that were announced; none once pacing has stopped.
    private var breaths: [BreathCycle] = []
    private var isClosed = false

    private static let width = 32

    let maxWaitMs = 40.0

    /// The end, and no error, once no one reads any more.
    func drainCommands() -> [SessionCommand] { isClosed ? [.end] : [] }

    func receive(
        _ outputs: [BridgeSession.Output], _ session: borrowing BridgeSession,
        atMicroseconds now: Int
    ) {
        for output in outputs {
            switch output {
            case .live(.breath(let breath)): breaths = breaths.suffix(1) + [breath.cycle]
            case .live(.stop): breaths = []
            default: break
            }
        }
    }

    func follow(_ sessionProgress: SessionProgress) {
        // A terminal that has not taken the last one gets no other.
        if channel.isWritable { show(Self.bar(breaths, atSeconds: sessionProgress.seconds)) }
    }

    func sessionEnded() {
        show("\n")
        channel.drain(withinMs: Self.closeTimeoutMs)
    }

    /// A terminal has so long for the end of the line.
    private static let closeTimeoutMs = 200

    private func show(_ text: String) {
        do { try channel.writeText(text) } catch { isClosed = true }
    }

    /// One line that is drawn over and over.
    static func bar(_ breaths: [BreathCycle], atSeconds time: Double) -> String {
        guard let position = breaths.lazy.compactMap({ $0.position(atSeconds: time) }).first
        else { return "\r\u{1B}[K" }
        let fillShare =
            switch position.phase {
            case .inhale: position.progress
            case .hold: 1.0
            case .exhale: 1 - position.progress
            case .secondHold: 0.0
            }
        let filledCount = Int((fillShare * Double(width)).rounded())
        let bar =
            String(repeating: "█", count: filledCount)
            + String(repeating: "·", count: width - filledCount)
        let label = position.text + String(repeating: " ", count: max(0, 12 - position.text.count))
        return "\r\(label) \(bar)\u{1B}[K"
    }
}

package import Foundation
import LivePipeline
import LiveProtocol
package import PhysioTypes
import ResonanceBreathing
import SensorProtocol
package import SessionHistory

/// Beats of a recording of another program, to be kept as a session: figures are made of them as of a
/// session whose breath was not paced.
package struct RecordedBeats: Sendable {
    package var rr: RRSeries
    package var startedAt: Date
    /// The offset from UTC of the person's local time.
    package var utcOffsetSeconds: Int
    package var toolkitVersion: String

    package init(
        _ rr: RRSeries, startedAt: Date, utcOffsetSeconds: Int, toolkitVersion: String
    ) {
        self.rr = rr
        self.startedAt = startedAt
        self.utcOffsetSeconds = utcOffsetSeconds
        self.toolkitVersion = toolkitVersion
    }

    /// - Returns: the id of the session; nil where none of the beats counts.
    package func save(in store: SessionStore) throws(HistoryError) -> UUID? {
        var session: BridgeSession
        do throws(BreathingError) {
            session = try BridgeSession(
                StreamingSettings(), clock: .bridge, applicationName: "import")
        } catch {
            preconditionFailure("nobody leads: \(error)")
        }
        var start = SessionStart(
            .imported, StreamingSettings(), startedAt: startedAt, toolkitVersion: toolkitVersion)
        start.utcOffsetSeconds = utcOffsetSeconds
        let writer = SessionWriter(rebuilding: start, in: store)
        var end = rr.startSeconds
        for index in 0..<rr.count {
            let (interval, next) = (rr.intervalsMs[index], rr.endTimesSeconds[index])
            if rr.marks[index].contains(.afterGap) {
                send(
                    .gap(
                        .init(
                            fromMicroseconds: microseconds(end),
                            toMicroseconds: microseconds(next - interval / 1000))),
                    at: next - interval / 1000, &session)
            }
            send(.rr(.init(.milliseconds([interval]))), at: next, &session)
            writer.receive(session.drain(), session)
            end = next
        }
        session.end()
        writer.receive(session.drain(), session)
        guard session.totals.beatCount > 0 else { return nil }
        try writer.finish(session, as: .ended)
        return start.id
    }

    private func send(
        _ message: BeatlineMessage, at seconds: Double, _ session: inout BridgeSession
    ) {
        let line = BeatlineLine(message, timeMicroseconds: microseconds(seconds))
        session.receive(.text(line.text), arrivalMicroseconds: 0)
    }

    /// Converts a time to one from the beginning of the recording.
    private func microseconds(_ seconds: Double) -> Int {
        Int((1e6 * max(0, seconds - rr.startSeconds)).rounded())
    }
}

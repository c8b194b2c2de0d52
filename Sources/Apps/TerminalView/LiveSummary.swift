package import LivePipeline
import PhysioTypes
import ResonanceBreathing

/// The summary of a session, in some lines for the person.
package enum LiveSummary {
    package static func lines(_ totals: SessionTotals) -> [String] {
        let minutes = Int(totals.durationSeconds) / 60
        let seconds = Int(totals.durationSeconds) % 60
        var lines = [
            "\(minutes):\(seconds < 10 ? "0" : "")\(seconds) min, \(totals.breathCount) breaths, "
                + "\(totals.beatCount) beats (\(totals.correctedCount) corrected, "
                + "\(totals.gapCount) gaps)"
        ]
        lines.append(
            "mean heart rate \(tenths(totals.averageHeartRate)) beats/min, mean RMSSD "
                + "\(tenths(totals.averageRMSSD)) ms, mean coherence "
                + percent(totals.averageCoherence))
        if let peak = totals.peakCoherence {
            let rate = totals.peakBreathsPerMinute.map { " at \(tenths($0)) breaths/min" } ?? ""
            lines.append("highest coherence \(percent(peak))\(rate)")
        }
        switch totals.resonance {
        case .estimate(let found):
            lines.append(
                "resonance near \(tenths(found.breathsPerMinute)) breaths/min (90 %: "
                    + "\(tenths(found.low)) to \(tenths(found.high)))")
        case .bestTried(let rate): lines.append("best rate tried: \(tenths(rate)) breaths/min")
        case .notDetermined(let reason): lines.append("resonance not determined: \(reason)")
        case nil: break
        }
        if let latency = totals.latency {
            lines.append(
                "latency: beats arrive \(tenths(latency.seconds)) s late "
                    + "(± \(tenths(latency.deviationSeconds)))")
        }
        return lines
    }

    package static func tenths(_ value: Double?) -> String {
        guard let value, abs(value) < 1e12 else { return "–" }
        let rounded = Int((10 * value).rounded())
        return "\(rounded < 0 ? "-" : "")\(abs(rounded) / 10).\(abs(rounded) % 10)"
    }

    package static func percent(_ value: Double?) -> String {
        value.map { "\(Int((100 * $0).rounded())) %" } ?? "–"
    }
}

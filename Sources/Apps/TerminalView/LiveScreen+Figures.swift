import LivePipeline
import LiveProtocol
import LiveSession
import PhysioTypes

/// The wording of the numbers of a session.
extension LiveScreen {
    /// One figure: what it is called, its value, and in brief why it has none.
    struct Cell {
        let label: String
        let value: ScreenLine
        let reason: String?

        /// Label and value beside each other.
        func line(labelColumns: Int) -> ScreenLine {
            var line = ScreenLine(
                ScreenText.width(label) < labelColumns
                    ? label : String(label.prefix(labelColumns - 2)) + ".", .secondary)
            line.fill(to: labelColumns)
            line.add(value)
            if let reason { line.add("  " + reason, .secondary) }
            return line
        }
    }

    func cells(atSeconds now: Double) -> [Cell] {
        let figures = figures(atSeconds: now)
        return [
            cell("Heart", figures?.heartRate, "/min"), cell("RMSSD", figures?.rmssd, "ms"),
            coherence(figures?.coherence),
        ]
    }

    private func cell(_ label: String, _ figure: LiveFigures.Figure?, _ unit: String) -> Cell {
        guard let value = figure?.value else { return missing(label, figure) }
        var line = ScreenLine(ScreenText.padded(LiveSummary.tenths(value), to: 5), .strong)
        line.add(" " + unit, .secondary)
        return Cell(label: label, value: line, reason: nil)
    }

    /// Five dots, as many of them lit as fifths, and per cent.
    private func coherence(_ figure: LiveFigures.Figure?) -> Cell {
        guard let value = figure?.value else { return missing("Coherence", figure) }
        let filledCount = min(5, max(0, Int((5 * value).rounded())))
        let colour: ScreenColour = value >= Self.minHighCoherence ? .highlight : .teal
        var line = ScreenLine(String(repeating: "●", count: filledCount), colour)
        line.add(String(repeating: "○", count: 5 - filledCount), .secondary)
        line.add(ScreenText.padded(LiveSummary.percent(value), to: 6), .strong)
        return Cell(label: "Coherence", value: line, reason: nil)
    }

    /// The coherence from which on the number glows.
    static let minHighCoherence = 0.75

    private func missing(_ label: String, _ figure: LiveFigures.Figure?) -> Cell {
        let reason =
            figure.map { $0.missing.map(shortText) ?? "" }
            ?? (figures == nil ? "not yet" : "nothing new")
        return Cell(label: label, value: ScreenLine("–", .strong), reason: reason)
    }

    /// A few words.
    private func shortText(_ reason: MissingReason) -> String {
        switch reason {
        case .tooFew(let needed, let found, let quantity):
            let unit =
                switch quantity {
                case .seconds: "s"
                case .differences: "beats"
                default: quantity.rawValue
                }
            return "\(Int(found)) of \(Int(needed.rounded(.up))) \(unit)"
        case .coverage(let needed, let found):
            if let figures, isSettling {
                let window = figures.rmssdWindowSeconds
                return "\(Int(found * window)) of \(Int(needed * window)) s"
            }
            return "\(Int(100 * found)) % covered"
        case .corrected(_, let found): return "\(Int(100 * found)) % at fault"
        default: return reason.text
        }
    }

    /// The rate commanded, what becomes of it, and what the person does.
    func rate(atSeconds now: Double, isNarrow: Bool) -> [ScreenLine] {
        guard let figures = figures(atSeconds: now), figures.pacing != .none else { return [] }
        var command = ScreenLine(isNarrow ? "" : "Breath  ", .secondary)
        if let rate = figures.breathsPerMinute {
            command.add(LiveSummary.tenths(rate), .strong)
            command.add(" /min  ", .secondary)
        } else {
            command.add("–  ", .strong)
        }
        command.add(
            isPaused ? "paused" : figures.pacing.rawValue,
            figures.pacing == .locked && !isPaused ? .good : .plain)
        var lines = [command]
        if let breathingRate = figures.respiration.value {
            var line = ScreenLine("you", .secondary)
            line.add("  " + LiveSummary.tenths(breathingRate), .strong)
            line.add(" /min", .secondary)
            if figures.followOutcome == .notFollowing { line.add("  not with the pacer", .fair) }
            lines.append(line)
        }
        if let resonance = figures.resonance.value {
            var line = ScreenLine("resonance", .secondary)
            line.add("  " + LiveSummary.tenths(resonance), .strong)
            if let deviation = figures.resonanceDeviation {
                line.add(" ±" + LiveSummary.tenths(deviation), .secondary)
            }
            lines.append(line)
        }
        return lines
    }

    /// Returns lines on the quality of the signal, and on what to do where it is poor.
    func signal(atSeconds now: Double) -> [ScreenLine] {
        guard let figures = figures(atSeconds: now) else {
            return [ScreenLine("Signal  –", .secondary)]
        }
        let quality = SessionReplyEncoder.quality(figures)
        var signalLine = ScreenLine("Signal", .secondary)
        signalLine.add("  ")
        switch figures.stream {
        case .ok where isSettling && quality != "good": signalLine.add("settling")
        case .ok:
            signalLine.add(quality, quality == "good" ? .good : quality == "fair" ? .fair : .bad)
        case .stale: signalLine.add("nothing comes: wet the electrodes, come closer", .bad)
        case .lost: signalLine.add("the sensor is not heard: come closer", .bad)
        case .noContact: signalLine.add("no skin contact: wet the electrodes", .bad)
        }
        var lines = [signalLine]
        if figures.stream == .ok {
            lines.append(
                ScreenLine("coverage \(LiveSummary.percent(figures.coverage))", .secondary))
            if figures.correctedShare > 0 {
                let share = LiveSummary.percent(figures.correctedShare)
                lines.append(ScreenLine("corrected \(share)", .secondary))
            }
        }
        if let batteryPercent {
            let isLow = batteryPercent < SessionReadiness.minBatteryPercent
            lines.append(ScreenLine("battery \(batteryPercent) %", isLow ? .bad : .secondary))
        }
        return lines
    }

    /// Latency of the beats, once the session's own beats took part in its estimate; nil before,
    /// and where no beats come.
    func latency(atSeconds now: Double) -> ScreenLine? {
        guard let figures = figures(atSeconds: now), figures.stream == .ok,
            figures.isLatencyMeasured, let latency = figures.latency
        else { return nil }
        return ScreenLine("beats \(LiveSummary.tenths(latency.seconds)) s late", .secondary)
    }
}

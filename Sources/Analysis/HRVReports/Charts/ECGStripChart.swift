import PhysioTypes

/// A strip of an ECG with the class over each beat, in the proportions of ECG paper where the unit is mV:
/// 0.4 s are as long as 1 mV is high.
struct ECGStripChart {
    /// The shape of the drawing: for pages on screens and paper, and for phones, which show less of the strip.
    enum Shape {
        case wide, narrow

        fileprivate var width: Double { self == .wide ? 1000 : 400 }
        fileprivate var maxSeconds: Double { self == .wide ? .infinity : 4 }
    }

    private static let gridSquareSeconds = 0.2
    private static let gridSquareMillivolts = 0.5
    /// Seconds as long as one millivolt is high.
    private static let secondsPerMillivolt = 0.4
    /// Height of the plot where the unit is not mV.
    private static let unscaledPlotHeight = 130.0

    private let strip: ECGStrip
    /// The part that is drawn; s.
    private let seconds: ClosedRange<Double>
    private let plot: SVGPlot

    private var isInMillivolts: Bool { strip.signal.unit == "mV" }

    /// - Complexity: O(n) for n samples.
    static func figure(_ strip: ECGStrip, shape: Shape) -> SVGFigure {
        ECGStripChart(strip, shape).figure
    }

    private init(_ strip: ECGStrip, _ shape: Shape) {
        self.strip = strip
        let length = min(strip.endSeconds - strip.startSeconds, shape.maxSeconds)
        // The beginning of an episode is at two seconds; a phone shows one second before it.
        let begin = min(
            max(strip.eventSeconds.lowerBound - length / 4, strip.startSeconds),
            strip.endSeconds - length)
        seconds = begin...begin + length
        let low = Double(strip.samples.min() ?? 0)
        let high = Double(strip.samples.max() ?? 0)
        let range =
            low...max(high, low + (strip.signal.unit == "mV" ? Self.gridSquareMillivolts : 1e-9))
        let name = strip.signal.name.isEmpty ? "ECG" : strip.signal.name
        let unit = strip.signal.unit.isEmpty ? "unit not stated" : strip.signal.unit
        let x = SVGAxis(seconds: seconds, about: Int(length.rounded(.up)))
        let lineCount = (range.upperBound - range.lowerBound) / Self.gridSquareMillivolts
        let y = SVGAxis(
            enclosing: range,
            about: strip.signal.unit == "mV" && lineCount <= 12 ? Int(lineCount.rounded(.up)) : 5,
            title: "\(name) (\(unit))")
        let frame = SVGPlot(width: shape.width, height: 0, x: x, y: y)
        let height =
            strip.signal.unit == "mV"
            ? (y.range.upperBound - y.range.lowerBound) * Self.secondsPerMillivolt
                * (frame.right - frame.left) / length
            : Self.unscaledPlotHeight
        plot = SVGPlot(
            width: shape.width, height: frame.top - frame.bottom + height, x: x, y: y)
    }

    private var figure: SVGFigure {
        SVGFigure(
            kind: "strip", title: title, summary: summary, caption: caption, width: plot.width,
            height: plot.height,
            content: [episodeShading, squares, plot.axes(), line, letters])
    }

    // MARK: - Drawing

    /// The episode is shaded.
    private var episodeShading: Markup {
        let part = strip.eventSeconds.clamped(to: seconds)
        guard strip.eventBeatCount > 1, part.upperBound > part.lowerBound else { return .nothing }
        return .rectangle(
            from: SVGPoint(x: plot.x(part.lowerBound), y: plot.top),
            width: plot.x(part.upperBound) - plot.x(part.lowerBound),
            height: plot.bottom - plot.top, class: "gap")
    }

    private var squares: Markup {
        let first = Int((seconds.lowerBound / Self.gridSquareSeconds - 1e-6).rounded(.up))
        let last = Int((seconds.upperBound / Self.gridSquareSeconds + 1e-6).rounded(.down))
        guard first <= last else { return .nothing }
        let lines = (first...last).map { index in
            let x = plot.x(Double(index) * Self.gridSquareSeconds)
            return Markup.line(
                from: SVGPoint(x: x, y: plot.top), to: SVGPoint(x: x, y: plot.bottom),
                class: "grid")
        }
        return Markup("g", [:], lines)
    }

    private var line: Markup {
        let points = strip.samples.enumerated().compactMap { index, value -> SVGPoint? in
            let time = strip.startSeconds + Double(index) / strip.sampleRateHz
            return seconds.contains(time) ? plot.point(time, Double(value)) : nil
        }
        return .polyline(points, class: "line")
    }

    private var shownBeats: [ECGStrip.Beat] { strip.beats.filter { seconds.contains($0.seconds) } }

    private var letters: Markup {
        Markup(
            "g", [:],
            shownBeats.map { beat in
                let letter = String(beat.label.letter)
                return .label(
                    letter, at: SVGPoint(x: plot.x(beat.seconds), y: plot.top - 5),
                    anchor: .middle, class: "beat-class \(letter.lowercased())")
            })
    }

    // MARK: - Words

    private var title: String {
        let start = ReportNumber.clock(strip.eventSeconds.lowerBound)
        let length = strip.eventSeconds.upperBound - strip.eventSeconds.lowerBound
        let duration = ReportNumber.duration(length)
        func run(_ name: String) -> String {
            let rate = Int((60 * Double(strip.eventBeatCount - 1) / length).rounded())
            return "Longest run of \(name) beats: \(strip.eventBeatCount), \(rate) bpm, at \(start)"
        }
        return switch strip.subject {
        case .beat(.ventricular): "Ventricular beat (V) at \(start)"
        case .beat(.supraventricular): "Supraventricular beat (S) at \(start)"
        case .beat(.fusion): "Fusion of a ventricular and a normal beat (F) at \(start)"
        case .beat(.unclassifiable): "Beat that is paced or shows no class (Q) at \(start)"
        case .beat(.normal): "Normal beat (N) at \(start)"
        case .rhythm(.ventricularRun): run("ventricular")
        case .rhythm(.supraventricularRun): run("supraventricular")
        case .rhythm(.ventricularPair): "Pair of ventricular beats at \(start)"
        case .rhythm(.supraventricularPair): "Pair of supraventricular beats at \(start)"
        case .rhythm(.ventricularBigeminy):
            "Longest ventricular bigeminy: \(duration), from \(start)"
        case .rhythm(.ventricularTrigeminy):
            "Longest ventricular trigeminy: \(duration), from \(start)"
        case .rhythm(.pause):
            "Longest pause: \(ReportNumber.fourSignificantDigits(length)) s, at \(start)"
        case .rhythm(.atrialFibrillation):
            "Irregular as in atrial fibrillation: \(duration), from \(start)"
        }
    }

    private var summary: String {
        let letters = shownBeats.map { String($0.label.letter) }.joined(separator: " ")
        let length = ReportNumber.duration(seconds.upperBound - seconds.lowerBound)
        return "\(title). \(length) of the ECG from \(ReportNumber.clock(seconds.lowerBound)) on; "
            + "classes of its beats: \(letters)."
    }

    private var caption: String {
        let scale =
            isInMillivolts
            ? "In the proportions of paper at 25 mm/s and 10 mm/mV; upright lines are 0.2 s apart."
            : "Upright lines are 0.2 s apart; the amplitude has no scale in mV."
        let shadingSentence = strip.eventBeatCount > 1 ? " Shaded: the episode." : ""
        return "\(scale)\(shadingSentence) Low-passed at 35 Hz."
    }
}

extension HTMLReport {
    /// The strips of an ECG, one for each rhythm and class found; nothing where there are none.
    static func strips(_ strips: [ECGStrip], id: String) -> Markup {
        guard !strips.isEmpty else { return .nothing }
        let explanation = Markup(
            "p", ["class": "nothing"],
            text:
                "One example of each rhythm and class that was found, with the class of each beat "
                + "(N normal, S supraventricular, V ventricular, Q paced or not classable).")
        let figures = strips.enumerated().map { index, strip in
            let (wide, narrow) = (
                ECGStripChart.figure(strip, shape: .wide),
                ECGStripChart.figure(strip, shape: .narrow)
            )
            return figure(
                wide, drawings: drawings(wide, narrow, id: "\(id)-strip-\(index + 1)"),
                caption: [Markup(text: wide.caption)])
        }
        return Markup(
            "div", ["class": "strips"], [Markup("h3", text: "ECG strips"), explanation] + figures)
    }
}

public import BeatDetection

/// The waveforms around the errors of one record: for the eye, not for keeping.
public struct DetectionErrorWaveforms {
    private let record: SignalScore
    private let samples: [Double]
    private let reference: BeatMarks
    private let positions: [Double]

    private static let size = (width: 300.0, height: 120.0)
    private static let columns = 4
    /// Time shown to either side of an error; s.
    private static let reachSeconds = 2.0

    /// - Parameter samples: at the reference's rate; mV.
    /// - Parameter positions: of the detections; samples.
    public init(
        _ record: SignalScore, samples: [Double], reference: BeatMarks, positions: [Double]
    ) {
        self.record = record
        self.samples = samples
        self.reference = reference
        self.positions = positions
    }

    /// The drawing as a file: beats annotated above, detections below.
    public var svg: String {
        let rows = (record.errors.count + Self.columns - 1) / Self.columns
        let head = SVGText.head(
            width: Self.size.width * Double(Self.columns), height: Self.size.height * Double(rows))
        return ([head] + record.errors.indices.flatMap(panel) + ["</svg>"]).joined(separator: "\n")
            + "\n"
    }

    private func panel(_ index: Int) -> [String] {
        let error = record.errors[index]
        let (column, row) = (index % Self.columns, index / Self.columns)
        let rate = reference.sampleRateHz
        let first = max(0, Int((error.seconds - Self.reachSeconds) * rate))
        let last = min(samples.count, Int((error.seconds + Self.reachSeconds) * rate))
        let origin = (
            x: Double(column) * Self.size.width, y: Double(row) * Self.size.height
        )
        func x(_ sample: Double) -> Double {
            origin.x + (sample - Double(first)) / (2 * Self.reachSeconds * rate)
                * (Self.size.width - 10)
        }
        func ticks(_ beatPositions: [Double], _ y: Double, _ color: String) -> [String] {
            beatPositions.filter { (Double(first)..<Double(last)).contains($0) }.map {
                SVGText.line(
                    x1: x($0), y1: origin.y + y, x2: x($0), y2: origin.y + y + 8, color: color,
                    width: 2)
            }
        }
        let title =
            "\(SVGText.number(error.seconds)) s " + (error.isMissed ? "missed" : "surplus")
        return [SVGText.label(title, x: origin.x + 4, y: origin.y + 12)]
            + [wave(first..<max(first, last), x: x, top: origin.y + 28)]
            + ticks(reference.beats.map(\.position), 18, DetectionErrorStrips.missedColor)
            + ticks(positions, Self.size.height - 12, DetectionErrorStrips.surplusColor)
            + [
                SVGText.line(
                    x1: x(error.seconds * rate), y1: origin.y + 26, x2: x(error.seconds * rate),
                    y2: origin.y + Self.size.height - 14, color: "#ccc")
            ]
    }

    private func wave(_ range: Range<Int>, x: (Double) -> Double, top: Double) -> String {
        let low = samples[range].min() ?? 0
        let span = max((samples[range].max() ?? 1) - low, 1e-6)
        let height = Self.size.height - 44
        let points = range.map { index in
            let y = top + height * (1 - (samples[index] - low) / span)
            return SVGText.number(x(Double(index))) + "," + SVGText.number(y)
        }
        return
            "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"#222\"/>"
    }
}

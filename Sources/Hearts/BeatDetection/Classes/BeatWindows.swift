import CHeartKernels
import PhysioDSP

/// Windows of the leads about each beat, each lead divided by its median QRS range.
struct BeatWindows {
    /// Samples at 125 Hz before and from the centre on: 360 and 480 ms.
    static let before = 45
    static let after = 60
    static let count = before + after
    /// Largest shift of a match: 48 ms.
    static let maxShift = 6
    /// The QRS complex, from the start of a window: 104 ms before to 128 ms after the centre.
    static let qrs = (before - 13)..<(before + 16)
    /// The range in which widths are measured: 120 ms before to 152 ms after.
    static let wide = (before - 15)..<(before + 19)

    private let leads: [[Float]]
    /// Index of the centre of each beat.
    private let centers: [Int]
    private let scales: [Float]

    var leadCount: Int { leads.count }

    /// - Parameter positions: R peaks; samples at 125 Hz.
    /// - Precondition: the leads are equally long and have samples.
    init(_ leads: [[Float]], positions: [Double]) {
        self.leads = leads
        let centers = Self.centers(leads, positions)
        self.centers = centers
        scales = leads.map { lead in
            var ranges = centers.map { center -> Double in
                var (low, high) = (Float.infinity, -Float.infinity)
                for index in (center - 13)..<(center + 16) {
                    let value = lead[min(max(index, 0), lead.count - 1)]
                    low = min(low, value)
                    high = max(high, value)
                }
                return Double(high - low)
            }
            let median = Float(middle(&ranges))
            return median > 0 ? 1 / median : 1
        }
    }

    /// Samples of a window in one lead.
    static let windowCount = count + 2 * maxShift

    /// A window of zeros, to be read into.
    var emptyWindow: [Float] { [Float](repeating: 0, count: Self.windowCount * leads.count) }

    /// Reads the window of a beat, lead after lead, with ``maxShift`` samples more at either end.
    func read(_ beat: Int, into window: inout [Float]) {
        let start = centers[beat] - Self.before - Self.maxShift
        let length = Self.windowCount
        precondition(window.count == length * leads.count, "the window is whole")
        window.withUnsafeMutableBufferPointer { window in
            for (index, scale) in scales.enumerated() {
                leads[index].withUnsafeBufferPointer { lead in
                    let part = UnsafeMutableBufferPointer(
                        rebasing: window[(index * length)..<((index + 1) * length)])
                    if start >= 0, start + length <= lead.count {
                        let inside = UnsafeBufferPointer(
                            rebasing: lead[start..<(start + length)])
                        for sample in 0..<length { part[sample] = inside[sample] * scale }
                    } else {
                        for sample in 0..<length {
                            part[sample] =
                                lead[min(max(start + sample, 0), lead.count - 1)] * scale
                        }
                    }
                }
            }
        }
    }

    /// The centre of gravity of the squared slope within 80 ms of each position, found twice.
    private static func centers(_ leads: [[Float]], _ positions: [Double]) -> [Int] {
        let count = leads[0].count
        let weights = leads.map { lead -> Double in
            var sum = 0.0
            for index in 1..<max(2, count - 1) where index + 1 < count {
                let slope = Double(lead[index + 1] - lead[index - 1])
                sum += slope * slope
            }
            return 1 / (sum / Double(count) + epsilon)
        }
        func energy(_ index: Int) -> Double {
            let index = min(max(index, 0), count - 1)
            guard index > 0, index + 1 < count else { return 0 }
            return zip(leads, weights).reduce(0) { sum, lead in
                let slope = Double(lead.0[index + 1] - lead.0[index - 1])
                return sum + slope * slope * lead.1
            }
        }
        return positions.map { position in
            var center = min(max(Int((position + 0.5).rounded(.down)), 0), count - 1)
            for _ in 0..<2 {
                var (sum, moment) = (0.0, 0.0)
                for offset in -10...10 {
                    let energy = energy(center + offset)
                    sum += energy
                    moment += energy * Double(offset)
                }
                let shift = (moment / (sum + epsilon) + 0.5).rounded(.down)
                center = min(max(center + Int(shift), 0), count - 1)
            }
            return center
        }
    }
}

/// Added to divisors that may be 0.
let epsilon = 1e-12

/// The median; 0 where there is no value. Changes the order of the values.
func middle(_ values: inout [Double]) -> Double {
    values.isEmpty ? 0 : values.withUnsafeMutableBufferPointer { OrderStatistics.median($0) }
}

/// Widths of a QRS complex; ms.
struct QRSWidths {
    let steepness: Double
    let area: Double
    let spread: Double

    /// - Parameter window: lead after lead, each of the same length.
    /// - Parameter start: index in each lead of what ``BeatWindows/count`` samples begin with.
    init(_ window: [Float], leadCount: Int, start: Int) {
        let length = window.count / leadCount
        let range = BeatWindows.wide
        var (steepness, area, spread, heights) = (0.0, 0.0, 0.0, 0.0)
        for lead in 0..<leadCount {
            let first = lead * length + start + range.lowerBound
            precondition(first + range.count <= window.count, "the window has the QRS complex")
            var shape = ck_beat_class_form()
            window.withUnsafeBufferPointer { window in
                guard let window = window.baseAddress else { return }
                ck_beat_class_measure(
                    InstructionSet.inUse.level, window + first, range.count, &shape)
            }
            steepness += shape.height * shape.height / (shape.max_slope + epsilon)
            area += shape.height * shape.area * 8 / (shape.peak + epsilon)
            spread += shape.height * shape.spread
            heights += shape.height
        }
        self.steepness = max(steepness / heights, 1)
        self.area = max(area / heights, 1)
        self.spread = max(spread / heights, 1)
    }
}

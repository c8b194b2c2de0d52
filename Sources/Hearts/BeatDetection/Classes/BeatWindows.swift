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

    /// The window of a beat, lead after lead, with ``maxShift`` samples more at either end.
    func window(_ beat: Int) -> [Float] {
        let start = centers[beat] - Self.before - Self.maxShift
        let length = Self.count + 2 * Self.maxShift
        var window: [Float] = []
        window.reserveCapacity(length * leads.count + 16)
        for (lead, scale) in zip(leads, scales) {
            if start >= 0, start + length <= lead.count {
                window += lead[start..<(start + length)].lazy.map { $0 * scale }
            } else {
                window += (start..<(start + length)).lazy.map {
                    lead[min(max($0, 0), lead.count - 1)] * scale
                }
            }
        }
        return window
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
    guard !values.isEmpty else { return 0 }
    values.sort()
    let half = values.count / 2
    return values.count.isMultiple(of: 2) ? (values[half - 1] + values[half]) / 2 : values[half]
}

/// Widths of a QRS complex; ms.
struct QRSWidths {
    let steepness: Double
    let area: Double
    let spread: Double

    /// - Parameter window: lead after lead, each of the same length.
    /// - Parameter start: index in each lead of what ``BeatWindows/count`` samples begin with.
    init(_ window: ArraySlice<Float>, leadCount: Int, start: Int) {
        let length = window.count / leadCount
        let range = BeatWindows.wide
        var (steepness, area, spread, heights) = (0.0, 0.0, 0.0, 0.0)
        for lead in 0..<leadCount {
            let first = window.startIndex + lead * length + start + range.lowerBound
            let shape = window[first..<(first + range.count)].withUnsafeBufferPointer(QRSForm.init)
            steepness += shape.height * shape.height / (shape.maxSlope + epsilon)
            area += shape.height * shape.area * 8 / (shape.peak + epsilon)
            spread += shape.height * shape.spread
            heights += shape.height
        }
        self.steepness = max(steepness / heights, 1)
        self.area = max(area / heights, 1)
        self.spread = max(spread / heights, 1)
    }
}

/// The measures in one lead from which widths are computed.
private struct QRSForm {
    let height: Double
    /// Steepest slope, and the deviation of the times about their mean, both weighted by squared slopes.
    private(set) var maxSlope = 0.0
    private(set) var spread = 0.0
    /// Sum and largest of the distances from the median.
    private(set) var area = 0.0
    private(set) var peak = 0.0

    init(_ values: UnsafeBufferPointer<Float>) {
        let sorted = withUnsafeTemporaryAllocation(of: Double.self, capacity: values.count) {
            let last = insertionSorted(values.lazy.map(Double.init), in: $0) - 1
            return (low: $0[0], median: middle(of: $0, count: last + 1), high: $0[last])
        }
        height = sorted.high - sorted.low + epsilon
        func slope(_ index: Int) -> Double {
            (Double(values[index + 2]) - Double(values[index])) / 16
        }
        let slopeCount = values.count - 2
        let center = Double(slopeCount - 1) / 2
        var (energy, moment) = (0.0, 0.0)
        for index in 0..<slopeCount {
            let slope = slope(index)
            maxSlope = max(maxSlope, abs(slope))
            energy += slope * slope
            moment += slope * slope * (Double(index) - center) * 8
        }
        let mean = moment / (energy + epsilon)
        var square = 0.0
        for index in 0..<slopeCount {
            let slope = slope(index)
            let distance = (Double(index) - center) * 8 - mean
            square += slope * slope * distance * distance
        }
        spread = (square / (energy + epsilon)).squareRoot()
        for value in values {
            let distance = abs(Double(value) - sorted.median)
            area += distance
            peak = max(peak, distance)
        }
    }
}

/// Writes some values into a buffer in ascending order; for a few.
///
/// - Returns: how many there are.
func insertionSorted(
    _ values: some Sequence<Double>, in buffer: UnsafeMutableBufferPointer<Double>
) -> Int {
    var count = 0
    for value in values {
        var index = count
        while index > 0, buffer[index - 1] > value {
            buffer[index] = buffer[index - 1]
            index -= 1
        }
        buffer[index] = value
        count += 1
    }
    return count
}

/// The median of the first values of a buffer, which are ascending; at least one.
func middle(of sorted: UnsafeMutableBufferPointer<Double>, count: Int) -> Double {
    let half = count / 2
    return count.isMultiple(of: 2) ? (sorted[half - 1] + sorted[half]) / 2 : sorted[half]
}

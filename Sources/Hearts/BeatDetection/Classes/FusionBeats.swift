/// Finds fusion beats: a ventricular and a normal excitation at once, so that both leads show the sum of parts of the
/// person's ventricular and normal shapes.
///
/// Two leads at least: in one, such sums fit ventricular beats of another shape as well.
struct FusionBeats {
    /// The range of a template that is fitted: 200 ms before to 280 ms after the centre.
    private static let range = (BeatWindows.before - 25)..<(BeatWindows.before + 35)
    /// Shifts of a beat against the normal shape, and of the ventricular shape against it; samples.
    private static let shifts = -5...5
    private static let offsets = stride(from: -8, through: 8, by: 2)
    /// Beats of a higher probability of V state the ventricular shapes.
    private static let minSureProbability = 0.9
    private static let minSureBeatCount = 10
    private static let minShapeBeatCount = 3
    private static let maxShapeCount = 4
    /// The beats that are looked at: neither surely ventricular nor surely not, not early, and not between two V.
    private static let probabilities = 0.01..<0.98
    private static let minIntervalLog2Ratio = -0.25
    /// Energy that the sum leaves: as a share of the beat's, and of what the better of the shapes alone leaves.
    private static let maxLeft = 0.25
    private static let maxLeftRatio = 0.6
    /// Energy that the normal shape alone leaves, and that the better one alone leaves.
    private static let minLeftByNormal = 0.2
    private static let minLeftByOne = 0.05
    /// Part of the ventricular shape in the sum.
    private static let ventricularShares = 0.2...0.75

    /// Energy of a beat that shapes leave, as shares of its own, and the part of the ventricular shape in the sum.
    struct Fit: Equatable {
        var leftByNormal = 1.0
        var leftByVentricular = 1.0
        var leftBySum = 1.0
        var ventricularShare = 0.0

        /// True if the sum explains what neither shape does.
        var isFusion: Bool {
            let leftByOne = min(leftByNormal, leftByVentricular)
            return leftBySum < maxLeft && leftBySum < maxLeftRatio * leftByOne
                && leftByNormal > minLeftByNormal && leftByOne > minLeftByOne
                && ventricularShares.contains(ventricularShare)
        }
    }

    private let measures: BeatMeasures
    private let ventricularProbabilities: [Double]
    private let isVentricular: [Bool]
    /// The most frequent ventricular shapes at each offset.
    private let shapes: [ShiftedShape]

    private struct ShiftedShape {
        let samples: [Double]
        let energy: Double
        let isCentered: Bool
    }

    /// - Parameter ventricularProbabilities: one a beat.
    /// - Parameter minVentricularProbability: the least of class V.
    init(
        _ measures: BeatMeasures, ventricularProbabilities: [Double],
        minVentricularProbability: Double
    ) {
        self.measures = measures
        isVentricular = ventricularProbabilities.map { $0 > minVentricularProbability }
        self.ventricularProbabilities = ventricularProbabilities
        let beats = ventricularProbabilities.indices.filter {
            ventricularProbabilities[$0] > Self.minSureProbability
        }
        let isKnown = measures.leadCount > 1 && beats.count >= Self.minSureBeatCount
        let beatsByShape = Dictionary(grouping: isKnown ? beats : []) { measures.labels[$0] }
            .filter { $0.value.count >= Self.minShapeBeatCount }
            .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        let templates = beatsByShape.prefix(Self.maxShapeCount).compactMap { shape in
            shape.value.last.map { measures.template(after: $0) }
        }
        shapes = templates.flatMap { template in
            Self.offsets.map { offset in
                let samples = Self.samples(template, shift: offset)
                return ShiftedShape(
                    samples: samples, energy: Self.product(samples, samples),
                    isCentered: offset == 0)
            }
        }
    }

    /// Returns true if a beat is the sum of parts of a ventricular and of the normal shape.
    func contains(_ beat: Int) -> Bool {
        guard !shapes.isEmpty, Self.probabilities.contains(ventricularProbabilities[beat]),
            measures[.neighbourLog2Ratio, beat] > Self.minIntervalLog2Ratio,
            beat == 0 || beat + 1 == isVentricular.count || !isVentricular[beat - 1]
                || !isVentricular[beat + 1]
        else { return false }
        return fit(beat).isFusion
    }

    /// The best fits of the normal shape, of a ventricular one and of sums of parts of both; none where a lead is flat.
    func fit(_ beat: Int) -> Fit {
        let leadCount = measures.leadCount
        let window = measures.window(of: beat)
        let normal = Self.samples(measures.normalTemplate(of: beat), shift: 0)
        let normalEnergy = Self.product(normal, normal)
        var best = Fit()
        let hasFlatLead = (0..<leadCount).contains { lead in
            normal[(lead * Self.range.count)..<((lead + 1) * Self.range.count)]
                .allSatisfy { $0 == 0 }
        }
        guard !hasFlatLead else { return best }
        // What each shape has in common with the normal one.
        let commons = shapes.map { Self.product($0.samples, normal) }
        for shift in Self.shifts {
            let beat = (0..<leadCount).flatMap { lead in
                let start = lead * BeatWindows.windowCount + BeatWindows.maxShift + shift
                return window[(start + Self.range.lowerBound)..<(start + Self.range.upperBound)]
                    .map(Double.init)
            }
            let energy = Self.product(beat, beat)
            guard energy > 0 else { continue }
            let withNormal = Self.product(beat, normal)
            func left(_ explained: Double) -> Double { (energy - explained) / energy }
            best.leftByNormal = min(
                best.leftByNormal, left(max(withNormal, 0) * max(withNormal, 0) / normalEnergy))
            for (other, common) in zip(shapes, commons) {
                let otherEnergy = other.energy
                let withOther = Self.product(beat, other.samples)
                if other.isCentered, otherEnergy > 0 {
                    best.leftByVentricular = min(
                        best.leftByVentricular,
                        left(max(withOther, 0) * max(withOther, 0) / otherEnergy))
                }
                // Least squares of two parts.
                let determinant = normalEnergy * otherEnergy - common * common
                guard determinant > 1e-6 * normalEnergy * otherEnergy else { continue }
                let normalPart = (withNormal * otherEnergy - withOther * common) / determinant
                let otherPart = (withOther * normalEnergy - withNormal * common) / determinant
                guard normalPart > 0, otherPart > 0 else { continue }
                let rest = left(normalPart * withNormal + otherPart * withOther)
                if rest < best.leftBySum {
                    best.leftBySum = rest
                    best.ventricularShare = otherPart / (normalPart + otherPart)
                }
            }
        }
        return best
    }

    /// The range of a template that is fitted, later by a shift; lead after lead.
    private static func samples(_ template: ShapeTemplate, shift: Int) -> [Double] {
        (0..<template.leadCount).flatMap { lead in
            let start = lead * BeatWindows.count + shift
            return template.samples[(start + range.lowerBound)..<(start + range.upperBound)]
                .map(Double.init)
        }
    }

    private static func product(_ a: [Double], _ b: [Double]) -> Double {
        a.withUnsafeBufferPointer { a in
            b.withUnsafeBufferPointer { b in
                var sum = 0.0
                for index in 0..<min(a.count, b.count) { sum += a[index] * b[index] }
                return sum
            }
        }
    }
}

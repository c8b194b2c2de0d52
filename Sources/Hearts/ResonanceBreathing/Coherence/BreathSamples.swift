import PhysioDSP
import PhysioTypes

/// Heart rates with their commanded phase, and the memory to fit them.
///
/// Allocates nothing up to its capacity once it was fitted at that.
struct BreathSamples: Sendable {
    private var times: [Double] = []
    private var heartRatesBpm: [Double] = []
    private var phases: [Double] = []
    private var intervalCount = 0
    private var correctedCount = 0
    private var workspace = HarmonicFit.Workspace()

    init(capacity: Int) {
        times.reserveCapacity(capacity)
        heartRatesBpm.reserveCapacity(capacity)
        phases.reserveCapacity(capacity)
    }

    var count: Int { times.count }
    var correctedShare: Double {
        intervalCount > 0 ? Double(correctedCount) / Double(intervalCount) : 0
    }
    var lengthSeconds: Double { count > 1 ? times[count - 1] - times[0] : 0 }

    /// Breaths from sample to sample, without steps that are gaps.
    var breathCount: Double {
        var sum = 0.0
        for index in 1..<max(1, count) {
            let step = phases[index] - phases[index - 1]
            if step <= HarmonicCoherence.longestStepBreaths { sum += step }
        }
        return sum
    }

    mutating func removeAll() {
        times.removeAll(keepingCapacity: true)
        heartRatesBpm.removeAll(keepingCapacity: true)
        phases.removeAll(keepingCapacity: true)
        intervalCount = 0
        correctedCount = 0
    }

    /// An interval as a sample at its midpoint; none where it is corrected or no breath is commanded.
    mutating func append(
        intervalMs: Double, endSeconds: Double, isCorrected: Bool, breathing: CommandedBreathing
    ) {
        let middle = endSeconds - intervalMs / 2000
        guard let phase = breathing.phase(atSeconds: middle) else { return }
        intervalCount += 1
        if isCorrected {
            correctedCount += 1
        } else {
            append(time: middle, heartRateBpm: 60_000 / intervalMs, phase: phase)
        }
    }

    mutating func append(time: Double, heartRateBpm: Double, phase: Double) {
        times.append(time)
        heartRatesBpm.append(heartRateBpm)
        phases.append(phase)
    }

    mutating func fit() throws(HarmonicFit.Failure) -> HarmonicFit {
        // Out of the structure and back: spans of its arrays borrow all of it.
        var workspace = HarmonicFit.Workspace()
        swap(&workspace, &self.workspace)
        defer { swap(&workspace, &self.workspace) }
        return try HarmonicFit(
            times: times.span, values: heartRatesBpm.span, phases: phases.span,
            workspace: &workspace)
    }
}

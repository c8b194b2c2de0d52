import PhysioDSP

/// Heart rates with their commanded phase, and the memory to fit them.
///
/// It allocates nothing up to its capacity once it was fitted at that.
struct HeartRatesByBreathPhase: Sendable {
    private var heartRates: [HarmonicFit.Sample] = []
    private var phases: [Double] = []
    private var intervalCount = 0
    private var correctedCount = 0
    private var workspace = HarmonicFit.Workspace()

    init(capacity: Int) {
        heartRates.reserveCapacity(capacity)
        phases.reserveCapacity(capacity)
    }

    var count: Int { heartRates.count }
    var correctedShare: Double {
        intervalCount > 0 ? Double(correctedCount) / Double(intervalCount) : 0
    }
    var lengthSeconds: Double {
        count > 1 ? heartRates[count - 1].time - heartRates[0].time : 0
    }

    /// Breaths from sample to sample, without steps that are gaps.
    var breathCount: Double {
        var sum = 0.0
        for index in 1..<max(1, count) {
            let step = phases[index] - phases[index - 1]
            if step <= HarmonicCoherence.maxStepBreaths { sum += step }
        }
        return sum
    }

    mutating func removeAll() {
        heartRates.removeAll(keepingCapacity: true)
        phases.removeAll(keepingCapacity: true)
        intervalCount = 0
        correctedCount = 0
    }

    /// Adds an interval; one that is corrected counts but is no sample.
    ///
    /// - Parameter sample: the interval's; nil where no breath is commanded, and then it does not count.
    mutating func append(_ sample: PhasedHeartRate?, isCorrected: Bool) {
        guard let sample else { return }
        intervalCount += 1
        if isCorrected {
            correctedCount += 1
        } else {
            append(sample)
        }
    }

    mutating func append(_ sample: PhasedHeartRate) {
        heartRates.append(sample.heartRate)
        phases.append(sample.phase)
    }

    mutating func fit() throws(HarmonicFit.Failure) -> HarmonicFit {
        // Out of the structure and back: spans of its arrays borrow all of it.
        var workspace = HarmonicFit.Workspace()
        swap(&workspace, &self.workspace)
        defer { swap(&workspace, &self.workspace) }
        return try HarmonicFit(heartRates.span, workspace: &workspace)
    }
}

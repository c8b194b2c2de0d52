public import BeatDetection

/// The leads of a recording and the beats that were annotated in it.
public struct AnnotatedLeads: Sendable {
    public let name: String
    /// mV; of equal counts.
    let leads: [[Double]]
    let marks: [BeatMarks.Mark]
    let sampleRateHz: Double

    /// - Precondition: there is a lead, and a beat among the marks.
    public init(
        name: String, leads: [[Double]], marks: [BeatMarks.Mark], sampleRateHz: Double
    ) {
        precondition(!leads.isEmpty, "a recording has leads")
        self.name = name
        self.leads = leads
        self.marks = marks
        self.sampleRateHz = sampleRateHz
        precondition(!reference.beats.isEmpty, "a recording has annotated beats")
    }

    var reference: BeatMarks { BeatMarks(marks: marks, sampleRateHz: sampleRateHz) }

    /// Median over the beats of the range within 50 ms; mV.
    func amplitude(ofLead lead: Int) -> Double {
        let samples = leads[lead]
        let reach = Int(0.05 * sampleRateHz)
        let ranges = reference.beats.compactMap { beat -> Double? in
            let center = Int(beat.position)
            guard center >= reach, center + reach < samples.count else { return nil }
            let around = samples[(center - reach)...(center + reach)]
            return (around.max() ?? 0) - (around.min() ?? 0)
        }.sorted()
        return ranges.isEmpty ? 0 : ranges[ranges.count / 2]
    }
}

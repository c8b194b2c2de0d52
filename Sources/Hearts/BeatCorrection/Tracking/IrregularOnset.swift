/// The decisions that the beginning of an irregular part took back.
struct IrregularOnset: Codable {
    /// The first interval that showed it.
    let index: Int
    let artefacts: [BeatArtefact]
    /// The irregular part before, if the two became one.
    let previousIrregular: Range<Int>?
    /// The episode that it ended, and the evidence that it is noise.
    let episode: Range<Int>
    let evidence: Double

    private enum CodingKeys: String, CodingKey {
        case index
        case artefacts = "faults"
        case previousIrregular = "irregular", episode, evidence
    }
}

import PhysioTypes

/// Assignment of the intervals of a segment to artefacts: no interval to two.
///
/// Extra beats come first, then missed ones, ectopic ones, and the rest, as Lipponen and Tarvainen
/// have the order of corrections. An artefact whose intervals are claimed is left to the next pass.
struct RepairPlan {
    /// The sites in the order of the series.
    private(set) var sites: [BeatArtefact] = []
    /// The squared differences that a smooth curve lacks at each site; nil where that is not asked
    /// for.
    var lossSquares: [InterpolationLoss.SquaredDifferences]?
    private var isClaimed: [Bool]
    private let count: Int

    /// - Parameter artefacts: as the series has them; no interval in two.
    init(_ artefacts: [BeatArtefact], count: Int) {
        sites = artefacts
        isClaimed = []
        self.count = count
    }

    init(_ kinds: [CorrectionEvent.Kind?], repair: BeatRepair) {
        count = kinds.count
        isClaimed = [Bool](repeating: false, count: count)
        let artefactIndices = kinds.indices.filter { kinds[$0] != nil }
        for index in artefactIndices where kinds[index] == .extra {
            // The last beat of a segment has no interval behind it to be added to.
            let oldCount = index + 1 < count ? 2 : 1
            claim(.extra, index, first: index, oldCount: oldCount, newCount: oldCount - 1)
        }
        for index in artefactIndices where kinds[index] == .missed {
            claim(.missed, index, first: index, oldCount: 1, newCount: 2)
        }
        for index in artefactIndices where kinds[index] == .ectopic && index + 1 < count {
            claim(.ectopic, index, first: index, oldCount: 2, newCount: 2)
        }
        for index in artefactIndices {
            guard let kind = kinds[index], !isClaimed[index] else { continue }
            switch kind {
            case .long, .short: claimLongOrShort(kind, index, repair)
            // An ectopic beat that ends the segment is known by its one interval only.
            case .ectopic where index + 1 == count: claimLongOrShort(kind, index, repair)
            case .range: claim(kind, index, first: index, oldCount: 1, newCount: 1)
            default: break
            }
        }
        sites.sort { $0.intervals.lowerBound < $1.intervals.lowerBound }
    }

    /// An interval too long or too short: alone, or with a neighbour where the sum must stay.
    private mutating func claimLongOrShort(
        _ kind: CorrectionEvent.Kind, _ index: Int, _ repair: BeatRepair
    ) {
        guard repair.keepsTime else {
            claim(kind, index, first: index, oldCount: 1, newCount: 1)
            return
        }
        if index + 1 < count, !isClaimed[index + 1] {
            claim(kind, index, first: index, oldCount: 2, newCount: 2)
        } else if index > 0 {
            claim(kind, index, first: index - 1, oldCount: 2, newCount: 2)
        }
    }

    private mutating func claim(
        _ kind: CorrectionEvent.Kind, _ beatIndex: Int, first: Int, oldCount: Int, newCount: Int
    ) {
        let indices = first..<(first + oldCount)
        guard !indices.contains(where: { isClaimed[$0] }) else { return }
        for index in indices { isClaimed[index] = true }
        sites.append(
            BeatArtefact(kind: kind, beatIndex: beatIndex, intervals: indices, newCount: newCount))
    }
}

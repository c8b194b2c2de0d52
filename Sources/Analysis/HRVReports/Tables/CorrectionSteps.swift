import PhysioTypes

/// One line of a corrected series: an interval as it was read and as it is now.
public struct CorrectedSeriesRow: Sendable, Equatable {
    /// Time of the beat that ends the interval, as it was read; of a beat that was put in, as it
    /// was placed; s.
    public let timeSeconds: Double
    /// The raw interval; ms; nil for a beat that was put in.
    public let rrMs: Double?
    /// The NN interval that ends at the beat; ms; nil where there is none.
    public let nnMs: Double?
    /// True if the NN interval was made by the correction; nil if there is none.
    public let isCorrected: Bool?
    /// True if the NN interval begins at the beat that ended the one before it; nil if there is
    /// none.
    public let isAdjacent: Bool?
    /// The name of what is wrong with the interval, or made it another one; empty for one left
    /// alone.
    public let flag: String

    static let irregularFlag = "irregular"
}

extension CorrectionRecord {
    /// A line for each raw interval, and before it one for each beat put into it, in the order of
    /// the beats.
    ///
    /// - Complexity: O(n + e) for n intervals and e events.
    var correctedRows: [CorrectedSeriesRow] {
        let flags = self.flags
        var correctedRows: [CorrectedSeriesRow] = []
        correctedRows.reserveCapacity(max(raw.count, nn.count))
        var next = 0
        for index in 0..<raw.count {
            var nnIndex: Int?
            while next < nn.count, rawIndices[next] <= index {
                // Of the NN intervals in a raw one the last ends with it.
                if next + 1 < nn.count, rawIndices[next + 1] == index {
                    let row = CorrectedSeriesRow(
                        timeSeconds: nn.endTimesSeconds[next], rrMs: nil,
                        nnMs: nn.intervalsMs[next], isCorrected: nn.isCorrected[next],
                        isAdjacent: nn.isAdjacentToPrevious[next], flag: flags[index])
                    // The raw intervals of an artefact of several beats were left out one by one before.
                    let isLater = { (other: CorrectedSeriesRow) in
                        other.nnMs == nil && other.timeSeconds > row.timeSeconds
                    }
                    let position = correctedRows.lastIndex { !isLater($0) }.map { $0 + 1 } ?? 0
                    correctedRows.insert(row, at: position)
                } else {
                    nnIndex = next
                }
                next += 1
            }
            correctedRows.append(
                CorrectedSeriesRow(
                    timeSeconds: raw.endTimesSeconds[index], rrMs: raw.intervalsMs[index],
                    nnMs: nnIndex.map { nn.intervalsMs[$0] },
                    isCorrected: nnIndex.map { nn.isCorrected[$0] },
                    isAdjacent: nnIndex.map { nn.isAdjacentToPrevious[$0] }, flag: flags[index]))
        }
        return correctedRows
    }

    /// A flag for each raw interval: true if it is not among the NN intervals as it was read.
    var isChanged: [Bool] {
        var isChanged = [Bool](repeating: true, count: raw.count)
        for (position, index) in rawIndices.enumerated() where !nn.isCorrected[position] {
            isChanged[index] = false
        }
        return isChanged
    }

    /// The kind of what was found at the beat of each raw interval; where only a neighbour's
    /// artefact changed it, the neighbour's; empty for one left alone.
    private var flags: [String] {
        var beatEvents = [CorrectionEvent?](repeating: nil, count: raw.count)
        for event in events where beatEvents[event.beatIndex].map({ $0.kind == .gap }) ?? true {
            beatEvents[event.beatIndex] = event
        }
        // The other intervals of an artefact of several.
        for event in events where event.kind != .gap {
            let otherIndices =
                (event.beatIndex + 1)..<(event.beatIndex + max(1, event.oldIntervalsMs.count))
            for index in otherIndices
            where beatEvents.indices.contains(index) && beatEvents[index] == nil {
                beatEvents[index] = event
            }
        }
        let isIrregular = self.isIrregular
        return isChanged.enumerated().map { index, isChanged in
            if isIrregular[index] { return CorrectedSeriesRow.irregularFlag }
            let ownKind = beatEvents[index]?.kind
            if !isChanged, beatEvents[index]?.beatIndex != index { return "" }
            guard isChanged, ownKind == nil || ownKind == .gap else {
                return ownKind?.rawValue ?? ""
            }
            return (neighbourKind(of: index, beatEvents) ?? ownKind)?.rawValue ?? ""
        }
    }

    private var isIrregular: [Bool] {
        var isIrregular = [Bool](repeating: false, count: raw.count)
        for segment in irregularSegments {
            for index in segment { isIrregular[index] = true }
        }
        return isIrregular
    }

    /// The artefact that an interval was changed for: of two intervals the beat in question ends one,
    /// mostly the first; passes one after the other may reach further.
    private func neighbourKind(
        of index: Int, _ beatEvents: [CorrectionEvent?]
    ) -> CorrectionEvent.Kind? {
        for distance in 1..<max(2, raw.count) {
            for position in [index - distance, index + distance]
            where beatEvents.indices.contains(position) {
                guard let event = beatEvents[position], event.kind != .gap else { continue }
                return event.kind
            }
            if index < distance, index + distance >= raw.count { break }
        }
        return nil
    }
}

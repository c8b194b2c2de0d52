/// A stage of sleep, or lying in bed.
package enum SimulatedStage: String, Sendable, CaseIterable {
    case inBed = "in_bed"
    case awake
    case rem
    case core
    case deep
    case unspecified
}

/// A time in one stage, by one source.
package struct SimulatedSleepPiece: Sendable, Equatable {
    package var stage: SimulatedStage
    package var device: HealthDevice
    package var startMs: Int64
    package var endMs: Int64

    package init(
        _ stage: SimulatedStage, _ device: HealthDevice, startMs: Int64, endMs: Int64
    ) {
        self.stage = stage
        self.device = device
        self.startMs = startMs
        self.endMs = endMs
    }
}

/// The samples that the sources write of one night or nap, and those of them that count.
struct SleepPlan {
    /// The samples as the file has them.
    var samples: [SimulatedSleepPiece]
    /// The source whose samples count first.
    var leader: HealthDevice
    /// The pieces that count, ascending, without overlap; in-bed pieces only where there is nothing
    /// else.
    var countedPieces: [SimulatedSleepPiece]

    /// Pieces of time, in which an in-bed sample or a counted one lies; ms.
    var inBedMs: Int64 {
        Self.coveredMs(samples.filter { $0.stage == .inBed } + countedPieces)
    }

    /// Length of the time that at least one piece covers; ms.
    static func coveredMs(_ pieces: [SimulatedSleepPiece]) -> Int64 {
        var total: Int64 = 0
        var coveredEndMs = Int64.min
        for piece in pieces.sorted(by: { $0.startMs < $1.startMs }) where piece.endMs > coveredEndMs
        {
            total += piece.endMs - max(piece.startMs, coveredEndMs)
            coveredEndMs = piece.endMs
        }
        return total
    }

    /// Returns the parts of `piece` that lie outside of all `others`.
    static func parts(
        of piece: SimulatedSleepPiece, outside others: [SimulatedSleepPiece]
    ) -> [SimulatedSleepPiece] {
        var parts: [SimulatedSleepPiece] = []
        var start = piece.startMs
        for other in others.sorted(by: { $0.startMs < $1.startMs }) {
            if other.startMs > start, start < piece.endMs {
                var part = piece
                part.startMs = start
                part.endMs = min(other.startMs, piece.endMs)
                parts.append(part)
            }
            start = max(start, other.endMs)
        }
        if start < piece.endMs {
            var part = piece
            part.startMs = start
            parts.append(part)
        }
        return parts
    }
}

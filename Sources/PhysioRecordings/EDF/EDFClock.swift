import PhysioTypes

/// Tells where the records of an EDF+ recording lie in time, and remembers what lies between them.
struct EDFClock {
    /// What the time of a record means for its samples.
    struct Place: Equatable {
        /// From the first record's start; s.
        var startSeconds: Double
        /// The record does not follow the one before directly.
        var isAfterGap: Bool
    }

    private let recordSeconds: Double
    private let isDiscontinuous: Bool
    /// Half of the shortest step between two samples: less is rounding; s.
    private let toleranceSeconds: Double
    /// Time of the first record on the scale of the annotations; s.
    private(set) var originSeconds: Double?
    private var endSeconds = 0.0
    private var recordIndex = 0
    private var gaps: [(atSeconds: Double, seconds: Double)] = []
    private var gapCount = 0
    private var gapSeconds = 0.0
    private var overlaps: [Notice] = []
    private var overlapCount = 0
    private var contradictionCount = 0

    private static let namedLimit = 5

    init(_ header: EDFHeader) {
        recordSeconds = header.recordSeconds
        isDiscontinuous = header.isDiscontinuous
        let fastest = header.channels.map(\.description.sampleRateHz).max() ?? 1
        toleranceSeconds = 0.5 / fastest
    }

    /// The next record's place.
    ///
    /// - Parameter onsetSeconds: when it begins, as it states itself; nil where it states nothing.
    mutating func place(onsetSeconds: Double?) -> Place {
        if originSeconds == nil { originSeconds = onsetSeconds ?? 0 }
        let stated = onsetSeconds.map { $0 - (originSeconds ?? 0) } ?? endSeconds
        var place = Place(startSeconds: endSeconds, isAfterGap: false)
        let distance = stated - endSeconds
        if abs(distance) > toleranceSeconds {
            if !isDiscontinuous || abs(stated) > RecordingLimits.durationSeconds {
                contradictionCount += 1
            } else {
                place = Place(startSeconds: stated, isAfterGap: true)
                if distance > 0 { noteGap(distance) } else { noteOverlap(-distance) }
            }
        } else if isDiscontinuous, onsetSeconds != nil {
            // Kept, so that rounded times do not add up to a gap.
            place.startSeconds = stated
        }
        recordIndex += 1
        endSeconds = max(endSeconds, place.startSeconds + recordSeconds)
        return place
    }

    private mutating func noteGap(_ seconds: Double) {
        gapCount += 1
        gapSeconds += seconds
        if gaps.count < Self.namedLimit { gaps.append((endSeconds, seconds)) }
    }

    private mutating func noteOverlap(_ seconds: Double) {
        overlapCount += 1
        guard overlaps.count < Self.namedLimit else { return }
        overlaps.append(
            Notice(
                .warning, code: "edf_overlap",
                "record \(recordIndex) begins \(Self.shown(seconds)) s before the end of those "
                    + "before it: what they hold already is left out of it"))
    }

    var notices: [Notice] {
        var notices = overlaps
        if overlapCount > overlaps.count {
            notices.append(
                Notice(
                    .warning, code: "edf_overlap",
                    "further records that overlap: \(overlapCount - overlaps.count)"))
        }
        if gapCount > 0 {
            let list = gaps.map { "\(Self.shown($0.seconds)) s at \(Self.shown($0.atSeconds)) s" }
            notices.append(
                Notice(
                    .note, code: "time_gaps",
                    "gaps between records: \(gapCount), \(Self.shown(gapSeconds)) s together ("
                        + list.joined(separator: ", ") + (gapCount > gaps.count ? ", ..." : "")
                        + ")"))
        }
        if contradictionCount > 0 {
            notices.append(
                Notice(
                    .warning, code: "edf_times",
                    "records whose time fits neither the one before nor the header, placed one "
                        + "after the other: \(contradictionCount)"))
        }
        return notices
    }

    private static func shown(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}

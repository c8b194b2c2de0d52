import PhysioTypes

/// Tells where the records of an EDF+ recording lie in time, and remembers what lies between them.
struct EDFClock {
    /// What the time of a record means for its samples.
    struct Place: Equatable {
        /// From the first record's start; s.
        var startSeconds: Double
        /// Nothing was recorded right before it.
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
    private var gaps = GapList()
    private var overlaps = NamedNotices()
    private var contradictionCount = 0

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
                place = Place(startSeconds: stated, isAfterGap: distance > 0)
                if distance > 0 {
                    gaps.add(seconds: distance, atSeconds: endSeconds)
                } else {
                    noteOverlap(-distance)
                }
            }
        } else if isDiscontinuous, onsetSeconds != nil {
            // Kept, so that rounded times do not add up to a gap.
            place.startSeconds = stated
        }
        recordIndex += 1
        endSeconds = max(endSeconds, place.startSeconds + recordSeconds)
        return place
    }

    private mutating func noteOverlap(_ seconds: Double) {
        overlaps.add(
            Notice(
                .warning, code: "edf_overlap",
                "record \(recordIndex) begins \(GapList.shown(seconds)) s before the end of those "
                    + "before it: its samples take the place of theirs"))
    }

    var notices: [Notice] {
        var notices = overlaps.list { "further records that overlap: \($0)" }
        if let gaps = gaps.notice("gaps between records") { notices.append(gaps) }
        if contradictionCount > 0 {
            notices.append(
                Notice(
                    .warning, code: "edf_times",
                    "records whose time fits neither the one before nor the header, placed one "
                        + "after the other: \(contradictionCount)"))
        }
        return notices
    }
}

import PhysioTypes

/// The segments of a WFDB record, and the signals that it has as a whole.
///
/// In a fixed layout every segment has the record's signals in their order. In a variable one the
/// first segment has no samples and lists all signals; each other segment has some of them, known
/// by their names. A record of one piece is one segment.
struct WFDBSegmentPlan {
    struct Segment {
        /// Nil for the record itself.
        let name: String?
        let firstFrame: Int
        /// Length in frames; nil only in a record of one piece whose length is unknown.
        let frameCount: Int?
    }

    /// The content of the header of a segment.
    struct OpenedSegment {
        let header: WFDBHeader
        /// The indices of the record's signals in the header; nil for a signal that the segment
        /// does not have.
        let signalIndices: [Int?]
        let groups: [WFDBSignalGroup]
    }

    let record: WFDBHeader
    /// The header that lists the signals of the record as a whole.
    let signalHeader: WFDBHeader
    /// The segments that were recorded, in the order of time.
    let segments: [Segment]
    /// Length of the record, segments not recorded included; nil where it is unknown.
    let frameCount: Int?
    /// Names of the segments that come several times.
    let repeatedNames: Set<String>
    private let hasVariableLayout: Bool

    /// The signals of the record as a whole.
    var signals: [WFDBSignalLine] { signalHeader.signals }

    init(_ record: WFDBHeader, _ folder: WFDBFolder) throws(RecordingError) {
        self.record = record
        guard let listedSegments = record.segments else {
            guard record.signals.count == record.signalCount else {
                throw record.error(
                    "the record line states \(record.signalCount) signals and "
                        + "\(record.signals.count) lines follow")
            }
            signalHeader = record
            segments = [Segment(name: nil, firstFrame: 0, frameCount: record.sampleCount)]
            frameCount = record.sampleCount
            repeatedNames = []
            hasVariableLayout = false
            return
        }
        (segments, frameCount) = try Self.locateSegments(listedSegments, record)
        var names: Set<String> = []
        repeatedNames = Set(segments.compactMap(\.name).filter { !names.insert($0).inserted })
        let layout = listedSegments[0].frameCount == 0 ? listedSegments[0].name : nil
        hasVariableLayout = layout != nil
        guard let first = layout ?? segments.first?.name ?? nil else {
            throw .noSignal("no segment of the record was recorded")
        }
        signalHeader = try Self.header(first, of: record, folder)
        guard signalHeader.signals.count == record.signalCount else {
            throw record.error(
                "the record line states \(record.signalCount) signals, segment \(first) has "
                    + "\(signalHeader.signals.count)")
        }
    }

    /// The header of a segment.
    ///
    /// - Parameter warn: notified of signals that the segment has, but not as the record has them.
    func open(
        _ segment: Segment, _ folder: WFDBFolder, warn: (String) -> Void
    ) throws(RecordingError) -> OpenedSegment {
        let header =
            if let name = segment.name { try Self.header(name, of: record, folder) } else { record }
        guard hasVariableLayout || header.signals.count == signals.count else {
            throw header.error(
                "segment \(segment.name ?? record.name) has \(header.signals.count) signals, the "
                    + "record has \(signals.count)")
        }
        return OpenedSegment(
            header: header,
            signalIndices: segment.name.map { signalIndices($0, header, warn) }
                ?? Array(signals.indices),
            groups: try WFDBSignalGroup.groups(of: header))
    }

    private func signalIndices(
        _ name: String, _ header: WFDBHeader, _ warn: (String) -> Void
    ) -> [Int?] {
        let signalIndices = hasVariableLayout ? indicesByName(header) : Array(signals.indices)
        return signals.indices.map { index in
            guard let position = signalIndices[index] else { return nil }
            let (segmentSignal, recordSignal) = (header.signals[position], signals[index])
            let isCompatible =
                segmentSignal.samplesPerFrame == recordSignal.samplesPerFrame
                && segmentSignal.physicalUnit == recordSignal.physicalUnit
            if !isCompatible {
                warn(
                    "segment \(name) has \(segmentSignal.description) in another unit or at another "
                        + "rate than the record: it is taken for missing")
            }
            return isCompatible ? position : nil
        }
    }

    /// The n-th signal of a name is the n-th of that name in the segment.
    private func indicesByName(_ header: WFDBHeader) -> [Int?] {
        var signalIndices: [String: ArraySlice<Int>] = [:]
        for (index, signal) in header.signals.enumerated() {
            signalIndices[signal.description, default: []].append(index)
        }
        return signals.map { signalIndices[$0.description]?.popFirst() }
    }

    // MARK: Checks

    private static func locateSegments(
        _ listedSegments: [WFDBHeader.Segment], _ record: WFDBHeader
    ) throws(RecordingError) -> ([Segment], Int) {
        var frame = 0
        var segments: [Segment] = []
        for segment in listedSegments {
            if let name = segment.name {
                guard name != record.name else { throw nestedError(name) }
                if segment.frameCount > 0 {
                    segments.append(
                        Segment(name: name, firstFrame: frame, frameCount: segment.frameCount))
                }
            }
            frame += segment.frameCount
            // A segment that was not recorded costs nothing to state.
            let seconds = Double(frame) / record.sampleRateHz
            guard seconds <= RecordingLimits.maxDurationSeconds else {
                throw record.error(
                    "the segments span more than a year at \(record.sampleRateHz) samples a second: "
                        + "check their lengths")
            }
        }
        guard record.sampleCount == nil || record.sampleCount == frame else {
            throw record.error(
                "the segments have \(frame) samples a signal together, the record line states "
                    + "\(record.sampleCount ?? 0)")
        }
        return (segments, frame)
    }

    private static func header(
        _ name: String, of record: WFDBHeader, _ folder: WFDBFolder
    ) throws(RecordingError) -> WFDBHeader {
        let header = try folder.header(name)
        guard header.segments == nil else { throw nestedError(name) }
        guard header.signals.count == header.signalCount else {
            throw header.error(
                "segment \(name) states \(header.signalCount) signals and \(header.signals.count) "
                    + "lines follow")
        }
        guard !header.statesRate || header.sampleRateHz == record.sampleRateHz else {
            throw header.error(
                "segment \(name) has \(header.sampleRateHz) samples a second, the record has "
                    + "\(record.sampleRateHz)")
        }
        return header
    }

    private static func nestedError(_ name: String) -> RecordingError {
        .nestedSegment("segment \(name) is itself a record of segments: only one level is read")
    }
}

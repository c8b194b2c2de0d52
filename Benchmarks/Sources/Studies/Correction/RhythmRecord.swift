public import RecordingFiles

/// A recording whose beats are annotated: what a correction is given, and what is true.
public struct RhythmRecord: Sendable {
    enum BeatClass: Sendable {
        /// Conducted or paced as those before it.
        case normal
        /// A beat from the ventricles, or from above them but not from the sinus node.
        case ectopic
        /// Annotated as neither: not judged.
        case other
    }

    public let database: String
    public let name: String
    /// Step of the recorder's clock; ms.
    public let resolutionMs: Double
    /// The intervals between the beats; ms; one fewer than beats.
    public let intervalsMs: [Double]
    let classes: [BeatClass]
    /// A flag for each beat: true if the atria fibrillate or flutter.
    let isFibrillation: [Bool]
    /// Times of the beats; ms from the first.
    let timesMs: [Double]

    /// - Parameter isAllFibrillation: where no annotation says so but the record's description.
    public init(
        database: String, name: String, _ annotated: AnnotatedBeats, isAllFibrillation: Bool
    ) {
        self.database = database
        self.name = name
        resolutionMs = 1000 / annotated.sampleRateHz
        // Of beats that share a time the first stands.
        var beats: [AnnotatedBeats.Beat] = []
        for beat in annotated.beats where beat.sample != beats.last?.sample { beats.append(beat) }
        let origin = beats.first?.sample ?? 0
        let step = resolutionMs
        timesMs = beats.map { Double($0.sample - origin) * step }
        intervalsMs = zip(beats.dropFirst(), beats).map { Double($0.sample - $1.sample) * step }
        classes = beats.map(Self.beatClass)
        var rhythms = annotated.rhythms[...]
        var isInside = isAllFibrillation
        isFibrillation = beats.map { beat in
            while let rhythm = rhythms.first, rhythm.sample <= beat.sample {
                isInside = isAllFibrillation || ["(AFIB", "(AFL"].contains(rhythm.name)
                rhythms.removeFirst()
            }
            return isInside
        }
    }

    private static func beatClass(_ beat: AnnotatedBeats.Beat) -> BeatClass {
        if beat.isVentricular || beat.isSupraventricular { return .ectopic }
        return "NLRB/f".contains(beat.symbol) ? .normal : .other
    }

    /// The clock's step, how many intervals, and these, as other programs are given them.
    public var numbersForPeers: [Double] {
        [resolutionMs, Double(intervalsMs.count)] + intervalsMs
    }
}

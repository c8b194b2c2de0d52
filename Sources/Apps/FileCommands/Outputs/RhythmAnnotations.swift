import PhysioTypes
import RecordingFiles

/// Rhythms of a recording as WFDB annotations `+`, with the texts of the MIT-BIH database.
///
/// One rhythm lasts until the next one begins: `(VT` (`(IVR` up to 100 a minute) and `(SVTA` take
/// precedence over `(B` and `(T`, these over `(AFIB`; `(N` stands where none of them was found.
enum RhythmAnnotations {
    /// - Parameter samples: the position of each beat in the annotations.
    static func annotations(_ record: DetectionRecord, samples: [Int]) -> [WFDBAnnotation] {
        guard !record.classes.isEmpty, let rhythms = record.rhythms else { return [] }
        var texts = [String](repeating: "(N", count: samples.count)
        var ranks = [Int](repeating: 0, count: samples.count)
        for episode in rhythms {
            guard let (text, rank) = name(of: episode) else { continue }
            for beat in episode.beats where ranks[beat] < rank {
                texts[beat] = text
                ranks[beat] = rank
            }
        }
        return samples.indices.compactMap { beat in
            guard beat == 0 || texts[beat] != texts[beat - 1] else { return nil }
            // WFDB allows one annotation for a sample, so a rhythm begins one before its first beat.
            let sample = samples[beat] > 0 ? samples[beat] - 1 : 1
            return WFDBAnnotation(sample: sample, code: WFDBCode.rhythm, text: texts[beat])
        }
    }

    /// Text, and which of two rhythms is stated; nil of kinds that are no rhythm in WFDB.
    private static func name(of episode: RhythmEpisode) -> (text: String, rank: Int)? {
        switch episode.kind {
        case .ventricularRun: ((episode.beatsPerMinute ?? 0) > 100 ? "(VT" : "(IVR", 3)
        case .supraventricularRun: ("(SVTA", 3)
        case .ventricularBigeminy: ("(B", 2)
        case .ventricularTrigeminy: ("(T", 2)
        case .atrialFibrillation: ("(AFIB", 1)
        case .ventricularPair, .supraventricularPair, .pause: nil
        }
    }
}

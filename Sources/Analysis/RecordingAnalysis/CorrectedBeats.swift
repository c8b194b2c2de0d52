package import BeatCorrection
import HRVPipeline
package import PhysioTypes

/// The beats of a recording, corrected or as they are, and what there is to say of them.
package struct CorrectedBeats: Sendable {
    package let nn: NNSeries
    package let recipe: Recipe
    package let notices: [Notice]

    /// - Parameter correction: nil for the beats as they are.
    package init(_ recording: Recording, _ correction: ArtefactCorrection?) {
        guard let correction else {
            nn = NNSeries(recording.rr)
            recipe = recording.recipe
            notices =
                recording.notices
                + (AnalysisPipeline.noNNIntervalsNotice(of: nn, raw: recording.rr).map { [$0] }
                    ?? [])
            return
        }
        let result = CorrectionPipeline(correction).correct(recording)
        nn = result.record.nn
        recipe = result.recipe
        notices = result.notices
    }
}

import BeatCorrection
import RecordingFiles
import Testing

@testable import Studies

/// Beats that cardiologists have annotated: theirs is the truth.
@Suite(.enabled(if: Recordings.folder != nil, "set RESONANCE_DATASETS to the folder of recordings"))
struct AnnotatedRhythmTests {
    private static func score(_ database: String, _ record: String) throws -> RhythmScore {
        let annotated = try AnnotatedBeats.read(
            path: #require(Recordings.folder) + "/\(database)/\(record)", annotator: "atr")
        return RhythmScore(
            RhythmRecord(
                database: database, name: record, annotated, isAllFibrillation: record == "14149"),
            by: ResonantRule())
    }

    /// A steady heart with premature beats, most from above the ventricles.
    @Test func ectopicBeatsAreFoundAndTheRhythmIsPreserved() throws {
        let score = try Self.score("mitdb", "100")
        #expect(score.ectopicCount == 34 && score.foundCount == 34)
        #expect(score.touchedCount * 200 < score.normalCount)
        let (truth, result) = (score.trueMs, score.resultMs)
        let raw = try #require(score.rawMs.rmssd)
        let rmssd = try #require(truth.rmssd)
        #expect(raw > 2 * rmssd)
        #expect(abs(try #require(result.rmssd) / rmssd - 1) < 0.02)
        #expect(abs(try #require(result.sdnn) / (try #require(truth.sdnn)) - 1) < 0.02)
    }

    /// Floors over all records of mitdb at hand, the best known so far: the errors of RMSSD and SDNN may
    /// not rise, nor fewer ectopic beats be found.
    @Test func overAllRecordsTheErrorDoesNotRise() throws {
        let scores = try [
            100, 102, 105, 106, 108, 111, 113, 115, 118, 119, 122, 200, 201, 202, 207, 209, 212,
            214, 217, 220, 222, 228, 231, 233,
        ].map { try Self.score("mitdb", String($0)) }
        func meanError(_ figure: (RhythmScore.Variation) -> Double?) -> Double {
            let errors = scores.compactMap { score in
                figure(score.trueMs).flatMap { truth in
                    figure(score.resultMs).map { abs($0 / truth - 1) }
                }
            }
            return errors.reduce(0, +) / Double(errors.count)
        }
        #expect(meanError(\.rmssd) < 0.1261)
        #expect(meanError(\.sdnn) < 0.1599)
        #expect(scores.reduce(0) { $0 + $1.foundCount } >= 4820)
    }

    @Test func aRecordingOfNormalBeatsIsNotTouched() throws {
        let score = try Self.score("mitdb", "122")
        #expect(score.ectopicCount == 0 && score.normalCount > 2400)
        #expect(score.touchedCount == 0 && score.otherIrregularCount == 0)
    }

    @Test func aDayOfFibrillationIsIrregular() throws {
        let score = try Self.score("ltdb-annotations", "14149")
        #expect(score.fibrillatingCount > 144_000)
        #expect(score.fibrillatingIrregularCount * 100 > score.fibrillatingCount * 99)
    }
}

import BeatDetection
import TestSupport
import Testing

/// The 24 records from their start: counts may only fall.
@Suite struct QRSStreamRecordTests {
    private func gross(_ skipSeconds: Double = 0) throws -> BeatScore {
        var comparison = BeatComparison()
        comparison.learningPeriodSeconds = skipSeconds
        return try #require(BaselineRecord.names).reduce(BeatScore()) { sum, name in
            let record = try BaselineRecord(name)
            let run = QRSRun(record.millivolts, rate: BaselineRecord.sampleRateHz)
            return sum
                + comparison.score(
                    BeatMarks(positions: run.samples, sampleRateHz: BaselineRecord.sampleRateHz),
                    reference: record.marks)
        }
    }

    @Test(.slow, .needsDatasets)
    func arrhythmiaRecordsScoreNoLessThanRecorded() throws {
        let score = try gross()
        #expect(score.truePositives + score.falseNegatives == 53_452)
        #expect(score.falseNegatives <= 50)
        #expect(score.falsePositives <= 49)
    }

    @Test(.slow, .needsDatasets)
    func arrhythmiaRecordsScoreNoLessAfterFiveMinutes() throws {
        let score = try gross(300)
        #expect(score.falseNegatives <= 44)
        #expect(score.falsePositives <= 42)
    }
}

import BeatCorrection
import HRVPipeline
import PhysioDSP
import PhysioSimulation
import PhysioTypes
import Testing

/// Beats of an ECG of which samples are lost.
@Suite struct ECGGapTests {
    private static let rate = 250.0

    /// Every 50 s or so 2 to 9 s are lost, and the electrode has just moved where they begin and end:
    /// an artefact as high as a QRS complex, between two beats.
    @Test(arguments: [1, 2, 3] as [UInt64]) func besideLostSamplesOnlyBeatsThatFitStand(
        seed: UInt64
    ) throws {
        let intervals = (0..<700).map { 850 + 110 * PlatformMath.sin(0.52 * Double($0)) }
        var simulation = ECGSimulation(seed: seed, rhythm: ECGRhythm(intervalsMs: intervals))
        simulation.sampleRateHz = Self.rate
        let ecg = simulation.run()
        var pipeline = DetectionPipeline(
            signal: SignalDescription(name: "ECG", unit: "mV", sampleRateHz: Self.rate))
        var beats = ecg.beats.map(\.sample)[...]
        var first = 0
        var gapCount = 0
        while first < ecg.millivolts.count {
            let end = min(first + Int(50.3 * Self.rate), ecg.millivolts.count)
            var piece = Array(ecg.millivolts[first..<end])
            for edge in [first, end - 1] {
                beats = beats.drop { $0 < Double(edge) - 1.6 * Self.rate }
                // Midway between the two beats nearest inside the piece.
                let inside = beats.prefix(8).filter { Double(first) < $0 && $0 < Double(end) }
                let pair = edge == first ? inside.prefix(2) : inside.suffix(2)
                guard let a = pair.first, let b = pair.last, a < b else { continue }
                let middle = Int(0.45 * a + 0.55 * b) - first
                for offset in -5...5 { piece[middle + offset] += 1.5 - 0.3 * abs(Double(offset)) }
            }
            pipeline.push(piece, firstSample: first)
            first = end + Int((2 + Double((gapCount * 5 + Int(seed)) % 8)) * Self.rate)
            gapCount += 1
        }
        let corrected = ArtefactCorrection().correct(pipeline.finish().record.rr)
        #expect(corrected.counts[.gap] == gapCount - 1 && gapCount > 9)
        // Not a single one was wrong to begin with: the correction is what is tested.
        #expect(corrected.events.count > gapCount)
        #expect(corrected.nn.count > 480)
        let ends = ecg.beats.map(\.timeSeconds)
        for index in 0..<corrected.nn.count {
            let time = corrected.nn.endTimesSeconds[index]
            let position = try #require(
                ends.indices.min { abs(ends[$0] - time) < abs(ends[$1] - time) })
            let truth = intervals[max(0, position - 1)]
            #expect(abs(corrected.nn.intervalsMs[index] - truth) < 60, "\(time) s")
        }
    }
}

import BeatCorrection
import PhysioDSP
import PhysioTypes
import TestSupport

/// Series with known artefacts.
enum CorrectionSeries {
    enum Artefact: String, CaseIterable {
        case missed, extra, early, late
    }

    /// Breathing at 6 a minute around 900 ms, from peak to trough `rsaAmplitudeMs`, and a little noise.
    static func oscillating(
        _ count: Int, rsaAmplitudeMs: Double, seed: UInt64, noiseMs: Double = 8
    ) -> [Double] {
        var generator = SplitMix64(seed: seed)
        var seconds = 0.0
        return (0..<count).map { _ in
            let phase = 2 * Double.pi * 0.1 * seconds
            let oscillation = rsaAmplitudeMs / 2 * PlatformMath.sin(phase)
            let interval = 900 + oscillation + noiseMs * generator.gaussian()
            seconds += interval / 1000
            return interval
        }
    }

    /// One artefact at the beat that ends interval `index`, and the index of that beat.
    static func with(
        _ artefact: Artefact, at index: Int, in intervals: [Double]
    ) -> (intervals: [Double], beat: Int) {
        var result = intervals
        switch artefact {
        case .missed:
            result[index] += result.remove(at: index + 1)
        case .extra:
            let part = 0.45 * result[index]
            result[index] -= part
            result.insert(part, at: index + 1)
        case .early, .late:
            let shift = (artefact == .early ? -0.3 : 0.25) * result[index]
            result[index] += shift
            result[index + 1] -= shift
        }
        return (result, index)
    }

    /// Artefacts of some kinds every `distance` intervals or so, and the kind at each interval.
    static func withArtefacts(
        _ artefacts: [Artefact], in intervals: [Double], distance: Int, seed: UInt64
    ) -> (intervals: [Double], kinds: [CorrectionEvent.Kind?]) {
        var generator = SplitMix64(seed: seed)
        var result = intervals
        var kinds = [CorrectionEvent.Kind?](repeating: nil, count: intervals.count)
        var index = intervals.count - 6
        while index > 5 {
            let artefact = artefacts[Int.random(in: 0..<artefacts.count, using: &generator)]
            let count = result.count
            result = with(artefact, at: index, in: result).intervals
            let kind: CorrectionEvent.Kind =
                artefact == .missed ? .missed : artefact == .extra ? .extra : .ectopic
            if result.count > count { kinds.insert(nil, at: index + 1) }
            if result.count < count { kinds.remove(at: index + 1) }
            kinds[index] = kind
            index -= distance + Int.random(in: 0...4, using: &generator)
        }
        return (result, kinds)
    }

    static func rmssd(_ intervals: [Double]) -> Double {
        let squares = zip(intervals.dropFirst(), intervals).map { ($0 - $1) * ($0 - $1) }
        return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
}

/// A rule that is given the truth for the series as it is, and finds nothing after that.
struct KnownArtefacts: BeatRule {
    let kinds: [CorrectionEvent.Kind?]
    let name = "known"

    func artefacts(in intervalsMs: [Double]) -> [CorrectionEvent.Kind?] {
        intervalsMs.count == kinds.count
            ? kinds : [CorrectionEvent.Kind?](repeating: nil, count: intervalsMs.count)
    }
}

public import PhysioTypes
import PhysioDSP

/// The heart's answers in a recording, as ``BreathResponseStream`` finds them in a stream.
public enum RecordedResponses {
    /// - Parameter nn: corrected intervals on the clock of the breaths.
    /// - Parameter breaths: commanded, in the order of their times; others are passed over.
    /// - Parameter hasPhase: whether the breaths began when they say; else only sizes are reported.
    /// - Parameter shiftSeconds: added to the times of the answers.
    /// - Returns: one for every three breaths whose beats are known well enough.
    /// - Complexity: O(n + m) for n intervals and m breaths, each with its fit; allocates.
    public static func responses(
        of nn: NNSeries, to breaths: [BreathCycle], hasPhase: Bool, shiftSeconds: Double = 0
    ) -> [BreathResponse] {
        var stream = BreathResponseStream()
        var foundResponses: [BreathResponse] = []
        var next = 0
        func drain(until time: Double) {
            while let outcome = stream.next(atSeconds: time) {
                guard case .response(let response) = outcome else { continue }
                foundResponses.append(response.shifted(bySeconds: shiftSeconds, hasPhase: hasPhase))
            }
        }
        for breath in breaths {
            stream.begin(breath)
            var beats: [NNBeat] = []
            while next < nn.count, nn.endTimesSeconds[next] <= breath.endSeconds {
                beats.append(nn.beat(next))
                next += 1
            }
            stream.revise(NNRevision(beats: beats))
            drain(until: breath.endSeconds)
        }
        stream.revise(NNRevision(beats: (next..<nn.count).map(nn.beat)))
        drain(until: .infinity)
        return foundResponses
    }
}

extension NNSeries {
    func beat(_ index: Int) -> NNBeat {
        NNBeat(
            intervalMs: intervalsMs[index], endSeconds: endTimesSeconds[index],
            isAdjacentToPrevious: isAdjacentToPrevious[index], isCorrected: isCorrected[index],
            rawIndex: index)
    }
}

extension BreathResponse {
    fileprivate func shifted(bySeconds shift: Double, hasPhase: Bool) -> BreathResponse {
        BreathResponse(
            startSeconds: startSeconds + shift, endSeconds: endSeconds + shift,
            breathsPerMinute: breathsPerMinute, response: response, standardError: standardError,
            hasPhase: self.hasPhase && hasPhase)
    }
}

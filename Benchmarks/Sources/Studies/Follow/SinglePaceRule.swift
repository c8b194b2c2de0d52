import PhysioDSP
import ResonanceBreathing

/// The rule that the verdict is compared with: one window of a minute, one rhythm against another.
///
/// Following: the commanded phase passes the F-test at 1 % in one of the series, the best steady rate
/// of 3 to 20 a minute lies within 0.3 of the pace or has less than 1.5 times its power, and the
/// circular deviation of the last 6 breaths' phases is below 40 degrees. Not following: it is above 75
/// degrees, or one of the others fails. Unknown: between, and for the heart where the standard error of
/// its RSA amplitude is over half of it. A trace replaces the heart.
enum SinglePaceRule {
    static let windowSeconds = 60.0
    static let breathCount = 6

    private struct Series {
        var times: [Double] = []
        var values: [Double] = []
    }

    static func outcome(
        _ block: FollowBlock, _ seen: FollowTally.Seen
    ) -> FollowVerdict.Outcome {
        if let trace = block.traces(seen).first {
            let retained = trace.times.indices.filter { trace.times[$0] >= start }
            return outcome(
                Series(
                    times: retained.map { trace.times[$0] },
                    values: retained.map { trace.values[$0] }),
                block)
        }
        let heart = heart(block)
        guard let oscillation = fit(heart, block, harmonics: 2),
            oscillation.responseStandardError <= oscillation.amplitude / 4
        else { return .unknown }
        return outcome(heart, block)
    }

    private static var start: Double {
        FollowBlock.leadSeconds + FollowBlock.seconds - windowSeconds
    }

    private static func heart(_ block: FollowBlock) -> Series {
        var series = Series()
        for (index, end) in block.nn.endTimesSeconds.enumerated()
        where end >= start && !block.nn.isCorrected[index] {
            series.times.append(end - block.nn.intervalsMs[index] / 2000)
            series.values.append(60_000 / block.nn.intervalsMs[index])
        }
        return series
    }

    private static func outcome(_ series: Series, _ block: FollowBlock) -> FollowVerdict.Outcome {
        let phases = series.times.map { block.breathing.phase(atSeconds: $0) ?? 0 }
        guard let paced = fit(series, block, harmonics: 2) else { return .unknown }
        var (best, bestRate) = (0.0, 0.0)
        for rate in stride(from: 3, through: 20, by: 0.1) {
            let found = try? HarmonicFit(
                times: series.times, values: series.values,
                phases: series.times.map { rate / 60 * $0 }, harmonicCount: 1)
            guard let found, found.amplitude > best else { continue }
            (best, bestRate) = (found.amplitude, rate)
        }
        let pace = (phases[phases.count - 1] - phases[0]) / windowSeconds * 60
        let isPaced =
            paced.pValue < 0.01
            && (abs(bestRate - pace) <= 0.3
                || best * best < 1.5 * paced.amplitude * paced.amplitude)
        let deviation = circularDeviationDegrees(series, phases)
        if deviation > 75 || !isPaced { return .notFollowing }
        return deviation < 40 ? .following : .unknown
    }

    private static func fit(
        _ series: Series, _ block: FollowBlock, harmonics: Int
    ) -> HarmonicFit? {
        try? HarmonicFit(
            times: series.times, values: series.values,
            phases: series.times.map { block.breathing.phase(atSeconds: $0) ?? 0 },
            harmonicCount: harmonics)
    }

    /// sqrt(-2 ln R), R the mean resultant of the phases of the last breaths.
    private static func circularDeviationDegrees(_ series: Series, _ phases: [Double]) -> Double {
        let flat = Detrending.linear.applied(to: series.values, at: series.times)
        let last = (phases.last ?? 0).rounded(.down)
        var sum = ComplexNumber(0)
        for breath in 1...breathCount {
            let indices = phases.indices.filter {
                phases[$0].rounded(.down) == last - Double(breath)
            }
            let mean = indices.reduce(0) { $0 + flat[$1] } / Double(max(1, indices.count))
            let z = indices.reduce(ComplexNumber(0)) { sum, index in
                let angle = 2 * Double.pi * phases[index]
                return sum + ComplexNumber(PlatformMath.cos(angle), PlatformMath.sin(angle))
                    * (flat[index] - mean)
            }
            guard z.squaredMagnitude > 0 else { continue }
            sum = sum + z * (1 / z.squaredMagnitude.squareRoot())
        }
        let resultant = min(1, sum.squaredMagnitude.squareRoot() / Double(breathCount))
        return (-2 * PlatformMath.log(max(resultant, 1e-9))).squareRoot() * 180 / .pi
    }
}

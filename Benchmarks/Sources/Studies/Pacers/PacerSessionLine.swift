import PhysioSimulation
import ResonanceBreathing

/// A session of 15 minutes of the default pacer, breath by breath.
struct PacerSessionLine: Sendable {
    struct Point: Sendable {
        let seconds: Double
        let commanded: Double
        /// nil before the first answer.
        let estimate: ResonanceEstimate?
        let truth: Double
    }

    let points: [Point]

    init(_ person: VirtualPerson) throws {
        let truth = person.truth
        var points: [Point] = []
        var commanded = ResonanceFitPacer.slideRates.from
        _ = try PacerTrial.run(.resonanceFit, person, seconds: 900) { seconds, pacer in
            points.append(
                Point(
                    seconds: seconds, commanded: commanded,
                    estimate: pacer.estimate,
                    truth: truth.breathsPerMinute(afterSeconds: seconds)))
            commanded = pacer.command.breathsPerMinute ?? commanded
        }
        self.points = points
    }
}

import CommandSupport
import HRVReports
import PhysioSimulation
import PhysioTypes

/// A writer of the truth about a simulated person, as JSON.
struct VirtualPersonTruthWriter {
    let population: PersonPopulation
    let index: Int
    let person: VirtualPerson

    /// The response is given at these rates; breaths/min.
    private static let curveBreathsPerMinute = (30...90).map { Double($0) / 10 }

    /// - Parameter session: of a session whose length is known: its breaths and beats.
    func json(
        session: (seconds: Double, breaths: [BreathCycle], beats: [VirtualPerson.Beat])? = nil
    ) -> OrderedJSON {
        let truth = person.truth
        var rows: [(String, OrderedJSON)] = [
            ("toolkit_version", .text(ToolkitVersion.current)),
            // A seed may exceed the integers that every JSON reader keeps.
            ("seed", .text("\(population.seed)")),
            ("scenario", .text(population.scenario.rawValue)), ("index", .integer(index)),
            ("plant", .text(person.traits.plant.rawValue)),
            ("resonance_bpm", .number(truth.breathsPerMinute)),
            ("drift_pct_per_min", .number(100 * person.traits.driftPerMinute)),
        ]
        if let session {
            let resonanceEndBreathsPerMinute = truth.breathsPerMinute(afterSeconds: session.seconds)
            rows += [
                ("duration_s", .number(session.seconds)),
                ("resonance_end_bpm", .number(resonanceEndBreathsPerMinute)),
            ]
        }
        rows += [("curve", curve), ("traits", traits)]
        if let session {
            rows += [("breaths", breaths(session.breaths)), ("faults", artefacts(session.beats))]
        }
        return .object(rows)
    }

    private var curve: OrderedJSON {
        .array(
            Self.curveBreathsPerMinute.map { rate in
                .object([
                    ("rate_bpm", .number(rate)),
                    ("swing_hr", .number(person.truth.rsaAmplitudeBpm(atBreathsPerMinute: rate))),
                    (
                        "lost_pct",
                        .number(100 * person.truth.amplitudeLoss(atBreathsPerMinute: rate))
                    ),
                ])
            })
    }

    private var traits: OrderedJSON {
        let traits = person.traits
        let loop: [(String, Double)] =
            traits.plant == .delayedLoop
            ? [
                ("loop_gain", traits.loopGain), ("vessel_s", traits.vesselConstantSeconds),
                ("heart_s", traits.heartConstantSeconds),
            ] : [("damping_ratio", traits.dampingRatio)]
        let allTraits: [(String, Double)] =
            [("loop_bpm", traits.loopBreathsPerMinute)] + loop + [
                ("heart_delay_s", traits.heartDelaySeconds),
                ("direct_share", traits.directResponseRatio),
                ("direct_delay_s", traits.directDelaySeconds),
                ("swing_hr", traits.rsaAmplitudeBpm), ("depth_exponent", traits.depthExponent),
                ("heart_rate", traits.heartRateBpm), ("gain_noise", traits.gainNoise),
                ("noise_hr", traits.noiseBpm), ("mayer_share", traits.mayerWaveRatio),
                ("beat_jitter_ms", traits.beatJitterMs), ("lag_s", traits.lagSeconds),
                ("depth_jitter", traits.depthJitter), ("period_jitter", traits.periodJitter),
                ("missed_instruction_pct", 100 * traits.missedInstructionShare),
                ("free_bpm", traits.freeBreathsPerMinute),
                ("ectopic_pct", 100 * traits.ectopicShare),
                ("sensor_error_pct", 100 * traits.sensorErrorShare),
            ]
        return .object(allTraits.map { ($0.0, .number($0.1)) })
    }

    private func breaths(_ breaths: [BreathCycle]) -> OrderedJSON {
        .array(
            breaths.map {
                .object([
                    ("start_s", .number($0.startSeconds)),
                    ("rate_bpm", .number($0.breathsPerMinute)),
                ])
            })
    }

    private func artefacts(_ beats: [VirtualPerson.Beat]) -> OrderedJSON {
        .array(
            beats.enumerated().flatMap { index, beat -> [OrderedJSON] in
                var kinds = beat.kind == .normal ? [] : [beat.kind.rawValue]
                if beat.missedCount > 0 { kinds.append("missed") }
                return kinds.map {
                    .object([("index", .integer(index)), ("kind", .text($0))])
                }
            })
    }
}

public import PhysioSimulation

/// One combination of rhythm, artefacts and clock of the report on beat corrections: a family of
/// series, one for each seed.
public struct CorrectionCell: Sendable {
    public enum Part: Sendable {
        /// Artefacts of every kind, at several shares.
        case faulty
        /// No artefact: what is touched is touched in error.
        case clean
        /// Moved beats of one size.
        case displaced
        /// Artefacts of one kind, fewer and more than elsewhere.
        case shares
        /// Artefacts in a row beside the gaps of a recording, and in the middle between them.
        case edges
    }

    public let part: Part
    /// Name such as `paced 150`: the amplitude, half the oscillation from peak to trough; ms.
    public let rhythm: String
    /// Such as `missed 5 %`; the size of the displacement, or the amplitude of a clean series.
    public let column: String
    public let clock: String
    let simulation: @Sendable (UInt64) -> ArtefactSeries

    /// - Parameter seed: from 1 on; paced rates go by it in turn.
    public func series(seed: UInt64) -> ArtefactSeries { simulation(seed) }

    /// Breaths/min, in turn over the seeds.
    public static let rates = [4.5, 5, 5.5, 6, 6.5, 7]
    static let clocks = [("1 ms", 1.0), ("1/1024 s", 1000.0 / 1024)]
    static let rhythms = [
        Rhythm(kind: "paced", amplitudeMs: 40), Rhythm(kind: "paced", amplitudeMs: 150),
        Rhythm(kind: "paced", amplitudeMs: 250), Rhythm(kind: "free", amplitudeMs: 40),
    ]
    static let cleanKinds = ["paced", "paced, fast inhale", "free"]
    static let cleanAmplitudesMs = [40.0, 80, 120, 160, 200, 250, 300]
    static let displacements = [0.04, 0.06, 0.08, 0.10, 0.12, 0.15, 0.20]
    static let displacedShare = 0.03

    /// Breathing and amplitude.
    struct Rhythm: Sendable {
        let kind: String
        let amplitudeMs: Double

        var name: String { "\(kind) \(Int(amplitudeMs))" }

        func beats(seed: UInt64, resolutionMs: Double) -> OscillationSimulation {
            var beats = OscillationSimulation(seed: seed)
            beats.amplitudeMs = amplitudeMs
            beats.resolutionMs = resolutionMs
            beats.shape = kind.hasSuffix("fast inhale") ? .fastInhale : .cosine
            let rate = CorrectionCell.rates[Int((seed - 1) % UInt64(CorrectionCell.rates.count))]
            beats.breathing = kind == "free" ? .free : .paced(breathsPerMinute: rate)
            return beats
        }
    }

    /// Kinds and share.
    struct Artefacts: Sendable {
        let name: String
        let kinds: [SimulatedArtefact.Kind]
        let share: Double

        static let all: [Artefacts] =
            SimulatedArtefact.Kind.allCases.map {
                Artefacts(name: "\($0.rawValue) 5 %", kinds: [$0], share: 0.05)
            }
            + [("0.5", 0.005), ("5", 0.05), ("10", 0.1)].map {
                Artefacts(
                    name: "mixed \($0.0) %", kinds: SimulatedArtefact.Kind.allCases, share: $0.1)
            }
    }

    /// All cells, in the order in which scores are kept.
    public static let all: [CorrectionCell] = forPeers + shares

    /// The cells by which other programs are scored: the first of all cells.
    public static let forPeers: [CorrectionCell] = faulty + clean + displaced

    private static var faulty: [CorrectionCell] {
        clocks.flatMap { clock in
            rhythms.flatMap { rhythm in
                Artefacts.all.map { artefacts in
                    CorrectionCell(
                        part: .faulty, rhythm: rhythm.name, column: artefacts.name, clock: clock.0
                    ) { seed in
                        ArtefactSimulation(
                            rhythm.beats(seed: seed, resolutionMs: clock.1), kinds: artefacts.kinds,
                            share: artefacts.share
                        ).run()
                    }
                }
            }
        }
    }

    private static var shares: [CorrectionCell] {
        rhythms.flatMap { rhythm in
            SimulatedArtefact.Kind.allCases.flatMap { kind in
                [("0.5", 0.005), ("10", 0.1)].map { name, share in
                    CorrectionCell(
                        part: .shares, rhythm: rhythm.name, column: "\(kind.rawValue) \(name) %",
                        clock: clocks[0].0
                    ) { seed in
                        ArtefactSimulation(
                            rhythm.beats(seed: seed, resolutionMs: 1), kinds: [kind], share: share
                        ).run()
                    }
                }
            }
        }
    }

    private static var clean: [CorrectionCell] {
        cleanKinds.flatMap { kind in
            cleanAmplitudesMs.map { amplitude in
                CorrectionCell(
                    part: .clean, rhythm: kind, column: "\(Int(amplitude))", clock: clocks[0].0
                ) { seed in
                    let rhythm = Rhythm(kind: kind, amplitudeMs: amplitude)
                    return ArtefactSimulation(
                        rhythm.beats(seed: seed, resolutionMs: 1), kinds: [], share: 0
                    ).run()
                }
            }
        }
    }

    private static var displaced: [CorrectionCell] {
        rhythms.flatMap { rhythm in
            displacements.map { size in
                CorrectionCell(
                    part: .displaced, rhythm: rhythm.name,
                    column: "\(Int((100 * size).rounded())) %", clock: clocks[0].0
                ) { seed in
                    var simulation = ArtefactSimulation(
                        rhythm.beats(seed: seed, resolutionMs: 1), kinds: [.ectopic, .late],
                        share: displacedShare)
                    simulation.displacementShare = size
                    return simulation.run()
                }
            }
        }
    }
}

import PhysioSimulation

extension CorrectionCell {
    static let edgeKinds: [(name: String, kind: SimulatedArtefact.Kind)] = [
        ("missed", .missed), ("doubled", .extra), ("displaced", .ectopic),
    ]
    static let edgeCounts = Array(1...5)

    /// Artefacts in a row at the edges of gaps: by rhythm, kind, side and number, the last fastest. Every
    /// other series has its gaps as long intervals, the others as lost time.
    public static let edges: [CorrectionCell] = rhythms.flatMap { rhythm in
        edgeKinds.flatMap { kind in
            BoundaryArtefactSimulation.Side.allCases.flatMap { side in
                edgeCounts.map { count in
                    CorrectionCell(
                        part: .edges, rhythm: rhythm.name, column: "\(kind.name), \(side.rawValue)",
                        clock: clocks[0].0
                    ) { seed in
                        var simulation = BoundaryArtefactSimulation(
                            rhythm.beats(seed: seed, resolutionMs: 1), kind: kind.kind,
                            count: count)
                        simulation.side = side
                        simulation.recordsGaps = seed.isMultiple(of: 2)
                        return simulation.run()
                    }
                }
            }
        }
    }
}

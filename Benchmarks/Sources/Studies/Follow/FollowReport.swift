@_spi(Studies) import KernelBenchmarks
import PhysioSimulation
import ResonanceBreathing

/// The study of following as a page of Markdown.
public struct FollowReport: Sendable {
    private let study: FollowStudy

    public init(_ study: FollowStudy) { self.study = study }

    public var markdown: String {
        [
            introduction, sums.text, "## By behaviour", details(study.verdicts).text, comparison,
            details(study.plain).text,
        ].joined(separator: "\n\n") + "\n"
    }

    private var introduction: String {
        """
        # Following: measured

        Made by `make report-follow`; not edited by hand. The rule: [Following the pacer](follow.md).

        Simulated people ([simulated-people.md](simulated-people.md)), two minutes each after \
        \(Int(FollowBlock.leadSeconds)) s, beats corrected as usual; \(study.blockCount) blocks of each \
        behaviour in each scenario. Seed \(study.seed); the thresholds were chosen on seed \
        \(FollowStudy.tuningSeed).

        - **follows**: the pacer goes at 4.5 to 7 a minute and slides by up to half a breath a minute.
        - **quick**: the same pacer; the person breathes 12 to 18 times a minute.
        - **slow**: pacer and person each at a rate of their own from 5.5 to 6.5 a minute, not in step.

        R amplitude: one value a beat, which breathing changes by a tenth at 6 a minute, up or down; \
        noise and drift of 4 % each. Belt: the volume with noise of an eighth of a breath and drift of a \
        quarter. Both doubled in `noisy`, whose hearts and sensors are noisier too.

        ## All behaviours
        *right of all*: unknown counts as wrong; *right of told*: it is left out.
        """
    }

    private var sums: MarkdownTable {
        var table = MarkdownTable([
            "scenario", "seen", "right of all %", "right of told %", "unknown %",
            "single-pace rule: of all %", "of told %", "unknown %",
        ])
        for scenario in FollowStudy.scenarios {
            for seen in FollowTally.Seen.allCases {
                let ours = FollowStudy.sum(study.verdicts, scenario, seen)
                let plain = FollowStudy.sum(study.plain, scenario, seen)
                table.add([scenario.rawValue, seen.rawValue] + shares(ours) + shares(plain))
            }
        }
        return table
    }

    private func shares(_ sum: (right: Int, unknown: Int, total: Int)) -> [String] {
        [
            percent(sum.right, sum.total), percent(sum.right, sum.total - sum.unknown),
            percent(sum.unknown, sum.total),
        ]
    }

    private func details(_ tallies: [FollowStudy.Cell: FollowTally]) -> MarkdownTable {
        var table = MarkdownTable([
            "scenario", "behaviour", "seen", "following %", "not following %", "unknown %",
        ])
        for scenario in FollowStudy.scenarios {
            for behaviour in FollowBlock.Behaviour.allCases {
                for seen in FollowTally.Seen.allCases {
                    let cell = FollowStudy.Cell(
                        scenario: scenario, behaviour: behaviour, seen: seen)
                    guard let tally = tallies[cell] else { continue }
                    table.add(
                        [scenario.rawValue, behaviour.rawValue, seen.rawValue]
                            + FollowVerdict.Outcome.allCases.map {
                                percent(tally.counts[$0] ?? 0, tally.total)
                            })
                }
            }
        }
        return table
    }

    private func percent(_ part: Int, _ whole: Int) -> String {
        guard whole > 0 else { return "-" }
        return BenchmarkText.fixed(100 * Double(part) / Double(whole), decimals: 1)
    }

    private var comparison: String {
        """
        ## The single-pace rule
        One minute, the F-test at the commanded phase, the best steady rate within 0.3 a minute of the \
        pace or below 1.5 times its power, the circular deviation of six breaths' phases below 40 \
        degrees (above 75: not), a trace in place of the heart where there is one; of the heart alone, unknown \
        where the standard error of its swing is over half of it.
        """
    }
}

@_spi(Studies) import KernelBenchmarks
import PhysioSimulation
import ResonanceBreathing

/// The comparison of pacers as a page of Markdown, with its figures.
public struct PacerReport: Sendable {
    public let study: PacerStudy
    /// The scores by method and minutes, base scenario.
    let base: [PacerMethod: [Int: PacerScores]]
    /// The default and the constant rate, by scenario and minutes.
    let others: [PersonScenario: [Int: [PacerMethod: PacerScores]]]
    let plants: [PersonTraits.Plant: PacerScores]
    /// People who breathe at a rate of their own, by that rate.
    let ignoring: [(breathsPerMinute: Double, scores: PacerScores)]
    /// Straps that send late, by latency and minutes.
    let latencies: [(seconds: Double, scores: [Int: PacerScores])]
    /// Straps with other habits.
    let straps: [(name: String, latencySeconds: Double, scores: [Int: PacerScores])]
    /// Sessions that begin at what an earlier one believed, by how far that was off.
    let known: [(offset: Double, scores: PacerScores)]
    let session: PacerSessionLine
    let updateTime: PacerUpdateTime

    static let otherScenarios: [PersonScenario] = [
        .clean, .noisy, .strongDrift, .low, .high, .flat,
    ]
    static let otherMinutes = [10, 15]
    static let ignoringRates = [5.7, 6.0, 15.0]
    static let latencySeconds = [0, 0.4, 0.7, 1, 2.1, 2.6, 3.5, 5]
    static let knownOffsets = [-1.0, -0.5, 0, 0.5, 1]

    /// Runs everything.
    ///
    /// - Parameter say: gets a line as each part begins.
    public init(_ study: PacerStudy, _ runner: PacerStudy.Runner, say: (String) -> Void) throws {
        self.study = study
        var base: [PacerMethod: [Int: PacerScores]] = [:]
        for method in PacerMethod.allCases {
            say(method.rawValue)
            for minutes in PacerStudy.minutes {
                base[method, default: [:]][minutes] = study.scores(
                    method, .base, minutes: minutes, count: study.personCount, runner)
            }
        }
        self.base = base
        var others: [PersonScenario: [Int: [PacerMethod: PacerScores]]] = [:]
        for scenario in Self.otherScenarios {
            say(scenario.rawValue)
            for minutes in Self.otherMinutes {
                for method in [PacerMethod.resonanceFit, .constant] {
                    others[scenario, default: [:]][minutes, default: [:]][method] = study.scores(
                        method, scenario, minutes: minutes, count: study.otherCount, runner)
                }
            }
        }
        self.others = others
        say("plants, and people who do not follow")
        plants = Dictionary(
            uniqueKeysWithValues: PersonTraits.Plant.allCases.map {
                (
                    $0,
                    study.scores(
                        .resonanceFit, .base, minutes: 15, count: study.otherCount, plant: $0,
                        runner)
                )
            })
        ignoring = Self.ignoringRates.map {
            (
                $0,
                study.scores(
                    .resonanceFit, .base, minutes: 10, count: study.otherCount,
                    breathing: .free(breathsPerMinute: $0), runner)
            )
        }
        say("straps that send late")
        latencies = Self.latencySeconds.map { seconds in
            let sending = LateStrap.Sending(latencySeconds: seconds)
            let scores = PacerStudy.minutes.map {
                ($0, study.strapScores(sending, minutes: $0, runner))
            }
            return (seconds, Dictionary(uniqueKeysWithValues: scores))
        }
        straps = Self.otherStraps.map { strap in
            say(strap.name)
            let scores = Self.otherMinutes.map {
                (
                    $0,
                    study.strapScores(
                        strap.sending, minutes: $0, sessions: strap.sessions, runner)
                )
            }
            return (
                strap.name, strap.sending.laterLatencySeconds ?? strap.sending.latencySeconds,
                Dictionary(uniqueKeysWithValues: scores)
            )
        }
        updateTime = try PacerUpdateTime(PersonPopulation(seed: PacerStudy.seed).person(1))
        known = Self.knownOffsets.map { ($0, study.knownScores(offset: $0, runner)) }
        session = try PacerSessionLine(PersonPopulation(seed: PacerStudy.seed).person(0))
    }

    /// The page; the same for the same people but for the times.
    public var markdown: String {
        [
            introduction, comparison, goals, scenarios, plantTable, latencyTable, knownTable,
            ignoringTable, reading,
        ]
        .joined(separator: "\n\n") + "\n"
    }

    // MARK: Parts

    private var introduction: String {
        """
        # Pacers: measured on simulated people

        Made by `make report-pacers`; not edited by hand. The pacer:
        [Pacers](pacers.md). The people: [Simulated people](simulated-people.md).

        Each person is led through a session by each pacer, breath by breath: beats leave a simulated
        sensor, are corrected as they come, and nothing is known sooner than it would be. At the end
        the rate that the pacer believes in is compared with the rate at which that person's heart
        swings most. Error: breaths/min. Lost: share of the largest swing that breathing at the
        believed rate loses. Median / 95th percentile of people; standard errors by drawing people
        again.

        People here: \(study.personCount) (base) and \(study.otherCount) (everything else), seed
        \(PacerStudy.seed). The default pacer's numbers were chosen on 400 people of seed
        \(PacerStudy.tuningSeed). **All of this is simulation.** The default pacer looks for a person
        among \(ResonanceFitPacer.curveCount) simulated hearts, drawn from the same two families of
        equations as these people, from wider ranges: how well real hearts belong to these families
        is not known, and nothing is claimed before it is measured on people.
        """
    }

    private var comparison: String {
        var table = MarkdownTable(
            ["pacer"] + PacerStudy.minutes.flatMap { ["\($0) min: error", "lost, 95 %"] })
        for method in PacerMethod.allCases {
            let cells = PacerStudy.minutes.flatMap { minutes -> [String] in
                guard let scores = base[method]?[minutes] else { return ["-", "-"] }
                return [Self.errors(scores), Self.percent(scores.largeLoss)]
            }
            let name =
                method == .resonanceFit ? "**\(method.rawValue)** (default)" : method.rawValue
            table.add([name] + cells)
        }
        return """
            ## Base scenario

            Sessions of 5, 10 and 15 minutes. Shorter than 9 minutes the default is quick. `stepped`
            and `sliding` fit their protocol to the session. Whoever is told nothing is believed to
            be at 5.6.

            \(table.text)

            ![Share of people by error](figures/pacer-errors.svg)

            The default pacer's knowledge:

            \(knowledge)
            """
    }

    private var knowledge: String {
        var table = MarkdownTable([
            "minutes", "truth in 90 % interval", "told a rate", "median, standard error",
            "95 %, standard error",
        ])
        for minutes in PacerStudy.minutes {
            guard let scores = base[.resonanceFit]?[minutes] else { continue }
            table.add([
                "\(minutes)", scores.insideShare.map(Self.percent) ?? "-",
                Self.percent(scores.reportedShare),
                "\(Self.rate(scores.medianError)) +- \(Self.rate(scores.standardError(0.5)))",
                "\(Self.rate(scores.largeError)) +- \(Self.rate(scores.standardError(0.95)))",
            ])
        }
        return table.text
    }

    /// The table of the goals, and whether each was reached.
    private var goals: String {
        var table = MarkdownTable(["goal", "asked", "found", ""])
        func add(_ name: String, _ asked: String, _ found: Double?, isMet: (Double) -> Bool) {
            guard let found else { return }
            table.add([name, asked, Self.rate(found), isMet(found) ? "met" : "**not met**"])
        }
        let fit = base[.resonanceFit]
        for (minutes, median, large) in [(10, 0.20, 0.92), (15, 0.18, 0.80)] {
            add("\(minutes) min, median", "<= \(Self.rate(median))", fit?[minutes]?.medianError) {
                $0 <= median
            }
            add("\(minutes) min, 95 %", "<= \(Self.rate(large))", fit?[minutes]?.largeError) {
                $0 <= large
            }
        }
        add("15 min, lost, 95 %", "<= 0.10", fit?[15]?.largeLoss) { $0 <= 0.1 }
        let noisy = others[.noisy]?[15]?[.resonanceFit]
        add("noisy, 15 min, median", "<= 0.25", noisy?.medianError) { $0 <= 0.25 }
        add("noisy, 15 min, 95 %", "<= 0.95", noisy?.largeError) { $0 <= 0.95 }
        for minutes in PacerStudy.minutes {
            add("\(minutes) min, in the interval", "0.85 to 0.95", fit?[minutes]?.insideShare) {
                (0.85...0.95).contains($0)
            }
        }
        addLatencyGoals { add($0, $1, $2, isMet: $3) }
        add("beyond: 5 min, median", "<= 0.20", fit?[5]?.medianError) { $0 <= 0.2 }
        add("beyond: 15 min, median", "<= 0.14", fit?[15]?.medianError) { $0 <= 0.14 }
        add("beyond: 15 min, 95 %", "<= 0.60", fit?[15]?.largeError) { $0 <= 0.6 }
        for minutes in PacerStudy.minutes {
            guard let fit = fit?[minutes], let reference = base[.reference]?[minutes] else {
                continue
            }
            addComparison("\(minutes) min, better than reference", fit, reference, to: &table)
        }
        for minutes in Self.otherMinutes {
            guard let fit = fit?[minutes], let constant = base[.constant]?[minutes] else {
                continue
            }
            addComparison("\(minutes) min, better than always 5.6", fit, constant, to: &table)
            for scenario in [PersonScenario.low, .high] {
                guard let fit = others[scenario]?[minutes]?[.resonanceFit],
                    let constant = others[scenario]?[minutes]?[.constant]
                else { continue }
                addComparison(
                    "\(minutes) min, \(scenario.rawValue), better than always 5.6", fit, constant,
                    to: &table)
            }
        }
        return "## Goals\n\n" + table.text
    }

    /// Better by median and loss, and by the 95th percentile no worse than 0.1.
    private func addComparison(
        _ name: String, _ fit: PacerScores, _ other: PacerScores, to table: inout MarkdownTable
    ) {
        let isMet =
            fit.medianError < other.medianError && fit.largeLoss < other.largeLoss
            && fit.largeError <= other.largeError + 0.1
        table.add([
            name,
            "median, loss below \(Self.rate(other.medianError)), \(Self.percent(other.largeLoss)); "
                + "95 % <= \(Self.rate(other.largeError + 0.1))",
            "\(Self.rate(fit.medianError)), \(Self.percent(fit.largeLoss)); "
                + Self.rate(fit.largeError),
            isMet ? "met" : "**not met**",
        ])
    }

    private var scenarios: String {
        var table = MarkdownTable(
            ["people"]
                + Self.otherMinutes.flatMap {
                    ["\($0) min: default", "lost", "in interval", "always 5.6", "lost"]
                })
        for scenario in Self.otherScenarios {
            let cells = Self.otherMinutes.flatMap { minutes -> [String] in
                guard let fit = others[scenario]?[minutes]?[.resonanceFit],
                    let constant = others[scenario]?[minutes]?[.constant]
                else { return [] }
                return [
                    Self.errors(fit), Self.percent(fit.largeLoss),
                    fit.insideShare.map(Self.percent) ?? "-", Self.errors(constant),
                    Self.percent(constant.largeLoss),
                ]
            }
            table.add([scenario.rawValue] + cells)
        }
        return """
            ## Other people

            `low` and `high` have best rates about 5.2 and 6.2 breaths/min; the prior stays at 5.6.
            `flat` hearts lose little a breath/min off the best rate: errors are larger and matter
            less.

            \(table.text)
            """
    }

    private var plantTable: String {
        var table = MarkdownTable(["plant", "15 min: error", "lost, 95 %", "in interval"])
        for plant in PersonTraits.Plant.allCases {
            guard let scores = plants[plant] else { continue }
            table.add([
                plant == .delayedLoop ? "A: a delayed loop" : "B: a resonator",
                Self.errors(scores), Self.percent(scores.largeLoss),
                scores.insideShare.map(Self.percent) ?? "-",
            ])
        }
        return "## By the equations behind them\n\n" + table.text
    }

    private var knownTable: String {
        var table = MarkdownTable([
            "earlier rate off by", "10 min: error", "lost, 95 %", "in interval",
        ])
        for (offset, scores) in known {
            table.add([
                DetectionReport.signed(offset, decimals: 1), Self.errors(scores),
                Self.percent(scores.largeLoss),
                scores.insideShare.map(Self.percent) ?? "-",
            ])
        }
        return """
            ## Sessions that begin where an earlier one ended

            There is no slide. The earlier session believed in a rate that is off by so much for
            everybody, with a standard deviation of 0.2; the pacer allows for 0.5.

            \(table.text)
            """
    }

    private var ignoringTable: String {
        var table = MarkdownTable(["breathes at", "told a rate after 10 min"])
        for (rate, scores) in ignoring {
            table.add([Self.tenths(rate) + " breaths/min", Self.percent(scores.reportedShare)])
        }
        return """
            ## People who do not follow

            They breathe at a rate of their own. A rate told to them is an error, whatever it is.

            \(table.text)
            """
    }

    private var reading: String {
        """
        ## Cost

        The end of a breath, everything included but the correction of its beats, over a session of 15
        minutes: median \(Self.rate(updateTime.medianMs)) ms, of the third with an answer
        \(Self.rate(updateTime.responseMs)) ms, longest \(Self.rate(updateTime.maxMs)) ms of CPU
        time on \(BenchmarkEnvironment.current.processor). Asked for: below 1 ms.

        ## A session

        ![A session](figures/pacer-session.svg)

        The first of the people: rates commanded, the rate believed in with its 90 % interval, and the
        truth.
        """
    }

    // MARK: Numbers

    static func errors(_ scores: PacerScores) -> String {
        "\(rate(scores.medianError)) / \(rate(scores.largeError))"
    }

    static func rate(_ value: Double) -> String {
        BenchmarkText.fixed(value, decimals: 3)
    }

    static func tenths(_ value: Double) -> String {
        BenchmarkText.fixed(value, decimals: 1)
    }

    static func percent(_ share: Double) -> String {
        BenchmarkText.fixed(100 * share, decimals: 1) + " %"
    }
}

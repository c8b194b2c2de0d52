import PhysioDSP

/// Lomb-Scargle on beats, and the search for the rate of most power that is made of it.
enum LombScargleCases {
    /// Beats and frequencies.
    static let sizes = [
        (300, 1_000), (3_000, 1_000), (3_000, 10_000), (10_000, 10_000), (30_000, 10_000),
        (100_000, 100_000),
    ]

    /// Frequencies of every grid reach up to this; Hz.
    static let highestHz = 0.5

    /// The number of turns of a phasor that take the time of a sine and a cosine.
    private static let rotationsPerSineCosine = 50

    /// Both tones, their neighbours and a spread over the grid are compared.
    static func positions(count: Int) -> [Int] {
        let tonePositions = [BenchmarkInputs.slowToneHz, BenchmarkInputs.fastToneHz].flatMap {
            tone -> [Int] in
            let index = Int((tone / highestHz * Double(count)).rounded()) - 1
            return Array(index - 2...index + 2)
        }
        let evenlySpacedIndices = (0..<40).map { $0 * (count - 1) / 39 }
        return Set(tonePositions + evenlySpacedIndices).filter { (0..<count).contains($0) }.sorted()
    }

    static func cases(_ scale: BenchmarkScale) -> [BenchmarkCase] {
        sizes.map { beatCount, frequencyCount in
            periodogram(
                beatCount: scale.length(beatCount), frequencyCount: scale.length(frequencyCount),
                isGrowth: beatCount == frequencyCount, scale)
        } + [resonanceSearch(scale)]
    }

    /// A phase of f T turns is rounded by as many ulps; the rest is the sums' own rounding.
    static func tolerance(beatCount: Int) -> Double {
        1e-12 + highestHz * 0.9 * Double(beatCount) * Double.ulpOfOne
    }

    private static func periodogram(
        beatCount: Int, frequencyCount: Int, isGrowth: Bool, _ scale: BenchmarkScale
    ) -> BenchmarkCase {
        BenchmarkCase(
            "PhysioDSP/lomb-scargle", workload: "n=\(beatCount) f=\(frequencyCount)",
            items: frequencyCount, of: "frequency", growthSize: isGrowth ? beatCount : nil,
            tolerance: tolerance(beatCount: beatCount)
        ) {
            let series = BenchmarkInputs.beats(count: beatCount)
            let stepHz = highestHz / Double(frequencyCount)
            let positions = positions(count: frequencyCount)
            let slowToneBin = Int(BenchmarkInputs.slowToneHz / highestHz * Double(frequencyCount))
            func stride(pairsEach: Int) -> Int {
                scale.naiveStride(of: frequencyCount, pairsEach: pairsEach, dividing: slowToneBin)
            }
            func stride(of engine: LombScargle.Engine) -> Int {
                switch engine {
                case .automatic, .nonuniformTransform: 1
                case .rotation: stride(pairsEach: beatCount / rotationsPerSineCosine)
                case .directSum: stride(pairsEach: beatCount)
                }
            }

            func shippedVariant(
                _ name: String, _ engine: LombScargle.Engine, _ instructions: InstructionSet? = nil
            ) -> BenchmarkVariant {
                let stride = stride(of: engine)
                return BenchmarkVariant(
                    name, instructions: instructions, share: 1 / Double(stride)
                ) {
                    ShippedEngines.lombScargle(
                        series, stepHz: Double(stride) * stepHz, count: frequencyCount / stride,
                        engine: engine
                    ).selecting(positions, stride: stride)
                }
            }
            let fit = FloatingMeanFit(series)
            let naiveStride = stride(of: .directSum)
            let naive = BenchmarkVariant("naive sums", share: 1 / Double(naiveStride)) {
                BenchmarkRun {
                    (1...frequencyCount / naiveStride).map {
                        fit.power(atHz: Double($0 * naiveStride) * stepHz)
                    }
                } numbers: {
                    $0
                }.selecting(positions, stride: naiveStride)
            }
            let engines = LombScargle.Engine.allCases.filter { $0 != .automatic }
            return BenchmarkWork(
                variants: [
                    shippedVariant("as shipped", .automatic),
                    shippedVariant("plain instructions", .automatic, .plain),
                ] + engines.map { shippedVariant("engine \($0.rawValue)", $0) } + [naive]
            ) {
                positions.map { fit.exactPower($0 + 1, stepHz: stepHz) }
            }
        }
    }

    // MARK: The rate of most power

    private static let searchedRate = 5.63

    /// A tone of the rate searched for has 800 ms^2, 300 times the noise's power in a bin of
    /// 10 min; so the rate is found to 0.002 breaths/min, and grids and neighbours add a few more.
    private static let searchTolerance = 0.02

    private static func resonanceSearch(_ scale: BenchmarkScale) -> BenchmarkCase {
        BenchmarkCase(
            "PhysioDSP/resonance-search", workload: "10 min, 4.0-7.5 in steps of 0.01",
            items: 351, of: "rate", tolerance: searchTolerance, deviationUnit: "breaths/min"
        ) {
            let series = BenchmarkInputs.pacedBeats(
                breathsPerMinute: searchedRate, durationSeconds: 600)
            return BenchmarkWork(variants: [
                BenchmarkVariant("Lomb-Scargle on beats") {
                    ShippedEngines.resonanceSearch(series)
                },
                BenchmarkVariant("Lomb-Scargle, plain instructions", instructions: .plain) {
                    ShippedEngines.resonanceSearch(series)
                },
                BenchmarkVariant("naive DFT, linear 4 Hz") {
                    BenchmarkRun {
                        naiveSearch(series)
                    } numbers: {
                        [$0]
                    }
                },
            ]) {
                [searchedRate]
            }
        }
    }

    private static func naiveSearch(_ series: BenchmarkInputs.UnevenSeries) -> Double {
        let rateHz = 4.0
        let even = Resampling.linear.resample(
            times: series.times, values: series.values, rateHz: rateHz)
        let mean = even.reduce(0, +) / Double(even.count)
        let density = (399...751).map { k in
            NaiveTransform.sum(even[...], less: mean, turnsPerSample: Double(k) / 6000 / rateHz)
                .squaredMagnitude
        }
        let spectrum = PowerSpectrum(firstHz: 399 / 6000, stepHz: 1 / 6000, density: density)
        return 60 * (spectrum.peakHz(fromHz: 4.0 / 60, toHz: 7.5 / 60) ?? .nan)
    }
}

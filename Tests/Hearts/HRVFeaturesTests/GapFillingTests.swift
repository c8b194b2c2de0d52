import HRVFeatures
import PhysioDSP
import PhysioSimulation
import PhysioTypes
import TestSupport
import Testing

/// Filled series, compared with the same series before beats were taken out of it.
@Suite struct GapFillingTests {
    /// Five minutes with an oscillation at 0.1 Hz, from peak to trough, and 1/f noise.
    static func series(rsaAmplitudeMs: Double, noise: Double, seed: UInt64) -> NNSeries {
        var simulation = RRSimulation(seed: seed)
        simulation.meanMs = 850
        let power = rsaAmplitudeMs * rsaAmplitudeMs / 8
        simulation.lines =
            rsaAmplitudeMs > 0 ? [.init(frequencyHz: 0.1, powerMsSquared: power)] : []
        simulation.pinkPowerMsSquared = noise
        return NNSeries(intervalsMs: simulation.run().intervalsMs)
    }

    /// The series without the intervals of so many losses at random positions, the time stamps kept.
    static func losing(
        _ losses: Int, of count: Int, from nn: NNSeries, seed: UInt64
    ) -> NNSeries {
        var generator = SeededGenerator(seed: seed)
        var isLost = [Bool](repeating: false, count: nn.count)
        var placed = 0
        while placed < losses {
            let position = Int.random(in: 2..<(nn.count - 2 - count), using: &generator)
            guard !isLost[(position - 2)..<(position + count + 2)].contains(true) else { continue }
            for index in position..<(position + count) { isLost[index] = true }
            placed += 1
        }
        let retained = nn.intervalsMs.indices.filter { !isLost[$0] }
        return NNSeries(
            intervalsMs: retained.map { nn.intervalsMs[$0] },
            endTimesSeconds: retained.map { nn.endTimesSeconds[$0] },
            isAdjacentToPrevious: retained.map { $0 > 0 && !isLost[$0 - 1] },
            startSeconds: nn.startSeconds, endSeconds: nn.endSeconds)
    }

    @Test(arguments: [(0.0, 1600.0), (160, 900), (300, 0)])
    func singleBeatsAreKnownExactly(rsaAmplitudeMs: Double, noise: Double) {
        for seed in UInt64(1)...4 {
            let whole = Self.series(rsaAmplitudeMs: rsaAmplitudeMs, noise: noise, seed: seed)
            let filling = GapFilling(Self.losing(20, of: 1, from: whole, seed: seed))
            #expect(filling.filledCount == 20)
            #expect(filling.series.count == whole.count)
            #expect(filling.series.contiguousRanges.count == 1)
            for (found, wanted) in zip(filling.series.intervalsMs, whole.intervalsMs) {
                #expect(abs(found - wanted) < 1e-6)
            }
        }
    }

    @Test func aSeriesWithoutGapsStaysAsItIs() {
        let whole = Self.series(rsaAmplitudeMs: 160, noise: 900, seed: 1)
        #expect(GapFilling(whole).series == whole)
        #expect(GapFilling(NNSeries(intervalsMs: [])).series.count == 0)
        #expect(GapFilling(NNSeries(intervalsMs: [800])).series.count == 1)
    }

    @Test func gapsThatHoldNoBeatOrTooManyStayOpen() {
        let whole = Self.series(rsaAmplitudeMs: 0, noise: 900, seed: 2)
        let long = Self.losing(1, of: 80, from: whole, seed: 3)
        #expect(GapFilling(long).series == long)
        var rr = RRSeries(intervalsMs: [800, 810, 790, 800])
        rr.append(intervalMs: 805, endSeconds: 3.2 + 0.805 + 0.2, marks: .afterGap)
        rr.append(intervalMs: 800, endSeconds: 3.2 + 0.805 + 0.2 + 0.8, marks: [])
        let short = NNSeries(rr)
        #expect(GapFilling(short).series == short)
        var few = RRSeries()
        for index in 0..<60 {
            few.append(
                intervalMs: 800 + Double(index % 3), endSeconds: Double(10 * index + 10),
                marks: .afterGap)
        }
        let sparse = NNSeries(few)
        #expect(GapFilling(sparse).series == sparse)
    }

    /// LF and HF, root mean square of their errors over 8 seeds in %.
    @Test(arguments: [
        (0.0, 1600.0, 20, 1, 2.0, 2.0), (0, 1600, 1, 10, 6, 6), (0, 1600, 10, 3, 10, 10),
        (0, 1600, 1, 30, 15, 15), (240, 900, 20, 1, 2, 2), (240, 900, 1, 10, 6, 6),
        (240, 900, 10, 3, 10, 10), (240, 900, 1, 30, 15, 15),
    ])
    func powersAreThoseOfTheWholeSeries(
        rsaAmplitudeMs: Double, noise: Double, losses: Int, count: Int, lfPercent: Double,
        hfPercent: Double
    ) throws {
        var (lf, hf) = (0.0, 0.0)
        for seed in UInt64(40)..<48 {
            let whole = Self.series(rsaAmplitudeMs: rsaAmplitudeMs, noise: noise, seed: seed)
            let lost = Self.losing(losses, of: count, from: whole, seed: seed)
            let (found, wanted) = (FrequencyDomain(lost).values, FrequencyDomain(whole).values)
            let lfError = try #require(found[.lf]) / #require(wanted[.lf]) - 1
            let hfError = try #require(found[.hf]) / #require(wanted[.hf]) - 1
            lf += lfError * lfError / 8
            hf += hfError * hfError / 8
        }
        #expect(100 * lf.squareRoot() < lfPercent)
        #expect(100 * hf.squareRoot() < hfPercent)
    }

    /// A single beat more or less lost moves nothing by as much as it would be seen.
    @Test func oneBeatMakesNoJump() throws {
        let whole = Self.series(rsaAmplitudeMs: 240, noise: 900, seed: 9)
        let wanted = try #require(FrequencyDomain(whole).values[.hf])
        for index in stride(from: 5, to: whole.count - 5, by: 17) {
            let retained = whole.intervalsMs.indices.filter { $0 != index }
            let lost = NNSeries(
                intervalsMs: retained.map { whole.intervalsMs[$0] },
                endTimesSeconds: retained.map { whole.endTimesSeconds[$0] },
                isAdjacentToPrevious: retained.map { $0 > 0 && $0 - 1 != index },
                startSeconds: whole.startSeconds, endSeconds: whole.endSeconds)
            let found = try #require(FrequencyDomain(lost).values[.hf])
            #expect(relativeError(found, wanted) < 1e-6)
        }
    }

    /// A quarter of ten minutes is missing at one position: steady rhythms keep their power.
    @Test func aLongGapLeavesThePowerOfWhatIsThere() throws {
        var simulation = RRSimulation(seed: 6)
        simulation.durationSeconds = 600
        simulation.lines = [
            .init(frequencyHz: 0.1, powerMsSquared: 500),
            .init(frequencyHz: 0.25, powerMsSquared: 300),
        ]
        let whole = NNSeries(intervalsMs: simulation.run().intervalsMs)
        let lost = Self.losing(1, of: 160, from: whole, seed: 4)
        let values = FrequencyDomain(lost).values
        #expect(abs(try #require(values[.lf]) - 500) < 25)
        #expect(abs(try #require(values[.hf]) - 300) < 15)
    }
}

/// The default spectrum against powers known in closed form.
@Suite struct DeepOscillationTests {
    /// An oscillation of 160 ms at 0.1 Hz modulates the times of the beats; HF is a line of 120 ms^2.
    @Test(arguments: [0.2, 0.25], [600.0, 880, 1100])
    func hfIsItsOwnPower(hz: Double, meanMs: Double) throws {
        var sum = 0.0
        for seed in UInt64(1)...20 {
            var simulation = RRSimulation(seed: seed)
            simulation.meanMs = meanMs
            simulation.resolutionMs = 0
            simulation.lines = [
                .init(frequencyHz: 0.1, powerMsSquared: 3200),
                .init(frequencyHz: hz, powerMsSquared: 120),
            ]
            let values = FrequencyDomain(NNSeries(intervalsMs: simulation.run().intervalsMs)).values
            #expect(abs(try #require(values[.lf]) - 3200) < 64)
            sum += try #require(values[.hf]) / 20
        }
        #expect(abs(sum - 120) < 2.4)
    }
}

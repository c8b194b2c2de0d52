import PhysioSimulation
import PhysioTypes
import ResonanceBreathing
import SensorProtocol
import Testing
import TestSupport

@testable import LivePipeline

/// A strap whose clock is a little fast, by radio.
private struct SimulatedStrap {
    /// The sampling rates that it states, and that it has; Hz.
    static let named = 130.0
    static let actual = 130.06
    static let blockCount = 73

    let ecg: SimulatedECG
    /// Samples at which the electrode has just moved: an artefact as high as a QRS complex.
    var jolts: [Int] = []

    init(seconds: Double, seed: UInt64 = 11) {
        var simulation = ECGSimulation(
            seed: seed,
            rhythm: ECGRhythm(
                intervalsMs: BimodalRhythm(seed: seed).intervalsMs(lastingSeconds: seconds)))
        simulation.sampleRateHz = Self.actual
        simulation.noises = [ECGNoise(.muscle, level: .signalToNoise(decibels: 18))]
        ecg = simulation.run()
    }

    struct Block {
        let ecg: SensorECG
        let arrivalMicroseconds: Int
    }

    /// Blocks as they arrive: 20 to 120 ms after their last sample.
    func blocks(hasStamps: Bool = true, epochNanoseconds: Double = 5.9e17) -> [Block] {
        var random = SplitMix64(seed: 3)
        var millivolts = ecg.millivolts
        for jolt in jolts {
            for offset in -3...3 { millivolts[jolt + offset] += 1.5 - 0.5 * abs(Double(offset)) }
        }
        return stride(
            from: 0, to: ecg.millivolts.count - Self.blockCount, by: Self.blockCount
        ).map { first in
            let last = Double(first + Self.blockCount - 1) / Self.actual
            let stamp = UInt64(epochNanoseconds) + UInt64((last * 1e9).rounded())
            return Block(
                ecg: SensorECG(
                    samples: millivolts[first..<(first + Self.blockCount)].map { 1000 * $0 },
                    sampleRateHz: Self.named, stampNanoseconds: hasStamps ? stamp : nil),
                arrivalMicroseconds: Int(1e6 * (last + random.uniform(in: 0.02...0.12))))
        }
    }
}

@Suite struct LiveECGTests {
    private static func run(
        _ blocks: [SimulatedStrap.Block]
    ) throws -> (beats: [LiveBeat], notices: [Notice], totals: SessionTotals) {
        var live = try StreamingPipeline(StreamingSettings(), startMicroseconds: 0)
        var outputs: [LiveOutput] = []
        for block in blocks {
            live.push(.ecg(block.ecg), atMicroseconds: block.arrivalMicroseconds)
            outputs += live.drain()
        }
        live.end(atMicroseconds: (blocks.last?.arrivalMicroseconds ?? 0) + 100_000)
        outputs += live.drain()
        let beats = outputs.compactMap { if case .beat(let beat) = $0 { beat } else { nil } }
        let notices = outputs.compactMap {
            if case .notice(let notice) = $0 { notice } else { nil }
        }
        return (beats, notices, live.totals)
    }

    /// Intervals that all blocks show: the last beat may lie too near to their end.
    private static func seen(_ strap: SimulatedStrap) -> ClosedRange<Int> {
        let count = strap.blocks().count * SimulatedStrap.blockCount
        let end = Double(count) / SimulatedStrap.actual
        return strap.ecg.beats.count { $0.timeSeconds < end - 0.5 } - 1...strap.ecg.beats.count {
            $0.timeSeconds < end
        } - 1
    }

    /// The true interval that ends nearest to a beat, and how far that beat is off; ms, s.
    private static func truth(
        of beat: LiveBeat, _ ecg: SimulatedECG
    ) throws -> (intervalMs: Double, offSeconds: Double) {
        let times = ecg.beats.map(\.timeSeconds)
        let index = try #require(
            times.indices.dropFirst().min {
                abs(times[$0] - beat.timeSeconds) < abs(times[$1] - beat.timeSeconds)
            })
        return (1000 * (times[index] - times[index - 1]), beat.timeSeconds - times[index])
    }

    /// A sample lasts 7.7 ms; peaks are placed between samples. By the named rate an interval would be
    /// 0.5 ms too long.
    @Test func intervalsAreTheTrueOnes() throws {
        let strap = SimulatedStrap(seconds: 300)
        let (beats, notices, totals) = try Self.run(strap.blocks())
        #expect(Self.seen(strap).contains(beats.count))
        #expect(notices.isEmpty && totals.gapCount == 0)
        var errors: [Double] = []
        for beat in beats {
            let (interval, off) = try Self.truth(of: beat, strap.ecg)
            errors.append(beat.intervalMs - interval)
            // The least delay is the part that cannot be known.
            #expect((0...0.1).contains(off), "\(off)")
        }
        let mean = errors.reduce(0, +) / Double(errors.count)
        let square = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
        #expect(abs(mean) < 0.05, "\(mean)")
        #expect(square.squareRoot() < 2, "\(square.squareRoot())")
    }

    @Test func withoutStampsTheNamedRateCounts() throws {
        let strap = SimulatedStrap(seconds: 120)
        let (beats, notices, totals) = try Self.run(strap.blocks(hasStamps: false))
        #expect(notices.isEmpty && totals.gapCount == 0 && beats.count > 100)
        let stamped = try Self.run(strap.blocks()).beats
        #expect(stamped.count == beats.count)
        // The first block goes by the named rate, with or without a stamp.
        for (beat, other) in zip(beats, stamped).dropFirst(2) {
            let ratio = SimulatedStrap.actual / SimulatedStrap.named
            #expect(abs(beat.intervalMs / other.intervalMs - ratio) < 1e-7)
        }
    }

    /// No interval crosses samples that are missing, whether the stamps show it or the link does.
    @Test(arguments: [false, true]) func noIntervalCrossesAHole(isLinkLost: Bool) throws {
        let strap = SimulatedStrap(seconds: 120)
        let blocks = strap.blocks()
        let hole = 80..<100
        var live = try StreamingPipeline(StreamingSettings(), startMicroseconds: 0)
        var outputs: [LiveOutput] = []
        for (index, block) in blocks.enumerated() where !hole.contains(index) {
            if index == hole.upperBound, isLinkLost {
                live.push(.link(isUp: false), atMicroseconds: block.arrivalMicroseconds - 9_000_000)
                live.push(.link(isUp: true), atMicroseconds: block.arrivalMicroseconds - 1000)
            }
            live.push(.ecg(block.ecg), atMicroseconds: block.arrivalMicroseconds)
            outputs += live.drain()
        }
        live.end(atMicroseconds: 121_000_000)
        outputs += live.drain()
        #expect(live.totals.gapCount == 1)
        let beats = outputs.compactMap { if case .beat(let beat) = $0 { beat } else { nil } }
        for beat in beats where beat.artefact == nil {
            let (interval, _) = try Self.truth(of: beat, strap.ecg)
            #expect(abs(beat.intervalMs - interval) < 20)
        }
        let length = Double(SimulatedStrap.blockCount) / SimulatedStrap.actual
        let (from, to) = (length * Double(hole.lowerBound), length * Double(hole.upperBound))
        // Before and behind the hole the first beat has no interval; those at its edges may be seen or not.
        let hidden = strap.ecg.beats.count { (from...to).contains($0.timeSeconds) }
        let seen = Self.seen(strap)
        #expect(
            (seen.lowerBound - hidden - 3...seen.upperBound - hidden - 1).contains(beats.count),
            "\(beats.count) \(hidden)")
        #expect(!beats.contains { $0.timeSeconds > from + 0.2 && $0.timeSeconds < to })
    }

    /// A bridge says that something is missing between two blocks that follow each other: no interval crosses it.
    @Test(arguments: [40, 77, 110]) func noIntervalCrossesAGapBetweenTwoBlocks(position: Int) throws
    {
        let strap = SimulatedStrap(seconds: 120)
        let blocks = strap.blocks()
        var live = try StreamingPipeline(StreamingSettings(), startMicroseconds: 0)
        for (index, block) in blocks.enumerated() {
            if index == position {
                live.push(.gap, atMicroseconds: block.arrivalMicroseconds - 1000)
            }
            live.push(.ecg(block.ecg), atMicroseconds: block.arrivalMicroseconds)
        }
        live.end(atMicroseconds: 121_000_000)
        let beats = live.drain().compactMap { if case .beat(let beat) = $0 { beat } else { nil } }
        #expect(live.totals.gapCount == 1)
        let gap = Double(position * SimulatedStrap.blockCount) / SimulatedStrap.actual
        for beat in beats {
            let (interval, _) = try Self.truth(of: beat, strap.ecg)
            #expect(abs(beat.intervalMs - interval) < 20)
            // The beat may be reported up to 0.1 s after it was.
            let began = beat.timeSeconds - beat.intervalMs / 1000
            #expect(
                !(began + 0.12 < gap && gap < beat.timeSeconds - 0.12),
                "\(began) \(beat.timeSeconds)")
        }
        let base = try Self.run(blocks).beats.count
        #expect((base - 3...base - 1).contains(beats.count), "\(base) \(beats.count)")
    }

    /// Half a second of samples never comes: with stamps they show it, without them nothing does, and it is taken for a
    /// late block.
    @Test func halfASecondThatIsLostIsAGap() throws {
        let strap = SimulatedStrap(seconds: 120)
        var blocks = strap.blocks()
        let cut = blocks[80]
        blocks[80] = SimulatedStrap.Block(
            ecg: SensorECG(
                samples: Array(cut.ecg.samples.suffix(SimulatedStrap.blockCount - 65)),
                sampleRateHz: cut.ecg.sampleRateHz, stampNanoseconds: cut.ecg.stampNanoseconds),
            arrivalMicroseconds: cut.arrivalMicroseconds)
        let (beats, notices, totals) = try Self.run(blocks)
        #expect(totals.gapCount == 1 && notices.map(\.code) == ["gap"])
        #expect(notices.first?.text == "0.5 s of the ECG are missing")
        for beat in beats where beat.artefact == nil {
            let (interval, _) = try Self.truth(of: beat, strap.ecg)
            #expect(abs(beat.intervalMs - interval) < 20)
        }
        let hole = Double(80 * SimulatedStrap.blockCount) / SimulatedStrap.actual
        #expect(
            !beats.contains {
                $0.timeSeconds - $0.intervalMs / 1000 + 0.12 < hole && hole + 0.62 < $0.timeSeconds
            })
    }

    /// The electrode moves right before and behind half a second that is lost: the beats there are judged
    /// by the rhythm of both sides. No interval that an artefact bounds stands, and no other beat is touched.
    @Test(arguments: [11, 12, 13] as [UInt64]) func besideALostHalfSecondBeatsAreJudged(
        seed: UInt64
    ) throws {
        var strap = SimulatedStrap(seconds: 120, seed: seed)
        let lost = (80 * SimulatedStrap.blockCount)..<(80 * SimulatedStrap.blockCount + 65)
        let samples = strap.ecg.beats.map { Int($0.sample) }
        let before = samples.filter { $0 < lost.lowerBound - 20 }.suffix(2)
        let behind = samples.filter { $0 > lost.upperBound + 20 }.prefix(2)
        strap.jolts = try [before, behind].map {
            let (from, to) = (try #require($0.first), try #require($0.last))
            return (9 * from + 11 * to) / 20
        }
        var blocks = strap.blocks()
        let cut = blocks[80]
        blocks[80] = SimulatedStrap.Block(
            ecg: SensorECG(
                samples: Array(cut.ecg.samples.suffix(SimulatedStrap.blockCount - lost.count)),
                sampleRateHz: cut.ecg.sampleRateHz, stampNanoseconds: cut.ecg.stampNanoseconds),
            arrivalMicroseconds: cut.arrivalMicroseconds)
        let (beats, _, totals) = try Self.run(blocks)
        #expect(totals.gapCount == 1)
        let jolted = strap.jolts.map { Double($0) / SimulatedStrap.actual }
        let judged = beats.filter { $0.artefact != nil }
        // Of two intervals that an artefact separates only the first is reported as an artefact.
        let sound = zip(beats.dropFirst(), beats).filter {
            $0.artefact == nil && $1.artefact == nil
        }
        .map(\.0)
        // Both artefacts were taken for beats.
        for jolt in jolted {
            #expect(judged.contains { abs($0.timeSeconds - jolt) < 0.15 }, "\(jolt) s")
        }
        for beat in sound {
            let (interval, _) = try Self.truth(of: beat, strap.ecg)
            #expect(abs(beat.intervalMs - interval) < 25, "\(beat.timeSeconds) s")
        }
        #expect(judged.count <= 6)
        #expect(sound.count > strap.ecg.beats.count - 20)
    }

    /// Elapsed time shows a hole where there are no stamps.
    @Test func aHoleWithoutStampsIsSeen() throws {
        let strap = SimulatedStrap(seconds: 120)
        let blocks = strap.blocks(hasStamps: false)
        let (beats, notices, totals) = try Self.run(Array(blocks[..<80] + blocks[100...]))
        #expect(notices.map(\.code) == ["gap"] && totals.gapCount == 1)
        for beat in beats where beat.artefact == nil {
            let (interval, _) = try Self.truth(of: beat, strap.ecg)
            #expect(abs(beat.intervalMs - interval) < 20)
        }
    }

    /// A strap that was reset sends stamps of 2019 again.
    @Test func aResetStrapContinuesAfterAGap() throws {
        let strap = SimulatedStrap(seconds: 120)
        let before = strap.blocks(epochNanoseconds: 8e17)
        let after = strap.blocks(epochNanoseconds: 599_616_000_000_000_000)
        let (beats, notices, totals) = try Self.run(Array(before[..<100] + after[100...]))
        #expect(notices.map(\.code) == ["pmd_time"] && totals.gapCount == 1)
        for beat in beats where beat.artefact == nil {
            let (interval, _) = try Self.truth(of: beat, strap.ecg)
            #expect(abs(beat.intervalMs - interval) < 20)
        }
        #expect(beats.count > strap.ecg.beats.count - 8)
    }

    @Test func sampleRatesOutsideTheDetectorAreReported() throws {
        let blocks = (1...10).map { second in
            SimulatedStrap.Block(
                ecg: SensorECG(samples: [0, 1, 2], sampleRateHz: 25),
                arrivalMicroseconds: 1_000_000 * second)
        }
        let (beats, notices, _) = try Self.run(blocks)
        #expect(beats.isEmpty && notices.map(\.code) == ["ecg_rate"])
    }

    /// Noise has no beats: after 15 s the figures say so.
    @Test func anElectrodeThatTouchesNothingIsStale() throws {
        var random = SplitMix64(seed: 9)
        var live = try StreamingPipeline(StreamingSettings(), startMicroseconds: 0)
        for second in 1...30 {
            live.push(
                .ecg(
                    SensorECG(
                        samples: (0..<130).map { _ in 0.01 * random.gaussian() },
                        sampleRateHz: 130)), atMicroseconds: 1_000_000 * second)
        }
        let figures = live.figures()
        #expect(figures.stream != .ok && figures.heartRate.value == nil)
    }
}

/// A strap that streams its ECG and sends intervals late: the two show by how much.
@Suite struct LatencyComparisonTests {
    /// Intervals with the variation of a heart, and their beats.
    private static func beats(_ count: Int, spreadMs: Double) -> [StrapClock.Beat] {
        var random = SplitMix64(seed: 8)
        var time = 0.0
        return (0..<count).map { index in
            let interval = 850 + (spreadMs * random.gaussian()).rounded()
            time += interval / 1000
            return StrapClock.Beat(
                intervalMs: interval, endSeconds: time, isAfterGap: index == 0)
        }
    }

    private static func later(
        _ latency: Double, spreadMs: Double = 30, noiseMs: Double = 2
    ) -> Double? {
        var comparison = LatencyComparison()
        var random = SplitMix64(seed: 9)
        let beats = Self.beats(80, spreadMs: spreadMs)
        var next = 0
        for beat in beats {
            comparison.push(ecg: beat)
            while next < beats.count, beats[next].endSeconds + latency <= beat.endSeconds {
                let own = beats[next]
                next += 1
                comparison.push(
                    interval: StrapClock.Beat(
                        intervalMs: own.intervalMs + noiseMs * random.gaussian(),
                        endSeconds: own.endSeconds + latency, isAfterGap: own.isAfterGap))
            }
        }
        return comparison.intervalDelaySeconds
    }

    @Test(arguments: [0.2, 1, 2.6, 5]) func itIsTheDifferenceOfTheSameBeats(latency: Double) throws
    {
        #expect(abs(try #require(Self.later(latency)) - latency) < 1e-9)
    }

    /// A rhythm in which every beat fits every other gives no measurement.
    @Test func aConstantRhythmYieldsNoLatency() {
        #expect(Self.later(2.6, spreadMs: 0) == nil)
        #expect(Self.later(2.6, spreadMs: 1, noiseMs: 3) == nil)
    }

    /// Intervals of another heart are none of this ECG.
    @Test func anotherHeartYieldsNoLatency() {
        var comparison = LatencyComparison()
        for beat in Self.beats(80, spreadMs: 30) { comparison.push(ecg: beat) }
        for beat in Self.beats(160, spreadMs: 30).suffix(80) { comparison.push(interval: beat) }
        #expect(comparison.intervalDelaySeconds == nil)
    }

    /// The intervals count in the session, and the ECG beside them is compared.
    @Test func aSessionMeasuresIt() throws {
        let strap = SimulatedStrap(seconds: 90)
        let plan = PacerPlan(.resonanceFit, sessionSeconds: 600)
        var live = try StreamingPipeline(StreamingSettings(plan: plan), startMicroseconds: 0)
        var arrivals: [(time: Int, event: SensorEvent)] = strap.blocks().map {
            ($0.arrivalMicroseconds, .redundant(.ecg($0.ecg)))
        }
        let times = strap.ecg.beats.map(\.timeSeconds)
        for (before, time) in zip(times, times.dropFirst()) {
            let arrival = Int((time + 1.8) * 1e6)
            arrivals.append(
                (
                    arrival,
                    .packet(
                        StrapPacket(ms: [1000 * (time - before)], arrivalMicroseconds: arrival))
                ))
        }
        var latency: LatencyEstimate?
        for (time, event) in arrivals.sorted(by: { $0.time < $1.time }) {
            live.push(event, atMicroseconds: time)
            for case .figures(let figures) in live.drain() where !figures.isLatencyMeasured {
                latency = figures.latency ?? latency
            }
        }
        // Blocks come 0.02 to 0.12 s after their last sample, and 0.2 s is what is taken for their own.
        let found = try #require(latency)
        #expect(abs(found.seconds - 1.98) < 0.1, "\(found)")
    }
}

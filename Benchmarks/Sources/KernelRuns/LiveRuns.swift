import Foundation
@_spi(Studies) import KernelBenchmarks
import Resonance
import Studies

/// The cost of live sessions over hours, and of many of them at once: printed, never judged.
enum LiveRuns {
    /// Many straps in one process, a beat a second each, for ten minutes of their time.
    static func straps(_ count: Int) throws {
        let before = residentBytes()
        var sessions: [Strap] = []
        for index in 0..<count { sessions.append(try Strap(index)) }
        let start = ContinuousClock.now
        var halfway = 0
        for second in 1...600 {
            for session in sessions { session.advance(toSecond: second) }
            if second == 300 { halfway = residentBytes() }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let after = residentBytes()
        let beats = sessions.reduce(0) { $0 + $1.totals.beatCount }
        let rates = sessions.compactMap(\.rmssdMs)
        print(
            """
            \(count) straps, 600 s each, one thread: \(text(seconds)) s, \
            \(text(600 / seconds)) times as fast as they came
            resident: \(text(Double(after - before) / Double(count) / 1024)) KiB a strap; after 10 min \
            \(text(Double(after) / Double(halfway))) of after 5 min
            \(beats) beats, RMSSD of \(rates.count) straps, mean \
            \(text(rates.reduce(0, +) / Double(max(1, rates.count)))) ms
            """)
    }

    /// One session of many hours with a simulated person: memory by the hour, and each beat's cost.
    static func soak(hours: Double) throws {
        var plan = PacerPlan(.resonanceFit, sessionSeconds: 3600 * hours)
        plan.startBreathsPerMinute = 5.5
        var live = try StreamingPipeline(StreamingSettings(plan: plan), startMicroseconds: 0)
        var person = PersonPopulation(seed: 4711).person(1)
        var arrived: [VirtualPerson.Beat] = []
        let tickCount = Int(4 * 3600 * hours)
        // Written to before it begins: what grows later is not ours.
        var tickCosts = [Double](repeating: -1, count: tickCount)
        var beatCosts = [Double](repeating: -1, count: Int(Self.maxBeatsPerHour * hours))
        var figureCosts = beatCosts
        figureCosts[0] = -1
        var beatCount = 0
        let start = ContinuousClock.now
        for tick in 1...tickCount {
            let now = 250_000 * tick
            // Breaths that end, and the figures of the second, are the clock's.
            var begun = CPUClock.threadNanoseconds()
            live.advance(toMicroseconds: now)
            tickCosts[tick - 1] = Double(CPUClock.threadNanoseconds() - begun) / 1000
            arrived.removeAll(keepingCapacity: true)
            person.advance(toSeconds: Double(tick) / 4, into: &arrived)
            for beat in arrived {
                let packet = StrapPacket(
                    ticks: [UInt16((beat.intervalMs * 1.024).rounded())],
                    arrivalMicroseconds: now)
                begun = CPUClock.threadNanoseconds()
                live.push(.packet(packet), atMicroseconds: now)
                let pushed = CPUClock.threadNanoseconds()
                _ = live.figures()
                let done = CPUClock.threadNanoseconds()
                guard beatCount < beatCosts.count else { continue }
                beatCosts[beatCount] = Double(done - begun) / 1000
                figureCosts[beatCount] = Double(done - pushed) / 1000
                beatCount += 1
            }
            for case .breath(let breath) in live.drain() { person.follow(breath.cycle) }
            if tick.isMultiple(of: 4 * 3600) {
                let mebibytes = Double(residentBytes()) / 1_048_576
                print(
                    "hour \(tick / 14_400): resident \(text(mebibytes)) MiB, "
                        + "\(live.totals.beatCount) beats")
            }
        }
        live.end(atMicroseconds: Int(3.6e9 * hours))
        beatCosts.removeLast(beatCosts.count - beatCount)
        figureCosts.removeLast(figureCosts.count - beatCount)
        beatCosts.sort()
        figureCosts.sort()
        tickCosts.sort()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print(
            """
            \(text(hours)) h in \(text(seconds)) s
            a beat and every figure after it: \(text(beatCosts))
              the figures alone: \(text(figureCosts))
            a tick of 250 ms, with its breath and its second: \(text(tickCosts))
            \(live.totals.beatCount) beats, \(live.totals.correctedCount) corrected, \
            \(live.totals.gapCount) gaps
            """)
    }

    /// Space for the costs of so many; this person has 4,400.
    private static let maxBeatsPerHour = 8000.0

    private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
        sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }

    private static func text(_ costs: [Double]) -> String {
        "median \(text(quantile(costs, 0.5))), 99 % below \(text(quantile(costs, 0.99))), longest "
            + "\(text(costs.last ?? 0)) us"
    }

    private static func text(_ value: Double) -> String { "\((1000 * value).rounded() / 1000)" }

    /// A strap that is watched; it paces no one.
    private final class Strap {
        private var live: StreamingPipeline
        private let index: Int
        private var random: SeededGenerator

        init(_ index: Int) throws {
            self.index = index
            live = try StreamingPipeline(StreamingSettings(), startMicroseconds: 0)
            random = SeededGenerator(seed: UInt64(index))
        }

        var totals: SessionTotals { live.totals }
        var rmssdMs: Double? { live.figures().rmssd.value }

        func advance(toSecond second: Int) {
            // Spread over the second, as straps are.
            let now = 1_000_000 * second + index % 1000 * 1000
            let ticks = 1024 + Int(40 * random.normal())
            live.push(
                .packet(
                    StrapPacket(
                        ticks: [UInt16(min(max(ticks, 400), 2000))], arrivalMicroseconds: now)),
                atMicroseconds: now)
            live.advance(toMicroseconds: now)
            _ = live.drain()
        }
    }

    /// Memory of this process in bytes; 0 where the system does not report it.
    private static func residentBytes() -> Int {
        #if os(Linux)
            let file = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii)
            let pages = file?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        #else
            return 0
        #endif
    }
}

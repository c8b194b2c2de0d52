import CommandSupport
import Foundation
import HealthHistory
import HealthRecords
import HealthTimeline
import MusicLibrary
import MusicSelection
import PhysioTypes

/// Heart samples and nights of the health records, for plays that other programs report.
final class RecordedHeartData {
    private let store: HealthStore?
    private let homeZone: ZoneRules
    /// The two weeks that were read last: plays come in the order of time.
    private var block: Block?

    private struct Block {
        var span: Range<Int64>
        var heart: HistoryHeartData
        var nights: [SleepEntry]
    }

    private static let blockDurationMs: Int64 = 14 * 86_400_000

    /// - Parameter path: of the health records; none are made where there are none.
    init(path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            store = nil
            homeZone = ZoneRules(name: "UTC") { _ in 0 }
            return
        }
        let store = try HealthStore.open(path: path)
        self.store = store
        homeZone = try store.homeZoneRules()
    }

    func heartData(_ span: ClosedRange<Double>) throws -> [HistoryHeartData] {
        guard let heart = try block(span.lowerBound)?.heart else { return [] }
        let spanHeartData = HistoryHeartData(
            heartRates: heart.heartRates.filter { span.contains($0.timeSeconds) },
            hrv: heart.hrv.filter { span.contains($0.timeSeconds) })
        return spanHeartData.heartRates.isEmpty && spanHeartData.hrv.isEmpty ? [] : [spanHeartData]
    }

    /// The night that ends first after a moment, where it begins within 24 h.
    func sleep(after seconds: Double) throws -> Double? {
        let ms = Int64(1000 * seconds)
        guard let block = try block(seconds) else { return nil }
        let night = block.nights.first {
            $0.end.unixMs > ms && $0.start.unixMs < ms + 86_400_000
        }
        guard let night, let asleep = night.totalSeconds, asleep > 0 else { return nil }
        return ListeningQuality.sleep(
            hoursAsleep: asleep / 3600,
            deepAndREMShare: (night.deepSeconds + night.remSeconds) / asleep)
    }

    /// Puts the nights of the health records behind times of listening that have none yet. Records that cannot be read
    /// add none.
    static func addNights(to store: MusicStore, of location: DatabaseOption, sinceMs: Int64 = .min)
    {
        guard FileManager.default.fileExists(atPath: location.healthPath) else { return }
        _ = try? store.addNights(
            sinceMs: sinceMs, sleep: RecordedHeartData(path: location.healthPath).sleep)
    }

    /// The newest resting heart rate of the last two weeks; 1/min.
    func restBpm(nowSeconds: Double) throws -> Double? {
        let nowMs = Int64(1000 * nowSeconds)
        return try store?.data(fromMs: nowMs - Self.blockDurationMs, toMs: nowMs).samples.last {
            $0.quantity == .restingHeartRate && $0.start.unixMs <= nowMs
        }?.value
    }

    private func block(_ seconds: Double) throws -> Block? {
        guard let store else { return nil }
        let ms = Int64(1000 * seconds)
        if let block, block.span.contains(ms) { return block }
        let start = floorDivide(ms, Self.blockDurationMs) * Self.blockDurationMs
        // A play of the last moments reaches over the end, and so does the night after it.
        let end = start + Self.blockDurationMs
        let data = try store.data(fromMs: start, toMs: end)
        func day(_ ms: Int64) -> CivilDate {
            CivilDate(
                dayNumber: Int(
                    floorDivide(ms + 60_000 * Int64(homeZone.offsetMinutes(ms)), 86_400_000)))
        }
        let sections = TimelineBuilder.sections(
            of: data, from: day(start), through: day(end).adding(days: 1),
            options: .standard(homeZone))
        let nights = sections.flatMap(\.entries).compactMap { entry -> SleepEntry? in
            guard case .recovery(let night) = entry else { return nil }
            return night.sleep
        }.sorted { $0.end < $1.end }
        let newBlock = Block(span: start..<end, heart: Self.heart(data.samples), nights: nights)
        block = newBlock
        return newBlock
    }

    /// A value of a file counts at the end of its time.
    private static func heart(_ samples: [HealthSample]) -> HistoryHeartData {
        var heart = HistoryHeartData()
        for sample in samples where sample.value > 0 {
            let seconds = Double(sample.end.unixMs) / 1000
            switch sample.quantity {
            case .heartRate:
                heart.heartRates.append(HeartRateSample(timeSeconds: seconds, bpm: sample.value))
            case .sdnn:
                heart.hrv.append(HRVSample(timeSeconds: seconds, valueMs: sample.value))
            default: break
            }
        }
        return heart
    }
}

import Foundation
import LivePipeline
import PhysioTypes
import PracticePlans
import Testing

@testable import PracticeRuntime

/// The heart of a sit, part by part, against sums by hand.
@Suite struct HeartReportTests {
    /// Beats of 900 and 1000 ms in turn, from a time of the session on.
    private static func beats(from start: Double, count: Int) throws -> [LiveBeat] {
        var time = start
        return try (0..<count).map { index in
            let interval = index.isMultiple(of: 2) ? 900.0 : 1000
            time += interval / 1000
            return try beat(time, interval)
        }
    }

    private static func beat(
        _ time: Double, _ interval: Double, _ artefact: CorrectionEvent.Kind? = nil
    ) throws -> LiveBeat {
        var fields = "\"timeSeconds\":\(time),\"intervalMs\":\(interval)"
        if let artefact { fields += ",\"fault\":\"\(artefact.rawValue)\"" }
        return try JSONDecoder().decode(LiveBeat.self, from: Data("{\(fields)}".utf8))
    }

    private static func record(_ beats: [LiveBeat], _ rates: [(Double, Double)]) -> HeartRecord {
        var record = HeartRecord()
        record.originSeconds = 50
        record.beats = beats
        record.rates = rates.map { HeartRecord.Rate(seconds: $0.0, bpm: $0.1) }
        return record
    }

    /// Differences of 100 ms have an RMSSD of 100 ms; rates belong to the part of their second.
    @Test func aPartHasItsOwnFigures() throws {
        let record = Self.record(
            try Self.beats(from: 0, count: 60), [(0, 60), (10, 70), (19.9, 80), (20, 100)])
        let report = HeartReport(
            record,
            [
                PracticePart(name: .prepare, segments: [40...50]),
                PracticePart(name: .phase1, segments: [50...70]),
                PracticePart(name: .phase2, segments: [70...100]),
            ])
        #expect(report.parts.map(\.part) == ["phase1", "phase2"])
        let first = report.parts[0]
        #expect((first.lowestBpm, first.meanBpm, first.highestBpm) == (60, 70, 80))
        let rmssd = try #require(first.rmssdMs)
        #expect(abs(rmssd - 100) < 1e-9)
        #expect(abs(first.coverage - 1) < 1e-9)
        #expect((report.parts[1].lowestBpm, report.parts[1].highestBpm) == (100, 100))
    }

    /// Lost beats and artefacts form no difference, and a part that is hardly covered has none.
    @Test func gapsHaveReasons() throws {
        // Of 40 s, the beats of the first 19 s are there.
        let half = HeartReport(
            Self.record(try Self.beats(from: 0, count: 20), []),
            [PracticePart(name: .phase1, segments: [50...90])])
        #expect(half.parts[0].rmssdMs == nil && half.parts[0].rmssdMissing?.code == "coverage")
        #expect(abs(half.parts[0].coverage - 19.0 / 40) < 1e-9)
        #expect(half.parts[0].meanBpm == nil && half.parts[0].rateMissing != nil)
        // Nine beats, eight differences.
        let short = HeartReport(
            Self.record(try Self.beats(from: 0, count: 9), []),
            [PracticePart(name: .work(1), segments: [50...58.5])])
        #expect(short.parts[0].rmssdMissing?.code == "too_few")
        #expect(short.parts[0].round == 1)
    }

    /// An artefact, and a beat that never came, separate the differences on both sides.
    @Test func noDifferenceCrossesAnArtefact() throws {
        var beats = try Self.beats(from: 0, count: 40)
        beats[20] = try Self.beat(beats[20].timeSeconds, 300, .short)
        // Beats of the same length are next to each other now, and not neighbours.
        beats.remove(at: 30)
        let report = HeartReport(
            Self.record(beats, []), [PracticePart(name: .phase1, segments: [50...88])])
        let rmssd = try #require(report.parts[0].rmssdMs)
        #expect(abs(rmssd - 100) < 1e-9)
    }

    @Test func nothingHeardIsSaid() throws {
        let report = HeartReport(
            HeartRecord(), [PracticePart(name: .phase1, segments: [50...70])])
        let part = report.parts[0]
        #expect(part.coverage == 0 && part.rmssdMissing?.code == "coverage")
        #expect(part.rateMissing?.code == "not_measured")
        #expect(part.text.contains("the sensor told of no beat"))
    }
}

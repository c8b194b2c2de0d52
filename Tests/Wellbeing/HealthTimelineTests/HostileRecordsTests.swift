import HealthRecords
import PhysioTypes
import TestSupport
import Testing

@testable import HealthTimeline

/// Records as no device writes them: nothing may stop the timeline.
@Suite struct HostileRecordsTests {
    private static let origin = ms("2025-12-28T00:00:00Z")

    /// A moment within some days, or rarely far off.
    private func moment(_ random: inout SplitMix64) -> HealthInstant {
        let isFar = Int.random(in: 0..<50, using: &random) == 0
        let reach: Int64 = isFar ? 200_000_000_000 : 200_000_000
        return HealthInstant(
            unixMs: Self.origin + Int64.random(in: -reach...reach, using: &random),
            writtenOffsetMinutes: Int.random(in: -900...900, using: &random))
    }

    private func value(_ random: inout SplitMix64) -> Double {
        let odd: [Double] = [0, -1, 1e300, -1e300, 1e-300, .nan, .infinity, 1e9, 1609.344]
        return Bool.random(using: &random)
            ? odd.randomElement(using: &random) ?? 0 : random.uniform(in: 0...5000)
    }

    private func optional(_ random: inout SplitMix64) -> Double? {
        Bool.random(using: &random) ? value(&random) : nil
    }

    private func zone(_ random: inout SplitMix64) -> String? {
        [nil, "Asia/Tokyo", "Mars/Olympus", ""].randomElement(using: &random) ?? nil
    }

    private func source(_ random: inout SplitMix64) -> Int {
        Int.random(in: -1...4, using: &random)
    }

    private func workout(_ random: inout SplitMix64) -> HealthWorkout {
        var workout = HealthWorkout(
            sourceIndex: source(&random), type: "sport 1", start: moment(&random),
            end: moment(&random), timeZone: zone(&random), durationSeconds: optional(&random),
            energyKcal: optional(&random), distanceMetres: optional(&random),
            averageHeartRateBpm: optional(&random))
        let kinds: [WorkoutPart.Kind] = [.activity, .lap, .segment]
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            workout.pauses.append(
                WorkoutPause(startMs: moment(&random).unixMs, endMs: moment(&random).unixMs))
            workout.parts.append(
                WorkoutPart(
                    kinds.randomElement(using: &random) ?? .lap, startMs: moment(&random).unixMs,
                    endMs: Bool.random(using: &random) ? moment(&random).unixMs : nil,
                    durationSeconds: optional(&random)))
            workout.track.append(
                TrackPoint(
                    unixMs: moment(&random).unixMs, heartRateBpm: optional(&random),
                    distanceMetres: optional(&random)))
        }
        return workout
    }

    private func beatSegment(_ random: inout SplitMix64) -> BeatSegment {
        let ticks = (0..<Int.random(in: 0...80, using: &random)).map { _ in
            UInt16.random(in: 0...32_767, using: &random)
        }
        let start = moment(&random)
        return BeatSegment(
            sourceIndex: source(&random), start: start, end: moment(&random),
            sdnnMs: value(&random), firstBeatMs: start.unixMs,
            ticks: Bool.random(using: &random) ? ticks.sorted() : ticks,
            isAfterGap: [Bool](repeating: true, count: Int.random(in: 0...90, using: &random)),
            clockShiftMinutes: Int.random(in: -1000...1000, using: &random),
            timeZone: zone(&random))
    }

    private func data(_ random: inout SplitMix64) -> HealthData {
        var data = HealthData(
            sources: threeSources, preferredSourceIndices: [7, -3, 1],
            utcOffsetsMinutes: Bool.random(using: &random) ? [60] : [0, 60])
        for _ in 0..<30 {
            data.samples.append(
                HealthSample(
                    HealthQuantity.allCases.randomElement(using: &random) ?? .heartRate,
                    sourceIndex: source(&random), start: moment(&random), end: moment(&random),
                    value: value(&random), timeZone: zone(&random)))
            data.sleep.append(
                SleepSample(
                    SleepStage.allCases.randomElement(using: &random) ?? .core,
                    sourceIndex: source(&random), start: moment(&random), end: moment(&random),
                    timeZone: zone(&random)))
            data.beatSegments.append(beatSegment(&random))
        }
        for _ in 0..<6 { data.workouts.append(workout(&random)) }
        return data
    }

    @Test func noRecordStopsTheTimeline() {
        var random = SplitMix64(seed: 99)
        for _ in 0..<200 {
            let data = data(&random)
            var options = options()
            options.rules = Bool.random(using: &random) ? .standard : .reference
            let sections = TimelineBuilder.sections(
                of: data, from: CivilDate(named: "1990-01-01"),
                through: CivilDate(named: "2060-01-01"), options: options)
            let today = CivilDate(named: "2025-12-28")
            let text = TimelineJSON(sources: data.sources).text(
                of: sections, today: today, updatedMs: 0, exportMs: nil)
            #expect(text.hasSuffix("}"))
            for entry in sections.flatMap(\.entries) {
                switch entry {
                case .workout(let workout):
                    _ = WorkoutCell(workout, homeZone: options.homeZone, .german)
                case .recovery(let recovery):
                    _ = RecoveryCell(recovery, .english)
                    _ = TimelineBuilder.night(of: recovery.date, in: data, options: options)
                case .breathing: break
                }
            }
            _ = SDNNAgreement(data.beatSegments)
        }
    }
}

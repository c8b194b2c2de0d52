import Foundation
import MusicSelection
import Testing

@testable import MusicSession

/// Samples of the heart from beats, by closed forms.
@Suite struct BodyWindowTests {
    private func beats(
        _ seconds: ClosedRange<Double>, _ intervalsMs: [Double],
        isValid: (Int) -> Bool = { _ in true },
        isPaced: Bool = false
    ) -> [ReceivedBeat] {
        var beats: [ReceivedBeat] = []
        var (time, number) = (seconds.lowerBound, 0)
        while true {
            let interval = intervalsMs[number % intervalsMs.count]
            time += interval / 1000
            guard time <= seconds.upperBound else { return beats }
            beats.append(
                ReceivedBeat(
                    timeSeconds: time, intervalMs: interval, isValid: isValid(number),
                    isPaced: isPaced))
            number += 1
        }
    }

    private func body(_ beats: [ReceivedBeat], through end: Double) -> HeartWindow {
        var body = HeartWindow()
        for second in stride(from: 1000.0, through: end, by: 1) {
            body.add(beats.filter { $0.timeSeconds > second - 1 && $0.timeSeconds <= second })
            _ = body.advance(toSeconds: second)
        }
        return body
    }

    @Test func anEvenHeartHasItsRateAndNoVariability() {
        let body = body(beats(1000...1300, [800]), through: 1300)
        #expect(body.heartRates.suffix(29).allSatisfy { abs($0.bpm - 75) < 1e-9 })
        #expect(body.heartRates.map(\.timeSeconds) == (101...130).map { 10 * Double($0) })
        // The interval across the end of a window is of the next one: at most one of 800 ms is missing.
        #expect(body.heartRates.suffix(29).allSatisfy { $0.quality > 0.92 - 1e-9 })
        #expect(body.hrvSamples.map(\.timeSeconds) == (34...43).map { 30 * Double($0) })
        #expect(body.hrvSamples.allSatisfy { $0.valueMs == 0 })
        #expect(body.bpm(atSeconds: 1300) == 75 && body.sdnnMs(atSeconds: 1300) == 0)
        #expect(body.medianBpm == 75)
    }

    /// n values, half a - d and half a + d: SDNN = d sqrt(n/(n - 1)).
    @Test func alternatingIntervalsHaveTheSDNNOfTheFormula() throws {
        let body = body(beats(1000...1300, [950, 1050]), through: 1300)
        let found = try #require(body.sdnnMs(atSeconds: 1300))
        #expect(abs(found - 50 * (120.0 / 119).squareRoot()) < 1e-9)
        let sample = try #require(body.hrvSamples.last)
        #expect(abs(sample.valueMs - 50 * (60.0 / 59).squareRoot()) < 1e-9)
        #expect(sample.counts)
    }

    /// Half of the time has no beats: no sample counts, and no play has a heart.
    @Test func aGapLowersTheCoverage() throws {
        let all = beats(1000...1300, [1000]).filter {
            $0.timeSeconds <= 1240 || $0.timeSeconds > 1270
        }
        let body = body(all, through: 1300)
        let sample = try #require(body.hrvSamples.last)
        #expect(sample.timeSeconds == 1290 && abs(sample.coverage - 0.5) < 1e-9)
        #expect(!sample.counts)
        #expect(body.sdnnMs(atSeconds: 1300) == nil)
        #expect(body.bpm(atSeconds: 1300) == 60)
        #expect(body.bpm(atSeconds: 1280) == nil)
    }

    @Test func correctedBeatsLowerTheQuality() throws {
        let body = body(beats(1000...1300, [1000]) { $0 % 5 != 0 }, through: 1300)
        let rate = try #require(body.heartRates.last)
        #expect(abs(rate.quality - 0.8 * 0.8) < 1e-9)
        let sample = try #require(body.hrvSamples.last)
        #expect(abs(sample.correctedShare - 0.2) < 1e-9 && !sample.counts)
    }

    @Test func aPacerIsFeltForTwoMinutes() {
        let led = beats(1000...1060, [1000], isPaced: true)
        let free = beats(1060...1400, [1000])
        let body = body(led + free, through: 1400)
        #expect(
            body.hrvSamples.filter(\.isPaced).map(\.timeSeconds) == [
                1020, 1050, 1080, 1110, 1140, 1170, 1200, 1230,
            ])
        #expect(body.isPaced(atSeconds: 1179) && !body.isPaced(atSeconds: 1180))
    }

    @Test func beatsOutOfOrderAreLeftOut() {
        var body = HeartWindow()
        let beat = ReceivedBeat(timeSeconds: 5, intervalMs: 1000, isValid: true, isPaced: false)
        var early = beat
        early.timeSeconds = 4
        var empty = beat
        (empty.timeSeconds, empty.intervalMs) = (6, 0)
        body.add([beat, beat, early, empty])
        let found = body.advance(toSeconds: 10)
        #expect(found.heartRates.map(\.bpm) == [60])
        #expect(abs((found.heartRates.first?.quality ?? 0) - 0.1) < 1e-9)
    }

    /// A computer that slept makes no hundred samples of nothing.
    @Test func aSleepLeavesAHole() {
        var body = body(beats(1000...1100, [1000]), through: 1100)
        #expect(body.advance(toSeconds: 9000).heartRates.isEmpty)
        #expect(body.heartRates.isEmpty && body.medianBpm == nil)
    }
}

import BeatCorrection
import Foundation
import PhysioTypes
import RecordingFiles
import ResonanceBreathing
import SensorProtocol
import Testing
import TestSupport

@testable import HRVPipeline
@testable import LivePipeline

/// A session against the analysis of the whole recording.
@Suite struct LiveAgreementTests {
    /// Recordings of a strap, of laboratories, and of a day.
    private static let files = [
        "exports/polar-rr/polarSample01.txt", "exports/elite-hrv/eliteSample01.txt",
        "exports/elite-hrv/2017-07-19_07-50-42.txt", "rr-short/hrv_rest_rri.txt",
        "rr-short/hrv_real_rri.txt", "rr-short/systole_rr.txt",
        "rr-short/pyhrv_SampleNNISeriesLong.txt", "rr-short/aura_test_nn_intervals.txt",
        "rr-24h/healthy_ms/000.txt", "rr-24h/nsr2db/nsr003_rr_secs.txt",
        "rr-24h/chf2db/chf201_rr_secs.txt",
    ]

    /// The NN intervals that a session came to, in the order of their beats.
    private static func session(_ raw: RRSeries) throws -> [NNBeat] {
        var live = try StreamingPipeline(StreamingSettings(), startMicroseconds: 0)
        var known: [NNBeat] = []
        func look(_ recent: [NNBeat]) {
            guard let first = recent.first else { return }
            while let last = known.last, last.rawIndex >= first.rawIndex { known.removeLast() }
            known += recent
        }
        var seconds = 0.0
        for (index, interval) in raw.intervalsMs.enumerated() {
            seconds += interval / 1000
            let now = Int(seconds * 1e6)
            live.push(
                .packet(StrapPacket(ms: [interval], arrivalMicroseconds: now)),
                atMicroseconds: now)
            _ = live.drain()
            // A minute is remembered: more than can still change, and 16 more.
            if index.isMultiple(of: 16) { look(live.state.recentBeats.beats) }
        }
        live.end(atMicroseconds: Int(seconds * 1e6) + 1)
        look(live.state.recentBeats.beats)
        return known
    }

    /// The NN intervals beyond the first 91 beats are, by at least 99 %, those of the whole; the
    /// others are printed.
    @Test(.needsDatasets, arguments: TestEffort.pick(Array(files.prefix(3)), all: files))
    func aSessionCorrectsAsTheWhole(file: String) throws {
        let recording = try RecordingFile.read(path: Datasets.path(file))
        // A gap of the file is reported by no packet.
        let raw = RRSeries(intervalsMs: recording.rr.intervalsMs)
        let whole = ArtefactCorrection().correct(raw)
        var said: [Int: [Double]] = [:]
        for beat in try Self.session(raw) {
            said[beat.rawIndex, default: []].append(beat.intervalMs)
        }
        var (count, agreeing, others) = (0, 0, [String]())
        for (position, index) in whole.rawIndices.enumerated() where index > 91 {
            count += 1
            let interval = whole.nn.intervalsMs[position]
            // Packets carry 1/16 us.
            if said[index]?.contains(where: { abs($0 - interval) < 1e-3 }) == true {
                agreeing += 1
            } else {
                others.append("\(index): \(interval), live \(said[index] ?? [])")
            }
        }
        let share = Double(agreeing) / Double(count)
        print("live and whole, \(file): \(agreeing) of \(count) agree;", others.prefix(40))
        #expect(count > 50 && share >= 0.99)
    }

    /// Every figure that an analysis has too is the analysis' of the same intervals.
    @Test(.slow, .needsDatasets) func figuresAreThoseOfAnAnalysis() throws {
        let recording = try RecordingFile.read(
            path: Datasets.path("rr-short/pyhrv_SampleNNISeriesLong.txt"))
        var plan = PacerPlan(.fixed, sessionSeconds: 3600)
        plan.startBreathsPerMinute = 6
        var live = try StreamingPipeline(StreamingSettings(plan: plan), startMicroseconds: 0)
        var settings = AnalysisSettings()
        settings.correction = nil
        settings.isForced = true
        var breaths: [BreathCycle] = []
        var (seconds, compared, scored) = (0.0, 0, 0)
        for (index, interval) in recording.rr.intervalsMs.enumerated() {
            seconds += interval / 1000
            let now = Int(seconds * 1e6)
            live.push(
                .packet(StrapPacket(ms: [interval], arrivalMicroseconds: now)),
                atMicroseconds: now)
            for case .breath(let breath) in live.drain() { breaths.append(breath.cycle) }
            guard index > 100, index.isMultiple(of: 13) else { continue }
            let figures = live.figures()
            let beats = live.state.recentBeats.beats
            guard let last = beats.last, let rmssd = figures.rmssd.value else { continue }
            let analysis = AnalysisPipeline(settings: settings)
            func row(_ seconds: Double) throws -> AnalysisRow {
                let start = last.endSeconds - seconds
                let window = beats.filter { $0.endSeconds >= start - 1e-9 }
                var series = RRSeries(
                    startSeconds: window[0].endSeconds - window[0].intervalMs / 1000)
                for (index, beat) in window.enumerated() {
                    series.append(
                        intervalMs: beat.intervalMs, endSeconds: beat.endSeconds,
                        marks: index == 0 || beat.isAdjacentToPrevious ? [] : .afterGap)
                }
                return try #require(
                    analysis.analyze(Recording(format: "rr-text", rr: series)).rows.first)
            }
            let expected = try #require(try row(30)["HRV_RMSSD"]?.value)
            #expect(abs(rmssd - expected) < 1e-9 * expected)
            let recent = beats.filter { $0.endSeconds > last.endSeconds - 3 }
            let rate = 60_000 * Double(recent.count) / recent.reduce(0) { $0 + $1.intervalMs }
            #expect(abs(try #require(figures.heartRate.value) - rate) < 1e-9)
            let score = CoherenceScore.harmonic.value(
                of: NNSeries(
                    intervalsMs: beats.map(\.intervalMs), endTimesSeconds: beats.map(\.endSeconds),
                    isAdjacentToPrevious: beats.map(\.isAdjacentToPrevious),
                    isCorrected: beats.map(\.isCorrected),
                    startSeconds: beats[0].endSeconds - beats[0].intervalMs / 1000,
                    endSeconds: last.endSeconds),
                breathing: CommandedBreathing(breaths))
            #expect((score.value == nil) == (figures.coherence.value == nil))
            if let live = figures.coherence.value, let whole = score.value {
                #expect(abs(live - whole) < 1e-9)
                scored += 1
            }
            compared += 1
        }
        #expect(compared > 20 && scored > 20 && !breaths.isEmpty)
    }
}

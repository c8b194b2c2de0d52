import PhysioTypes
import Testing

/// Beats by their letters, one a second unless stated: N, S, V; `f` is N and `w` V in atrial fibrillation;
/// `|` before a beat is a gap.
private func record(
    _ letters: String, secondsBefore: [Int: Double] = [:], quality: Double? = 1
) -> DetectionRecord {
    var beats: [DetectedBeat] = []
    var classes: [BeatClassEstimate] = []
    var (time, isAfterGap) = (0.5, false)
    for letter in letters {
        guard letter != "|" else {
            isAfterGap = true
            continue
        }
        if !beats.isEmpty { time += secondsBefore[beats.count] ?? (isAfterGap ? 10 : 1) }
        beats.append(DetectedBeat(sample: time * 1000, isAfterGap: isAfterGap))
        let label: BeatClass =
            "Vw".contains(letter) ? .ventricular : letter == "S" ? .supraventricular : .normal
        var estimate = BeatClassEstimate(
            label: label, ventricularProbability: 0, supraventricularProbability: 0)
        estimate.isInAtrialFibrillation = "fw".contains(letter)
        classes.append(estimate)
        isAfterGap = false
    }
    let length = time + 0.5
    return DetectionRecord(
        signal: SignalDescription(name: "MLII", unit: "mV", sampleRateHz: 1000), beats: beats,
        sampleCount: Int(length * 1000),
        quality: quality.map {
            [SignalQuality(startSeconds: 0, durationSeconds: length, value: $0)]
        } ?? [],
        classes: classes)
}

private struct Found: Hashable {
    let kind: RhythmEpisode.Kind
    let beats: Range<Int>
}

/// The definitions as regular expressions over the letters between two gaps.
private func expectedEpisodes(_ letters: String) throws -> Set<Found> {
    var found: Set<Found> = []
    var start = 0
    for part in letters.split(separator: "|", omittingEmptySubsequences: true).map(String.init) {
        func add(_ expression: String, _ kind: (Int) -> RhythmEpisode.Kind?) throws {
            for match in part.matches(of: try Regex(expression)) {
                let low = part.distance(from: part.startIndex, to: match.range.lowerBound)
                let high = part.distance(from: part.startIndex, to: match.range.upperBound)
                guard let kind = kind(high - low) else { continue }
                found.insert(Found(kind: kind, beats: start + low..<start + high))
            }
        }
        try add("V+") { $0 < 2 ? nil : $0 == 2 ? .ventricularPair : .ventricularRun }
        try add("S+") { $0 < 2 ? nil : $0 == 2 ? .supraventricularPair : .supraventricularRun }
        try add("([NS]V){3,}") { _ in .ventricularBigeminy }
        try add("([NS][NS]V){3,}") { _ in .ventricularTrigeminy }
        start += part.count
    }
    return found
}

@Suite struct RhythmEpisodeTests {
    private func kinds(_ record: DetectionRecord) throws -> [Found] {
        try #require(record.rhythms).map { Found(kind: $0.kind, beats: $0.beats) }
    }

    @Test func regularExpressionsFindTheSameEpisodes() throws {
        // A linear congruential generator, so that each list is the same on every machine.
        var state: UInt64 = 1
        func next(_ limit: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % limit)
        }
        var counts: [RhythmEpisode.Kind: Int] = [:]
        for _ in 0..<600 {
            let pieces = ["N", "V", "S", "NV", "NNV", "NVNV", "NNVNNV", "VV", "SSS", "|"]
            let letters = (0..<next(25)).map { _ in pieces[next(10)] }.joined()
            let found = try kinds(record(letters))
            let expected = try expectedEpisodes(letters)
            #expect(Set(found) == expected && found.count == expected.count, "\(letters)")
            for episode in found { counts[episode.kind, default: 0] += 1 }
        }
        for kind in RhythmEpisode.Kind.allCases where kind != .pause && kind != .atrialFibrillation
        {
            #expect(counts[kind, default: 0] > 20, "\(kind) was hardly tried")
        }
    }

    @Test(arguments: ["", "N", "V", "NV", "VN", "NVNVN", "NNVNNV", "V|V", "VV|V|N", "NVNV|NV"])
    func tooFewBeatsAreNoRun(letters: String) throws {
        let found = try kinds(record(letters))
        #expect(found.allSatisfy { $0.kind == .ventricularPair })
        #expect(found.isEmpty == !letters.contains("VV"))
    }

    @Test func aRunHasTimesAndARate() throws {
        let beats = record("NNVVVVN", secondsBefore: [2: 0.5, 3: 0.4, 4: 0.4, 5: 0.4])
        let run = try #require(beats.rhythms?.first)
        #expect(run.kind == .ventricularRun && run.beats == 2..<6)
        #expect(abs(run.startSeconds - 2) < 1e-9 && abs(run.endSeconds - 3.2) < 1e-9)
        #expect(abs(try #require(run.beatsPerMinute) - 150) < 1e-9)
    }

    @Test func aPauseIsLongerThanTwoSecondsAndNeedsAGoodSignal() throws {
        let intervals = [1: 2.0, 2: 2.001, 3: 3.5]
        let good = record("NNNN|N", secondsBefore: intervals)
        #expect(
            try kinds(good) == [
                Found(kind: .pause, beats: 1..<3), Found(kind: .pause, beats: 2..<4),
            ])
        let summary = try #require(RhythmSummary(good))
        #expect(abs(try #require(summary.maxPauseSeconds) - 3.5) < 1e-9)
        #expect(summary.uncertainPauseCount == 0)
        for quality in [0.79, nil] {
            let bad = record("NNNN", secondsBefore: intervals, quality: quality)
            #expect(try kinds(bad).isEmpty)
            let summary = try #require(RhythmSummary(bad))
            #expect(summary.uncertainPauseCount == 2 && summary.maxPauseSeconds == nil)
            #expect(summary.hasQuality == (quality != nil))
            #expect(summary.maxIntervalSeconds == 2)
        }
    }

    @Test func fibrillationIsMergedAndLastsHalfAMinute() throws {
        func letters(_ counts: Int...) -> String {
            counts.enumerated().map {
                String(repeating: $0.offset.isMultiple(of: 2) ? "f" : "N", count: $0.element)
            }.joined()
        }
        func ranges(_ letters: String) throws -> [Range<Int>] {
            try kinds(record(letters)).filter { $0.kind == .atrialFibrillation }.map(\.beats)
        }
        // One beat a second: 31 beats last 30 s.
        #expect(try ranges(letters(30, 50)) == [])
        #expect(try ranges(letters(31, 50)) == [0..<31])
        // The beats on both sides of 43 others are 44 s from each other.
        #expect(try ranges(letters(10, 43, 10)) == [0..<63])
        #expect(try ranges(letters(31, 44, 31)) == [0..<31, 75..<106])
        #expect(try ranges(letters(31) + "|" + letters(31)) == [0..<31, 31..<62])
        let inside = record(letters(20) + "www" + letters(20))
        #expect(
            try kinds(inside) == [
                Found(kind: .atrialFibrillation, beats: 0..<43),
                Found(kind: .ventricularRun, beats: 20..<23),
            ])
        let half = try #require(RhythmSummary(record(letters(51, 50))))
        #expect(abs(try #require(half.atrialFibrillationPercent) - 50) < 1e-9)
        #expect(RhythmSummary(record("fff"))?.atrialFibrillationPercent == nil)
    }

    @Test func eachHourCountsItsBeats() throws {
        // Beats at .5 s, 1.5 s, ...: 3600 in the first hour.
        let day = record(String(repeating: "N", count: 3599) + "V" + "SS" + "N")
        let summary = try #require(RhythmSummary(day))
        #expect(summary.hours.map(\.startSeconds) == [0, 3600])
        #expect(summary.hours.map(\.durationSeconds) == [3600, 3])
        #expect(BeatClass.allCases.map { summary.hours[0].count(of: $0) } == [3599, 0, 1, 0, 0])
        #expect(BeatClass.allCases.map { summary.hours[1].count(of: $0) } == [1, 2, 0, 0, 0])
    }

    @Test func beatsWithoutClassesHaveNoRhythms() {
        let plain = DetectionRecord(
            signal: SignalDescription(name: "MLII", unit: "mV", sampleRateHz: 250),
            beats: [DetectedBeat(sample: 10)], sampleCount: 100)
        #expect(plain.rhythms == nil && RhythmSummary(plain) == nil)
    }
}

import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct WFDBAnnotationsTests {
    private static func read(
        _ bytes: [UInt8], _ normal: NormalBeats? = NormalBeats(), rate: Double = 1000
    ) throws(RecordingError) -> (series: RRSeries, notices: [Notice], beats: Int) {
        var annotations = WFDBAnnotations()
        try annotations.consume(bytes)
        annotations.finish()
        let series = annotations.series(sampleRateHz: rate, normal: normal ?? NormalBeats())
        return (series, annotations.notices, annotations.beatCount)
    }

    /// A word: code and step.
    private static func word(_ code: Int, _ step: Int) -> [UInt8] {
        let value = code << 10 | step
        return [UInt8(value & 0xFF), UInt8(value >> 8)]
    }

    private static let end: [UInt8] = [0, 0]

    /// 64 04 | 00 EC 00 00 4C 04 | 00 14 | 00 00: N at 100, V at 100 + 1100.
    @Test func publishedVectorIsRead() throws {
        let result = try Self.read(
            [0x64, 0x04, 0x00, 0xEC, 0x00, 0x00, 0x4C, 0x04, 0x00, 0x14, 0x00, 0x00])
        #expect(result.beats == 2)
        #expect(result.series.intervalsMs == [1100])
        #expect(result.series.endTimesSeconds == [1.2])
        #expect(result.series.marks == [[.notNormal, .ventricular, .endBeatNotNormal]])
        #expect(result.notices.isEmpty)
    }

    @Test func onlyTwoNormalBeatsInARowMakeNN() throws {
        // N N V N N ~ N N
        let codes = [1, 1, 5, 1, 1, 14, 1, 1]
        let bytes = codes.flatMap { Self.word($0, 800) } + Self.end
        let nn = NNSeries(try Self.read(bytes).series)
        #expect(nn.intervalsMs == [800, 800, 800])
        #expect(nn.isAdjacentToPrevious == [false, false, false])
        // The noise lies inside the interval of 1600 that is not NN.
        #expect(try Self.read(bytes).series.intervalsMs == [800, 800, 800, 800, 1600, 800])
    }

    /// N L R B are sinus rhythm; e j n / are normal where the caller says so.
    @Test func normalBeatsAreChosen() throws {
        let codes = "NLRB/ejnN".compactMap(WFDBCode.code).map { Int($0) }
        let bytes = codes.flatMap { Self.word($0, 800) } + Self.end
        #expect(Self.nnCount(try Self.read(bytes).series) == 3)
        #expect(Self.nnCount(try Self.read(bytes, NormalBeats("N")).series) == 0)
        #expect(Self.nnCount(try Self.read(bytes, NormalBeats("N,L,R,B,e,j,n,/")).series) == 8)
        let ends = try Self.read(bytes).series.marks.map { $0.contains(.endBeatNotNormal) }
        #expect(ends == [false, false, false, true, true, true, true, false])
    }

    /// People who looked at every beat missed none, but where they saw noise.
    @Test func referenceAnnotationsAreComplete() throws {
        var annotations = WFDBAnnotations()
        try annotations.consume([1, 1, 14, 1].flatMap { Self.word($0, 800) } + Self.end)
        annotations.finish()
        var copy = annotations
        let marks = annotations.series(sampleRateHz: 1000, isReference: true).marks
        #expect(marks == [.goodSignal, .notNormal])
        #expect(copy.series(sampleRateHz: 1000).marks == [[], .notNormal])
    }

    private static func nnCount(_ series: RRSeries) -> Int { NNSeries(series).count }

    /// N, V, N, r (a premature beat on the T wave), F (fusion), E (escape), A (atrial), N.
    @Test func onlyPrematureVentricularBeatsAreMarkedAsSuch() throws {
        let bytes = [1, 5, 1, 41, 6, 10, 8, 1].flatMap { Self.word($0, 800) } + Self.end
        let marks = try Self.read(bytes).series.marks
        let indices = marks.indices.filter { marks[$0].contains(.ventricular) }
        #expect(indices == [0, 2])
        #expect(marks.allSatisfy { $0.contains(.notNormal) })
    }

    @Test func rhythmChangesAndTextsAreNoBeats() throws {
        let aux: [UInt8] = Self.word(63, 5) + Array("(AFIB".utf8) + [0]
        let bytes =
            Self.word(1, 500) + Self.word(28, 100) + aux + Self.word(60, 3) + Self.word(1, 700)
            + Self.end
        let result = try Self.read(bytes)
        #expect(result.series.intervalsMs == [800])
        #expect(result.series.marks == [[]])
    }

    @Test func timeResolutionReplacesTheRate() throws {
        let text = Array("## time resolution: 500".utf8)
        let bytes =
            Self.word(22, 0) + Self.word(63, text.count) + text + [0] + Self.word(1, 100)
            + Self.word(1, 400) + Self.end
        #expect(try Self.read(bytes, rate: 1000).series.intervalsMs == [800])
    }

    @Test func anAbsurdTimeResolutionIsNotUsed() throws {
        let text = Array("## time resolution: 1e-308".utf8)
        let bytes =
            Self.word(22, 0) + Self.word(63, text.count) + text + Self.word(1, 100)
            + Self.word(1, 800) + Self.end
        let result = try Self.read(bytes, rate: 1000)
        #expect(result.series.intervalsMs == [800])
        #expect(result.notices.map(\.code) == ["ann_rate"])
    }

    @Test func theSeriesStartsAtItsFirstBeatExactly() throws {
        let bytes = Self.word(1, 1003) + Self.word(1, 100) + Self.end
        #expect(try Self.read(bytes, rate: 125.44).series.startSeconds == 1003 / 125.44)
    }

    @Test func missingEndIsAWarning() throws {
        let result = try Self.read(Self.word(1, 500) + Self.word(1, 800))
        #expect(result.series.intervalsMs == [800])
        #expect(result.notices.map(\.code) == ["ann_no_eof"])
    }

    @Test func aStepBeforeTheStartEndsTheReading() throws {
        // SKIP of -2^31: 0x80000000, the high word first.
        let skip: [UInt8] = [0x00, 0xEC, 0x00, 0x80, 0x00, 0x00]
        let result = try Self.read(
            Self.word(1, 500) + Self.word(1, 800) + skip + Self.word(1, 1) + Self.end)
        #expect(result.series.intervalsMs == [800])
        #expect(result.notices.map(\.code) == ["ann_skip"])
    }

    @Test func aTextBeyondTheEndIsCut() throws {
        let result = try Self.read(
            Self.word(1, 500) + Self.word(1, 800) + Self.word(63, 200) + [65, 66])
        #expect(result.series.intervalsMs == [800])
        #expect(result.notices.map(\.code) == ["ann_aux"])
    }

    @Test func timesThatGoBackAreSorted() throws {
        // N at 1000, then a step of -400 (0xFFFFFE70, high word first), N at 600, then 1000 more.
        let back: [UInt8] = [0x00, 0xEC, 0xFF, 0xFF, 0x70, 0xFE]
        let result = try Self.read(
            Self.word(1, 1000) + back + Self.word(1, 0) + Self.word(1, 1000) + Self.end)
        #expect(result.series.endTimesSeconds == [1, 1.6])
        #expect(result.series.intervalsMs == [400, 600])
        #expect(result.notices.map(\.code) == ["ann_order"])
    }

    @Test func ahaFilesAreRefusedByName() {
        #expect(throws: RecordingError.self) { try Self.read([0, UInt8(ascii: "N"), 0, 0]) }
    }

    @Test func seededGarbageNeverTraps() throws {
        var generator = SplitMix64(seed: 5)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            guard let result = try? Self.read(bytes) else { continue }
            #expect(result.series.intervalsMs.allSatisfy { $0 > 0 })
            #expect(result.series.endTimesSeconds == result.series.endTimesSeconds.sorted())
        }
    }
}

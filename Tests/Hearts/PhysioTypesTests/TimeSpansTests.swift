import TestSupport
import Testing

@testable import PhysioTypes

/// Spans of time against a list that holds every millisecond of them.
@Suite struct TimeSpansTests {
    private static let length = 200

    private func ranges(_ random: inout SplitMix64) -> [Range<Int64>] {
        (0..<Int.random(in: 0...8, using: &random)).map { _ in
            let start = Int64.random(in: 0..<Int64(Self.length), using: &random)
            return start..<min(Int64(Self.length), start + Int64.random(in: 0...40, using: &random))
        }
    }

    private func isHeld(_ ranges: [Range<Int64>]) -> [Bool] {
        (0..<Int64(Self.length)).map { time in ranges.contains { $0.contains(time) } }
    }

    /// The invariant of every set: gaps between spans, ascending, not empty.
    private func isInOrder(_ spans: TimeSpans) -> Bool {
        spans.spans.allSatisfy { !$0.isEmpty }
            && zip(spans.spans, spans.spans.dropFirst()).allSatisfy {
                $0.upperBound < $1.lowerBound
            }
    }

    @Test func everyOperationIsThatOfSingleMilliseconds() {
        var random = SplitMix64(seed: 12)
        for _ in 0..<500 {
            let (left, right) = (ranges(&random), ranges(&random))
            let (a, b) = (TimeSpans(left), TimeSpans(right))
            let (inA, inB) = (isHeld(left), isHeld(right))
            let start = Int64.random(in: 0..<150, using: &random)
            let window = start..<start + 50
            let minLength = Int64.random(in: 1...30, using: &random)
            #expect(isHeld(a.spans) == inA)
            #expect(isHeld(a.subtracting(b).spans) == zip(inA, inB).map { $0 && !$1 })
            #expect(isHeld(a.intersecting(b).spans) == zip(inA, inB).map { $0 && $1 })
            let isInWindow = isHeld([window])
            #expect(isHeld(a.clamped(to: window).spans) == zip(inA, isInWindow).map { $0 && $1 })
            #expect(a.totalMs == Int64(inA.count { $0 }))
            #expect(inA.indices.allSatisfy { a.contains(Int64($0)) == inA[$0] })
            #expect(
                a.withMinLength(minLength).spans == a.spans.filter { $0.count >= Int(minLength) })
            for spans in [a, a.subtracting(b), a.intersecting(b), a.clamped(to: window)] {
                #expect(isInOrder(spans))
            }
        }
    }

    @Test func nothingIsNothing() {
        let none = TimeSpans()
        let some = TimeSpans([5..<9])
        #expect(none.isEmpty && none.totalMs == 0 && !none.contains(0))
        #expect(some.subtracting(none) == some)
        #expect(none.subtracting(some) == none)
        #expect(TimeSpans([5..<5, 7..<7]).isEmpty)
    }

    @Test func touchingRangesAreOne() {
        #expect(TimeSpans([5..<9, 0..<5, 9..<10]).spans == [0..<10])
        #expect(TimeSpans([0..<5, 6..<7]).spans == [0..<5, 6..<7])
    }
}

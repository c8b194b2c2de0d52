import Testing

@testable import MusicLibrary

/// The rule of which tempo counts, case by case.
@Suite struct ResolvedTempoTests {
    struct Case: Sendable {
        var person: Double?
        var tag: Double?
        var isBad = false
        var measured: Double?
        var confidence: Double?
        var changes = false
        var bpm: Double?
        var source: ResolvedTempo.Source?
        var other: Double?
        var notes: [ResolvedTempo.Note] = []
    }

    static let cases: [Case] = [
        Case(),
        Case(measured: 120, confidence: 0.8, bpm: 120, source: .measured),
        Case(tag: 90, bpm: 90, source: .tag),
        // Within 4 % of the measured tempo, and just beyond.
        Case(tag: 124.7, measured: 120, confidence: 0.8, bpm: 124.7, source: .tag, other: 120),
        Case(
            tag: 125, measured: 120, confidence: 0.8, bpm: 120, source: .measured, other: 125,
            notes: [.tagWrong]),
        Case(
            tag: 61, measured: 120, confidence: 0.8, bpm: 120, source: .measured, other: 61,
            notes: [.octaveErrorInTag]),
        Case(
            tag: 240, measured: 120, confidence: 0.3, bpm: 120, source: .measured, other: 240,
            notes: [.lowConfidence, .octaveErrorInTag]),
        // Below .5 it is doubtful, and above it is not.
        Case(
            measured: 120, confidence: 0.49, bpm: 120, source: .measured, notes: [.lowConfidence]),
        Case(measured: 120, confidence: 0.5, bpm: 120, source: .measured),
        Case(
            measured: 110, confidence: 0.22, changes: true, bpm: 110, source: .measured,
            notes: [.lowConfidence, .changes]),
        Case(
            tag: 180, measured: 60, confidence: 0.9, bpm: 60, source: .measured, other: 180,
            notes: [.octaveErrorInTag]),
        Case(
            tag: 40, measured: 120, confidence: 0.9, bpm: 120, source: .measured, other: 40,
            notes: [.octaveErrorInTag]),
        // Below a confidence of .3 the tag.
        Case(
            tag: 90, measured: 120, confidence: 0.29, bpm: 90, source: .tag, other: 120,
            notes: [.lowConfidence, .tagWrong]),
        Case(
            measured: 120, confidence: 0.29, bpm: 120, source: .measured, notes: [.lowConfidence]),
        Case(
            isBad: true, measured: 120, confidence: 0.8, bpm: 120, source: .measured,
            notes: [.tagWithoutTempo]),
        // The person's, over all.
        Case(
            person: 60, tag: 121, measured: 120, confidence: 0.8, bpm: 60, source: .person,
            other: 121),
        Case(person: 77, bpm: 77, source: .person),
    ]

    @Test(arguments: cases) func theRule(_ given: Case) {
        let resolved = ResolvedTempo(
            person: given.person, tag: given.tag, hasBadTag: given.isBad, measured: given.measured,
            confidence: given.confidence, changes: given.changes)
        #expect(resolved.bpm == given.bpm && resolved.source == given.source)
        #expect(resolved.rejectedBpm == given.other)
        #expect(resolved.notes == given.notes)
        #expect(resolved.isDoubtful == (given.person == nil && !given.notes.isEmpty))
    }
}

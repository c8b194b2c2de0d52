import CommandSupport
import Foundation
import RecordingFiles
import SessionHistory

/// The beats of a session as a WFDB record: a header and annotations.
///
/// A tick is 1/128,000 s, so that intervals of whole milliseconds and of 1/1024 s, as straps send them, are
/// exact. An artefact is unclassifiable (Q); between beats with a hole lies noise (~).
struct WFDBSession {
    private let session: BreathingSession
    private let beats: [StoredBeat]

    static let ticksPerSecond = 128_000.0
    static let annotator = "atr"
    /// A beat that comes so much later than its interval says follows a hole; s.
    private static let minGapSeconds = 0.25

    init(_ details: SessionDetails) {
        session = details.session
        beats = details.beats
    }

    /// `resonance_20261122_1500_1A2B3C4D`.
    var name: String {
        let startText = LocalTime.text(
            session.startedAt, utcOffsetSeconds: session.utcOffsetSeconds)
        let digits = startText.prefix(16).filter(\.isNumber)
        return
            "resonance_\(digits.prefix(8))_\(digits.suffix(4))_\(session.id.uuidString.prefix(8))"
    }

    var annotations: [WFDBAnnotation] {
        var annotations: [WFDBAnnotation] = []
        var end = -Double.infinity
        for beat in beats {
            let start = beat.seconds - beat.intervalMs / 1000
            if start - end > Self.minGapSeconds {
                let first = max(0, start)
                if !annotations.isEmpty {
                    annotations.append(
                        WFDBAnnotation(
                            sample: Self.sampleIndex((end + first) / 2), code: WFDBCode.noise))
                }
                annotations.append(
                    WFDBAnnotation(sample: Self.sampleIndex(first), code: WFDBCode.normal))
                end = first
            }
            // Intervals add up exactly; times were rounded.
            end += beat.intervalMs / 1000
            annotations.append(
                WFDBAnnotation(
                    sample: Self.sampleIndex(end),
                    code: beat.artefact == nil ? WFDBCode.normal : WFDBCode.unclassifiable))
        }
        return annotations
    }

    private static func sampleIndex(_ seconds: Double) -> Int {
        Int((seconds * ticksPerSecond).rounded())
    }

    func write(to folder: String) throws {
        let startText = LocalTime.text(
            session.startedAt, utcOffsetSeconds: session.utcOffsetSeconds)
        try OutputSink.write(
            WFDBAnnotationWriter.bytes(of: annotations), to: "\(folder)/\(name).\(Self.annotator)")
        try OutputSink.write(
            try WFDBHeaderWriter.header(
                name: name, sampleRateHz: Self.ticksPerSecond,
                sampleCount: annotations.last?.sample, startDate: String(startText.prefix(19))),
            to: "\(folder)/\(name).hea")
    }
}

package import HealthRecords

/// The texts of a recovery in the timeline. What it does not have is nil or not in the lists.
package struct RecoveryCell: Sendable, Hashable {
    /// A stage with its share of the bar.
    package struct Stage: Sendable, Hashable {
        package let stage: SleepStage
        /// `REM`.
        package let label: String
        /// `1h 10m`.
        package let duration: String
        /// s.
        package let seconds: Double
    }

    /// A label and a value, such as `Resting HR` and `52 bpm`.
    package struct Line: Sendable, Hashable {
        package let label: String
        package let value: String
    }

    /// `Night`; without sleep `Morning values`, and nil where there are naps alone.
    package let title: String?
    /// Total of the night, `6h 50m`; nil without a night, or where it is in bed only.
    package let total: String?
    /// Awake, REM, core, deep and asleep (unspecified), those of some length; in bed alone where nothing
    /// else is known.
    package let stages: [Stage]
    /// Resting HR, HRV, Resp Rate, RMSSD, those that there are.
    package let vitals: [Line]
    /// One for each nap.
    package let naps: [Line]

    package init(_ recovery: RecoveryEntry, _ language: TimelineLanguage) {
        title =
            if recovery.sleep != nil {
                language.pick("Night", "Nacht")
            } else if recovery.vitals != nil {
                language.pick("Morning values", "Morgenwerte")
            } else {
                nil
            }
        total = recovery.sleep?.totalSeconds.map { CellNumberFormat.duration($0, language) }
        stages = recovery.sleep.map { Self.stages($0, language) } ?? []
        vitals = recovery.vitals.map { Self.vitals($0, language) } ?? []
        naps = recovery.naps.map { nap in
            Line(
                label: language.pick("Nap", "Nickerchen"),
                value: CellNumberFormat.duration(nap.totalSeconds ?? nap.inBedSeconds, language))
        }
    }

    private static func stages(_ sleep: SleepEntry, _ language: TimelineLanguage) -> [Stage] {
        let all: [(SleepStage, Double)] =
            sleep.isInBedOnly
            ? [(.inBed, sleep.inBedSeconds)]
            : [
                (.awake, sleep.awakeSeconds), (.rem, sleep.remSeconds), (.core, sleep.coreSeconds),
                (.deep, sleep.deepSeconds), (.unspecified, sleep.unspecifiedSeconds),
            ]
        return all.filter { $0.1 > 0 }.map { stage, seconds in
            Stage(
                stage: stage, label: stage.label(language),
                duration: CellNumberFormat.duration(seconds, language), seconds: seconds)
        }
    }

    private static func vitals(_ vitals: VitalsEntry, _ language: TimelineLanguage) -> [Line] {
        let beats = language.pick("bpm", "Schläge/min")
        let breaths = language.pick("br/min", "Atemzüge/min")
        let lines: [Line?] = [
            vitals.restingHeartRateBpm.map {
                Line(
                    label: language.pick("Resting HR", "Ruhepuls"),
                    value: "\(CellNumberFormat.text($0.value)) \(beats)")
            },
            vitals.hrvSDNNMs.map {
                Line(label: "HRV", value: "\(CellNumberFormat.text($0.value)) ms")
            },
            vitals.respiratoryRatePerMinute.map {
                let rate = CellNumberFormat.rounded($0.value, decimals: 1, language)
                return Line(
                    label: language.pick("Resp Rate", "Atemfrequenz"), value: "\(rate) \(breaths)")
            },
            vitals.beats.map {
                Line(label: "RMSSD", value: "\(CellNumberFormat.text($0.rmssdMs)) ms")
            },
        ]
        return lines.compactMap(\.self)
    }
}

extension SleepStage {
    /// Returns the name of the stage that is shown beside its colour.
    package func label(_ language: TimelineLanguage) -> String {
        switch self {
        case .inBed: language.pick("In bed", "Im Bett")
        case .awake: language.pick("Awake", "Wach")
        case .rem: "REM"
        case .core: language.pick("Core", "Kern")
        case .deep: language.pick("Deep", "Tief")
        case .unspecified: language.pick("Asleep", "Schlaf")
        }
    }
}

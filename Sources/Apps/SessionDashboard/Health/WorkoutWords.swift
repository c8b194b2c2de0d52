import HealthTimeline

/// The words and numbers of a workout's page, in one language.
struct WorkoutWords {
    let language: TimelineLanguage

    init(_ language: TimelineLanguage) { self.language = language }

    /// The text where there is no value.
    static let noValueText = "–"

    private func pick(_ english: String, _ german: String) -> String {
        language == .german ? german : english
    }

    var number: String { pick("No.", "Nr.") }
    var duration: String { pick("Duration", "Dauer") }
    var withoutPauses: String { pick("without pauses", "ohne Pausen") }
    var distance: String { pick("Distance", "Strecke") }

    func speedName(_ paceUnit: PaceUnit?) -> String {
        paceUnit == nil ? pick("Speed", "Tempo") : pick("Pace", "Tempo")
    }

    var energy: String { pick("Active energy", "Aktive Energie") }
    var averageHeartRate: String { pick("Average heart rate", "Mittlere Herzfrequenz") }
    var highestHeartRate: String { pick("Highest heart rate", "Höchste Herzfrequenz") }

    func originNote(_ origin: HeartRateOrigin?) -> String? {
        switch origin {
        case .statistics: pick("as the file states it", "laut Datei")
        case .samples: pick("from the readings", "aus den Messwerten")
        case nil: nil
        }
    }

    func chain(_ chain: SplitChain) -> String {
        switch chain.kind {
        case .activities: pick("Activities", "Aktivitäten")
        case .laps: pick("Laps", "Runden")
        case .kilometres: pick("Kilometres", "Kilometer")
        case .miles: pick("Miles", "Meilen")
        case .segments: pick("Segments", "Segmente")
        case .computed:
            // A workout may have one of each unit: their names differ.
            chain.unitMetres == 1000
                ? pick(
                    "Kilometres, computed from the distance",
                    "Kilometer, aus der Strecke berechnet")
                : pick("Miles, computed from the distance", "Meilen, aus der Strecke berechnet")
        }
    }

    func bpmText(_ bpm: Double) -> String {
        "\(CellNumberFormat.whole(bpm)) " + pick("beats/min", "Schläge/min")
    }

    func metres(_ metres: Double) -> String { "\(CellNumberFormat.whole(metres + 0.5)) m" }

    /// `12.3 km/h`; with a unit of pace `2:05 /100 m`.
    func speed(_ metresPerSecond: Double, _ paceUnit: PaceUnit?) -> String {
        if let paceUnit {
            guard metresPerSecond > 0.1 else { return Self.noValueText }
            return "\(clockText(paceUnit.metres / metresPerSecond)) /\(paceUnit.text)"
        }
        let tenths = CellNumberFormat.whole(metresPerSecond * 36 + 0.5)
        return "\(tenths / 10)\(pick(".", ","))\(tenths % 10) km/h"
    }

    /// `5:07`, from an hour on `1:05:07`.
    func clockText(_ seconds: Double) -> String {
        let whole = CellNumberFormat.whole(seconds)
        func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let secondsText = "\(twoDigits(whole % 60))"
        return whole < 3600
            ? "\(whole / 60):\(secondsText)"
            : "\(whole / 3600):\(twoDigits(whole / 60 % 60)):\(secondsText)"
    }
}

public import PhysioTypes

/// The kind of a signal as its name and its unit state it.
public enum SignalKind: Sendable, Equatable, CaseIterable {
    /// A lead, or a name with ECG or EKG in it.
    case ecg
    /// A wave of blood volume or blood pressure.
    case pulseWave
    case eeg
    /// Triggers, states, counters and annotations.
    case marker
    case breathing
    /// An EMG.
    case emg
    /// An EOG.
    case eog
    case motion
    /// Skin conductance.
    case skinConductance
    /// Temperatures, saturations, rates and all else that holds no beats.
    case other
    /// The name says nothing.
    case unknown

    /// - Complexity: O(length of the name).
    public init(_ signal: SignalDescription) {
        let name = signal.name.uppercased().filter { !$0.isWhitespace }
        if name.contains("ECG") || name.contains("EKG") || name.contains("TROCARD")
            || Self.leads.contains(name) || name.hasPrefix("LEAD")
        {
            self = .ecg
            return
        }
        let words = HeaderWords(signal.name)
        let named = Self.kind(words: words.words) ?? Self.kind(joined: words.joinedWords)
        self = named ?? Self.kind(unit: signal.unit) ?? .unknown
    }

    /// Names of leads, in capitals and without spaces.
    private static let leads: Set<String> = [
        "I", "II", "III", "AVR", "AVL", "AVF", "V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8", "V9",
        "V", "MLI", "MLII", "MLIII", "MCL1", "MCL6", "MV1", "MV2", "MV5", "CM2", "CM4", "CM5",
        "CC5", "CS12",
        "D3", "D4", "ML5", "VX", "VY", "VZ", "LA", "RA", "LL",
    ]

    /// Words of names, without digits at their end.
    private static let vocabulary: [(SignalKind, Set<String>)] = [
        (
            .pulseWave,
            [
                "ppg", "pleth", "plethysmogram", "plethysmograph", "bvp", "pulsewave", "ir", "red",
                "infrared", "abp", "art", "arterialpressure", "bloodpressure", "nibp", "ibp",
                "finapres", "portapres", "pleths", "pulsoximeter", "pulse", "puls",
            ]
        ),
        (.eeg, ["eeg", "fpz", "fp", "afz", "fz", "fcz", "cz", "cpz", "pz", "poz", "oz"]),
        (
            .marker,
            [
                "status", "trigger", "trig", "event", "events", "marker", "markers", "stim", "sti",
                "annotation", "annotations", "counter", "nseq", "digital", "sync", "button", "ttl",
                "index", "packet", "battery", "crc",
            ]
        ),
        (
            .breathing,
            [
                "resp", "respiration", "breath", "breathing", "airflow", "nasal", "thorax",
                "thoracic", "abdomen", "abdominal", "abdo", "belt", "flow", "rip", "effort",
                "atmung", "cannula", "thor", "abd",
            ]
        ),
        (.emg, ["emg", "chin", "submental", "tibialis"]),
        (.eog, ["eog", "loc", "roc"]),
        (
            .motion,
            [
                "acc", "accel", "acceleration", "accelerometer", "gyro", "gyroscope", "mag",
                "magnetometer", "accx", "accy", "accz", "position", "activity", "motion",
            ]
        ),
        (.skinConductance, ["eda", "gsr", "scl", "scr", "skinconductance", "galvanic"]),
        (
            .other,
            [
                "temp", "temperature", "skt", "spo", "sao", "oxstat", "saturation", "co", "etco",
                "light", "lux", "snore", "snoring", "mic", "sound", "hr", "heartrate", "pulserate",
                "pr", "rr", "ibi", "cvp", "pap", "icp", "humidity",
            ]
        ),
    ]

    /// Electrodes of the 10-20 system, which carry a digit.
    private static let electrodes: Set<String> = [
        "fp1", "fp2", "af3", "af4", "af7", "af8", "f3", "f4", "f7", "f8", "fc1", "fc2", "fc5",
        "fc6", "c3", "c4", "t3", "t4", "t5", "t6", "t7", "t8", "tp7", "tp8", "tp9", "tp10", "cp1",
        "cp2", "cp5", "cp6", "p3", "p4", "p7", "p8", "po3", "po4", "o1", "o2",
    ]

    private static func kind(words: [String]) -> SignalKind? {
        if words.contains(where: electrodes.contains) { return .eeg }
        // A rate is none of the waves that it is named after.
        if words.contains("rate") { return .other }
        for word in words {
            if let kind = kind(joined: word) { return kind }
        }
        return nil
    }

    private static func kind(joined: String) -> SignalKind? {
        if electrodes.contains(joined) { return .eeg }
        let letters = String(joined.reversed().drop { $0.isNumber }.reversed())
        return vocabulary.first { $0.1.contains(letters) }?.0
    }

    private static func kind(unit: String) -> SignalKind? {
        switch unit.lowercased().filter({ !$0.isWhitespace }) {
        case "bpm", "%", "degc", "°c", "c", "lux", "db": .other
        case "mmhg": .pulseWave
        case "g", "m/s2", "m/s^2", "mg": .motion
        case "us", "µs", "microsiemens", "usiemens": .skinConductance
        default: nil
        }
    }

    /// The kind as a sentence has it, such as `a pulse wave`; nil for an ECG and for a name that
    /// says nothing.
    package var phrase: String? {
        switch self {
        case .ecg, .unknown: nil
        case .pulseWave: "a pulse wave"
        case .eeg: "an EEG"
        case .marker: "markers"
        case .breathing: "a signal of breathing"
        case .emg: "an EMG"
        case .eog: "an EOG"
        case .motion: "a signal of motion"
        case .skinConductance: "skin conductance"
        case .other: "no wave of the heart"
        }
    }
}

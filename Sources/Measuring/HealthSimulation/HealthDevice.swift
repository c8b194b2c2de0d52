/// The device or application that writes a record of the simulated person.
package enum HealthDevice: String, Sendable, CaseIterable {
    case watch
    case phone
    /// An application that tracks sleep.
    case sleepApp
    /// An application that writes RMSSD as SDNN.
    case hrvApp
    /// An application that keeps copies of runs.
    case runningApp = "runApp"

    /// The name in the file. Those of the phone and the watch have a typographic apostrophe and a
    /// no-break space, as the names that phones give.
    package var name: String {
        switch self {
        case .watch: "Simulated person\u{2019}s Apple\u{A0}Watch"
        case .phone: "Simulated person\u{2019}s iPhone"
        case .sleepApp: "Night Log"
        case .hrvApp: "Morning HRV"
        case .runningApp: "Run Log"
        }
    }

    package var isApple: Bool { self == .watch || self == .phone }

    /// The model in the device's description; nil for applications.
    func hardware(_ era: HealthSimulation.Era) -> String? {
        switch (self, era) {
        case (.watch, .ios12): "Watch3,4"
        case (.watch, _): "Watch7,5"
        case (.phone, .ios12): "iPhone9,3"
        case (.phone, _): "iPhone15,2"
        default: nil
        }
    }

    func version(_ era: HealthSimulation.Era) -> String {
        switch (self, era) {
        case (.watch, .ios12): "5.0.1"
        case (.watch, .ios16): "9.1"
        case (.watch, .ios27): "27.0"
        case (.phone, .ios12): "12.0.1"
        case (.phone, .ios16): "16.1"
        case (.phone, _): "27.0"
        default: "3"
        }
    }
}

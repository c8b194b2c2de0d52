extension SessionReadiness {
    /// One thing to see to before a session, and how it stands.
    package struct Check: Sendable, Equatable {
        package enum State: String, Sendable {
            /// Another one comes first.
            case waiting
            /// A check under way, or one that needs an action of the person.
            case open
            case done
            /// A deviation that is no reason to wait.
            case warning
        }

        /// The code of the finding; a page has its own words for each.
        package enum Code: String, Sendable {
            case strapSeeking = "strap_seeking"
            case bridgeSilent = "bridge_silent"
            case strapLost = "strap_lost"
            case bridgeLost = "bridge_lost"
            case connected
            case contact
            case noContact = "no_contact"
            case noData = "no_data"
            case noBeat = "no_beat"
            case batteryUnknown = "battery_unknown"
            case batteryLow = "battery_low"
            case battery
            case signal
            case noIntervals = "no_intervals"
            case uneven
            case signalProgress = "signal_progress"
        }

        package let state: State
        package let code: Code
        /// Name of the sensor; empty where it is unknown; nil where the check names none.
        let name: String?
        /// Percent of the battery, or seconds of good signal.
        let number: Int?

        init(_ state: State, _ code: Code, name: String? = nil, number: Int? = nil) {
            (self.state, self.code, self.name, self.number) = (state, code, name, number)
        }
    }
}

extension SessionReadiness.Check {
    /// The finding, and the advice for the person.
    package var text: String {
        let (number, seconds) = (number ?? 0, Int(SessionReadiness.requiredGoodSignalSeconds))
        return switch code {
        case .strapSeeking:
            "Looking for the strap. Wear it, and end its connection to a phone or watch."
        case .bridgeSilent: "Nothing from the bridge yet. Is it running?"
        case .strapLost: "The strap is no longer heard, and is looked for. Come closer."
        case .bridgeLost: "The bridge has lost its sensor."
        case .connected: (name ?? "").isEmpty ? "Connected" : "Connected to \(name ?? "")"
        case .contact: "Skin contact"
        case .noContact: "No skin contact. Wet the electrodes and tighten the strap."
        case .noData: "Nothing comes. Wet the electrodes and tighten the strap."
        case .noBeat: "Waiting for a heart beat. Are the electrodes wet?"
        case .batteryUnknown: "Battery: not told"
        case .batteryLow: "Battery \(number) %. Change it soon."
        case .battery: "Battery \(number) %"
        case .signal: "\(seconds) s of good signal"
        case .noIntervals:
            "A heart rate comes, but no R-R intervals: without them there is neither RMSSD nor coherence. "
                + "Try another sensor."
        case .uneven: "Beats are missing or uneven. Wet the electrodes and sit still."
        case .signalProgress: "Signal: \(number) of \(seconds) s good"
        }
    }
}

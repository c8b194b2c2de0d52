/// Every setting that shaped the numbers of a result, in the order in which they acted.
public struct Recipe: Sendable, Equatable {
    public enum Value: Sendable, Equatable {
        case text(String)
        case number(Double)
        case flag(Bool)
        /// Named bands or other named pairs; Hz.
        case bands([Entry])

        public struct Entry: Sendable, Equatable {
            public let name: String
            public let lowHz: Double
            public let highHz: Double

            public init(name: String, lowHz: Double, highHz: Double) {
                self.name = name
                self.lowHz = lowHz
                self.highHz = highHz
            }
        }
    }

    public struct Setting: Sendable, Equatable {
        /// Snake case with its unit, such as `window_s`.
        public let name: String
        public let value: Value
    }

    public private(set) var settings: [Setting] = []

    public init() {}

    /// Adds a setting, or replaces the value of one that is there already.
    public mutating func set(_ name: String, _ value: Value) {
        let setting = Setting(name: name, value: value)
        if let index = settings.firstIndex(where: { $0.name == name }) {
            settings[index] = setting
        } else {
            settings.append(setting)
        }
    }

    public subscript(name: String) -> Value? {
        settings.first { $0.name == name }?.value
    }
}

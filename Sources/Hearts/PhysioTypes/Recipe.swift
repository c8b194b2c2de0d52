/// Every setting that shaped the numbers of a result, in the order in which they acted.
public struct Recipe: Sendable, Equatable {
    public enum Value: Sendable, Equatable {
        case text(String)
        case number(Double)
        case flag(Bool)
        /// Named bands or other named pairs; Hz.
        case bands([NamedBand])

        public struct NamedBand: Sendable, Equatable {
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
        public let key: RecipeKey
        public let value: Value

        /// Snake case with its unit, such as `window_s`.
        public var name: String { key.name }
    }

    public private(set) var settings: [Setting] = []

    public init() {}

    /// Adds a setting, or replaces the value of one that is there already.
    public mutating func set(_ key: RecipeKey, _ value: Value) {
        let setting = Setting(key: key, value: value)
        if let index = settings.firstIndex(where: { $0.key == key }) {
            settings[index] = setting
        } else {
            settings.append(setting)
        }
    }

    /// Adds the settings of another recipe, in their order, or replaces the values of those that
    /// are there already.
    public mutating func add(_ other: Recipe) {
        for setting in other.settings { set(setting.key, setting.value) }
    }

    /// The value of a setting; nil where the recipe does not hold it.
    public subscript(key: RecipeKey) -> Value? {
        settings.first { $0.key == key }?.value
    }

    /// The value of a setting by its name in tables and files.
    public subscript(name: String) -> Value? { self[RecipeKey(name)] }
}

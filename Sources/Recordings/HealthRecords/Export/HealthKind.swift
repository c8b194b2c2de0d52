/// The kind of a record of an export, by its type; nil for a type of which nothing is stored.
enum HealthKind: Equatable {
    case quantity(HealthQuantity)
    case sleep

    private static let quantityPrefix: StaticString = "HKQuantityTypeIdentifier"
    private static let sleepType: StaticString = "HKCategoryTypeIdentifierSleepAnalysis"

    /// The kind of a type as the export writes it, such as `HKQuantityTypeIdentifierHeartRate`.
    init?(_ type: XMLText) {
        if type.hasPrefix(Self.quantityPrefix) {
            let name = type.dropFirst(Self.quantityPrefix.utf8CodeUnitCount)
            guard let quantity = Self.quantity(name) else { return nil }
            self = .quantity(quantity)
        } else if type == Self.sleepType {
            self = .sleep
        } else {
            return nil
        }
    }

    /// Returns true if a type may be one that is stored, as it stands in the file: with references
    /// to characters it may be.
    static func mayBeNeeded(_ rawType: XMLText) -> Bool {
        HealthKind(rawType) != nil || rawType.bytes.contains(UInt8(ascii: "&"))
    }

    /// - Parameter name: the type without its prefix.
    private static func quantity(_ name: XMLText) -> HealthQuantity? {
        // By the length first: most records of an export are of kinds that are not kept.
        switch name.count {
        case 9 where name == "HeartRate": .heartRate
        case 16 where name == "RestingHeartRate": .restingHeartRate
        case 24 where name == "HeartRateVariabilitySDNN": .sdnn
        case 25 where name == "HeartRateVariabilityRMSSD": .rmssd
        case 15 where name == "RespiratoryRate": .respiratoryRate
        default: distance(name)
        }
    }

    /// The quantity of a distance, by the name of its type without the prefix; nil for what is none.
    static func distance(_ name: XMLText) -> HealthQuantity? {
        guard name.hasPrefix("Distance") else { return nil }
        let activityName = name.dropFirst(8)
        if activityName == "WalkingRunning" { return .distanceWalkingRunning }
        if activityName == "Cycling" { return .distanceCycling }
        return activityName == "Swimming" ? .distanceSwimming : .distanceOther
    }
}

extension SleepStage {
    /// The stage of a value as exports write it: `HKCategoryValueSleepAnalysisAsleepREM`, or its number.
    init?(_ value: XMLText) {
        let prefix: StaticString = "HKCategoryValueSleepAnalysis"
        let name = value.hasPrefix(prefix) ? value.dropFirst(prefix.utf8CodeUnitCount) : value
        switch name {
        case _ where name == "InBed" || name == "0": self = .inBed
        case _ where name == "Asleep" || name == "AsleepUnspecified" || name == "1":
            self = .unspecified
        case _ where name == "Awake" || name == "2": self = .awake
        case _ where name == "AsleepCore" || name == "3": self = .core
        case _ where name == "AsleepDeep" || name == "4": self = .deep
        case _ where name == "AsleepREM" || name == "5": self = .rem
        default: return nil
        }
    }
}

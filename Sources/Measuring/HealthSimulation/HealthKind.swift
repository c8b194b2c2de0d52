/// A kind of record, in the order in which a file has them. The raw values are the ends of the
/// identifiers.
package enum HealthKind: String, Sendable, CaseIterable {
    case heartRate = "HeartRate"
    case respiratoryRate = "RespiratoryRate"
    case stepCount = "StepCount"
    case distanceWalkingRunning = "DistanceWalkingRunning"
    case basalEnergyBurned = "BasalEnergyBurned"
    case activeEnergyBurned = "ActiveEnergyBurned"
    case flightsClimbed = "FlightsClimbed"
    case appleExerciseTime = "AppleExerciseTime"
    case distanceCycling = "DistanceCycling"
    case distanceSwimming = "DistanceSwimming"
    case restingHeartRate = "RestingHeartRate"
    case environmentalAudioExposure = "EnvironmentalAudioExposure"
    case walkingSpeed = "WalkingSpeed"
    case walkingStepLength = "WalkingStepLength"
    case appleStandTime = "AppleStandTime"
    case physicalEffort = "PhysicalEffort"
    case sleepAnalysis = "SleepAnalysis"
    case heartRateVariabilitySDNN = "HeartRateVariabilitySDNN"
    case heartRateVariabilityRMSSD = "HeartRateVariabilityRMSSD"

    /// The identifier in the file.
    package var identifier: String {
        (self == .sleepAnalysis ? "HKCategoryTypeIdentifier" : "HKQuantityTypeIdentifier")
            + rawValue
    }

    /// The unit in the file; nil for categories.
    package var unit: String? {
        switch self {
        case .heartRate, .respiratoryRate, .restingHeartRate: "count/min"
        case .stepCount, .flightsClimbed: "count"
        case .distanceWalkingRunning, .distanceCycling: "km"
        case .distanceSwimming: "yd"
        case .basalEnergyBurned, .activeEnergyBurned: "Cal"
        case .appleExerciseTime, .appleStandTime: "min"
        case .environmentalAudioExposure: "dBASPL"
        case .walkingSpeed: "km/hr"
        case .walkingStepLength: "cm"
        case .physicalEffort: "kcal/hr\u{B7}kg"
        case .heartRateVariabilitySDNN, .heartRateVariabilityRMSSD: "ms"
        case .sleepAnalysis: nil
        }
    }

    /// Length of the unit of a distance; m.
    var metresPerUnit: Double { self == .distanceSwimming ? 0.9144 : 1000 }

    /// True if a timeline of days and workouts is made of it.
    package var isImported: Bool { backgroundSeries == nil }

    /// The way in which a kind that no timeline needs is made: one value at regular intervals.
    struct BackgroundSeries {
        var device: HealthDevice
        /// s.
        var step: Int
        /// s.
        var length: Int
        var values: ClosedRange<Double>
        var decimals: Int
        var includesNight = false
    }

    var backgroundSeries: BackgroundSeries? {
        switch self {
        case .stepCount:
            BackgroundSeries(device: .watch, step: 400, length: 300, values: 8...420, decimals: 0)
        case .basalEnergyBurned:
            BackgroundSeries(
                device: .watch, step: 300, length: 290, values: 4...7, decimals: 3,
                includesNight: true)
        case .activeEnergyBurned:
            BackgroundSeries(device: .watch, step: 150, length: 60, values: 0.1...9, decimals: 3)
        case .flightsClimbed:
            BackgroundSeries(device: .phone, step: 5400, length: 60, values: 1...4, decimals: 0)
        case .appleExerciseTime:
            BackgroundSeries(device: .watch, step: 1700, length: 60, values: 1...1, decimals: 0)
        case .environmentalAudioExposure:
            BackgroundSeries(device: .watch, step: 1800, length: 1750, values: 42...78, decimals: 4)
        case .walkingSpeed:
            BackgroundSeries(device: .phone, step: 2400, length: 30, values: 3.4...5.6, decimals: 3)
        case .walkingStepLength:
            BackgroundSeries(device: .phone, step: 2400, length: 30, values: 58...78, decimals: 1)
        case .appleStandTime:
            BackgroundSeries(device: .watch, step: 1500, length: 300, values: 1...5, decimals: 0)
        case .physicalEffort:
            BackgroundSeries(
                device: .watch, step: 420, length: 400, values: 1...6, decimals: 1)
        default: nil
        }
    }

    /// Returns true if files of an era have it.
    func exists(in era: HealthSimulation.Era) -> Bool {
        switch self {
        case .sleepAnalysis, .stepCount, .distanceWalkingRunning, .flightsClimbed: true
        case .heartRateVariabilityRMSSD: era == .ios27
        case .respiratoryRate, .walkingSpeed, .walkingStepLength, .appleStandTime,
            .physicalEffort, .environmentalAudioExposure:
            era.hasStages
        default: era.hasWatch
        }
    }
}

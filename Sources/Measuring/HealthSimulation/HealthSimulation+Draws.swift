import PhysioDSP

/// The purposes for which random numbers are drawn; each stream is independent of the others.
enum HealthRandomStream: UInt64 {
    case traits = 1
    case bedtime
    case sleepTracking
    case stages
    case phone
    case nap
    case beatSegmentTimes
    case beatSegmentIntervals
    case workouts
    case workout
    case heartRate
    case resting
    case respiration
    case background
    case appHRV
    case fitFileBeats
}

extension HealthSimulation {
    /// The generator of one stream, on one day.
    ///
    /// - Parameter item: distinguishes several generators of a stream and a day.
    func generator(_ stream: HealthRandomStream, day: Int = 0, item: Int = 0) -> SeededGenerator {
        var mixedSeed = seed &* 0x9E37_79B9_7F4A_7C15 ^ stream.rawValue &* 0xC2B2_AE3D_27D4_EB4F
        mixedSeed ^= UInt64(bitPattern: Int64(day)) &* 0x1656_67B1_9E37_79F9
        mixedSeed ^= UInt64(bitPattern: Int64(item)) &* 0x27D4_EB2F_1656_67C5
        return SeededGenerator(seed: mixedSeed)
    }

    /// The traits that stay the same from day to day.
    var traits: HealthTraits {
        var random = generator(.traits)
        return HealthTraits(
            restingBpm: random.uniform(in: 48...64),
            bedtimeMinute: Int(random.uniform(in: 0...45)),
            breathsPerMinute: random.uniform(in: 12.5...16.5),
            rsaAmplitudeMs: random.uniform(in: 22...48))
    }

    /// Indicates whether a few records of the day are deleted before the next export: 1 workout,
    /// 1 segment and 3 heart rates.
    func losesRecords(day: Int) -> Bool {
        isFollowUp && day < lastDay && (day + Int(seed % 10)) % 10 == 3
    }

    /// Returns true if the night of the day is deleted before the next export.
    func losesNight(day: Int) -> Bool {
        isFollowUp && day < lastDay && (day + Int(seed % 15)) % 15 == 4
    }

    /// Returns true if anything of the day is deleted before the next export.
    func losesAnything(day: Int) -> Bool { losesRecords(day: day) || losesNight(day: day) }
}

/// The traits of a person that stay the same from day to day.
struct HealthTraits {
    var restingBpm: Double
    /// Usual bedtime after 22:00; min.
    var bedtimeMinute: Int
    var breathsPerMinute: Double
    /// Amplitude of the respiratory sinus arrhythmia in sleep; ms.
    var rsaAmplitudeMs: Double
}

extension SeededGenerator {
    mutating func uniform(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + uniform() * (range.upperBound - range.lowerBound)
    }

    /// A whole number of the range, each as likely.
    mutating func integer(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(uniform() * Double(range.count))
    }

    mutating func chance(_ probability: Double) -> Bool { uniform() < probability }
}

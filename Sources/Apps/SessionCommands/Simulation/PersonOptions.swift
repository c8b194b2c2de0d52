public import ArgumentParser
import CommandSupport
public import PhysioSimulation
import PhysioTypes

extension PersonScenario: ExpressibleByArgument {}
extension PersonTraits.Plant: ExpressibleByArgument {}

/// The options for one of the simulated people.
struct PersonChoice: ParsableArguments {
    @OptionGroup var seeding: SeedOptions

    @Option(help: "Conditions (default: base).")
    var scenario: PersonScenario?

    @Option(
        parsing: .unconditional,
        help: "Which person of the population, from 0 on.")
    var index = 0

    func validate() throws {
        guard index >= 0 else { throw ValidationError("--index counts from 0") }
    }
}

/// The options for the person who is simulated.
struct PersonOptions: ParsableArguments {
    enum ClockResolution: String, ExpressibleByArgument, CaseIterable {
        case ms
        case strap = "1024"

        var clock: VirtualPerson.SensorClock { self == .ms ? .millisecond : .ticks1024Hz }
    }

    @OptionGroup var choice: PersonChoice

    @Option(help: "How breathing moves the heart: a, a delayed loop, or b, a resonator.")
    var plant: PersonTraits.Plant?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Resonance frequency, instead of the one drawn.", valueName: "per-min"))
    var resonance: Double?

    @Option(
        name: .customLong("swing"), parsing: .unconditional,
        help: ArgumentHelp("Swing of the heart rate at it, from trough to peak.", valueName: "bpm"))
    var rsaAmplitude: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Mean heart rate.", valueName: "bpm"))
    var heartRate: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Standard deviation of the heart rate's noise.", valueName: "bpm"))
    var noise: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Drift of the resonance a minute.", valueName: "%"))
    var drift: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Share of beats that come early.", valueName: "%"))
    var ectopic: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Share of beats that the sensor misses or invents.", valueName: "%"))
    var sensorErrors: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Breathe at this rate whatever the pacer says.", valueName: "per-min"))
    var ignorePacer: Double?

    @Option(help: "Clock of the sensor: 1 ms, or 1/1024 s as of straps.")
    var clock = ClockResolution.ms

    func validate() throws {
        func require(
            _ value: Double?, _ range: ClosedRange<Double>, _ name: String, _ unit: String
        ) throws {
            guard let value, !range.contains(value) else { return }
            throw ValidationError(
                "--\(name) lies in \(range.lowerBound) ... \(range.upperBound) \(unit)")
        }
        try require(resonance, PersonPopulation.bestRateLimits, "resonance", "breaths/min")
        try require(rsaAmplitude, 0...60, "swing", "beats/min")
        try require(heartRate, 40...120, "heart-rate", "beats/min")
        try require(noise, 0...10, "noise", "beats/min")
        try require(drift, -2...2, "drift", "% a minute")
        try require(ectopic, 0...30, "ectopic", "%")
        try require(sensorErrors, 0...30, "sensor-errors", "%")
        try require(ignorePacer, 3...30, "ignore-pacer", "breaths/min")
    }

    func population(seed: UInt64) -> PersonPopulation {
        PersonPopulation(seed: seed, scenario: choice.scenario ?? .base, plant: plant)
    }

    /// - Throws: a usage error where the person asked for cannot have that resonance.
    func person(of population: PersonPopulation) throws -> VirtualPerson {
        var traits = population.traits(choice.index)
        traits.rsaAmplitudeBpm = rsaAmplitude ?? traits.rsaAmplitudeBpm
        traits.heartRateBpm = heartRate ?? traits.heartRateBpm
        traits.noiseBpm = noise ?? traits.noiseBpm
        traits.driftPerMinute = drift.map { $0 / 100 } ?? traits.driftPerMinute
        traits.ectopicShare = ectopic.map { $0 / 100 } ?? traits.ectopicShare
        traits.sensorErrorShare = sensorErrors.map { $0 / 100 } ?? traits.sensorErrorShare
        if let resonance {
            guard let tuned = traits.tuned(toBreathsPerMinute: resonance) else {
                throw ValidationError(
                    "this person cannot have a resonance of \(resonance) breaths/min: choose "
                        + "another --index or --plant")
            }
            traits = tuned.traits
        }
        return VirtualPerson(
            traits, seed: population.simulationSeed(choice.index),
            breathing: ignorePacer.map { .free(breathsPerMinute: $0) } ?? .paced,
            clock: clock.clock)
    }
}

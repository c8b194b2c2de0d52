import Foundation
import PhysioDSP
import TestSupport

/// Seeded windows of heart rates that a fit meets, and some that no heart makes.
struct HarmonicWindow {
    enum Kind: String, CaseIterable, Sendable {
        /// A regular heart at a steady breath.
        case regular
        /// The same with beats that stand out.
        case outliers
        /// The breath's rate changes from 7 to 4 a minute, or back.
        case changingRate
        /// Some beats are left out, as corrected ones are.
        case missingBeats
        /// Hardly more samples than terms.
        case short
        /// Slow noise, and no rhythm.
        case noise
        /// The phase stays within a part of the breath.
        case fewPhases
    }

    var times: [Double] = []
    var values: [Double] = []
    var phases: [Double] = []

    init(_ kind: Kind, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let counts = kind == .short ? 8...20 : 20...200
        let count = Int.random(in: counts, using: &random)
        let start = random.uniform(in: 0...90_000)
        let interval = random.uniform(in: 0.5...1.2)
        let rate = random.uniform(in: 4...15) / 60
        let slope = kind == .changingRate ? random.uniform(in: -0.0005...0.0005) : 0
        let (amplitude, noise) = (random.uniform(in: 0...10), random.uniform(in: 0.05...3))
        let peak = random.uniform(in: -3...3)
        let fewest = random.uniform(in: -6...0)
        var slow = 0.0
        for index in 0..<count {
            if kind == .missingBeats, random.uniform(in: 0...1) < 0.2 { continue }
            let offset = Double(index) * interval + 0.1 * random.uniform(in: -1...1)
            var phase = rate * offset + slope * offset * offset
            if kind == .fewPhases {
                phase = 0.3 + pow(10, fewest) * random.uniform(in: -0.5...0.5)
            }
            slow += 0.3 * random.gaussian()
            var value = 68 + slow + noise * random.gaussian()
            if kind != .noise { value += amplitude * cos(2 * .pi * phase - peak) }
            if kind == .outliers, random.uniform(in: 0...1) < 0.07 {
                value += random.uniform(in: -60...60)
            }
            times.append(start + offset)
            phases.append(1000 + phase)
            values.append(value)
        }
    }

    var samples: [HarmonicFit.Sample] {
        times.indices.map {
            HarmonicFit.Sample(time: times[$0], value: values[$0], phase: phases[$0])
        }
    }
}

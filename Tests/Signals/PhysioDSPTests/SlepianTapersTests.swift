import Foundation
import PhysioDSP
import TestSupport
import Testing

@Suite struct SlepianTapersTests {
    @Test(arguments: [8, 9, 64, 301, 1200, 20_000])
    func tapersAreOrthonormal(count: Int) {
        let tapers = SlepianTapers(count: count).tapers
        for i in tapers.indices {
            for j in tapers.indices {
                let product = zip(tapers[i], tapers[j]).reduce(0) { $0 + $1.0 * $1.1 }
                #expect(abs(product - (i == j ? 1 : 0)) < 1e-9, "\(count): \(i), \(j)")
            }
        }
    }

    /// They are eigenvectors of the kernel that defines them, with their concentration as value.
    @Test(arguments: [(20, 2.5), (75, 2.0), (128, 4.0)])
    func tapersAreEigenvectorsOfTheConcentrationKernel(count: Int, timeBandwidth: Double) {
        let slepian = SlepianTapers(count: count, timeBandwidth: timeBandwidth, taperCount: 4)
        let w = timeBandwidth / Double(count)
        for (taper, share) in zip(slepian.tapers, slepian.concentrations) {
            for i in 0..<count {
                var sum = 0.0
                for j in 0..<count {
                    let kernel =
                        i == j ? 2 * w : sin(2 * .pi * w * Double(i - j)) / (.pi * Double(i - j))
                    sum += kernel * taper[j]
                }
                #expect(abs(sum - share * taper[i]) < 1e-11)
            }
        }
    }

    /// The concentration by adding up the taper's own spectrum between -W and W.
    @Test func concentrationIsTheEnergyInsideTheBand() {
        let slepian = SlepianTapers(count: 200, timeBandwidth: 2.5, taperCount: 4)
        let w = 2.5 / 200
        for (taper, share) in zip(slepian.tapers, slepian.concentrations) {
            let steps = 4000
            var energy = 0.0
            for step in 0..<steps {
                let f = w * (Double(step) + 0.5) / Double(steps)
                var real = 0.0
                var imaginary = 0.0
                for (j, value) in taper.enumerated() {
                    real += value * cos(2 * .pi * f * Double(j))
                    imaginary += value * sin(2 * .pi * f * Double(j))
                }
                energy += 2 * (real * real + imaginary * imaginary) * w / Double(steps)
            }
            #expect(abs(energy - share) < 1e-6)
        }
        #expect(slepian.concentrations[0] > 0.9999)
        #expect(slepian.concentrations == slepian.concentrations.sorted(by: >))
    }

    @Test func signsFollowTheConvention() {
        let tapers = SlepianTapers(count: 101).tapers
        for (order, taper) in tapers.enumerated() {
            let mirror = order.isMultiple(of: 2) ? 1.0 : -1
            for (a, b) in zip(taper, taper.reversed()) { #expect(abs(a - mirror * b) < 1e-9) }
            if order.isMultiple(of: 2) {
                #expect(taper.reduce(0, +) > 0)
            } else {
                #expect(taper[5] > 0)
            }
        }
    }
}

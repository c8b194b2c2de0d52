import Foundation
import PhysioDSP
import TestSupport
import Testing

/// The same suite runs on FFTW and, with the package trait `FFTW` switched off, on our kernel.
@Suite struct RealFFTTests {
    /// Every length from 1 to 1,100, and primes above.
    static let lengths = Array(1...1100) + [1103, 2003, 4099, 10007]

    /// The definition, with the angle reduced in integers before it is rounded.
    private static func naiveDFT(_ x: [Double], bins: [Int]) -> [ComplexNumber] {
        let n = x.count
        let cosines = (0..<n).map { cos(2 * .pi * Double($0) / Double(n)) }
        let sines = (0..<n).map { sin(2 * .pi * Double($0) / Double(n)) }
        return bins.map { k in
            var sum = ComplexNumber(0)
            for j in 0..<n {
                let turn = j * k % n
                sum.real += x[j] * cosines[turn]
                sum.imaginary -= x[j] * sines[turn]
            }
            return sum
        }
    }

    private static func noise(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in generator.uniform(in: -1...1) }
    }

    /// Rounding of the naive sum: n terms of size 1, errors of random sign.
    private static func tolerance(_ n: Int) -> Double {
        8 * Double.ulpOfOne * Double(n).squareRoot() * max(1, log2(Double(n)))
    }

    @Test func agreesWithTheNaiveTransformAtEveryLength() {
        for n in Self.lengths {
            let x = Self.noise(n, seed: UInt64(n))
            let spectrum = RealFFT(count: n).forward(x)
            #expect(spectrum.count == n / 2 + 1)
            // All bins of short transforms, a spread of bins of long ones.
            let bins = Array(stride(from: 0, through: n / 2, by: n <= 300 ? 1 : max(1, n / 41)))
            let expected = Self.naiveDFT(x, bins: bins)
            for (bin, value) in zip(bins, expected) {
                let error = hypot(
                    spectrum[bin].real - value.real, spectrum[bin].imaginary - value.imaginary)
                #expect(error <= Self.tolerance(n), "n \(n), bin \(bin)")
            }
        }
    }

    @Test func inverseOfForwardIsTheSeriesTimesItsLength() {
        for n in Self.lengths {
            let x = Self.noise(n, seed: UInt64(n) + 7)
            let transform = RealFFT(count: n)
            let back = transform.inverse(transform.forward(x))
            #expect(back.count == n)
            let worst = zip(x, back).map { abs($0 - $1 / Double(n)) }.max() ?? 0
            #expect(worst <= 8 * Double.ulpOfOne * max(1, log2(Double(n))), "n \(n)")
        }
    }

    @Test func impulseHasAFlatSpectrum() {
        for n in [1, 2, 3, 4, 5, 7, 12, 97, 360, 1024] {
            var x = [Double](repeating: 0, count: n)
            x[0] = 1
            for value in RealFFT(count: n).forward(x) {
                #expect(abs(value.real - 1) < 1e-14 && abs(value.imaginary) < 1e-14, "n \(n)")
            }
        }
    }

    @Test func shiftTurnsThePhaseOnly() {
        for n in [5, 30, 77, 101, 256, 500] {
            let x = Self.noise(n, seed: 3)
            let shifted = (0..<n).map { x[($0 + n - 1) % n] }
            let before = RealFFT(count: n).forward(x)
            let after = RealFFT(count: n).forward(shifted)
            for k in before.indices {
                let angle = -2 * Double.pi * Double(k) / Double(n)
                let real = before[k].real * cos(angle) - before[k].imaginary * sin(angle)
                let imaginary = before[k].real * sin(angle) + before[k].imaginary * cos(angle)
                #expect(abs(after[k].real - real) < 1e-12, "n \(n), bin \(k)")
                #expect(abs(after[k].imaginary - imaginary) < 1e-12, "n \(n), bin \(k)")
            }
        }
    }

    @Test func isLinear() {
        for n in [6, 49, 121, 1000] {
            let a = Self.noise(n, seed: 4)
            let b = Self.noise(n, seed: 5)
            let transform = RealFFT(count: n)
            let separate = zip(transform.forward(a), transform.forward(b))
            let together = transform.forward(zip(a, b).map { 2 * $0 - 3 * $1 })
            for (sum, parts) in zip(together, separate) {
                #expect(abs(sum.real - (2 * parts.0.real - 3 * parts.1.real)) < 1e-11)
                #expect(
                    abs(sum.imaginary - (2 * parts.0.imaginary - 3 * parts.1.imaginary)) < 1e-11)
            }
        }
    }

    @Test func energyIsTheSameOnBothSides() {
        for n in [1, 2, 9, 64, 211, 1100] {
            let x = Self.noise(n, seed: 6)
            let spectrum = RealFFT(count: n).forward(x)
            var energy = 0.0
            for (k, value) in spectrum.enumerated() {
                let isSingle = k == 0 || (n.isMultiple(of: 2) && k == n / 2)
                energy += (isSingle ? 1 : 2) * value.squaredMagnitude
            }
            let expected = x.reduce(0) { $0 + $1 * $1 }
            #expect(relativeError(energy / Double(n), expected) < 1e-13, "n \(n)")
        }
    }

    @Test func onePlanServesManyThreads() async {
        let n = 3000
        let inputs = (0..<16).map { Self.noise(n, seed: UInt64($0)) }
        let expected = inputs.map { RealFFT(count: n).forward($0) }
        let results = await withTaskGroup(of: (Int, [ComplexNumber]).self) { group in
            for (index, input) in inputs.enumerated() {
                group.addTask {
                    // New lengths too, so that plans are made while others run.
                    _ = RealFFT(count: 500 + index).forward(Array(input.prefix(500 + index)))
                    return (index, RealFFT(count: n).forward(input))
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for index in inputs.indices { #expect(results[index] == expected[index]) }
    }

    /// The plans of a length are made by whichever run needs them first: here many at once, in both
    /// directions and on both kinds of memory.
    @Test func firstRunsOfManyThreadsAtOnceAgree() async {
        for n in 5001...5025 {
            let x = Self.noise(n, seed: UInt64(n))
            let transform = RealFFT(count: n)
            let results = await withTaskGroup(of: [ComplexNumber].self) { group in
                for offset in [0, 1, 0, 1, 0, 1, 0, 1] {
                    group.addTask {
                        let spectrum = Self.forward(transform, x, offset: offset)
                        let back = Self.inverse(transform, spectrum, offset: offset)
                        let worst = zip(x, back).map { abs($0 - $1 / Double(n)) }.max() ?? 1
                        #expect(worst <= 8 * Double.ulpOfOne * log2(Double(n)))
                        return spectrum
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let bins = [0, 1, n / 3, n / 2]
            let expected = Self.naiveDFT(x, bins: bins)
            #expect(results.count == 8)
            for spectrum in results {
                for (bin, value) in zip(bins, expected) {
                    let error = (spectrum[bin] - value).squaredMagnitude.squareRoot()
                    #expect(error <= Self.tolerance(n), "n \(n), bin \(bin)")
                }
            }
        }
    }

    /// Guard values around the output; arrays that begin at an odd double as well.
    @Test(arguments: [0, 1]) func spansGetTheSameNumbersAsArraysAndKeepTheirInput(offset: Int) {
        for n in [1, 2, 3, 7, 64, 97, 360, 1009, 4096, 30_030] {
            let x = Self.noise(n, seed: UInt64(n) + 11)
            let transform = RealFFT(count: n)
            let spectrum = Self.forward(transform, x, offset: offset)
            let back = Self.inverse(transform, spectrum, offset: offset)
            // The vectors differ with the alignment, and so may the last bits.
            let error = zip(spectrum, transform.forward(x)).map {
                ($0 - $1).squaredMagnitude.squareRoot()
            }
            #expect(error.max() ?? 1 <= Self.tolerance(n), "n \(n)")
            let backError = zip(back, transform.inverse(spectrum)).map { abs($0 - $1) }
            #expect(backError.max() ?? 1 <= Double(n) * Self.tolerance(n), "n \(n)")
        }
    }

    /// Forward on memory `offset` doubles behind the start of an allocation; the input must stay.
    private static func forward(
        _ transform: RealFFT, _ x: [Double], offset: Int
    ) -> [ComplexNumber] {
        let input = [Double](repeating: -1, count: offset) + x
        let guardValue = ComplexNumber(-7, 7)
        var output = [ComplexNumber](
            repeating: guardValue, count: offset + transform.spectrumCount + 1)
        output.withUnsafeMutableBufferPointer {
            let middle = $0[offset..<offset + transform.spectrumCount]
            var spectrum = UnsafeMutableBufferPointer(rebasing: middle).mutableSpan
            transform.forward(input.span.extracting(offset..<offset + x.count), into: &spectrum)
        }
        #expect(Array(input[offset...]) == x)
        #expect(output.prefix(offset).allSatisfy { $0 == guardValue })
        #expect(output.last == guardValue)
        return Array(output[offset..<offset + transform.spectrumCount])
    }

    private static func inverse(
        _ transform: RealFFT, _ spectrum: [ComplexNumber], offset: Int
    ) -> [Double] {
        // Element by element: a plain copy would share the memory that must not change.
        let before = spectrum.map { ComplexNumber($0.real, $0.imaginary) }
        var output = [Double](repeating: -7, count: offset + transform.count + 1)
        output.withUnsafeMutableBufferPointer {
            let middle = $0[offset..<offset + transform.count]
            var samples = UnsafeMutableBufferPointer(rebasing: middle).mutableSpan
            transform.inverse(spectrum.span, into: &samples)
        }
        #expect(spectrum == before)
        #expect(output.prefix(offset).allSatisfy { $0 == -7 })
        #expect(output.last == -7)
        return Array(output[offset..<offset + transform.count])
    }

    @Test func pairsAreTwoTransformsInOne() {
        for n in Array(1...70) + [97, 120, 256, 1000, 1009, 2400] {
            let x = Self.noise(n, seed: UInt64(n) + 21)
            let y = Self.noise(n, seed: UInt64(n) + 22)
            let pairs = zip(x, y).map { ComplexNumber($0, $1) }
            var spectrum = [ComplexNumber](repeating: ComplexNumber(.nan), count: n)
            pairs.withUnsafeBufferPointer { input in
                spectrum.withUnsafeMutableBufferPointer {
                    RealFFT(count: n).forwardPair(input, into: $0)
                }
            }
            let bins = Array(stride(from: 0, to: n, by: n <= 300 ? 1 : n / 41))
            let expected = zip(Self.naiveDFT(x, bins: bins), Self.naiveDFT(y, bins: bins)).map {
                $0 + ComplexNumber(0, 1) * $1
            }
            for (bin, value) in zip(bins, expected) {
                let error = (spectrum[bin] - value).squaredMagnitude.squareRoot()
                #expect(error <= 2 * Self.tolerance(n), "n \(n), bin \(bin)")
            }
        }
    }

    @Test func efficientCountIsTheNextProductOfTwoThreeAndFive() {
        func isSmooth(_ n: Int) -> Bool {
            var n = n
            for factor in [2, 3, 5] { while n.isMultiple(of: factor) { n /= factor } }
            return n == 1
        }
        for count in 1...3000 {
            var expected = count
            while !isSmooth(expected) { expected += 1 }
            #expect(RealFFT.efficientCount(atLeast: count) == expected)
        }
        #expect(RealFFT.efficientCount(atLeast: 0) == 1)
        // 3^11 lies between, but is odd; 2^10 3^2 5 7 has a 7.
        #expect(RealFFT.efficientCount(atLeast: 176_000) == 180_000)
        #expect(RealFFT.efficientCount(atLeast: 65_536) == 65_536)
    }
}

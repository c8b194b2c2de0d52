import Foundation
import Testing

@testable import PracticePlans

/// The partials of the strikes as they are found in the samples, without the formula that made them.
@Suite struct PartialTests {
    struct Complex {
        var re: Double
        var im: Double
        static func * (a: Complex, b: Complex) -> Complex {
            Complex(re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re)
        }
        static func + (a: Complex, b: Complex) -> Complex {
            Complex(re: a.re + b.re, im: a.im + b.im)
        }
        static func - (a: Complex, b: Complex) -> Complex {
            Complex(re: a.re - b.re, im: a.im - b.im)
        }
        static func / (a: Complex, b: Complex) -> Complex {
            let size = b.re * b.re + b.im * b.im
            return Complex(
                re: (a.re * b.re + a.im * b.im) / size, im: (a.im * b.re - a.re * b.im) / size)
        }
        var size: Double { hypot(re, im) }
        var angle: Double { atan2(im, re) }
        var conjugate: Complex { Complex(re: re, im: -im) }
        var squareRoot: Complex {
            let root = sqrt(size)
            return Complex(re: root * cos(angle / 2), im: root * sin(angle / 2))
        }
    }

    /// The samples around a frequency: .15 s under Hann's window, turned back by exp(-2 pi i f t).
    static func projection(_ values: [Float], at seconds: Double, hertz: Double) -> Complex {
        let first = Int(seconds * 48_000)
        let count = 7_200
        var sum = Complex(re: 0, im: 0)
        for k in 0..<count {
            let window = pow(sin(.pi * (Double(k) + 0.5) / Double(count)), 2)
            let angle = 2 * Double.pi * hertz * Double(first + k) / 48_000
            let value = Double(values[first + k]) * window
            sum = sum + Complex(re: value * cos(angle), im: -value * sin(angle))
        }
        return sum
    }

    static let hertz: [SoundName: (Double, Double)] = [
        .gong: (220, 1.6), .bell: (330, 0.8), .gongEnd: (176, 2.1),
    ]

    @Test(arguments: [SoundName.gong, .bell, .gongEnd], 2..<7)
    func laterPartialsHaveTheirPitchAndDecay(_ name: SoundName, _ index: Int) throws {
        let (fundamental, decay) = try #require(Self.hertz[name])
        let (ratio, _, share) = StrikeSoundTests.partials[index]
        let values = PracticeSound.named(name).samples(level: 1).values
        let frequency = fundamental * ratio
        let start = Self.projection(values, at: 0.01, hertz: frequency)
        let near = Self.projection(values, at: 0.02, hertz: frequency) / start
        let far = Self.projection(values, at: 0.11, hertz: frequency) / start
        // Ten milliseconds leave no doubt about whole turns within the window's 13 Hz.
        #expect(abs(near.angle / (2 * .pi * 0.01)) < 0.5)
        #expect(abs(-0.1 / log(far.size) / (decay * share) - 1) < 0.02)
    }

    /// Two exponentials of one spacing fulfil z[n + 2] = p z[n + 1] + q z[n]; the roots of
    /// x^2 = p x + q are their steps (Prony 1795).
    @Test(arguments: [SoundName.gong, .bell, .gongEnd])
    func theFirstTwoPartialsBeatAndDecay(_ name: SoundName) throws {
        let (fundamental, decay) = try #require(Self.hertz[name])
        let values = PracticeSound.named(name).samples(level: 1).values
        let step = 0.25
        let z = (0..<10).map {
            Self.projection(values, at: 0.5 + step * Double($0), hertz: fundamental)
        }
        let (p, q) = Self.recurrence(z)
        let half = p * Complex(re: 0.5, im: 0)
        let root = (half * half + q).squareRoot
        let found = [half + root, half - root].sorted { $0.angle < $1.angle }
        for (pole, ratio) in zip(found, [1, 1.004]) {
            let offset = pole.angle / (2 * .pi * step)
            #expect(abs(offset - fundamental * (ratio - 1)) < 0.05)
            #expect(abs(-step / log(pole.size) / decay - 1) < 0.02)
        }
    }

    /// p and q by least squares.
    private static func recurrence(_ z: [Complex]) -> (Complex, Complex) {
        func product(_ a: Int, _ b: Int) -> Complex {
            (0..<z.count - 2).reduce(Complex(re: 0, im: 0)) { $0 + z[$1 + a].conjugate * z[$1 + b] }
        }
        let determinant = product(1, 1) * product(0, 0) - product(1, 0) * product(0, 1)
        let p = product(1, 2) * product(0, 0) - product(1, 0) * product(0, 2)
        let q = product(1, 1) * product(0, 2) - product(0, 1) * product(1, 2)
        return (p / determinant, q / determinant)
    }
}

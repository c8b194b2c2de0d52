/// A complex number in two doubles, real part first: the layout of C's `double complex`.
@frozen
public struct ComplexNumber: Sendable, Equatable {
    public var real: Double
    public var imaginary: Double

    public init(_ real: Double, _ imaginary: Double = 0) {
        self.real = real
        self.imaginary = imaginary
    }

    /// Square of the magnitude.
    public var squaredMagnitude: Double { real * real + imaginary * imaginary }

    /// Both parts multiplied by a real number.
    public static func * (number: ComplexNumber, factor: Double) -> ComplexNumber {
        ComplexNumber(number.real * factor, number.imaginary * factor)
    }

    public static func + (a: ComplexNumber, b: ComplexNumber) -> ComplexNumber {
        ComplexNumber(a.real + b.real, a.imaginary + b.imaginary)
    }

    public static func - (a: ComplexNumber, b: ComplexNumber) -> ComplexNumber {
        ComplexNumber(a.real - b.real, a.imaginary - b.imaginary)
    }

    public static func * (a: ComplexNumber, b: ComplexNumber) -> ComplexNumber {
        ComplexNumber(
            a.real * b.real - a.imaginary * b.imaginary,
            a.real * b.imaginary + a.imaginary * b.real)
    }

    /// NaN parts for a divisor of 0.
    public static func / (a: ComplexNumber, b: ComplexNumber) -> ComplexNumber {
        let square = b.squaredMagnitude
        return ComplexNumber(
            (a.real * b.real + a.imaginary * b.imaginary) / square,
            (a.imaginary * b.real - a.real * b.imaginary) / square)
    }
}

// The platform's C mathematics, under the names the package uses. Nothing else imports it.
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Elementary functions of the platform's C library, so that no module needs Foundation for them.
public enum PlatformMath {
    /// Natural logarithm; -infinity at 0, NaN below.
    public static func log(_ x: Double) -> Double { cMathLog(x) }
    /// log(1 + x) without the loss of digits near 0; -infinity at -1, NaN below.
    public static func logOnePlus(_ x: Double) -> Double { cMathLogOnePlus(x) }
    /// Logarithm to base 10; -infinity at 0, NaN below.
    public static func log10(_ x: Double) -> Double { cMathLog10(x) }
    /// e to the power x.
    public static func exp(_ x: Double) -> Double { cMathExp(x) }
    /// e to the power x, in single precision.
    public static func exp(_ x: Float) -> Float { cMathExp(x) }
    /// Sine; radians.
    public static func sin(_ x: Double) -> Double { cMathSin(x) }
    /// Cosine; radians.
    public static func cos(_ x: Double) -> Double { cMathCos(x) }
    /// Angle of a complex number; radians; -pi ... pi; 0 for 0.
    public static func angle(_ z: ComplexNumber) -> Double { cMathAngle(z.imaginary, z.real) }
}

// Free functions, because inside the enumeration the names above hide the C ones.
private func cMathLog(_ x: Double) -> Double { log(x) }
private func cMathLogOnePlus(_ x: Double) -> Double { log1p(x) }
private func cMathLog10(_ x: Double) -> Double { log10(x) }
private func cMathExp(_ x: Double) -> Double { exp(x) }
private func cMathExp(_ x: Float) -> Float { expf(x) }
private func cMathSin(_ x: Double) -> Double { sin(x) }
private func cMathCos(_ x: Double) -> Double { cos(x) }
private func cMathAngle(_ y: Double, _ x: Double) -> Double { atan2(y, x) }

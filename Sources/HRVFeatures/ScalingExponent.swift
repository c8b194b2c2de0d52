import PhysioDSP

/// The slope of log y against log x by least squares: the exponent of y as a power of x.
///
/// - Parameter points: x and y, in any order.
/// - Returns: nil below two different x, and where any number is not finite and above 0.
func scalingExponent(_ points: [(x: Double, y: Double)]) -> Double? {
    guard points.allSatisfy({ $0.x > 0 && $0.y > 0 && $0.x.isFinite && $0.y.isFinite }),
        let meanX = Statistics.mean(points.map { PlatformMath.log($0.x) }),
        let meanY = Statistics.mean(points.map { PlatformMath.log($0.y) })
    else { return nil }
    var product = 0.0
    var square = 0.0
    for (x, y) in points {
        let distance = PlatformMath.log(x) - meanX
        product += distance * (PlatformMath.log(y) - meanY)
        square += distance * distance
    }
    return points.contains { $0.x != points[0].x } ? product / square : nil
}

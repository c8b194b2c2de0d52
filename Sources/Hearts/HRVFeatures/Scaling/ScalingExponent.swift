import PhysioDSP

/// The slope of log y against log x by least squares: the exponent of y as a power of x.
///
/// - Parameter points: x and y, in any order.
/// - Returns: nil below two different x, and where any number is not finite and above 0.
func scalingExponent(_ points: [(x: Double, y: Double)]) -> Double? {
    guard points.allSatisfy({ $0.x > 0 && $0.y > 0 && $0.x.isFinite && $0.y.isFinite }),
        points.contains(where: { $0.x != points[0].x })
    else { return nil }
    let logs = points.map { (x: PlatformMath.log($0.x), y: PlatformMath.log($0.y)) }
    let count = Double(logs.count)
    let sums = logs.reduce((x: 0, y: 0)) { ($0.x + $1.x, $0.y + $1.y) }
    let mean = (x: sums.x / count, y: sums.y / count)
    var productSum = 0.0
    var squareSum = 0.0
    for (x, y) in logs {
        productSum += (x - mean.x) * (y - mean.y)
        squareSum += (x - mean.x) * (x - mean.x)
    }
    return productSum / squareSum
}

/// |a - b| relative to the larger magnitude; 0 for equal numbers.
public func relativeError(_ a: Double, _ b: Double) -> Double {
    a == b ? 0 : abs(a - b) / max(abs(a), abs(b))
}

/// Returns the value limited to the range from 0 to 1.
func clamped(_ value: Double) -> Double { min(1, max(0, value)) }

/// A weighted mean of two values: `a` at weight 0, `b` at weight 1.
func blend(_ a: Double, _ b: Double, _ weight: Double) -> Double { (1 - weight) * a + weight * b }

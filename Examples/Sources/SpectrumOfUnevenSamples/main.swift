// Signal processing without hearts: the power of a tone sampled at uneven times.
import PhysioDSP

let times = (0..<400).map { Double($0) * 0.5 + 0.2 * PlatformMath.sin(Double($0)) }
let values = times.map { 3 * PlatformMath.sin(2 * .pi * 0.3 * $0) }

let spectrum = LombScargle().density(
    times: times, values: values, coveredSeconds: 200, stepHz: 1 / 800, count: 700)
print("power", spectrum.power(fromHz: 0.25, toHz: 0.35), "of 4.5")
print("peak", spectrum.peakHz(fromHz: 0.1, toHz: 0.8) ?? .nan, "Hz")

import PhysioDSP

/// r[l] = sum over t of x[t] y[t + l], for the lags 0 ... L of two series of any length.
enum Correlation {
    /// Length of the transforms; a block and the lags after it fit into one.
    private static let transformCount = 8192

    /// - Parameter lagCount: L + 1, 1 to 4,096.
    /// - Complexity: linear in n: two transforms of 8,192 for each block of 8,193 - `lagCount`.
    static func sums(_ x: [Double], _ y: [Double], lagCount: Int) -> [Double] {
        precondition(x.count == y.count, "the series are equally long")
        precondition((1...transformCount / 2).contains(lagCount), "there are 1 to 4,096 lags")
        let transform = RealFFT(count: transformCount)
        let blockSampleCount = transformCount - lagCount + 1
        var total = [ComplexNumber](
            repeating: ComplexNumber(0, 0), count: transform.spectrumCount)
        var block = [Double](repeating: 0, count: transformCount)
        var whole = block
        for start in stride(from: 0, to: x.count, by: blockSampleCount) {
            for i in 0..<transformCount {
                let isInside = start + i < x.count
                whole[i] = isInside ? y[start + i] : 0
                block[i] = isInside && i < blockSampleCount ? x[start + i] : 0
            }
            let a = transform.forward(block)
            let b = transform.forward(whole)
            for k in total.indices {
                total[k] = total[k] + ComplexNumber(a[k].real, -a[k].imaginary) * b[k]
            }
        }
        let result = transform.inverse(total)
        return result[..<lagCount].map { $0 / Double(transformCount) }
    }
}

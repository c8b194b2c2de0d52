import CHeartKernels

/// The weight of each measure of a candidate as evidence for a QRS complex: the log of the odds is
/// the bias and the sum of weights times measures.
@_spi(Studies) public struct QRSWeights: Sendable, Equatable {
    public var bias: Double
    /// One a measure, in the order of ``measureNames``.
    public var measures: [Double]

    /// - Precondition: there are as many weights as measures.
    public init(bias: Double, measures: [Double]) {
        precondition(measures.count == Self.measureNames.count, "one weight a measure")
        self.bias = bias
        self.measures = measures
    }

    /// The names of the measures; the source of the kernel describes them.
    public static let measureNames: [String] = (0..<Int(CK_QRS_MEASURE_COUNT)).map {
        String(cString: ck_qrs_measure_name($0))
    }

    /// The weights by which ``QRSStream`` decides.
    public static let standard = {
        let weights = ck_qrs_standard_weights().pointee
        return QRSWeights(
            bias: weights.bias,
            measures: withUnsafeBytes(of: weights.measures) {
                Array($0.bindMemory(to: Double.self))
            })
    }()

    var kernelWeights: ck_qrs_weights {
        var weights = ck_qrs_weights()
        weights.bias = bias
        withUnsafeMutableBytes(of: &weights.measures) { bytes in
            measures.withUnsafeBytes { bytes.copyMemory(from: $0) }
        }
        return weights
    }
}

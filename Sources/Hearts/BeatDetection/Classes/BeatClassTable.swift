// Written by Scripts/beat_classes/train.py from 22 MIT-BIH records (seed 0); do not edit.

extension BeatClassModel {
    /// Ventricular, by shape and time.
    static let ventricularShape = BeatClassModel(
        intercept: -3.4382,
        terms: [
            Term(.cs, [(0, 0.0000), (0.5, -0.6278), (0.8, -1.4500), (1, -2.1239)]),
            Term(.similarity, [(0, 0.0000), (0.5, -0.7940), (0.8, -1.9709), (0.95, -2.8336)]),
            Term(
                .shapeWidthLog2Ratio, [(-0.3, 0.0000), (0.1, 0.1611), (0.4, 0.3336), (1, -0.0504)]),
            Term(.widthLog2Ratio, [(-0.3, 0.0000), (0.1, 0.2983), (0.4, 0.6735), (1, 0.6673)]),
            Term(.shapeLog2Width, [(3.5, 0.0000), (4.5, 1.5105), (5.5, 3.4848)]),
            Term(
                .shapeShortIntervalShare, [(0, 0.0000), (0.3, 0.9775), (0.7, 2.9590), (1, 4.1072)]),
            Term(.shapeNextLog2Ratio, [(-0.5, 0.0000), (0, 0.0567), (0.4, 0.2100), (1, -0.8127)]),
            Term(
                .neighbourLog2Ratio,
                [(-0.8, 0.0000), (-0.3, -1.1652), (-0.1, -2.3585), (0.2, -4.4622)]),
            Term(.nextOwnLog2Ratio, [(-0.5, 0.0000), (0, -0.1174), (0.4, 0.4358), (1, 1.3852)]),
            Term(.pairMinuteLog2Ratio, [(-0.4, 0.0000), (-0.1, 1.7099), (0.1, 3.5001)]),
            Term(.share, [(0, 0.0000), (0.03, 0.0043), (0.2, 0.1577), (0.6, -2.0622)]),
            Term(.shapePWaveCorrelation, [(0, 0.0000), (0.4, -0.8588), (0.8, -1.8862)]),
            Term(.pWaveCorrelation, [(0, 0.0000), (0.4, -0.0338), (0.8, -0.3291)]),
            Term(.tWaveCorrelation, [(-0.5, 0.0000), (0.3, -0.2328), (0.9, -0.3870)]),
            Term(.tWavePolarity, [(-1, 0.0000), (1, 0.8293)]),
            Term(.neighbourIrregularity, [(0, 0.0000), (0.1, -0.7058), (0.3, -2.6060)]),
            Term(.neighbourDissimilarity, [(0, 0.0000), (0.1, -0.7396), (0.3, -2.5160)]),
            Term(.af, [(0, 0.0000), (1, -2.4236)]),
            Term(.hf, [(0, 0.0000), (1, -0.3977), (2.5, 0.0735)]),
            Term(.precedingRangeLog2Ratio, [(0, 0.0000), (1, -0.4070), (2.5, -0.5787)]),
            Term(.shapeLog2Count, [(0, 0.0000), (2, 0.1049), (4, 0.7877), (7, 2.9112)]),
        ],
        products: [
            ProductTerm(.shapeWidthLog2Ratio, 0...1, .shapePWaveCorrelation, 0...0.8, -0.0582),
            ProductTerm(.cs, 0...1, .shapePWaveCorrelation, 0...0.8, 1.7844),
            ProductTerm(.cs, 0...1, .shapeShortIntervalShare, 0...1, 1.2411),
            ProductTerm(.shapeWidthLog2Ratio, 0...1, .shapeShortIntervalShare, 0...1, -4.3970),
            ProductTerm(.neighbourDissimilarity, 0...0.3, .shapeShortIntervalShare, 0...1, 2.3729),
            ProductTerm(.neighbourDissimilarity, 0...0.3, .shapeWidthLog2Ratio, 0...1, 1.2757),
            ProductTerm(.neighbourLog2Ratio, -1...0, .neighbourIrregularity, 0...0.3, 2.3692),
            ProductTerm(.hf, 0...2.5, .shapeLog2Count, 0...4, 0.5101),
            ProductTerm(.af, 0...1, .shapeWidthLog2Ratio, 0...1, -0.9197),
            ProductTerm(.af, 0...1, .widthLog2Ratio, 0...1, -0.9073),
        ])

    /// Ventricular, by that of the beat, its shape and its neighbours.
    static let ventricularContext = BeatClassModel(
        intercept: -6.1754,
        terms: [
            Term(.ventricularLogOdds, [(-5, 0.0000), (-1.5, 2.6462), (1.5, 5.0171), (5, 7.9774)]),
            Term(
                .shapeVentricularLogOdds,
                [(-5, 0.0000), (-1.5, 0.6579), (1.5, 2.3020), (5, 4.7929)]),
            Term(.previousProbability, [(0, 0.0000), (1, -0.3563)]),
            Term(.nextProbability, [(0, 0.0000), (1, 1.0360)]),
            Term(.secondPreviousProbability, [(0, 0.0000), (1, 0.8393)]),
            Term(.secondNextProbability, [(0, 0.0000), (1, 1.3966)]),
        ],
        products: [])

    /// Supraventricular, of a beat that is not ventricular.
    static let supraventricular = BeatClassModel(
        intercept: 1.0157,
        terms: [
            Term(
                .acceptedMedianLog2Ratio,
                [
                    (-0.9, 0.0000), (-0.4, -0.3317), (-0.2, -0.7053), (-0.08, -1.0447),
                    (0.1, -1.6550),
                ]),
            Term(
                .acceptedDeviationRatio,
                [(-6, 0.0000), (-3, -0.8370), (-1.5, -1.6281), (0, -2.6145)]),
            Term(
                .acceptedMinLog2Ratio,
                [
                    (-0.8, 0.0000), (-0.3, -0.0742), (-0.15, -0.1891), (-0.05, -0.3040),
                    (0.15, -0.5120),
                ]),
            Term(.nextOwnLog2Ratio, [(-0.4, 0.0000), (0, 0.1410), (0.2, 0.6013), (0.8, 2.4228)]),
            Term(
                .nextMinuteLog2Ratio,
                [(-0.5, 0.0000), (-0.1, 0.4872), (0.1, 1.2083), (0.5, 2.7210)]),
            Term(.earlyFlag, [(0, 0.0000), (1, 1.5479)]),
            Term(.air, [(0, 0.0000), (0.03, -0.1731), (0.08, -0.7670), (0.2, -2.8975)]),
            Term(.pWaveCorrelation, [(0, 0.0000), (0.4, -0.1877), (0.8, -1.1257)]),
            Term(.shapePWaveCorrelation, [(0.2, 0.0000), (0.5, 0.4613), (0.8, 0.7363)]),
            Term(.cs, [(0.5, 0.0000), (0.9, 0.0236), (1, 0.0487)]),
            Term(.similarity, [(0.5, 0.0000), (0.9, 0.7310)]),
            Term(.previousProbability, [(0, 0.0000), (1, -1.0664)]),
            Term(.nextProbability, [(0, 0.0000), (1, -0.9231)]),
            Term(.neighbourDissimilarity, [(0, 0.0000), (0.05, 0.1894), (0.2, 0.8054)]),
            Term(.hf, [(0, 0.0000), (1, 0.4524), (2, 0.6514)]),
            Term(
                .threeBeforeLog2Ratio,
                [(-0.8, 0.0000), (-0.4, -1.1514), (-0.2, -2.2875), (0, -3.8098)]),
        ],
        products: [
            ProductTerm(.acceptedMedianLog2Ratio, -0.8...0, .pWaveCorrelation, 0...0.8, -2.0733),
            ProductTerm(.acceptedMedianLog2Ratio, -0.8...0, .air, 0...0.1, 0.2998),
        ])
}

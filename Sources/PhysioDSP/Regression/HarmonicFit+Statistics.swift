extension HarmonicFit {
    /// Coefficients of the model, p = 3 + 2 M.
    public var parameterCount: Int { Self.trendCount + 2 * harmonicCount }

    /// From trough to peak of the first harmonic, 2 |z|; unit of the values.
    public var amplitude: Double { 2 * response.squaredMagnitude.squareRoot() }

    /// The share of what the trend leaves that the harmonics explain, 1 - S1 / S0; 0 ... 1; 0 where
    /// nothing is left.
    public var rSquared: Double {
        trendSquares > 0 ? max(0, 1 - residualSquares / trendSquares) : 0
    }

    /// The same by variances instead of sums, 1 - (S1 / (n - p)) / (S0 / (n - 3)), but not below 0:
    /// noise alone has a mean near 0 however few samples there are.
    public var adjustedRSquared: Double {
        guard trendSquares > 0 else { return 0 }
        let residual = residualSquares / Double(sampleCount - parameterCount)
        return max(0, 1 - residual / (trendSquares / Double(sampleCount - Self.trendCount)))
    }

    /// By how much residuals that follow one another slowly make the residual variance too good:
    /// (1 + r1) / (1 - r1), but not below 1.
    public var noiseInflation: Double {
        max(1, (1 + lagOneCorrelation) / (1 - lagOneCorrelation))
    }

    /// The F ratio ((S0 - S1) / 2 M) / (S1 / (n - p)) over ``noiseInflation``; 0 for no rhythm,
    /// infinity for no residual.
    public var f: Double {
        guard trendSquares > 0 else { return 0 }
        let explained = (trendSquares - residualSquares) / Double(2 * harmonicCount)
        return max(0, explained / (residualVariance * noiseInflation))
    }

    /// How often samples without the rhythm have so large an F: by the distribution
    /// F(2 M, (n - p) / inflation), as slow residuals are also fewer than they seem.
    ///
    /// White noise is below 0.01 in 1 % of cases; 1/f noise of hearts at 50 ... 95 beats/min, 60 s
    /// at 4.5 ... 7 breaths/min, in 0.1 ... 1.6 %. Without the inflation it would be 1 to 24 %.
    public var pValue: Double {
        guard f < .infinity else { return 0 }
        return FDistribution(
            numeratorDegrees: Double(2 * harmonicCount),
            denominatorDegrees: Double(sampleCount - parameterCount) / noiseInflation
        ).upperTail(f)
    }

    /// Standard error of each part of ``response``: from the variances of c1 and s1 in the fit (their
    /// mean) with the residual variance times ``noiseInflation``; unit of the values.
    ///
    /// White noise: right. 1/f noise, as for ``pValue``: 1.06 to 1.7 times the true one.
    public var responseStandardError: Double {
        (responseVariance * residualVariance * noiseInflation).squareRoot()
    }

    /// S1 / (n - p); unit^2.
    private var residualVariance: Double {
        residualSquares / Double(sampleCount - parameterCount)
    }
}

extension HarmonicFit {
    /// Coefficients of the model, p = 3 + 2 M.
    public var parameterCount: Int { Self.trendCount + 2 * harmonicCount }

    /// The amplitude of the first harmonic from trough to peak, 2 |z|; unit of the values.
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

    /// The factor by which the residual variance is too small where residuals follow one another
    /// slowly: (1 + r) / (1 - r), but not below 1.
    ///
    /// r is r1 + p / n, as the fit takes about p / n from the correlation of white noise, and at most
    /// 1 - 1 / n.
    public var noiseInflation: Double {
        let n = Double(sampleCount)
        let r = min(1 - 1 / n, lagOneCorrelation + Double(parameterCount) / n)
        return max(1, (1 + r) / (1 - r))
    }

    /// The F ratio ((S0 - S1) / 2 M) / (S1 / (n - p)) over ``noiseInflation``; 0 for no rhythm,
    /// infinity for no residual.
    public var f: Double {
        guard trendSquares > 0 else { return 0 }
        let explainedVariance = (trendSquares - residualSquares) / Double(2 * harmonicCount)
        return max(0, explainedVariance / (residualVariance * noiseInflation))
    }

    /// The probability of so large an F for samples without the rhythm, by the distribution F(2 M,
    /// n - p).
    ///
    /// Below 0.01 in 0.6 to 0.9 % of cases of white noise, and in 0.0 to 1.0 % of 1/f noise sampled
    /// by hearts at 50 ... 110 beats/min over 60 s, tested at 4.5 ... 7 breaths/min; without the
    /// inflation it would be 1 to 24 %. A segment of two breaths cannot know slow noise: there 1/f
    /// noise is below 0.01 in 11 %.
    public var pValue: Double {
        guard f < .infinity else { return 0 }
        return FDistribution(
            numeratorDegreesOfFreedom: Double(2 * harmonicCount),
            denominatorDegreesOfFreedom: Double(sampleCount - parameterCount)
        ).upperTailProbability(f)
    }

    /// Standard error of each part of ``response``: from the variances of c1 and s1 in the fit (their
    /// mean) with the residual variance times ``noiseInflation``; unit of the values.
    ///
    /// Over the true one, 60 s: 1.05 to 1.1 for white noise, 1.2 to 1.8 for 1/f noise. Over two
    /// breaths: 1.1 and 0.8.
    public var responseStandardError: Double {
        (responseVariance * residualVariance * noiseInflation).squareRoot()
    }

    /// S1 / (n - p); unit^2.
    private var residualVariance: Double {
        residualSquares / Double(sampleCount - parameterCount)
    }
}

import PhysioTypes

/// The differences of each program from this toolkit.
extension Conventions {
    /// Task Force 1996, Circulation 93:1043, tables 1 and 2: pNN50 over the number of NN intervals;
    /// normalised units over total power less VLF. Where the report leaves a choice ours stands.
    mutating func applyTaskForce(_ recordingSeconds: Double) {
        pnnDivisor = .intervals
        normalisedUnits = .percentOfTotalLessVLF
        // Recordings of a day have ULF; in those of five minutes VLF is all below 0.04 Hz.
        if recordingSeconds < MetricDefinition.minULFSeconds { bands.set("vlf", 0, 0.04) }
    }

    /// Follows the program's guides and published comparisons; it cannot be run here.
    mutating func applyKubios() {
        timeDomainTrend = .smoothnessPriors
        spectrumTrend = .smoothnessPriors
        estimator = .welch300Seconds
        grid = .cubic4Hz
        bands.set("vlf", 0, 0.04)
        totalPower = .sumOfVLFToHF
        normalisedUnits = .percentOfTotalLessVLF
        shortBoxes = 4...12
        longBoxes = .range(13...64)
        stressIndex = .squareRoot
    }

    /// hrv_time.py, hrv_frequency.py, signal_psd.py, hrv_nonlinear.py of version 0.2.13.
    mutating func applyNeuroKit() {
        gaps = .closed
        pnnDivisor = .intervals
        segments = .rounded
        tinn = .insideTriangle
        estimator = .welchHalves
        grid = .quadratic100Hz
        spectrumTrend = .mean
        integration = .halfOpenTrapezia
        bands.set("ulf", 0, 0.0033)
        bands.set("vlf", 0.0033, 0.04)
        totalPower = .sumOfAllBands
        normalisedUnits = .percentOfTotal
        shannon = .distinctValues
        fuzzy = .exponential
        multiscale = .twelfthOfCount
        shortBoxes = 4...11
        longBoxes = .twelveToTenthOfCount
        boxes = .halfOverlapping
        correlationDimension = .twoIntervals
        lempelZivThreshold = .mean
        symbols = .fourQuantiles
    }

    /// time_domain.py, frequency_domain.py, nonlinear.py of version 0.5.0 and nolds' dfa and sampen.
    mutating func applyPyHRV() {
        gaps = .closed
        segments = .filledInTurn
        tinn = .smoothed
        estimator = .welch300Seconds
        grid = .cubic4Hz
        spectrumTrend = .mean
        taper = .hamming
        integration = .closedSum
        bands.set("vlf", 0, 0.04)
        totalPower = .sumOfVLFToHF
        poincare = .pairsDividedByCount
        matching = .below
        longBoxes = .range(17...64)
        boxes = .meanOfRoots
    }

    /// extract_features.py of version 1.0.5 and nolds' sampen.
    mutating func applyHRVAnalysis() {
        gaps = .closed
        sdsd = .signedDividedByCount
        rateDivisor = .count
        histogram = .eightMs
        estimator = .welch64Seconds
        grid = .linear4Hz
        spectrumTrend = .mean
        integration = .halfOpenTrapezia
        totalPower = .sumOfVLFToHF
        poincare = .fromSDNN
        toleranceDivisor = .count
        matching = .below
    }

    /// The toolbox's published window tables; of `sampen` that a distance must be below r.
    mutating func applyPhysioNet() {
        acceptedRangeMs = 375...2000
        pnnComparison = .atLeast
        poincare = .fromSDNN
        matching = .below
    }
}

extension HRVBands {
    fileprivate mutating func set(_ name: String, _ lowHz: Double, _ highHz: Double) {
        guard let band = FrequencyBand(lowHz: lowHz, highHz: highHz) else {
            preconditionFailure("a band has 0 <= low < high")
        }
        set(name, to: band)
    }
}

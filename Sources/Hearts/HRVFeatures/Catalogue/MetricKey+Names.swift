/// The short names of the keys, for code that mentions a metric.
///
/// A new metric needs a line here only where other code names it: everything that treats all
/// metrics alike goes through ``MetricKey/allCases``.
extension MetricKey {
    public static var meanNN: Self { Self(.timeDomain(.meanNN)) }
    public static var sdnn: Self { Self(.timeDomain(.sdnn)) }
    public static var sdann1: Self { Self(.timeDomain(.sdann1)) }
    public static var sdnni1: Self { Self(.timeDomain(.sdnni1)) }
    public static var sdann2: Self { Self(.timeDomain(.sdann2)) }
    public static var sdnni2: Self { Self(.timeDomain(.sdnni2)) }
    public static var sdann5: Self { Self(.timeDomain(.sdann5)) }
    public static var sdnni5: Self { Self(.timeDomain(.sdnni5)) }
    public static var rmssd: Self { Self(.timeDomain(.rmssd)) }
    public static var sdsd: Self { Self(.timeDomain(.sdsd)) }
    public static var cvnn: Self { Self(.timeDomain(.cvnn)) }
    public static var cvsd: Self { Self(.timeDomain(.cvsd)) }
    public static var medianNN: Self { Self(.timeDomain(.medianNN)) }
    public static var madNN: Self { Self(.timeDomain(.madNN)) }
    public static var mcvNN: Self { Self(.timeDomain(.mcvNN)) }
    public static var iqrNN: Self { Self(.timeDomain(.iqrNN)) }
    public static var sdRMSSD: Self { Self(.timeDomain(.sdRMSSD)) }
    public static var prc20NN: Self { Self(.timeDomain(.prc20NN)) }
    public static var prc80NN: Self { Self(.timeDomain(.prc80NN)) }
    public static var nn50: Self { Self(.timeDomain(.nn50)) }
    public static var nn20: Self { Self(.timeDomain(.nn20)) }
    public static var pnn50: Self { Self(.timeDomain(.pnn50)) }
    public static var pnn20: Self { Self(.timeDomain(.pnn20)) }
    public static var minNN: Self { Self(.timeDomain(.minNN)) }
    public static var maxNN: Self { Self(.timeDomain(.maxNN)) }
    public static var rangeNN: Self { Self(.timeDomain(.rangeNN)) }
    public static var meanHR: Self { Self(.timeDomain(.meanHR)) }
    public static var sdHR: Self { Self(.timeDomain(.sdHR)) }
    public static var minHR: Self { Self(.timeDomain(.minHR)) }
    public static var maxHR: Self { Self(.timeDomain(.maxHR)) }

    public static var hti: Self { Self(.geometric(.hti)) }
    public static var tinn: Self { Self(.geometric(.tinn)) }

    public static var ulf: Self { Self(.frequencyDomain(.ulf)) }
    public static var vlf: Self { Self(.frequencyDomain(.vlf)) }
    public static var lf: Self { Self(.frequencyDomain(.lf)) }
    public static var hf: Self { Self(.frequencyDomain(.hf)) }
    public static var vhf: Self { Self(.frequencyDomain(.vhf)) }
    public static var totalPower: Self { Self(.frequencyDomain(.totalPower)) }
    public static var ulfMsSquared: Self { Self(.frequencyDomain(.ulfMsSquared)) }
    public static var vlfMsSquared: Self { Self(.frequencyDomain(.vlfMsSquared)) }
    public static var lfMsSquared: Self { Self(.frequencyDomain(.lfMsSquared)) }
    public static var hfMsSquared: Self { Self(.frequencyDomain(.hfMsSquared)) }
    public static var vhfMsSquared: Self { Self(.frequencyDomain(.vhfMsSquared)) }
    public static var totalPowerMsSquared: Self { Self(.frequencyDomain(.totalPowerMsSquared)) }
    public static var lfhf: Self { Self(.frequencyDomain(.lfhf)) }
    public static var lfn: Self { Self(.frequencyDomain(.lfn)) }
    public static var hfn: Self { Self(.frequencyDomain(.hfn)) }
    public static var lnHF: Self { Self(.frequencyDomain(.lnHF)) }
    public static var vlfPeak: Self { Self(.frequencyDomain(.vlfPeak)) }
    public static var lfPeak: Self { Self(.frequencyDomain(.lfPeak)) }
    public static var hfPeak: Self { Self(.frequencyDomain(.hfPeak)) }

    public static var sd1: Self { Self(.poincare(.sd1)) }
    public static var sd2: Self { Self(.poincare(.sd2)) }
    public static var sd1sd2: Self { Self(.poincare(.sd1sd2)) }
    public static var ellipseArea: Self { Self(.poincare(.ellipseArea)) }
    public static var csi: Self { Self(.poincare(.csi)) }
    public static var cvi: Self { Self(.poincare(.cvi)) }
    public static var csiModified: Self { Self(.poincare(.csiModified)) }

    public static var dfaAlpha1: Self { Self(.nonlinear(.dfaAlpha1)) }
    public static var dfaAlpha2: Self { Self(.nonlinear(.dfaAlpha2)) }
    public static var sampEn: Self { Self(.nonlinear(.sampEn)) }
    public static var apEn: Self { Self(.nonlinear(.apEn)) }
    public static var shanEn: Self { Self(.nonlinear(.shanEn)) }
    public static var higuchi: Self { Self(.nonlinear(.higuchi)) }
    public static var katz: Self { Self(.nonlinear(.katz)) }
    public static var lempelZiv: Self { Self(.nonlinear(.lempelZiv)) }
    public static var symbols0V: Self { Self(.nonlinear(.symbols0V)) }
    public static var symbols1V: Self { Self(.nonlinear(.symbols1V)) }
    public static var symbols2LV: Self { Self(.nonlinear(.symbols2LV)) }
    public static var symbols2UV: Self { Self(.nonlinear(.symbols2UV)) }
    public static var stressIndex: Self { Self(.nonlinear(.stressIndex)) }
    public static var decelerationCapacity: Self { Self(.nonlinear(.decelerationCapacity)) }
    public static var accelerationCapacity: Self { Self(.nonlinear(.accelerationCapacity)) }
    public static var fuzzyEn: Self { Self(.nonlinear(.fuzzyEn)) }
    public static var msEn: Self { Self(.nonlinear(.msEn)) }
    public static var cmsEn: Self { Self(.nonlinear(.cmsEn)) }
    public static var rcmsEn: Self { Self(.nonlinear(.rcmsEn)) }
    public static var mfdfaAlpha1Width: Self { Self(.nonlinear(.mfdfaAlpha1Width)) }
    public static var mfdfaAlpha2Width: Self { Self(.nonlinear(.mfdfaAlpha2Width)) }
    public static var correlationDimension: Self { Self(.nonlinear(.correlationDimension)) }
    public static var recurrence: Self { Self(.nonlinear(.recurrence)) }
    public static var determinism: Self { Self(.nonlinear(.determinism)) }
    public static var meanLineLength: Self { Self(.nonlinear(.meanLineLength)) }
    public static var maxLineLength: Self { Self(.nonlinear(.maxLineLength)) }
    public static var lineEntropy: Self { Self(.nonlinear(.lineEntropy)) }

    public static var pip: Self { Self(.fragmentation(.pip)) }
    public static var ials: Self { Self(.fragmentation(.ials)) }
    public static var pss: Self { Self(.fragmentation(.pss)) }
    public static var pas: Self { Self(.fragmentation(.pas)) }

    public static var guzik: Self { Self(.asymmetry(.guzik)) }
    public static var slopeIndex: Self { Self(.asymmetry(.slopeIndex)) }
    public static var areaIndex: Self { Self(.asymmetry(.areaIndex)) }
    public static var porta: Self { Self(.asymmetry(.porta)) }
    public static var ehlers: Self { Self(.asymmetry(.ehlers)) }
    public static var c1d: Self { Self(.asymmetry(.c1d)) }
    public static var c1a: Self { Self(.asymmetry(.c1a)) }
    public static var sd1d: Self { Self(.asymmetry(.sd1d)) }
    public static var sd1a: Self { Self(.asymmetry(.sd1a)) }
    public static var c2d: Self { Self(.asymmetry(.c2d)) }
    public static var c2a: Self { Self(.asymmetry(.c2a)) }
    public static var sd2d: Self { Self(.asymmetry(.sd2d)) }
    public static var sd2a: Self { Self(.asymmetry(.sd2a)) }
    public static var cd: Self { Self(.asymmetry(.cd)) }
    public static var ca: Self { Self(.asymmetry(.ca)) }
    public static var sdnnd: Self { Self(.asymmetry(.sdnnd)) }
    public static var sdnna: Self { Self(.asymmetry(.sdnna)) }

    public static var rsaPorgesBohrer: Self { Self(.respiration(.rsaPorgesBohrer)) }
    public static var breathingRate: Self { Self(.respiration(.breathingRate)) }

    public static var turbulenceOnset: Self { Self(.turbulence(.turbulenceOnset)) }
    public static var turbulenceSlope: Self { Self(.turbulence(.turbulenceSlope)) }
}

import CSignalKernels

/// The sums of ``LombScargle`` by non-uniform transforms: of the products and of the weights at t,
/// and of the weights at 2 t.
///
/// A transform's modes are multiples of the step from 0 up. A grid that begins elsewhere is reached
/// by turning every sample by exp(-2 pi i f t) first; the real and the imaginary part of what that
/// leaves are transformed separately.
final class LombTransforms {
    /// The modes that hold a grid's frequencies.
    struct Layout {
        /// Mode of the first frequency.
        let firstMode: Int
        let modeCount: Int
        /// True if the samples are rotated so that mode 0 is the first frequency.
        let isShifted: Bool

        /// - Parameter maxDistanceSeconds: the greatest distance of a sample from the origin.
        init(_ grid: FrequencyGrid, maxDistanceSeconds: Double) {
            let modes = (grid.firstHz / grid.stepHz).rounded()
            let remainder = grid.firstHz.addingProduct(-modes, grid.stepHz)
            let isMultiple = abs(remainder) * maxDistanceSeconds < 1e-15
            // A few modes too many are cheaper than twice as many transforms.
            let canStartAtZero = isMultiple && modes <= Double(grid.count)
            firstMode = canStartAtZero ? Int(modes) : 0
            modeCount = firstMode + grid.count
            isShifted = !canStartAtZero
        }
    }

    /// Returns true if positions retain their accuracy: below 2^50 grid points from the origin. No
    /// series in seconds comes near.
    static func canLocate(_ samples: WeightedSamples, on grid: FrequencyGrid) -> Bool {
        samples.moments.reach_s * grid.stepHz * 8 * Double(grid.count) < 0x1p49
    }

    private var cachedTransform:
        (modeCount: Int, accuracy: LombScargle.Accuracy, transform: NonuniformFFT)?
    private var cells = AlignedMemory<Int32>()
    private var offsets = AlignedMemory<Double>()
    private var firstField = AlignedMemory<Double>()
    private var secondField = AlignedMemory<Double>()
    private var data = AlignedMemory<ComplexNumber>()
    private var baseFrequencySums = AlignedMemory<ComplexNumber>()
    private var doubleFrequencySums = AlignedMemory<ComplexNumber>()
    private var shiftedValues = AlignedMemory<Double>()
    private var imaginarySums = AlignedMemory<ComplexNumber>()
    private var scratch = AlignedMemory<Double>()

    func sums(
        of samples: WeightedSamples, on grid: FrequencyGrid, accuracy: LombScargle.Accuracy
    ) -> TrigonometricSums {
        let layout = Layout(grid, maxDistanceSeconds: samples.moments.reach_s)
        let transform = transform(layout.modeCount, accuracy)
        let sums = (
            data: data.reserve(transform.spectrumCount),
            baseFrequency: baseFrequencySums.reserve(transform.spectrumCount),
            doubleFrequency: doubleFrequencySums.reserve(transform.spectrumCount)
        )
        if layout.isShifted {
            fill(sums, shifted: samples, grid, transform)
        } else {
            fill(sums, samples, grid, transform)
        }
        return TrigonometricSums(
            data: sums.data + layout.firstMode,
            baseFrequencySums: sums.baseFrequency + layout.firstMode,
            doubleFrequencySums: sums.doubleFrequency + layout.firstMode,
            factors: transform.factors + layout.firstMode)
    }

    private func transform(_ modeCount: Int, _ accuracy: LombScargle.Accuracy) -> NonuniformFFT {
        if let cachedTransform, cachedTransform.modeCount == modeCount,
            cachedTransform.accuracy == accuracy
        {
            return cachedTransform.transform
        }
        let newTransform = NonuniformFFT.shared(
            modeCount: modeCount, tolerance: accuracy.transformTolerance)
        cachedTransform = (modeCount, accuracy, newTransform)
        return newTransform
    }

    private typealias Spectrum = UnsafeMutablePointer<ComplexNumber>

    private func points(
        _ samples: WeightedSamples, _ rate: Double, _ transform: NonuniformFFT
    ) -> NonuniformFFT.Points {
        transform.locatedPoints(
            samples.times, origin: samples.origin, rate: rate, cells: cells.reserve(samples.count),
            offsets: offsets.reserve(samples.count))
    }

    private func fill(
        _ sums: (data: Spectrum, baseFrequency: Spectrum, doubleFrequency: Spectrum),
        _ samples: WeightedSamples,
        _ grid: FrequencyGrid, _ transform: NonuniformFFT
    ) {
        let fields = (
            firstField.reserve(transform.fieldCount), secondField.reserve(transform.fieldCount)
        )
        transform.spectra(
            of: points(samples, grid.stepHz, transform), samples.weightedDeviations,
            samples.weights,
            fields: fields, scratch: scratch.reserve(transform.scratchCount),
            into: (sums.data, sums.baseFrequency))
        transform.spectrum(
            of: points(samples, 2 * grid.stepHz, transform),
            UnsafeBufferPointer(start: samples.weights, count: samples.count), field: fields.0,
            scratch: scratch.reserve(transform.scratchCount), into: sums.doubleFrequency)
    }

    private func fill(
        _ sums: (data: Spectrum, baseFrequency: Spectrum, doubleFrequency: Spectrum),
        shifted samples: WeightedSamples,
        _ grid: FrequencyGrid, _ transform: NonuniformFFT
    ) {
        let baseFrequencyPoints = points(samples, grid.stepHz, transform)
        fill(
            sums.data, samples.weightedDeviations, turnedBy: grid.firstHz, samples,
            baseFrequencyPoints, transform)
        fill(
            sums.baseFrequency, samples.weights, turnedBy: grid.firstHz, samples,
            baseFrequencyPoints,
            transform)
        let doubleFrequencyPoints = points(samples, 2 * grid.stepHz, transform)
        fill(
            sums.doubleFrequency, samples.weights, turnedBy: 2 * grid.firstHz, samples,
            doubleFrequencyPoints, transform)
    }

    /// The sums of values times exp(-2 pi i f t): with the transforms A of the real part and B of
    /// the imaginary part, A + i B.
    private func fill(
        _ sums: Spectrum, _ values: UnsafePointer<Double>, turnedBy frequencyHz: Double,
        _ samples: WeightedSamples, _ points: NonuniformFFT.Points, _ transform: NonuniformFFT
    ) {
        let count = samples.count
        let real = shiftedValues.reserve(2 * count)
        let imaginary = real + count
        ck_lomb_turn(samples.base, values, count, samples.origin, frequencyHz, real, imaginary)
        let imaginarySums = imaginarySums.reserve(transform.spectrumCount)
        transform.spectra(
            of: points, real, imaginary,
            fields: (
                firstField.reserve(transform.fieldCount), secondField.reserve(transform.fieldCount)
            ),
            scratch: scratch.reserve(transform.scratchCount), into: (sums, imaginarySums))
        for k in 0..<transform.modeCount {
            sums[k].real -= imaginarySums[k].imaginary
            sums[k].imaginary += imaginarySums[k].real
        }
    }
}

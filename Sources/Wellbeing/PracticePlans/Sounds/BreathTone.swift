import PhysioDSP
import ResonanceBreathing

/// The tone of a phase of a breath, whose pitch follows a ``ToneCue``.
///
/// The sine's phase is the integral of the frequency, in closed form: of f(t) = f0 (f1/f0)^(t/D) it is
/// f0 D / ln(f1/f0) ((f1/f0)^(t/D) - 1) cycles. So it has no jump, and no error adds up.
struct BreathTone {
    let cue: ToneCue

    func samples(rateHz: Int) -> [Double] {
        let rate = Double(rateHz)
        let count = Int((cue.durationSeconds * rate).rounded())
        let growth = PlatformMath.log(cue.endHz / cue.startHz) / cue.durationSeconds
        var samples = (0..<count).map { index in
            let time = Double(index) / rate
            let cycles =
                growth == 0
                ? cue.startHz * time
                : cue.startHz / growth * (PlatformMath.exp(growth * time) - 1)
            return PlatformMath.sin(2 * Double.pi * (cycles - cycles.rounded(.down)))
        }
        SoundFade.apply(
            to: &samples, durationSeconds: cue.durationSeconds,
            fadeOutSeconds: SoundFade.defaultSeconds, rateHz: rateHz)
        return samples
    }
}

public import ArgumentParser
import CommandSupport
import LivePipeline
public import LiveProtocol
import PracticePlans
import PracticeRuntime
public import ResonanceBreathing
import SessionHistory

extension PacerName: ExpressibleByArgument {}
extension BridgeSession.Clock: ExpressibleByArgument {}

/// The options for who leads the breath, and for how long.
struct PacingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Who leads the breath: "
                + PacerName.allCases.map { "\($0.rawValue), \($0.summary)" }
                .joined(separator: "; ") + ".", valueName: "name"))
    var pacer: PacerName = .defaultPacer

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Rate at which \(PacingOptions.startRatePacerNames) begin (default: "
                + "\(BreathRateLimits.defaultStartRate)).", valueName: "breaths/min"))
    var rate: Double?

    @Option(
        help: ArgumentHelp(
            "A pattern that is breathed unchanged: "
                + BreathPreset.builtIn.map(\.id).joined(separator: ", ")
                + ", or one of your own (hrv practice presets).",
            valueName: "name"))
    var preset: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Length of the session (default: 10).", valueName: "min"))
    var duration: Double?

    @Flag(help: "Look for the resonance frequency anew, whatever an earlier session found.")
    var findRate = false

    @Flag(help: "No pause between breathing in and out.")
    var noHold = false

    static let defaultMinutes = 10.0
    /// The pacers that begin at a rate of the settings, such as `reference and fixed`.
    private static let startRatePacerNames = PacerName.allCases.filter(\.usesStartRate)
        .map(\.rawValue).joined(separator: " and ")

    func validate() throws {
        if let duration, !UserSettings.minutesRange.contains(duration) {
            throw ValidationError("--duration is 0.1 to 1440 min")
        }
        if findRate, preset != nil || pacer != .resonanceFit {
            throw ValidationError(
                "--find-rate is for the pacer \(PacerName.resonanceFit.rawValue)")
        }
        if let rate {
            guard preset == nil else {
                throw ValidationError("a preset has its own rate: leave out --rate or --preset")
            }
            guard let limits = pacer.startRateLimits else {
                throw ValidationError(
                    "--rate is for the pacers \(PacingOptions.startRatePacerNames): \(pacer.rawValue) finds its "
                        + "own")
            }
            guard limits.contains(rate) else {
                throw ValidationError(
                    "--rate lies in \(limits.lowest) to \(limits.highest) breaths/min for "
                        + pacer.rawValue)
            }
        }
    }

    /// - Parameter minutes: of a session that has no other end; nil for one that goes on.
    /// - Parameter store: has the person's own presets; nil: only the built-in ones are known.
    func settings(minutes: Double?, _ store: SessionStore?) throws -> StreamingSettings {
        var plan = PacerPlan(
            preset == nil ? pacer : .fixed, sessionSeconds: 60 * (minutes ?? 1440))
        plan.findsAnew = findRate
        if let rate { plan.startBreathsPerMinute = rate }
        var settings = StreamingSettings(plan: plan)
        settings.pattern = try preset.map { try BreathPreset.resolve($0, store) }?.pattern
        settings.hasHold = !noHold
        return settings
    }
}

extension BreathPreset {
    /// The preset that a command names: one of the person's own, or a built-in one.
    ///
    /// - Throws: `ValidationError` where there is none, with the ones there are.
    static func resolve(_ id: String, _ store: SessionStore?) throws -> BreathPreset {
        let ownPresets = store?.ownBreathPresets ?? []
        guard let preset = find(id, own: ownPresets) else {
            throw ValidationError(unknownMessage(id, own: ownPresets))
        }
        return preset
    }
}

extension SessionStore {
    /// The person's own breathing presets; none where the history cannot be read.
    var ownBreathPresets: [BreathPreset] {
        ((try? practicePresets(.breathe)) ?? []).compactMap(\.breathPreset)
    }
}

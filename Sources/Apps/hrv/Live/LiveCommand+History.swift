import ArgumentParser
import Foundation
import LivePipeline
import LiveSession
import PhysioTypes
import ResonanceBreathing
import SessionHistory

extension LiveCommand {
    var source: SessionSource {
        simulate ? .simulated : replay != nil ? .replay : strap != nil ? .strap : .bridge
    }

    /// Whether the session is to be in the history.
    var isKept: Bool { !discard && (replay == nil || keep) }

    /// The history, where it is needed: to keep the session, or for what the last one found.
    ///
    /// A history that cannot be opened keeps nobody from breathing, as the raw log has it all; one that was
    /// named must be there.
    func openHistory(_ diagnostics: Diagnostics) throws -> SessionStore? {
        guard isKept || !source.isApart else { return nil }
        // Nothing is made where nothing is to be kept.
        guard isKept || FileManager.default.fileExists(atPath: place.path) else { return nil }
        do throws(HistoryError) {
            return try SessionStore(path: place.path)
        } catch {
            guard place.database == nil else { throw error.exit(diagnostics) }
            diagnostics.error(
                "\(error); this session is not kept there: hrv history rebuild can have it from its "
                    + "log later", code: "history")
            return nil
        }
    }

    /// What the session may begin with: of a person what their last one found; of a log what it began with
    /// then; of a simulated person nothing.
    func earlier(
        in store: SessionStore?, _ diagnostics: Diagnostics
    ) -> EarlierResonance? {
        if let replay, replay != "-" {
            return (try? LoggedSession(path: replay))?.start.settings.plan?.earlier
        }
        guard !source.isApart else { return nil }
        do throws(HistoryError) {
            return try store?.earlier()
        } catch {
            diagnostics.error("\(error)", code: "history")
            return nil
        }
    }

    /// The session as it begins.
    func start(_ settings: StreamingSettings, _ minutes: Double?) -> SessionStart {
        var start = SessionStart(
            source, settings, minutes: minutes, preset: pacing.preset?.rawValue,
            toolkitVersion: ToolkitVersion.current)
        start.device = dev
        start.wantsECG = ecg
        return start
    }
}

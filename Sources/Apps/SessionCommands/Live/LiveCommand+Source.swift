import ArgumentParser
import BluetoothStraps
import CommandSupport
import Foundation
import LiveSession
import PhysioSimulation
import SessionDashboard

extension LiveCommand {
    /// The source of a session, and what has to be closed behind it.
    struct OpenedSource {
        let source: any LiveSource
        var close: () async -> Void = {}
    }

    /// Opens the source from which the beats come, by the options.
    func openSource(
        _ plan: SessionPlan, _ wake: WakeSignal, _ diagnostics: Diagnostics
    ) async throws -> OpenedSource {
        if simulate { return OpenedSource(source: personSource(diagnostics)) }
        if let replay { return OpenedSource(source: try replaySource(replay, diagnostics)) }
        if let strap {
            diagnostics.summary("looking for \(strap)")
            return OpenedSource(
                source: StrapSource(
                    StrapRadio(), StrapChoice(strap), wantsECG: ecg, wake: wake,
                    application: plan.application))
        }
        // Only one bridge's time can be the session's.
        let limit = plan.clock == .bridge ? 1 : BridgeServer.maxClients
        guard
            let endpoint = try await BridgeEndpoint.open(
                bridge ?? "-", limit: limit, wake: wake, diagnostics)
        else {
            return OpenedSource(
                source: StandardInputSource(
                    clock: plan.clock, sendsReplies: !Terminal.isStandardOutput))
        }
        return OpenedSource(
            source: BridgeSource(endpoint.bridges, clock: plan.clock) { Interruption.code != nil },
            close: endpoint.close)
    }

    private func personSource(_ diagnostics: Diagnostics) -> VirtualPersonSource {
        let population = PersonPopulation(
            seed: personChoice.seeding.resolvedSeed(diagnostics),
            scenario: personChoice.scenario ?? .base)
        return VirtualPersonSource(
            VirtualPersonBridge(population.person(personChoice.index), sendsRespiration: false),
            name: title)
    }

    private func replaySource(_ path: String, _ diagnostics: Diagnostics) throws -> ReplaySource {
        if path == "-" { return ReplaySource(descriptor: STDIN_FILENO) }
        guard let source = ReplaySource(path: path) else {
            diagnostics.error(path, "no such file, or it may not be read", code: "not_found")
            throw ExitStatus.noInput.exitCode
        }
        return source
    }
}

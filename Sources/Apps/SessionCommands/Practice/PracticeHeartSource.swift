import ArgumentParser
import BluetoothStraps
import CommandSupport
import Foundation
import LiveSession
import PhysioSimulation
import PhysioTypes
import PracticePlans
import PracticeRuntime
import SessionHistory

/// The source of the heart beside a practice, as `--heart` names it.
enum PracticeHeartSource: Equatable {
    case strap(String)
    case bridge(String)
    case simulated

    static let help =
        "strap NAME, bridge ADDRESS (tcp://127.0.0.1:PORT, unix:PATH or ws://127.0.0.1:PORT), or simulate"

    init(_ arguments: [String]) throws {
        switch (arguments.first, arguments.count) {
        case ("simulate", 1): self = .simulated
        case ("strap", 2): self = .strap(arguments[1])
        case ("bridge", 2) where BridgeEndpoint.isAddress(arguments[1]) && arguments[1] != "-":
            self = .bridge(arguments[1])
        default:
            throw ValidationError("--heart \(arguments.joined(separator: " ")): \(Self.help)")
        }
    }

    var kind: SessionSource {
        switch self {
        case .strap: .strap
        case .bridge: .bridge
        case .simulated: .simulated
        }
    }

    /// The name of the session of the heart for a person.
    var title: String {
        switch self {
        case .strap(let name): name
        case .bridge: "bridge"
        case .simulated: "simulated person"
        }
    }

    /// The source itself, and what has to be closed behind it.
    func open(
        _ wake: WakeSignal, _ diagnostics: Diagnostics
    ) async throws -> LiveCommand.OpenedSource {
        switch self {
        case .strap(let name):
            diagnostics.summary("looking for \(name)")
            return LiveCommand.OpenedSource(
                source: Self.strap(
                    name, wake, application: "hrv practice \(ToolkitVersion.current)"))
        case .bridge(let address):
            guard let endpoint = try await BridgeEndpoint.open(address, wake: wake, diagnostics)
            else {
                throw ValidationError("--heart bridge \(address): \(Self.help)")
            }
            return LiveCommand.OpenedSource(
                source: BridgeSource(endpoint.bridges, isShared: true), close: endpoint.close)
        case .simulated:
            let seed = UInt64.random(in: 0..<1 << 53)
            diagnostics.summary("a simulated heart, seed \(seed): its session is kept apart")
            return LiveCommand.OpenedSource(source: Self.person(seed))
        }
    }

    /// - Parameter name: or the address.
    static func strap(_ name: String, _ wake: WakeSignal, application: String) -> StrapSource {
        StrapSource(
            StrapRadio(), StrapChoice(name), wantsECG: false, wake: wake, application: application)
    }

    static func person(_ seed: UInt64) -> VirtualPersonSource {
        VirtualPersonSource(
            VirtualPersonBridge(
                PersonPopulation(seed: seed, scenario: .base).person(0), sendsRespiration: false),
            name: "Simulated person, seed \(seed)")
    }
}

import ArgumentParser
package import LiveSession

extension BridgeAddress: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

extension BridgeListener.Failure {
    var exitStatus: ExitStatus {
        switch self {
        case .notLoopback: .usage
        case .inUse: .unavailable
        case .occupied, .failed: .cannotCreate
        case .notPermitted: .noPermission
        }
    }
}

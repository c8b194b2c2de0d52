import ArgumentParser
import CommandSupport
package import LiveSession

extension BridgeAddress: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

import ArgumentParser
import CommandSupport
import SessionDashboard

/// The options for the address at which the page is served.
struct DashboardOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Port of the page; 0 for any.", valueName: "port"))
    var port = DashboardServer.Endpoint.defaultPort

    @Flag(help: "Let other devices of your network in.")
    var lan = false

    @Option(
        help: ArgumentHelp(
            "The address of the page behind a proxy of your own, such as https://breathe.home.",
            valueName: "address"))
    var origin: [String] = []

    func validate() throws {
        for origin in origin {
            let scheme = ["https://", "http://"].first { origin.lowercased().hasPrefix($0) }
            guard let scheme, origin.count > scheme.count,
                !origin.dropFirst(scheme.count).contains("/")
            else {
                throw ValidationError(
                    "--origin \(origin): a scheme and a host are needed, such as https://breathe.home"
                )
            }
        }
    }

    var location: DashboardServer.Endpoint {
        DashboardServer.Endpoint(port: port, isShared: lan, proxyOrigins: origin)
    }
}

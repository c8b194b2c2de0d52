import FileCommands

/// The program `hrv`.
@main
enum HRV {
    static func main() async { await HRVCommand.start() }
}

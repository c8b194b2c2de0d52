import ArgumentParser
import HRVFeatures

/// Whose conventions the metrics follow. Spelled the same in every command.
struct DialectOptions: ParsableArguments {
    @Option(help: "Follow this program's conventions instead of ours; see also hrv explain.")
    var like: Dialect?

    @Flag(help: "With --like: reproduce the program's known defects too.")
    var withDefects = false
}

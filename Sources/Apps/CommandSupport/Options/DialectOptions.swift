package import ArgumentParser
package import HRVFeatures

/// The options for the program whose conventions the metrics follow. Spelled the same in every
/// command.
package struct DialectOptions: ParsableArguments {
    @Option(help: "Follow this program's conventions instead of ours; see also hrv explain.")
    package var like: Dialect?

    @Flag(help: "With --like: reproduce the program's known defects too.")
    package var withDefects = false

    package init() {}
}

package import ArgumentParser

/// The options for the uncertainty of the numbers.
package struct UncertaintyOptions: ParsableArguments {
    @Flag(help: "Give the 95 % interval of every metric that has a sound one.")
    package var ci = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Seed of the resampling behind --ci (default: 1).", valueName: "n"))
    package var seed: UInt64?

    package init() {}
}

import ArgumentParser

/// How sure the numbers are.
struct UncertaintyOptions: ParsableArguments {
    @Flag(help: "Give the 95 % interval of every metric that has a sound one.")
    var ci = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Seed of the resampling behind --ci (default: 1).", valueName: "n"))
    var seed: UInt64?
}

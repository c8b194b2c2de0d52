import ArgumentParser
import BatchRuns
import CommandSupport

/// The options for the work on a batch.
struct BatchLimitOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Time of the processor that one recording may take; s (default: 600).", valueName: "s"))
    var timeLimit: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Memory that one worker may take; MiB (default: 1024).", valueName: "MiB"))
    var memory: Int?

    @Flag(
        help:
            "Keep the sum of each recording, and tell by it, not by size and time, whether it has changed."
    )
    var checksums = false

    @OptionGroup var batch: BatchOptions

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    func validate() throws {
        if let timeLimit, !(timeLimit > 0 && timeLimit.isFinite) {
            throw ValidationError("--time-limit is a number of seconds above 0")
        }
        if let memory, !(64...(1 << 20)).contains(memory) {
            throw ValidationError("--memory is 64 MiB to 1 TiB")
        }
    }

    var limits: BatchRunner.Limits {
        var limits = BatchRunner.Limits()
        if let timeLimit { limits.seconds = timeLimit }
        if let memory { limits.memoryBytes = memory << 20 }
        limits.wantsDigests = checksums
        return limits
    }
}

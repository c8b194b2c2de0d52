public import HRVReports

/// The report for programs: fields in one order, numbers in full, times in ns.
extension BenchmarkReport {
    /// Raised when a field changes its meaning or goes away.
    public static let schemaVersion = 1

    public var json: OrderedJSON {
        let hasAllocations = results.contains {
            $0.variants.contains { $0.allocationCount != nil }
        }
        return .object([
            ("schema", .text("resonance-bench")), ("schema_version", .integer(Self.schemaVersion)),
            ("toolkit_version", .text(environment.toolkitVersion)),
            ("processor", .text(environment.processor)),
            ("instructions", .text(environment.instructions.rawValue)),
            ("transform", .text(environment.transform)),
            ("compiler", .text(environment.compilerVersion)),
            ("configuration", .text(environment.configuration)),
            ("quick", .flag(isQuick)),
            ("cases", .array(results.map(Self.object))),
            ("growth", .array(growth.map(Self.object))),
            (
                "reasons",
                .object(hasAllocations ? [] : [("allocations", .text(Self.notCountedReason))])
            ),
        ])
    }

    private static func object(_ result: BenchmarkResult) -> OrderedJSON {
        .object([
            ("name", .text(result.name)), ("workload", .text(result.workload)),
            ("item_count", .integer(result.itemCount)), ("item", .text(result.itemUnit)),
            ("tolerance", .number(result.tolerance)),
            ("deviation_unit", .text(result.deviationUnit ?? "highest value")),
            ("variants", .array(result.variants.map(object))),
        ])
    }

    private static func object(_ variant: BenchmarkResult.Variant) -> OrderedJSON {
        .object([
            ("name", .text(variant.name)), ("share_run", .number(variant.share)),
            ("rounds", .integer(variant.roundCount)),
            ("runs_per_round", .integer(variant.iterations)),
            ("least_ns", .number(variant.nanoseconds.minimum)),
            ("median_ns", .number(variant.nanoseconds.median)),
            ("spread", variant.nanoseconds.spread.map { .number($0) } ?? .null),
            ("ns_per_item", .number(variant.nanosecondsPerItem)),
            ("times_first_least", .number(variant.minTimeRatio)),
            ("times_first_median", .number(variant.medianTimeRatio)),
            ("allocations", variant.allocationCount.map { .integer($0) } ?? .null),
            ("deviation", variant.deviation.map { .number($0) } ?? .null),
            ("accurate", .flag(variant.isAccurate)),
        ])
    }

    private static func object(_ growth: Growth) -> OrderedJSON {
        .object([
            ("name", .text(growth.name)), ("from_size", .integer(growth.fromSize)),
            ("to_size", .integer(growth.toSize)), ("exponent", .number(growth.exponent)),
        ])
    }
}

extension Dialect {
    /// The metrics that the program gives and that are reproduced here.
    ///
    /// Their rows of the catalogue say so. Where it gives one that is not reproduced, the guide has
    /// the reason.
    public var metrics: Set<MetricKey> { Self.metricsByProgram[self] ?? [] }

    private static let metricsByProgram: [Dialect: Set<MetricKey>] = {
        var metrics: [Dialect: Set<MetricKey>] = [:]
        for definition in MetricDefinition.all {
            for program in definition.programs {
                metrics[program, default: []].insert(definition.key)
            }
        }
        return metrics
    }()
}

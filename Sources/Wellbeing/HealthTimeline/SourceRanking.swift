import HealthRecords

/// The order of sources, as far as it rests on the sources alone.
struct SourceRanking: Sendable {
    let sources: [HealthSource]
    /// Position of each source in the person's order; the number of sources for those not named.
    private let preference: [Int]

    init(_ data: HealthData) {
        sources = data.sources
        var preference = [Int](repeating: sources.count, count: sources.count)
        for (position, index) in data.preferredSourceIndices.enumerated().reversed()
        where sources.indices.contains(index) {
            preference[index] = position
        }
        self.preference = preference
    }

    /// Position in the person's order; smaller is better; equal for all that are not named.
    func preference(_ index: Int) -> Int {
        preference.indices.contains(index) ? preference[index] : preference.count
    }

    func kind(_ index: Int) -> HealthSource.Kind {
        sources.indices.contains(index) ? sources[index].kind : .other
    }

    func name(_ index: Int) -> String {
        sources.indices.contains(index) ? sources[index].name : ""
    }

    func isApple(_ index: Int) -> Bool {
        sources.indices.contains(index) && sources[index].isApple
    }

    func isFIT(_ index: Int) -> Bool {
        sources.indices.contains(index) && sources[index].origin == .fit
    }

    /// Returns true if both are one source to a person: exports list a device anew with each of its
    /// models.
    func isSame(_ a: Int, _ b: Int) -> Bool {
        a == b
            || sources.indices.contains(a) && sources.indices.contains(b)
                && sources[a].name == sources[b].name && sources[a].origin == sources[b].origin
    }

    /// The best source of vitals: the person's order, then Apple's before those of apps, watch before
    /// other before phone, name, position in the list.
    ///
    /// - Returns: nil for none.
    func bestVitalsSource(_ indices: some Sequence<Int>) -> Int? {
        Set(indices).min { a, b in
            let left = (preference(a), isApple(a) ? 0 : 1, kind(a).rawValue)
            let right = (preference(b), isApple(b) ? 0 : 1, kind(b).rawValue)
            return left != right ? left < right : (name(a), a) < (name(b), b)
        }
    }
}

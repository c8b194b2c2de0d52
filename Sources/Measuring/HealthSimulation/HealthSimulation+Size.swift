extension HealthSimulation {
    /// Takes as many days as an export of a size needs; the size of the XML, unpacked.
    ///
    /// Earlier days are put before: the day of the export stays. The result is within 10 per cent
    /// of the size, and within 3 from a year on: not every day has a workout.
    ///
    /// - Parameter byteCount: at least 1.
    package mutating func adjustDayCount(byteCount: Int) {
        var sample = self
        sample.isFollowUp = false
        sample.errors = []
        var sizes: [Int] = []
        for days in [2, 92] {
            sample.dayCount = days
            var size = 0
            var writer = HealthXMLWriter(sample)
            writer.write { size += $0.count }
            sizes.append(size)
        }
        let bytesPerDay = max(1, (sizes[1] - sizes[0]) / 90)
        dayCount = max(2, 2 + (byteCount - sizes[0] + bytesPerDay - 1) / bytesPerDay)
    }
}

import HealthRecords

/// Makes every chain of splits of a workout.
///
/// The order is activities, laps, kilometres, miles, segments, computed; with imperial units miles come
/// before kilometres, also among the computed ones. Heart rates that the file does not state come from
/// readings, speeds are distance by duration.
struct SplitBuilder {
    let workout: HealthWorkout
    let timerTime: TimerTime
    let heartRate: WorkoutHeartRate
    let distanceCurve: DistanceCurve
    /// The distance of the workout; m.
    let distanceMetres: Double?
    /// The speed of the workout; m/s.
    let speed: Double?
    let isFIT: Bool

    func chains(_ units: TimelineOptions.Units) -> [SplitChain] {
        let orderedUnits = SplitUnit.ordered(units)
        let segments = SegmentChains(workout.parts).chains.map { chain in
            (
                unit: SegmentChains.unit(of: chain, distanceMetres: distanceMetres, speed: speed),
                chain: chain
            )
        }
        let chainsWithUnit = orderedUnits.flatMap { unit in
            segments.filter { $0.unit == unit }.map { self.chain($0.chain, of: unit) }
        }
        let chainsWithoutUnit = segments.filter { $0.unit == nil }.map { chain($0.chain, of: nil) }
        return [activityChain(), lapChain()].compactMap(\.self) + chainsWithUnit + chainsWithoutUnit
            + orderedUnits.compactMap(computedChain)
    }

    /// Two activities or more; one without an end ends with the workout.
    private func activityChain() -> SplitChain? {
        let parts = workout.parts.filter { $0.kind == .activity }
        guard parts.count >= 2 else { return nil }
        let splits = parts.enumerated().map { index, part in
            let end = max(part.startMs, part.endMs ?? workout.end.unixMs)
            return split(
                index + 1, part.startMs..<end,
                seconds: part.durationSeconds ?? timerTime.seconds(in: part.startMs..<end),
                part: part
            )
        }
        return SplitChain(.activities, splits)
    }

    /// Laps with a length count as they are. Where none has one, each event is the end of a lap, the
    /// first lap begins with the workout, and what follows the last event is a rest.
    ///
    /// Of a FIT file one lap alone is none: it is the workout.
    private func lapChain() -> SplitChain? {
        let parts = workout.parts.filter { $0.kind == .lap }
        let stated = parts.compactMap(SegmentChains.Segment.init)
        guard stated.isEmpty else {
            guard !isFIT || stated.count > 1 else { return nil }
            let metres =
                parts.contains { $0.distanceMetres != nil } ? nil : poolLengthMetres(stated.count)
            let splits = stated.enumerated().map { index, lap in
                split(
                    index + 1, lap.startMs..<lap.endMs, seconds: lap.seconds, metres: metres,
                    part: lap.part)
            }
            return SplitChain(.laps, splits)
        }
        let lapMetres = Set(parts.map(\.distanceMetres))
        return laps(
            at: parts.map(\.startMs), lapMetres: lapMetres.count == 1 ? lapMetres.first ?? nil : nil
        )
    }

    /// Length of a pool by the distance and so many laps; m; nil for other workouts, and where no pool is so long.
    private func poolLengthMetres(_ lapCount: Int) -> Double? {
        guard WorkoutActivity(type: workout.type) == .swimming, let distanceMetres, lapCount > 1
        else { return nil }
        let metres = distanceMetres / Double(lapCount)
        return Self.poolLengthRangeMetres.contains(metres) ? metres : nil
    }

    /// Lengths of pools; m.
    private static let poolLengthRangeMetres = 10.0...60

    /// Laps from their boundaries. One at the end of the workout closes the last lap; without it what follows the last
    /// boundary is a rest.
    ///
    /// - Parameter lapMetres: length of each whole lap as the file states it.
    private func laps(at boundariesMs: [Int64], lapMetres: Double?) -> SplitChain? {
        let end = timerTime.range.upperBound
        let closing = end - Self.boundaryToleranceMs...end
        let edges = Set(boundariesMs).filter(timerTime.range.contains)
            .filter { !closing.contains($0) }.sorted()
        let begins = [timerTime.range.lowerBound] + edges
        let ends = edges + [end]
        let isClosed = boundariesMs.contains(where: closing.contains)
        let lapRanges = zip(begins, ends).map { $0..<$1 }.filter { !$0.isEmpty }
        guard lapRanges.count > 1 else { return nil }
        let metres = lapMetres ?? poolLengthMetres(isClosed ? lapRanges.count : lapRanges.count - 1)
        let splits = lapRanges.enumerated().map { index, lap in
            let isPartial = index == lapRanges.count - 1 && !isClosed
            return split(
                index + 1, lap, seconds: timerTime.seconds(in: lap),
                metres: isPartial ? nil : metres,
                isPartial: isPartial)
        }
        return SplitChain(.laps, splits)
    }

    /// A boundary so close to the end of the workout is the one that ends it; ms.
    private static let boundaryToleranceMs: Int64 = 1000

    private func chain(_ segments: [SegmentChains.Segment], of unit: SplitUnit?) -> SplitChain {
        let whole = unit.flatMap { unit in distanceMetres.map { unit.completeUnitCount(in: $0) } }
        let splits = segments.enumerated().map { index, segment in
            let isPartial = whole.map { index >= $0 } ?? false
            return split(
                index + 1, segment.startMs..<segment.endMs, seconds: segment.seconds,
                metres: unit.map { isPartial ? remainderMetres(of: $0) : $0.metres } ?? nil,
                part: segment.part, isPartial: isPartial)
        }
        return SplitChain(unit?.kind ?? .segments, splits, unitMetres: unit?.metres)
    }

    /// Returns the rest of the distance after the whole units; m; nil where there is none.
    private func remainderMetres(of unit: SplitUnit) -> Double? {
        guard let distanceMetres else { return nil }
        let rest = distanceMetres - unit.metres * Double(unit.completeUnitCount(in: distanceMetres))
        return rest > 0 ? rest : nil
    }

    /// Splits by the moments at which the distance crosses multiples of the unit; a workout that crosses
    /// none has no such chain. The rest is listed where it is more than a millionth of the unit.
    private func computedChain(_ unit: SplitUnit) -> SplitChain? {
        let crossings = distanceCurve.crossings(ofEach: unit.metres).map { Int64($0.rounded()) }
        guard let last = crossings.last else { return nil }
        let splitStartsMs = [timerTime.range.lowerBound] + crossings
        var splits = zip(splitStartsMs, crossings).enumerated().map { index, edges in
            split(
                index + 1, edges.0..<edges.1, seconds: timerTime.seconds(in: edges.0..<edges.1),
                metres: unit.metres)
        }
        let rest = distanceCurve.totalMetres - unit.metres * Double(crossings.count)
        let end = timerTime.range.upperBound
        if rest > 1e-6 * unit.metres, end > last {
            splits.append(
                split(
                    splits.count + 1, last..<end, seconds: timerTime.seconds(in: last..<end),
                    metres: rest, isPartial: true))
        }
        return SplitChain(.computed, splits, unitMetres: unit.metres)
    }

    private func split(
        _ index: Int, _ range: Range<Int64>, seconds: Double, metres: Double? = nil,
        part: WorkoutPart? = nil, isPartial: Bool = false
    ) -> Split {
        let metres = part?.distanceMetres ?? metres
        let speed = metres.flatMap { seconds > 0 ? $0 / seconds : nil }
        return Split(
            index: index, startMs: range.lowerBound, endMs: range.upperBound,
            durationSeconds: seconds, distanceMetres: metres,
            averageHeartRateBpm: part?.averageHeartRateBpm
                ?? heartRate.statistics(in: range)?.averageBpm,
            speedMetresPerSecond: part?.speedMetresPerSecond ?? speed, isPartial: isPartial)
    }
}

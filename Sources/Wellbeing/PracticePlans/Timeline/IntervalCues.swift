import PhysioTypes

/// Sounds and words of intervals.
///
/// Words begin ``wordDelayTicks`` after the moment of their row and hold a slot; of two slots that overlap the
/// one of the upper row stays, in one row the earlier.
struct IntervalCues {
    /// Rows of the table, the uppermost first.
    private enum Row: Int, CaseIterable {
        case prepare, work, rest, end, halfway, thirtySeconds, count
    }

    private struct Moment {
        let row: Row
        let time: Int64
        let sound: SoundName?
        let phrase: PracticePhrase?
    }

    static let wordDelayTicks = Ticks.of(0.4)
    /// The time for which words hold their slot.
    static let wordSlotTicks = Ticks.of(2)
    static let numberSlotTicks = Ticks.of(1)
    /// A part that lasts at least so long is counted down.
    static let minCountdownTicks = Ticks.of(5)
    /// A work that lasts at least so long says when 30 s of it are left.
    static let minAnnouncedTicks = Ticks.of(60)

    private let plan: IntervalPlan
    private let parts: [TimelinePart]

    init(_ plan: IntervalPlan, _ parts: [TimelinePart]) {
        self.plan = plan
        self.parts = parts
    }

    /// All cues, in order.
    var cues: [TickCue] {
        let moments = moments
        // Two ticks of one moment are one. Of other sounds of one moment the upper row comes first.
        var seen: Set<TickCue> = []
        let sounds = moments.compactMap { moment in
            moment.sound.map { TickCue(time: moment.time, content: .sound(.named($0))) }
        }.filter { seen.insert($0).inserted }
        return (sounds + words(moments)).sorted(by: TickCue.isInOrder)
    }

    private var moments: [Moment] {
        // A part that an input has cut to nothing never begins.
        var moments = parts.filter { $0.length > 0 }.flatMap(moments)
        if let end = parts.last?.end {
            moments.append(
                Moment(row: .end, time: end, sound: .close, phrase: PracticePhrase(.done)))
        }
        return moments
    }

    private func moments(of part: TimelinePart) -> [Moment] {
        var moments = [startMoment(of: part)]
        if let halfway = part.halfwayOffset, halfway < part.length {
            moments.append(
                Moment(
                    row: .halfway, time: part.start + halfway, sound: .tick,
                    phrase: PracticePhrase(.halfway)))
        }
        if case .work = part.kind, part.length >= Self.minAnnouncedTicks {
            moments.append(
                Moment(
                    row: .thirtySeconds, time: part.end - Ticks.of(30), sound: nil,
                    phrase: PracticePhrase(.thirtySeconds)))
        }
        if part.length >= Self.minCountdownTicks {
            moments += [3, 2, 1].map { number in
                Moment(
                    row: .count, time: part.end - Ticks.of(Double(number)), sound: .tick,
                    phrase: plan.countsAloud ? PracticePhrase(.number, ["n": number]) : nil)
            }
        }
        return moments
    }

    private func startMoment(of part: TimelinePart) -> Moment {
        let hasRest = Ticks.of(plan.restSeconds) > 0
        let last = PracticePhrase(.lastRound)
        let (row, phrase): (Row, PracticePhrase) =
            switch part.kind {
            case .work(let round):
                round == plan.rounds && round > 1 && !hasRest
                    ? (.work, last)
                    : (.work, PracticePhrase(.round, ["n": round, "of": plan.rounds]))
            case .rest(let round):
                (.rest, round == plan.rounds - 1 ? last : PracticePhrase(.rest))
            default: (.prepare, PracticePhrase(.getReady))
            }
        return Moment(
            row: row, time: part.start, sound: part.sound(.interval(plan)), phrase: phrase)
    }

    /// The words that keep their slot.
    private func words(_ moments: [Moment]) -> [TickCue] {
        var occupied: [Range<Int64>] = []
        var words: [TickCue] = []
        for moment in moments.sorted(by: { ($0.row.rawValue, $0.time) < ($1.row.rawValue, $1.time) }
        ) {
            guard let phrase = moment.phrase else { continue }
            let start = moment.time + Self.wordDelayTicks
            let slot =
                start..<start + (moment.row == .count ? Self.numberSlotTicks : Self.wordSlotTicks)
            // Slots that are taken never overlap, and are in order.
            let index = occupied.partitioningIndex { $0.lowerBound > slot.lowerBound }
            let isFree =
                (index == 0 || occupied[index - 1].upperBound <= slot.lowerBound)
                && (index == occupied.count || occupied[index].lowerBound >= slot.upperBound)
            guard isFree else { continue }
            occupied.insert(slot, at: index)
            words.append(TickCue(time: start, content: .words(phrase)))
        }
        return words
    }
}

import PhysioDSP

@testable import MusicSelection

/// The scores and the learning of the design once more, from its page alone: long formulas on optional values,
/// without tables and without what the module shares.
enum PlainDesign {
    static func limit(_ x: Double, _ low: Double = 0, _ high: Double = 1) -> Double {
        x < low ? low : x > high ? high : x
    }

    static func mix(_ a: Double, _ b: Double, _ w: Double) -> Double { a * (1 - w) + b * w }

    // MARK: Target

    static func targetBpm(
        need: String, energy: Double, nudge: Double, arousal: Double, hour: Int
    ) -> Double {
        let (low, high): (Double, Double) =
            switch need {
            case "energize": (120, 160)
            case "calm": (60, 90)
            case "focus": (80, 110)
            case "maintain": (90, 130)
            default: (100, 120)
            }
        let e = limit(energy + nudge)
        var target = low + e * (high - low)
        if need == "calm", arousal > 0.6 { target = target - 10 }
        if hour >= 21 || hour < 6 { target = min(target, 100) }
        return limit(target, 50, 180)
    }

    // MARK: Score

    /// The values of the page in one table; the ranges are bpm low, high, energy low, high.
    static let ranges: [String: [Double]] = [
        "workout": [120, 180, 0.6, 1], "postWorkout": [60, 100, 0.1, 0.5],
        "relaxation": [60, 100, 0.1, 0.5], "work": [80, 120, 0.2, 0.6],
        "deepWork": [60, 110, 0.1, 0.5], "commute": [90, 140, 0.4, 0.8],
        "preSleep": [50, 80, 0, 0.3], "morning": [80, 120, 0.3, 0.6],
        "social": [100, 130, 0.5, 0.9],
    ]

    static func outside(_ x: Double, _ low: Double, _ high: Double) -> Double {
        if x < low { return low - x }
        if x > high { return x - high }
        return 0
    }

    static func final(
        _ song: SongFacts, need: String, context: String, energy: Double, nudge: Double,
        arousal: Double, stress: Double, hour: Int, now: Double
    ) -> Double {
        let target = targetBpm(
            need: need, energy: energy, nudge: nudge, arousal: arousal, hour: hour)
        let targetEnergy = (target - 50) / 130
        let tempo = song.bpm.map { max(0, 1 - abs($0 - target) / 50) } ?? 0.5
        let energyPart = song.energy.map { 1 - abs($0 - targetEnergy) } ?? 0.5
        let boost = need == "focus" ? 1.2 : stress > 0.6 ? 1.3 : 1
        let familiar = min(1, familiarity(song.playCount, song.skipCount) * boost)
        var fit = 0.5
        if let range = ranges[context] {
            let a = song.bpm.map { max(0, 1 - outside($0, range[0], range[1]) / 30) } ?? 0.5
            let b = song.energy.map { max(0, 1 - outside($0, range[2], range[3]) / 0.3) } ?? 0.5
            fit = (a + b) / 2
        }
        var recency = 0.0
        if let last = song.lastPlayedSeconds {
            let minutes = (now - last) / 60
            if minutes < 60 { recency = 1 - minutes / 60 }
        }
        var hourPart = 1.0
        if let bpm = song.bpm {
            if hour >= 21 || hour < 6, bpm > 100 { hourPart = max(0, 1 - (bpm - 100) / 40) }
            if hour >= 6, hour < 9, bpm > 120 { hourPart = max(0, 1 - (bpm - 120) / 40) }
        }
        let sum =
            0.15 * tempo + 0.20 * energyPart + 0.15 * familiar
            + 0.25 * history(song, need: need, context: context) + 0.25 * fit
        return (sum - 0.5 * recency) * (0.5 + 0.5 * hourPart)
    }

    static func familiarity(_ plays: Int, _ skips: Int) -> Double {
        let c = Double(plays - skips)
        if c <= 0 { return 0 }
        return limit(c / (c + 5) * (1 - Double(skips) / (2 * Double(plays))))
    }

    static func history(_ song: SongFacts, need: String, context: String) -> Double {
        let known = song.effects.effectsByContext.first { $0.key.rawValue == context }?.value
        var value = 0.5
        if let effect = known ?? song.effects.overallEffect {
            let h =
                switch need {
                case "calm": effect.calm
                case "focus": effect.focus
                case "energize": effect.energy
                case "maintain": (effect.calm + effect.energy) / 2
                default: 0.5
                }
            value = mix(0.5, h, min(1, Double(effect.count) / 20))
        }
        return song.isLiked ? max(0.6, value) : value
    }

    static func transition(_ a: SongFacts, _ b: SongFacts) -> Double {
        var t = 0.0
        if let one = a.bpm, let two = b.bpm {
            t += 0.4 * max(0, 1 - abs(two - one) / 30)
        } else {
            t += 0.2
        }
        if let one = a.energy, let two = b.energy {
            t += 0.4 * max(0, 1 - abs(two - one) / 0.4)
        } else {
            t += 0.2
        }
        if !Set(a.genres).isDisjoint(with: b.genres) { t += 0.1 }
        return t
    }

    // MARK: Learning

    /// Calm, energy, focus, mood lift after some plays, from .5.
    static func effects(_ plays: [PlayFacts]) -> (values: [Double], count: Int) {
        var e = [0.5, 0.5, 0.5, 0.5]
        var n = 0
        for play in plays {
            let skipped = play.outcome == .person && play.playedShare < 0.9
            if play.playedSeconds < 30 && play.playedShare < 0.5 && !skipped { continue }
            n += 1
            let comp = 0.2 * (play.playedShare - 0.5)
            let skip = skipped ? -0.3 : 0
            let isUsed = play.playedSeconds >= 120 && !play.isPaced
            var dHR: Double?
            var dHRV: Double?
            if isUsed, let a = play.startBpm, let b = play.endBpm { dHR = b - a }
            if isUsed, let a = play.startSDNNMs, let b = play.endSDNNMs { dHRV = b - a }
            var calm = 0.5 + comp + skip
            if let dHRV { calm += 0.5 * dHRV / 10 }
            if let dHR { calm -= 0.3 * dHR / 10 }
            var energy = 0.5 + comp + skip
            if let dHR { energy += 0.3 * dHR / 10 }
            e[0] += 0.2 * (limit(calm) - e[0])
            e[1] += 0.2 * (limit(energy) - e[1])
            e[2] += 0.2 * (limit(0.5 + comp) - e[2])
            if let a = play.moodBefore, let b = play.moodAfter {
                e[3] += 0.2 * (limit(0.5 + (b - a) / 2) - e[3])
            }
        }
        return (e, n)
    }
}

/// The model of `adaptive` once more: all plays kept, one large equation solved by elimination at every question.
struct PlainAdaptive {
    struct Row {
        var song: Int64
        var seconds: Double
        var x: [Double]
        var y: [Double?]
    }
    var rows: [Row] = []

    static let prior: [(mean: [Double], deviation: [Double], song: Double, noise: Double)] = [
        ([0, 1, 0, 0.7, 0, 0, 0, 0], [2, 1.5, 1.5, 1.5, 1.5, 1.5, 3, 3], 1.2, 4),
        ([0, -0.8, 0, -0.5, 0, 0, 0, 0], [4, 3, 3, 3, 3, 3, 5, 5], 3, 12),
        ([0, 0, 0, 0, 0, 0.04], [0.15, 0.08, 0.08, 0.08, 0.08, 0.08], 0.12, 0.15),
    ]

    static func songFeatures(_ song: SongFacts) -> [Double] {
        var x = 0.0
        var xx = 0.0
        if let bpm = song.bpm {
            let all = [(bpm, 1.0)] + song.alternativeTempos.map { ($0.bpm, $0.strength) }
            let total = all.map(\.1).reduce(0, +)
            for (bpm, weight) in all {
                x += weight / total * (bpm - 110) / 50
                xx += weight / total * ((bpm - 110) / 50) * ((bpm - 110) / 50)
            }
        }
        let f = PlainDesign.familiarity(song.playCount, song.skipCount)
        return [
            1, x, xx, song.energy.map { ($0 - 0.5) / 0.25 } ?? 0,
            song.density.map { ($0 - 0.5) / 0.25 } ?? 0, (f - 0.35) / 0.25,
        ]
    }

    mutating func learn(_ song: SongFacts, _ play: PlayFacts) {
        let skipped = play.outcome == .person && play.playedShare < 0.9
        if play.playedSeconds < 30 && play.playedShare < 0.5 && !skipped { return }
        let isUsed = play.playedSeconds >= 120 && !play.isPaced
        func change(_ a: Double?, _ b: Double?) -> Double? {
            guard isUsed, let a, let b else { return nil }
            return b - a
        }
        rows.append(
            Row(
                song: song.id, seconds: play.endSeconds,
                x: Self.songFeatures(song) + [
                    (play.startBpmAboveMedian ?? 0) / 5, (play.startSDNNAboveMedianMs ?? 0) / 10,
                ],
                y: [
                    change(play.startBpm, play.endBpm), change(play.startSDNNMs, play.endSDNNMs),
                    0.2 * (play.playedShare - 0.5) + (skipped ? -0.3 : 0),
                ]))
    }

    func value(_ song: SongFacts, need: String) -> Double {
        let now = rows.map(\.seconds).max() ?? 0
        var predicted: [Double] = []
        for outcome in 0..<3 {
            let prior = Self.prior[outcome]
            let size = prior.mean.count
            var a = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
            var b = [Double](repeating: 0, count: size)
            for i in 0..<size {
                a[i][i] = 1 / (prior.deviation[i] * prior.deviation[i])
                b[i] = a[i][i] * prior.mean[i]
            }
            let variance = prior.noise * prior.noise + prior.song * prior.song
            func weight(_ row: Row) -> Double {
                PlatformMath.exp(PlatformMath.log(0.5) * (now - row.seconds) / (90 * 86_400))
            }
            for row in rows {
                guard let y = row.y[outcome] else { continue }
                for i in 0..<size {
                    for j in 0..<size { a[i][j] += weight(row) * row.x[i] * row.x[j] / variance }
                    b[i] += weight(row) * row.x[i] * y / variance
                }
            }
            let w = Self.solve(a, b)
            var left = 0.0
            var count = 0.0
            for row in rows where row.song == song.id {
                guard let y = row.y[outcome] else { continue }
                left += weight(row) * (y - (0..<size).reduce(0) { $0 + w[$1] * row.x[$1] })
                count += weight(row)
            }
            let own = left / (count + prior.noise * prior.noise / (prior.song * prior.song))
            let x = Self.songFeatures(song)
            predicted.append((0..<6).reduce(0) { $0 + w[$1] * x[$1] } + own)
        }
        let calm = 0.5 + 0.05 * predicted[1] - 0.03 * predicted[0] + predicted[2]
        let energy = 0.5 + 0.03 * predicted[0] + predicted[2]
        switch need {
        case "calm": return calm
        case "energize": return energy
        case "focus": return 0.5 + predicted[2]
        case "maintain": return (calm + energy) / 2
        default: return 0.5
        }
    }

    /// Gauss and Jordan, with pivots.
    static func solve(_ a: [[Double]], _ b: [Double]) -> [Double] {
        var m = zip(a, b).map { $0 + [$1] }
        let n = b.count
        for column in 0..<n {
            let pivot = (column..<n).max { abs(m[$0][column]) < abs(m[$1][column]) } ?? column
            m.swapAt(column, pivot)
            for row in 0..<n where row != column {
                let factor = m[row][column] / m[column][column]
                for k in column...n { m[row][k] -= factor * m[column][k] }
            }
        }
        return (0..<n).map { m[$0][n] / m[$0][$0] }
    }
}

import ArgumentParser
import CommandSupport
import Foundation
import HRVReports
import LiveSession
import PhysioSimulation
import PhysioTypes
import RecordingAnalysis
import SensorProtocol

/// `hrv simulate person`: a person who breathes to a pacer, and whose resonance is known.
struct SimulatePersonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "person",
        abstract: "Somebody who breathes to a pacer, and whose resonance frequency is known.",
        discussion: """
            With --rate or --schedule: R-R intervals as text to --out, their truth beside them in \
            .truth.json; without --out the text goes to standard output and the truth to --truth, \
            if that is given.

            Without either: a bridge that speaks the line protocol on standard input and output, \
            or with whoever listens at --to. It says which beats come, reads how to breathe, and \
            ends each 250 ms with a tick; it goes on when it reads a go with the tick's time. Its \
            clock is in its lines, so that a session takes no longer than its reader needs.

            Equal options and seed give equal lines.
            """)

    @OptionGroup var personOptions: PersonOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Breathe at one rate.", valueName: "per-min"))
    var rate: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Breathe at these rates one after the other, a-b from one to another, free without a "
                + "pacer: 6.5:3,6.9-4.3:8,free:1.", valueName: "rate:min,..."))
    var schedule: BreathSchedule?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Length (default: 5 with --rate; as the schedule; a bridge goes on).",
            valueName: "min"))
    var duration: Double?

    @Option(help: ArgumentHelp("File of the intervals.", valueName: "path"))
    var out: String?

    @Option(help: ArgumentHelp("File of what is true of the person.", valueName: "path"))
    var truth: String?

    @Flag(help: "A bridge sends the volume of the lungs too.")
    var respiration = false

    @Option(help: ArgumentHelp("Connect to tcp://HOST:PORT or unix:PATH.", valueName: "address"))
    var to: BridgeAddress?

    func validate() throws {
        func require(_ condition: Bool, _ text: String) throws {
            guard condition else { throw ValidationError(text) }
        }
        let rates = BreathSchedule.rates
        try require(
            rate.map(rates.contains) ?? true,
            "--rate lies in \(rates.lowest) ... \(rates.highest) breaths/min")
        try require(rate == nil || schedule == nil, "choose one of --rate and --schedule")
        try require(
            duration.map { $0 > 0 && $0 <= BreathSchedule.maxMinutes } ?? true,
            "--duration is above 0 and at most \(BreathSchedule.maxMinutes) min")
        try require(
            schedule == nil || duration == nil, "a schedule says itself how long: no --duration")
        let isBridge = rate == nil && schedule == nil
        try require(isBridge || to == nil, "--to is for a bridge: no --rate and no --schedule")
        try require(isBridge || !respiration, "--respiration is for a bridge")
        try require(!isBridge || out == nil, "--out is for --rate and --schedule")
    }

    func run() throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: false)
        let seed = personOptions.choice.seeding.resolvedSeed(diagnostics)
        let population = personOptions.population(seed: seed)
        let person = try personOptions.person(of: population)
        let writer = VirtualPersonTruthWriter(
            population: population, index: personOptions.choice.index, person: person)
        do throws(OutputSink.Failure) {
            if let plan = schedule ?? rate.map({ BreathSchedule(rate: $0, minutes: duration ?? 5) })
            {
                try writeRecording(person, plan, writer)
                return
            }
            if let truth { try OutputSink.write((writer.json().prettyText + "\n").utf8, to: truth) }
        } catch {
            throw error.exitCode(diagnostics)
        }
        try runBridge(person, seed: seed, diagnostics)
    }

    // MARK: Intervals

    private func writeRecording(
        _ person: VirtualPerson, _ plan: BreathSchedule, _ writer: VirtualPersonTruthWriter
    ) throws(OutputSink.Failure) {
        var person = person
        var beats: [VirtualPerson.Beat] = []
        let breaths = plan.breaths
        for breath in breaths {
            person.advance(toSeconds: breath.startSeconds, into: &beats)
            person.follow(breath)
        }
        let seconds = plan.minutes * 60
        person.advance(toSeconds: seconds, into: &beats)
        let sink = try OutputSink(path: out)
        try sink.write(header(writer.population.seed))
        for beat in beats { try sink.write(TruthFile.plain(beat.intervalMs) + "\n") }
        try sink.finish()
        let defaultTruthPath = out.flatMap { $0 == "-" ? nil : TruthFile.name(beside: $0) }
        if let path = truth ?? defaultTruthPath {
            let session = (seconds: seconds, breaths: breaths, beats: beats)
            try OutputSink.write((writer.json(session: session).prettyText + "\n").utf8, to: path)
        }
    }

    private func header(_ seed: UInt64) -> String {
        let scenario = (personOptions.choice.scenario ?? .base).rawValue
        return
            "# R-R intervals, ms; simulated person \(personOptions.choice.index), scenario \(scenario), "
            + "seed \(seed)\n"
    }

    // MARK: The bridge

    private func runBridge(
        _ person: VirtualPerson, seed: UInt64, _ diagnostics: Diagnostics
    ) throws {
        var channel = LineChannel(input: STDIN_FILENO, output: STDOUT_FILENO)
        if let to {
            do {
                let socket = try to.connect()
                channel = LineChannel(input: socket, output: socket)
            } catch {
                diagnostics.error(error.text, code: "no_answer")
                throw ExitStatus.unavailable.exitCode
            }
        }
        if to == nil, isatty(STDIN_FILENO) == 1 {
            diagnostics.summary(
                "waiting for go lines on standard input; --rate or --schedule make a recording")
        }
        var bridge = VirtualPersonBridge(person, sendsRespiration: respiration)
        var lineWarnings = LineWarnings(diagnostics)
        let end = duration.map { Int(($0 * 60e6).rounded()) } ?? .max
        let scenario = (personOptions.choice.scenario ?? .base).rawValue
        do {
            try channel.write(
                bridge.greeting(name: "Simulated person \(personOptions.choice.index), \(scenario)")
                    .map(\.text))
            while bridge.nowMicroseconds < end {
                try channel.write(bridge.advance().map(\.text))
                guard try waitForStepRequest(&bridge, channel, &lineWarnings) else { return }
            }
            try channel.write([VirtualPersonBridge.goodbye.text])
        } catch {
            // No one reads any more: the end, and no error.
        }
    }

    /// - Returns: false at the end of the conversation.
    private func waitForStepRequest(
        _ bridge: inout VirtualPersonBridge, _ channel: LineChannel,
        _ lineWarnings: inout LineWarnings
    ) throws(LineChannel.OutputClosedError) -> Bool {
        while let line = channel.next() {
            var request = VirtualPersonBridge.Request.nothing
            switch line {
            case .text(let text): request = bridge.read(text)
            case .tooLong:
                request = .refused(
                    code: "too_long", text: "longer than \(LineFramer.maxLineBytes) bytes")
            case .notUTF8: request = .refused(code: "bad_utf8", text: "not UTF-8")
            }
            lineWarnings.lineCount += 1
            switch request {
            case .nothing: continue
            case .go: return true
            case .end: return false
            case .reply(let reply): try channel.write([reply])
            case .refused(let code, let text): lineWarnings.add(code, text)
            }
        }
        return false
    }
}

/// Reports lines that were left out, the first ten.
private struct LineWarnings {
    var lineCount = 0
    private var count = 0
    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    mutating func add(_ code: String, _ text: String) {
        count += 1
        guard count <= 10 else { return }
        diagnostics.notice("input", Notice(.warning, code: code, text, line: lineCount))
    }
}

package import PhysioTypes
import Synchronization

/// An option for reading, which a file may have no use for.
package enum InputOption: String, CaseIterable, Sendable {
    case unit = "--unit"
    case decimal = "--decimal"
    case dates = "--dates"
    case column = "--column"
    case splitBy = "--split-by"
    case format = "--format"
    case annotator = "--annotator"
    case normal = "--normal"
    case rate = "--rate"

    /// Code of the warning on an option that the reading of a file did not use.
    package static let unusedOptionCode = "option_unused"

    /// The kind of input that the option is for.
    var purpose: String {
        switch self {
        case .unit: "intervals whose unit a file leaves open"
        case .decimal: "text with commas"
        case .dates: "dates such as 3/4/2025 beside intervals"
        case .column, .splitBy: "tables of R-R intervals"
        case .format: "files whose format does not show at their beginning"
        case .annotator: "WFDB records"
        case .normal: "files that name the kinds of beats"
        case .rate: "samples and positions whose rate a file leaves open"
        }
    }

    /// The warning that the option was not used.
    ///
    /// - Parameter clause: where it was not, such as `--rate has no effect on any of these inputs`.
    package func unusedOptionNotice(_ clause: String) -> Notice {
        Notice(.warning, code: Self.unusedOptionCode, "\(clause): it is for \(purpose)")
    }

    /// Returns true if the person gave the option.
    package func isGiven(in options: RecordingFile.Options) -> Bool {
        switch self {
        case .unit: options.text.unit != nil
        case .decimal: options.text.decimalMark != nil
        case .dates: options.text.dateOrder != nil
        case .column: options.text.column != nil
        case .splitBy: options.text.splitColumn != nil
        case .format: options.format != nil
        case .annotator: options.annotator != nil
        case .normal: options.normalBeats != NormalBeats()
        case .rate: options.rateHz != nil
        }
    }

    /// The option that a warning says was not used; nil for other notices.
    static func unused(in notice: Notice) -> InputOption? {
        guard notice.code == unusedOptionCode else { return nil }
        return InputOption(rawValue: String(notice.text.prefix { $0 != " " }))
    }

    /// Warnings on the options that were given and not used.
    ///
    /// - Parameter format: name of the format as which the input was read.
    package static func noticesOfUnusedOptions(
        _ options: RecordingFile.Options, used: Set<InputOption>, format: String
    ) -> [Notice] {
        allCases.filter { $0.isGiven(in: options) && !used.contains($0) }.map { option in
            Notice(
                .warning, code: unusedOptionCode,
                "\(option.rawValue) has no effect: it is for \(option.purpose), and this is read as "
                    + format)
        }
    }
}

extension RRTextOptions {
    /// The options that every series of intervals uses, whatever its file is.
    var optionsOfIntervals: Set<InputOption> { unit == .samples ? [.unit, .rate] : [.unit] }
}

extension Recording {
    /// The same recording with a warning on each option that was given and not used.
    func addingUnusedOptionNotices(
        _ options: RecordingFile.Options, used: Set<InputOption>
    ) -> Recording {
        let unused = InputOption.noticesOfUnusedOptions(options, used: used, format: format)
        return unused.isEmpty ? self : with(notices: notices + unused)
    }
}

extension [NamedRecording] {
    /// The same recordings of one input, with one warning on each option that none of them used.
    package var mergingOptionNotices: [NamedRecording] {
        let unused = compactMap { try? $0.outcome.get() }.map { recording in
            Set(recording.notices.compactMap(InputOption.unused))
        }
        guard unused.count > 1, unused.contains(where: { !$0.isEmpty }) else { return self }
        var remaining = unused.dropFirst().reduce(unused[0]) { $0.intersection($1) }
        return map { named in
            guard case .success(let recording) = named.outcome else { return named }
            let notices = recording.notices.filter { notice in
                guard let option = InputOption.unused(in: notice) else { return true }
                return remaining.remove(option) != nil
            }
            return NamedRecording(
                name: named.name, outcome: .success(recording.with(notices: notices)))
        }
    }
}

/// The options that no input of a run used, by the warnings of each input.
package final class UnusedOptions: Sendable {
    private let unused = Mutex<Set<InputOption>?>(nil)

    package init() {}

    /// The options that no input used; nil where none was read.
    package var options: Set<InputOption>? { unused.withLock { $0 } }

    /// Receives the notices of an input.
    ///
    /// - Returns: those that are no warnings on options.
    package func filter(_ notices: [Notice]) -> [Notice] {
        add(Set(notices.compactMap(InputOption.unused)))
        return notices.filter { InputOption.unused(in: $0) == nil }
    }

    /// Receives the recordings of an input, of which one states the options that none of them used.
    ///
    /// - Returns: the same recordings without warnings on options.
    package func filter(_ recordings: [NamedRecording]) -> [NamedRecording] {
        let notices = recordings.compactMap { try? $0.outcome.get() }.map(\.notices)
        if !notices.isEmpty {
            add(Set(notices.joined().compactMap(InputOption.unused)))
        }
        return recordings.map { named in
            NamedRecording(
                name: named.name,
                outcome: named.outcome.map { recording in
                    recording.with(
                        notices: recording.notices.filter { InputOption.unused(in: $0) == nil })
                })
        }
    }

    private func add(_ options: Set<InputOption>) {
        unused.withLock { $0 = $0?.intersection(options) ?? options }
    }

    /// A warning on each option that no input used.
    package var notices: [Notice] {
        let options = options ?? []
        return InputOption.allCases.filter(options.contains).map { option in
            option.unusedOptionNotice("\(option.rawValue) has no effect on any of these inputs")
        }
    }
}

/// A format of text that holds beats.
protocol TextFormat: ReadFormat {
    /// Words that stand in the first 4 KB of such texts and in no text of samples.
    static var marks: [String] { get }
}

extension TextFormat {
    static var marks: [String] { [] }
}

import HRVFeatures
import HRVReports
import PhysioTypes
import Testing

@Suite struct MethodsParagraphTests {
    private static func recipe(_ settings: [(String, Recipe.Value)]) -> Recipe {
        var recipe = Recipe()
        recipe.set(RecipeKey("toolkit_version"), .text("9.9"))
        recipe.set(RecipeKey("input_format"), .text("rr-text"))
        recipe.set(RecipeKey("correction"), .text("none"))
        recipe.set(RecipeKey("min_coverage"), .number(0.9))
        recipe.set(RecipeKey("forced"), .flag(false))
        recipe.set(RecipeKey("psd"), .text("lomb"))
        recipe.set(RecipeKey("taper"), .text("hann"))
        recipe.set(RecipeKey("detrend"), .text("linear"))
        for (name, value) in settings { recipe.set(RecipeKey(name), value) }
        return recipe
    }

    /// The references are the cited sources only, each once, numbered from 1 in the order of the
    /// text.
    @Test(arguments: ["lomb", "welch", "multitaper", "burg", "fft"])
    func referencesAreThoseCited(psd: String) throws {
        let text = MethodsParagraph(Self.recipe([("psd", .text(psd))])).text
        let parts = text.split(separator: "\n\n", maxSplits: 1)
        let paragraph = try #require(parts.first)
        let references = try #require(parts.last)
        let cited = paragraph.matches(of: /\[(\d+)\]/).compactMap { Int($0.1) }
        var order: [Int] = []
        for number in cited where !order.contains(number) { order.append(number) }
        #expect(order == Array(1...order.count))
        let listed = references.split(separator: "\n").compactMap {
            $0.prefixMatch(of: #/\[(\d+)\] /#).flatMap { Int($0.1) }
        }
        #expect(listed == order)
    }

    @Test func theCorrectionIsSaidWithItsSource() {
        func text(_ settings: [(String, Recipe.Value)]) -> String {
            MethodsParagraph(Self.recipe(settings)).text.replacing("\n", with: " ")
        }
        #expect(text([]).contains("No artefact correction was applied."))
        let lipponen = text([
            ("correction", .text("lipponen")), ("repair", .text("time-keeping")),
            ("max_artefacts", .number(0.2)),
        ])
        #expect(lipponen.contains("by the rule lipponen [1]; what was missed was put in"))
        #expect(lipponen.contains("[1] Lipponen and Tarvainen 2019"))
        #expect(lipponen.contains("or with more than 20 % of beats at fault, were left out."))
        let kubios = text([
            ("correction", .text("kubios-strong")), ("repair", .text("removal")),
        ])
        #expect(kubios.contains("by the rule kubios-strong [1], and left out."))
        #expect(kubios.contains("[1] Tarvainen, Niskanen"))
        let resonant = text([
            ("correction", .text("resonant")), ("repair", .text("marking")),
        ])
        #expect(resonant.contains("stretches without one, and kept as they are."))
        let own = text([("correction", .text("mine")), ("repair", .text("linear"))])
        #expect(own.contains("by the rule mine, and replaced by linear interpolation."))
        #expect(text([("correction", .text("by the caller"))]).contains("(by the caller)"))
    }

    @Test func settingsAreSaid() {
        let text = MethodsParagraph(
            Self.recipe([
                ("window_s", .number(300)), ("step_s", .number(30)), ("forced", .flag(true)),
                ("bands_hz", .bands([.init(name: "LF", lowHz: 0.04, highHz: 0.15)])),
            ])
        ).text.replacing("\n", with: " ")
        #expect(text.contains("Resonance 9.9"))
        #expect(text.contains("windows of 300 s that begin every 30 s"))
        #expect(text.contains("LF (0.04-0.15 Hz)"))
        #expect(text.contains("even where the data were too short"))
        #expect(!text.contains("less than 90 %"))
    }

    @Test func anotherProgramIsCited() {
        let text = MethodsParagraph(
            Self.recipe([
                ("like", .text("NeuroKit2 0.2.13")), ("like_defects", .flag(true)),
                ("pnn_divisor", .text("intervals")),
            ])
        ).text.replacing("\n", with: " ")
        #expect(text.contains("conventions of NeuroKit2 0.2.13 [1], its known defects included"))
        #expect(text.contains("pnn divisor: intervals"))
        #expect(text.contains("[1] Makowski et al. 2021"))
        #expect(!text.contains("Lomb"))
    }

    @Test func aMetricHasTheSourcesOfItsDefinition() {
        func sources(_ key: MetricKey) -> String {
            MethodsParagraph.references(for: key).joined(separator: "; ")
        }
        #expect(sources(.rmssd).contains("Task Force"))
        #expect(sources(.sampEn).contains("Richman"))
        #expect(sources(.hfMsSquared).contains("Janssen"))
        #expect(sources(.decelerationCapacity).contains("Bauer"))
    }
}

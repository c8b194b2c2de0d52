import PhysioTypes
import Testing

@Suite struct SmallTypesTests {
    @Test func bandsNeedAscendingFiniteEdges() {
        #expect(FrequencyBand(lowHz: 0.04, highHz: 0.15) != nil)
        for (low, high) in [(0.2, 0.1), (0.1, 0.1), (-0.1, 0.1), (0, .infinity), (.nan, 1.0)] {
            #expect(FrequencyBand(lowHz: low, highHz: high) == nil)
        }
    }

    @Test func reasonsSayWhatIsNeededAndFound() {
        let reason = MissingReason.tooFew(needed: 20, found: 5, .beats)
        #expect(reason.code == "too_few")
        #expect(reason.text == "needs 20 beats, has 5")
        #expect(
            MissingReason.tooFew(needed: 120, found: 45.25, .seconds).text
                == "needs 120 seconds, has 45.3")
        #expect(MissingReason.tooFew(needed: 1, found: 0, .beats).text == "needs 1 beat, has 0")
        #expect(
            MissingReason.coverage(needed: 0.9, found: 0.5).text
                == "needs 90 % coverage, has 50 %")
        #expect(!MissingReason.zeroDenominator.canBeForced)
    }

    @Test func aReplacedSettingKeepsItsPositionInTheRecipe() {
        var recipe = Recipe()
        recipe.set(RecipeKey("a"), .number(1))
        recipe.set(RecipeKey("b"), .text("x"))
        recipe.set(RecipeKey("a"), .number(2))
        #expect(recipe.settings.map(\.name) == ["a", "b"])
        #expect(recipe["a"] == .number(2))
        #expect(recipe["c"] == nil)
    }

    @Test func recipesAddUpAndTheLaterValueStands() {
        var recipe = Recipe()
        recipe.set(.psd, .text("lomb"))
        recipe.set(.isForced, .flag(false))
        var other = Recipe()
        other.set(.windowSeconds, .number(300))
        other.set(.psd, .text("welch"))
        recipe.add(other)
        #expect(recipe.settings.map(\.name) == ["psd", "forced", "window_s"])
        #expect(recipe[.psd] == .text("welch") && recipe["window_s"] == .number(300))
    }
}

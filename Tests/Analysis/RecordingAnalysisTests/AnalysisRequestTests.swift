import HRVPipeline
import PhysioTypes
import SensorProtocol
import Testing

@testable import RecordingAnalysis

@Suite struct AnalysisRequestTests {
    @Test func withoutOptionsItIsOurConventions() throws {
        for json in [nil, "", "{}", #"{"window": null}"#] {
            let settings = try AnalysisRequest(json: json).settings
            #expect(
                settings.windows == nil && settings.selectedDialect == nil && !settings.isForced)
            #expect(settings.correction?.rule.name == AnalysisSettings().correction?.rule.name)
        }
    }

    @Test func optionsAreNamedAsOnTheCommandLine() throws {
        let request = try AnalysisRequest(
            json: """
                {"window": 300, "step": 60.5, "psd": "welch", "taper": "none", "correct": "malik",
                 "repair": "removal", "band": {"MF": [0.08, 0.12]}, "force": true, "ci": true, "seed": 7,
                 "names": "kubios", "unit": "s", "signal": 1, "rate": 250, "from": "2026-11-14"}
                """)
        let settings = request.settings
        #expect(settings.windows == .init(lengthSeconds: 300, stepSeconds: 60.5))
        #expect(settings.spectrum.estimator == .welch && settings.spectrum.taper == .none)
        #expect(settings.correction?.rule.name == "malik")
        #expect(settings.correction?.repair == .removal)
        #expect(settings.spectrum.bands.custom.map(\.name) == ["MF"])
        #expect(settings.isForced && settings.uncertainty?.seed == 7)
        #expect(request.names == .kubios && request.recordingOptions.text.unit == .seconds)
        #expect(request.signal == "1" && request.recordingOptions.rateHz == 250)
        #expect(request.from == "2026-11-14")
    }

    @Test func aBandIsWrittenInThreeWays() throws {
        for json in [
            #"{"band": "MF=0.08,0.12"}"#, #"{"band": ["MF=0.08,0.12"]}"#,
            #"{"band": {"MF": [0.08, 0.12]}}"#,
        ] {
            let band = try AnalysisRequest(json: json).settings.spectrum.bands.custom.first
            #expect(band?.name == "MF" && band?.band == FrequencyBand(lowHz: 0.08, highHz: 0.12))
        }
    }

    @Test func withDefectsHasTwoSpellings() throws {
        for key in ["with-defects", "with_defects"] {
            let request = try AnalysisRequest(json: #"{"like": "kubios", "\#(key)": true}"#)
            #expect(request.settings.selectedDialect == .init(.kubios, includesDefects: true))
        }
    }

    @Test(arguments: [
        ("{", "something is wrong at byte 1"), ("[]", "no JSON object"), ("7", "no JSON object"),
        (#"{"windows": 300}"#, "there is no option --windows"),
        (#"{"window": "300"}"#, "--window is a number"),
        (#"{"window": true}"#, "--window is a number"),
        (#"{"window": 1e999}"#, "--window is a number"),
        (#"{"window": 0}"#, "--window must be at least 1 s"),
        (#"{"step": 5}"#, "--step needs --window"),
        (#"{"force": 1}"#, "--force is true or false"),
        (#"{"psd": "lombscargle"}"#, "choose lomb, welch, multitaper, fft, burg"),
        (#"{"correct": "kubios"}"#, "choose none, resonant"),
        (#"{"correct": "none", "repair": "removal"}"#, "--repair needs a rule"),
        (#"{"with-defects": true}"#, "--with-defects needs --like"),
        (#"{"like": "kubios", "psd": "welch"}"#, "--like decides"),
        (#"{"like": "kubios", "ci": true}"#, "leave out --like"),
        (#"{"like": "kubios", "repair": "removal"}"#, "--like corrects nothing"),
        (#"{"seed": 3}"#, "--seed needs --ci"), (#"{"ci": true, "seed": -3}"#, "whole number"),
        (#"{"night": "22:00"}"#, "22:00-06:00"), (#"{"start": "22:00"}"#, "--start needs --night"),
        (#"{"night": "22:00-06:00", "window": 300}"#, "not together"),
        (#"{"band": "LF"}"#, "LF=0.04,0.15"), (#"{"band": {"a b": [0.1, 0.2]}}"#, "LF=0.04,0.15"),
        (#"{"band": [["LF", 1]]}"#, "LF=0.04,0.15"), (#"{"rate": 0}"#, "above 0"),
        (#"{"format": "edf"}"#, "--format edf: choose"),
        (#"{"from": "yesterday"}"#, "--from is a date"),
    ])
    func whatIsWrongIsNamed(json: String, words: String) {
        let error = #expect(throws: OptionError.self) { try AnalysisRequest(json: json) }
        #expect(error?.text.contains(words) == true, "\(error?.text ?? "")")
    }

    @Test func optionsOfFilesAreNotForArrays() {
        let error = #expect(throws: OptionError.self) {
            try AnalysisRequest(
                json: #"{"annotator": "atr"}"#, keys: AnalysisRequest.computationOptions)
        }
        #expect(error?.text.hasPrefix("there is no option --annotator") == true)
    }
}

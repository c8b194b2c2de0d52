// The umbrella: `import Resonance` brings every module of the package.
@_exported public import BeatCorrection
@_exported public import BeatDetection
@_exported public import HRVFeatures
@_exported public import HRVPipeline
@_exported public import HRVReports
@_exported public import LivePipeline
@_exported public import PhysioDSP
@_exported public import PhysioSimulation
@_exported public import PhysioTypes
@_exported public import RecordingAnalysis
@_exported public import RecordingFiles
@_exported public import ResonanceBreathing
@_exported public import SensorProtocol

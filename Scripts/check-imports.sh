#!/usr/bin/env bash
# The import rules of the house that the compiler does not enforce.
#
# Layers are read from the paths, Sources/<layer>/<module>: a module imports from every layer above its own,
# and of its own layer only what `inside` lists. What it must not import although it lies above is in
# `forbidden`; what one place alone may import is in `only`.
set -euo pipefail
cd "$(dirname "$0")/.."

# The tables reach awk through the environment: some kinds of awk take no line ends in their options.
set -a
layers="Signals Hearts Recordings Analysis Sessions Wellbeing Measuring Apps"

# The C targets lie in CKernels/<layer>.
kernels="CSignalKernels=Signals CHeartKernels=Hearts"

inside="
PhysioDSP: CSignalKernels CFFTW
BeatDetection: PhysioTypes CHeartKernels
BeatCorrection: PhysioTypes CHeartKernels
HRVFeatures: PhysioTypes
ResonanceBreathing: PhysioTypes HRVFeatures
PhysioSimulation: PhysioTypes
RecordingFiles: SensorProtocol CZlib
HealthRecords: RecordingFiles CExpat
Datasets: RecordingFiles
RecordingAnalysis: HRVPipeline HRVReports
DBusClient: CDBus
BluetoothStraps: DBusClient
SessionHistory: StoreFiles
LiveProtocol: LivePipeline
LiveSession: LivePipeline LiveProtocol BluetoothStraps SessionHistory
HealthHistory: HealthTimeline
PracticeRuntime: PracticePlans MusicLibrary
MusicLibrary: SongFeatures PracticePlans MusicSelection
MusicSession: MusicSelection MusicLibrary MusicPlayers
FileCommands: CommandSupport BatchRuns
SessionCommands: CommandSupport TerminalView SessionDashboard
hrv: FileCommands
hrv-sessions: CommandSupport FileCommands SessionCommands
hrv-studies: CommandSupport
"

live="LivePipeline LiveProtocol LiveSession BluetoothStraps DBusClient SessionHistory SessionDashboard TerminalView"
# What lasts, keeps a history or needs more of Foundation than its essentials: not for commands on files.
lasting="$live StoreFiles GRDB FlyingFox HealthTimeline HealthHistory PracticePlans PracticeRuntime SongFeatures MusicLibrary \
MusicSelection MusicPlayers MusicSession KernelBenchmarks MusicStudy"
c_modules="CSignalKernels CHeartKernels CFFTW CDBus CZlib CExpat"
sources="PhysioSimulation PhysioDSP BeatDetection BeatCorrection"

forbidden="
PhysioTypes: Foundation PhysioDSP CSignalKernels
PhysioDSP: Foundation
BeatDetection: Foundation
BeatCorrection: Foundation
HRVFeatures: Foundation $c_modules
ResonanceBreathing: Foundation $c_modules
PhysioSimulation: Foundation $c_modules
SensorProtocol: Foundation PhysioDSP $c_modules
RecordingFiles: Foundation CSignalKernels CHeartKernels CFFTW
HealthRecords: Foundation PhysioDSP CSignalKernels CHeartKernels CFFTW CZlib
HRVPipeline: Foundation PhysioSimulation $c_modules
HRVReports: Foundation PhysioSimulation $live $c_modules
Datasets: Foundation FoundationNetworking PhysioDSP SensorProtocol $c_modules
RecordingAnalysis: Foundation PhysioSimulation $live $c_modules
LivePipeline: Foundation PhysioSimulation $c_modules
DBusClient: Foundation PhysioTypes PhysioDSP SensorProtocol RecordingFiles
BluetoothStraps: Foundation PhysioTypes PhysioDSP RecordingFiles
SessionHistory: $sources HRVPipeline SensorProtocol $c_modules
LiveProtocol: Foundation $sources $c_modules
LiveSession: $sources $c_modules
HealthTimeline: Foundation PhysioSimulation $live $c_modules
HealthHistory: PhysioSimulation $live $c_modules
PracticePlans: Foundation PhysioSimulation HRVPipeline HRVFeatures $live $c_modules
SongFeatures: Foundation PhysioTypes PhysioSimulation HRVPipeline HRVFeatures $live
MusicLibrary: $sources HRVPipeline $live $c_modules
MusicSelection: Foundation PhysioSimulation HRVPipeline HRVFeatures $live $c_modules
MusicPlayers: PhysioTypes PhysioDSP StoreFiles SessionHistory LiveSession LiveProtocol LivePipeline $sources $c_modules
KernelBenchmarks: LiveSession SessionHistory BluetoothStraps
TerminalView: $sources ArgumentParser $c_modules
SessionDashboard: $sources HRVPipeline $c_modules
BatchRuns: Foundation $lasting $c_modules
CommandSupport: Foundation $lasting $c_modules
FileCommands: Foundation $lasting $c_modules
hrv: Foundation $lasting $c_modules
SessionCommands: $c_modules
hrv-sessions: $c_modules
hrv-studies: $c_modules
"

# The module, then the files or folders that may import it.
reading=Sources/Recordings/RecordingFiles
system="Sources/Signals/PhysioDSP/Numbers/PlatformMath.swift Sources/Sessions/DBusClient/SystemCalls.swift \
Sources/Measuring/KernelBenchmarks/ $reading/Files/ \
$reading/Compression/FLACDecoder.swift Sources/Recordings/Datasets/ Sources/Apps/BatchRuns/ \
Sources/Apps/CommandSupport/ Sources/Apps/FileCommands/"
only="
CFFTW: Sources/Signals/PhysioDSP/Transforms/RealFFT.swift
Glibc: $system
Musl: $system
Darwin: $system
CZlib: $reading/Compression/
CExpat: Sources/Recordings/HealthRecords/XML/ExpatParser.swift
CDBus: Sources/Sessions/DBusClient/
GRDB: Sources/Sessions/StoreFiles/ Sources/Sessions/SessionHistory/ Sources/Wellbeing/HealthHistory/ Sources/Wellbeing/MusicLibrary/
FlyingFox: Sources/Apps/SessionDashboard/
FlyingSocks: Sources/Apps/SessionDashboard/
FoundationEssentials: Sources/Recordings/Datasets/ Sources/Apps/
Foundation: Sources/Sessions/StoreFiles/ Sources/Sessions/SessionHistory/ Sources/Sessions/LiveSession/ \
Sources/Wellbeing/HealthHistory/ Sources/Wellbeing/PracticeRuntime/ Sources/Wellbeing/MusicLibrary/ \
Sources/Wellbeing/MusicPlayers/ Sources/Wellbeing/MusicSession/ Sources/Measuring/ Sources/Apps/
"
folders="$(printf '%s ' Sources/*/*/)"
set +a

grep -rnE '^ *(@[A-Za-z_()]+ +)*((public|package|internal) +)?import ' Sources --include='*.swift' |
    # Where there are the essentials alone, all of Foundation stands behind #else.
    grep -vE ':    import Foundation$' |
    sed -E 's/^([^:]+):([0-9]+):.*import +((struct|enum|class|func|protocol|let|var) +)?([A-Za-z0-9_]+).*/\1 \2 \5/' |
    awk '
    function table(text, into,    lines, i, parts) {
        split(text, lines, "\n")
        for (i in lines) if (split(lines[i], parts, ": *") == 2) into[parts[1]] = " " parts[2] " "
    }
    function complain(text) { print $1 ":" $2 ": error: " text; failed = 1 }
    BEGIN {
        count = split(ENVIRON["layers"], names, " ")
        for (i = 1; i <= count; i++) rank[names[i]] = i
        count = split(ENVIRON["kernels"], pairs, " ")
        for (i = 1; i <= count; i++) { split(pairs[i], pair, "="); layer[pair[1]] = pair[2] }
        count = split(ENVIRON["folders"], paths, " ")
        for (i = 1; i <= count; i++) { split(paths[i], parts, "/"); layer[parts[3]] = parts[2] }
        table(ENVIRON["inside"], neighbours); table(ENVIRON["forbidden"], never); table(ENVIRON["only"], allowed_folders)
    }
    {
        split($1, parts, "/"); here = parts[2]; module = parts[3]; wanted = $3
        if (!(here in rank)) complain(here " is no layer: " ENVIRON["layers"])
        if (index(never[module], " " wanted " ")) complain(module " must not import " wanted)
        if (wanted in layer && wanted != module) {
            if (layer[wanted] == here && module != "Resonance" && !index(neighbours[module], " " wanted " "))
                complain(module " must not import " wanted " of its own layer")
            if (rank[layer[wanted]] > rank[here])
                complain(module " must not import " wanted ", whose layer " layer[wanted] " lies below " here)
        }
        if (wanted in allowed_folders) {
            allowed = 0
            count = split(allowed_folders[wanted], where, " ")
            for (i = 1; i <= count; i++) if (index($1, where[i]) == 1) allowed = 1
            if (!allowed) complain(wanted " may be imported only in" allowed_folders[wanted])
        }
    }
    END { exit failed }'

#!/usr/bin/env bash
# Makes the inputs in Fuzzing/corpus from which the fuzzer begins: small valid files of every format,
# every value invented. Those that earlier runs found stay beside them.
set -euo pipefail
cd "$(dirname "$0")/../Fuzzing"

put() { mkdir -p "corpus/$1"; cat >"corpus/$1/seed-$2"; }

# R-R text.
printf '812\n805\n799\n820\n' | put rr-text plain
printf 'time;RR [s]\r\n0,812;0,812\r\n1,617;0,805\r\n' | put rr-text comma
printf '# a comment\n0.8\n1.605\n2.404\n3.2\n4.01\n' | put rr-text beat-times
printf 'date,rr,since start\n2021-01-25 13:35:48 +0000,800,800\n2021-01-25 13:35:48 +0000,810,1610\n' |
    put rr-text hrv-logger
printf 'Kubios HRV Standard, version 3.5\nRR INTERVAL DATA: Artifact corrected RR series\nTime (s), RR (s)\n0.000, 0.812\n0.812, 0.805\n' |
    put rr-text kubios
printf 'VNS Analyse Export\nRR-Intervalle - Rohwerte\n0,812\n0,805\tNotiz: Husten\n0,799\nRR-Intervalle - Korrigierte Werte\n' |
    put rr-text vns
printf '[Params]\nVersion=106\nInterval=238\nDate=20240302\nStartTime=12:34:56.0\n[HRData]\n812\n805\n799\n' |
    put rr-text polar-hrm
printf '<sample><HR>75</HR><IBI>812 805 799</IBI></sample>\n' | put rr-text suunto
printf 'Phone timestamp;RR-interval [ms]\n2021-03-04T10:11:12.000;812\n2021-03-04T10:11:13.000;805\n' |
    put rr-text polar-logger
printf '1614852672.0, IBI\n1.0,0.812\n1.805,0.805\n' | put rr-text empatica
printf '812\n805\n799\n' | iconv -t UTF-16 | put rr-text utf-16

# Inputs of beats that are no R-R text; those that are come from the target above.
printf '{"type":"rr","rr_ms":[812,805]}\n{"type":"rr","rr_ms":[799]}\n' | put beats log
printf '812\n805\n799\n' | gzip -n | put beats packed

# EDF and BDF: the fields have fixed widths. $1 is the version, $2 the reserved field, $3 records,
# $4 their length in s; then for each signal `label|unit|physical|physical|digital|digital|samples`.
sampled() {
    printf '%b%-80s%-80s%s%s' "$1" X 'Startdate 02-MAR-2024' 02.03.24 12.34.56
    printf '%-8s%-44s%-8s%-8s%-4s' $((256 * ($# - 3))) "$2" "$3" "$4" $(($# - 4))
    local widths=(16 8 8 8 8 8 8) signal parts field
    for field in 0 80 1 2 3 4 5 80 6 32; do
        for signal in "${@:5}"; do
            IFS='|' read -ra parts <<<"$signal"
            case $field in
            80 | 32) printf "%-${field}s" '' ;;
            *) printf "%-${widths[field]}s" "${parts[field]}" ;;
            esac
        done
    done
}
bytes() { printf '%b' "$(printf '\\x%02x' "$@")"; }
zeros() { head -c "$1" /dev/zero; }
ecg='ECG|mV|-1|1|-1000|1000|4'
edf='0       '
{
    sampled "$edf" '' 2 1 "$ecg" 'Resp|%|0|100|-32768|32767|2'
    bytes 1 0 2 0 3 0 4 0 9 9 8 8 5 0 6 0 7 0 8 255 1 1 2 2
} | put edf plain
for kind in C D; do
    {
        sampled "$edf" "EDF+$kind" 3 1 "$ecg" 'EDF Annotations||-1|1|-32768|32767|10'
        for onset in +0 +1 +5; do
            bytes 1 0 2 0 3 0 4 0
            printf '%s\x14\x14\x00+0.5\x150.1\x14N\x14\x00' "$onset"
            zeros $((7 - ${#onset}))
        done
    } | put edf "plus-$kind"
done
bdf='\xffBIOSEMI'
{ sampled "$bdf" 24BIT 2 0,5 'ECG|uV|-100|100|-8388608|8388607|4'; seq 1 24 | xargs printf '\\x%x' | xargs -0 printf '%b'; } |
    put bdf plain
{
    sampled "$bdf" BDF+D 2 1 "$ecg" 'BDF Annotations||-1|1|-8388608|8388607|4'
    for onset in +0.0 +9.5; do seq 1 12 | xargs printf '\\x%x' | xargs -0 printf '%b'; printf '%s\x14\x14' "$onset"; zeros 6; done
} | put bdf plus

# ISHNE: 522 bytes of fields, the leads and their resolutions among them.
ishne() { # length of the text, leads, rate
    printf ISHNE1.0
    bytes 0 0 "$1" 0 0 0 8 0 0 0 10 2 0 0 $(((522 + $1) % 256)) 2 0 0 1 0
    zeros 110
    bytes 2 0 3 0 232 7 2 0 3 0 232 7 12 0 34 0 56 0 "$2" 0 6 0 1 0
    zeros 20
    bytes 2 0 1 0
    zeros 20
    bytes 196 9 232 3
    zeros 62
    bytes "$3" 0
    zeros 248
    zeros "$1" | tr '\0' t
}
{ ishne 0 2 200; seq 1 32 | xargs printf '\\x%x' | xargs -0 printf '%b'; } | put ishne plain
{ ishne 15 1 128; bytes 1 0 0 128 255 127; } | put ishne text

# FIT: intervals alone; and every message that is used, with developer fields and a compressed time, from
# a little-endian and a big-endian device.
from_hex() { printf '%b' "$(tr -d ' \n' | sed 's/../\\x&/g')"; }
from_hex <<'END' | put fit plain
0e 20 e2 52 57 00 00 00 2e 46 49 54 98 a0 40 00 00 00 00 04 00 01 00 01 02 84 02 02 84 04 04 86
00 04 ff 00 00 00 00 ca 9a 3b 41 00 00 4e 00 01 00 0a 84 01 2c 03 25 03 ff ff ff ff ff ff 01 1f
03 ff ff ff ff ff ff ff ff 42 00 00 22 01 03 fd 04 86 00 02 84 01 06 84 02 02 ca 9a 3b fa 00 2c
03 25 03 1f 03 2c a7
END
from_hex <<'END' | put fit every
0e 20 08 52 75 01 00 00 2e 46 49 54 2f d7 40 00 00 00 00 03 00 01 00 01 02 84 04 04 86 00 04 01
00 e7 16 ed 32 41 00 00 15 00 03 fd 04 86 00 01 00 01 01 00 01 e7 16 ed 32 00 00 62 00 00 14 00
04 fd 04 86 03 01 02 05 04 86 08 03 0d 01 00 02 00 43 00 00 4e 00 01 00 06 84 03 2c 03 25 03 ff
ff 02 e7 16 ed 32 46 00 00 00 00 14 00 00 07 00 03 2d 03 25 03 ff ff 02 e8 16 ed 32 47 64 00 00
00 14 10 01 07 00 03 2e 03 25 03 ff ff 02 e9 16 ed 32 48 c8 00 00 00 14 20 02 07 00 c5 ff ff ff
ff 4b 00 00 00 00 00 00 00 00 00 01 ec 16 ed 32 00 04 01 f0 16 ed 32 00 00 44 00 00 84 00 03 fd
04 86 00 02 84 09 04 86 04 e7 16 ed 32 00 40 07 9f 87 0d 45 00 00 84 00 01 0a 03 0d 05 d4 80 2a
46 00 00 22 01 03 fd 04 86 00 02 84 01 04 84 06 ea 16 ed 32 fa 00 2c 03 25 03 47 00 00 74 01 03
fd 04 86 00 02 84 01 06 84 07 ea 16 ed 32 fa 00 20 43 20 83 20 03 48 00 00 13 00 04 fd 04 86 02
04 86 08 04 86 09 04 86 08 ec 16 ed 32 e7 16 ed 32 88 13 00 00 dc 05 00 00 08 f3 16 ed 32 ec 16
ed 32 a0 0f 00 00 84 03 00 00 49 00 00 12 00 05 fd 04 86 02 04 86 05 01 00 06 01 00 09 04 86 09
f3 16 ed 32 e7 16 ed 32 01 02 60 09 00 00 4a 00 00 22 00 02 fd 04 86 05 04 86 0a f3 16 ed 32 4b
64 ed 32 c6 5c
END
from_hex <<'END' | put fit big-endian
0e 20 08 52 75 01 00 00 2e 46 49 54 2f d7 40 00 01 00 00 03 00 01 00 01 02 84 04 04 86 00 04 00
01 32 ed 16 e7 41 00 01 00 15 03 fd 04 86 00 01 00 01 01 00 01 32 ed 16 e7 00 00 62 00 01 00 14
04 fd 04 86 03 01 02 05 04 86 08 03 0d 01 00 02 00 43 00 01 00 4e 01 00 06 84 03 03 2c 03 25 ff
ff 02 32 ed 16 e7 46 00 00 00 00 14 00 00 00 07 03 03 2d 03 25 ff ff 02 32 ed 16 e8 47 00 00 00
64 14 10 01 00 07 03 03 2e 03 25 ff ff 02 32 ed 16 e9 48 00 00 00 c8 14 20 02 00 07 c5 ff ff ff
ff 4b 00 00 00 00 00 00 00 00 00 01 32 ed 16 ec 00 04 01 32 ed 16 f0 00 00 44 00 01 00 84 03 fd
04 86 00 02 84 09 04 86 04 32 ed 16 e7 40 00 0d 87 9f 07 45 00 01 00 84 01 0a 03 0d 05 d4 80 2a
46 00 01 01 22 03 fd 04 86 00 02 84 01 04 84 06 32 ed 16 ea 00 fa 03 2c 03 25 47 00 01 01 74 03
fd 04 86 00 02 84 01 06 84 07 32 ed 16 ea 00 fa 43 20 83 20 03 20 48 00 01 00 13 04 fd 04 86 02
04 86 08 04 86 09 04 86 08 32 ed 16 ec 32 ed 16 e7 00 00 13 88 00 00 05 dc 08 32 ed 16 f3 32 ed
16 ec 00 00 0f a0 00 00 03 84 49 00 01 00 12 05 fd 04 86 02 04 86 05 01 00 06 01 00 09 04 86 09
32 ed 16 f3 32 ed 16 e7 01 02 00 00 09 60 4a 00 01 00 22 02 fd 04 86 05 04 86 0a 32 ed 16 f3 32
ed 64 4b a4 78
END

# Zip archives: deflated, stored and empty entries; sizes behind the data; the fields of zip64; bytes before the archive.
base64 -d <<'END' | put zip plain
UEsDBBQAAAgIAIMYIlwYpH4FFQAAAJwAAAAkAAAAYXBwbGVfaGVhbHRoX2V4cG9ydC9FeHBvcnRhY2nDs24ueG1s0zXm0jXi0jXk
MuAy5DLiAvIGjwAAUEsDBBQAAAAAAIMYIlwAAAAAAAAAAAAAAAAWAAAAYXBwbGVfaGVhbHRoX2V4cG9ydC9hL1BLAwQUAAAAAACD
GCJc4pxTpQcAAAAHAAAAEAAAAC4uLy4uL2V0Yy9wYXNzd2RzdG9yZWQKUEsDBBQAAAAIAIMYIlwAAAAAAgAAAAAAAAAFAAAAZW1w
dHkDAFBLAQIUAxQAAAgIAIMYIlwYpH4FFQAAAJwAAAAkAAAAAAAAAAAAAACAAQAAAABhcHBsZV9oZWFsdGhfZXhwb3J0L0V4cG9y
dGFjacOzbi54bWxQSwECFAMUAAAAAACDGCJcAAAAAAAAAAAAAAAAFgAAAAAAAAAAAAAAgAFXAAAAYXBwbGVfaGVhbHRoX2V4cG9y
dC9hL1BLAQIUAxQAAAAAAIMYIlzinFOlBwAAAAcAAAAQAAAAAAAAAAAAAACAAYsAAAAuLi8uLi9ldGMvcGFzc3dkUEsBAhQDFAAA
AAgAgxgiXAAAAAACAAAAAAAAAAUAAAAAAAAAAAAAAIABwAAAAGVtcHR5UEsFBgAAAAAEAAQABwEAAOUAAAAAAA==
END
base64 -d <<'END' | put zip streamed
UEsDBC0ACAAIAIMYIlwAAAAA//////////8IABQAc3RyZWFtZWQBABAAAAAAAAAAAAAAAAAAAAAAANM15tI14tI15DLgMuQy4gLy
Bo8AAFBLBwgYpH4FFQAAAAAAAACcAAAAAAAAAFBLAQItAy0ACAAIAIMYIlwYpH4FFQAAAJwAAAAIAAAAAAAAAAAAAACAAQAAAABz
dHJlYW1lZFBLBQYAAAAAAQABADYAAABnAAAAAAA=
END
base64 -d <<'END' | put zip zip64
UEsDBC0AAAAIAIMYIlwYpH4F//////////8BABQAYQEAEACcAAAAAAAAABUAAAAAAAAA0zXm0jXi0jXkMuAy5DLiAvIGjwAAUEsD
BC0AAAAIAIMYIlwYpH4F//////////8BABQAYgEAEACcAAAAAAAAABUAAAAAAAAA0zXm0jXi0jXkMuAy5DLiAvIGjwAAUEsBAi0D
LQAAAAgAgxgiXBikfgX//////////wEAFAAAAAAAAAAAAIABAAAAAGEBABAAnAAAAAAAAAAVAAAAAAAAAFBLAQItAy0AAAAIAIMY
IlwYpH4F//////////8BABwAAAAAAAAAAACAAf////9iAQAYAJwAAAAAAAAAFQAAAAAAAABIAAAAAAAAAFBLBgYsAAAAAAAAAC0A
LQAAAAAAAAAAAAIAAAAAAAAAAgAAAAAAAACOAAAAAAAAAJAAAAAAAAAAUEsGBwAAAAAeAQAAAAAAAAEAAABQSwUGAAAAAAIAAgCO
AAAAkAAAAAAA
END
{ printf 'before it'; cat corpus/zip/seed-plain; } | put zip shifted

# Elements below the root of a health export: records with and without content, a workout, beats, what is broken.
record='type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" startDate="2026-11-20 08:00:00 +0100" endDate="2026-11-20 08:00:05 +0100" value="72"'
printf '<ExportDate value="2026-11-20 10:00:00 +0100"/>\n<Me/>\n<Record %s/>\n<Record %s><MetadataEntry key="HKTimeZone" value="Europe/Berlin"/></Record>\n</HealthData>\n' \
    "$record" "$record" | put health-xml records
put health-xml kinds <<'END'
<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" startDate="2026-11-20 08:00:00 +0100" endDate="2026-11-20 08:00:05 +0100" value="9"/>
<Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" startDate="2026-11-20 01:00:00 +0100" endDate="2026-11-20 02:00:05 +0100" value="HKCategoryValueSleepAnalysisAsleepREM"/>
<Correlation type="a"><Record type="HKQuantityTypeIdentifierRestingHeartRate" source="W" unit="Hz" startDate="20150616071916-0700" endDate="20150616071916-0700" value="1.1"/></Correlation>
<![CDATA[<Record/>]]><!-- a <b> --><?x y?>
</HealthData>
END
put health-xml beats <<'END'
<Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="Watch" device="&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, hardware:Watch7,5&gt;" unit="ms" startDate="2026-11-20 23:59:58 +0100" endDate="2026-11-21 00:00:58 +0100" value="48.7">
<HeartRateVariabilityMetadataList>
<InstantaneousBeatsPerMinute bpm="60" time="11:59:58.12 PM"/><InstantaneousBeatsPerMinute bpm="60" time="11:59:59,12 PM"/>
<InstantaneousBeatsPerMinute bpm="60" time="0:00:00.10"/><InstantaneousBeatsPerMinute bpm="x" time="12:00:01.13 a.m."/>
</HeartRateVariabilityMetadataList></Record>
END
put health-xml workouts <<'END'
<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="42.5" durationUnit="min" totalDistance="5.2" totalDistanceUnit="km" totalEnergyBurned="350" totalEnergyBurnedUnit="kcal" sourceName="Watch" startDate="2026-11-20 08:00:00 +0100" endDate="2026-11-20 09:00:00 +0100">
<WorkoutEvent type="HKWorkoutEventTypeSegment" date="2026-11-20 08:00:00 +0100" duration="7.332" durationUnit="min"/>
<WorkoutEvent type="HKWorkoutEventTypePause" date="2026-11-20 08:10:00 +0100"/><WorkoutEvent type="HKWorkoutEventTypeResume" date="2026-11-20 08:11:00 +0100"/>
<WorkoutActivity startDate="2026-11-20 08:00:00 +0100" duration="1" durationUnit="hr"><WorkoutStatistics type="HKQuantityTypeIdentifierDistanceCycling" sum="3" unit="mi"/></WorkoutActivity>
<WorkoutActivity startDate="2026-11-20 08:30:00 +0100" endDate="2026-11-20 09:00:00 +0100"><WorkoutEvent type="HKWorkoutEventTypeLap" date="2026-11-20 08:40:00 +0100"/></WorkoutActivity>
<WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="142" minimum="90" maximum="171" unit="count/min"/>
</Workout>
END
printf '<Record type=a"b value=\x0b>&x;&amp;<a b c="d"><Workout><Record %s/><x y=z/>\xff\xfe<Record %s' "$record" "$record" | put health-xml broken

# MATLAB, XDF and Excel files are those of the tests, which hold them as base64.
vectors() {
    local name text
    while read -r name text; do base64 -d <<<"$text" | put "$1" "$name"; done < <(
        awk '/static let .*bytes\(/ { name = $3 } /"""\)/ { if (text) print name, text; text = "" }
            name && /^ +[A-Za-z0-9+\/=]+$/ { gsub(/ /, ""); text = text $0 }' \
            "../Tests/Recordings/RecordingFilesTests/$2")
}
vectors matlab MAT/MATVectors.swift
vectors xdf XDF/XDFVectors.swift
vectors workbook Workbook/WorkbookVectors.swift

# Text of samples, and what apps write.
printf 'time,ecg_mV\n0.000,1\n0.004,-2\n0.008,3\n0.012,-4\n' | put signal-text table
printf 'time;ecg [uV]\r\n0;1,5\r\n4;-2,5\r\n8;3\r\n400;4\r\n404;NaN\r\n' | put signal-text comma
printf '0.5\n-0.25\n1e-3\n-1\n' | put signal-text column
printf 'Name,X\nRecorded Date,2020-02-05 09:14:40 -0400\nSample Rate,512.844 hertz\nLead,Lead I\nUnit,\xc2\xb5V\n\n-265.868\n-12.5\n101\n' |
    put signal-text apple
printf 'Messrate,512,844 Hertz\nAbleitung,Ableitung I\nEinheit,\xc2\xb5V\n\n-265,868\n-12,5\n' |
    put signal-text apple-german
printf 'Phone timestamp;sensor timestamp [ns];timestamp [ms];ecg [uV]\n2021-03-04T10:11:12.000;599000000000000000;;-5\n2021-03-04T10:11:12.008;599000000007680000;7.68;6\n' |
    put signal-text polar
printf '# OpenSignals Text File Format\n# {"a": {"column": ["nSeq", "A1"], "sensor": ["ECG"], "label": ["A1"], "resolution": [4, 10], "device": "bitalino", "date": "2024-3-2", "time": "1:2:3", "sampling rate": 100}}\n# EndOfHeader\n0\t512\t\n1\t513\t\n3\t500\t\n' |
    put signal-text opensignals

# Packed inputs; stored, so that the fuzzer sees what it changes, and one that is packed.
for file in corpus/signal-text/seed-table corpus/edf/seed-plain; do
    gzip -9nc "$file" | put gzip "${file##*-}"
done
{ gzip -nc corpus/signal-text/seed-table; gzip -nc corpus/signal-text/seed-comma; zeros 4; } |
    put gzip pieces

# WFDB headers and annotations.
printf 'r/3 2 100 20\ns 0\n~ 10\nt 10\n' | put wfdb-header segments
printf 'r 3 100/1000(5) 40 10:00:00 01/02/2003\nr.dat 212x2:1+8 200(3)/mV 12 0 -5 1 0 ECG lead II\nr.dat 212 10/mmHg 12 0 0 2 0 ABP\nq.dat 8 5 8 0 7 3 0 RESP\n' |
    put wfdb-header frames
# A beat, a note at time 0 with the rate, a long step, every field, and the end.
{ bytes 0 88 24 252; printf '## time resolution: 360.'; bytes 10 4 0 236 1 0 0 0 5 20 2 244 1 248 3 240 4 252; printf 'text'; bytes 0 0; } |
    put wfdb-annotations fields
# A beat every 200 samples, a premature one, noise, a rhythm.
{ bytes 200 4 200 4 120 20 40 5 10 56 200 4 0 112 5 252; printf '(AFIB\0'; bytes 200 4 0 0; } |
    put wfdb-annotations beats

# Records for the target wfdb-signals: three headers and the samples, with a zero byte between.
samples() { seq 1 96 | xargs printf '\\x%x' | xargs -0 printf '%b'; }
for format in 8 16 24 32 61 80 160 212 310 311; do
    { printf 'r 2 100 24\nr.dat %s 100(3)/mV 12 0 1 5 0 ECG\nr.dat %s\n\0\0\0' $format $format; samples; } |
        put wfdb-signals "format-$format"
done
{ printf 'r 2 100 12\nr.dat 16x3:1+2 200 12 0 0 0 0 A\nr.dat 16:2 1/uV 12 0 0 0 0 B\n\0\0\0'; samples; } |
    put wfdb-signals frames
{ printf 'r/3 1 100 24\ns 10\n~ 4\nt 10\n\0s 1 100 10\nd 16 100 12 0 0 0 0 ECG\n\0t 1 100 10\nd 212 100 12 0 0 0 0 ECG\n\0'; samples; } |
    put wfdb-signals segments
{ printf 'r/4 2 100 30\ns 0\nt 10\n~ 5\nt 15\n\0s 2 100 0\n~ 0 100/mV 12 0 0 0 0 ECG\n~ 0x2 1/mmHg 12 0 0 0 0 ABP\n\0t 1 100 10\nd 16x2 1/mmHg 12 0 0 0 0 ABP\n\0'; samples; } |
    put wfdb-signals layout

# Signals for the detectors, in the commands of Targets/Detection.swift.
beat='\x06\xb0\xf0\x40\xd0\x08'
for target in detector detection-pipeline; do
    printf '\x00\x00'"$beat"'\x0f\x7f' | put $target beats
    printf '\x00\x00'"$beat"'\x0f\x14\x05\x40'"$beat"'\x0f\x14\x03\x60'"$beat"'\x0f\x30' | put $target gaps
    printf '\x00\x00'"$beat$beat"'\x06\x60\xe8\x7f\x90\x20\x17\x7f\x85\x40\x07\x20' | put $target kinds
    printf '\x60\x00'"$beat"'\x01\x04\x00\x10\x00\x20\x00\x10\xff\xf0\x0f\x18\x02\x01\x7f\xf0\x00\x00\x00\x00\x00\x00'"$beat" |
        put $target values
done

# Packets of straps; hexadecimal digits, with spaces where a person likes them.
hex() { printf '%b' "$(printf '%s' "$*" | tr -d ' ' | sed 's/../\\x&/g')"; }
number=0
for value in '10 3e b1 03' '16 3c 00 04 f0 03' '00 40' '04 00' '11 3c 00 00 04' \
    '1f 3c 00 0a 00 00 04' '10 3e b1' '01 3e'; do
    hex "$value" | put heart-rate-measurement $((number += 1))
done
# A packet of Polar's service behind its length.
packet() { for value in "$@"; do bytes $((($(printf '%s' "$value" | tr -d ' ' | wc -c)) / 2)); hex "$value"; done; }
packet '00 00 00 a4 39 93 43 52 08 00 00 00 00 ff ff ff dc 05 00 02 80 ff' \
    '00 00 00 a6 39 93 43 52 08 00 01 00 00 02 00 00' \
    '00 00 00 40 f1 c5 3d 52 08 00 01 00 00 02 00 00' | put polar-packets ecg
packet '02 0100000000000000 01 0100feffe803' '02 0000010000000000 81 0100feffe803 0402f18702' \
    '02 0000020000000000 80 0100feffe803 0402f18702' | put polar-packets acceleration
packet '01 0100000000000000 80 ffff1f 000020 010000 ffff3f 0801010203fe' \
    '03 0000000000000000 00 3ec8030c0006 00f4011e0005' \
    '03 0094357700000000 00 3ec8030c0006 00f4011e0005' | put polar-packets light
packet '0f0500000000000000000000000000000000' 'f001000000 0001820001010e00' 'f0010200 01 000219003200' \
    '0100' '0201080000 01c80001011000 03010a000000 040103 05010000803f' 'f0020006' |
    put polar-packets control
hex '00 00ffffffe80307003c' '01 80ffffffe80307003c' '03 00ffffff6c07083c' '04 04ff6c07540b093c' \
    '08 84ffdc0ec0120b3c' '10 00ffffff00200f3c' 'ff 00ffffff0030103c' | put ant-pages beats

# A conversation in the line protocol, from both sides.
put beatline session <<'END'
{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":1000000,"utc":1763690000000000,"caps":["rr","gatt"]}
{"type":"device","dev":"0","name":"Strap","maker":"M","model":"1","fw":"5","location":"chest","kind":"ecg","addr":"A0"}
{"type":"state","dev":"0","t":1200000,"state":"connected","reason":"x"}
{"type":"gatt","dev":"0","t":2000000,"seq":4,"chr":"2a37","hex":"103eb103"}
{"type":"rr","dev":"0","t":3000000,"rr1024":[945,1008,null],"hr":62,"contact":true,"energy":null}

{"type":"rr","t":3100000,"rr_ms":[922.85,1e400,"8"]}
{"type":"hr","dev":"0","t":90000000,"hr":62}
{"type":"ppi","dev":"1","t":3000000,"pp_ms":[968,0],"err_ms":[12,1],"blocked":[false,true],"contact":[true,null]}
{"type":"beat","dev":"0","t":3912000,"conf":0.98}
{"type":"mark","t":9100000,"label":"st\u00e4rt \ud83d\ude00"}
{"type":"ping","id":3,"t":9500000}
{"type":"ack","id":17,"ok":false,"err":"no ecg"}
{"type":"error","code":"adapter_off","msg":".."}
{"type":"heartRateData","hr":70,"rrIntervals":[800]}
{"type":"tick","t":250000}
{"type":"bye","reason":"user"}
END
put beatline signals <<'END'
{"type":"sig","dev":"0","name":"ecg","unit":"uV","fs":130,"t":4100000,"dev_ns":"599616000561538461","y":[0,-1,1500]}
{"type":"sig","dev":"0","name":"ecg","unit":"uV","fs":130,"t":4660000,"enc":"i16le","b64":"AADAAA=="}
{"type":"sig","name":"x","fs":1.5,"enc":"i24le","b64":"//9/AACA"}
{"type":"sig","name":"x","fs":1,"enc":"f32le","b64":"AACAPwAAwH8="}
{"type":"sig","dev":"0","name":"acc","unit":"mG","fs":50,"ch":3,"t":4100000,"y":[[1,-2,1000],[2,-3.5,null]]}
{"type":"battery","dev":"0","t":5000000,"pct":87,"seq":9}
{"type":"gap","dev":"0","from":5000000,"to":9000000,"lost":5,"reason":"link"}
END
put beatline replies <<'END'
{"type":"hello","proto":"beatline","v":2,"app":"a","t":77000000}
{"type":"pace","id":12,"t":78000000,"in_ms":250,"phase":"in","dur_ms":4000,"bpm":6.0,"cycle":3}
{"type":"haptic","id":13,"t":78000000,"in_ms":250,"dur_ms":60,"level":0.6,"shape":"tick","ttl_ms":150}
{"type":"metric","t":80000000,"session_s":62,"hr":64.8,"pacer":"adapting","resonance_bpm":null,"state":"ok","reasons":{"resonance_bpm":"x"}}
{"type":"cmd","id":17,"cmd":"start_ecg","dev":"0"}
{"type":"pong","id":3,"t":9500400}
{"type":"warn","line":812,"code":"bad_json","msg":".."}
{"type":"breathingParams","inhaleDuration":4,"holdDuration":0.5,"exhaleDuration":5.5,"bpm":6.0,"t":1,"in_ms":250,"cycle":3}
{"type":"command","command":"startWorkout"}
{"type":"go","t":250000}
END
echo "$(find corpus -type f | wc -l) inputs, $(du -sb corpus | cut -f1) bytes"

# Practice: logs of other programs, presets, sounds of one's own.
printf 'Started At,Duration,Preset,Activity\n05/01/2026 16:03:29,0:21:4,Morning,Meditation\n05/02/2026 04:03:29 PM,0:10:00,,Yoga\n' |
    put practice-import insight
printf 'type,sourceName,sourceVersion,creationDate,startDate,endDate,value\nHKCategoryTypeIdentifierMindfulSession,a,1,2026-11-22 07:20:00 +0100,2026-11-22 07:00:00 +0100,2026-11-22 07:20:00 +0100,HKCategoryValueNotApplicable\n' |
    put practice-import health
printf '{"format":"resonance-practice","version":1,"entries":[]}' | put practice-import own
printf '{"format":"resonance-breaths","version":1,"presets":[{"id":"box","name":{"en":"Box","de":"Box"},"inhale":4,"hold":4,"exhale":4,"secondHold":4,"repetitions":20,"cues":["tones"]}]}' |
    put breath-presets box
printf 'RIFF\x2c\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x80\xbb\0\0\0\x77\1\0\2\0\x10\0data\x08\0\0\0\0\0\0\x40\0\0\0\xc0' |
    put wav plain

# Songs: a WAV of two channels with tags, and playlists.
printf 'RIFF\x40\0\0\0WAVEfmt \x10\0\0\0\3\0\2\0\x44\xac\0\0\x20\x62\5\0\x8\0\x20\0LIST\4\0\0\0INFOdata\x10\0\0\0\0\0\0\0\0\0\x80\x3f\0\0\x80\xbf\0\0\0\x3f' |
    put song-wav float
printf '\xef\xbb\xbf#EXTM3U\r\n#PLAYLIST:Evening\r\n#EXTINF:123,A - B\r\n../a.mp3\r\nfile:///music/b%%20c.mp3\r\nhttp://a/b\r\n' |
    put playlist extended
printf '/other/songs/gr\xfcn.mp3\na\\b.mp3\n../../etc/passwd\n' | put playlist latin

# Play histories: last.fm with and without names, ListenBrainz as lines and as an array.
printf 'uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n1667470260,"03 Nov 2022, 10:11",A,,"B, b",,"C ""c""",0f5a\n0,,A,,,,C,\n' |
    put play-history lastfm
printf 'A,B,C,03 Nov 2022 10:11\r\nA,B,D,2022-11-03T10:15:09Z\r\n' | put play-history bare
printf '{"listened_at": 1667470260, "track_metadata": {"artist_name": "A", "track_name": "T", "additional_info": {"recording_mbid": "ABC", "duration_ms": 61500}}}\n{"listened_at": 1}\n' |
    put play-history lines
printf '[{"listened_at": 1667470260.5, "track_metadata": {"artist_name": "A", "track_name": "T", "mbid_mapping": {"recording_mbid": "d"}}}, 3]' |
    put play-history array

# A calendar, and what the desktop says.
printf 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART;TZID=Europe/Berlin:20260105T090000\r\nDTEND;TZID=Europe/Berlin:20260105T100000\r\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=9;WKST=SU\r\nEXDATE;TZID=Europe/Berlin:20260107T090000\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:a\r\nRECURRENCE-ID;TZID=Europe/Berlin:20260119T090000\r\nDTSTART:20260119T110000Z\r\nDURATION:PT1H30M\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n' |
    put calendar weekly
printf 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20260105\nEND:VEVENT\nBEGIN:VEVENT\nDTSTART:20260105T0900\n 00\nDTEND:20260105T093000\nRRULE:FREQ=DAILY;UNTIL=20270101T000000Z\nTRANSP:OPAQUE\nSTATUS:CONFIRMED\nEND:VEVENT\nEND:VCALENDAR\n' |
    put calendar daily
printf '{"focus":"Work","app":"editor","category":"productivity","meeting":false,"idle_s":12.5,"motion":"still"}' |
    put desktop-report whole

# A player: what MPD says, behind how it is asked and where the bytes are cut (Targets/Players.swift).
printf '\x01\x07OK MPD 0.23.5\nvolume: 40\nsong: 1\nsongid: 2\nplaylistlength: 3\nstate: play\nelapsed: 0.754\nduration: 3.000\nnextsongid: 3\nxfade: 5\nlist_OK\nfile: a.wav\nTitle: A\nTime: 3\nId: 2\nlist_OK\nOK\n' |
    put mpd list
printf '\x00\x03OK MPD 0.23.5\nfile: a\nArtist: B\ndirectory: c\nOK\nchanged: player\nOK\nACK [50@0] {playlistid} No such song\n' |
    put mpd answers
printf '\x02\x40OK MPD 0.23.5\nsize: 9\nbinary: 4\na\nOKx\nOK\nsize: 9\nbinary: 0\n\nOK\n' | put mpd art
printf '\x02\x00OK MPD 0.23.5\nsize: 5\nbinary: 9e18\n' | put mpd hostile

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
echo "$(find corpus -type f | wc -l) inputs, $(du -sb corpus | cut -f1) bytes"

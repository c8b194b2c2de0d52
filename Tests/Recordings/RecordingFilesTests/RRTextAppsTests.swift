import PhysioTypes
import Testing

@testable import RecordingFiles
import TestSupport

@Suite struct RRTextAppsTests {
    @Test func hrvLoggerRowsWrittenTwiceAreDropped() throws {
        let recording = try TextReading.read(
            """
            date,rr,since start
            2021-01-25 13:35:48 +0000,800,800
            2021-01-25 13:35:48 +0000,810,1610
            2021-01-25 13:35:48 +0000,810,1610
            2021-01-25 13:35:49 +0000,790,2400
            """)
        #expect(recording.format == "hrv-logger")
        #expect(recording.rr.intervalsMs == [800, 810, 790])
        #expect(recording.notices.map(\.code) == ["repeated_rows"])
    }

    /// A paced heart whose beats share a second: another cell says that the row is another beat.
    @Test func equalBeatsOfOneSecondAreNoRowWrittenTwice() throws {
        let seconds = [38, 38, 39, 40, 41, 42, 43, 44, 45, 46]
        var speed = 0
        let rows = seconds.map { second -> String in
            speed = (speed + 7) % 10
            return "2019-03-14 10:15:\(second),1041,12.\(speed)\n"
        }
        let recording = try TextReading.read("timestamp,rr_ms,speed\n" + rows.joined())
        #expect(recording.rr.intervalsMs == [Double](repeating: 1041, count: 10))
        // A number of the row that counts on is no other cell.
        let written = seconds.enumerated().map { index, second in
            "\(index),2019-03-14 10:15:\(second),\(index < 2 ? 1041 : 1003 + index)\n"
        }
        let repeated = try TextReading.read("index,timestamp,rr_ms\n" + written.joined())
        #expect(repeated.rr.intervalsMs == [1041] + (2..<10).map { 1003 + Double($0) })
    }

    @Test func polarSensorLoggerTimesAreArrivals() throws {
        var text = "Phone timestamp;RR-interval [ms]\n"
        for second in 0..<40 {
            // One packet a second, then five seconds without any.
            let shown = second < 20 ? second : second + 5
            text += "2020-11-13T12:53:\(shown < 10 ? "0" : "")\(shown).250;1000\n"
        }
        let recording = try TextReading.read(text)
        #expect(recording.format == "polar-sensor-logger")
        #expect(recording.rr.count == 40)
        #expect(recording.rr.marks.indices.filter { recording.rr.marks[$0] == .afterGap } == [20])
        #expect(abs(recording.rr.durationSeconds - 45) < 1e-9)
    }

    @Test func aStalledLinkIsNoGap() throws {
        var text = "Phone timestamp;RR-interval [ms]\n"
        for second in 0..<40 {
            // Four packets arrive together with the fifth.
            let shown = (20..<24).contains(second) ? 24 : second
            text += "2020-11-13T12:53:\(shown < 10 ? "0" : "")\(shown).250;1000\n"
        }
        let recording = try TextReading.read(text)
        #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
        #expect(recording.rr.durationSeconds == 40)
    }

    @Test func empaticaHolesAreGaps() throws {
        let recording = try TextReading.read(
            "1560279825.000000, IBI\n83.503822,0.609403\n84.347611,0.843789\n90.2,0.796911\n")
        #expect(recording.format == "empatica-ibi")
        #expect(recording.rr.marks == [[], [], .afterGap])
        #expect(recording.startDate == "unix:1560279825.0")
    }

    @Test func kubiosBlockIsReadInSeconds() throws {
        let recording = try TextReading.read(
            """
            Kubios HRV Standard, version 3.5
            Mean RR (ms): 850
            RR INTERVAL DATA: Artifact corrected RR series
            Time (s), RR (s)
            0.000, 0.812
            0.812, 0.805
            1.617, 0.799
            """)
        #expect(recording.format == "kubios-report")
        #expect(recording.rr.intervalsMs == [812, 805, 799])
    }

    @Test func vnsRawSectionIsReadOnce() throws {
        let recording = try TextReading.read(
            """
            VNS Analyse Export
            RR-Intervalle - Rohwerte
            0,812
            0,805\tNotiz: Husten
            0,799
            RR-Intervalle - Korrigierte Werte
            0,810
            0,810
            """)
        #expect(recording.format == "vns-analyse")
        #expect(recording.rr.intervalsMs == [812, 805, 799])
    }

    @Test func polarHRMNeedsInterval238() throws {
        func file(_ interval: Int) -> String {
            "[Params]\nVersion=106\nDate=20080209\nStartTime=09:28:17.0\nInterval=\(interval)\n"
                + "StartDelay=500\n\n[HRData]\n812\n805\n799\n"
        }
        let recording = try TextReading.read(file(238))
        #expect(recording.format == "polar-hrm")
        #expect(recording.rr.intervalsMs == [812, 805, 799])
        #expect(recording.rr.startSeconds == 0.5)
        #expect(recording.startDate == "2008-02-09T09:28:17.0")
        #expect(TextReading.failure(file(5))?.code == "no_rr")
    }

    @Test func eliteHRVHasItsStartInTheName() throws {
        let recording = try TextReading.read("812\n805\n", name: "2026-01-17 17-47-13.txt")
        #expect(recording.format == "elite-hrv")
        #expect(recording.startDate == "2026-01-17T17:47:13")
        #expect(try TextReading.read("812\n805\n", name: "person.ibi").format == "hrvas")
    }

    @Test func suuntoIntervalsAreFoundInTheirElement() throws {
        let recording = try TextReading.read(
            "<?xml version=\"1.0\"?><a><HR>70</HR><IBI>812 805\n799</IBI><IBI>801</IBI></a>")
        #expect(recording.format == "suunto-xml")
        #expect(recording.rr.intervalsMs == [812, 805, 799, 801])
    }
}

import PhysioSimulation

/// The other files of an export, small ones.
extension HealthSimulation {
    /// Files beside the records: their path below the folder of the export, and their bytes.
    package var extraFiles: [(name: String, bytes: [UInt8])] {
        var files = [("export_cda.xml", Array(Self.clinicalDocument.utf8))]
        if era != .ios8 {
            let name = "workout-routes/route_\(HealthCalendar.text(exportDay - 1))_6.01pm.gpx"
            files.append((name, Array(Self.routeDocument.utf8)))
        }
        if era.hasWatch {
            let name = "electrocardiograms/ecg_\(HealthCalendar.text(exportDay - 1)).csv"
            files.append((name, Array(electrocardiogram.utf8)))
        }
        return files
    }

    private static let clinicalDocument = """
        <?xml version="1.0"?>
        <ClinicalDocument xmlns="urn:hl7-org:v3">
         <title>Simulated person</title>
        </ClinicalDocument>

        """

    private static let routeDocument = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Apple Health Export" \
        xmlns="http://www.topografix.com/GPX/1/1">
         <trk><name>Route</name><trkseg/></trk>
        </gpx>

        """

    /// 30 s of an electrocardiogram in microvolts, one number a line.
    private var electrocardiogram: String {
        var random = generator(.beatSegmentIntervals, day: exportDay, item: -1)
        var beats = BimodalRhythm(seed: random.next())
        beats.heartRateBpm = traits.restingBpm + 12
        var simulation = ECGSimulation(
            seed: random.next(),
            rhythm: ECGRhythm(intervalsMs: beats.intervalsMs(lastingSeconds: 40)))
        simulation.durationSeconds = 30
        simulation.sampleRateHz = 512
        let start = instantMs(day: exportDay - 1, minute: 20 * 60)
        var date = HealthXMLText(era: .ios16)
        date.addDate(
            start, offsetMinutes: writtenOffsetMinutes(day: exportDay - 1, unixMs: start))
        var text = """
            Name,Simulated person
            Date of Birth,
            Recorded Date,\(String(decoding: date.bytes, as: UTF8.self))
            Classification,Sinus Rhythm
            Symptoms,
            Software Version,1.90
            Device,"\(HealthDevice.watch.hardware(era) ?? "")"
            Sample Rate,512 hertz


            Lead,Lead I
            Unit,\u{B5}V


            """
        for millivolts in simulation.run().millivolts {
            let number = "\(HealthNumber.rounded(millivolts * 1000, 3))"
            text += number.split(separator: ".").joined(separator: locale.decimalMark) + "\n"
        }
        return text
    }
}

import SensorProtocol
import Testing
import TestSupport

@Suite struct PolarControlTests {
    @Test func featuresAreNamed() throws {
        let h10 = [0x0F, 5] + [UInt8](repeating: 0, count: 15)
        #expect(try PolarFeatures(h10).streams == [.ecg, .acceleration])
        #expect(
            try PolarFeatures([0x0F, 0xFF, 0xFF]).streams == [
                .ecg, .ppg, .acceleration, .pulseIntervals, .gyroscope, .magnetometer,
                .skinTemperature, .sdkMode, .location, .pressure, .temperature, .offlineRecording,
                .offlineHeartRate,
            ])
        #expect(throws: PacketError.pmdTooShort(neededBytes: 3, foundBytes: 2)) {
            try PolarFeatures([0x0F, 5])
        }
        #expect(throws: PacketError.pmdInvalidReply(firstByte: 0xF0)) {
            try PolarFeatures([0xF0, 1, 0])
        }
    }

    @Test func commandsMatchTheSpecifiedBytes() {
        let acceleration = PolarSettings([
            .ranges([8]), .sampleRatesHz([200]), .resolutionsBits([16]),
        ])
        let commands: [(PolarCommand, String)] = [
            (.getSettings(.ecg), "01 00"),
            (.start(.ecg, .h10ECG), "02 00 00 01 82 00 01 01 0e 00"),
            (.start(.acceleration, acceleration), "02 02 02 01 08 00 00 01 c8 00 01 01 10 00"),
            (.start(.pulseIntervals, PolarSettings([])), "02 03"),
            (.stop(.ecg), "03 00"),
            (.getStatus, "05"),
        ]
        for (command, hex) in commands { #expect(command.bytes == packet(hex)) }
    }

    @Test func repliesCarrySettingsAndStatus() throws {
        let bytes = packet("f0 01 00 00 00 00 01 82 00 01 01 0e 00")
        guard case .reply(let reply) = try PolarIndication(bytes) else {
            Issue.record("no reply")
            return
        }
        #expect(reply.command == 1 && reply.stream == 0 && reply.status == .success)
        #expect(!reply.hasMore)
        let settings = PolarSettings(parsing: reply.parameters)
        #expect(settings.isComplete)
        #expect(settings.settings == [.sampleRatesHz([130]), .resolutionsBits([14])])
        #expect(settings.sampleRatesHz == [130] && settings.factor == nil)
        #expect(settings.bytes == reply.parameters)
    }

    @Test func everyStatusHasItsName() throws {
        let names: [PolarStatus] = [
            .success, .invalidCommand, .invalidStream, .notSupported, .invalidLength,
            .invalidParameter, .alreadyInState, .invalidResolution, .invalidSampleRate,
            .invalidRange, .invalidMTU, .invalidChannelCount, .invalidState, .inCharger, .diskFull,
        ]
        for (code, name) in names.enumerated() {
            // A refusal may end after its status, and has nothing more.
            let indication = try PolarIndication([0xF0, 2, 0, UInt8(code)])
            guard case .reply(let reply) = indication else { continue }
            #expect(reply.status == name && reply.parameters == [] && !reply.hasMore)
        }
        guard case .reply(let unknown) = try PolarIndication([0xF0, 2, 0, 77, 1]) else { return }
        #expect(unknown.status == nil && unknown.statusCode == 77 && !unknown.hasMore)
    }

    @Test func parametersOfFurtherRepliesAreAppended() throws {
        func reply(_ hex: String) throws -> PolarReply {
            guard case .reply(let reply) = try PolarIndication(packet(hex)) else {
                throw PacketError.pmdInvalidReply(firstByte: 0)
            }
            return reply
        }
        var whole = try reply("f0 01 02 00 01 00 02 19 00")
        #expect(whole.hasMore)
        let followers = [
            // To another command; two that fit; one after the last.
            "f0 01 00 00 00 01 01 0e 00", "f0 01 02 00 01 32 00 05",
            "f0 01 02 00 00 01 00 00 80 3f", "f0 01 02 00 00",
        ]
        var accepted: [Bool] = []
        for hex in followers { accepted.append(whole.append(try reply(hex))) }
        #expect(accepted == [false, true, true, false] && !whole.hasMore)
        let settings = PolarSettings(parsing: whole.parameters)
        #expect(settings.settings == [.sampleRatesHz([25, 50]), .factors([1])])
        #expect(settings.factor == 1 && settings.isComplete)
    }

    @Test func parametersWithoutEndAreRefused() throws {
        let bytes = [0xF0, 1, 2, 0, 1] + [UInt8](repeating: 9, count: 500)
        guard case .reply(let reply) = try PolarIndication(bytes) else { return }
        var whole = reply
        let accepted = (0..<100).count { _ in whole.append(reply) }
        #expect(accepted == 7 && whole.parameters.count == 4000)
    }

    @Test func theDeviceEndsStreamsItself() throws {
        #expect(try PolarIndication([1, 0, 2]) == .stopped(streams: [0, 2]))
        #expect(try PolarIndication([1]) == .stopped(streams: []))
        #expect(throws: PacketError.pmdInvalidReply(firstByte: 2)) { try PolarIndication([2, 0]) }
        #expect(throws: PacketError.pmdTooShort(neededBytes: 1, foundBytes: 0)) {
            try PolarIndication([])
        }
        #expect(throws: PacketError.pmdTooShort(neededBytes: 4, foundBytes: 3)) {
            try PolarIndication([0xF0, 1, 0])
        }
    }

    @Test func everySettingComesBack() {
        let settings = PolarSettings([
            .sampleRatesHz([26, 52, 65_535]), .resolutionsBits([16]), .ranges([2, 4, 8]),
            .milliRanges([250_000, .max]), .channelCounts([3, 4]), .factors([0.000244]),
            .security([[UInt8](0..<16)]), .ranges([]),
        ])
        #expect(PolarSettings(parsing: settings.bytes) == settings)
        #expect(settings.bytes.prefix(8) == [0, 3, 26, 0, 52, 0, 255, 255])
    }

    /// Settings read before the damage are kept, and the damage is reported.
    @Test(arguments: ["00 01 82 00 63 01 00", "00 01 82 00 03 ff 01 02 03 04", "00 01 82 00 06"])
    func brokenSettingsEndTheList(hex: String) {
        let settings = PolarSettings(parsing: packet(hex))
        #expect(settings.settings == [.sampleRatesHz([130])] && !settings.isComplete)
    }

    @Test func aFactorIsANumber() {
        #expect(PolarSettings([.factors([.nan])]).factor == nil)
        #expect(PolarSettings([.factors([])]).factor == nil)
    }

    @Test(arguments: [7, 8]) func anyBytesAreAccepted(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...7, using: &random)
            }
            let settings = PolarSettings(parsing: bytes)
            if settings.isComplete { #expect(settings.bytes == bytes) }
            #expect(settings.bytes.count <= bytes.count)
            _ = try? PolarIndication([0xF0] + bytes)
            _ = try? PolarFeatures([0x0F] + bytes)
        }
    }
}

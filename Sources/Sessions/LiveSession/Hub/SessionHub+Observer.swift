package import LiveProtocol
package import PhysioTypes
import SensorProtocol

/// The session's side of the hub.
extension SessionHub: SessionObserver {
    package func follow(_ moment: SessionProgress) {
        update { state, clock in
            guard var running = state.session else { return [] }
            let previousProgress = running.progress
            running.progress = moment
            // It does not begin twice: a paused sensor has talked all the same.
            running.progress.hasBegun = previousProgress.hasBegun || moment.hasBegun
            let isNamed = moment.deviceName.map { $0 != running.info.name } ?? false
            if isNamed { running.info.name = moment.deviceName }
            state.session = running
            state.secondsNotedAt = clock
            var frames: [LiveFrame] = []
            if isNamed, let name = moment.deviceName { frames.append(.device(name: name)) }
            if previousProgress.checks != moment.checks { frames.append(.checks(moment.checks)) }
            if previousProgress.devices != moment.devices
                || previousProgress.device != moment.device
            {
                frames.append(.devices(moment.devices, counted: moment.device))
            }
            if previousProgress.isPaused != moment.isPaused {
                frames.append(.paused(moment.isPaused, atSeconds: moment.seconds))
            }
            return frames
        }
    }

    package func receive(
        _ outputs: [BridgeSession.Output], _ session: borrowing BridgeSession,
        atMicroseconds now: Int
    ) {
        publish(outputs, pauseSeconds: session.seconds - session.activeSeconds)
    }

    package func notify(_ notice: Notice) {
        // A page has no use for the path of a file.
        guard notice.code != SessionRecordingObserver.logFileCode else { return }
        update { state, _ in
            state.session?.receive(notice)
            return [.notice(code: notice.code, text: notice.text)]
        }
    }

    package func finish(_ outcome: SessionOutcome) { close(outcome) }
}

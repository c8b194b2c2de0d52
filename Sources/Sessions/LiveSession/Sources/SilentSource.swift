/// No sensor: breathing is paced, and that is all.
package struct SilentSource: LiveSource {
    package let isAwaited = false

    package init() {}

    package mutating func events(untilMicroseconds now: Int, reached: Int) -> [LiveSourceEvent] {
        []
    }
}

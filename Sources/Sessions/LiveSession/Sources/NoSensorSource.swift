/// No sensor: breathing is paced, and that is all.
package struct NoSensorSource: LiveSource {
    package let startsAtFirstLine = false

    package init() {}

    package mutating func events(untilMicroseconds now: Int, reachedMicroseconds: Int)
        -> [LiveSourceEvent]
    {
        []
    }
}

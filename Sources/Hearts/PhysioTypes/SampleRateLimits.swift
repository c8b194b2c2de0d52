/// Bounds of a stated sample rate beyond which it is damage, not data.
package enum SampleRateLimits {
    /// Sample rates at which recorders and sensors count, in Hz.
    package static let allowedHz = 0.01...1e6
}

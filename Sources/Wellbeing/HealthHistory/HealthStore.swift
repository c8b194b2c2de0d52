/// The kept health records of a person, in a file of their own.
package final class HealthStore: Sendable {}

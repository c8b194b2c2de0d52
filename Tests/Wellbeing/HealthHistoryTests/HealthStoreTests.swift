@testable import HealthHistory
import Testing

@Suite struct HealthStoreTests {}

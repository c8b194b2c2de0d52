/// The language and region of a phone, as far as an export shows it. The raw values are what
/// `--locale` takes.
package enum HealthLocale: String, Sendable, CaseIterable {
    case en
    /// English with a clock of 24 hours.
    case gb
    case de
    case fr
    /// A clock of 12 hours with a decimal comma.
    case es
    case zh

    /// The attribute of the root element.
    package var identifier: String {
        switch self {
        case .en: "en_US"
        case .gb: "en_GB"
        case .de: "de_DE"
        case .fr: "fr_FR"
        case .es: "es_CO"
        case .zh: "zh_CN"
        }
    }

    /// The name of the file of records inside the zip.
    package var fileName: String {
        switch self {
        case .en, .gb: "export.xml"
        case .de: "Exportieren.xml"
        case .fr: "exporter.xml"
        case .es: "exportar.xml"
        case .zh: "导出.xml"
        }
    }

    var usesTwelveHourClock: Bool { self == .en || self == .es }
    var decimalMark: String { self == .de || self == .fr || self == .es ? "," : "." }
}

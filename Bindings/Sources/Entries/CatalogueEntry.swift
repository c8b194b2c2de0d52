public import CResonance
import Resonance

@_cdecl("rsn_abi")
public func rsnABI() -> UInt32 { 1 }

/// Made once, and never freed.
private nonisolated(unsafe) let version = UnsafePointer(ArrowMemory.text(ToolkitVersion.current))

@_cdecl("rsn_version")
public func rsnVersion() -> UnsafePointer<CChar> { version }

@_cdecl("rsn_free")
public func rsnFree(_ text: UnsafeMutableRawPointer?) { ArrowMemory.release(text) }

/// Every metric: key, unit, family, meaning, source.
@_cdecl("rsn_metrics")
public func rsnMetrics(
    _ options: UnsafePointer<CChar>?, _ cancel: UnsafePointer<Int32>?,
    _ schema: UnsafeMutablePointer<ArrowSchema>?, _ rows: UnsafeMutablePointer<ArrowArray>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    let call = Call(options: options, cancel: cancel, schema: schema, rows: rows, error: error)
    return call.give { () throws(CallFailure) in
        let names = try call.request(["names"]).table(hasFileColumn: false).names
        let all = MetricDefinition.all.flatMap { definition in
            names.names(of: definition.key).map { (name: $0, definition: definition) }
        }
        return ColumnTable(
            columns: [
                .init(name: "key", values: .texts(all.map(\.name))),
                .init(name: "unit", values: .texts(all.map(\.definition.unit))),
                .init(name: "family", values: .texts(all.map(\.definition.family.rawValue))),
                .init(name: "meaning", values: .texts(all.map(\.definition.title))),
                .init(
                    name: "source",
                    values: .texts(
                        all.map {
                            MethodsParagraph.references(for: $0.definition.key)
                                .joined(separator: "; ")
                        })),
            ], rowCount: all.count)
    }
}

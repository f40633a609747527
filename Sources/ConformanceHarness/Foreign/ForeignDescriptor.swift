package import TransportABI
internal import TransportLoader

/// A copy of a plugin's descriptor, with all its flaws.
package struct ForeignDescriptor: Hashable, Sendable {
  package var id = ""
  package var name = ""
  package var vendor = ""
  package var version = ""
  package var license = ""
  var url = ""
  package var capabilities: [String] = []
  package var handleKinds: [String] = []
  package var maxCalls: UInt32
  var flags: UInt32
  /// The flaws of its strings.
  package var flaws: [String] = []
  /// The flaw of its size.
  package var sizeFlaw: String?

  /// Makes the copy of a descriptor that another process has read.
  init(_ descriptor: TransportDescriptor) {
    maxCalls = descriptor.maximumCalls
    flags = 0
    (id, name, vendor, version) = (descriptor.id, descriptor.name, descriptor.vendor, descriptor.version)
    (license, url) = (descriptor.license, descriptor.url)
    (capabilities, handleKinds) = (descriptor.capabilities, descriptor.handleKinds)
  }

  package init(_ pointer: UnsafePointer<hsw_descriptor>) {
    let (table, sizeFlaw) = ForeignStruct.read(pointer, zero: hsw_descriptor(), "hsw_descriptor")
    self.sizeFlaw = sizeFlaw
    maxCalls = table.max_calls
    flags = table.flags
    id = text(table.id, "id")
    name = text(table.name, "name")
    vendor = text(table.vendor, "vendor")
    version = text(table.version, "version")
    license = text(table.license, "license")
    url = text(table.url, "url")
    capabilities = list(table.capabilities, table.n_capabilities, "capabilities")
    handleKinds = list(table.handle_kinds, table.n_handle_kinds, "handle_kinds")
  }

  private mutating func text(_ value: hsw_str, _ field: String) -> String {
    let (text, flaw) = ForeignText.read(value, "descriptor.\(field)")
    if let flaw { flaws.append(flaw) }
    return text
  }

  private mutating func list(_ start: UnsafePointer<hsw_str>?, _ count: UInt32, _ field: String) -> [String] {
    guard count > 0 else { return [] }
    guard let start, count <= 64 else {
      flaws.append("descriptor.\(field) has \(count) entries" + (start == nil ? " at NULL" : ", at most 64 are read"))
      return []
    }
    let entries = (0..<Int(count)).map { ForeignMemory.load(start + $0, as: hsw_str.self) }
    return entries.indices.map { text(entries[$0], "\(field)[\($0)]") }
  }
}

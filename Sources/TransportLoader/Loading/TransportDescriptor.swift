internal import TransportABI

/// The descriptor that a transport's code gives once it is loaded.
public struct TransportDescriptor: Hashable, Codable, Sendable {
  /// Its id.
  public var id: String
  /// Its name for people.
  public var name: String
  /// Its maker.
  public var vendor: String
  /// Its version.
  public var version: String
  /// Its licence, as SPDX names it.
  public var license: String
  /// The address of its web page.
  public var url: String
  /// Its capabilities.
  public var capabilities: [String]
  /// The kinds of handle that it can call, its own first.
  public var handleKinds: [String]
  /// The largest number of simultaneous calls of an instance; 0: no known limit.
  public var maximumCalls: UInt32

  /// A field of a struct that breaks the contract.
  struct FieldError: Error, Equatable {
    var field: String
    var found: String
    var wanted: String
  }
}

extension TransportDescriptor {
  /// Copies the descriptor at `pointer`; throws the field that breaks the contract.
  init(_ pointer: UnsafePointer<hsw_descriptor>) throws(FieldError) {
    guard let table = GrowingTable.copy(pointer, as: hsw_descriptor.self, zero: hsw_descriptor()) else {
      throw FieldError(field: "descriptor.size", found: "\(pointer.pointee.size)", wanted: "at least \(MemoryLayout<hsw_descriptor>.size)")
    }
    guard table.flags & UInt32(HSW_MUST) == 0 else {
      throw FieldError(field: "descriptor.flags", found: "\(table.flags)", wanted: "only flags that this host knows")
    }
    id = try Self.text(table.id, "id")
    name = try Self.text(table.name, "name")
    vendor = try Self.text(table.vendor, "vendor")
    version = try Self.text(table.version, "version")
    license = try Self.text(table.license, "license")
    url = try Self.text(table.url, "url")
    capabilities = try Self.list(table.capabilities, table.n_capabilities, "capabilities")
    handleKinds = try Self.list(table.handle_kinds, table.n_handle_kinds, "handle_kinds")
    maximumCalls = table.max_calls
    guard ManifestReader.isID(id) else {
      throw FieldError(field: "descriptor.id", found: "\"\(id)\"", wanted: "3 to 64 of a-z, 0-9, `.` and `-`")
    }
  }

  private static func text(_ text: hsw_str, _ field: String) throws(FieldError) -> String {
    guard let text = BorrowedText.read(text) else {
      throw FieldError(field: "descriptor.\(field)", found: "no string", wanted: "UTF-8 with a NUL after it and none within")
    }
    return text
  }

  private static func list(_ start: UnsafePointer<hsw_str>?, _ count: UInt32, _ field: String) throws(FieldError) -> [String] {
    guard let list = BorrowedText.read(start, count: count) else {
      throw FieldError(field: "descriptor.\(field)", found: "\(count) entries", wanted: "at most 64 strings")
    }
    return list
  }
}

package import TransportABI

/// Memory that the plugin handed out for good, with a copy of its bytes to compare it with later.
///
/// It covers structs and the strings in them. Its owner asks for a comparison only while that memory must exist.
package struct StillMemory {
  /// A part of that memory.
  private struct Part {
    /// The thing that lies there, as in `the descriptor's name`.
    let name: String
    let start: UnsafeRawPointer
    let bytes: [UInt8]
  }

  private var parts: [Part] = []

  package init() {}

  /// Returns the size with which a struct of the plugin's begins.
  package static func size(at pointer: UnsafeRawPointer) -> UInt32 { ForeignMemory.load(pointer, as: UInt32.self) }

  /// The number of bytes in it.
  package var count: Int { parts.reduce(0) { $0 + $1.bytes.count } }

  /// Adds some bytes.
  package mutating func add(_ name: String, _ start: UnsafeRawPointer, _ count: Int) {
    let bytes = ForeignMemory.bytes(start, count)
    parts.append(Part(name: name, start: start, bytes: bytes))
  }

  /// Adds a struct that begins with its size.
  package mutating func add<Table>(struct name: String, _ pointer: UnsafePointer<Table>) { add(sized: name, UnsafeRawPointer(pointer)) }

  /// Adds a struct that begins with its size, of a type that only the caller knows.
  package mutating func add(sized name: String, _ pointer: UnsafeRawPointer) {
    add(name, pointer, Int(min(Self.size(at: pointer), ForeignStruct.maximumSize)))
  }

  /// Adds a string with its NUL.
  package mutating func add(text name: String, _ text: hsw_str) {
    guard let start = text.p, text.n <= Int(HSW_STR_MAX) else { return }
    add(name, start, text.n + 1)
  }

  /// Adds a descriptor with all its strings.
  package mutating func add(_ pointer: UnsafePointer<hsw_descriptor>, _ name: String) {
    add(struct: name, pointer)
    let (descriptor, _) = ForeignStruct.read(pointer, zero: hsw_descriptor(), name)
    for (text, field) in [
      (descriptor.id, "id"), (descriptor.name, "name"), (descriptor.vendor, "vendor"), (descriptor.version, "version"),
      (descriptor.license, "license"), (descriptor.url, "url"),
    ] { add(text: "\(name)'s \(field)", text) }
    for (start, count, field) in [
      (descriptor.capabilities, descriptor.n_capabilities, "capabilities"),
      (descriptor.handle_kinds, descriptor.n_handle_kinds, "handle_kinds"),
    ] {
      guard let start, count <= 64 else { continue }
      add("\(name)'s \(field)", start, Int(count) * MemoryLayout<hsw_str>.stride)
      for index in 0..<Int(count) { add(text: "\(name)'s \(field)[\(index)]", ForeignMemory.load(start + index, as: hsw_str.self)) }
    }
  }

  /// The first part that has changed, in a sentence without an end; nil when all is as it was.
  package var change: String? {
    for part in parts {
      let now = ForeignMemory.bytes(part.start, part.bytes.count)
      guard let place = now.indices.first(where: { now[$0] != part.bytes[$0] }) else { continue }
      return "byte \(place) of \(part.name) was \(part.bytes[place]) and is \(now[place])"
    }
    return nil
  }
}

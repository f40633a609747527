internal import Glibc
internal import TransportABI

/// Copies a host's struct into `zeroed` as far as both sides know it: `min(size, sizeof)` bytes, and none past `size`.
func copied<Table>(_ table: UnsafePointer<Table>, into zeroed: Table) -> Table {
  var copy = zeroed
  let size = UnsafeRawPointer(table).loadUnaligned(as: UInt32.self)
  withUnsafeMutableBytes(of: &copy) { bytes in
    bytes.copyMemory(from: UnsafeRawBufferPointer(start: table, count: min(Int(size), bytes.count)))
  }
  return copy
}

/// Copies a borrowed string.
///
/// - Throws: `invalid` for a string that is too long, not UTF-8, or has a NUL inside.
func text(_ string: hsw_str) throws(TransportError) -> String {
  guard string.n != 0 else { return "" }
  // A length with its highest bit set is negative here.
  guard (1...Int(HSW_STR_MAX)).contains(string.n), let start = string.p, memchr(start, 0, string.n) == nil,
    let text = start.withMemoryRebound(
      to: UInt8.self, capacity: string.n,
      { validated(UnsafeBufferPointer(start: $0, count: string.n)) })
  else { throw TransportError(.invalid) }
  return text
}

/// The bytes as text; nil when they are not UTF-8.
///
/// Most texts are short ASCII, for which the general validation takes ten times as long as the copy.
private func validated(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
  bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
}

extension CallInfo {
  /// Reads a borrowed info as a whole.
  init(_ borrowed: UnsafePointer<hsw_call_info>) throws(TransportError) {
    let info = copied(borrowed, into: hsw_call_info())
    guard info.flags & HSW_MUST == 0 else { throw TransportError(.notSupported) }
    guard let presentation = Presentation(rawValue: info.presentation) else { throw TransportError(.outOfRange) }
    self.init(kind: try text(info.handle_kind), handle: try text(info.handle), displayName: try text(info.display_name))
    localHandle = try text(info.local_handle)
    divertedFrom = try text(info.diverted_from)
    correlationID = try text(info.correlation_id)
    extraJSON = try text(info.extra_json)
    contact = try text(info.contact)
    self.presentation = presentation
    flags = CallFlags(rawValue: info.flags)
    stated = CallFlags(rawValue: info.mask)
    replaces = info.replaces.id == 0 ? nil : Call(id: info.replaces.id)
  }
}

extension TransportError {
  /// Reads a borrowed error; an unknown code becomes `failed`.
  init(_ borrowed: UnsafePointer<hsw_error>) throws(TransportError) {
    let error = copied(borrowed, into: hsw_error())
    guard error.flags & HSW_MUST == 0 else { throw TransportError(.notSupported) }
    self.init(
      Code(rawValue: error.code) ?? .failed, try text(error.message), cause: Cause(rawValue: error.cause), native: error.native,
      domain: try text(error.domain))
  }
}

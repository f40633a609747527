internal import FoundationEssentials

/// A value of SQLite.
enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
  init(_ value: String?) { self = value.map { .text($0) } ?? .null }
  init(_ value: Bool) { self = .integer(value ? 1 : 0) }
  init(_ value: UUID) { self = .blob(withUnsafeBytes(of: value.uuid) { [UInt8]($0) }) }
  init(_ value: WallTime?) { self = value.map { .integer($0.milliseconds) } ?? .null }

  /// The value as a whole number.
  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  /// The value as a text.
  var text: String? { if case .text(let value) = self { value } else { nil } }
}

extension UUID {
  /// Creates an id from 16 bytes; nil for any other number of bytes.
  init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    // Not a fresh one: that asks the system for random bytes.
    var uuid = Self.zero.uuid
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
    self.init(uuid: uuid)
  }
}

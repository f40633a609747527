internal import CSystemd

/// A value with its type on the bus, for calls to the services of a desktop.
///
/// `BusValue` takes its types from the table of the host surface; these services have types that the table lacks.
package indirect enum BusDatum: Hashable, Sendable {
  case text(String)
  case path(String)
  case bool(Bool)
  case byte(UInt8)
  case int32(Int32)
  case uint32(UInt32)
  case texts([String])
  /// `a{sv}`, in this order.
  case dictionary([BusEntry])
  /// `aa{sv}`.
  case dictionaries([[BusEntry]])
  /// `(sv)`.
  case named(String, BusDatum)

  /// The type, as D-Bus writes it.
  package var signature: String {
    switch self {
    case .text: "s"
    case .path: "o"
    case .bool: "b"
    case .byte: "y"
    case .int32: "i"
    case .uint32: "u"
    case .texts: "as"
    case .dictionary: "a{sv}"
    case .dictionaries: "aa{sv}"
    case .named: "(sv)"
    }
  }
}

/// A member of a dictionary on the bus.
package struct BusEntry: Hashable, Sendable {
  package var name: String
  package var value: BusDatum

  /// Creates a member.
  package init(_ name: String, _ value: BusDatum) {
    (self.name, self.value) = (name, value)
  }
}

extension BusMessage {
  /// Writes a value.
  ///
  /// - Parameter datum: the value.
  package func append(_ datum: BusDatum) {
    switch datum {
    case .text(let text): append(text: text)
    case .path(let text): append(text: text, "o")
    case .bool(let flag): append("b", CInt(flag ? 1 : 0))
    case .byte(let number): append("y", number)
    case .int32(let number): append("i", number)
    case .uint32(let number): append("u", number)
    case .texts(let texts): container("a", "s") { for text in texts { append(text: text) } }
    case .dictionary(let entries): append(entries)
    case .dictionaries(let items): container("a", "a{sv}") { for entries in items { append(entries) } }
    case .named(let name, let value):
      container("r", "sv") {
        append(text: name)
        append(variant: value)
      }
    }
  }

  private func append(_ entries: [BusEntry]) {
    container("a", "{sv}") {
      for entry in entries {
        container("e", "sv") {
          append(text: entry.name)
          append(variant: entry.value)
        }
      }
    }
  }

  private func append(variant value: BusDatum) {
    container("v", value.signature) { append(value) }
  }

  private func append(_ type: Unicode.Scalar, _ number: some BitwiseCopyable) {
    _ = withUnsafeBytes(of: number) { sd_bus_message_append_basic(pointer, CChar(UInt8(ascii: type)), $0.baseAddress) }
  }
}

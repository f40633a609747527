internal import TransportABI

/// A call's peer as a test gives it: in bytes, since a test may pass invalid text.
package struct CallTarget: Hashable, Sendable {
  package var kind: [UInt8]
  package var handle: [UInt8]
  package var name: [UInt8] = []
  package var flags: UInt32 = 0
  var mask: UInt32 = 0
  package var extraJSON: [UInt8] = []
  var replaces: UInt64 = 0
  /// True to lend an empty string at an address instead of NULL.
  package var givesEmptyAddress = false
  package var presentation: UInt32 = 0

  package init(_ kind: String, _ handle: String, name: String = "") {
    self.init(kind: Array(kind.utf8), handle: Array(handle.utf8))
    self.name = Array(name.utf8)
  }

  package init(kind: [UInt8], handle: [UInt8]) {
    self.kind = kind
    self.handle = handle
  }

  package var text: String { String(decoding: kind, as: UTF8.self) + ":" + String(decoding: handle.prefix(60), as: UTF8.self) }

  package var kindText: String { String(decoding: kind, as: UTF8.self) }

  /// Lends the target as a struct, for one plugin function.
  func lent(by lender: Lender) -> UnsafePointer<hsw_call_info> {
    var info = hsw_call_info()
    info.flags = flags | lender.shape.unknownFlags
    info.mask = mask
    let string = givesEmptyAddress ? lender.text(_:) as ([UInt8]) -> hsw_str : lender.optional(_:)
    info.handle_kind = string(kind)
    info.handle = string(handle)
    info.display_name = string(name)
    info.extra_json = string(extraJSON)
    info.presentation = presentation
    info.replaces.id = replaces
    return UnsafePointer(lender.sized(info))
  }
}

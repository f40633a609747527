public import CallControl

/// The comparison of handles in the store: each handle has a key, and handles of one party have equal keys.
public struct StoreHandles: Sendable {
  private let registry: HandleRegistry

  /// Creates a comparison by the kinds of a registry.
  public init(_ registry: HandleRegistry = HandleRegistry()) {
    self.registry = registry
  }

  /// Returns the handle's normal form; free text that looks like a telephone number counts as one.
  func normal(_ handle: Handle) -> Handle {
    registry.normalized(Self.typed(handle))
  }

  /// Returns the key of a handle: its kind and its normal form, of a SIP URI without parameters.
  func key(of handle: Handle) -> String {
    let normal = normal(handle)
    let pairwise = registry.type(of: normal.type) as? any PairwiseHandleType
    return "\(normal.type.rawValue):\(pairwise?.key(of: normal.value) ?? normal.value)"
  }

  /// Returns true when two handles name the same party.
  func matches(_ a: Handle, _ b: Handle) -> Bool {
    registry.matches(Self.typed(a), Self.typed(b))
  }

  private static func typed(_ handle: Handle) -> Handle {
    guard handle.type == .generic, isNumber(handle.value) else { return handle }
    return Handle(type: .phoneNumber, value: handle.value)
  }

  /// Returns true for digits with a leading `+` and separators, at least one digit.
  static func isNumber(_ text: String) -> Bool {
    var digits = 0
    for (place, byte) in text.utf8.enumerated() {
      switch byte {
      case 48...57: digits += 1
      case UInt8(ascii: "+"): if place > 0 { return false }
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "/"): break
      case UInt8(ascii: "*"), UInt8(ascii: "#"): break
      default: return false
      }
    }
    return digits > 0
  }
}

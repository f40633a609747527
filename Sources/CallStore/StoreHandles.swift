public import CallControl
internal import Locking

/// The comparison of handles in the store: each handle has a key, and handles of one party have equal keys.
public struct StoreHandles: Sendable {
  private let registry: HandleRegistry
  /// The keys of the last handles: a call's record needs its key in several places, and the analysis of a telephone number costs as much as
  /// the rest of it.
  private let keys = Locked<[Handle: String]>([:])
  private static let most = 1_024

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
    if let known = keys.withLock({ $0[handle] }) { return known }
    let normal = normal(handle)
    let pairwise = registry.type(of: normal.type) as? any PairwiseHandleType
    let key = "\(normal.type.rawValue):\(pairwise?.key(of: normal.value) ?? normal.value)"
    keys.withLock { keys in
      if keys.count >= Self.most { keys = [:] }
      keys[handle] = key
    }
    return key
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

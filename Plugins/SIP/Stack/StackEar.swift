internal import CSIPStack
internal import TransportKit

/// Hears a stack on its thread, and passes what it says to the loops of those whom it concerns, a turn at a time.
///
/// `@unchecked Sendable`: what changes is touched by the stack's thread alone; `routes` guards itself.
final class StackEar: @unchecked Sendable {
  typealias Wire = @Sendable (Port<SIPAccount>, _ isOutgoing: Bool, _ dialog: UInt64, _ text: String) -> Void

  /// What an INVITE is found by.
  enum Key: Hashable, Sendable {
    case account(UInt32)
    case user(String)
    case anybody
  }

  /// An account, and the way to it.
  struct Route: Sendable {
    var account: UInt32
    var port: Port<SIPAccount>
  }

  /// Who takes what: changed by the accounts, read here.
  let routes = Registry<Key, Route>()
  private let wire: Wire
  private var owners: [UInt64: UInt32] = [:]
  private var gathered: [UInt32: [(dialog: UInt64, event: StackEvent)]] = [:]
  private var order: [UInt32] = []

  init(_ wire: @escaping Wire) {
    self.wire = wire
  }

  /// Takes an event; false for a call that nobody here takes.
  fileprivate func hear(_ event: UnsafePointer<csip_event>) {
    if event.pointee.kind == CSIP_TURN { return passOn() }
    let dialog = event.pointee.dialog
    for word in StackEvent.read(event) {
      guard let account = owner(of: dialog, word) else { continue }
      if gathered[account] == nil { order.append(account) }
      gathered[account, default: []].append((dialog, word))
    }
    if event.pointee.kind == CSIP_OVER { owners[dialog] = nil }
  }

  /// Whose dialog it is: our own numbers say so, one that came in is its callee's.
  private func owner(of dialog: UInt64, _ word: StackEvent) -> UInt32? {
    guard dialog >> 63 == 1 else { return UInt32(truncatingIfNeeded: dialog >> DialogNumbers.countBits) }
    if let known = owners[dialog] { return known }
    guard case .incoming(let invite) = word else { return nil }
    let user = SIPAddress.user(of: invite.requestURI)
    guard let route = routes[.user(user)] ?? routes[.anybody] else { return nil }
    owners[dialog] = route.account
    return route.account
  }

  private func passOn() {
    for account in order {
      guard let words = gathered.removeValue(forKey: account), let route = routes[.account(account)] else { continue }
      route.port.post { $0.hear(words) }
    }
    order.removeAll(keepingCapacity: true)
  }

  fileprivate func hearWire(_ isOutgoing: Bool, _ text: String) {
    guard let route = routes[.anybody] else { return }
    wire(route.port, isOutgoing, 0, text)
  }
}

/// The stack's listener.
func stackHeard(_ context: UnsafeMutableRawPointer?, _ event: UnsafePointer<csip_event>) {
  guard let context else { return }
  Unmanaged<StackEar>.fromOpaque(context).takeUnretainedValue().hear(event)
}

/// The stack's messages as they go over the wire.
func stackWire(
  _ context: UnsafeMutableRawPointer?, _ isOutgoing: UInt32, _ callID: UnsafePointer<CChar>, _ text: UnsafePointer<CChar>, _ bytes: Int
) {
  guard let context else { return }
  Unmanaged<StackEar>.fromOpaque(context).takeUnretainedValue().hearWire(isOutgoing != 0, String(cString: text))
}

internal import CSIPStack
internal import TransportKit

/// Hears a stack on its thread, and passes what it says to the loops of those whom it concerns, a turn at a time.
///
/// `@unchecked Sendable`: what changes is touched by the stack's thread alone, but for `last`, which is written before the order that makes that thread
/// read it; `routes` guards itself.
final class StackEar: @unchecked Sendable {
  /// What an INVITE is found by.
  enum Key: Hashable, Sendable {
    case account(UInt32)
    case user(String)
    /// An address without a user.
    case host
    case anybody
  }

  /// An account, and the way to it.
  struct Route: Sendable {
    var account: UInt32
    var port: Port<SIPAccount>
  }

  /// Who takes what: changed by the accounts, read here.
  let routes = Registry<Key, Route>()
  /// Which dialog a message is of: told by whoever begins one, and by the INVITE of one that comes; nil while nobody traces.
  let callIDs: CallIDs?
  /// The account that left last, and waits for the stack's end.
  var last: Port<SIPAccount>?
  private var owners: [UInt64: UInt32] = [:]
  private var gathered: [UInt32: [(dialog: UInt64, event: StackEvent)]] = [:]
  private var order: [UInt32] = []
  /// Whom something concerned last.
  private var latest: UInt32?

  init(isTraced: Bool) {
    callIDs = isTraced ? CallIDs() : nil
  }

  /// Takes an event.
  fileprivate func hear(_ event: UnsafePointer<csip_event>) {
    if event.pointee.kind == CSIP_TURN { return passOn(event.pointee.stack) }
    if event.pointee.kind == CSIP_STOPPED {
      last?.post { $0.stackStopped() }
      return
    }
    let dialog = event.pointee.dialog
    for word in StackEvent.read(event) {
      guard let account = owner(of: dialog, word) else {
        if case .incoming = word { csip_reject(event.pointee.stack, dialog, 404, nil, nil) }
        continue
      }
      gather(word, of: dialog, for: account)
    }
    if event.pointee.kind == CSIP_OVER {
      owners[dialog] = nil
      callIDs?.forget(dialog)
    }
  }

  private func gather(_ word: StackEvent, of dialog: UInt64, for account: UInt32) {
    latest = account
    if gathered[account] == nil { order.append(account) }
    gathered[account, default: []].append((dialog, word))
  }

  /// Whose dialog it is: our own numbers say so, one that came in is its callee's.
  private func owner(of dialog: UInt64, _ word: StackEvent) -> UInt32? {
    if case .flooded = word { return routes[.anybody]?.account ?? latest }
    guard dialog >> 63 == 1 else { return UInt32(truncatingIfNeeded: dialog >> DialogNumbers.countBits) }
    if let known = owners[dialog] { return known }
    guard case .incoming(let invite) = word else { return nil }
    guard let account = callee(of: invite) else { return nil }
    owners[dialog] = account
    callIDs?.note(invite.callID, of: dialog)
    return account
  }

  /// Whose call it is: that of the dialog whose place it takes, else of whom it is to; nobody's gets 404 (RFC 3261 section 8.2.2.1).
  private func callee(of invite: IncomingInvite) -> UInt32? {
    if case .dialog(let replaced) = invite.replacing {
      return replaced >> 63 == 1 ? owners[replaced] : UInt32(truncatingIfNeeded: replaced >> DialogNumbers.countBits)
    }
    let user = SIPAddress.user(of: invite.requestURI)
    return (routes[user.isEmpty ? .host : .user(user)] ?? routes[.anybody])?.account
  }

  private func passOn(_ stack: OpaquePointer) {
    for account in order {
      guard let words = gathered.removeValue(forKey: account) else { continue }
      let isTaken = routes[.account(account)]?.port.post { [self] in $0.hear(words, from: self) }
      // The account has left since: its callers are told so, since nobody else will.
      if isTaken != true { words.forEach { if case .incoming = $0.event { csip_reject(stack, $0.dialog, 480, nil, nil) } } }
    }
    order.removeAll(keepingCapacity: true)
  }

  /// Takes a message: it is told in its place among the events, to the account whose dialog it is of or which it names.
  fileprivate func hearWire(_ isOutgoing: Bool, _ callID: String, _ text: String) {
    let dialog = callIDs?[callID] ?? 0
    let known = dialog >> 63 == 1 ? owners[dialog] : dialog == 0 ? nil : UInt32(truncatingIfNeeded: dialog >> DialogNumbers.countBits)
    guard let account = known ?? account(namedIn: MessageText(text)) else { return }
    gather(.wire(isOutgoing: isOutgoing, text), of: dialog, for: account)
  }

  /// Whom a message outside of any dialog concerns: its request's address, or one of its two ends.
  private func account(namedIn message: MessageText) -> UInt32? {
    for uri in [message.requestURI, message.uri(in: "To", or: "t"), message.uri(in: "From", or: "f")] {
      if let route = routes[.user(SIPAddress.user(of: uri))] { return route.account }
    }
    return routes[.anybody]?.account
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
  Unmanaged<StackEar>.fromOpaque(context).takeUnretainedValue().hearWire(isOutgoing != 0, String(cString: callID), String(cString: text))
}

internal import CSIPStack
internal import TransportKit

/// The stack's listener: gathers its events on its thread, and passes them to the accounts' loops, a turn at a time.
///
/// `@unchecked Sendable`: only the stack's thread uses the mutable state, except `last`, which is written before the order that makes the
/// thread read it; `routes` locks itself.
final class StackEvents: @unchecked Sendable {
  /// A key that leads an INVITE to its account.
  enum Key: Hashable, Sendable {
    case account(UInt32)
    case user(String)
    /// An address without a user.
    case host
    case anybody
  }

  /// An account, as the stack's thread reaches it.
  struct Listener: Sendable {
    var account: UInt32
    /// Passes the events of a turn to the account's loop; returns false when the account is gone.
    var hear: @Sendable ([(dialog: UInt64, event: StackEvent)], StackEvents) -> Bool
    /// Tells the account that the stack has ended.
    var stopped: @Sendable () -> Void
  }

  /// The accounts by their keys; the accounts change it, this thread reads it.
  let routes = Registry<Key, Listener>()
  /// The dialogs of Call-IDs: the account that begins a dialog enters it, or the INVITE of an incoming one.
  ///
  /// A trace that begins later needs those of earlier calls too.
  let callIDs = CallIDs()
  /// The account that left last, and waits for the stack's end.
  var last: Listener?
  private var owners: [UInt64: UInt32] = [:]
  private var gathered: [UInt32: [(dialog: UInt64, event: StackEvent)]] = [:]
  private var order: [UInt32] = []
  /// The account of the latest event.
  private var latest: UInt32?

  /// Handles an event.
  fileprivate func hear(_ event: UnsafePointer<csip_event>) {
    if event.pointee.kind == CSIP_TURN { return passOn(event.pointee.stack) }
    if event.pointee.kind == CSIP_STOPPED {
      last?.stopped()
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
      callIDs.forget(dialog)
    }
  }

  private func gather(_ word: StackEvent, of dialog: UInt64, for account: UInt32) {
    latest = account
    if gathered[account] == nil { order.append(account) }
    gathered[account, default: []].append((dialog, word))
  }

  /// The account of a dialog: its number tells it, or, for an incoming one, the callee.
  private func owner(of dialog: UInt64, _ word: StackEvent) -> UInt32? {
    if case .flooded = word { return routes[.anybody]?.account ?? latest }
    guard dialog >> 63 == 1 else { return UInt32(truncatingIfNeeded: dialog >> DialogNumbers.countBits) }
    if let known = owners[dialog] { return known }
    guard case .incoming(let invite) = word else { return nil }
    guard let account = callee(of: invite) else { return nil }
    owners[dialog] = account
    callIDs.note(invite.callID, of: dialog)
    return account
  }

  /// The account of a call: that of the dialog it replaces, or else of its address; a call without one gets 404 (RFC 3261 section 8.2.2.1).
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
      let isTaken = routes[.account(account)]?.hear(words, self)
      // The account has left meanwhile, so refuse its callers here.
      if isTaken != true { words.forEach { if case .incoming = $0.event { csip_reject(stack, $0.dialog, 480, nil, nil) } } }
    }
    order.removeAll(keepingCapacity: true)
  }

  /// Queues a traced message among the events, for the account of its dialog or of an address in it.
  fileprivate func hearWire(_ isOutgoing: Bool, _ callID: String, _ text: String) {
    let dialog = callIDs[callID] ?? 0
    let known = dialog >> 63 == 1 ? owners[dialog] : dialog == 0 ? nil : UInt32(truncatingIfNeeded: dialog >> DialogNumbers.countBits)
    guard let account = known ?? account(namedIn: MessageText(text)) else { return }
    gather(.wire(isOutgoing: isOutgoing, text), of: dialog, for: account)
  }

  /// The account of a message outside a dialog: by the request's address, or by To or From.
  private func account(namedIn message: MessageText) -> UInt32? {
    for uri in [message.requestURI, message.uri(in: "To", or: "t"), message.uri(in: "From", or: "f")] {
      if let route = routes[.user(SIPAddress.user(of: uri))] { return route.account }
    }
    return routes[.anybody]?.account
  }
}

/// Passes an event to the stack's listener.
func stackHeard(_ context: UnsafeMutableRawPointer?, _ event: UnsafePointer<csip_event>) {
  guard let context else { return }
  Unmanaged<StackEvents>.fromOpaque(context).takeUnretainedValue().hear(event)
}

/// Passes a traced message to the stack's listener.
func stackWire(
  _ context: UnsafeMutableRawPointer?, _ isOutgoing: UInt32, _ callID: UnsafePointer<CChar>, _ text: UnsafePointer<CChar>, _ bytes: Int
) {
  guard let context else { return }
  Unmanaged<StackEvents>.fromOpaque(context).takeUnretainedValue().hearWire(isOutgoing != 0, String(cString: callID), String(cString: text))
}

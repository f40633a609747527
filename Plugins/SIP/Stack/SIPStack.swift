internal import CSIPStack
internal import TransportKit

/// A set of sockets and their thread, shared by the accounts that listen at one place.
///
/// Not `Sendable`: all accounts live on one loop, as the plugin's descriptor demands, and so do these objects.
final class SIPStack {
  let pointer: OpaquePointer
  let events: StackEvents
  private let place: StackPlace
  private var users = 1
  /// The accounts whose hosts want messages.
  private var traced: Set<UInt32> = []
  /// The account whose parcel carries the sockets in a handover; nil outside of one.
  var carrier: UInt32?
  private var isFinished = false
  /// The time-out for the answers to a BYE and an un-REGISTER, in seconds.
  private static let patience: UInt32 = 1

  private init(_ pointer: OpaquePointer, _ events: StackEvents, _ place: StackPlace) {
    self.pointer = pointer
    self.events = events
    self.place = place
  }

  /// The running stacks.
  ///
  /// `unsafe`: only the loop that all accounts of the process share uses it; hosts guarantee this (`HSW_ENTRY_ONE_LOOP`).
  nonisolated(unsafe) private static var stacks: [StackPlace: SIPStack] = [:]

  /// Returns the stack that listens there; starts it for the first account.
  ///
  /// - Parameters:
  ///   - place: The address and the settings.
  ///   - account: The account's number.
  ///   - isTraced: True when its host wants messages.
  /// - Throws: The reason why it cannot listen, or the setting in which the accounts there differ.
  static func at(_ place: StackPlace, for account: UInt32, isTraced: Bool) throws(TransportError) -> SIPStack {
    if let stack = stacks[place], stack.users > 0 {
      stack.users += 1
      stack.trace(for: account, isTraced)
      return stack
    }
    for stack in stacks.values where stack.place == place || stack.place.meets(place) {
      guard stack.users == 0 else { throw stack.place.refusal(of: place) }
      // It is shutting down, but still has the port.
      stack.finish()
    }
    let events = StackEvents()
    let context = Unmanaged.passRetained(events)
    let pointer: OpaquePointer
    let handed = inheritance(at: place)
    do {
      pointer = try (handed.map(place.bound) ?? place).start(context.toOpaque(), isTraced: isTraced, handed)
    } catch {
      context.release()
      throw error
    }
    let stack = SIPStack(pointer, events, place)
    if isTraced { stack.traced.insert(account) }
    stacks[place] = stack
    return stack
  }

  /// Traces messages while an account's host wants them; other accounts that listen here drop theirs.
  func trace(for account: UInt32, _ isOn: Bool) {
    let wasOn = !traced.isEmpty
    if isOn { traced.insert(account) } else { traced.remove(account) }
    if traced.isEmpty == wasOn { csip_trace(pointer, wasOn ? 0 : 1) }
  }

  /// Refuses a call that came to an account after it had left the stack.
  ///
  /// A stack that its last account has left refuses such calls by itself.
  static func reject(_ call: UInt64, heardBy events: StackEvents) {
    guard let stack = stacks.values.first(where: { $0.events === events && $0.users > 0 }) else { return }
    csip_reject(stack.pointer, call, 480, nil, nil)
  }

  /// Releases one account's use of the stack.
  ///
  /// After the last one it ends every dialog and closes the sockets, which takes a while when far ends do not answer. It then tells
  /// that account, which finishes the stack.
  ///
  /// - Returns: True for the last account.
  @discardableResult
  func leave(_ account: StackEvents.Listener) -> Bool {
    users -= 1
    trace(for: account.account, false)
    if carrier == account.account { carrier = nil }
    guard users == 0 else { return false }
    events.last = account
    csip_shut(pointer, Self.patience)
    return true
  }

  /// Joins the thread after the last account has left; may block until the thread ends.
  func finish() {
    guard !isFinished else { return }
    isFinished = true
    if Self.stacks[place] === self { Self.stacks[place] = nil }
    csip_stop(pointer, Self.patience)
    Unmanaged.passUnretained(events).release()
  }

  /// The actual port of UDP and TCP, or that of TLS alone.
  var port: UInt16 { csip_port(pointer) }

  /// The actual port of TLS.
  var tlsPort: UInt16 { place.transport == "tls" ? port : csip_tls_port(pointer) }
}

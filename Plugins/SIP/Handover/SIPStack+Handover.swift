internal import CSIPStack
internal import TransportKit

extension SIPStack {
  /// The sockets of another version's stacks, for the first account that listens there.
  ///
  /// `unsafe`: only the loop that all accounts of the process share uses it, as for the running stacks.
  nonisolated(unsafe) private static var inherited: [StackPlace: HandedSockets] = [:]

  /// Keeps another version's sockets for the stack at a place.
  static func inherit(_ handed: HandedSockets, at place: StackPlace) { inherited[place] = handed }

  /// Takes the sockets that were kept for a place.
  static func inheritance(at place: StackPlace) -> HandedSockets? { inherited.removeValue(forKey: place) }

  /// Makes an account the one whose parcel has the sockets, when no other one is; returns true for that account.
  func beCarried(by account: UInt32) -> Bool {
    if carrier == nil { carrier = account }
    return carrier == account
  }

  /// Copies the listening sockets; the caller closes them.
  func lend() throws(TransportError) -> [Int32] {
    var sockets = [Int32](repeating: -1, count: Int(CSIP_LEND_MAX))
    let count = csip_lend(pointer, &sockets)
    guard count > 0 else { throw TransportError(.busy, "the sockets are in use by another handover", domain: "sip") }
    return Array(sockets.prefix(Int(count)))
  }

  /// Stops the stack, and returns the marks of its calls.
  func give(_ link: Int32) throws(TransportError) -> [UInt8] {
    var calls = csip_calls()
    guard csip_give(pointer, link, &calls) == 0 else {
      throw TransportError(.busy, "calls of an earlier version are not over yet, or the stack is busy", domain: "sip")
    }
    defer { csip_calls_free(&calls) }
    return Array(UnsafeBufferPointer(start: calls.bytes, count: calls.count))
  }

  /// Tells the stack the outcome of a handover, of which it knows each once.
  func settle(_ outcome: UInt32) { csip_settle(pointer, outcome) }
}

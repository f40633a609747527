/// The lasting part of a far end's view of a call: what actions change, without the tone of the moment and the cause.
package struct FarSight: Hashable, Sendable {
  /// As in `PeerView.state`; nil where it does not count.
  package var state: String?
  /// True if we hold the call.
  package var isHeld: Bool?
  /// True if we are muted.
  package var isMuted: Bool?
  /// The digits that the far end heard.
  package var digits: String?
  /// The call's group; empty for none.
  package var group: String?
  /// The handle to which it was sent; empty for none.
  package var transferred: String?

  /// Creates the sight of an active call on which nothing was done yet.
  package init() { (state, isHeld, isMuted, digits, group, transferred) = ("active", false, false, "", "", "") }

  /// Takes what lasts of a view.
  package init(_ view: PeerView) {
    (state, isHeld, isMuted, digits, group) = (view.state, view.held, view.muted, view.digits, view.group)
    transferred = view.transferred
  }

  /// Returns the first difference of what was seen from this expectation, in words; nil if there is none.
  ///
  /// A part that either side does not know is equal. Of an ended call only the state, the digits and the new handle count.
  package func difference(from seen: FarSight) -> String? {
    func differ<Part: Equatable>(_ wanted: Part?, _ found: Part?, _ words: (Part) -> String) -> String? {
      guard let wanted, let found, wanted != found else { return nil }
      return "\(words(found)), should be \(words(wanted))"
    }
    if let text = differ(state, seen.state, { "the state is \($0)" }) ?? differ(
      digits, seen.digits, { "it has heard the digits \"\($0)\"" })
      ?? differ(transferred, seen.transferred, { $0.isEmpty ? "it was sent nowhere" : "it was sent to \($0)" })
    {
      return text
    }
    guard state != "ended", seen.state != "ended" else { return nil }
    return differ(isHeld, seen.isHeld) { $0 ? "it is held" : "it is not held" }
      ?? differ(isMuted, seen.isMuted) { $0 ? "we are muted" : "we are not muted" }
      ?? differ(group?.isEmpty, seen.group?.isEmpty) { $0 ? "it is in no group" : "it is in a group" }
  }
}

extension Stage {
  /// Returns the lasting part of what the far end of a call sees now.
  package func sight(_ call: CallRef) throws -> FarSight { FarSight(try peer.see(call)) }

  /// Fails unless the far end soon sees the call so.
  ///
  /// - Parameters:
  ///   - wanted: the expectation.
  ///   - why: the reason for it, as in `since hold.set_held is done`.
  ///   - within: the virtual time that the far end has for it.
  package func expectSight(_ call: CallRef, _ wanted: FarSight, _ why: String, within: Duration = .milliseconds(200)) throws {
    var last: String?
    var failure: (any Error)?
    let isSo = wait(loop.isRealTime ? max(within, .seconds(2)) : within) {
      do {
        last = wanted.difference(from: try sight(call))
        return last == nil
      } catch {
        failure = error
        return true
      }
    }
    if let failure { throw failure }
    guard isSo else { throw TestFailure("the far end of \(call), \(why): \(last ?? "it sees something else")") }
  }

  /// Fails unless the far end sees the call so, now and when time has passed.
  ///
  /// A real clock passes a second at most.
  package func expectSightToStay(_ call: CallRef, _ wanted: FarSight, _ why: String, for time: Duration = .seconds(40)) throws {
    try expectSight(call, wanted, why)
    try settle(loop.isRealTime ? .milliseconds(200) : time)
    try expectSight(call, wanted, "\(why), a while later")
  }

  /// Returns true while the action is open.
  package func isOpen(_ action: ActionRef) -> Bool { near.ledger.actions[action.id]?.state == .open }
}

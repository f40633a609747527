/// What a request asks for.
public enum RequestBody: Hashable, Codable, Sendable {
  /// Actions, in order, as one.
  case transaction([RequestedAction])
  /// End every member of a call's group, side by side (E7).
  case endGroup(CallID)
  /// Put the front aside and take the most recently held group back (H4).
  case swap
  /// Bring the whole groups of the named calls together (G1, G2).
  case merge([CallID])
  /// Go on after a `;` in the tones of a call (M2).
  case continueDTMF(CallID)
  /// Grant a far end's wish to be transferred (R3); the call that this starts was named when it asked.
  case acceptTransfer(CallID)
  /// Deny a far end's wish to be transferred (R3).
  case refuseTransfer(CallID)
}

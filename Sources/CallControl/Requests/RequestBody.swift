/// The content of a request.
public enum RequestBody: Hashable, Codable, Sendable {
  /// Ordered actions as one transaction.
  case transaction([RequestedAction])
  /// End every member of a call's group, side by side (E7).
  case endGroup(CallID)
  /// Hold the front group and resume the most recently held one (H4).
  case swap
  /// Merge the whole groups of the named calls (G1, G2).
  case merge([CallID])
  /// Continue a call's tones after a `;` (M2).
  case continueDTMF(CallID)
  /// Grant a far end's transfer request (R3); its report gave the new call's id.
  case acceptTransfer(CallID)
  /// Deny a far end's transfer request (R3).
  case refuseTransfer(CallID)
}

/// The pause before a run of tones.
///
/// After [`CXPlayDTMFCallAction.ActionType`](https://developer.apple.com/documentation/callkit/cxplaydtmfcallaction/actiontype).
public enum DTMFKind: String, Codable, Sendable {
  /// No pause: the user pressed a key.
  case singleTone
  /// A pause of two seconds, written `,`.
  case softPause
  /// A wait for `continueDTMF`, written `;`.
  case hardPause
}

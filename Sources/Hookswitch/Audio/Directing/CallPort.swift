internal import CallControl
internal import CallMixing

/// A call's way into the mixer, as the director keeps it.
struct CallPort: Hashable, Sendable {
  /// How far it has come.
  enum State: Hashable, Sendable {
    /// Its provider was asked for its rates.
    case asked
    /// It has none to offer; asked again when the call gets beyond that state.
    case silent(CallState)
    /// It is being connected.
    case attaching(AudioRate)
    /// It is connected.
    case attached(AudioRate)
    /// It is being disconnected.
    case detaching
  }

  let provider: ProviderID
  let line: LineID
  var state: State
  /// Its call is over, or its provider is gone: nothing but a detach is left.
  var isOver = false
  /// Its rates changed while it was being asked or connected: begin anew.
  var isStale = false
  /// It would not be connected: asked again when the call gets further.
  var isFailed = false
}

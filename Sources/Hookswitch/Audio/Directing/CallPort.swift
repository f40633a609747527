internal import CallControl
internal import CallMixing

/// A call's connection to the mixer, as the director tracks it.
struct CallPort: Hashable, Sendable {
  /// The progress of the connection.
  enum State: Hashable, Sendable {
    /// The director requested the call's rates.
    case asked
    /// The call has no rates, or its attach failed; the director asks again when the call's state changes.
    case silent(CallState)
    /// The attach is in progress.
    case attaching(AudioRate)
    /// The port is connected.
    case attached(AudioRate)
    /// The detach is in progress.
    case detaching
  }

  let provider: ProviderID
  let line: LineID
  var state: State
  /// The call ended or the provider is gone; only a detach may follow.
  var isOver = false
  /// The rates changed during the request or the attach, so the director starts anew.
  var isStale = false
  /// The attach failed; the director asks again when the call's state changes.
  var isFailed = false
}

internal import Hookswitch

/// Hands every change of every call on.
final class CallWatch: CallObserverDelegate {
  private let deliver: @Sendable (RunInput) -> Void

  init(_ deliver: @escaping @Sendable (RunInput) -> Void) { self.deliver = deliver }

  func callObserver(_ observer: CallObserver, callChanged call: Call) { deliver(.call(call)) }
}

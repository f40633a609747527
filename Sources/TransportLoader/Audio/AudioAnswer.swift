/// The answer to an `AudioOrder`.
enum AudioAnswer: Sendable {
  case formats([TransportAudioFormat])
  case done
  case failed(TransportFault)
  /// The instance is gone and has released everything.
  case gone
  /// The instance hangs, and may still use the rings.
  case lost

  /// The reason why the order failed; nil if it succeeded.
  var fault: TransportFault? {
    switch self {
    case .formats, .done: nil
    case .failed(let fault): fault
    case .gone: TransportFault(code: -4, message: "it does not run")
    case .lost: TransportFault(code: -9, message: "it hangs")
    }
  }
}

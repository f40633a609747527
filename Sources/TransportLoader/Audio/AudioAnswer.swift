/// What came of an `AudioOrder`.
enum AudioAnswer: Sendable {
  case formats([TransportAudioFormat])
  case done
  case failed(TransportFault)
  /// The instance is gone, and has let go of everything.
  case gone
  /// The instance hangs, perhaps with the rings in its hands.
  case lost

  /// Why it did not come about; nil if it did.
  var fault: TransportFault? {
    switch self {
    case .formats, .done: nil
    case .failed(let fault): fault
    case .gone: TransportFault(code: -4, message: "it does not run")
    case .lost: TransportFault(code: -9, message: "it hangs")
    }
  }
}

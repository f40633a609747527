internal import TransportKit

/// An action that the exchange asks its shell to carry out, in order.
enum Effect {
  case fulfil(Action)
  case report(Call, CallState)
  case update(Call, CallInfo)
  case digits(Call, String)
  case ended(Call, EndReason, TransportError?)
  /// The exchange has forgotten every call.
  case forgotten(TransportError)
  case line(LineState, retryAfter: Duration, TransportError?)
  /// A call arrives: the shell asks the host and passes its answer to ``Exchange/offered(_:_:)``.
  case offer(Offer)
  case startTimer(ExchangeTimer, Duration)
  case stopTimer(ExchangeTimer)
  /// Replaces the call's playback with this sound, or with silence for nil; digits are appended instead.
  case play(Call, Sound?)
  case listen(Call, Ear)
  /// Opens or closes the audio of the call in each direction: to us (`hears`) and to the far end (`isHeard`).
  case speech(Call, hears: Bool, isHeard: Bool)
  /// Stops all audio of the call.
  case silence(Call)
}

/// The exchange's timers, which its shell runs.
enum ExchangeTimer: Hashable, Sendable {
  /// The next step of a call's far end.
  case script(Call)
  /// A pending call to us.
  case callBack(UInt64)
  /// The next call of the schedule.
  case schedule
  /// The end of a line fault.
  case recovery
}

/// A call on its way to us.
struct Offer: Sendable {
  /// The caller identification that the host sees.
  var info: CallInfo
  /// The caller's number in E.164.
  var number: String
  var ringing: [Step]
  var answered: [Step]
}

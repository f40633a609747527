internal import TransportKit

/// What the exchange wants done outside, in this order.
enum Effect {
  case fulfil(Action)
  case report(Call, CallState)
  case update(Call, CallInfo)
  case digits(Call, String)
  case ended(Call, EndReason, TransportError?)
  /// Every call is gone.
  case forgotten(TransportError)
  case line(LineState, retryAfter: Duration, TransportError?)
  /// Somebody calls: the shell asks the host and answers with ``Exchange/offered(_:_:)``.
  case offer(Offer)
  case startTimer(ExchangeTimer, Duration)
  case stopTimer(ExchangeTimer)
  /// Only this is heard from now on, or nothing.
  case play(Call, Sound?)
  case listen(Call, Ear)
  /// Whether we hear the network, and whether the far end hears us.
  case speech(Call, hears: Bool, isHeard: Bool)
  /// Nothing is heard of the call any more.
  case silence(Call)
}

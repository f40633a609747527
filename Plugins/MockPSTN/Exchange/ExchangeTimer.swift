internal import TransportKit

/// What the exchange waits for: its shell owns the clock.
enum ExchangeTimer: Hashable, Sendable {
  /// The next step of a call's far end.
  case script(Call)
  /// A caller who will call.
  case callBack(UInt64)
  /// The next call of the schedule.
  case schedule
  /// The end of a trouble of the line.
  case recovery
}

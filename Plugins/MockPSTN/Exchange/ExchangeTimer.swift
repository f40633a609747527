internal import TransportKit

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

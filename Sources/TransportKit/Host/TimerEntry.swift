/// The function of a timer.
struct TimerEntry {
  let body: () -> Void
  let repeats: Bool
}

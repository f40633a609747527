/// What a timer does when it fires.
struct TimerEntry {
  let body: () -> Void
  let repeats: Bool
}

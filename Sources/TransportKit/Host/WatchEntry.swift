/// The function of a watched file descriptor.
struct WatchEntry {
  let body: (FileEvents) -> Void
}

/// What happens when a file descriptor is ready.
struct WatchEntry {
  let body: (FileEvents) -> Void
}

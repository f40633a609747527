/// Looks at the process before and after each plugin function, on the thread that calls it.
package protocol PluginCallObserver: AnyObject {
  /// Notes that a plugin function begins, for the `call`-th time, and returns a number for `returned`. [any]
  func begins(_ function: StaticString, _ thread: ThreadTag, _ call: UInt64) -> Int
  /// Notes that the plugin function with this number has returned. [any]
  func returned(_ observation: Int)
}

/// The kind of thread that runs a plugin function, from the header's tags.
package enum ThreadTag: UInt8, Sendable, CaseIterable {
  /// The plugin's loop.
  case loop
  /// Any thread.
  case any
  /// The audio thread.
  case media
}

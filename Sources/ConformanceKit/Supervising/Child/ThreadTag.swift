/// The kind of thread that runs a plugin function, from the header's tags.
package enum ThreadTag: UInt8, Sendable, CaseIterable {
  /// The plugin's loop.
  case loop
  /// Any thread.
  case any
  /// The audio thread.
  case media
}

/// On which kind of thread a function of the plugin is called: the tags of the header.
package enum ThreadTag: UInt8, Sendable, CaseIterable {
  /// The plugin's loop.
  case loop
  /// Any thread.
  case any
  /// The audio thread.
  case media
}

/// The end of the process of a program or plugin.
package struct SourceEnd: Hashable, Sendable {
  /// The wait status; nil when another part of the host has reaped the process.
  package var status: Int32?
  /// True when the host had to end the process.
  package var wasKilled: Bool
  /// The end of what the process wrote to its standard error, a plugin also to its standard output.
  package var output: String

  /// The signal by which it died; 0 for none.
  package var signal: Int32 { (status ?? 0) & 0x7F }
  /// The exit code of a process without a signal.
  package var exitCode: Int32 { (status ?? 0) >> 8 & 0xFF }
}

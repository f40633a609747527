/// A fault in a scenario file, with its place.
public struct ScenarioFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the file, as given to `ScenarioFile`.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column in bytes, from 1.
  public let column: Int
  /// The path to the invalid value from the root: `steps[3].provider`; empty for the whole file.
  public let path: String
  /// The fault.
  public let reason: String

  /// The error on one line: `FILE:LINE:COLUMN: PATH: REASON`.
  public var description: String {
    "\(file):\(line):\(column): " + (path.isEmpty ? "" : "\(path): ") + reason
  }
}

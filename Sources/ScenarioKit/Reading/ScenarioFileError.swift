/// Why a file is not a scenario: where, and what is wrong there.
public struct ScenarioFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as its reader named it.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column in bytes, from 1.
  public let column: Int
  /// The way to the bad value from the top of the file: `steps[3].provider`; empty when it is the file as a whole.
  public let path: String
  /// What is wrong there.
  public let reason: String

  /// All of it on one line: `FILE:LINE:COLUMN: PATH: REASON`.
  public var description: String {
    "\(file):\(line):\(column): " + (path.isEmpty ? "" : "\(path): ") + reason
  }
}

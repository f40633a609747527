public import FoundationEssentials

/// Why a manifest is not taken: the file, the place in it, what is wrong there and what to do.
public struct ManifestError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The manifest's file.
  public var file: String
  /// The place as a JSON path (`$.abi.major`), or `line:column` where the text is no JSON.
  public var place: String
  /// What is wrong.
  public var reason: String
  /// What to do about it.
  public var advice: String

  /// The error in one line.
  public var description: String { TerminalText.line("\(file): \(place): \(reason); \(advice)") }
}

extension ManifestError: LocalizedError {
  /// What failed, where, and what to do, as one sentence.
  public var errorDescription: String? { "The manifest cannot be used: \(description)\(description.hasSuffix(".") ? "" : ".")" }
}

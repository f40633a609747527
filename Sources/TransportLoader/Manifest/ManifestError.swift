/// The reason why a manifest is refused: the file, the place in it, the error and the advice.
public struct ManifestError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The manifest's file.
  public var file: String
  /// The place as a JSON path (`$.abi.major`), or `line:column` where the text is no JSON.
  public var place: String
  /// The error.
  public var reason: String
  /// The advice to the user.
  public var advice: String

  /// The error in one line.
  public var description: String { TerminalText.line("\(file): \(place): \(reason); \(advice)") }
}

extension ManifestError {
  /// The failure, its place and the advice, as one sentence.
  public var errorDescription: String? { "The manifest cannot be used: \(description)\(description.hasSuffix(".") ? "" : ".")" }
}

/// The reason why a file is not trusted.
struct TrustError: Error, Equatable, Sendable {
  /// The file or folder in question.
  var place: String
  /// The property in question: `owner`, `mode`, `kind`, `identity`, `sha256`, `open`.
  var field: String
  /// The value found.
  var found: String
  /// The value expected.
  var wanted: String
  /// The advice to the user.
  var advice: String
}

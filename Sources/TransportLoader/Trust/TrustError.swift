/// Why a file is not trusted with the host's process.
struct TrustError: Error, Equatable, Sendable {
  /// The file or folder that gives the reason.
  var place: String
  /// Which of its properties: `owner`, `mode`, `kind`, `identity`, `sha256`, `open`.
  var field: String
  /// What it is.
  var found: String
  /// What it should be.
  var wanted: String
  /// What to do about it.
  var advice: String
}

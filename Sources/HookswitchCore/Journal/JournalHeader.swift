/// The first line of a journal's file.
struct JournalHeader: Codable {
  /// The version that this program writes, and the newest that it reads.
  static let current = 1

  /// The version of the format.
  var version: Int
  /// When time was zero, in seconds since 1970; nil: nobody knows.
  var zero: Double?

  private enum CodingKeys: String, CodingKey {
    case version = "hookswitch-journal"
    case zero
  }
}

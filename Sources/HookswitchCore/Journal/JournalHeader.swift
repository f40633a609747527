/// The first line of a journal's file.
struct JournalHeader: Codable {
  /// The version that this program writes, and the newest that it reads.
  static let current = 1

  /// The version of the format.
  var version: Int
  /// The date of time zero, in seconds since 1970, if known.
  var zero: Double?

  private enum CodingKeys: String, CodingKey {
    case version = "hookswitch-journal"
    case zero
  }
}

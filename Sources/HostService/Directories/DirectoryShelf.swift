internal import CallDirectory
internal import CallStore

/// The tables that count, in the order in which they are asked; immutable, so that look-ups need no lock.
final class DirectoryShelf: Sendable {
  /// A directory with its table.
  struct Book: Sendable {
    let id: String
    let table: DirectoryTable
  }

  let books: [Book]

  init(_ books: [Book] = []) { self.books = books }

  /// Returns the number of a telephone number in E.164 with its `+`; nil for another text.
  static func number(_ text: String) -> UInt64? {
    guard text.hasPrefix("+") else { return nil }
    return digits(text.dropFirst())
  }

  /// Returns the number of digits alone; nil for another text.
  static func digits(_ text: some StringProtocol) -> UInt64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
    return UInt64(text)
  }

  /// Asks the directories in their order: the first that blocks, blocks, and the first label names the caller.
  func answer(_ number: UInt64) -> CallerDirectoryAnswer? {
    var blockedBy: String?
    var named: (label: String, directory: String)?
    for book in books {
      // Without a label to look for, the bit alone is read.
      if named != nil {
        if blockedBy == nil, book.table.isBlocked(number) == true { blockedBy = book.id }
      } else if let entry = book.table.entry(of: number) {
        if entry.isBlocked, blockedBy == nil { blockedBy = book.id }
        if let label = entry.labels.first { named = (label, book.id) }
      }
      if blockedBy != nil, named != nil { break }
    }
    guard let directory = blockedBy ?? named?.directory else { return nil }
    return CallerDirectoryAnswer(
      directory: directory, isBlocked: blockedBy != nil, label: named?.label, labelSource: named?.directory)
  }

  /// Returns the entries of all directories about a number.
  func entries(_ number: UInt64) -> [(id: String, entry: DirectoryTable.Entry)] {
    books.compactMap { book in book.table.entry(of: number).map { (book.id, $0) } }
  }
}

internal import Hookswitch

/// The option `--journal FILE`.
enum JournalOption {
  /// Opens the file for a verb's journal.
  ///
  /// - Throws: a usage error, before the verb has done anything.
  static func open(_ path: String, verb: String) throws(CommandError) -> JournalFile {
    do throws(JournalFileError) {
      return try JournalFile(path: path)
    } catch {
      throw CommandError(sentence: "\(verb): \(error)", exitCode: .usage)
    }
  }
}

internal import Hookswitch

/// `--journal FILE`.
enum JournalOption {
  /// Opens the file that a verb's journal goes to.
  /// - Throws: a usage error, before anything else was done.
  static func open(_ path: String, verb: String) throws(CommandError) -> JournalFile {
    do throws(JournalFileError) {
      return try JournalFile(path: path)
    } catch {
      throw CommandError(sentence: "\(verb): \(error)", exitCode: .usage)
    }
  }
}

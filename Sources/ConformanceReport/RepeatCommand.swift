/// The command that repeats one test alone, as a shell takes it.
package struct RepeatCommand: Sendable {
  /// The variables that the command needs, each with its value.
  package var variables: [(name: String, value: String)] = []
  /// The words of the command.
  package var words: [String]

  package init(_ words: [String]) { self.words = words }

  /// Adds an option with its value, unless there is none.
  package mutating func add(_ option: String, _ value: String?) {
    guard let value else { return }
    words += [option, value]
  }

  /// The command as text, quoted for a shell.
  package var text: String {
    (variables.map { "\($0.name)=\(Self.quoted($0.value))" } + words.map(Self.quoted)).joined(separator: " ")
  }

  /// Returns a word so that a shell takes it as it is.
  package static func quoted(_ word: String) -> String {
    let plain = "-_./:=@%+,"
    let isPlain = !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || plain.contains($0)) }
    guard !isPlain else { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

/// The answer to the command `help` of `hookswitch run`.
enum RunHelp {
  /// All commands, and an explanation of CALL and HANDLE.
  static let text: String = {
    let rows = RunWord.allCases.map { ($0.synopsis, $0.meaning) }
    return """
      \(HelpText.table(rows))

      CALL is c1, c2 … (or 1, 2 …); without one a command takes the newest suitable call. A HANDLE without a scheme is of the \
      provider's first kind.
      """
  }()
}

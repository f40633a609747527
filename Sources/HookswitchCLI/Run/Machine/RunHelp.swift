/// What `help` prints while `hookswitch run` runs.
enum RunHelp {
  /// All commands, and what a call and a handle are.
  static let text: String = {
    let rows = RunWord.allCases.map { ($0.synopsis, $0.meaning) }
    return """
      \(HelpText.table(rows))

      CALL is c1, c2 … (or 1, 2 …); without one a command takes the newest suitable call. A HANDLE without a scheme is of the \
      provider's first kind.
      """
  }()
}

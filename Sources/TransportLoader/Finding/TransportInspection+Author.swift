extension TransportInspection {
  /// Reads about `file` for its author: whoever else may write to it or to its folder makes no difference.
  package static func readAbout(file: String) -> TransportInspection {
    inspect(file: file, judge: TransportJudge(policy: .everybody), contact: .none)
  }
}

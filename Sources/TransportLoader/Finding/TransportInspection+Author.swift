extension TransportInspection {
  /// Reads about `file` for its author: write permissions of the file and its folder do not matter.
  package static func readAbout(file: String) -> TransportInspection {
    inspect(file: file, judge: TransportJudge(policy: .everybody), contact: .none)
  }
}

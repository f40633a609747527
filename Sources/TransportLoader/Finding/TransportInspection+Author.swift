extension TransportInspection {
  /// Reads about `file` for its author: whoever else may write to it or to its folder makes no difference.
  package static func readAbout(file: String) -> TransportInspection {
    let everybody = TrustPolicy(user: TrustPolicy.current.user, isPrivateGroup: { _ in true }, judgesNothing: true)
    return inspect(file: file, judge: TransportJudge(policy: everybody), contact: .none)
  }
}

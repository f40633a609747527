/// How the front group ended, for what comes after it (E3, E4).
enum FrontEnd: Hashable, Sendable {
  /// Somebody here ended it.
  case local
  /// The far end did, or it failed, or its provider was lost.
  case remote
}

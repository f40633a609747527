/// The way in which the front group ended, which decides what follows (E3, E4).
enum FrontEnd: Hashable, Sendable {
  /// An End on this side.
  case local
  /// An end by the far end, a failure, or the provider's loss.
  case remote
}

/// A resource that the system did not provide to the engine.
public enum AudioEngineError: Error, Equatable, CustomStringConvertible, Sendable {
  /// Memory for rings.
  case memory(ArenaError)
  /// The audio thread, with the system's `errno`.
  case thread(Int32)

  /// One sentence that states the remedy.
  public var description: String {
    switch self {
    case .memory(let error): error.description
    case .thread(let code): "The system cannot start an audio thread (errno \(code)): raise this user's limit of threads."
    }
  }
}

extension AudioEngineError {
  /// One sentence: the failure, its subject and the remedy.
  public var errorDescription: String? { description }
}
